// What Orchestrator knows of a topology: the JSON of its API (/api/cluster, /api/all-instances), and the tree that
// `orchestrator-client -c topology` draws.
//
// In the JSON {"Int64": n, "Valid": false} is NULL, and the misspelt ReplicationSQLThreadRuning is the real key. In the tree
//   line = (blank blank)* ["+ " | "- "] host ":" port blanks ( "[" list "]" | "|" list with bars )
// two blanks are a level, "-" is a replica that does not replicate, and the list begins with the lag: "0s", "null", "unknown".
#include <algorithm>
#include <charconv>
#include <string>

#include <fmt/format.h>

#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/json_document.hpp"
#include "calibration/readers/server_release.hpp"
#include "calibration/readers/topology.hpp"

namespace calibration {
namespace {

std::string text_of_field(const sim::Node& node, std::string_view key) {
  const sim::Node* found = node.find(key);
  return found != nullptr && found->is_scalar() ? found->text() : "";
}

bool is_true_field(const sim::Node& node, std::string_view key) { return text_of_field(node, key) == "true"; }

std::optional<double> number_of_field(const sim::Node* node) {
  if (node == nullptr) return std::nullopt;
  if (node->is_mapping()) return is_true_field(*node, "Valid") ? number_of_field(node->find("Int64")) : std::nullopt;
  if (!node->is_scalar()) return std::nullopt;
  const auto number = sim::parse_number(node->text());
  return number ? number.value : std::nullopt;
}

// "host:port" of a Key; "" where there is none.
std::string address_of_key(const sim::Node* key) {
  if (key == nullptr) return "";
  const std::string host = text_of_field(*key, "Hostname");
  return host.empty() || host == "_" ? "" : fmt::format("{}:{}", host, text_of_field(*key, "Port"));
}

TopologyServer instance_of(const sim::Node& node, sim::Diagnostics& diagnostics) {
  TopologyServer server;
  server.place = node.location();
  server.address = address_of_key(node.find("Key"));
  server.source = address_of_key(node.find("MasterKey"));
  const std::string brand = text_of_field(node, "FlavorName") + text_of_field(node, "VersionComment");
  server.release = release_of_version(text_of_field(node, "Version"), brand);
  server.site = text_of_field(node, "DataCenter");
  server.is_read_only = is_true_field(node, "ReadOnly");
  const bool sql = is_true_field(node, "ReplicationSQLThreadRuning") || is_true_field(node, "ReplicationSQLThreadRunning");
  const bool io = is_true_field(node, "ReplicationIOThreadRuning") || is_true_field(node, "ReplicationIOThreadRunning");
  if (!server.source.empty()) server.replicates = sql && io;
  server.is_semi_sync_source = is_true_field(node, "SemiSyncMasterEnabled");
  server.is_semi_sync_replica = is_true_field(node, "SemiSyncReplicaEnabled");
  if (const auto acks = number_of_field(node.find("SemiSyncMasterWaitForReplicaCount"))) server.acks = static_cast<std::int64_t>(*acks);
  if (const auto timeout = number_of_field(node.find("SemiSyncMasterTimeout"))) server.ack_timeout = sim::Seconds{*timeout / 1e3};
  if (const auto lag = number_of_field(node.find("ReplicationLagSeconds")); lag && !server.source.empty()) server.lag = sim::Seconds{*lag};
  if (const auto delay = number_of_field(node.find("SQLDelay")); delay && *delay > 0) server.delay = sim::Seconds{*delay};
  const bool was_seen = text_of_field(node, "IsLastCheckValid") != "false";
  server.state = was_seen ? "seen" : "not seen";
  if (!was_seen) {
    const auto ago = number_of_field(node.find("SecondsSinceLastSeen"));
    diagnostics.warning(server.place, fmt::format("{} was last seen {} s ago: what is said of it is old", sim::printable(server.address),
                                                  ago ? fmt::format("{}", *ago) : "unknown"));
  }
  return server;
}

Confidence recognise_orchestrator_json(std::string_view head, const std::string&) {
  const bool has_keys = head.find("\"MasterKey\"") != std::string_view::npos && head.find("\"Hostname\"") != std::string_view::npos;
  return has_keys ? kCertain : kNotMine;
}

struct TreeLine {
  std::size_t level = 0;
  bool replicates = true;
  std::string address;
  std::size_t at = 0;
  std::vector<std::string> list;
};

std::vector<std::string> split_list(std::string_view text, std::string_view separators) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at <= text.size();) {
    const auto end = std::min(text.find_first_of(separators, at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

// The line of a server in a drawn tree; nothing for any other.
std::optional<TreeLine> tree_line(std::string_view line) {
  TreeLine found;
  found.at = line.find_first_not_of(' ');
  if (found.at == std::string_view::npos) return std::nullopt;
  found.level = found.at / 2;
  if (line.substr(found.at).starts_with("+ ") || line.substr(found.at).starts_with("- ")) {
    found.replicates = line[found.at] == '+';
    found.at += 2;
    ++found.level;
  } else if (found.at > 0) {
    return std::nullopt;
  }
  const std::string_view rest = line.substr(found.at);
  const auto end = rest.find_first_of(" |[");
  if (end == std::string_view::npos) return std::nullopt;
  found.address = rest.substr(0, end);
  const auto colon = found.address.rfind(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == found.address.size()) return std::nullopt;
  if (found.address.find_first_not_of("0123456789", colon + 1) != std::string::npos) return std::nullopt;
  const auto open = rest.find('[', end);
  const auto close = rest.rfind(']');
  if (open != std::string_view::npos && close != std::string_view::npos && close > open) {
    found.list = split_list(rest.substr(open + 1, close - open - 1), ",");
  } else if (const auto bar = rest.find('|'); bar != std::string_view::npos) {
    found.list = split_list(rest.substr(bar + 1), "|,");
  } else {
    return std::nullopt;
  }
  return found;
}

Confidence recognise_orchestrator_tree(std::string_view head, const std::string&) {
  int servers = 0, others = 0;
  while (!head.empty()) {
    const auto end = head.find('\n');
    std::string_view line = head.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (tree_line(line)) ++servers;
    else if (line.find_first_not_of(" \t") != std::string_view::npos) ++others;
    head.remove_prefix(end == std::string_view::npos ? head.size() : end + 1);
  }
  return servers > 0 && servers > others ? kCertain : kNotMine;
}

TopologyServer server_of_tree(const TreeLine& line, sim::Location place) {
  TopologyServer server;
  server.address = line.address;
  server.place = std::move(place);
  const auto has = [&](std::string_view word) { return std::find(line.list.begin(), line.list.end(), word) != line.list.end(); };
  if (!line.list.empty() && line.level > 0) {
    const std::string& lag = line.list[0];
    const auto number = sim::parse_time(lag);
    if (number) server.lag = number.value;
  }
  if (line.list.size() > 1) server.state = line.list[1];
  if (line.list.size() > 2) server.release = release_of_version(line.list[2]);
  if (has("rw") || has("ro")) server.is_read_only = has("ro");
  server.is_semi_sync_source = has("semi:master") || has("semi:source");
  server.is_semi_sync_replica = has("semi:replica");
  if (line.level > 0) server.replicates = line.replicates && server.state == "ok";
  return server;
}

constexpr std::size_t kMostTreeServers = 2'000;

}  // namespace

Topology read_orchestrator_json(TextSource& source, sim::Diagnostics& diagnostics) {
  Topology topology{"replication", {}, sim::Json::object()};
  const auto root = read_json(source, diagnostics);
  if (!root) return topology;
  if (root->is_mapping()) topology.servers.push_back(instance_of(*root, diagnostics));
  for (const sim::Node& each : root->items()) {
    TopologyServer server = instance_of(each, diagnostics);
    if (server.address.empty()) diagnostics.error(each.location(), "an instance without Key.Hostname");
    else if (topology.find(server.address) != nullptr) diagnostics.warning(server.place, server.address + " stands twice");
    else if (topology.servers.size() < kMostTreeServers) topology.servers.push_back(std::move(server));
  }
  name_servers(topology);
  return topology;
}

Topology read_orchestrator_tree(TextSource& source, sim::Diagnostics& diagnostics) {
  Topology topology{"replication", {}, sim::Json::object()};
  std::vector<std::string> above;  // addresses by level
  while (source.next_line(diagnostics) && topology.servers.size() < kMostTreeServers) {
    const auto line = tree_line(source.line());
    if (!line) continue;
    TopologyServer server = server_of_tree(*line, source.place(line->at));
    const std::size_t level = std::min(line->level, above.size());
    if (level < line->level) diagnostics.warning(server.place, "a server deeper than one level below the one before it");
    if (level > 0) server.source = above[level - 1];
    above.resize(level);
    above.push_back(server.address);
    if (topology.find(server.address) != nullptr) diagnostics.warning(server.place, server.address + " stands twice");
    topology.servers.push_back(std::move(server));
  }
  name_servers(topology);
  return topology;
}

namespace {

const bool orchestrator_json_registered = register_import_reader(
    {"Orchestrator instances", "topology", recognise_orchestrator_json,
     [](TextSource& source, const ImportOptions&, sim::Diagnostics& diagnostics) {
       return topology_json(read_orchestrator_json(source, diagnostics));
     }});

const bool orchestrator_tree_registered = register_import_reader(
    {"Orchestrator topology", "topology", recognise_orchestrator_tree,
     [](TextSource& source, const ImportOptions&, sim::Diagnostics& diagnostics) {
       return topology_json(read_orchestrator_tree(source, diagnostics));
     }});

}  // namespace
}  // namespace calibration
