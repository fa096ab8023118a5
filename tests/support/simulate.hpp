// Runs simulations of tests in operating-system processes of their own, and brings back what they found.
// Expectations belong in the parent: one that fails in the child would go unnoticed.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

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
inline Json simulate(const std::function<Json(sim::Simulation&)>& body, sim::NetworkModel model = sim::NetworkModel::simgrid) {
  const std::string text = sim::run_isolated([&body, model] {
    sim::Simulation simulation(model);
    return body(simulation).dump();
  });
  return Json::parse(text);
}

// The same of a `body` in which no two transfers share a link: without SimGrid everything happens at the same dates.
inline Json simulate_on_both(const std::function<Json(sim::Simulation&)>& body) {
  Json result = simulate(body);
  EXPECT_EQ(simulate(body, sim::NetworkModel::point_to_point), result);
  return result;
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
inline std::vector<std::string> journal_on(sim::NetworkModel model,
                                           const std::function<void(sim::Simulation&, Journal&)>& body) {
  const auto run = [&body](sim::Simulation& simulation) {
    Journal journal(simulation);
    body(simulation, journal);
    return Json(journal.lines());
  };
  return simulate(run, model);
}

// The same of a `body` in which no two transfers share a link: without SimGrid everything happens at the same dates.
inline std::vector<std::string> journal_of(const std::function<void(sim::Simulation&, Journal&)>& body) {
  const auto journal = journal_on(sim::NetworkModel::simgrid, body);
  EXPECT_EQ(journal_on(sim::NetworkModel::point_to_point, body), journal);
  return journal;
}

}  // namespace tests
