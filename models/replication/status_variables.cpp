#include "models/replication/status_variables.hpp"

#include <cmath>

#include "models/version/release.hpp"

namespace models {
namespace {

// An average is a whole number of microseconds, cut off.
double average(double sum_us, double waits) { return waits > 0 ? std::floor(sum_us / waits) : 0; }

std::vector<std::string> generations(const Release& release) {
  if (release.is("mariadb") || release.before(8, 0, 26)) return {"master"};
  if (release.before(8, 4)) return {"source", "master"};
  return {"source"};
}

}  // namespace

std::vector<StatusVariable> semi_sync_status_variables(const std::string& version, const SemiSyncSummary& summary) {
  const auto release = parse_release(version);
  if (!release) return {};
  const bool counts_acks = release->is("mariadb") && !release->before(10, 3);
  std::vector<StatusVariable> all;
  for (const std::string& generation : generations(*release)) {
    const auto add = [&](const std::string& word, double value, bool is_switch = false) {
      all.push_back({"Rpl_semi_sync_" + generation + "_" + word, value, is_switch});
    };
    add("clients", summary.clients);
    if (counts_acks) add("get_ack", summary.get_ack);
    add("net_avg_wait_time", average(summary.net_wait_time_us, summary.net_waits));
    add("net_wait_time", std::floor(summary.net_wait_time_us));
    add("net_waits", summary.net_waits);
    add("no_times", summary.no_times);
    add("no_tx", summary.no_tx);
    if (counts_acks) add("request_ack", summary.request_ack);
    add("status", summary.on_at_end ? 1 : 0, true);
    add("timefunc_failures", 0);
    add("tx_avg_wait_time", average(summary.tx_wait_time_us, summary.tx_waits));
    add("tx_wait_time", std::floor(summary.tx_wait_time_us));
    add("tx_waits", summary.tx_waits);
    add("wait_pos_backtraverse", summary.wait_pos_backtraverse);
    add("wait_sessions", summary.wait_sessions);
    add("yes_tx", summary.yes_tx);
  }
  return all;
}

}  // namespace models
