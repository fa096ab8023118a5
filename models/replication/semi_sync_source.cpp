#include "models/replication/semi_sync_source.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "models/host.hpp"
#include "models/server.hpp"

namespace models {

SemiSyncSource::SemiSyncSource(Server& server, const ServerVariables& variables)
    : server_(server),
      variables_(variables),
      rules_(semi_sync_rules(server.release())),
      is_on_(variables.rpl_semi_sync_source_enabled &&
             (variables.rpl_semi_sync_source_wait_no_replica || rules_.skips_without_replicas)),
      mutex_(server_.simulation(), server_.name() + ": LOCK_binlog_"),
      waiters_(server.simulation(), server.name() + ": a semi-sync ACK") {}

int SemiSyncSource::add_replica() {
  const int number = static_cast<int>(replica_acks_.size());
  replica_acks_.push_back(sim::Bytes{-1});
  last_acks_.push_back(0);
  note_ack(number, sim::Bytes{0});
  return number;
}

bool SemiSyncSource::waits_for_nobody() const {
  return rules_.skips_without_replicas && !variables_.rpl_semi_sync_source_wait_no_replica && replica_acks_.empty();
}

void SemiSyncSource::register_group(sim::Bytes end) {
  last_flushed_ = end;
  if (!is_on_ || waits_for_nobody()) return;
  registered_.push(end);
  ++status_.request_ack;
}

bool SemiSyncSource::wants_ack(sim::Bytes position) const {
  if (!is_enabled()) return false;
  if (!is_on_) return position >= last_flushed_;
  if (position <= acked_) return false;
  const bool looks_at_waiters = rules_.wakes != SemiSyncRules::Wakes::each;
  if (looks_at_waiters && lowest_waiting_is_set_ && position < lowest_waiting_) return false;
  return std::binary_search(registered_.begin(), registered_.end(), position);
}

sim::Task<> SemiSyncSource::await_ack(sim::Bytes position) {
  const sim::Instant waits_since = server_.now();
  server_.probe()(&Observer::ack_wait_began, position);
  const bool takes_mutex = rules_.wakes == SemiSyncRules::Wakes::everybody;
  if (takes_mutex) co_await take_mutex();
  while (is_on_ && position > acked_ && !waits_for_nobody()) {
    register_waiter(position);
    // Who waits for a position inside a flush group sleeps on the entry of the group's end.
    const auto group_end = std::lower_bound(registered_.begin(), registered_.end(), position);
    arm_timeout(waits_since);
    if (takes_mutex) mutex_.release();
    co_await waiters_.wait_for((group_end == registered_.end() ? position : *group_end).count, waits_since);
    const bool timed_out = std::exchange(first_timed_out_, false);
    if (takes_mutex) co_await look_under_mutex();
    else co_await server_.wake_up();
    if (timed_out) continue;
    ++status_.tx_waits;
    status_.tx_wait_time += server_.now() - waits_since;
  }
  if (takes_mutex) mutex_.release();
  if (is_on_ && !waits_for_nobody()) ++status_.yes_tx;
  else ++status_.no_tx;
  server_.probe()(&Observer::ack_wait_ended, position);
}

// Who comes while a broadcast has put everybody into the mutex's queue waits behind them all.
sim::Task<> SemiSyncSource::take_mutex() {
  return server_.host().broadcast_requeues() ? server_.lock(mutex_) : server_.contend_for(mutex_);
}

// Who slept on a condition takes its mutex again first. Where a broadcast puts everybody into the mutex's queue, each wakes up when the one
// before has looked; otherwise all wake up at once, and contend.
sim::Task<> SemiSyncSource::look_under_mutex() {
  if (server_.host().broadcast_requeues()) co_await mutex_.acquire();
  co_await server_.wake_up();
  if (!server_.host().broadcast_requeues()) co_await server_.contend_for(mutex_);
  co_await server_.go_on(server_.costs().semi_sync_look_cpu.mean());
}

sim::Task<> SemiSyncSource::pass_mutex() {
  if (rules_.wakes != SemiSyncRules::Wakes::everybody) co_return;
  co_await take_mutex();
  mutex_.release();
}

void SemiSyncSource::register_waiter(sim::Bytes position) {
  if (!lowest_waiting_is_set_) {
    lowest_waiting_ = position;
    lowest_waiting_is_set_ = true;
  } else if (position <= lowest_waiting_) {
    lowest_waiting_ = position;
    ++status_.wait_pos_backtraverse;
  }
}

void SemiSyncSource::report_ack(int replica, sim::Bytes position, sim::Seconds waited) {
  ++status_.get_ack;
  status_.net_wait_time += waited;
  note_ack(replica, position);
}

void SemiSyncSource::note_ack(int replica, sim::Bytes position) {
  server_.probe()(&Observer::ack_received, replica, position);
  sim::Bytes& latest = replica_acks_[static_cast<std::size_t>(replica)];
  latest = std::max(latest, position);
  const auto enough = position_acknowledged_by_enough();
  if (!enough) return;
  if (*enough > acked_) ++last_acks_[static_cast<std::size_t>(replica)];
  acknowledged_up_to(*enough);
}

std::optional<sim::Bytes> SemiSyncSource::position_acknowledged_by_enough() const {
  const auto needed = static_cast<std::size_t>(variables_.rpl_semi_sync_source_wait_for_replica_count);
  if (replica_acks_.size() < needed) return std::nullopt;
  std::vector<sim::Bytes> latest_first = replica_acks_;
  const auto kth = latest_first.begin() + static_cast<std::ptrdiff_t>(needed) - 1;
  std::nth_element(latest_first.begin(), kth, latest_first.end(), std::greater<>{});
  if (kth->count < 0) return std::nullopt;
  return *kth;
}

void SemiSyncSource::acknowledged_up_to(sim::Bytes position) {
  if (!is_on_) try_switch_on(position);
  if (position <= acked_) return;
  acked_ = position;
  wake_waiters();
  while (!registered_.empty() && registered_.front() <= acked_) registered_.pop();
}

void SemiSyncSource::wake_waiters() {
  if (waiters_.empty()) return;
  if (rules_.wakes == SemiSyncRules::Wakes::each) {
    waiters_.wake_up_to(acked_.count);
    return;
  }
  if (acked_ < lowest_waiting_) return;
  lowest_waiting_is_set_ = false;
  if (rules_.wakes == SemiSyncRules::Wakes::everybody) waiters_.wake_all();
  else waiters_.wake_up_to(acked_.count);
}

// The deadline counts from the beginning of the whole wait, however often the session is woken for nothing.
void SemiSyncSource::arm_timeout(sim::Instant waits_since) {
  const sim::Instant deadline = std::max(server_.now(), waits_since + variables_.rpl_semi_sync_source_timeout);
  if (timeout_armed_ && times_out_at_ <= deadline) return;
  timeout_armed_ = true;
  times_out_at_ = deadline;
  server_.simulation().schedule(deadline, {[](void* self) { static_cast<SemiSyncSource*>(self)->on_timeout(); }, this});
}

void SemiSyncSource::on_timeout() {
  if (!timeout_armed_ || server_.now() < times_out_at_) return;
  timeout_armed_ = false;
  if (waiters_.empty()) return;
  constexpr sim::Seconds kRounding{1e-9};
  const sim::Instant oldest = waiters_.oldest_since();
  if (server_.now() - oldest + kRounding < variables_.rpl_semi_sync_source_timeout) {
    arm_timeout(oldest);
    return;
  }
  ++status_.timeouts;
  first_timed_out_ = true;
  switch_off();
}

void SemiSyncSource::switch_off() {
  is_on_ = false;
  off_since_ = server_.now();
  ++status_.no_times;
  lowest_waiting_is_set_ = false;
  registered_.clear();
  waiters_.wake_all();
  server_.probe()(&Observer::semi_sync_switched, false);
}

void SemiSyncSource::try_switch_on(sim::Bytes position) {
  if (position < last_flushed_) return;
  is_on_ = true;
  status_.off_time += server_.now() - off_since_;
  server_.probe()(&Observer::semi_sync_switched, true);
}

SemiSyncStatus SemiSyncSource::status() const {
  SemiSyncStatus status = status_;
  status.is_on = is_on_;
  status.clients = static_cast<std::int64_t>(replica_acks_.size());
  status.wait_sessions = static_cast<std::int64_t>(waiters_.size());
  if (is_enabled() && !is_on_) status.off_time += server_.now() - off_since_;
  return status;
}

void SemiSyncSource::reset_status() {
  status_ = SemiSyncStatus{};
  std::fill(last_acks_.begin(), last_acks_.end(), 0);
  off_since_ = server_.now();
}

}  // namespace models
