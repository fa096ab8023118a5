// Runs simulations in operating-system processes of their own, several at a time.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace sim {

// A job that did not end well: it threw, was killed by a signal, or left with a status of its own.
class IsolatedRunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Runs every job in a forked child, at most `parallel` at a time, and returns what each returned, in the order of the
// jobs whatever the order in which they end. The caller must not have threads or a simulation of its own.
// Throws IsolatedRunError with the reason of the first job (by order) that failed, after all have ended.
std::vector<std::string> run_isolated(const std::vector<std::function<std::string()>>& jobs, int parallel);

// One job.
std::string run_isolated(const std::function<std::string()>& job);

}  // namespace sim
