#include "models/storage/redo_log_calls.hpp"

#include <algorithm>

namespace models {
namespace {

bool uses_fdatasync(const Release& release, const ServerVariables& variables) {
  return release.is("mariadb") ? release.at_least(10, 5) : variables.innodb_use_fdatasync;
}

}  // namespace

RedoLogCalls redo_log_calls(const Release& release, const ServerVariables& variables) {
  using Write = RedoLogCalls::Write;
  using Sync = RedoLogCalls::Sync;
  if (variables.innodb_flush_method == FlushMethod::o_dsync || variables.innodb_log_file_write_through) {
    return {Write::durable, Sync::none};
  }
  if (variables.innodb_flush_method == FlushMethod::all_o_direct) return {Write::to_device, Sync::none};
  return {variables.innodb_log_file_buffering ? Write::to_page_cache : Write::to_device,
          uses_fdatasync(release, variables) ? Sync::fdatasync : Sync::fsync};
}

sim::Distribution redo_write_time(const RedoLogCalls& calls, const CostProfile& costs) {
  switch (calls.write) {
    case RedoLogCalls::Write::to_page_cache: break;
    case RedoLogCalls::Write::to_device: return costs.redo_direct_write.or_else(costs.redo_write).time;
    case RedoLogCalls::Write::durable: return costs.redo_durable_write.or_else(costs.redo_fsync).time;
  }
  return costs.redo_write.time;
}

sim::Distribution redo_sync_time(const RedoLogCalls& calls, const CostProfile& costs) {
  if (calls.sync == RedoLogCalls::Sync::none) return {};
  const Cost& cost = calls.sync == RedoLogCalls::Sync::fdatasync ? costs.redo_fdatasync.or_else(costs.redo_fsync) : costs.redo_fsync;
  if (!calls.writes_to_device() || !costs.redo_direct_write.is_stated() || !cost.is_stated()) return cost.time;
  return cost.time.distribution().scaled(std::max(0.0, 1 - costs.redo_direct_write.mean() / cost.mean()));
}

}  // namespace models
