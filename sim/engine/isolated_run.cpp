#include "sim/engine/isolated_run.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <optional>

namespace sim {
namespace {

constexpr char kReturned = 'R';
constexpr char kThrew = 'T';

// A child under way: its pid, the pipe it writes to and what has been read so far. The first byte says how it ended.
struct Child {
  std::size_t job;
  pid_t pid;
  int pipe;
  std::string bytes;
};

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

Child start(const std::function<std::string()>& job, std::size_t index) {
  int ends[2];
  if (::pipe(ends) != 0) throw IsolatedRunError(fmt::format("pipe: {}", std::strerror(errno)));
  // What is buffered now would be written twice.
  std::cout.flush();
  std::fflush(nullptr);
  const pid_t pid = ::fork();
  if (pid < 0) throw IsolatedRunError(fmt::format("fork: {}", std::strerror(errno)));
  if (pid == 0) {
    ::close(ends[0]);
    be_the_child(job, ends[1]);
  }
  ::close(ends[1]);
  return {index, pid, ends[0], {}};
}

// Reads what is there; false at the end of the pipe.
bool read_some(Child& child) {
  char buffer[65536];
  const ssize_t size = ::read(child.pipe, buffer, sizeof buffer);
  if (size < 0) return errno == EINTR;
  child.bytes.append(buffer, static_cast<std::size_t>(size));
  return size > 0;
}

// Blocks until one of the children has closed its pipe; returns its place in the list.
std::size_t wait_for_one(std::vector<Child>& children) {
  while (true) {
    std::vector<pollfd> pipes;
    for (const Child& child : children) pipes.push_back({child.pipe, POLLIN, 0});
    if (::poll(pipes.data(), pipes.size(), -1) < 0 && errno != EINTR) {
      throw IsolatedRunError(fmt::format("poll: {}", std::strerror(errno)));
    }
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (pipes[i].revents != 0 && !read_some(children[i])) return i;
    }
  }
}

// Collects the child's end; returns why it failed, if it did.
std::optional<std::string> finish(Child& child) {
  ::close(child.pipe);
  int status = 0;
  while (::waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) return fmt::format("the simulation was killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  if (WEXITSTATUS(status) != 0) return fmt::format("the simulation left with status {}", WEXITSTATUS(status));
  if (child.bytes.empty()) return "the simulation returned nothing";
  if (child.bytes.front() == kThrew) return child.bytes.substr(1);
  child.bytes.erase(0, 1);
  return std::nullopt;
}

}  // namespace

std::vector<std::string> run_isolated(const std::vector<std::function<std::string()>>& jobs, int parallel) {
  std::vector<std::string> results(jobs.size());
  std::vector<std::optional<std::string>> failures(jobs.size());
  std::vector<Child> children;
  std::size_t next = 0;
  while (next < jobs.size() || !children.empty()) {
    while (next < jobs.size() && children.size() < static_cast<std::size_t>(std::max(1, parallel))) {
      children.push_back(start(jobs[next], next));
      ++next;
    }
    const std::size_t ended = wait_for_one(children);
    Child child = std::move(children[ended]);
    children.erase(children.begin() + static_cast<std::ptrdiff_t>(ended));
    failures[child.job] = finish(child);
    results[child.job] = std::move(child.bytes);
  }
  for (const auto& failure : failures) {
    if (failure) throw IsolatedRunError(*failure);
  }
  return results;
}

std::string run_isolated(const std::function<std::string()>& job) { return run_isolated(std::vector{job}, 1).front(); }

}  // namespace sim
