// The result as sysbench 1.0.20 prints it, for the scripts that read sysbench.
#include <fmt/format.h>

#include "experiments/report/version.hpp"
#include "experiments/report/writer.hpp"

namespace experiments {
namespace {

std::string options(const models::LoadSummary& load) {
  std::string out = fmt::format(
      "sysbench 1.0.20 (simulated by commitsim {})\n\nRunning the test with following options:\n", version());
  out += fmt::format("Number of threads: {}\n", load.threads);
  if (load.offered_rate > 0) out += fmt::format("Target transaction rate: {:.0f}/sec\n", load.offered_rate);
  out += fmt::format("Report intermediate results every {:g} second(s)\n", load.interval_s);
  return out;
}

std::string intervals(const models::LoadSummary& load) {
  std::string out;
  for (const models::SeriesPoint& point : load.series) {
    out += fmt::format(
        "[ {:g}s ] thds: {} tps: {:.2f} qps: {:.2f} (r/w/o: {:.2f}/{:.2f}/{:.2f}) lat (ms,95%): {:.2f} err/s: 0.00 "
        "reconn/s: 0.00\n",
        point.t_s, load.threads, point.tps, point.qps, point.reads_per_s, point.writes_per_s, point.others_per_s,
        point.p95_ms);
    if (load.offered_rate > 0)
      out += fmt::format("[ {:g}s ] queue length: {}, concurrency: {}\n", point.t_s, point.queued, point.busy);
  }
  return out;
}

std::string statistics(const models::LoadSummary& load, double seconds) {
  std::string out = "SQL statistics:\n    queries performed:\n";
  out += fmt::format("        read:                            {:.0f}\n", load.reads);
  out += fmt::format("        write:                           {:.0f}\n", load.writes);
  out += fmt::format("        other:                           {:.0f}\n", load.others);
  out += fmt::format("        total:                           {:.0f}\n", load.queries);
  out += fmt::format("    transactions:                        {:<6.0f} ({:.2f} per sec.)\n", load.transactions,
                     load.tps.mean);
  out +=
      fmt::format("    queries:                             {:<6.0f} ({:.2f} per sec.)\n", load.queries, load.qps.mean);
  out += "    ignored errors:                      0      (0.00 per sec.)\n";
  out += "    reconnects:                          0      (0.00 per sec.)\n\nGeneral statistics:\n";
  out += fmt::format("    total time:                          {:.4f}s\n", seconds);
  out += fmt::format("    total number of events:              {:.0f}\n", load.transactions);
  return out;
}

std::string latency(const models::LoadSummary& load) {
  const bool any = load.transactions > 0;
  const auto row = [](const char* label, double ms) { return fmt::format("{:>13}{:>40.2f}\n", label, ms); };
  const models::ResponseSummary& response = load.response;
  std::string out = "Latency (ms):\n";
  out += row("min:", any ? response.min_ms : 0);
  out += row("avg:", any ? response.mean_ms.mean : 0);
  out += row("max:", any ? response.max_ms : 0);
  out += fmt::format("         95th percentile:{:>28.2f}\n", any ? response.p95_ms.mean : 0);
  return out + row("sum:", response.sum_ms);
}

}  // namespace

std::string sysbench_text(const Result& result) {
  const models::LoadSummary& load = result.summary.loads.at(0);
  const models::ThreadFairness& fairness = load.fairness;
  std::string out = options(load);
  out += fmt::format("Initializing random number generator from seed ({}).\n\n\n", result.summary.seed);
  out += "Initializing worker threads...\n\nThreads started!\n\n";
  out +=
      intervals(load) + statistics(load, result.summary.simulated_s) + "\n" + latency(load) + "\nThreads fairness:\n";
  out += fmt::format("    events (avg/stddev):           {:.4f}/{:.2f}\n", fairness.transactions_mean,
                     fairness.transactions_deviation);
  out += fmt::format("    execution time (avg/stddev):   {:.4f}/{:.2f}\n\n", fairness.busy_mean_s,
                     fairness.busy_deviation_s);
  return out;
}

}  // namespace experiments
