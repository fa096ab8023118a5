// One direction of a byte stream between two hosts: messages arrive whole and in the order in which they were sent,
// as over TCP, even where the network's fair sharing would let a short one overtake a long one.
#pragma once

#include <deque>
#include <string>
#include <utility>

#include "sim/engine/network.hpp"
#include "sim/engine/simulation.hpp"
#include "sim/engine/sync.hpp"

namespace sim {

template <class Message>
class Connection {
 public:
  // `what` names the receiving end in reports of who waits for what.
  Connection(Simulation& simulation, NetworkHost from, NetworkHost to, std::string what)
      : simulation_(simulation), network_(simulation.network()), from_(from), to_(to), received_(simulation, std::move(what)) {}

  // Hands the message to the network; returns at once.
  void send(Message message, Bytes size) { send(std::move(message), size, Seconds{0}); }

  // The same, after `jitter`: queues and timers on the way that make this message late. Later ones wait for it.
  void send(Message message, Bytes size, Seconds jitter) {
    bytes_sent_ += size;
    under_way_.push_back({*this, std::move(message), size});
    const Event start{[](void* sent) { enter_network(*static_cast<UnderWay*>(sent)); }, &under_way_.back()};
    if (jitter.count() > 0) simulation_.schedule(simulation_.now() + jitter, start);
    else start();
  }

  // Awaitable: the next message.
  auto receive() { return received_.pop(); }

  std::size_t waiting_messages() const { return received_.size(); }
  Bytes bytes_sent() const { return bytes_sent_; }

 private:
  struct UnderWay {
    Connection& connection;
    Message message;
    Bytes size;
    bool arrived = false;
  };

  static void enter_network(UnderWay& sent) {
    Connection& self = sent.connection;
    self.network_.transfer(self.from_, self.to_, sent.size, {[](void* moved) { arrive(*static_cast<UnderWay*>(moved)); }, &sent});
  }

  static void arrive(UnderWay& sent) {
    sent.arrived = true;
    sent.connection.deliver_in_order();
  }

  void deliver_in_order() {
    while (!under_way_.empty() && under_way_.front().arrived) {
      received_.push(std::move(under_way_.front().message));
      under_way_.pop_front();
    }
  }

  Simulation& simulation_;
  Network& network_;
  NetworkHost from_;
  NetworkHost to_;
  std::deque<UnderWay> under_way_;  // a deque, since the network holds pointers to its elements
  FifoQueue<Message> received_;
  Bytes bytes_sent_{};
};

}  // namespace sim
