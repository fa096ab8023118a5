// A small configuration with one field of every kind, for the tests of Schema.
#pragma once

#include <array>

#include "reading.hpp"
#include "sim/config/schema.hpp"

namespace sim::test {

enum class WaitPoint { AfterSync, AfterCommit };
constexpr auto enum_names(WaitPoint) {
  return std::to_array<EnumName<WaitPoint>>({{"AFTER_SYNC", WaitPoint::AfterSync},
                                             {"AFTER_COMMIT", WaitPoint::AfterCommit},
                                             {"lossless", WaitPoint::AfterSync}});
}

struct SyncStage {
  Seconds fsync_time{0.001};
  Seconds sync_delay{0};
  std::int64_t sync_binlog = 1;
  WaitPoint wait_point = WaitPoint::AfterSync;

  static Schema<SyncStage> schema() {
    return Schema<SyncStage>("sync stage", "the stage that makes a group durable")
        .field("fsync_time", &SyncStage::fsync_time, "service time of one binlog fsync",
               at_least(std::chrono::microseconds(1)))
        .required()
        .field("binlog_group_commit_sync_delay", &SyncStage::sync_delay, "wait before the fsync", at_most(Seconds{1}))
        .note("the server counts this variable in microseconds")
        .field("sync_binlog", &SyncStage::sync_binlog, "groups per fsync", between(0, 4294967295))
        .field("wait_point", &SyncStage::wait_point, "where the ACK is awaited");
  }
};

// A cost profile: the name of one, or its values; an example of a type with a codec of its own.
struct Profile {
  std::string name;
  Seconds cpu{0};
};

struct Link {
  std::vector<std::string> between;
  Seconds rtt{0.0002};
  std::optional<BytesPerSecond> bandwidth;

  static Schema<Link> schema();
};

struct Host {
  int cores = 4;

  static Schema<Host> schema() {
    return Schema<Host>("host", "a machine").field("cores", &Host::cores, "CPU cores", at_least(1));
  }
};

struct Scenario {
  SyncStage sync_stage;
  Profile profile{"ssd", Seconds{0}};
  Named<Host> hosts;
  std::vector<Link> links;
  std::optional<Seconds> warm_up;
  bool binlog_order_commits = true;
  double think_factor = 1;
  Bytes row_size{200};
  PerSecond arrivals{0};
  Fraction read_share{0.5};
  std::optional<Host> spare;

  static Schema<Scenario> schema();
};

}  // namespace sim::test

namespace sim {

template <>
struct Codec<test::Profile> {
  static bool read(const Node& node, test::Profile& value, const Reader& reader) {
    if (node.is_scalar()) return reader.read(node, value.name);
    if (!node.is_mapping()) return reader.wrong_kind(node, "the name of a profile or a mapping");
    const Node* cpu = node.find("cpu");
    if (cpu == nullptr) return reader.error(node, "a profile without a name needs cpu");
    value.name.clear();
    return reader.at_key("cpu").read(*cpu, value.cpu);
  }
  static Json write(const test::Profile& value) {
    if (!value.name.empty()) return value.name;
    return {{"cpu", Codec<Seconds>::write(value.cpu)}};
  }
  static std::string type() { return "profile"; }
  static Json json_schema() { return {{"type", {"string", "object"}}}; }
};

}  // namespace sim

namespace sim::test {

inline Schema<Link> Link::schema() {
  return Schema<Link>("link", "a way between two hosts")
      .field("between", &Link::between, "its ends", exactly(2))
      .required()
      .field("rtt", &Link::rtt, "round-trip time")
      .field("bandwidth", &Link::bandwidth, "bandwidth", more_than(BytesPerSecond{0}));
}

inline Schema<Scenario> Scenario::schema() {
  return Schema<Scenario>("scenario", "what to simulate")
      .field("sync_stage", &Scenario::sync_stage, "the sync stage")
      .required()
      .field("profile", &Scenario::profile, "cost profile")
      .field("hosts", &Scenario::hosts, "machines", not_empty())
      .field("links", &Scenario::links, "network")
      .field("warm_up", &Scenario::warm_up, "time to leave out", more_than(Seconds{0}))
      .field("binlog_order_commits", &Scenario::binlog_order_commits, "commit in binlog order")
      .field("think_factor", &Scenario::think_factor, "scales think times", at_least(0), less_than(10))
      .field("row_size", &Scenario::row_size, "bytes per row", at_least(Bytes{1}))
      .field("arrivals", &Scenario::arrivals, "arrival rate")
      .field("read_share", &Scenario::read_share, "share of reads", at_most(Fraction{1}))
      .field("spare", &Scenario::spare, "a machine that may not exist")
      .check([](const Scenario& scenario, const Node& node, Diagnostics& diagnostics) {
        if (!scenario.warm_up || scenario.sync_stage.fsync_time <= *scenario.warm_up) return;
        diagnostics.error(node.location_of("warm_up"),
                          fmt::format("warm_up {} is shorter than fsync_time {}", format_time(*scenario.warm_up),
                                      format_time(scenario.sync_stage.fsync_time)));
      });
}

// Binds the text and returns the faults; "" if there are none.
inline std::string bind_text(std::string_view text, Scenario& scenario, Provenance* provenance = nullptr) {
  Diagnostics diagnostics;
  const auto root = read_document_text(text, "bad.yaml", diagnostics);
  if (root) schema_of<Scenario>().bind(*root, scenario, diagnostics, provenance);
  return printed(diagnostics);
}

inline std::string bind_text(std::string_view text) {
  Scenario scenario;
  return bind_text(text, scenario);
}

}  // namespace sim::test
