#include "models/replication/optimistic_applier.hpp"

#include "models/replication/applier_catalogue.hpp"

namespace models {

OptimisticApplier::OptimisticApplier(Server& source, Server& replica, ApplierProgress& progress, bool heeds_waits)
    : MariadbWorkers(source, replica, progress),
      heeds_waits_(heeds_waits),
      holders_(static_cast<std::size_t>(replica.variables().slave_parallel_threads)),
      given_away_(replica.simulation(), replica.name() + ": a row lock") {}

void OptimisticApplier::schedule(Job& job) {
  if (heeds_waits_ && entry(job.index).waited_for_row) job.follows = job.number;
}

sim::Task<> OptimisticApplier::change_rows(std::int64_t, const Session& session) {
  const Job& job = job_of(session);
  Holder& holder = holders_[static_cast<std::size_t>(session.worker)];
  holder.number = job.number;
  holder.is_committing = false;
  co_await change_until_it_lasts(job, holder);
}

void OptimisticApplier::commit_begins(const Session& session) {
  holders_[static_cast<std::size_t>(session.worker)].is_committing = true;
  MariadbWorkers::commit_begins(session);
}

// Somebody earlier may have wanted a row since; what has been prepared is rolled back, and prepared anew.
sim::Task<> OptimisticApplier::turn_has_come(const Transaction& transaction) {
  Holder& holder = holders_[static_cast<std::size_t>(transaction.worker)];
  if (!holder.is_killed) co_return;
  co_await change_until_it_lasts(job_of({transaction.worker}), holder);
  const sim::Bytes prepared = replica_.redo_log().append(transaction.changes.redo);
  co_await replica_.flush_redo_at_commit(prepared);
}

sim::Task<> OptimisticApplier::change_until_it_lasts(const Job& job, Holder& holder) {
  bool is_repeated = holder.is_killed;
  do {
    if (is_repeated) co_await prior_commits(job);
    holder.is_killed = false;
    co_await change_each_row(job, holder);
    is_repeated = true;
  } while (holder.is_killed);
}

sim::Task<> OptimisticApplier::change_each_row(const Job& job, Holder& holder) {
  co_await replica_.execute(transaction_cpu());
  const sim::Seconds row_cpu = replica_.costs().apply_row_cpu.mean();
  const std::vector<std::uint64_t> rows = entry(job.index).rows;
  for (const std::uint64_t row : rows) {
    co_await lock(row, job, holder);
    if (holder.is_killed) co_return;
    co_await replica_.execute(row_cpu);
    if (holder.is_killed) co_return;
  }
  const auto unnamed = entry(job.index).changes.rows - static_cast<int>(rows.size());
  if (unnamed > 0) co_await replica_.execute(row_cpu * unnamed);
}

// Transactions of two domains never meet: who uses domains says so.
sim::Task<> OptimisticApplier::lock(std::uint64_t row, const Job& job, Holder& holder) {
  constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15U;
  const std::uint64_t key = row ^ (static_cast<std::uint64_t>(entry(job.index).domain) * kSpread);
  while (!holder.is_killed) {
    Holder*& owner = locks_[key];
    if (owner == nullptr || owner->number > job.number) {
      if (owner != nullptr) {
        owner->is_killed = true;
        give_locks_away(*owner);
      }
      locks_[key] = &holder;
      holder.locks.push_back(key);
      co_return;
    }
    if (owner == &holder) co_return;
    co_await given_away_.wait();
    co_await replica_.wake_up();
  }
}

void OptimisticApplier::give_locks_away(Holder& holder) {
  for (const std::uint64_t key : holder.locks) locks_.erase(key);
  holder.locks.clear();
  given_away_.notify_all();
}

void OptimisticApplier::committed(const Job&, std::int64_t thread) { give_locks_away(holders_[static_cast<std::size_t>(thread)]); }

namespace {

class CautiousApplier final : public OptimisticApplier {
 public:
  CautiousApplier(Server& source, Server& replica, ApplierProgress& progress) : OptimisticApplier(source, replica, progress, true) {}
};

const bool optimistic_registered = register_applier<CautiousApplier>(
    "optimistic", "MariaDB: slave_parallel_threads, slave_parallel_mode=optimistic",
    "all at once, but for those that waited for a row on the source; conflicts are rolled back and repeated",
    [](const Release& release, const ServerVariables& variables) {
      return has_mariadb_workers(release, variables, ParallelMode::optimistic);
    });

}  // namespace
}  // namespace models
