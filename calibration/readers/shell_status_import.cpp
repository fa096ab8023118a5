// The status of MySQL Shell: cluster.status() and rs.status(), with or without {extended: n}, as JSON behind a prompt.
//
//   InnoDB Cluster     {"defaultReplicaSet": {"primary", "status", "statusText", "topologyMode", "topology": {ADDRESS: MEMBER}}}
//   InnoDB ReplicaSet  {"replicaSet": {"primary", "status", "topology": {ADDRESS: MEMBER}}}, all of them asynchronous
//   MEMBER             {"memberRole" | "instanceRole", "mode", "status", "version", "replicationLag", "readReplicas": {...}, ...}
//   replicationLag     "HH:MM:SS.micro", "applier_queue_applied" (none), or null
#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include <fmt/format.h>

#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/json_document.hpp"
#include "calibration/readers/server_release.hpp"
#include "calibration/readers/topology.hpp"

namespace calibration {
namespace {

constexpr std::size_t kMostShellMembers = 1'000;

std::string shell_text(const sim::Node& node, std::string_view key) {
  const sim::Node* found = node.find(key);
  return found != nullptr && found->is_scalar() ? found->text() : "";
}

// "00:00:02.812004"; nothing for words.
std::optional<sim::Seconds> lag_of_clock(const std::string& text) {
  double parts[3] = {0, 0, 0};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (double& part : parts) {
    const auto [stop, fault] = std::from_chars(at, end, part);
    if (fault != std::errc{} || part < 0) return std::nullopt;
    at = stop < end ? stop + 1 : stop;
  }
  return sim::Seconds{parts[0] * 3600 + parts[1] * 60 + parts[2]};
}

// How many members may fail, of "Cluster is ONLINE and can tolerate up to ONE failure."
std::optional<int> tolerance_of(const std::string& words) {
  if (words.find("NOT tolerant") != std::string::npos) return 0;
  const auto at = words.find("up to ");
  if (at == std::string::npos) return std::nullopt;
  const std::string_view rest = std::string_view(words).substr(at + 6);
  const std::array<std::string_view, 5> kNumbers = {"ZERO", "ONE", "TWO", "THREE", "FOUR"};
  for (std::size_t i = 0; i < kNumbers.size(); ++i) {
    if (rest.starts_with(kNumbers[i])) return static_cast<int>(i);
  }
  int number = 0;
  const auto [stop, fault] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  return fault == std::errc{} ? std::optional(number) : std::nullopt;
}

// Adds the member and its read replicas.
void add_shell_member(const sim::Field& field, const std::string& source, Topology& topology) {
  if (topology.servers.size() >= kMostShellMembers) return;
  const sim::Node& member = field.value;
  TopologyServer server;
  server.address = field.key;
  server.source = source;
  server.place = field.key_mark.location();
  server.release = release_of_version(shell_text(member, "version"));
  server.state = shell_text(member, "status");
  const std::string mode = shell_text(member, "mode");
  if (mode == "R/W" || mode == "R/O") server.is_read_only = mode == "R/O";
  const std::string lag = shell_text(member, "replicationLag");
  if (lag == "applier_queue_applied") server.lag = sim::Seconds{0};
  else server.lag = lag_of_clock(lag);
  const sim::Node* readers = member.find("readReplicas");
  topology.servers.push_back(std::move(server));
  if (readers == nullptr) return;
  for (const sim::Field& each : readers->fields()) add_shell_member(each, field.key, topology);
}

Confidence recognise_shell_status(std::string_view head, const std::string&) {
  for (const std::string_view word : {"\"defaultReplicaSet\"", "\"replicaSet\""}) {
    if (head.find(word) != std::string_view::npos && head.find("\"topology\"") != std::string_view::npos) return kCertain;
  }
  return kNotMine;
}

sim::Json members_summary(const sim::Node& set, const sim::Node& members) {
  sim::Json more{{"members", members.fields().size()}};
  const std::string primary = shell_text(set, "primary");
  if (!primary.empty()) more["primary"] = primary.substr(0, primary.find_first_of(".:"));
  int online = 0;
  for (const sim::Field& each : members.fields()) {
    const std::string status = shell_text(each.value, "status");
    if (status == "ONLINE") ++online;
    if (status == "(MISSING)") more["missing"] = each.key.substr(0, each.key.find_first_of(".:"));
  }
  more["online"] = online;
  if (const std::string mode = shell_text(set, "topologyMode"); !mode.empty()) more["mode"] = mode;
  if (const auto tolerance = tolerance_of(shell_text(set, "statusText"))) more["tolerance"] = *tolerance;
  if (const std::string status = shell_text(set, "status"); !status.empty()) more["status"] = status;
  return more;
}

}  // namespace

Topology read_shell_status(TextSource& source, sim::Diagnostics& diagnostics) {
  Topology topology{"group replication", {}, sim::Json::object()};
  const auto root = read_json(source, diagnostics);
  if (!root) return topology;
  const sim::Node* set = root->find("defaultReplicaSet");
  if (set == nullptr) {
    set = root->find("replicaSet");
    topology.kind = "replication";
  }
  const sim::Node* members = set == nullptr ? nullptr : set->find("topology");
  if (members == nullptr || !members->is_mapping()) {
    diagnostics.error(root->location(), "no topology in it");
    return topology;
  }
  const std::string primary = shell_text(*set, "primary");
  for (const sim::Field& each : members->fields()) add_shell_member(each, each.key == primary ? "" : primary, topology);
  if (topology.servers.size() >= kMostShellMembers) diagnostics.error(members->location(), "more than 1000 members");
  topology.more = members_summary(*set, *members);
  name_servers(topology);
  if (topology.kind == "group replication")
    diagnostics.note(set->location(), "Group Replication: its certification and flow control are not simulated");
  return topology;
}

namespace {

const bool shell_status_registered = register_import_reader(
    {"MySQL Shell status", "topology", recognise_shell_status,
     [](TextSource& source, const ImportOptions&, sim::Diagnostics& diagnostics) {
       return topology_json(read_shell_status(source, diagnostics));
     }});

}  // namespace
}  // namespace calibration
