#include "models/analysis/commit_outline.hpp"

#include <algorithm>

#include "models/storage/redo_log_calls.hpp"

namespace models {

using sim::Seconds;

CommitOutline::CommitOutline(const ServerSpec& server, const Release& release, const Changes& changes, std::optional<AckPath> ack)
    : server_(server), costs_(server.costs), release_(release), changes_(changes), ack_(std::move(ack)) {}

Seconds CommitOutline::wake_up() const { return costs_.wake_up.mean() + costs_.context_switch_cpu.mean(); }

void CommitOutline::spend_before(const std::string& name, Seconds time, bool is_cpu) {
  spend(name, time, time);
  if (is_cpu) cpu_ += time;
}

// A part that comes twice is shown once.
void CommitOutline::spend(const std::string& name, Seconds alone, Seconds least) {
  alone_ += alone;
  least_ += least;
  if (alone.count() == 0 && least.count() == 0) return;
  const auto known = std::find_if(parts_.begin(), parts_.end(), [&](const ResponsePart& part) { return part.name == name; });
  ResponsePart& part = known == parts_.end() ? parts_.emplace_back(ResponsePart{name, {}, {}}) : *known;
  part.alone += alone;
  part.least += least;
}

SerialSection& CommitOutline::section(const std::string& name, Holder holder) {
  const auto known = std::find_if(sections_.begin(), sections_.end(), [&](const SerialSection& each) { return each.name == name; });
  if (known != sections_.end()) return *known;
  return sections_.emplace_back(SerialSection{name, holder == Holder::group, {}, {}, alone_});
}

void CommitOutline::enter(const std::string& name, Holder holder) { held_.push_back(&section(name, holder)); }

void CommitOutline::revisit(const std::string& name) {
  const SerialSection& revisited = section(name, Holder::transaction);
  turn_of_two_ = revisited.entered + revisited.mean.per_transaction;
}

void CommitOutline::leave(const std::string& name) {
  held_.erase(std::remove_if(held_.begin(), held_.end(), [&](const SerialSection* each) { return each->name == name; }), held_.end());
}

// Who holds what admits no group shares nothing with others.
bool CommitOutline::is_alone() const {
  return std::any_of(held_.begin(), held_.end(), [](const SerialSection* each) { return !each->admits_groups; });
}

void CommitOutline::charge(SerialSection& section, const Step& step) const {
  const bool is_shared = step.is_shared && !is_alone();
  (is_shared ? section.mean.per_group : section.mean.per_transaction) += step.mean;
  (is_shared ? section.least.per_group : section.least.per_transaction) += step.least;
}

void CommitOutline::serve(const Step& step) {
  spend(step.name, step.mean, step.least);
  for (SerialSection* each : held_) charge(*each, step);
}

void CommitOutline::prepare_in_engine() {
  const Seconds cpu = costs_.prepare_cpu.mean();
  const Step step{"prepare", cpu, cpu};
  serve(step);
  charge_cpu(step);
  append_redo();
}

void CommitOutline::append_redo() { appends_.push_back(alone_); }

void CommitOutline::commit_in_engine() {
  const Seconds cpu = costs_.engine_commit_cpu.mean();
  const Step step{"engine_commit", cpu, cpu};
  serve(step);
  charge_cpu(step);
  append_redo();
}

Seconds CommitOutline::redo_write() const {
  return Seconds{redo_write_time(redo_log_calls(release_, variables()), costs_).mean()};
}

Seconds CommitOutline::redo_sync() const {
  return Seconds{redo_sync_time(redo_log_calls(release_, variables()), costs_).mean()};
}

bool CommitOutline::has_log_threads() const {
  return !release_.is("mariadb") && release_.at_least(8) && variables().innodb_log_writer_threads;
}

// The flush is shared by whoever waits for one. Sessions that flush by themselves hold what they hold meanwhile; threads of
// the log may have flushed already when a session comes to wait for them.
void CommitOutline::write_or_sync_redo(const Step& step, const char* name) {
  charge(section(name, Holder::group), step);
  charge(redo_log_device_, step);
  Step held = step;
  if (has_log_threads()) held.least = Seconds{};
  for (SerialSection* each : held_) charge(*each, held);
  spend(step.name, step.mean, step.least);
}

void CommitOutline::flush_redo_at_commit() {
  const std::int64_t setting = variables().innodb_flush_log_at_trx_commit;
  if (setting == 0) return;
  const bool has_threads = has_log_threads();
  if (has_threads) wait_for_log_threads();
  const Seconds write = redo_write();
  write_or_sync_redo({"redo_log_write", write, write, true}, has_threads ? "log writer" : "redo log flush");
  if (setting != 2) {
    const Seconds fsync = redo_sync();
    write_or_sync_redo({"redo_log_fsync", fsync, fsync, true}, has_threads ? "log flusher" : "redo log flush");
  }
  if (has_threads) spend("wake_up", costs_.wake_up.mean() + costs_.redo_wake_up_cpu.mean(), Seconds{});
}

// The log threads may still be at what was appended before: by this transaction, or, at its first record, by the last one.
void CommitOutline::wait_for_log_threads() {
  if (appends_.size() > 1) add_log_threads_wait(appends_.back() - appends_[appends_.size() - 2]);
  else first_append_is_awaited_ = true;
}

// Two records at dates 0 and t: the second is written when the writer has written the first, and synced when the flusher
// has synced it. Those of one instant are written together.
void CommitOutline::add_log_threads_wait(Seconds t) {
  if (t.count() <= 0) return;
  const Seconds write = redo_write();
  const bool syncs = variables().innodb_flush_log_at_trx_commit == 1;
  const Seconds fsync = syncs ? redo_sync() : Seconds{};
  const Seconds written = std::max(t, write) + write;
  const Seconds begun = syncs ? std::max(written, write + fsync) : written;
  spend("redo_log_wait", begun - (t + write), Seconds{});
}

void CommitOutline::copy_to_binlog() {
  const Seconds cpu = costs_.flush_stage_cpu.mean() + costs_.flush_stage_cpu_per_kib.mean() * sim::in_kib(changes_.binlog);
  const Step step{"binlog_copy", cpu, cpu};
  serve(step);
  charge_cpu(step);
}

void CommitOutline::write_binlog() {
  const Seconds write = costs_.binlog_write.mean();
  const Step step{"binlog_write", write, write, true};
  serve(step);
  charge(binary_log_device_, step);
}

void CommitOutline::sync_stage_cpu() {
  const Seconds cpu = costs_.sync_stage_cpu.mean();
  serve({"sync_stage", cpu, cpu, true});
}

// Every n-th time: a share of it in the mean, and nothing that is certain.
void CommitOutline::sync_binlog() {
  const std::int64_t every = variables().sync_binlog;
  if (every == 0) return;
  const Seconds fsync = costs_.binlog_fsync.mean();
  const Step step{"binlog_fsync", fsync / static_cast<double>(every), every == 1 ? fsync : Seconds{}, true};
  serve(step);
  charge(binary_log_device_, step);
}

void CommitOutline::publish() {
  published_alone_ = alone_;
  published_least_ = least_;
}

void CommitOutline::await_ack(WaitPoint wait_point) {
  if (variables().rpl_semi_sync_source_wait_point == wait_point) await_ack();
}

// The ACK is on its way since the position was published. Who comes after it does not sleep.
void CommitOutline::await_ack() {
  if (!ack_) return;
  awaits_ack_ = true;
  const Seconds alone = published_alone_ + ack_->mean - alone_;
  const Seconds least = std::max(Seconds{}, published_least_ + ack_->least - least_);
  const bool sleeps = alone.count() > 0;
  spend("ack_wait", sleeps ? alone : Seconds{}, least);
  if (sleeps) spend("wake_up", wake_up(), Seconds{});
}

void CommitOutline::wait(const std::string& name, Seconds time, double wake_ups) { spend(name, time + wake_up() * wake_ups, Seconds{}); }

void CommitOutline::end() {
  if (first_append_is_awaited_) add_log_threads_wait(alone_ - appends_.back() + appends_.front());
}

}  // namespace models
