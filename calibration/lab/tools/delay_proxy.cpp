// A TCP proxy on the loopback interface that stands for a link: what comes in leaves one way later, behind what came before it, at
// no more than the link's bandwidth.
// usage: delay_proxy TARGET_PORT ONE_WAY_US MBIT_PER_S COUNTERS_FILE    (0 Mbit/s: no limit)
// It prints the port it listens on. The counters, eight bytes each, per direction (from who connected, and back): bytes, chunks,
// nanoseconds that chunks left later than asked.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <list>
#include <optional>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using Nanoseconds = std::chrono::nanoseconds;

constexpr std::size_t kChunk = 64 * 1024;
constexpr std::size_t kMostInFlight = 64 << 20;  // bytes, before the sender has to wait

struct Counters {
  std::atomic<std::uint64_t> bytes[2];
  std::atomic<std::uint64_t> chunks[2];
  std::atomic<std::uint64_t> late_ns[2];
};

struct Link {
  Nanoseconds one_way{};
  double bytes_per_ns = 0;  // 0: no limit
  Counters* counters = nullptr;
};

struct Chunk {
  Clock::time_point due;
  std::vector<char> bytes;
  std::size_t sent = 0;
};

// What is under way from one socket to the other.
struct Direction {
  std::deque<Chunk> chunks;
  std::size_t in_flight = 0;
  Clock::time_point line_is_free{};
  bool has_ended = false;   // the sender has closed
  bool is_blocked = false;  // the receiver's socket is full
  bool is_shut = false;
};

struct Connection {
  std::array<int, 2> sockets{-1, -1};  // who connected, and the target
  std::array<Direction, 2> directions; // from the socket of that index to the other
  bool is_broken = false;

  ~Connection() {
    for (const int socket : sockets) {
      if (socket >= 0) close(socket);
    }
  }
};

void receive(Connection& connection, std::size_t from, const Link& link) {
  Direction& direction = connection.directions[from];
  std::vector<char> bytes(kChunk);
  const ssize_t count = recv(connection.sockets[from], bytes.data(), bytes.size(), 0);
  if (count < 0) {
    connection.is_broken = errno != EAGAIN && errno != EINTR;
    return;
  }
  if (count == 0) {
    direction.has_ended = true;
    return;
  }
  bytes.resize(static_cast<std::size_t>(count));
  Clock::time_point leaves = Clock::now();
  if (link.bytes_per_ns > 0) {
    leaves = std::max(leaves, direction.line_is_free) + Nanoseconds(std::llround(static_cast<double>(count) / link.bytes_per_ns));
    direction.line_is_free = leaves;
  }
  direction.in_flight += bytes.size();
  link.counters->bytes[from] += bytes.size();
  link.counters->chunks[from] += 1;
  direction.chunks.push_back({leaves + link.one_way, std::move(bytes)});
}

// Sends what is due; shuts the socket down behind the last of it.
void deliver(Connection& connection, std::size_t from, const Link& link) {
  Direction& direction = connection.directions[from];
  const int to = connection.sockets[1 - from];
  const auto now = Clock::now();
  direction.is_blocked = false;
  while (!direction.chunks.empty() && direction.chunks.front().due <= now) {
    Chunk& chunk = direction.chunks.front();
    const ssize_t count = send(to, chunk.bytes.data() + chunk.sent, chunk.bytes.size() - chunk.sent, MSG_NOSIGNAL);
    if (count < 0) {
      direction.is_blocked = errno == EAGAIN || errno == EINTR;
      connection.is_broken = !direction.is_blocked;
      return;
    }
    chunk.sent += static_cast<std::size_t>(count);
    direction.in_flight -= static_cast<std::size_t>(count);
    if (chunk.sent < chunk.bytes.size()) continue;
    link.counters->late_ns[from] += static_cast<std::uint64_t>(Nanoseconds(now - chunk.due).count());
    direction.chunks.pop_front();
  }
  if (direction.has_ended && direction.chunks.empty() && !direction.is_shut) {
    shutdown(to, SHUT_WR);
    direction.is_shut = true;
  }
}

void make_prompt(int socket) {
  const int on = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK);
}

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

class Proxy {
 public:
  Proxy(std::uint16_t target, Link link) : target_(target), link_(link), listener_(socket(AF_INET, SOCK_STREAM, 0)) {}
  ~Proxy() { close(listener_); }
  Proxy(const Proxy&) = delete;
  Proxy& operator=(const Proxy&) = delete;

  // Returns the port, or nothing where the system has none.
  std::optional<std::uint16_t> listen_somewhere() {
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    auto* const where = reinterpret_cast<sockaddr*>(&address);
    if (listener_ < 0 || bind(listener_, where, size) != 0 || listen(listener_, 16) != 0) return std::nullopt;
    getsockname(listener_, where, &size);
    return ntohs(address.sin_port);
  }

  [[noreturn]] void run() {
    for (;;) {
      wait();
      if ((polled_.front().revents & POLLIN) != 0) accept_one();
      std::size_t next = 1;
      for (auto connection = connections_.begin(); connection != connections_.end();) {
        if (next < polled_.size()) serve(*connection, &polled_[next]);
        next += 2;
        const bool is_over = connection->directions[0].is_shut && connection->directions[1].is_shut;
        connection = connection->is_broken || is_over ? connections_.erase(connection) : std::next(connection);
      }
    }
  }

 private:
  // Until there is something to read or write, or a chunk is due.
  void wait() {
    polled_.assign(1, {listener_, POLLIN, 0});
    std::optional<Clock::time_point> due;
    for (const Connection& each : connections_) {
      for (std::size_t i = 0; i < 2; ++i) {
        const Direction& from_here = each.directions[i];
        const Direction& to_here = each.directions[1 - i];
        const bool reads = !from_here.has_ended && from_here.in_flight < kMostInFlight;
        polled_.push_back({each.sockets[i], static_cast<short>((reads ? POLLIN : 0) | (to_here.is_blocked ? POLLOUT : 0)), 0});
        if (from_here.chunks.empty() || from_here.is_blocked) continue;
        due = due ? std::min(*due, from_here.chunks.front().due) : from_here.chunks.front().due;
      }
    }
    timespec limit{};
    if (due) {
      const auto left = std::max(Nanoseconds{0}, Nanoseconds(*due - Clock::now()));
      limit.tv_sec = static_cast<time_t>(left / std::chrono::seconds(1));
      limit.tv_nsec = static_cast<long>((left % std::chrono::seconds(1)).count());
    }
    ppoll(polled_.data(), polled_.size(), due ? &limit : nullptr, nullptr);
  }

  void serve(Connection& connection, const pollfd* polled) {
    for (std::size_t i = 0; i < 2; ++i) {
      const bool readable = (polled[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0;
      if (readable && !connection.directions[i].has_ended) receive(connection, i, link_);
    }
    for (std::size_t i = 0; i < 2 && !connection.is_broken; ++i) deliver(connection, i, link_);
  }

  // It joins the others after this round: its sockets have not been polled.
  void accept_one() {
    const int from = accept(listener_, nullptr, nullptr);
    if (from < 0) return;
    const int to = socket(AF_INET, SOCK_STREAM, 0);
    const sockaddr_in address = loopback(target_);
    if (to < 0 || connect(to, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      close(from);
      if (to >= 0) close(to);
      return;
    }
    Connection& connection = connections_.emplace_back();
    connection.sockets = {from, to};
    for (const int socket : connection.sockets) make_prompt(socket);
  }

  std::uint16_t target_;
  Link link_;
  int listener_;
  std::list<Connection> connections_;
  std::vector<pollfd> polled_;
};

Counters* mapped_counters(const char* path) {
  const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ftruncate(file, sizeof(Counters)) != 0) return nullptr;
  void* const memory = mmap(nullptr, sizeof(Counters), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  return memory == MAP_FAILED ? nullptr : static_cast<Counters*>(memory);
}

int fail(const std::string& message) {
  std::fprintf(stderr, "delay_proxy: %s\n", message.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return fail("usage: delay_proxy TARGET_PORT ONE_WAY_US MBIT_PER_S COUNTERS_FILE");
  prctl(PR_SET_TIMERSLACK, 1);
  prctl(PR_SET_PDEATHSIG, SIGTERM);  // no proxy outlives its lab
  constexpr double kBytesPerNsOfMbit = 1e6 / 8 / 1e9;
  Link link;
  link.one_way = Nanoseconds(std::llround(std::atof(argv[2]) * 1000));
  link.bytes_per_ns = std::atof(argv[3]) * kBytesPerNsOfMbit;
  link.counters = mapped_counters(argv[4]);
  if (link.counters == nullptr) return fail(std::string("cannot write ") + argv[4]);
  Proxy proxy(static_cast<std::uint16_t>(std::atoi(argv[1])), link);
  const auto port = proxy.listen_somewhere();
  if (!port) return fail("cannot listen on the loopback interface");
  std::printf("%u\n", *port);
  std::fflush(stdout);
  proxy.run();
}
