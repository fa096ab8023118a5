// MySQL 8.0 from 8.0.39 on, and 8.4: ordered commit with a fourth stage for the AFTER_COMMIT wait.
//
// After its engine commits a group enrols in the after-commit queue and gives LOCK_commit away; the leader waits for the
// ACKs holding LOCK_after_commit. So the waits of AFTER_COMMIT happen one batch at a time, and later batches merge.
// Source: sql/binlog.cc and sql/rpl_commit_stage_manager.cc of 8.0.39. The release that brought it lies between 8.0.31 and
// 8.0.39.
#include "models/commit/mysql57_ordered_commit.hpp"
#include "models/commit/pipeline_catalogue.hpp"
#include "models/server.hpp"

namespace models {
namespace {

class Mysql80OrderedCommit final : public Mysql57OrderedCommit {
 public:
  explicit Mysql80OrderedCommit(Server& server)
      : Mysql57OrderedCommit(server),
        after_commit_(server.simulation(), "after-commit stage", server.name() + ": LOCK_after_commit", server.probe()) {
    stages_.push_back(&after_commit_);
  }

 private:
  sim::Task<> leave_commit_stage(Group group, Transaction& leader) override {
    const bool leads = after_commit_.enrol(group);
    commit_.mutex().release();
    if (!leads) {
      co_await follow(leader);
      co_return;
    }
    co_await enter(after_commit_);
    group = after_commit_.take_queue();
    co_await await_acks_after_commit(group);
    after_commit_.mutex().release();
    group.spend(Part::ack_wait, server_.now());
    finish(group);
  }

  StageQueue after_commit_;
};

const bool mysql80_registered = register_commit_pipeline<Mysql80OrderedCommit>(
    "mysql-8.0", {"mysql", {8, 0, 39}, {8, 1}, ""}, "8.0 from 8.0.39 on: AFTER_COMMIT waits in a stage of their own, one batch at a time");

const bool mysql84_registered = register_commit_pipeline<Mysql80OrderedCommit>(
    "mysql-8.4", {"mysql", {8, 1}, {10, 0}, ""}, "8.1 and later: as 8.0.39; from 8.4 on other defaults");

}  // namespace
}  // namespace models
