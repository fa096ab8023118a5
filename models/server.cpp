#include "models/server.hpp"

#include <stdexcept>
#include <utility>

#include "models/commit/one_phase_commit.hpp"
#include "models/commit/pipeline_catalogue.hpp"
#include "models/storage/binlog_compression.hpp"
#include "models/storage/redo_log_calls.hpp"

namespace models {
namespace {

// Redo of a commit after its prepare: the undo log header's state, a transaction id. About what InnoDB writes.
constexpr sim::Bytes kCommitRecord{48};

sim::Task<> nothing() { co_return; }

std::unique_ptr<CommitPipeline> make_pipeline(const std::string& version, Server& server) {
  const PipelineAlternative* alternative = find_commit_pipeline(version);
  if (alternative == nullptr) throw std::invalid_argument("no commit pipeline for version " + version);
  return alternative->make(server);
}

Release release_of(const std::string& version) {
  const auto release = parse_release(version);
  if (!release) throw std::invalid_argument(version + " is not a version such as mysql-5.7");
  return *release;
}

// Where every commit flushes the redo log, its fsync has no more to write than the group's records, as measured; nor has it
// where writes go to the device.
sim::Seconds redo_writeback_per_mib(const RedoLogCalls& calls, const ServerVariables& variables, const CostProfile& costs) {
  const std::int64_t setting = variables.innodb_flush_log_at_trx_commit;
  const bool gathers = setting != 1 && setting != 3 && !calls.writes_to_device();
  return gathers ? costs.redo_writeback_per_mib.mean() : sim::Seconds{};
}

RedoLog::Costs redo_log_costs(const Release& release, const ServerVariables& variables, const CostProfile& costs,
                              const RandomStreams& streams, const std::string& server) {
  const RedoLogCalls calls = redo_log_calls(release, variables);
  return {.write = streams.draws(redo_write_time(calls, costs), server + "/redo_write"),
          .fsync = streams.draws(redo_sync_time(calls, costs), server + "/redo_fsync"),
          .wake_up = streams.draws(costs.wake_up.time, server + "/redo_wake_up"),
          .wake_up_cpu = costs.redo_wake_up_cpu.mean(),
          .spin_cpu = costs.redo_flush_spin_cpu.mean(),
          .writeback_per_mib = redo_writeback_per_mib(calls, variables, costs),
          .writes_to_device = calls.writes_to_device(),
          .syncs = calls.sync != RedoLogCalls::Sync::none};
}

}  // namespace

Server::Server(sim::Simulation& simulation, std::string name, const std::string& version, Host& host, ServerFiles files,
               const ServerVariables& variables, const CostProfile& costs, const RandomStreams& streams, Observer* observer)
    : simulation_(simulation),
      name_(std::move(name)),
      version_(version),
      release_(release_of(version)),
      host_(host),
      files_(files),
      variables_(variables),
      costs_(costs),
      streams_(streams),
      probe_(observer, *this),
      wake_up_(streams.draws(costs.wake_up.time, name_ + "/wake_up")),
      redo_log_(make_redo_log(release_, variables_,
                              {simulation, name_, files.redo_log, host.cpu(),
                               redo_log_costs(release_, variables_, costs, streams, name_), probe_})),
      binary_log_(simulation, name_, files.binary_log,
                  {streams.draws(costs.binlog_write.time, name_ + "/binlog_write"),
                   streams.draws(costs.binlog_fsync.time, name_ + "/binlog_fsync"), costs.binlog_writeback_per_mib.mean()},
                  variables.sync_binlog, variables.max_binlog_size, probe_),
      semi_sync_(*this, variables_),
      tickets_(simulation, name_ + ": innodb_thread_concurrency", variables.innodb_thread_concurrency),
      committing_(simulation, name_ + ": innodb_commit_concurrency", variables.innodb_commit_concurrency),
      thread_pool_(*this, variables_, release_),
      running_(simulation, name_ + ": to go on", true),
      pipeline_(make_pipeline(version, *this)),
      one_phase_(std::make_unique<OnePhaseCommit>(*this)) {
  binary_log_.track_dependencies(variables.binlog_transaction_dependency_tracking,
                                 variables.binlog_transaction_dependency_history_size);
  host.cpu().set_cold_start({costs.cold_start_cpu.mean(), costs.cold_start_after.mean()});
}

sim::Task<> Server::enter_storage_engine() {
  const bool sleeps = tickets_.is_full();
  co_await tickets_.acquire();
  if (sleeps) co_await wake_up();
}

sim::Task<> Server::lock(sim::Lock& mutex, Group holders) {
  if (mutex.is_contended()) {
    co_await contend_for(mutex);
  } else {
    const bool sleeps = mutex.held();
    co_await mutex.acquire();
    if (sleeps) co_await wake_up();
  }
  if (!holders.empty()) probe_(&Observer::entered, mutex, holders);
}

// The storage engine tells the binary log and the thread pool when a session is going to sleep for a row.
sim::Task<> Server::lock_row(sim::Lock& row, Transaction& transaction) {
  const bool sleeps = row.held();
  transaction.waited_for_row = transaction.waited_for_row || sleeps;
  if (sleeps) pipeline_->row_lock_is_wanted(row);
  if (sleeps && thread_pool_.is_used()) thread_pool_.begin_wait(transaction.connection);
  co_await lock(row);
  if (sleeps && thread_pool_.is_used()) thread_pool_.end_wait(transaction.connection);
}

sim::Task<> Server::contend_for(sim::Lock& mutex) {
  while (!mutex.try_acquire()) {
    co_await mutex.released();
    co_await wake_up();
  }
}

sim::Task<> Server::prepare_in_engine(Transaction& transaction) {
  co_await execute(costs_.prepare_cpu.mean());
  transaction.prepare_lsn = redo_log_->append(transaction.changes.redo);
}

sim::Task<> Server::commit_in_engine(Transaction& transaction) {
  const bool sleeps = committing_.is_full();
  co_await committing_.acquire();
  if (sleeps) co_await wake_up();
  if (variables_.log_bin) binary_log_.note_committing(transaction);
  co_await execute(costs_.engine_commit_cpu.mean());
  committing_.release();
  transaction.commit_lsn = redo_log_->append(kCommitRecord);
  note_commit(transaction);
}

sim::Seconds Server::binlog_copy_cpu(Group group) const {
  sim::Bytes size{};
  group.for_each([&](const Transaction& member) { size += member.changes.binlog; });
  return costs_.flush_stage_cpu.mean() * static_cast<double>(group.size()) +
         costs_.flush_stage_cpu_per_kib.mean() * sim::in_kib(size);
}

sim::Task<> Server::flush_redo_at_commit(sim::Bytes position) {
  const std::int64_t setting = variables_.innodb_flush_log_at_trx_commit;
  if (setting == 1 || setting == 3) return redo_log_->flush_up_to(position);
  if (setting == 2) return redo_log_->write_up_to(position);
  return nothing();
}

sim::Task<> Server::commit(Transaction& transaction) {
  CommitPipeline& pipeline = variables_.log_bin ? *pipeline_ : *one_phase_;
  probe_(&Observer::commit_began, transaction);
  if (transaction.last_committed < 0) transaction.last_committed = binary_log_.dependencies().max_committed();
  if (compresses_binlog()) co_await compress(transaction);
  co_await pipeline.commit(transaction);
  probe_(&Observer::commit_ended, transaction);
}

sim::Task<> Server::compress(Transaction& transaction) {
  const CompressedChanges compressed = compress_for_binlog(transaction.changes, variables_, costs_);
  co_await execute(compressed.cpu);
  transaction.changes = compressed.changes;
}

void Server::note_commit(Transaction& transaction) {
  ++commits_;
  if (transaction.row_lock != nullptr) std::exchange(transaction.row_lock, nullptr)->release();
  if (variables_.log_bin) binary_log_.note_commit(transaction, now());
  probe_(&Observer::committed, transaction);
}

void Server::reset_metrics() {
  redo_log_->reset_counts();
  binary_log_.reset_counts();
  semi_sync_.reset_status();
  groups_by_size_.clear();
  pipeline_->reset_usage();
  commits_ = follower_wake_ups_ = useful_wake_ups_ = 0;
}

}  // namespace models
