// The lag as pt-heartbeat --monitor prints it, for the scripts that read it: the lag at the end of every report interval, and its
// averages over the last 1, 5 and 15 minutes, where what lies before the measurement counts as no lag. Times are simulated ones. The
// lag is what a heartbeat would show that is written at every instant: the age of the oldest transaction that is not applied.
// Source: the --monitor and --frames options of pt-heartbeat 3.5.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "experiments/report/writer.hpp"

namespace experiments {
namespace {

// Over the last `frame` seconds before point number `last`, each point standing for the interval before it.
double average_lag(const std::vector<models::LagPoint>& points, std::size_t last, double frame) {
  double sum = 0;
  for (std::size_t i = last + 1; i-- > 0;) {
    const double begin = std::max(i == 0 ? 0 : points[i - 1].t, points[last].t - frame);
    if (begin >= points[i].t) break;
    sum += points[i].lag * (points[i].t - begin);
  }
  return sum / frame;
}

std::string heartbeats(const models::ReplicaSummary& replica) {
  constexpr double kMinute = 60;
  std::string text;
  for (std::size_t i = 0; i < replica.series.size(); ++i) {
    const auto average = [&](double minutes) { return average_lag(replica.series, i, minutes * kMinute); };
    text += fmt::format("{:5.2f}s [ {:5.2f}s, {:5.2f}s, {:5.2f}s ]\n", replica.series[i].lag, average(1), average(5), average(15));
  }
  return text;
}

}  // namespace

// With several replicas a line "# NAME" goes before those of each.
std::string pt_heartbeat_text(const Result& result) {
  const auto& replicas = result.summary.replicas;
  std::string text;
  for (const models::ReplicaSummary& replica : replicas) {
    if (!replica.applies) continue;
    if (replicas.size() > 1) text += fmt::format("# {}\n", replica.name);
    text += heartbeats(replica);
  }
  return text;
}

}  // namespace experiments
