// A simulated server: its logs, its commit pipeline and, where it is one, its side of semi-sync replication.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/commit/commit_pipeline.hpp"
#include "models/cost_profile.hpp"
#include "models/host.hpp"
#include "models/observer.hpp"
#include "models/random_streams.hpp"
#include "models/replication/semi_sync_source.hpp"
#include "models/server_variables.hpp"
#include "models/storage/binary_log.hpp"
#include "models/storage/redo_log.hpp"
#include "models/thread_pool.hpp"
#include "models/version/release.hpp"
#include "sim/engine/wake_up.hpp"

namespace models {

// The devices that hold the server's files.
struct ServerFiles {
  sim::Device& redo_log;
  sim::Device& binary_log;
  sim::Device& relay_log;
};

class Server {
 public:
  // Throws std::invalid_argument for a version that no commit pipeline is registered for.
  Server(sim::Simulation& simulation, std::string name, const std::string& version, Host& host, ServerFiles files,
         const ServerVariables& variables, const CostProfile& costs, const RandomStreams& streams,
         Observer* observer = nullptr);

  const std::string& name() const { return name_; }
  const std::string& version() const { return version_; }
  const Release& release() const { return release_; }
  const ServerVariables& variables() const { return variables_; }
  const CostProfile& costs() const { return costs_; }
  sim::Simulation& simulation() { return simulation_; }
  Host& host() { return host_; }
  const Host& host() const { return host_; }
  sim::Device& relay_log_device() { return files_.relay_log; }
  const RandomStreams& streams() const { return streams_; }
  const Probe& probe() const { return probe_; }

  RedoLog& redo_log() { return *redo_log_; }
  const RedoLog& redo_log() const { return *redo_log_; }
  BinaryLog& binary_log() { return binary_log_; }
  const BinaryLog& binary_log() const { return binary_log_; }
  SemiSyncSource& semi_sync() { return semi_sync_; }

  sim::Instant now() const { return simulation_.now(); }

  // Awaitable: uses CPU of the host.
  auto execute(sim::Seconds demand) { return host_.cpu().execute(demand); }

  // Awaitable: the same for a session that has not slept since it last used CPU.
  auto go_on(sim::Seconds demand) { return host_.cpu().execute(demand, sim::Cpu::Work::going_on); }

  // Awaitable: the same for the work of statements, which a cold core does more slowly.
  auto execute_statement(sim::Seconds demand) { return host_.cpu().execute(demand, sim::Cpu::Work::heavy); }

  // innodb_thread_concurrency: a session needs a ticket for the storage engine. Whoever has to wait for one runs a wake-up
  // after it has got it.
  sim::Task<> enter_storage_engine();
  void leave_storage_engine() { tickets_.release(); }

  // Takes a mutex, for the transactions of a group where they are named. A session that has to sleep for it runs some time after it
  // was given it.
  sim::Task<> lock(sim::Lock& mutex, Group holders = {});

  // Takes it as a thread does that nobody hands a mutex to: it is woken when its turn comes, and sleeps again when somebody
  // who was awake has been quicker.
  sim::Task<> contend_for(sim::Lock& mutex);

  // Takes the lock of a row that the transaction is going to change.
  sim::Task<> lock_row(sim::Lock& row, Transaction& transaction);

  // Whether somebody wants to know which rows a transaction changes: the source for WRITESET, or a replica that finds out about
  // conflicts by itself.
  bool names_rows() const { return names_rows_; }
  void name_rows() { names_rows_ = true; }

  ThreadPool& thread_pool() { return thread_pool_; }

  // What its replication threads pass before they do something: closed while the server is stopped.
  sim::Gate& running() { return running_; }

  // The storage engine prepares: CPU, the transaction's redo goes to the log buffer.
  sim::Task<> prepare_in_engine(Transaction& transaction);

  // The storage engine commits in memory: CPU, commit record, row locks freed, changes visible. innodb_commit_concurrency
  // limits how many do so at a time. Source: innobase_commit in storage/innobase/handler/ha_innodb.cc of 5.1 to 8.0.
  sim::Task<> commit_in_engine(Transaction& transaction);

  // CPU of copying a group into the binary log.
  sim::Seconds binlog_copy_cpu(Group group) const;

  // Awaitable: what a thread pays between being notified and doing something: scheduling delay and the CPU of the switch.
  sim::WakeUp wake_up() { return {simulation_, host_.cpu(), wake_up_.next(), costs_.context_switch_cpu.mean()}; }

  // Makes a transaction's redo as durable as innodb_flush_log_at_trx_commit asks: fsync, write, or nothing.
  sim::Task<> flush_redo_at_commit(sim::Bytes position);

  // Commits by the version's pipeline, or in one phase when nothing goes to the binary log.
  sim::Task<> commit(Transaction& transaction);

  // Notes a commit group that went through the binary log.
  void note_group(std::size_t size) {
    if (size >= groups_by_size_.size()) groups_by_size_.resize(size + 1);
    ++groups_by_size_[size];
  }

  // Notes how often a follower was woken until its group had finished.
  void note_wake_ups(std::int64_t wake_ups) {
    follower_wake_ups_ += wake_ups;
    ++useful_wake_ups_;
  }

  // Wake-ups of followers, and those among them after which one could go on, since the last reset. Not counted where each
  // session is woken by itself.
  std::int64_t follower_wake_ups() const { return follower_wake_ups_; }
  std::int64_t useful_wake_ups() const { return useful_wake_ups_; }

  // LOCK_log of the commit pipeline, or nothing where it has none.
  sim::Lock* lock_log() { return pipeline_->lock_log(); }

  // How many groups of each size, by size, since the last reset.
  const std::vector<std::int64_t>& groups_by_size() const { return groups_by_size_; }

  // The stages of the commit pipeline, and how long each has been occupied since the last reset.
  std::vector<Stage> stages() { return pipeline_->stages(); }
  std::vector<StageUsage> stage_usage() const { return pipeline_->stage_usage(); }

  std::int64_t commits() const { return commits_; }

  // Notes that the storage engine has made the transaction visible, and frees its row lock.
  void note_commit(Transaction& transaction);

  void reset_metrics();

 private:
  bool compresses_binlog() const {
    return variables_.log_bin && (variables_.binlog_transaction_compression || variables_.log_bin_compress);
  }
  sim::Task<> compress(Transaction& transaction);

  sim::Simulation& simulation_;
  std::string name_;
  std::string version_;
  Release release_;
  Host& host_;
  ServerFiles files_;
  ServerVariables variables_;
  const CostProfile& costs_;
  const RandomStreams& streams_;
  Probe probe_;
  SampledCost wake_up_;
  std::unique_ptr<RedoLog> redo_log_;
  BinaryLog binary_log_;
  SemiSyncSource semi_sync_;
  sim::Semaphore tickets_;
  sim::Semaphore committing_;
  ThreadPool thread_pool_;
  sim::Gate running_;
  std::unique_ptr<CommitPipeline> pipeline_;
  std::unique_ptr<CommitPipeline> one_phase_;
  std::vector<std::int64_t> groups_by_size_;
  std::int64_t commits_ = 0;
  bool names_rows_ = false;
  std::int64_t follower_wake_ups_ = 0;
  std::int64_t useful_wake_ups_ = 0;
};

}  // namespace models
