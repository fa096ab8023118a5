// A storage device: serves requests one after another, or each at once as flash with many channels nearly does.
#pragma once

#include <coroutine>
#include <cstdint>
#include <string>

#include "sim/engine/simulation.hpp"

namespace sim {

class Device {
 public:
  enum class Service { serial, parallel };

  Device(Simulation& simulation, Service service) : simulation_(simulation), service_(service) {}
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  // Awaitable: occupies the device for `service_time`; on a serial device after all that came before (first come, first served).
  auto serve(Seconds service_time) { return Awaiter{*this, service_time, {}, {}}; }

  // The same for what comes to the storage itself and not to a cache of the operating system: takes longer or shorter by the
  // device's condition, 1 by default, which a run may set at its start.
  auto sync(Seconds service_time) { return serve(service_time * condition_); }
  void set_condition(double factor) { condition_ = factor; }

  Service service() const { return service_; }
  std::int64_t served() const { return served_; }

  // Time since the last reset during which at least one request was in service.
  Seconds busy() const;
  void reset_usage();

 private:
  struct Awaiter {
    Device& device;
    Seconds service_time;
    Seconds wait{};
    std::coroutine_handle<> handle;

    bool await_ready() {
      wait = device.take_turn(service_time);
      if (wait.count() > 0) return false;
      device.begin_service();
      return service_time.count() <= 0;
    }
    void await_suspend(std::coroutine_handle<> waiting);
    void await_resume() { device.end_service(); }
    void begin();
  };

  // A request takes its place in the queue: how long it waits for those before it.
  Seconds take_turn(Seconds service_time);
  void begin_service();
  void end_service();

  Simulation& simulation_;
  Service service_;
  double condition_ = 1;
  Instant free_at_{};
  int in_service_ = 0;
  Instant busy_since_{};
  Seconds busy_{};
  std::int64_t served_ = 0;
};

}  // namespace sim
