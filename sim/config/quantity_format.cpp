// Quantities written as text, for people and for files.
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "sim/config/quantity.hpp"

namespace sim {
namespace {

// A unit and the magnitude from which on it is used.
struct Step {
  std::string_view name;
  double factor;
  double from;
};

using Steps = std::span<const Step>;

// Smallest unit first; the first one serves everything below the second.
constexpr Step kTimeSteps[] = {{"ns", 1e-9, 0}, {"us", 1e-6, 1e-6}, {"ms", 1e-3, 1e-3},
                               {"s", 1, 1},     {"min", 60, 120},   {"h", 3600, 7200}};
constexpr Step kSizeSteps[] = {
    {"B", 1, 0}, {"KiB", 1024, 1024}, {"MiB", 1048576, 1048576}, {"GiB", 1073741824, 1073741824}};
constexpr Step kBandwidthSteps[] = {{"B/s", 1, 0}, {"kB/s", 1e3, 1e3}, {"MB/s", 1e6, 1e6}, {"GB/s", 1e9, 1e9}};
constexpr Step kBitrateSteps[] = {
    {"bps", 0.125, 0}, {"kbps", 125, 125}, {"Mbps", 125e3, 125e3}, {"Gbps", 125e6, 125e6}};
constexpr Step kRateSteps[] = {{"/h", 1.0 / 3600, 0}, {"/min", 1.0 / 60, 1.0 / 60}, {"/s", 1, 1}};

const Step& step_for(const Steps& steps, double value) {
  const Step* best = &steps.front();
  for (const auto& step : steps) {
    if (std::abs(value) >= step.from) best = &step;
  }
  return *best;
}

// Four digits, without an exponent for the magnitudes that occur.
std::string readable(double value) {
  if (std::abs(value) >= 1000 && std::abs(value) < 1e9) return fmt::format("{:.0f}", value);
  return fmt::format("{:.4g}", value);
}

std::string format(const Steps& steps, double value, std::string_view gap, std::string_view zero_unit) {
  if (value == 0) return fmt::format("0{}{}", gap, zero_unit);
  const auto& step = step_for(steps, value);
  return fmt::format("{}{}{}", readable(value / step.factor), gap, step.name);
}

// The shortest number in the given unit that parses back to the value, if possible without an exponent; "" if that unit
// cannot carry it.
template <class Parse>
std::string exact_in(const Step& step, double value, const Parse& parse) {
  std::string with_exponent;
  for (int digits = 1; digits <= 17; ++digits) {
    const auto number = fmt::format("{:.{}g}", value / step.factor, digits);
    const auto text = number + std::string(step.name);
    if (parse(text) != value) continue;
    if (number.find('e') == std::string::npos) return text;
    if (with_exponent.empty()) with_exponent = text;
  }
  return with_exponent;
}

template <class Parse>
std::string exact(const Steps& steps, double value, std::string_view base_unit, const Parse& parse) {
  if (value == 0) return fmt::format("0{}", base_unit);
  const auto text = exact_in(step_for(steps, value), value, parse);
  return text.empty() ? fmt::format("{}{}", value, base_unit) : text;
}

double or_nan(std::optional<double> value) { return value.value_or(std::nan("")); }

}  // namespace

std::string format_time(Seconds span) { return format(kTimeSteps, span.count(), " ", "s"); }
std::string format_size(Bytes size) { return format(kSizeSteps, static_cast<double>(size.count), " ", "B"); }
std::string format_bandwidth(BytesPerSecond rate) { return format(kBandwidthSteps, rate.value, " ", "B/s"); }
std::string format_rate(PerSecond rate) { return format(kRateSteps, rate.value, "", "/s"); }
std::string format_fraction(Fraction part) { return fmt::format("{:.4g}%", part.value * 100); }

std::string write_time(Seconds span) {
  return exact(kTimeSteps, span.count(), "s", [](const std::string& text) {
    const auto parsed = parse_time(text);
    return or_nan(parsed ? std::optional(parsed.value->count()) : std::nullopt);
  });
}

std::string write_bandwidth(BytesPerSecond rate) {
  return exact(kBitrateSteps, rate.value, "B/s", [](const std::string& text) {
    const auto parsed = parse_bandwidth(text);
    return or_nan(parsed ? std::optional(parsed.value->value) : std::nullopt);
  });
}

std::string write_rate(PerSecond rate) {
  return exact(kRateSteps, rate.value, "/s", [](const std::string& text) {
    const auto parsed = parse_rate(text);
    return or_nan(parsed ? std::optional(parsed.value->value) : std::nullopt);
  });
}

std::string write_fraction(Fraction part) {
  const auto text = exact_in({"%", 0.01, 0}, part.value, [](const std::string& percent) {
    const auto parsed = parse_fraction(percent);
    return or_nan(parsed ? std::optional(parsed.value->value) : std::nullopt);
  });
  return text.empty() ? write_number(part.value) : text;
}

std::string write_size(Bytes size) {
  const auto* best = &kSizeSteps[0];
  for (const auto& step : kSizeSteps) {
    if (size.count != 0 && size.count % static_cast<std::int64_t>(step.factor) == 0) best = &step;
  }
  return fmt::format("{}{}", size.count / static_cast<std::int64_t>(best->factor), best->name);
}

std::string write_number(double number) { return fmt::format("{}", number); }

}  // namespace sim
