// A machine: cores, devices, a place in the network. Several servers may share it.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/engine/cpu.hpp"
#include "sim/engine/device.hpp"
#include "sim/engine/network.hpp"

namespace models {

class Host {
 public:
  Host(sim::Simulation& simulation, std::string name, int cores, bool broadcast_requeues = false)
      : name_(std::move(name)),
        broadcast_requeues_(broadcast_requeues),
        cpu_(std::make_unique<sim::Cpu>(simulation, cores)),
        network_(simulation.network().add_host(name_)) {}

  const std::string& name() const { return name_; }
  sim::Cpu& cpu() { return *cpu_; }

  // pthread_cond_broadcast() of glibc before 2.25: it moves all who wait for the condition to the queue of its mutex, so that one wakes up
  // after the other, each when the one before has looked. Newer ones wake all of them at once.
  // Source: nptl/pthread_cond_broadcast.c of glibc 2.12 (FUTEX_CMP_REQUEUE) and 2.25 (FUTEX_WAKE).
  bool broadcast_requeues() const { return broadcast_requeues_; }

  sim::NetworkHost network() const { return network_; }

  // Adds a device; its name must be new on this host.
  sim::Device& add_device(sim::Simulation& simulation, const std::string& name, sim::Device::Service service) {
    devices_.emplace_back(name, std::make_unique<sim::Device>(simulation, service));
    return *devices_.back().second;
  }

  const std::vector<std::pair<std::string, std::unique_ptr<sim::Device>>>& devices() const { return devices_; }

 private:
  std::string name_;
  bool broadcast_requeues_;
  std::unique_ptr<sim::Cpu> cpu_;
  sim::NetworkHost network_;
  std::vector<std::pair<std::string, std::unique_ptr<sim::Device>>> devices_;
};

}  // namespace models
