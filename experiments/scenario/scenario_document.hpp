// A scenario as its file says it, before names are looked up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/replication/channel_compression.hpp"
#include "models/scenario.hpp"
#include "models/variable_settings.hpp"
#include "models/workload/workload_profile.hpp"
#include "sim/config/distribution_codec.hpp"
#include "sim/config/schema.hpp"

namespace experiments {

// A part of the document that is read later, onto something that is already there.
struct Overrides {
  sim::Node node;
};

// Who sends what. Exactly one of sysbench, profile and transaction says what.
struct WorkloadDocument {
  std::string sysbench;
  std::string profile;
  std::vector<models::Statement> transaction;
  sim::Bytes transaction_binlog{175};
  std::int64_t transaction_binlog_events = 3;
  sim::Bytes transaction_redo{300};
  std::int64_t threads = 1;
  std::optional<sim::PerSecond> rate;
  std::string client_host;
  std::int64_t hot_rows = 0;
  sim::Fraction hot_share{1};
  std::int64_t tables = 1;
  std::int64_t table_size = 10000;
  std::int64_t schemas = 1;
  std::int64_t domains = 1;
  sim::Fraction big_share{0};
  std::int64_t big_rows = 50000;

  static sim::Schema<WorkloadDocument> schema();
};

struct RunDocument {
  sim::Seconds duration{60};
  std::optional<sim::Seconds> warm_up;
  std::int64_t seed = 1;
  std::int64_t replicates = 1;
  std::optional<sim::Fraction> precision;
  sim::Seconds report_interval{1};
  std::int64_t crash_moments = 0;
  std::string promote = "most_advanced";

  static sim::Schema<RunDocument> schema();
};

struct DeviceDocument {
  std::string kind;
  std::string fio;
  bool serial = false;
  sim::Fraction drift{0};

  static sim::Schema<DeviceDocument> schema();
};

struct HostDocument {
  std::int64_t cores = 4;
  std::string site;
  std::string profile;
  Overrides costs;
  sim::Named<DeviceDocument> devices;
  bool broadcast_requeues = false;
  double foreign_load = 0;
  sim::Seconds foreign_burst = models::ForeignLoadSpec{}.burst;
  sim::Seconds foreign_time_slice = models::ForeignLoadSpec{}.time_slice;
  sim::Fraction foreign_waiting_share{models::ForeignLoadSpec{}.waiting_share};

  static sim::Schema<HostDocument> schema();
};

// Something that stops for a while, and from when on.
struct StopDocument {
  sim::Seconds at{0};
  sim::Seconds length{0};

  static sim::Schema<StopDocument> schema();
};

struct PathDocument {
  sim::Seconds rtt{200e-6};
  sim::BytesPerSecond bandwidth{125e6};
  sim::TimeDistribution jitter;
  sim::Bytes tcp_window{0};
  sim::Fraction loss{0};

  static sim::Schema<PathDocument> schema();
};

struct LinkDocument {
  std::vector<std::string> between;
  std::optional<sim::Seconds> rtt;
  std::optional<sim::BytesPerSecond> bandwidth;
  std::optional<sim::TimeDistribution> jitter;
  std::optional<sim::Bytes> tcp_window;
  std::optional<sim::Fraction> loss;
  sim::BytesPerSecond other_traffic{0};
  std::vector<StopDocument> stops;

  static sim::Schema<LinkDocument> schema();
};

struct NetworkDocument {
  PathDocument default_path;
  std::vector<LinkDocument> links;
  models::NetworkChoice model = models::NetworkChoice::automatic;

  static sim::Schema<NetworkDocument> schema();
};

struct FilesDocument {
  std::string redo_log;
  std::string binary_log;
  std::string relay_log;

  static sim::Schema<FilesDocument> schema();
};

struct ServerDocument {
  std::string host;
  std::string version;
  std::string replicates_from;
  bool sql_thread = true;
  sim::Seconds source_delay{0};
  models::ChannelAlgorithm source_compression = models::ChannelAlgorithm::uncompressed;
  std::string option_file;
  models::VariableSettings variables;
  FilesDocument files;
  Overrides costs;
  std::optional<WorkloadDocument> workload;
  std::vector<StopDocument> stops;

  static sim::Schema<ServerDocument> schema();
};

struct ScenarioDocument {
  std::string description;
  std::optional<WorkloadDocument> workload;
  RunDocument run;
  std::string profile = "vm-4core-ssd";
  Overrides costs;
  sim::Named<HostDocument> hosts;
  NetworkDocument network;
  sim::Named<ServerDocument> servers;

  static sim::Schema<ScenarioDocument> schema();
};

}  // namespace experiments

namespace sim {

template <>
struct Codec<experiments::Overrides> {
  static bool read(const Node& node, experiments::Overrides& overrides, const Reader& reader);
  static Json write(const experiments::Overrides& overrides);
  static std::string type() { return "costs as in a cost profile"; }
  static Json json_schema();
};

}  // namespace sim
