// Jobs in operating-system processes of their own, handed out one by one and collected as they end.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sim {

// How a job ended: what it returned, or why it failed.
struct IsolatedOutcome {
  std::size_t id = 0;
  std::string bytes;
  std::optional<std::string> failure;
};

class IsolatedPool {
 public:
  using Clock = std::chrono::steady_clock;

  // At most `parallel` jobs at a time, at least one. A job that takes longer than `limit` is killed and has failed.
  explicit IsolatedPool(int parallel, std::optional<Clock::duration> limit = std::nullopt);
  ~IsolatedPool();  // kills what is still under way
  IsolatedPool(const IsolatedPool&) = delete;
  IsolatedPool& operator=(const IsolatedPool&) = delete;

  bool has_room() const { return children_.size() < parallel_; }
  bool is_idle() const { return children_.empty(); }

  // Starts a job, for which there must be room, in a forked child. The caller must not have threads or a simulation of its own. Throws
  // std::runtime_error when the system refuses a process.
  void start(std::size_t id, const std::function<std::string()>& job);

  // Waits for a job to end, for at most `patience`; nothing when none has. Not to be called when idle.
  std::optional<IsolatedOutcome> wait(Clock::duration patience);

 private:
  // A child under way: the pipe it writes to and what has been read so far. The first byte says how it ended.
  struct Child {
    std::size_t id;
    pid_t pid;
    int pipe;
    Clock::time_point started;
    std::string bytes;
    bool is_too_slow = false;
  };

  static bool read_some(Child& child);
  std::optional<std::size_t> ended_one(Clock::duration patience);
  Clock::duration until_next_kill(Clock::duration patience) const;
  void kill_slow_ones();
  IsolatedOutcome finish(Child child) const;

  std::size_t parallel_;
  std::optional<Clock::duration> limit_;
  std::vector<Child> children_;
};

}  // namespace sim
