// Which network a scenario is simulated on.
#pragma once

#include <array>

#include "sim/config/codec_enum.hpp"
#include "sim/engine/simulation.hpp"

namespace sim {

constexpr auto enum_names(NetworkModel) {
  return std::to_array<EnumName<NetworkModel>>({{"simgrid", NetworkModel::simgrid}, {"point_to_point", NetworkModel::point_to_point}});
}

}  // namespace sim

namespace models {

struct Scenario;

enum class NetworkChoice {
  automatic,       // point_to_point where that gives the same as SimGrid, else SimGrid
  simgrid,
};

constexpr auto enum_names(NetworkChoice) {
  return std::to_array<sim::EnumName<NetworkChoice>>({{"auto", NetworkChoice::automatic}, {"simgrid", NetworkChoice::simgrid}});
}

// Whether some link of the scenario can have two transfers under way that share its bandwidth: it carries two streams in one
// direction, or a stream that TCP keeps below the bandwidth, so that a message can begin before the one ahead has gone out.
bool shares_links(const Scenario& scenario);

// What the scenario asks for, or point_to_point where no link is shared.
sim::NetworkModel network_model_of(const Scenario& scenario);

}  // namespace models
