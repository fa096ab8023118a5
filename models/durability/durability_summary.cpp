#include "models/durability/durability_summary.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace models {
namespace {

using Counts = std::vector<std::int64_t>;

MeanAndMax mean_and_max(const Counts& counts) {
  if (counts.empty()) return {};
  const double sum = std::accumulate(counts.begin(), counts.end(), 0.0);
  return {sum / static_cast<double>(counts.size()), *std::max_element(counts.begin(), counts.end())};
}

// The smallest value that this share of all does not exceed.
double percentile(const Counts& sorted, double share) {
  if (sorted.empty()) return 0;
  const double rank = std::ceil(share * static_cast<double>(sorted.size()));
  return static_cast<double>(sorted[static_cast<std::size_t>(std::max(rank, 1.0)) - 1]);
}

void append(const Counts& more, Counts& all) { all.insert(all.end(), more.begin(), more.end()); }

void append(const LossRecord& more, LossRecord& all) {
  append(more.lost, all.lost);
  append(more.seen_and_lost, all.seen_and_lost);
  append(more.engine_behind, all.engine_behind);
  append(more.engine_ahead, all.engine_ahead);
  append(more.replica_ahead, all.replica_ahead);
  append(more.errant, all.errant);
  all.oldest.insert(all.oldest.end(), more.oldest.begin(), more.oldest.end());
  for (const auto& [name, times] : more.promoted) all.promoted[name] += times;
}

// The sentence of the replicate that loses most says most.
const std::string& sentence(const std::vector<const LossRecord*>& replicates) {
  const auto less = [](const LossRecord* a, const LossRecord* b) { return mean_and_max(a->lost).max < mean_and_max(b->lost).max; };
  return (*std::max_element(replicates.begin(), replicates.end(), less))->why;
}

LossSummary summary_of(const std::vector<const LossRecord*>& replicates) {
  LossRecord all;
  for (const LossRecord* each : replicates) append(*each, all);
  LossSummary summary;
  summary.failure = replicates.front()->failure;
  summary.why = sentence(replicates);
  std::sort(all.lost.begin(), all.lost.end());
  const MeanAndMax lost = mean_and_max(all.lost);
  summary.lost_mean = lost.mean;
  summary.lost_max = lost.max;
  summary.lost_p50 = percentile(all.lost, 0.5);
  summary.lost_p95 = percentile(all.lost, 0.95);
  summary.lost_p99 = percentile(all.lost, 0.99);
  const auto first = std::upper_bound(all.lost.begin(), all.lost.end(), 0);
  summary.loss_share = static_cast<double>(all.lost.end() - first) / static_cast<double>(all.lost.size());
  summary.oldest_s = all.oldest.empty() ? 0 : *std::max_element(all.oldest.begin(), all.oldest.end());
  summary.seen_and_lost = mean_and_max(all.seen_and_lost);
  summary.engine_behind = mean_and_max(all.engine_behind);
  summary.engine_ahead = mean_and_max(all.engine_ahead);
  summary.replica_ahead = mean_and_max(all.replica_ahead);
  summary.errant = mean_and_max(all.errant);
  summary.promoted = all.usually_promoted();
  return summary;
}

}  // namespace

DurabilitySummary summarise_durability(const std::vector<const DurabilityRecord*>& records) {
  const DurabilityRecord& first = *records.front();
  DurabilitySummary summary;
  summary.source = first.source;
  for (const DurabilityRecord* record : records) {
    summary.moments += record->moments;
    summary.semi_sync_off += static_cast<double>(record->semi_sync_off);
  }
  if (summary.moments > 0) summary.semi_sync_off /= static_cast<double>(summary.moments);
  for (std::size_t i = 0; i < first.losses.size(); ++i) {
    std::vector<const LossRecord*> replicates;
    for (const DurabilityRecord* record : records) {
      if (i < record->losses.size()) replicates.push_back(&record->losses[i]);
    }
    summary.losses.push_back(summary_of(replicates));
  }
  return summary;
}

}  // namespace models
