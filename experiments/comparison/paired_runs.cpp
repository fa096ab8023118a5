#include "experiments/comparison/paired_runs.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "models/simulate.hpp"
#include "sim/engine/isolated_run.hpp"
#include "sim/metrics/steady_state.hpp"

namespace experiments {
namespace {

models::Scenario one_run_of(models::Scenario scenario) {
  scenario.run.replicates = 1;
  scenario.run.precision = std::nullopt;
  return scenario;
}

double throughput(const models::RunRecord& record) {
  return static_cast<double>(record.loads.front().transactions) / record.measured;
}

double mean_response(const models::RunRecord& record) {
  sim::Histogram all;
  for (const sim::Histogram& batch : record.loads.front().batches) all.merge(batch);
  return all.is_empty() ? 0 : all.mean();
}

template <class F>
double relative_half_width(const PairedRuns& runs, F number) {
  std::vector<double> a;
  std::vector<double> b;
  double sum = 0;
  for (std::size_t i = 0; i < runs.a.size(); ++i) {
    a.push_back(number(runs.a[i]));
    b.push_back(number(runs.b[i]));
    sum += a.back();
  }
  return sim::paired_difference(a, b).half_width / (sum / static_cast<double>(a.size()));
}

bool is_precise(const PairedRuns& runs, double precision) {
  if (runs.a.front().loads.empty() || runs.b.front().loads.empty()) return true;
  return relative_half_width(runs, throughput) <= precision && relative_half_width(runs, mean_response) <= precision;
}

// Runs the replicates from `first` on, before `last`, of both.
void add_pairs(PairedRuns& runs, const models::Scenario& a, const models::Scenario& b, std::int64_t first, std::int64_t last, int jobs) {
  std::vector<std::function<std::string()>> work;
  for (std::int64_t replicate = first; replicate < last; ++replicate) {
    for (const models::Scenario* each : {&a, &b})
      work.push_back([each, replicate] { return to_bytes(models::simulate(*each, replicate)); });
  }
  const auto records = sim::run_isolated(work, jobs);
  for (std::size_t i = 0; i < records.size(); ++i)
    (i % 2 == 0 ? runs.a : runs.b).push_back(models::run_record_from_bytes(records[i]));
}

}  // namespace

PairedRuns run_pairs(const models::Scenario& a, const models::Scenario& b, const PairOptions& options) {
  const models::Scenario one_a = one_run_of(a);
  const models::Scenario one_b = one_run_of(b);
  PairedRuns runs;
  for (std::int64_t pairs = options.pairs;; pairs *= 2) {
    add_pairs(runs, one_a, one_b, static_cast<std::int64_t>(runs.a.size()), pairs, options.jobs);
    if (!options.precision) return runs;
    runs.is_precise = is_precise(runs, *options.precision);
    if (runs.is_precise || pairs * 2 > options.pairs * kMostPairs) return runs;
  }
}

}  // namespace experiments
