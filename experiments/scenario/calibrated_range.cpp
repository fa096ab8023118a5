#include "experiments/scenario/calibrated_range.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace experiments {

std::optional<std::string> beyond_calibration(const models::ServerSpec& server) {
  constexpr std::int64_t kReach = 2;
  const models::CalibrationRecord& calibration = server.costs.calibration;
  if (!server.load || !calibration.is_stated()) return std::nullopt;
  const models::MeasuredRange& seen = calibration.measured;
  const bool is_other = std::find(seen.versions.begin(), seen.versions.end(), server.version) == seen.versions.end();
  if (is_other) return fmt::format("the costs come from runs of {}, this is {}", fmt::join(seen.versions, ", "), server.version);
  if (server.load->threads <= kReach * seen.most_threads) return std::nullopt;
  return fmt::format("the costs come from runs with {} to {} client threads, here are {}", seen.fewest_threads, seen.most_threads,
                     server.load->threads);
}

}  // namespace experiments
