#include "models/simulate.hpp"

#include <algorithm>
#include <functional>

#include "models/cluster.hpp"
#include "models/timeline/timeline_recorder.hpp"
#include "sim/engine/isolated_run.hpp"
#include "sim/metrics/steady_state.hpp"

namespace models {
namespace {

// A pilot run is looked at in this many slots: enough for MSER-5, whose batches are of five.
constexpr int kPilotSlots = 100;
constexpr sim::Seconds kFirstPilot{0.5};
constexpr std::int64_t kPilotTransactions = 1000;

// Watches throughput while the clients run, to find out when the start has been forgotten.
class Pilot {
 public:
  Pilot(sim::Simulation& simulation, Cluster& cluster) : simulation_(simulation), cluster_(cluster) {}

  // Runs on to `end` in equal slots and returns whether the second half of the time since the start was steady.
  bool is_steady_at(sim::Instant end) {
    const sim::Seconds slot = (end - simulation_.now()) / kPilotSlots;
    std::vector<double> rates;
    const std::int64_t before = transactions();
    for (int i = 1; i <= kPilotSlots; ++i) {
      const std::int64_t count = transactions();
      simulation_.run_until(i == kPilotSlots ? end : simulation_.now() + slot);
      rates.push_back(static_cast<double>(transactions() - count));
    }
    return transactions() - before >= kPilotTransactions && sim::find_warm_up(rates).is_steady;
  }

 private:
  std::int64_t transactions() const { return cluster_.main_clients()->metrics().transactions(); }

  sim::Simulation& simulation_;
  Cluster& cluster_;
};

double relative_half_width(const RunRecord& record) {
  const LoadRecord& load = record.loads.front();
  const double rate = sim::estimate_from_batches(load.batch_rates).relative_half_width();
  const double mean = sim::estimate_from_batches(load.batch_means).relative_half_width();
  return std::max(rate, mean);
}

// A run that does not reach the asked precision stops here, as a multiple of its stated duration.
constexpr double kLongestRun = 64;

}  // namespace

// Doubles the warm-up until throughput is steady in it, at most for as long as will be measured. Returns whether it is.
bool warm_up(sim::Simulation& simulation, Cluster& cluster, const RunSpec& run) {
  if (run.warm_up) {
    simulation.run_until(sim::Instant{*run.warm_up});
    return true;
  }
  if (cluster.main_clients() == nullptr) return true;
  Pilot pilot(simulation, cluster);
  for (sim::Seconds end = kFirstPilot;; end *= 2) {
    if (end > run.duration) return false;
    if (pilot.is_steady_at(sim::Instant{end})) return true;
  }
}

RunRecord simulate(const Scenario& scenario, std::int64_t replicate, Observer* observer) {
  sim::Simulation simulation;
  Cluster cluster(simulation, scenario, replicate, observer);
  cluster.start();
  const bool is_steady = warm_up(simulation, cluster, scenario.run);
  cluster.reset_metrics();
  const sim::Instant start = simulation.now();
  RunRecord record;
  for (sim::Seconds length = scenario.run.duration;; length *= 2) {
    simulation.run_until(start + length);
    record = cluster.record();
    if (!scenario.run.precision || record.loads.empty()) break;
    if (relative_half_width(record) <= *scenario.run.precision || length >= scenario.run.duration * kLongestRun) break;
  }
  record.replicate = replicate;
  record.is_steady = is_steady;
  return record;
}

std::vector<RunRecord> simulate_isolated(const Scenario& scenario, int jobs) {
  std::vector<std::function<std::string()>> runs;
  for (std::int64_t replicate = 0; replicate < scenario.run.replicates; ++replicate) {
    runs.push_back([&scenario, replicate] { return to_bytes(simulate(scenario, replicate)); });
  }
  std::vector<RunRecord> records;
  for (const std::string& bytes : sim::run_isolated(runs, jobs)) records.push_back(run_record_from_bytes(bytes));
  return records;
}

TracedRun simulate_isolated(const Scenario& scenario, int jobs, const TimelineWindow& window,
                            const std::function<std::string(const Timeline&)>& write) {
  std::vector<std::function<std::string()>> runs;
  runs.push_back([&] {
    TimelineRecorder recorder(window);
    const std::string record = to_bytes(simulate(scenario, 0, &recorder));
    return std::to_string(record.size()) + ' ' + record + write(recorder.take());
  });
  for (std::int64_t replicate = 1; replicate < scenario.run.replicates; ++replicate) {
    runs.push_back([&scenario, replicate] { return to_bytes(simulate(scenario, replicate)); });
  }
  TracedRun traced;
  for (std::string& bytes : sim::run_isolated(runs, jobs)) {
    if (traced.records.empty()) {
      const std::size_t size_end = bytes.find(' ');
      const std::size_t size = std::stoull(bytes.substr(0, size_end));
      traced.trace = bytes.substr(size_end + 1 + size);
      bytes = bytes.substr(size_end + 1, size);
    }
    traced.records.push_back(run_record_from_bytes(bytes));
  }
  return traced;
}

}  // namespace models
