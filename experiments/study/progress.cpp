#include "experiments/study/progress.hpp"

#include <cmath>
#include <iostream>

#include <fmt/format.h>

namespace experiments {
namespace {

constexpr std::size_t kBarCells = 24;
constexpr std::chrono::milliseconds kBetweenBars{100};
constexpr std::chrono::seconds kBetweenLines{10};
constexpr double kMinute = 60;
constexpr double kHour = 3600;

std::string bar_of(double share) {
  const auto full = static_cast<std::size_t>(share * kBarCells);
  std::string bar;
  for (std::size_t i = 0; i < kBarCells; ++i) bar += i < full ? "█" : "░";
  return bar;
}

std::string span_of(double seconds) {
  if (seconds < kMinute) return fmt::format("{:.0f} s", seconds);
  if (seconds < kHour) return fmt::format("{:.0f} min {:02.0f} s", std::floor(seconds / kMinute), std::fmod(seconds, kMinute));
  return fmt::format("{:.0f} h {:02.0f} min", std::floor(seconds / kHour), std::fmod(seconds, kHour) / kMinute);
}

}  // namespace

SweepProgress::~SweepProgress() {
  if (style_ == ProgressStyle::bar && ended_ > 0) std::cerr << "\r\x1b[K" << std::flush;
}

void SweepProgress::expect(std::size_t points, std::size_t known) {
  points_ = points;
  known_ = known;
}

void SweepProgress::add(bool is_failed) {
  ++ended_;
  if (is_failed) ++failed_;
  show(known_ + ended_ == points_);
}

std::string SweepProgress::line(std::chrono::duration<double> elapsed) const {
  const std::size_t finished = known_ + ended_;
  std::string text = fmt::format("{} of {} points", finished, points_);
  if (known_ > 0) text += fmt::format(" ({} from before)", known_);
  if (failed_ > 0) text += fmt::format(", {} failed", failed_);
  if (ended_ == 0 || elapsed.count() <= 0) return text;
  const double rate = static_cast<double>(ended_) / elapsed.count();
  return text + fmt::format(", {:.3g}/s, {} left", rate, span_of(static_cast<double>(points_ - finished) / rate));
}

void SweepProgress::show(bool is_last) {
  if (style_ == ProgressStyle::none) return;
  const auto now = Clock::now();
  const bool is_bar = style_ == ProgressStyle::bar;
  const Clock::duration pause = is_bar ? Clock::duration(kBetweenBars) : Clock::duration(kBetweenLines);
  if (!is_last && now - shown_ < pause) return;
  shown_ = now;
  const std::string text = line(now - begun_);
  if (is_bar) std::cerr << fmt::format("\r\x1b[K{} {}", bar_of(static_cast<double>(known_ + ended_) / static_cast<double>(points_)), text);
  else std::cerr << "sweep: " << text << "\n";
  std::cerr << std::flush;
}

}  // namespace experiments
