// Quantities as text: "5ms", "16MiB", "1Gbps", "500/s", "1%". Parsing needs a unit and does not depend on the locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/core/units.hpp"

namespace sim {

// A part of a whole, such as a probability: written 1% or 0.01.
struct Fraction {
  double value = 0;

  constexpr auto operator<=>(const Fraction&) const = default;
};

// What parsing gives: a value, or a message that says what is wrong and what would be right.
template <class T>
struct Parsed {
  std::optional<T> value;
  std::string error;

  explicit operator bool() const { return value.has_value(); }
};

// Each takes a number and a unit, with or without blanks between them. Refused: a missing or unknown unit (0 needs one,
// too), negative and not finite numbers, and what the type cannot hold.
Parsed<Seconds> parse_time(std::string_view text);  // ns us µs ms s min h
Parsed<Bytes> parse_size(std::string_view text);    // B kB MB GB KiB MiB GiB; K M G as in the server: KiB MiB GiB
Parsed<BytesPerSecond> parse_bandwidth(
    std::string_view text);                              // bps kbps Mbps Gbps B/s kB/s MB/s GB/s KiB/s MiB/s GiB/s
Parsed<PerSecond> parse_rate(std::string_view text);     // /s /min /h
Parsed<Fraction> parse_fraction(std::string_view text);  // 1% or 0.01

// Numbers without a unit; these may be negative. A whole number is written in digits only.
Parsed<double> parse_number(std::string_view text);
Parsed<std::int64_t> parse_integer(std::string_view text);

// ON/OFF, true/false, yes/no, 1/0, in any case.
Parsed<bool> parse_switch(std::string_view text);

// For people: four digits in a unit that suits the magnitude, such as "2.05 ms". Values that parsing would refuse
// (negative, not finite) are shown as well.
std::string format_time(Seconds span);
std::string format_size(Bytes size);
std::string format_bandwidth(BytesPerSecond rate);
std::string format_rate(PerSecond rate);
std::string format_fraction(Fraction part);

// For files: the shortest text that parses back to the very same value, such as "2.05ms".
std::string write_time(Seconds span);
std::string write_size(Bytes size);
std::string write_bandwidth(BytesPerSecond rate);
std::string write_rate(PerSecond rate);
std::string write_fraction(Fraction part);
std::string write_number(double number);

}  // namespace sim
