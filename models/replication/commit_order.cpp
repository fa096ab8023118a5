#include "models/replication/commit_order.hpp"

#include "models/server.hpp"

namespace models {

CommitOrder::CommitOrder(Server& replica, Turns* turns)
    : replica_(replica), turns_(turns), wakes_next_(turns == nullptr || !replica.variables().log_bin), waiters_(replica.simulation(), replica.name() + ": its turn to commit") {}

sim::Task<> CommitOrder::await_turn(const Transaction& transaction) {
  if (transaction.commit_number > turn_) {
    co_await waiters_.wait_for(transaction.commit_number);
    if (wakes_next_) co_await replica_.wake_up();
  }
  if (turns_ != nullptr) co_await turns_->turn_has_come(transaction);
}

void CommitOrder::pass_turn() {
  ++turn_;
  waiters_.wake_up_to(turn_);
}

}  // namespace models
