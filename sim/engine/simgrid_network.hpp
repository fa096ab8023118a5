// The network as SimGrid's flow-level model: transfers over one link share its bandwidth fairly.
#pragma once

#include <simgrid/forward.h>

#include <boost/intrusive_ptr.hpp>
#include <memory>
#include <vector>

#include "sim/engine/network.hpp"
#include "sim/engine/simgrid_calendar.hpp"

namespace sim {

class SimGridNetwork final : public Network {
 public:
  explicit SimGridNetwork(SimGridCalendar& calendar);
  ~SimGridNetwork() override;

  NetworkHost add_host(const std::string& name) override;
  using Network::connect;
  void connect(NetworkHost a, NetworkHost b, Seconds one_way_latency, BytesPerSecond bandwidth, Bytes window) override;
  void seal() override;
  void transfer(NetworkHost from, NetworkHost to, Bytes size, Event arrived) override;

 private:
  // One transfer, from the call to its arrival. It keeps SimGrid's activity alive, which points back to it.
  struct Transfer {
    SimGridNetwork& network;
    NetworkHost from;
    NetworkHost to;
    Bytes size;
    Event arrived;
    SimGridCalendar::Expected expected;
    boost::intrusive_ptr<simgrid::s4u::Comm> comm;

    void start();
  };

  void on_completion(const simgrid::s4u::Activity& activity);

  SimGridCalendar& calendar_;
  simgrid::s4u::NetZone* zone_ = nullptr;
  std::vector<simgrid::s4u::Host*> hosts_;
  std::unique_ptr<Transfer> completed_;
  bool sealed_ = false;
};

}  // namespace sim
