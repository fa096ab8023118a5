#include "sim/metrics/slot_series.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace sim {

namespace {

// Share of a slot that may be missing from a whole one: 60 s are 600 slots of 0.1 s, whatever the division says.
constexpr double kRounding = 1e-9;

// Adds the observations of `from` to those of `to`.
void absorb(SlotSeries::Slot& to, SlotSeries::Slot&& from) {
  to.count += from.count;
  to.sum += from.sum;
  if (!from.histogram) return;
  if (to.histogram) {
    to.histogram->merge(*from.histogram);
  } else {
    to.histogram = std::move(from.histogram);
  }
}

}  // namespace

double SlotSeries::Slot::mean() const {
  return count == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / static_cast<double>(count);
}

SlotSeries::SlotSeries(Seconds width, Instant origin, Options options)
    : origin_(origin), width_(width), options_(options), latest_(origin) {
  if (!(width > Seconds{0}) || !std::isfinite(in_seconds(width))) {
    throw std::invalid_argument(fmt::format("slot series: the width must be above 0 s, got {}", in_seconds(width)));
  }
  if (options.max_slots < 2 || options.max_slots % 2 != 0) {
    throw std::invalid_argument(fmt::format("slot series: max_slots must be even, got {}", options.max_slots));
  }
}

void SlotSeries::add(Instant instant, double value) {
  Slot& slot = slots_[slot_at(instant)];
  ++slot.count;
  slot.sum += value;
  if (!options_.with_histograms) return;
  if (!slot.histogram) slot.histogram.emplace();
  slot.histogram->record(value);
}

void SlotSeries::extend_to(Instant instant) {
  check(instant);
  const auto slots_needed = [&] { return std::ceil((instant - origin_) / width_ - kRounding); };
  while (slots_needed() > static_cast<double>(options_.max_slots)) halve();
  latest_ = std::max(latest_, instant);
  if (slots_needed() > static_cast<double>(slots_.size())) slots_.resize(static_cast<std::size_t>(slots_needed()));
}

void SlotSeries::reset(Instant origin) {
  origin_ = origin;
  latest_ = origin;
  slots_.clear();
}

std::size_t SlotSeries::complete_slots() const {
  const double passed = std::floor((latest_ - origin_) / width_ + kRounding);
  return std::min(static_cast<std::size_t>(passed), slots_.size());
}

std::vector<double> SlotSeries::rates() const {
  std::vector<double> rates;
  for (std::size_t i = 0; i < complete_slots(); ++i) {
    rates.push_back(static_cast<double>(slots_[i].count) / in_seconds(width_));
  }
  return rates;
}

std::vector<double> SlotSeries::means() const {
  std::vector<double> means;
  for (std::size_t i = 0; i < complete_slots(); ++i) {
    if (slots_[i].count > 0) means.push_back(slots_[i].mean());
  }
  return means;
}

std::vector<Histogram> SlotSeries::histograms() const {
  std::vector<Histogram> histograms;
  for (std::size_t i = 0; i < complete_slots(); ++i) {
    if (slots_[i].histogram) histograms.push_back(*slots_[i].histogram);
  }
  return histograms;
}

void SlotSeries::check(Instant instant) const {
  if (instant >= origin_ && std::isfinite(in_seconds(instant - origin_))) return;
  throw std::invalid_argument(fmt::format("slot series: instant {} s lies before its origin {} s or is not finite",
                                          in_seconds(instant.time_since_epoch()),
                                          in_seconds(origin_.time_since_epoch())));
}

// Number of the slot that holds `instant`, after making room for it.
std::size_t SlotSeries::slot_at(Instant instant) {
  check(instant);
  while ((instant - origin_) / width_ >= static_cast<double>(options_.max_slots)) halve();
  latest_ = std::max(latest_, instant);
  const auto slot = static_cast<std::size_t>((instant - origin_) / width_);
  if (slot >= slots_.size()) slots_.resize(slot + 1);
  return slot;
}

// Merges neighbouring pairs; the width doubles.
void SlotSeries::halve() {
  const std::size_t left = (slots_.size() + 1) / 2;
  for (std::size_t i = 0; i < left; ++i) {
    if (i > 0) slots_[i] = std::move(slots_[2 * i]);
    if (2 * i + 1 < slots_.size()) absorb(slots_[i], std::move(slots_[2 * i + 1]));
  }
  slots_.resize(left);
  width_ *= 2;
}

}  // namespace sim
