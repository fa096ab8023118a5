#include "models/analysis/bound_violation.hpp"

namespace models {
namespace {

// Chance alone hardly ever takes a mean so far: a half-width is two standard errors.
constexpr double kHalfWidths = 2;
constexpr double kRelativeRounding = 1e-9;

// At either end of the measurement up to all clients may be counted or not.
double tolerance(double bound, double half_width, const LoadSummary& load) {
  return kHalfWidths * half_width + bound * (static_cast<double>(load.threads) / load.transactions + kRelativeRounding);
}

}  // namespace

std::vector<BoundViolation> violations(const Bounds& bounds, const Summary& summary) {
  if (summary.loads.empty() || summary.loads.front().transactions == 0) return {};
  if (bounds.devices_drift) return {};
  const SemiSyncSummary& semi_sync = summary.servers.at(summary.main_server).semi_sync;
  if (bounds.counts_on_acks && (semi_sync.off_s > 0 || semi_sync.no_tx > 0)) return {};
  const LoadSummary& load = summary.loads.front();
  std::vector<BoundViolation> all;
  const ThroughputBound& most = bounds.throughput.front();
  const double above = load.tps.mean - most.throughput.value;
  if (above > tolerance(most.throughput.value, load.tps.half_width, load)) {
    all.push_back({BoundViolation::Of::throughput, load.tps.mean, most.throughput.value, most.law, most.resource});
  }
  const sim::Estimate& mean = load.response.mean_ms;
  const double least = sim::in_milliseconds(bounds.response_least);
  if (least - mean.mean > tolerance(least, mean.half_width, load)) {
    const bool is_closed = load.offered_rate == 0;
    all.push_back({BoundViolation::Of::response, mean.mean, least, is_closed ? most.law : "zero contention",
                   is_closed ? most.resource : "what a transaction pays alone"});
  }
  return all;
}

}  // namespace models
