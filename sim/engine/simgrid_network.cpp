#include "sim/engine/simgrid_network.hpp"

#include <algorithm>
#include <fmt/format.h>

#include <simgrid/s4u.hpp>
#include <stdexcept>

#include "sim/engine/simgrid_calendar.hpp"

namespace sg = simgrid::s4u;

namespace sim {
namespace {

// SimGrid wants a host speed; the CPU is modelled by Cpu, so the value is never used.
constexpr double kUnusedSpeed = 1e9;

}  // namespace

SimGridNetwork::SimGridNetwork(Simulation&, SimGridCalendar& calendar)
    : calendar_(calendar), zone_(sg::create_full_zone("network")) {
  sg::Activity::on_completion_cb([this](const sg::Activity& activity) { on_completion(activity); });
}

SimGridNetwork::~SimGridNetwork() = default;

NetworkHost SimGridNetwork::add_host(const std::string& name) {
  hosts_.push_back(zone_->create_host(name, kUnusedSpeed)->seal());
  return {static_cast<int>(hosts_.size()) - 1};
}

void SimGridNetwork::connect(NetworkHost a, NetworkHost b, Seconds one_way_latency, BytesPerSecond bandwidth, Bytes window) {
  auto one_direction = [&](NetworkHost from, NetworkHost to) {
    const auto* link = zone_->create_link(fmt::format("link-{}-{}", from.id, to.id), bandwidth.value)
                     ->set_latency(one_way_latency.count())
                     ->seal();
    zone_->add_route(hosts_.at(static_cast<std::size_t>(from.id))->get_netpoint(),
                     hosts_.at(static_cast<std::size_t>(to.id))->get_netpoint(), nullptr, nullptr,
                     {sg::LinkInRoute(link)}, false);
    links_[{from, to}] = {one_way_latency, bandwidth, window};
  };
  one_direction(a, b);
  if (a != b) one_direction(b, a);
}

Bytes SimGridNetwork::window(NetworkHost from, NetworkHost to) const {
  constexpr double kSocketBuffer = 64 * 1024;
  const auto link = links_.find({from, to});
  if (link == links_.end()) return {};
  // What arrives is not under way here any more, though it is acknowledged half a round trip later.
  if (link->second.window.count > 0) return {std::max<std::int64_t>(1, link->second.window.count / 2)};
  // As much as is on the way in a round trip, but no more than can be counted.
  constexpr double kMost = 1e15;
  const double in_flight = 2 * link->second.latency.count() * link->second.bandwidth.value;
  return {static_cast<std::int64_t>(std::min(kMost, kSocketBuffer + in_flight))};
}

BytesPerSecond SimGridNetwork::bandwidth(NetworkHost from, NetworkHost to) const {
  const auto link = links_.find({from, to});
  return link == links_.end() ? BytesPerSecond{} : link->second.bandwidth;
}

void SimGridNetwork::seal() {
  if (sealed_) return;
  sealed_ = true;
  zone_->seal();
}

void SimGridNetwork::transfer(NetworkHost from, NetworkHost to, Bytes size, Event arrived) {
  const auto link = links_.find({from, to});
  if (link == links_.end()) throw std::logic_error("a transfer between hosts that no link connects");
  const Instant earliest = calendar_.now() + link->second.latency;
  // Freed on completion, and never when the run ends before: SimGrid complains of transfers that are dropped under way.
  auto* transfer = new Transfer{*this, from, to, size, arrived, earliest, nullptr};
  calendar_.start_expected(earliest, {[](void* self) { static_cast<Transfer*>(self)->start(); }, transfer});
}

void SimGridNetwork::Transfer::start() {
  const auto host = [this](NetworkHost end) { return network.hosts_[static_cast<std::size_t>(end.id)]; };
  comm = sg::Comm::sendto_init(host(from), host(to));
  comm->set_payload_size(static_cast<std::uint64_t>(size.count));
  comm->set_data(this);
  comm->vetoable_start();
}

void SimGridNetwork::on_completion(const sg::Activity& activity) {
  auto* transfer = activity.get_data<Transfer>();
  if (transfer == nullptr) return;
  calendar_.forget(transfer->earliest);
  // SimGrid goes on using this transfer when we return, so what is dropped now is the one before.
  completed_.reset(transfer);
  calendar_.run_expected(transfer->arrived);
}

}  // namespace sim
