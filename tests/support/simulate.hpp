// Runs simulations of tests in operating-system processes of their own, and brings back what they found.
// Expectations belong in the parent: one that fails in the child would go unnoticed.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/engine/isolated_run.hpp"
#include "sim/engine/simulation.hpp"

namespace tests {

using Json = nlohmann::json;

inline sim::Instant at(double seconds) { return sim::Instant{sim::Seconds{seconds}}; }
inline double seconds(sim::Instant instant) { return sim::in_seconds(instant.time_since_epoch()); }

// What `body` returns, after it has built and run one simulation. Doubles come back bit by bit.
inline Json simulate(const std::function<Json(sim::Simulation&)>& body) {
  const std::string text = sim::run_isolated([&body] {
    sim::Simulation simulation;
    return body(simulation).dump();
  });
  return Json::parse(text);
}

// Lets the clock run on to the date of every run_until(), though nothing else may be pending.
inline sim::Process keep_running(sim::Simulation& simulation) { co_await simulation.delay(sim::Seconds{1e9}); }

// What happened when: lines such as "1.5 A enters". Dates that are sums of powers of two print short.
class Journal {
 public:
  explicit Journal(const sim::Simulation& simulation) : simulation_(simulation) {}

  void note(const std::string& what) { lines_.push_back(fmt::format("{} {}", seconds(simulation_.now()), what)); }
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  const sim::Simulation& simulation_;
  std::vector<std::string> lines_;
};

// The journal of a simulation that `body` has built and run.
inline std::vector<std::string> journal_of(const std::function<void(sim::Simulation&, Journal&)>& body) {
  return simulate([&body](sim::Simulation& simulation) {
           Journal journal(simulation);
           body(simulation, journal);
           return Json(journal.lines());
         })
      .get<std::vector<std::string>>();
}

}  // namespace tests
