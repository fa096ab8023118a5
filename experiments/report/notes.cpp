#include "experiments/report/notes.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "models/analysis/bound_violation.hpp"
#include "sim/config/quantity.hpp"

namespace experiments {
namespace {

constexpr std::size_t kStallsTold = 5;

std::string clients(std::int64_t threads) { return threads == 1 ? "1 client" : fmt::format("{} clients", threads); }

std::string precision_note(double wanted, const models::Summary& summary) {
  if (summary.loads.empty() || summary.loads.front().transactions == 0) return "";
  const models::LoadSummary& load = summary.loads.front();
  const double reached = std::max(load.tps.relative_half_width(), load.response.mean_ms.relative_half_width());
  if (reached <= wanted) return "";
  if (!std::isfinite(reached)) return "how precise the numbers are is not known: there is too little to compare";
  return fmt::format("the precision of {} was not reached: throughput and mean response are known to {}",
                     sim::format_fraction({wanted}), sim::format_fraction({reached}));
}

void add_load_notes(const models::LoadSummary& load, std::vector<std::string>& all) {
  if (load.offered_rate > 0 && load.queued_at_end > static_cast<double>(load.threads)) {
    all.push_back(fmt::format(
        "{}: {:.0f} transactions wait for a client thread at the end; {} arrive and {} are served", load.server,
        load.queued_at_end, sim::format_rate({load.offered_rate}), sim::format_rate({load.tps.mean})));
  }
  if (load.transactions == 0) all.push_back(fmt::format("{}: no transaction of its clients ended", load.server));
}

void add_stall_notes(const std::vector<models::StallRecord>& stalls, std::vector<std::string>& all) {
  for (std::size_t i = 0; i < stalls.size() && i < kStallsTold; ++i) {
    all.push_back(fmt::format("since {:.3f} s {} waits for {}", stalls[i].since, sim::quote(stalls[i].process),
                              sim::quote(stalls[i].waits_for)));
  }
  if (stalls.size() > kStallsTold) all.push_back(fmt::format("{} more clients wait", stalls.size() - kStallsTold));
}

void add_replica_notes(const models::ReplicaSummary& replica, std::vector<std::string>& all) {
  if (!replica.applies) {
    all.push_back(fmt::format("{} does not apply what it receives: its SQL thread is off", replica.name));
  } else if (replica.source_delay_s > 0) {
    all.push_back(fmt::format("{} is kept {} behind by its source_delay; it has {:.0f} transactions to apply at the end", replica.name,
                              sim::format_time(sim::Seconds{replica.source_delay_s}), replica.behind_at_end));
  } else if (replica.falls_behind) {
    all.push_back(fmt::format(
        "{} falls behind: at the end it has {:.0f} transactions to apply, and its lag depends on how long is simulated",
        replica.name, replica.behind_at_end));
  }
}

void add_bound_notes(const models::Bounds& bounds, const models::Summary& summary, std::vector<std::string>& all) {
  for (const models::BoundViolation& each : models::violations(bounds, summary)) {
    const bool is_throughput = each.of == models::BoundViolation::Of::throughput;
    const auto shown = [&](double value) {
      return is_throughput ? sim::format_rate({value}) : sim::format_time(sim::milliseconds(value));
    };
    all.push_back(fmt::format("{} {} is {} the bound {} ({}: {}): a model fault", is_throughput ? "throughput" : "mean response time",
                              shown(each.found), is_throughput ? "above" : "below", shown(each.bound), each.law, each.resource));
  }
}

}  // namespace

std::string bottleneck_sentence(const models::Summary& summary) {
  const models::Bottleneck& busiest = summary.bottleneck;
  const std::string busy =
      fmt::format("the {} is busy {:.0f} % of the time", busiest.resource, busiest.utilisation * 100);
  if (busiest.is_saturated) return busy;
  if (summary.loads.empty()) return "nothing is asked of the servers";
  const models::LoadSummary& load = summary.loads.front();
  const std::string limit = load.offered_rate > 0 ? "the rate of arrivals is the limit"
                                                  : "the latency seen by " + clients(load.threads) + " is the limit";
  return fmt::format("no resource is saturated: {} ({})", limit, busy);
}

std::vector<std::string> notes(const Result& result) {
  std::vector<std::string> all;
  const models::Summary& summary = result.summary;
  if (!summary.is_steady) {
    all.emplace_back(
        "throughput was not steady at the start of the measurement: a longer duration allows a longer warm-up");
  }
  if (result.wanted_precision) {
    std::string note = precision_note(*result.wanted_precision, summary);
    if (!note.empty()) all.push_back(std::move(note));
  }
  for (const models::LoadSummary& load : summary.loads) add_load_notes(load, all);
  add_stall_notes(summary.stalls, all);
  for (const models::ReplicaSummary& replica : summary.replicas) add_replica_notes(replica, all);
  if (result.bounds) add_bound_notes(*result.bounds, summary, all);
  return all;
}

}  // namespace experiments
