#include "calibration/readers/topology.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/named_values.hpp"

namespace calibration {
namespace {

std::string name_up_to_dot(const std::string& address) {
  const std::string host = address.substr(0, address.find(':'));
  const bool is_number = host.find_first_not_of("0123456789.") == std::string::npos;
  return is_number ? host : host.substr(0, host.find('.'));
}

constexpr std::size_t kNoSource = static_cast<std::size_t>(-1);

// Of each server, where its source stands among them.
std::vector<std::size_t> sources_of(const Topology& topology) {
  std::map<std::string, std::size_t> positions;
  for (std::size_t i = 0; i < topology.servers.size(); ++i) positions.emplace(topology.servers[i].address, i);
  std::vector<std::size_t> sources;
  for (const TopologyServer& each : topology.servers) {
    const auto found = each.source.empty() ? positions.end() : positions.find(each.source);
    sources.push_back(found == positions.end() ? kNoSource : found->second);
  }
  return sources;
}

// How many sources are above the server; loops end at the number of servers.
std::size_t depth_of(const std::vector<std::size_t>& sources, std::size_t server) {
  std::size_t depth = 0;
  for (auto at = sources[server]; at != kNoSource && depth < sources.size(); at = sources[at]) ++depth;
  return depth;
}

// "db1 -> db2 -> db3" for every server that has no replica.
sim::Json chains_of(const Topology& topology, const std::vector<std::size_t>& sources) {
  std::vector<bool> has_replica(sources.size(), false);
  for (const std::size_t each : sources) {
    if (each != kNoSource) has_replica[each] = true;
  }
  sim::Json chains = sim::Json::array();
  for (std::size_t leaf = 0; leaf < sources.size(); ++leaf) {
    if (has_replica[leaf] || sources[leaf] == kNoSource) continue;
    std::string chain = topology.servers[leaf].name;
    std::size_t length = 0;
    for (auto at = sources[leaf]; at != kNoSource && ++length <= sources.size(); at = sources[at])
      chain = fmt::format("{} -> {}", topology.servers[at].name, chain);
    chains.push_back(std::move(chain));
  }
  return chains;
}

sim::Json server_json(const Topology& topology, const TopologyServer& server) {
  sim::Json json{{"name", server.name}, {"address", server.address}};
  if (const TopologyServer* source = topology.find(server.source)) json["replicates_from"] = source->name;
  else if (!server.source.empty()) json["replicates_from"] = server.source;
  if (!server.release.empty()) json["version"] = server.release;
  if (!server.state.empty()) json["state"] = server.state;
  if (!server.site.empty()) json["site"] = server.site;
  if (server.is_read_only) json["read_only"] = *server.is_read_only;
  if (server.replicates) json["replicating"] = *server.replicates;
  if (server.is_semi_sync_source) json["semi_sync_source"] = true;
  if (server.is_semi_sync_replica) json["semi_sync_replica"] = true;
  if (server.acks && server.is_semi_sync_source) json["wait_for_replica_count"] = *server.acks;
  if (server.ack_timeout && server.is_semi_sync_source) json["semi_sync_timeout_ms"] = json_number(server.ack_timeout->count() * 1e3);
  if (server.lag) json["lag_s"] = json_number(server.lag->count());
  if (server.delay) json["delay_s"] = json_number(server.delay->count());
  if (server.lag && server.delay) json["lag_beyond_delay_s"] = json_number(std::max(0.0, (*server.lag - *server.delay).count()));
  if (server.cpus) json["cpu"] = json_number(*server.cpus);
  if (!server.settings.empty()) json["variables"] = settings_json(server.settings);
  if (server.place.line > 0) json["place"] = to_string(server.place);
  return json;
}

}  // namespace

const TopologyServer* Topology::find(const std::string& address) const {
  if (address.empty()) return nullptr;
  const auto found = std::find_if(servers.begin(), servers.end(), [&](const TopologyServer& each) { return each.address == address; });
  return found == servers.end() ? nullptr : &*found;
}

const TopologyServer* Topology::primary() const {
  for (const TopologyServer& each : servers) {
    const bool has_replica = std::any_of(servers.begin(), servers.end(), [&](const auto& other) { return other.source == each.address; });
    if (each.source.empty() && has_replica) return &each;
  }
  for (const TopologyServer& each : servers) {
    if (each.source.empty() && each.is_read_only == false) return &each;
  }
  return nullptr;
}

void name_servers(Topology& topology) {
  std::map<std::string, int> uses;
  for (const TopologyServer& each : topology.servers) ++uses[name_up_to_dot(each.address)];
  for (TopologyServer& each : topology.servers) {
    const std::string name = name_up_to_dot(each.address);
    each.name = uses[name] == 1 ? name : each.address;
    std::replace(each.name.begin(), each.name.end(), ':', '_');
  }
}

sim::Json topology_json(const Topology& topology) {
  sim::Json json{{"topology", topology.kind}, {"instances", topology.servers.size()}};
  if (const TopologyServer* primary = topology.primary()) json["primary"] = primary->name;
  const std::vector<std::size_t> sources = sources_of(topology);
  std::size_t depth = 0;
  sim::Json servers = sim::Json::array();
  for (std::size_t i = 0; i < topology.servers.size(); ++i) {
    depth = std::max(depth, depth_of(sources, i));
    servers.push_back(server_json(topology, topology.servers[i]));
  }
  json["depth"] = depth;
  json["tiers"] = chains_of(topology, sources);
  json["servers"] = std::move(servers);
  json.update(topology.more);
  return json;
}

}  // namespace calibration
