// What crashes at random moments of a simulated run would lose, boiled down to what tests ask about.
#pragma once

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "models/durability/crash_judge.hpp"
#include "tests/law/measured_model.hpp"
#include "tests/support/scenarios.hpp"

namespace laws {

struct CrashFindings {
  models::DurabilityRecord record;
  double rate = 0;  // of the clients, per second

  const models::LossRecord& of(models::Failure failure) const {
    static const models::LossRecord none;
    const auto found = std::find_if(record.losses.begin(), record.losses.end(), [&](const models::LossRecord& loss) {
      return loss.failure == models::kFailureNames[static_cast<std::size_t>(failure)];
    });
    return found == record.losses.end() ? none : *found;
  }
};

template <class Values>
auto worst(const Values& values) {
  return values.empty() ? typename Values::value_type{} : *std::max_element(values.begin(), values.end());
}

template <class Values>
double mean(const Values& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

inline CrashFindings crashes_in(models::Scenario scenario, std::int64_t moments) {
  scenario.run.crash_moments = moments;
  const Measured found = measure(scenario);
  return {found.record.durability, found.throughput()};
}

// A server whose every piece of work takes some time, so that a crash can come between any two.
inline models::CostProfile crash_costs() {
  models::CostProfile costs = tests::free_of_charge();
  const auto about = [](double us) { return tests::uniformly(sim::microseconds(us / 2), sim::microseconds(us * 3 / 2)); };
  costs.client_round_trip = about(4000);
  costs.statements.by_kind[0].second = about(4000);
  for (models::Cost* cpu : {&costs.prepare_cpu, &costs.flush_stage_cpu, &costs.sync_stage_cpu, &costs.engine_commit_cpu,
                            &costs.dump_thread_cpu, &costs.receiver_cpu, &costs.ack_receiver_cpu, &costs.apply_transaction_cpu}) {
    *cpu = about(20);
  }
  for (models::Cost* wait : {&costs.wake_up, &costs.redo_write, &costs.binlog_write, &costs.relay_log_write}) *wait = about(50);
  for (models::Cost* fsync : {&costs.redo_fsync, &costs.binlog_fsync, &costs.relay_log_fsync}) *fsync = about(1500);
  return costs;
}

}  // namespace laws
