#include "calibration/lab_record.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "calibration/readers/json_document.hpp"
#include "sim/config/quantity.hpp"

namespace calibration {
namespace {

using sim::Node;

constexpr const char* kLabSchema = "commitsim.lab/1";
constexpr double kMicroseconds = 1e-6;

// Takes values out of a record and reports what is not as it should be, at its place.
class LabReader {
 public:
  explicit LabReader(sim::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  LabRecord record(const Node& root) {
    LabRecord record;
    record.log = text(root, "sysbench_log");
    record.threads = number(root, "threads");
    record.fsync_was_chosen = text(root, "fsync") == "chosen";
    if (const Node* figures = object(root, "sysbench")) record.transactions = number(*figures, "transactions");
    for (const Node& each : list(root, "servers")) record.servers.push_back(server(each));
    for (const Node& each : list(root, "links")) record.links.push_back(link(each));
    if (root.find("host") != nullptr) record.host = host(root);
    if (record.servers.empty()) fault(root, "servers: at least the source is needed");
    return record;
  }

 private:
  LabServer server(const Node& node) {
    LabServer server;
    server.name = text(node, "name");
    server.cpu_cores = optional_number(node, "cpu_cores");
    if (const Node* kinds = node.find("fsync")) {
      for (const sim::Field& kind : kinds->fields()) server.fsyncs[kind.key] = fsyncs(kind.value);
    }
    if (const Node* counters = node.find("status_delta")) {
      for (const sim::Field& each : counters->fields()) server.status_delta[each.key] = value(each.value, each.key);
    }
    return server;
  }

  LabFsyncs fsyncs(const Node& node) {
    LabFsyncs fsyncs;
    fsyncs.calls = number(node, "calls");
    fsyncs.mean = sim::Seconds{number(node, "mean_us") * kMicroseconds};
    for (const sim::Field& each : node.fields()) {
      if (each.key.size() < 5 || each.key.front() != 'p' || !each.key.ends_with("_us")) continue;
      const auto percent = sim::parse_number(each.key.substr(1, each.key.size() - 4));
      if (percent) fsyncs.percentiles.emplace_back(*percent.value, sim::Seconds{value(each.value, each.key) * kMicroseconds});
    }
    std::sort(fsyncs.percentiles.begin(), fsyncs.percentiles.end());
    return fsyncs;
  }

  LabLink link(const Node& node) {
    const double late = number(node, "late_us_to_source") + number(node, "late_us_to_replica");
    return {text(node, "replica"), optional_number(node, "cpu_cores"), sim::Seconds{late / 2 * kMicroseconds}};
  }

  std::optional<LabHost> host(const Node& root) {
    const Node* node = object(root, "host");
    if (node == nullptr) return std::nullopt;
    return LabHost{static_cast<int>(number(*node, "cores")), number(*node, "foreign_cores"), optional_number(*node, "foreign_nice_cores"),
                   number(*node, "clients_cores")};
  }

  const Node* object(const Node& node, const char* key) {
    const Node* found = node.find(key);
    if (found != nullptr && found->is_mapping()) return found;
    fault(found != nullptr ? *found : node, fmt::format("{}: {}", key, found != nullptr ? "wanted is an object" : "is missing"));
    return nullptr;
  }

  const std::vector<Node>& list(const Node& node, const char* key) {
    static const std::vector<Node> none;
    const Node* found = node.find(key);
    if (found != nullptr && found->is_sequence()) return found->items();
    fault(found != nullptr ? *found : node, fmt::format("{}: {}", key, found != nullptr ? "wanted is a list" : "is missing"));
    return none;
  }

  std::string text(const Node& node, const char* key) {
    const Node* found = node.find(key);
    if (found != nullptr && found->is_scalar()) return found->text();
    fault(node, fmt::format("{}: is missing", key));
    return "";
  }

  double number(const Node& node, const char* key) {
    const Node* found = node.find(key);
    if (found != nullptr) return value(*found, key);
    fault(node, fmt::format("{}: is missing", key));
    return 0;
  }

  double optional_number(const Node& node, const char* key) {
    const Node* found = node.find(key);
    return found != nullptr ? value(*found, key) : 0;
  }

  double value(const Node& node, const std::string& key) {
    const auto parsed = node.is_scalar() ? sim::parse_number(node.text()) : sim::Parsed<double>{};
    if (!parsed) fault(node, fmt::format("{}: is no number", key));
    return parsed.value.value_or(0);
  }

  void fault(const Node& node, const std::string& message) { diagnostics_.error(node.location(), message); }

  sim::Diagnostics& diagnostics_;
};

}  // namespace

const LabServer* LabRecord::find_server(const std::string& name) const {
  const auto found = std::find_if(servers.begin(), servers.end(), [&](const LabServer& each) { return each.name == name; });
  return found == servers.end() ? nullptr : &*found;
}

std::optional<LabRecord> read_lab_record(const std::string& path, sim::Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.count();
  auto source = TextSource::open(path, diagnostics);
  const auto root = source ? read_json(*source, diagnostics) : std::nullopt;
  if (!root) return std::nullopt;
  const Node* schema = root->find("schema");
  if (schema == nullptr || !schema->is_scalar() || schema->text() != kLabSchema) {
    diagnostics.error({path, 0, 0}, fmt::format("is no record of the lab: its schema is not {}", kLabSchema));
    return std::nullopt;
  }
  LabRecord record = LabReader(diagnostics).record(*root);
  if (diagnostics.count() != before) return std::nullopt;
  return record;
}

}  // namespace calibration
