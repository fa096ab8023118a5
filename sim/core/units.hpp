// The quantities every layer speaks in. Units live in the type: no header passes time, size or rate as a naked number.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>

namespace sim {

// A span of simulated time, in seconds held as a double. Other std::chrono durations convert to it implicitly.
using Seconds = std::chrono::duration<double>;

// Clock tag of simulated time; the clock itself is Simulation::now().
struct SimulationClock {
  using duration = Seconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<SimulationClock>;
  static constexpr bool is_steady = true;
};

// A point of simulated time; the simulation starts at Instant{}.
using Instant = SimulationClock::time_point;

// A number of bytes. It is signed so that differences of log positions are bytes too.
struct Bytes {
  std::int64_t count = 0;

  constexpr auto operator<=>(const Bytes&) const = default;
  constexpr Bytes& operator+=(Bytes other) { count += other.count; return *this; }
  constexpr Bytes& operator-=(Bytes other) { count -= other.count; return *this; }
};

constexpr Bytes operator+(Bytes a, Bytes b) { return {a.count + b.count}; }
constexpr Bytes operator-(Bytes a, Bytes b) { return {a.count - b.count}; }
constexpr Bytes operator*(Bytes a, std::int64_t times) { return {a.count * times}; }

// A transfer rate.
struct BytesPerSecond {
  double value = 0;

  constexpr auto operator<=>(const BytesPerSecond&) const = default;
};

constexpr Seconds operator/(Bytes size, BytesPerSecond rate) {
  return Seconds{static_cast<double>(size.count) / rate.value};
}

// How often something happens, such as transaction arrivals.
struct PerSecond {
  double value = 0;

  constexpr auto operator<=>(const PerSecond&) const = default;
};

// Conversions for the places where a number must be naked: output columns, and formulas that name their unit.
constexpr double in_seconds(Seconds span) { return span.count(); }
constexpr double in_milliseconds(Seconds span) { return span.count() * 1e3; }
constexpr double in_microseconds(Seconds span) { return span.count() * 1e6; }

constexpr double in_kib(Bytes size) { return static_cast<double>(size.count) / 1024; }
constexpr double in_mib(Bytes size) { return in_kib(size) / 1024; }

constexpr Seconds milliseconds(double value) { return Seconds{value * 1e-3}; }
constexpr Seconds microseconds(double value) { return Seconds{value * 1e-6}; }

}  // namespace sim
