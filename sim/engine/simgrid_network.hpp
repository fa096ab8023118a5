// The network as SimGrid's flow-level model: transfers over one link share its bandwidth fairly.
#pragma once

#include <simgrid/forward.h>

#include <boost/intrusive_ptr.hpp>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/engine/network.hpp"

namespace sim {

class Simulation;
class SimGridCalendar;

class SimGridNetwork final : public Network {
 public:
  SimGridNetwork(Simulation& simulation, SimGridCalendar& calendar);
  ~SimGridNetwork() override;

  NetworkHost add_host(const std::string& name) override;
  void connect(NetworkHost a, NetworkHost b, Seconds one_way_latency, BytesPerSecond bandwidth) override;
  Bytes window(NetworkHost from, NetworkHost to) const override;
  void seal() override;
  void transfer(NetworkHost from, NetworkHost to, Bytes size, Event arrived) override;

 private:
  struct InFlight;

  void on_completion(const simgrid::s4u::Activity& activity);
  void start(NetworkHost from, NetworkHost to, Bytes size, InFlight transfer);

  SimGridCalendar& calendar_;
  simgrid::s4u::NetZone* zone_ = nullptr;
  std::vector<simgrid::s4u::Host*> hosts_;
  struct Link {
    Seconds latency;
    BytesPerSecond bandwidth;
  };
  std::map<std::pair<NetworkHost, NetworkHost>, Link> links_;
  // Never destroyed: SimGrid complains of transfers that are dropped while under way, as they are at the end of a run.
  using InFlightMap = std::unordered_map<const simgrid::s4u::Activity*, InFlight>;
  InFlightMap& in_flight_;
  const simgrid::s4u::Activity* completed_ = nullptr;  // still in in_flight_
  bool sealed_ = false;
};

}  // namespace sim
