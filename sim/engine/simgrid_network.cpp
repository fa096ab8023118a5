#include "sim/engine/simgrid_network.hpp"

#include <fmt/format.h>

#include <simgrid/s4u.hpp>

namespace sg = simgrid::s4u;

namespace sim {
namespace {

// SimGrid wants a host speed; the CPU is modelled by Cpu, so the value is never used.
constexpr double kUnusedSpeed = 1e9;

}  // namespace

SimGridNetwork::SimGridNetwork(SimGridCalendar& calendar)
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
    links_.add(from, to, {one_way_latency, bandwidth, window});
  };
  one_direction(a, b);
  if (a != b) one_direction(b, a);
}

void SimGridNetwork::seal() {
  if (sealed_) return;
  sealed_ = true;
  zone_->seal();
}

void SimGridNetwork::transfer(NetworkHost from, NetworkHost to, Bytes size, Event arrived) {
  const SimGridCalendar::Expected expected{links_.between(from, to).arrival(calendar_.now(), size), calendar_.take_place()};
  // Freed on completion, and never when the run ends before: SimGrid complains of transfers that are dropped under way.
  auto* transfer = new Transfer{*this, from, to, size, arrived, expected, nullptr};
  calendar_.start_expected(expected, {[](void* self) { static_cast<Transfer*>(self)->start(); }, transfer});
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
  // SimGrid goes on using this transfer when we return, so what is dropped now is the one before.
  completed_.reset(transfer);
  calendar_.end_expected(transfer->expected, transfer->arrived);
}

}  // namespace sim
