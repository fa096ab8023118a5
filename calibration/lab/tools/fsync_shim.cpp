// A shared library for LD_PRELOAD: gives fsync and fdatasync a chosen latency, or times the real ones, and counts both per kind of file.
// The file named by COMMITSIM_LAB_SHIM holds its settings and counters, shared with whoever measures (lab/shim.py has the same layout):
// they can be read, and the latency changed, while the server runs. Without that variable it stays out of the way.
// Where latencies are chosen the real call is left out: what a sync takes is then the latency alone, whatever the disk.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string_view>

namespace {

constexpr std::uint64_t kMagic = 0x31304d4948534d43;  // "CMSHIM01"
constexpr int kPoints = 257;                          // quantiles of a latency, at equal distances of probability
constexpr int kBuckets = 320;                         // of a histogram, sixteen per octave of nanoseconds, from 2^10 ns on
constexpr int kPerOctave = 16;
constexpr int kFirstOctave = 10;
constexpr std::uint64_t kNanosecondsPerSecond = 1'000'000'000;

enum FileKind { redo_log, binary_log, relay_log, data, other, kFileKinds };

struct Counters {
  std::atomic<std::uint64_t> calls;
  std::atomic<std::uint64_t> nanoseconds;
  std::atomic<std::uint64_t> histogram[kBuckets];
};

// All slots have eight bytes.
struct Control {
  std::uint64_t magic;
  std::uint64_t is_real;                    // 1: the real call is made, and nothing waits
  double latency_us[kFileKinds][kPoints];
  Counters counters[kFileKinds];
};
static_assert(sizeof(Control) == 8 * (2 + kFileKinds * (kPoints + 2 + kBuckets)));

using SyncCall = int (*)(int);

std::uint64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * kNanosecondsPerSecond + static_cast<std::uint64_t>(time.tv_nsec);
}

Control* mapped_control() {
  const char* const path = std::getenv("COMMITSIM_LAB_SHIM");
  if (path == nullptr) return nullptr;
  const int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return nullptr;
  void* const memory = mmap(nullptr, sizeof(Control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory == MAP_FAILED) return nullptr;
  auto* const control = static_cast<Control*>(memory);
  return control->magic == kMagic ? control : nullptr;
}

Control* control() {
  static Control* const mapped = mapped_control();
  return mapped;
}

bool starts_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }
bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// The lab names binary logs binlog.* and relay logs relay.*; the names of InnoDB's files are its own. Lists of files (*.index) and
// positions are none of these.
FileKind kind_of(std::string_view name) {
  if (starts_with(name, "ib_logfile") || starts_with(name, "#ib_redo")) return redo_log;
  if (contains(name, ".index") || contains(name, ".state") || contains(name, ".info")) return other;
  if (starts_with(name, "binlog.")) return binary_log;
  if (starts_with(name, "relay.")) return relay_log;
  if (starts_with(name, "ibdata") || starts_with(name, "undo") || contains(name, ".ibd") || contains(name, "dblwr")) return data;
  return other;
}

FileKind kind_of(int file) {
  constexpr char kDescriptors[] = "/proc/self/fd/";
  char link[sizeof kDescriptors + 16] = {};
  std::memcpy(link, kDescriptors, sizeof kDescriptors);
  char* digit = link + sizeof kDescriptors - 1;
  char reversed[16];
  int digits = 0;
  for (unsigned rest = static_cast<unsigned>(file); digits == 0 || rest > 0; rest /= 10) {
    reversed[digits++] = static_cast<char>('0' + rest % 10);
  }
  while (digits > 0) *digit++ = reversed[--digits];
  char path[4096];
  const ssize_t length = readlink(link, path, sizeof path);
  if (length <= 0) return other;
  const std::string_view whole(path, static_cast<std::size_t>(length));
  return kind_of(whole.substr(whole.rfind('/') + 1));
}

// xorshift64*: each thread has its own.
double uniform() {
  thread_local std::uint64_t state = now() ^ (static_cast<std::uint64_t>(syscall(SYS_gettid)) * 0x9e3779b97f4a7c15U);
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return static_cast<double>((state * 0x2545f4914f6cdd1dU) >> 11) * 0x1p-53;
}

// Inverse transform: between two quantiles in a straight line.
std::uint64_t drawn_nanoseconds(const double* quantiles_us) {
  const double place = uniform() * (kPoints - 1);
  const int below = std::min(static_cast<int>(place), kPoints - 2);
  const double us = quantiles_us[below] + (place - below) * (quantiles_us[below + 1] - quantiles_us[below]);
  return us > 0 ? static_cast<std::uint64_t>(us * 1000) : 0;
}

void sleep_until(std::uint64_t date) {
  timespec time{};
  time.tv_sec = static_cast<time_t>(date / kNanosecondsPerSecond);
  time.tv_nsec = static_cast<long>(date % kNanosecondsPerSecond);
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr) == EINTR) {}
}

void count(Counters& counters, std::uint64_t nanoseconds) {
  counters.calls.fetch_add(1, std::memory_order_relaxed);
  counters.nanoseconds.fetch_add(nanoseconds, std::memory_order_relaxed);
  const double octaves = std::log2(static_cast<double>(nanoseconds + 1)) - kFirstOctave;
  const int bucket = std::clamp(static_cast<int>(octaves * kPerOctave), 0, kBuckets - 1);
  counters.histogram[bucket].fetch_add(1, std::memory_order_relaxed);
}

int synced(int file, SyncCall real) {
  Control* const lab = control();
  if (lab == nullptr) return real(file);
  const FileKind kind = kind_of(file);
  const std::uint64_t begin = now();
  int status = 0;
  int error = errno;
  if (lab->is_real != 0) {
    status = real(file);
    error = errno;
  } else if (const std::uint64_t latency = drawn_nanoseconds(lab->latency_us[kind]); latency > 0) {
    sleep_until(begin + latency);
  }
  count(lab->counters[kind], now() - begin);
  errno = error;
  return status;
}

SyncCall next(const char* name) { return reinterpret_cast<SyncCall>(dlsym(RTLD_NEXT, name)); }

// Timers of threads that come later inherit it: by default they may be 50 us late.
[[maybe_unused]] const int precise_timers = prctl(PR_SET_TIMERSLACK, 1);

}  // namespace

extern "C" int fsync(int file) {
  static const SyncCall real = next("fsync");
  return synced(file, real);
}

extern "C" int fdatasync(int file) {
  static const SyncCall real = next("fdatasync");
  return synced(file, real);
}
