#include "sim/config/quantity.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>
#include <system_error>

#include <fmt/format.h>

#include "sim/config/diagnostics.hpp"

namespace sim {
namespace {

// One unit is factor * 10^power of the base unit. Powers of ten are applied to the text, so that 2.05ms is the very double
// that 0.00205 is in the code.
struct Unit {
  std::string_view name;
  double factor;
  int power = 0;
};

// A kind of quantity: what messages call it, its units, and the units to show when one is missing.
struct Dimension {
  std::string_view noun;
  std::span<const Unit> units;
  std::array<std::string_view, 3> examples;
};

constexpr double kKi = 1024;
constexpr double kMi = kKi * 1024;
constexpr double kGi = kMi * 1024;

constexpr Unit kTimes[] = {{"ns", 1, -9}, {"us", 1, -6}, {"\u00B5s", 1, -6}, {"\u03BCs", 1, -6},
                           {"ms", 1, -3}, {"s", 1},      {"min", 60},        {"h", 3600}};
constexpr Unit kSizes[] = {{"B", 1},     {"kB", 1, 3}, {"KB", 1, 3}, {"KiB", kKi}, {"MB", 1, 6}, {"MiB", kMi},
                           {"GB", 1, 9}, {"GiB", kGi}, {"K", kKi},   {"M", kMi},   {"G", kGi}};
constexpr Unit kBandwidths[] = {{"bps", 0.125}, {"kbps", 0.125, 3}, {"Mbps", 0.125, 6}, {"Gbps", 0.125, 9},
                                {"B/s", 1},     {"kB/s", 1, 3},     {"MB/s", 1, 6},     {"GB/s", 1, 9},
                                {"KiB/s", kKi}, {"MiB/s", kMi},     {"GiB/s", kGi}};
constexpr Unit kRates[] = {{"/s", 1}, {"/min", 1.0 / 60}, {"/h", 1.0 / 3600}};

constexpr Dimension kTime{"time", kTimes, {"us", "ms", "s"}};
constexpr Dimension kSize{"size", kSizes, {"B", "KiB", "MiB"}};
constexpr Dimension kBandwidth{"bandwidth", kBandwidths, {"Mbps", "Gbps", "MB/s"}};
constexpr Dimension kRate{"rate", kRates, {"/s", "/min", "/h"}};

std::string_view trim(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The number at the start of a text and what follows it.
struct Split {
  std::string_view number;
  std::string_view unit;
  double value = 0;
  bool is_number = false;
  bool overflows = false;
};

Split split(std::string_view text) {
  Split result;
  const auto digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || !(is_digit(digits[0]) || (digits.size() > 1 && digits[0] == '.' && is_digit(digits[1]))))
    return result;
  const auto [stop, fault] = std::from_chars(text.data(), text.data() + text.size(), result.value);
  const auto length = static_cast<std::size_t>(stop - text.data());
  result.number = text.substr(0, length);
  result.unit = trim(text.substr(length));
  result.is_number = true;
  result.overflows = fault == std::errc::result_out_of_range;
  return result;
}

std::string examples_of(const Dimension& dimension, std::string_view number) {
  const auto& [a, b, c] = dimension.examples;
  return fmt::format("'{0}{1}', '{0}{2}' or '{0}{3}'", number, a, b, c);
}

std::vector<std::string> names_of(const Dimension& dimension) {
  std::vector<std::string> names;
  for (const auto& unit : dimension.units) {
    if (unit.name != "\u03BCs") names.emplace_back(unit.name);
  }
  return names;
}

std::string unknown_unit(const Dimension& dimension, std::string_view unit) {
  if (dimension.noun == "time" && unit == "m") return "time unit 'm' is ambiguous; write 'min' or 'ms'";
  return fmt::format("unknown {} unit {}; known: {}", dimension.noun, quote(unit), list_of(names_of(dimension)));
}

// A text checked against a dimension: its parts and the unit, or an error.
struct Quantity {
  Split parts;
  const Unit* unit = nullptr;
  std::string error;
};

std::string fault_of(const Split& parts, const Dimension& dimension, std::string_view text) {
  if (!parts.is_number) {
    return fmt::format("{} is not a {}; write a number and a unit, such as {}", quote(text), dimension.noun,
                       examples_of(dimension, "10"));
  }
  if (parts.value < 0 || parts.number.starts_with('-'))
    return fmt::format("{} {} is negative", dimension.noun, quote(text));
  if (parts.overflows) return fmt::format("{} {} is out of range", dimension.noun, quote(text));
  if (!parts.unit.empty()) return "";
  return fmt::format("{} {} has no unit; write {}", dimension.noun, quote(text), examples_of(dimension, parts.number));
}

Quantity parse(const Dimension& dimension, std::string_view text) {
  text = trim(text);
  Quantity result;
  result.parts = split(text);
  result.error = fault_of(result.parts, dimension, text);
  if (!result.error.empty()) return result;
  for (const auto& unit : dimension.units) {
    if (unit.name == result.parts.unit) result.unit = &unit;
  }
  if (result.unit == nullptr) result.error = unknown_unit(dimension, result.parts.unit);
  return result;
}

template <class T>
Parsed<T> refuse(std::string message) {
  return {std::nullopt, std::move(message)};
}

// The number that the text writes, times 10^power, rounded once; not finite if out of range.
double shifted(std::string_view number, int power) {
  const auto e = number.find_first_of("eE");
  int exponent = 0;
  if (e != std::string_view::npos) {
    const auto digits = number.substr(e + 1 + (number[e + 1] == '+' ? 1U : 0U));
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  }
  const auto text = fmt::format("{}e{}", number.substr(0, e), exponent + power);
  double value = 0;
  const auto fault = std::from_chars(text.data(), text.data() + text.size(), value).ec;
  return fault == std::errc{} ? value : std::numeric_limits<double>::infinity();
}

// The value in the dimension's base unit.
Parsed<double> parse_scaled(const Dimension& dimension, std::string_view text) {
  const auto quantity = parse(dimension, text);
  if (quantity.unit == nullptr) return refuse<double>(quantity.error);
  const double value = shifted(quantity.parts.number, quantity.unit->power) * quantity.unit->factor;
  if (!std::isfinite(value))
    return refuse<double>(fmt::format("{} {} is out of range", dimension.noun, quote(trim(text))));
  return {value, ""};
}

}  // namespace

Parsed<Seconds> parse_time(std::string_view text) {
  const auto parsed = parse_scaled(kTime, text);
  return parsed ? Parsed<Seconds>{Seconds{*parsed.value}, ""} : refuse<Seconds>(parsed.error);
}

Parsed<BytesPerSecond> parse_bandwidth(std::string_view text) {
  const auto parsed = parse_scaled(kBandwidth, text);
  return parsed ? Parsed<BytesPerSecond>{BytesPerSecond{*parsed.value}, ""} : refuse<BytesPerSecond>(parsed.error);
}

Parsed<PerSecond> parse_rate(std::string_view text) {
  const auto parsed = parse_scaled(kRate, text);
  return parsed ? Parsed<PerSecond>{PerSecond{*parsed.value}, ""} : refuse<PerSecond>(parsed.error);
}

Parsed<Bytes> parse_size(std::string_view text) {
  const auto quantity = parse(kSize, text);
  if (quantity.unit == nullptr) return refuse<Bytes>(quantity.error);
  const auto out_of_range = fmt::format("size {} is out of range", quote(trim(text)));
  const auto& unit = *quantity.unit;
  const auto whole = parse_integer(quantity.parts.number);
  if (whole) {
    const auto times = static_cast<std::int64_t>(unit.factor * std::pow(10.0, unit.power));
    if (*whole.value > std::numeric_limits<std::int64_t>::max() / times) return refuse<Bytes>(out_of_range);
    return {Bytes{*whole.value * times}, ""};
  }
  const double exact = shifted(quantity.parts.number, unit.power) * unit.factor;
  const double count = std::round(exact);
  if (count >= 0x1p63) return refuse<Bytes>(out_of_range);
  if (unit.name == "B" && exact != count) {
    return refuse<Bytes>(fmt::format("size {} is not a whole number of bytes", quote(trim(text))));
  }
  return {Bytes{static_cast<std::int64_t>(count)}, ""};
}

Parsed<Fraction> parse_fraction(std::string_view text) {
  text = trim(text);
  const auto parts = split(text);
  if (!parts.is_number || (!parts.unit.empty() && parts.unit != "%")) {
    return refuse<Fraction>(fmt::format("{} is not a share; write it like '1%' or '0.01'", quote(text)));
  }
  if (parts.overflows) return refuse<Fraction>(fmt::format("share {} is out of range", quote(text)));
  if (parts.number.starts_with('-')) return refuse<Fraction>(fmt::format("share {} is negative", quote(text)));
  return {Fraction{shifted(parts.number, parts.unit.empty() ? 0 : -2)}, ""};
}

Parsed<double> parse_number(std::string_view text) {
  const auto parts = split(trim(text));
  if (!parts.is_number || !parts.unit.empty()) return refuse<double>(fmt::format("{} is not a number", quote(text)));
  if (parts.overflows) return refuse<double>(fmt::format("number {} is out of range", quote(text)));
  return {parts.value, ""};
}

Parsed<std::int64_t> parse_integer(std::string_view text) {
  text = trim(text);
  std::int64_t value = 0;
  const auto* end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, value);
  if (fault == std::errc::result_out_of_range)
    return refuse<std::int64_t>(fmt::format("number {} is out of range", quote(text)));
  if (fault != std::errc{} || stop != end)
    return refuse<std::int64_t>(fmt::format("{} is not a whole number", quote(text)));
  return {value, ""};
}

Parsed<bool> parse_switch(std::string_view text) {
  std::string word(trim(text));
  for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (word == "on" || word == "true" || word == "yes" || word == "1") return {true, ""};
  if (word == "off" || word == "false" || word == "no" || word == "0") return {false, ""};
  return refuse<bool>(fmt::format("{} is neither ON nor OFF", quote(text)));
}

}  // namespace sim
