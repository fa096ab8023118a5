#include "models/durability/crash_moments.hpp"

#include <utility>

#include "models/durability/loss_explanation.hpp"
#include "models/random_streams.hpp"

namespace models {
namespace {

void add(const Loss& loss, LossRecord& record) {
  record.lost.push_back(loss.lost);
  record.seen_and_lost.push_back(loss.seen_and_lost);
  record.engine_behind.push_back(loss.engine_behind);
  record.engine_ahead.push_back(loss.engine_ahead);
  record.replica_ahead.push_back(loss.replica_ahead);
  record.errant.push_back(loss.errant);
  record.oldest.push_back(loss.oldest.count());
  record.lost_with_redo += loss.lost_with_redo;
  record.lost_with_binlog += loss.lost_with_binlog;
  if (!loss.promoted.empty()) ++record.promoted[loss.promoted];
}

bool has_semi_sync(const Scenario& scenario, const std::string& source) {
  const ServerSpec* const spec = scenario.find_server(source);
  return spec != nullptr && spec->variables.rpl_semi_sync_source_enabled;
}

}  // namespace

CrashMoments::CrashMoments(DurabilityJournal& journal, const Scenario& scenario, std::int64_t replicate, std::string promote)
    : journal_(journal),
      scenario_(scenario),
      promote_(std::move(promote)),
      has_semi_sync_(has_semi_sync(scenario, journal.source())),
      stream_(RandomStreams(scenario.run.seed, static_cast<std::uint64_t>(replicate)).stream("crash moments")) {
  record_.source = journal.source();
  for (const std::string_view name : kFailureNames) {
    LossRecord loss;
    loss.failure = name;
    record_.losses.push_back(std::move(loss));
  }
  journal_.before_changes([this](sim::Instant now) { look_up_to(now); });
}

void CrashMoments::sample(sim::Instant begin, sim::Seconds length, std::int64_t count) {
  const sim::Seconds span = length / static_cast<double>(count);
  for (std::int64_t i = 0; i < count; ++i) moments_.push_back(begin + span * (static_cast<double>(i) + stream_.next()));
}

void CrashMoments::look_always() { looks_always_ = true; }

// Since the last change nothing has happened: each moment up to now found the journal as it still is.
void CrashMoments::look_up_to(sim::Instant now) {
  while (next_ < moments_.size() && moments_[next_] <= now) look_at(moments_[next_++]);
  if (looks_always_) look_at(now);
}

void CrashMoments::look_at(sim::Instant moment) {
  ++record_.moments;
  if (has_semi_sync_ && !journal_.semi_sync_is_on()) ++record_.semi_sync_off;
  for (std::size_t i = 0; i < kFailures; ++i) {
    const auto loss = judge(journal_, static_cast<Failure>(i), moment, promote_);
    if (loss) add(*loss, record_.losses[i]);
  }
}

DurabilityRecord CrashMoments::record(sim::Instant end) {
  look_up_to(end);
  DurabilityRecord record = record_;
  record.acknowledged_twice = journal_.acknowledged_twice();
  std::erase_if(record.losses, [](const LossRecord& loss) { return loss.lost.empty(); });
  for (LossRecord& loss : record.losses) loss.why = explain(scenario_, record, loss);
  return record;
}

}  // namespace models
