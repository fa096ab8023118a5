// Constant costs for tests that add up what a transaction pays.
#pragma once

#include "tests/support/scenarios.hpp"

namespace laws {

// Every cost has a value of its own, so that no two mistakes cancel. In microseconds.
inline models::CostProfile priced() {
  models::CostProfile costs = tests::free_of_charge();
  const auto price = [](models::Cost& cost, double us) { cost = tests::costing(sim::microseconds(us)); };
  price(costs.client_round_trip, 101);
  price(costs.statements.by_kind[0].second, 53);
  price(costs.prepare_cpu, 7);
  price(costs.flush_stage_cpu, 11);
  price(costs.flush_stage_cpu_per_kib, 17);
  price(costs.sync_stage_cpu, 5);
  price(costs.engine_commit_cpu, 13);
  price(costs.wake_up, 23);
  price(costs.context_switch_cpu, 3);
  price(costs.redo_write, 19);
  price(costs.redo_fsync, 1009);
  price(costs.binlog_write, 29);
  price(costs.binlog_fsync, 2003);
  price(costs.relay_log_write, 31);
  price(costs.relay_log_fsync, 1511);
  price(costs.dump_thread_cpu, 2);
  price(costs.receiver_cpu, 4);
  price(costs.ack_receiver_cpu, 6);
  costs.event_overhead = sim::Bytes{5};
  costs.ack_size = sim::Bytes{29};
  return costs;
}

}  // namespace laws
