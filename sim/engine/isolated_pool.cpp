#include "sim/engine/isolated_pool.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <stdexcept>

namespace sim {
namespace {

constexpr char kReturned = 'R';
constexpr char kThrew = 'T';

void write_all(int pipe, const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t written = ::write(pipe, bytes.data() + done, bytes.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) ::_exit(3);
    done += static_cast<std::size_t>(written);
  }
}

[[noreturn]] void be_the_child(const std::function<std::string()>& job, int pipe) {
  std::string bytes;
  try {
    bytes = kReturned + job();
  } catch (const std::exception& error) {
    bytes = kThrew + std::string(error.what());
  } catch (...) {
    bytes = kThrew + std::string("the simulation threw something that is not a std::exception");
  }
  std::cout.flush();
  std::fflush(nullptr);
  write_all(pipe, bytes);
  // No destructors: suspended coroutines and SimGrid's engine end with the process.
  ::_exit(0);
}

int wait_for(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

IsolatedPool::IsolatedPool(int parallel, std::optional<Clock::duration> limit)
    : parallel_(static_cast<std::size_t>(std::max(1, parallel))), limit_(limit) {}

IsolatedPool::~IsolatedPool() {
  for (const Child& child : children_) {
    ::kill(child.pid, SIGKILL);
    ::close(child.pipe);
    wait_for(child.pid);
  }
}

void IsolatedPool::start(std::size_t id, const std::function<std::string()>& job) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error(fmt::format("pipe: {}", std::strerror(errno)));
  // What is buffered now would be written twice.
  std::cout.flush();
  std::fflush(nullptr);
  const pid_t pid = ::fork();
  if (pid < 0) {
    const std::string why = std::strerror(errno);
    ::close(ends[0]);
    ::close(ends[1]);
    throw std::runtime_error("fork: " + why);
  }
  if (pid == 0) {
    ::close(ends[0]);
    be_the_child(job, ends[1]);
  }
  ::close(ends[1]);
  children_.push_back({id, pid, ends[0], Clock::now(), {}});
}

// Reads what is there; false at the end of the pipe.
bool IsolatedPool::read_some(Child& child) {
  char buffer[65536];
  const ssize_t size = ::read(child.pipe, buffer, sizeof buffer);
  if (size < 0) return errno == EINTR;
  child.bytes.append(buffer, static_cast<std::size_t>(size));
  return size > 0;
}

IsolatedPool::Clock::duration IsolatedPool::until_next_kill(Clock::duration patience) const {
  if (!limit_) return patience;
  for (const Child& child : children_) patience = std::min(patience, child.started + *limit_ - Clock::now());
  return std::max(patience, Clock::duration::zero());
}

void IsolatedPool::kill_slow_ones() {
  for (Child& child : children_) {
    if (!limit_ || child.is_too_slow || Clock::now() - child.started < *limit_) continue;
    child.is_too_slow = true;
    ::kill(child.pid, SIGKILL);
  }
}

// Blocks until one of the children has closed its pipe, or patience is at an end; returns its place in the list.
std::optional<std::size_t> IsolatedPool::ended_one(Clock::duration patience) {
  const auto end = Clock::now() + patience;
  while (true) {
    std::vector<pollfd> pipes;
    for (const Child& child : children_) pipes.push_back({child.pipe, POLLIN, 0});
    const auto wait = until_next_kill(std::max(end - Clock::now(), Clock::duration::zero()));
    const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(wait).count();
    const int most = 1000;
    if (::poll(pipes.data(), pipes.size(), static_cast<int>(std::min<long long>(milliseconds, most))) < 0 && errno != EINTR)
      throw std::runtime_error(fmt::format("poll: {}", std::strerror(errno)));
    for (std::size_t i = 0; i < children_.size(); ++i) {
      if (pipes[i].revents != 0 && !read_some(children_[i])) return i;
    }
    kill_slow_ones();
    if (Clock::now() >= end) return std::nullopt;
  }
}

// Collects the child's end.
IsolatedOutcome IsolatedPool::finish(Child child) const {
  ::close(child.pipe);
  const int status = wait_for(child.pid);
  IsolatedOutcome outcome{child.id, {}, std::nullopt};
  if (child.is_too_slow) {
    const double limit = std::chrono::duration<double>(*limit_).count();
    outcome.failure = fmt::format("the simulation took longer than {:g} s and was stopped", limit);
  } else if (WIFSIGNALED(status)) {
    outcome.failure = fmt::format("the simulation was killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  } else if (WEXITSTATUS(status) != 0) {
    outcome.failure = fmt::format("the simulation left with status {}", WEXITSTATUS(status));
  } else if (child.bytes.empty()) {
    outcome.failure = "the simulation returned nothing";
  } else if (child.bytes.front() == kThrew) {
    outcome.failure = child.bytes.substr(1);
  } else {
    child.bytes.erase(0, 1);
    outcome.bytes = std::move(child.bytes);
  }
  return outcome;
}

std::optional<IsolatedOutcome> IsolatedPool::wait(Clock::duration patience) {
  const auto ended = ended_one(patience);
  if (!ended) return std::nullopt;
  Child child = std::move(children_[*ended]);
  children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(*ended));
  return finish(std::move(child));
}

}  // namespace sim
