// How a server version commits. One alternative per file; a server picks its by version.
#pragma once

#include <string>
#include <vector>

#include "models/transaction.hpp"
#include "sim/engine/process.hpp"
#include "sim/engine/sync.hpp"

namespace models {

class CommitOutline;
class Server;

// A part of a pipeline that one leader or one transaction is in at a time, and the mutex that sees to it.
struct Stage {
  std::string name;
  sim::Lock* mutex;
};

struct StageUsage {
  std::string stage;
  sim::Seconds busy{};
};

// Contract, whatever the version:
//  - commit() ends exactly once per transaction, after everything that its durability settings promise has happened;
//  - the parts of the transaction's response time tile it up to the end of commit();
//  - transactions enter the binary log, and with ordered commits the storage engine, in the order of the flush stage.
class CommitPipeline {
 public:
  virtual ~CommitPipeline() = default;

  // Takes a transaction from the end of its last statement to the moment its session may answer the client.
  virtual sim::Task<> commit(Transaction& transaction) = 0;

  // A session is about to sleep for a row lock that a transaction holds.
  virtual void row_lock_is_wanted(const sim::Lock&) {}

  // The mutex that whoever writes to the binary log holds; none in a pipeline that is not told apart by it.
  virtual sim::Lock* lock_log() { return nullptr; }

  // Its stages in their order; none in a pipeline without.
  virtual std::vector<Stage> stages() { return {}; }

  // How long each stage has been occupied since the last reset.
  std::vector<StageUsage> stage_usage() {
    std::vector<StageUsage> usage;
    for (const Stage& stage : stages()) usage.push_back({stage.name, stage.mutex->busy()});
    return usage;
  }
  void reset_usage() {
    for (const Stage& stage : stages()) stage.mutex->reset_usage();
  }

  // A pipeline may also tell how it commits to the analysis, with the same steps in the same order:
  //   static void outline(CommitOutline& commit);
};

}  // namespace models
