#include "sim/engine/simgrid_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <simgrid/s4u.hpp>
#include <stdexcept>

#include "sim/engine/simgrid_calendar.hpp"

namespace sg = simgrid::s4u;

namespace sim {
namespace {

// SimGrid wants a host speed; the CPU is modelled by Cpu, so the value is never used.
constexpr double kUnusedSpeed = 1e9;

}  // namespace

// Keeps the transfer alive until its end and knows what to do then.
struct SimGridNetwork::InFlight {
  sg::CommPtr comm;
  Event arrived;
};

SimGridNetwork::SimGridNetwork(Simulation&, SimGridCalendar& calendar)
    : calendar_(calendar), zone_(sg::create_full_zone("network")), in_flight_(*new InFlightMap) {
  sg::Activity::on_completion_cb([this](const sg::Activity& activity) { on_completion(activity); });
}

SimGridNetwork::~SimGridNetwork() = default;

NetworkHost SimGridNetwork::add_host(const std::string& name) {
  hosts_.push_back(zone_->create_host(name, kUnusedSpeed)->seal());
  return {static_cast<int>(hosts_.size()) - 1};
}

void SimGridNetwork::connect(NetworkHost a, NetworkHost b, Seconds one_way_latency, BytesPerSecond bandwidth) {
  auto one_direction = [&](NetworkHost from, NetworkHost to) {
    const auto* link = zone_->create_link(fmt::format("link-{}-{}", from.id, to.id), bandwidth.value)
                     ->set_latency(one_way_latency.count())
                     ->seal();
    zone_->add_route(hosts_.at(static_cast<std::size_t>(from.id))->get_netpoint(),
                     hosts_.at(static_cast<std::size_t>(to.id))->get_netpoint(), nullptr, nullptr,
                     {sg::LinkInRoute(link)}, false);
    connections_.emplace_back(from, to);
  };
  one_direction(a, b);
  if (a != b) one_direction(b, a);
}

void SimGridNetwork::seal() {
  if (sealed_) return;
  sealed_ = true;
  zone_->seal();
}

bool SimGridNetwork::connected(NetworkHost from, NetworkHost to) const {
  return std::find(connections_.begin(), connections_.end(), std::pair{from, to}) != connections_.end();
}

void SimGridNetwork::transfer(NetworkHost from, NetworkHost to, Bytes size, Event arrived) {
  if (!connected(from, to)) throw std::logic_error("a transfer between hosts that no link connects");
  sg::CommPtr comm = sg::Comm::sendto_init(hosts_[static_cast<std::size_t>(from.id)], hosts_[static_cast<std::size_t>(to.id)]);
  comm->set_payload_size(static_cast<std::uint64_t>(size.count));
  in_flight_.emplace(comm.get(), InFlight{comm, arrived});
  calendar_.expect();
  comm->vetoable_start();
}

void SimGridNetwork::on_completion(const sg::Activity& activity) {
  const auto found = in_flight_.find(&activity);
  if (found == in_flight_.end()) return;
  const Event arrived = found->second.arrived;
  in_flight_.erase(found);
  calendar_.run_expected(arrived);
}

}  // namespace sim
