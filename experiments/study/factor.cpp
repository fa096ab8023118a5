#include "experiments/study/factor.hpp"

#include <algorithm>
#include <cmath>

#include "sim/config/quantity.hpp"

namespace experiments {
namespace {

// Values between the ends of a range have four significant digits.
double rounded(double value) { return *sim::parse_number(fmt::format("{:.4g}", value)).value; }

}  // namespace

std::optional<Quantity> quantity_of(const std::string& text) {
  using K = Quantity::Kind;
  if (const auto integer = sim::parse_integer(text)) return Quantity{K::integer, static_cast<double>(*integer.value)};
  if (const auto number = sim::parse_number(text)) return Quantity{K::number, *number.value};
  if (const auto time = sim::parse_time(text)) return Quantity{K::time, time.value->count()};
  if (const auto rate = sim::parse_rate(text)) return Quantity{K::rate, rate.value->value};
  if (const auto fraction = sim::parse_fraction(text)) return Quantity{K::fraction, fraction.value->value};
  if (const auto bandwidth = sim::parse_bandwidth(text)) return Quantity{K::bandwidth, bandwidth.value->value};
  if (const auto size = sim::parse_size(text)) return Quantity{K::size, static_cast<double>(size.value->count)};
  return std::nullopt;
}

std::string Quantity::text() const {
  switch (kind) {
    case Kind::number: return sim::write_number(rounded(value));
    case Kind::integer: return fmt::format("{:.0f}", value);
    case Kind::time: return sim::write_time(sim::Seconds{rounded(value)});
    case Kind::size: return sim::write_size({std::llround(value)});
    case Kind::bandwidth: return sim::write_bandwidth({rounded(value)});
    case Kind::rate: return sim::write_rate({rounded(value)});
    case Kind::fraction: return sim::write_fraction({rounded(value)});
  }
  return "";
}

Factor::Factor(std::string name, const FactorDocument& document, const sim::Location& place, sim::Diagnostics& diagnostics)
    : name_(std::move(name)), path_(document.path), spacing_(document.spacing) {
  for (const auto& [label, level] : document.levels) levels_.push_back({label, level.set, level.cost, std::nullopt});
  for (const RawValue& value : document.values) {
    const auto quantity = quantity_of(value.text);
    levels_.push_back({value.text, {path_ + "=" + value.text}, 0, quantity ? std::optional(quantity->value) : std::nullopt});
  }
  if (!document.from.text.empty()) read_range(document, place, diagnostics);
}

void Factor::read_range(const FactorDocument& document, const sim::Location& place, sim::Diagnostics& diagnostics) {
  const auto low = quantity_of(document.from.text);
  const auto high = quantity_of(document.to.text);
  const auto fail = [&](const std::string& message) { diagnostics.error(place, fmt::format("{}: {}", name_, message)); };
  if (!low || !high) return fail("from and to are numbers, with a unit where the scenario wants one");
  const bool are_numbers = low->kind <= Quantity::Kind::integer && high->kind <= Quantity::Kind::integer;
  if (low->kind != high->kind && !are_numbers) return fail("from and to have different units");
  if (low->value >= high->value) return fail(fmt::format("to: {} is not above from, {}", document.to.text, document.from.text));
  if (spacing_ == Spacing::log && low->value <= 0) return fail("equal ratios need a from above 0");
  low_ = low;
  high_ = *high;
  if (low->kind != high->kind) low_->kind = high_.kind = Quantity::Kind::number;
  for (std::int64_t i = 0; i < document.steps; ++i) {
    Level level = at(static_cast<double>(i) / static_cast<double>(document.steps - 1));
    if (levels_.empty() || levels_.back().label != level.label) levels_.push_back(std::move(level));
  }
}

Level Factor::level_of(const Quantity& quantity) const {
  return {quantity.text(), {path_ + "=" + quantity.text()}, 0, quantity.value};
}

Level Factor::at(double share) const {
  Quantity quantity = *low_;
  if (share >= 1) quantity.value = high_.value;
  else if (share > 0 && spacing_ == Spacing::linear) quantity.value += share * (high_.value - low_->value);
  else if (share > 0) quantity.value *= std::pow(high_.value / low_->value, share);
  if (quantity.kind == Quantity::Kind::integer) quantity.value = std::round(quantity.value);
  return level_of(quantity);
}

double Factor::share_of(const Level& level) const {
  const double value = *level.number;
  if (spacing_ == Spacing::linear) return (value - low_->value) / (high_.value - low_->value);
  return std::log(value / low_->value) / std::log(high_.value / low_->value);
}

}  // namespace experiments
