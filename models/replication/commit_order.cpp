#include "models/replication/commit_order.hpp"

#include <algorithm>

#include "models/server.hpp"

namespace models {

CommitOrder::CommitOrder(Server& replica, Turns* turns)
    : replica_(replica),
      turns_(turns),
      wakes_next_(turns == nullptr || !replica.variables().log_bin),
      waiters_(replica.simulation(), replica.name() + ": its turn to commit"),
      until_ended_(replica.simulation(), replica.name() + ": the commit before its own to end") {}

void CommitOrder::begin(std::int64_t number) {
  if (turn_ >= number && ended_ < number) latecomers_.insert(number);
}

void CommitOrder::end(std::int64_t number) {
  ended_ = std::max(ended_, number + 1);
  until_ended_.wake_up_to(ended_);
}

sim::Task<> CommitOrder::await_end_of_the_one_before(std::int64_t number) {
  latecomers_.erase(number);
  if (ended_ >= number) co_return;
  co_await until_ended_.wait_for(number);
  co_await replica_.wake_up();
}

sim::Task<> CommitOrder::await_turn(const Transaction& transaction) {
  const std::int64_t number = transaction.commit_number;
  if (latecomers_.contains(number)) co_await await_end_of_the_one_before(number);
  const bool sleeps = number > turn_;
  if (sleeps) waiting_.insert(number);
  while (number > turn_) co_await waiters_.wait_for(number);
  if (sleeps) waiting_.erase(number);
  if (sleeps && wakes_next_) co_await replica_.wake_up();
  if (turns_ != nullptr) co_await turns_->turn_has_come(transaction);
}

void CommitOrder::pass_turn() {
  ++turn_;
  std::int64_t last = turn_;
  while (!wakes_next_ && waiting_.contains(last + 1)) ++last;
  waiters_.wake_up_to(last);
}

}  // namespace models
