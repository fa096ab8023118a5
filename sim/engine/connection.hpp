// One direction of a byte stream between two hosts: messages arrive whole and in the order in which they were sent,
// as over TCP, even where the network's fair sharing would let a short one overtake a long one.
#pragma once

#include <deque>
#include <string>
#include <utility>

#include "sim/engine/network.hpp"
#include "sim/engine/ring.hpp"
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
    under_way_.push_back({*this, std::move(message), size});
    const Event start{[](void* sent) { enter_network(*static_cast<UnderWay*>(sent)); }, &under_way_.back()};
    if (jitter.count() > 0) simulation_.schedule(simulation_.now() + jitter, start);
    else start();
  }

  // The way is interrupted: what is handed over from now on is lost, again and again, until the way is whole and the sender tries
  // once more. It tries when `timer` has passed since the first loss, and then after twice as long each time.
  void interrupt(Seconds timer) {
    is_interrupted_ = true;
    has_lost_ = false;
    next_timer_ = timer;
  }
  void restore() {
    is_interrupted_ = false;
    if (!has_lost_) return;
    while (next_try_ < simulation_.now()) next_try_ += next_timer_ *= 2;
    simulation_.schedule(next_try_, {[](void* self) { static_cast<Connection*>(self)->start_transfers(); }, this});
  }

  // Awaitable: the next message.
  auto receive() { return received_.pop(); }

  std::size_t waiting_messages() const { return received_.size(); }
  Bytes bytes_received() const { return bytes_received_; }

 private:
  struct UnderWay {
    Connection& connection;
    Message message;
    Bytes size;
    bool arrived = false;
  };

  // A stream keeps no more than its window under way; what is beyond waits at the sender. Without that the messages of a
  // saturated link would share it ever more thinly, and none would arrive.
  static void enter_network(UnderWay& sent) {
    Connection& self = sent.connection;
    self.at_sender_.push(&sent);
    self.start_transfers();
  }

  void start_transfers() {
    if (is_interrupted_ || (has_lost_ && simulation_.now() < next_try_)) {
      if (!has_lost_ && !at_sender_.empty()) next_try_ = simulation_.now() + next_timer_;
      has_lost_ = has_lost_ || !at_sender_.empty();
      return;
    }
    has_lost_ = false;
    if (window_.count == 0) window_ = network_.window(from_, to_);
    while (!at_sender_.empty() && (in_network_.count == 0 || in_network_ + at_sender_.front()->size <= window_)) {
      if (simulation_.now() < line_free_at_) {
        try_again_when_line_is_free();
        return;
      }
      UnderWay& next = *at_sender_.pop();
      in_network_ += next.size;
      occupy_line(next.size);
      network_.transfer(from_, to_, next.size, {[](void* moved) { arrive(*static_cast<UnderWay*>(moved)); }, &next});
    }
  }

  // The bytes of one stream follow one another: a message goes out behind the one before, not beside it, else those under way would
  // share the link, arrive all at once, and leave it empty for the latency of those that follow.
  void occupy_line(Bytes size) {
    const double bandwidth = network_.bandwidth(from_, to_).value;
    if (bandwidth > 0) line_free_at_ = simulation_.now() + Seconds{static_cast<double>(size.count) / bandwidth};
  }

  void try_again_when_line_is_free() {
    if (is_line_awaited_) return;
    is_line_awaited_ = true;
    const auto go_on = [](void* self) {
      static_cast<Connection*>(self)->is_line_awaited_ = false;
      static_cast<Connection*>(self)->start_transfers();
    };
    simulation_.schedule(line_free_at_, {go_on, this});
  }

  static void arrive(UnderWay& sent) {
    Connection& self = sent.connection;
    self.in_network_ -= sent.size;
    sent.arrived = true;
    self.start_transfers();
    self.deliver_in_order();
  }

  void deliver_in_order() {
    while (!under_way_.empty() && under_way_.front().arrived) {
      bytes_received_ += under_way_.front().size;
      received_.push(std::move(under_way_.front().message));
      under_way_.pop_front();
    }
  }

  Simulation& simulation_;
  Network& network_;
  NetworkHost from_;
  NetworkHost to_;
  std::deque<UnderWay> under_way_;  // a deque, since the network holds pointers to its elements
  Ring<UnderWay*> at_sender_;
  Bytes in_network_{};
  Bytes window_{};
  Instant line_free_at_{};       // the last byte handed to the network is on the line
  bool is_line_awaited_ = false;
  bool is_interrupted_ = false;
  bool has_lost_ = false;
  Seconds next_timer_{};
  Instant next_try_{};
  FifoQueue<Message> received_;
  Bytes bytes_received_{};
};

}  // namespace sim
