// Custom resources of database operators for Kubernetes: Percona XtraDB Cluster (PerconaXtraDBCluster), Percona Server
// (PerconaServerMySQL), MySQL (InnoDBCluster) and MariaDB (MariaDB).
//
//   PerconaXtraDBCluster  spec: {pxc: {size, image, configuration: my.cnf, resources, volumeSpec}}          Galera
//   PerconaServerMySQL    spec: {mysql: {size, image, clusterType, configuration, ...}}                      async or group replication
//   InnoDBCluster         spec: {instances, version, mycnf}                                                  group replication
//   MariaDB               spec: {replicas, image, myCnf, replication: {enabled}, galera: {enabled}}
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "calibration/readers/container_image.hpp"
#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/named_values.hpp"
#include "calibration/readers/topology.hpp"

namespace calibration {
namespace {

constexpr std::string_view kOperatorKinds[] = {"PerconaXtraDBCluster", "PerconaServerMySQL", "InnoDBCluster", "MariaDB"};

// The node under keys that dots separate, or nullptr.
const sim::Node* node_at(const sim::Node& root, std::string_view path) {
  const sim::Node* at = &root;
  while (at != nullptr && !path.empty()) {
    const auto dot = std::min(path.find('.'), path.size());
    at = at->find(path.substr(0, dot));
    path.remove_prefix(std::min(dot + 1, path.size()));
  }
  return at;
}

std::string text_at(const sim::Node& root, std::string_view path) {
  const sim::Node* found = node_at(root, path);
  return found != nullptr && found->is_scalar() ? found->text() : "";
}

bool is_operator_resource(const sim::Node& root) {
  const std::string kind = text_at(root, "kind");
  return std::find(std::begin(kOperatorKinds), std::end(kOperatorKinds), kind) != std::end(kOperatorKinds);
}

Confidence recognise_operator(std::string_view head, const std::string&) {
  if (head.find("apiVersion:") == std::string_view::npos) return kNotMine;
  for (const std::string_view kind : kOperatorKinds) {
    if (head.find(fmt::format("kind: {}", kind)) != std::string_view::npos) return kCertain;
  }
  return kNotMine;
}

// The value of one option inside wsrep_provider_options, "a=1; b = 2".
std::string provider_option(const std::string& options, std::string_view name) {
  for (std::size_t at = 0; at < options.size();) {
    const auto end = std::min(options.find(';', at), options.size());
    const std::string_view pair = std::string_view(options).substr(at, end - at);
    at = end + 1;
    const auto equals = pair.find('=');
    const auto start = pair.find_first_not_of(" \t");
    if (equals == std::string_view::npos || start == std::string_view::npos) continue;
    auto key = pair.substr(start, equals - start);
    while (key.ends_with(' ')) key.remove_suffix(1);
    auto value = pair.substr(equals + 1);
    while (value.starts_with(' ')) value.remove_prefix(1);
    while (value.ends_with(' ')) value.remove_suffix(1);
    if (key == name) return std::string(value);
  }
  return "";
}

struct OperatorPaths {
  std::string servers;  // of the pod: "spec.pxc", "spec"
  std::string count;
  std::string configuration;
  std::string kind;
};

OperatorPaths paths_of(const sim::Node& root) {
  const std::string kind = text_at(root, "kind");
  if (kind == "PerconaXtraDBCluster") return {"spec.pxc", "spec.pxc.size", "spec.pxc.configuration", "Galera"};
  if (kind == "PerconaServerMySQL") {
    const bool is_async = text_at(root, "spec.mysql.clusterType") == "async";
    return {"spec.mysql", "spec.mysql.size", "spec.mysql.configuration", is_async ? "replication" : "group replication"};
  }
  if (kind == "InnoDBCluster") return {"spec", "spec.instances", "spec.mycnf", "group replication"};
  const bool is_galera = text_at(root, "spec.galera.enabled") == "true";
  return {"spec", "spec.replicas", "spec.myCnf", is_galera ? "Galera" : "replication"};
}

void add_operator_facts(const sim::Node& root, const OperatorPaths& paths, const std::vector<ServerSetting>& settings, Topology& topology) {
  topology.more["nodes"] = topology.servers.size();
  for (const ServerSetting& each : settings) {
    if (each.name == "wsrep_applier_threads" || each.name == "wsrep_slave_threads") topology.more["applier_threads"] = each.value;
    if (each.name != "wsrep_provider_options") continue;
    const auto limit = sim::parse_number(provider_option(each.text, "gcs.fc_limit"));
    if (limit) topology.more["fc_limit"] = json_number(*limit.value);
  }
  const std::string storage = text_at(root, paths.servers + ".volumeSpec.persistentVolumeClaim.storageClassName");
  if (!storage.empty()) topology.more["storage"] = storage;
}

}  // namespace

Topology read_operator_resource(TextSource& source, sim::Diagnostics& diagnostics) {
  Topology topology{"replication", {}, sim::Json::object()};
  const auto root = read_yaml_document(source, is_operator_resource, diagnostics);
  if (!root) return topology;
  const OperatorPaths paths = paths_of(*root);
  topology.kind = paths.kind;
  std::string release = release_of_image(text_at(*root, paths.servers + ".image"));
  if (release.empty() && !text_at(*root, "spec.version").empty()) release = "mysql-" + text_at(*root, "spec.version");
  std::vector<ServerSetting> settings;
  if (const sim::Node* block = node_at(*root, paths.configuration); block != nullptr && block->is_scalar())
    settings = settings_in_block(*block, release, diagnostics);
  const sim::Node* count_node = node_at(*root, paths.count);
  const auto count = sim::parse_integer(count_node == nullptr ? "1" : count_node->text());
  constexpr std::int64_t kMostNodes = 1'000;
  if (!count || *count.value < 1 || *count.value > kMostNodes) {
    diagnostics.error(count_node->location(), fmt::format("{} takes a number from 1 to {}", paths.count, kMostNodes));
    return topology;
  }
  std::string cpu = text_at(*root, paths.servers + ".resources.limits.cpu");
  if (cpu.empty()) cpu = text_at(*root, paths.servers + ".resources.requests.cpu");
  const std::string name = text_at(*root, "metadata.name").empty() ? "db" : text_at(*root, "metadata.name");
  for (std::int64_t i = 0; i < *count.value; ++i) {
    TopologyServer server;
    server.address = fmt::format("{}-{}", name, i);
    if (i > 0 && topology.kind != "Galera") server.source = fmt::format("{}-0", name);
    server.release = release;
    server.cpus = cpus_of(cpu);
    server.settings = settings;
    server.place = root->location();
    topology.servers.push_back(std::move(server));
  }
  name_servers(topology);
  add_operator_facts(*root, paths, settings, topology);
  if (topology.kind != "replication") diagnostics.note(root->location(), topology.kind + " is not simulated");
  return topology;
}

namespace {

const bool operator_registered = register_import_reader(
    {"Kubernetes operator resource", "topology", recognise_operator,
     [](TextSource& source, const ImportOptions&, sim::Diagnostics& diagnostics) {
       return topology_json(read_operator_resource(source, diagnostics));
     }});

}  // namespace
}  // namespace calibration
