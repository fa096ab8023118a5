#include "models/network_choice.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "models/scenario.hpp"
#include "sim/engine/links.hpp"

namespace models {

bool shares_links(const Scenario& scenario) {
  std::map<std::pair<std::string, std::string>, int> streams;  // from one host to another
  for (const auto& [name, spec] : scenario.servers) {
    const ServerSpec* const source = scenario.find_server(spec.replicates_from);
    if (source == nullptr) continue;
    const LinkSpec& link = scenario.link_between(source->host, spec.host);
    if (sim::Link{link.rtt / 2, link.bandwidth, link.tcp_window}.rate() < link.bandwidth) return true;
    ++streams[{source->host, spec.host}];  // the binary log
    ++streams[{spec.host, source->host}];  // acknowledgements
  }
  return std::any_of(streams.begin(), streams.end(), [](const auto& each) { return each.second > 1; });
}

sim::NetworkModel network_model_of(const Scenario& scenario) {
  const bool needs_simgrid = scenario.network == NetworkChoice::simgrid || shares_links(scenario);
  return needs_simgrid ? sim::NetworkModel::simgrid : sim::NetworkModel::point_to_point;
}

}  // namespace models
