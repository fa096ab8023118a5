#include "experiments/serve/worker_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

namespace experiments {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kLongestAnswer = 8U << 20U;
constexpr std::chrono::milliseconds kLookAround{50};  // how often a worker under way is looked after

// What a worker has to know of the environment. All of it would be `environ`, which must not be named: the linker would copy it into the
// program, and the MPI library, loaded with RTLD_DEEPBIND, would use another one than the C library does.
std::vector<std::string> worker_environment() {
  std::vector<std::string> settings;
  for (const char* name : {"COMMITSIM_DATA", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"}) {
    if (const char* value = std::getenv(name)) settings.push_back(std::string(name) + "=" + value);
  }
  return settings;
}

class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) throw std::runtime_error(fmt::format("pipe: {}", std::strerror(errno)));
  }
  ~Pipe() {
    close_read();
    close_write();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int read_end() const { return ends_[0]; }
  int write_end() const { return ends_[1]; }
  void close_read() { close(ends_[0]); }
  void close_write() { close(ends_[1]); }

 private:
  static void close(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }

  std::array<int, 2> ends_{};
};

// A worker under way, leader of a process group of its own.
class Worker {
 public:
  Worker() {
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, requests_.read_end(), STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, answers_.write_end(), STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);  // connections of others
    posix_spawnattr_t attributes;
    sigset_t none;
    ::sigemptyset(&none);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    std::array<std::string, 3> words{"commitsim", "serve", "--worker"};
    std::array<char*, 4> arguments{words[0].data(), words[1].data(), words[2].data(), nullptr};
    std::vector<std::string> settings = worker_environment();
    std::vector<char*> environment;
    for (std::string& each : settings) environment.push_back(each.data());
    environment.push_back(nullptr);
    const int failed = ::posix_spawn(&pid_, "/proc/self/exe", &actions, &attributes, arguments.data(), environment.data());
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    if (failed != 0) throw std::runtime_error(fmt::format("a worker cannot be started: {}", std::strerror(failed)));
    requests_.close_read();
    answers_.close_write();
  }

  ~Worker() {
    if (pid_ > 0) end();
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // A request fits into the pipe, so that this does not block.
  void ask(const std::string& request) {
    std::size_t done = 0;
    while (done < request.size()) {
      const ssize_t written = ::write(requests_.write_end(), request.data() + done, request.size() - done);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) break;  // it has died, which shows in its status
      done += static_cast<std::size_t>(written);
    }
    requests_.close_write();
  }

  // Reads what there is within a moment; false at the end.
  bool read_some(std::string& answer) const {
    pollfd pipe{answers_.read_end(), POLLIN, 0};
    if (::poll(&pipe, 1, static_cast<int>(kLookAround.count())) <= 0) return true;
    std::array<char, 65536> buffer{};
    const ssize_t size = ::read(answers_.read_end(), buffer.data(), buffer.size());
    if (size < 0) return errno == EINTR;
    answer.append(buffer.data(), static_cast<std::size_t>(size));
    return size > 0;
  }

  // Ends it with all that it has started; returns its status.
  int end() {
    ::kill(-pid_, SIGKILL);
    return wait();
  }
  int wait() {
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = 0;
    return status;
  }

 private:
  Pipe requests_;
  Pipe answers_;
  pid_t pid_ = 0;
};

}  // namespace

WorkerOutcome run_worker(const std::string& request, std::chrono::milliseconds limit, const std::atomic<bool>& stop) {
  const auto deadline = Clock::now() + limit;
  Worker worker;
  worker.ask(request);
  WorkerOutcome outcome;
  while (worker.read_some(outcome.answer)) {
    if (outcome.answer.size() > kLongestAnswer) outcome.failure = "the answer is too long";
    if (Clock::now() >= deadline) {
      outcome.failure = fmt::format("the run took longer than {:g} s and was stopped", std::chrono::duration<double>(limit).count());
    }
    if (stop) outcome.failure = "the server is being stopped";
    if (outcome.failure) {
      worker.end();
      return outcome;
    }
  }
  const int status = worker.wait();
  if (WIFSIGNALED(status))
    outcome.failure = fmt::format("the run was ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  else if (WEXITSTATUS(status) != 0 || outcome.answer.empty())
    outcome.failure = fmt::format("the run ended with status {}", WEXITSTATUS(status));
  return outcome;
}

}  // namespace experiments
