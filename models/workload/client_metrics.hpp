// What the clients of one workload see, in constant memory whatever the length of the run.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/transaction.hpp"
#include "models/workload/interval_series.hpp"
#include "sim/metrics/slot_series.hpp"

namespace models {

// The answers that one client thread had, and their response times in sum.
struct ThreadShare {
  std::int64_t transactions = 0;
  double response = 0;  // seconds
};

class ClientMetrics {
 public:
  // Twice the largest number of batches that half-widths use: a run that fills them all can double its length.
  static constexpr std::size_t kBatches = 80;

  ClientMetrics(sim::Seconds batch_width, sim::Seconds interval)
      : responses_(batch_width, sim::Instant{}, {.max_slots = kBatches, .with_histograms = true}),
        intervals_(interval) {}

  // Notes a transaction of a client thread that was answered at `now`; `state` is that before the answer.
  void note(const Transaction& transaction, std::size_t thread, ClientState state, sim::Instant now);

  // Forgets everything: the measurement begins at `now`.
  void reset(sim::Instant now);

  // Lets idle time at the end count.
  void close(ClientState state, sim::Instant now);

  std::int64_t transactions() const { return transactions_; }
  const std::array<sim::Seconds, kParts>& parts() const { return parts_; }
  const sim::SlotSeries& responses() const { return responses_; }  // seconds, in batches
  const IntervalSeries& intervals() const { return intervals_; }
  const std::vector<ThreadShare>& threads() const { return threads_; }

 private:
  std::int64_t transactions_ = 0;
  std::array<sim::Seconds, kParts> parts_{};
  sim::SlotSeries responses_;
  IntervalSeries intervals_;
  std::vector<ThreadShare> threads_;  // those that had an answer, and the ones before them
};

}  // namespace models
