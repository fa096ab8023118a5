// How far a sweep has come: a bar on a terminal, plain lines in a log.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace experiments {

enum class ProgressStyle { none, plain, bar };

class SweepProgress {
 public:
  explicit SweepProgress(ProgressStyle style) : style_(style) {}
  ~SweepProgress();
  SweepProgress(const SweepProgress&) = delete;
  SweepProgress& operator=(const SweepProgress&) = delete;

  // So many points are known now, of which so many were there already.
  void expect(std::size_t points, std::size_t known);

  // One more has ended.
  void add(bool is_failed);

  // The line as it would be shown after `elapsed`.
  std::string line(std::chrono::duration<double> elapsed) const;

 private:
  using Clock = std::chrono::steady_clock;

  void show(bool is_last);

  ProgressStyle style_;
  std::size_t points_ = 0;
  std::size_t known_ = 0;
  std::size_t ended_ = 0;
  std::size_t failed_ = 0;
  Clock::time_point begun_ = Clock::now();
  Clock::time_point shown_{};
};

}  // namespace experiments
