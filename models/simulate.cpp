#include "models/simulate.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include "models/cluster.hpp"
#include "models/durability/crash_moments.hpp"
#include "models/network_choice.hpp"
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

// When the logs hold as much that is not on stable storage as they ever will: the operating system writes back after 30 to 35 s, see
// PageCache; the server flushes its redo log once per timeout.
sim::Seconds time_to_settle(const Scenario& scenario) {
  constexpr sim::Seconds kWriteBack{36};
  sim::Seconds longest{};
  for (const auto& [name, server] : scenario.servers) {
    const ServerVariables& variables = server.variables;
    if (variables.log_bin && variables.sync_binlog != 1) longest = std::max(longest, kWriteBack);
    if (variables.innodb_flush_log_at_trx_commit != 1) longest = std::max(longest, 2 * variables.innodb_flush_log_at_timeout);
  }
  return longest;
}

// Looks for what a crash would lose, if the scenario asks for that and nobody else watches the run.
class CrashWatch {
 public:
  CrashWatch(const Scenario& scenario, std::int64_t replicate, Observer* observer) : observer_(observer) {
    if (scenario.run.crash_moments == 0 || observer != nullptr) return;
    journal_.emplace(scenario);
    moments_.emplace(*journal_, scenario, replicate, scenario.run.promote);
    observer_ = &*journal_;
  }

  bool is_on() const { return moments_.has_value(); }
  Observer* observer() { return observer_; }

  void begin(sim::Instant start, const RunSpec& run) {
    if (moments_) moments_->sample(start, run.duration, run.crash_moments);
  }

  DurabilityRecord record(sim::Instant end) { return moments_ ? moments_->record(end) : DurabilityRecord{}; }

 private:
  Observer* observer_;
  std::optional<DurabilityJournal> journal_;
  std::optional<CrashMoments> moments_;
};

// A job for each replicate, which returns its record as bytes.
std::vector<std::function<std::string()>> replicates_of(const Scenario& scenario) {
  std::vector<std::function<std::string()>> runs;
  for (std::int64_t replicate = 0; replicate < scenario.run.replicates; ++replicate) {
    runs.emplace_back([&scenario, replicate] { return to_bytes(simulate(scenario, replicate)); });
  }
  return runs;
}

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
  sim::Simulation simulation(network_model_of(scenario));
  CrashWatch crashes(scenario, replicate, observer);
  Cluster cluster(simulation, scenario, replicate, crashes.observer());
  cluster.start();
  const bool is_steady = warm_up(simulation, cluster, scenario.run);
  if (crashes.is_on() && !scenario.run.warm_up) simulation.run_until(std::max(simulation.now(), sim::Instant{time_to_settle(scenario)}));
  cluster.reset_metrics();
  const sim::Instant start = simulation.now();
  crashes.begin(start, scenario.run);
  RunRecord record;
  for (sim::Seconds length = scenario.run.duration;; length *= 2) {
    simulation.run_until(start + length);
    record = cluster.record();
    if (!scenario.run.precision || record.loads.empty()) break;
    if (relative_half_width(record) <= *scenario.run.precision || length >= scenario.run.duration * kLongestRun) break;
  }
  record.replicate = replicate;
  record.is_steady = is_steady;
  record.durability = crashes.record(simulation.now());
  return record;
}

std::vector<RunRecord> simulate_isolated(const Scenario& scenario, int jobs) {
  std::vector<RunRecord> records;
  for (const std::string& bytes : sim::run_isolated(replicates_of(scenario), jobs)) records.push_back(run_record_from_bytes(bytes));
  return records;
}

TracedRun simulate_isolated(const Scenario& scenario, int jobs, const TimelineWindow& window,
                            const std::function<std::string(const Timeline&)>& write) {
  auto runs = replicates_of(scenario);
  runs.front() = [&] {
    TimelineRecorder recorder(window);
    const std::string record = to_bytes(simulate(scenario, 0, &recorder));
    return std::to_string(record.size()) + ' ' + record + write(recorder.take());
  };
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
