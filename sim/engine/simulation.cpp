#include "sim/engine/simulation.hpp"

#include <algorithm>
#include <stdexcept>

#include "sim/engine/native_calendar.hpp"
#include "sim/engine/network.hpp"
#include "sim/engine/point_to_point_network.hpp"
#include "sim/engine/simgrid_calendar.hpp"
#include "sim/engine/simgrid_network.hpp"
#include "sim/engine/simgrid_setup.hpp"
#include "sim/engine/wait_list.hpp"

namespace sim {

void report_failure(ProcessIdentity* identity, std::exception_ptr failure) noexcept {
  if (identity == nullptr) std::terminate();
  identity->simulation->fail(failure);
}

Simulation::Simulation(NetworkModel model) {
  auto drain_ready = [](void* self) { return static_cast<Simulation*>(self)->drain(); };
  if (model == NetworkModel::point_to_point) {
    calendar_ = std::make_unique<NativeCalendar>(drain_ready, this);
    network_ = std::make_unique<PointToPointNetwork>(*calendar_);
    return;
  }
  start_simgrid();
  auto calendar = std::make_unique<SimGridCalendar>(drain_ready, this);
  network_ = std::make_unique<SimGridNetwork>(*calendar);
  calendar_ = std::move(calendar);
}

Simulation::~Simulation() = default;

void Simulation::spawn(std::string name, Process process) {
  auto handle = process.release();
  handle.promise().identity = new ProcessIdentity{this, std::move(name)};
  ready_.push(handle);
}

bool Simulation::drain() {
  while (!ready_.empty() && !failure_) ready_.pop().resume();
  return !failure_;
}

void Simulation::run_until(Instant date) {
  network_->seal();
  drain();
  if (!failure_) calendar_->run_until(date);
  if (failure_) std::rethrow_exception(failure_);
}

std::vector<Waiting> Simulation::waiting(const std::string& named) const {
  std::vector<Waiting> all;
  for (const WaitList* list : wait_lists_) {
    for (const WaitList::Waiter& waiter : list->waiters_) {
      if (waiter.identity == nullptr || !waiter.identity->name.starts_with(named)) continue;
      all.push_back({waiter.identity->name, list->what(), waiter.since});
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Waiting& a, const Waiting& b) { return a.since < b.since; });
  return all;
}

WaitList::WaitList(Simulation& simulation, std::string what) : simulation_(simulation), what_(std::move(what)) {
  simulation_.wait_lists_.push_back(this);
}

WaitList::~WaitList() { std::erase(simulation_.wait_lists_, this); }

}  // namespace sim
