#include "experiments/validation/run_validation.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>

#include "experiments/validation/metrics.hpp"
#include "models/simulate.hpp"
#include "sim/engine/isolated_run.hpp"

namespace experiments {
namespace {

using calibration::Comparison;
using calibration::Role;
using models::RunRecord;
using models::Summary;

std::string simulate_named(const std::string& set, const ValidationCase& the_case, std::int64_t replicate) {
  try {
    return to_bytes(models::simulate(the_case.scenario, replicate));
  } catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("{}, case {}: {}", set, the_case.name, error.what()));
  }
}

sim::Estimate predicted(const std::string& metric, const ValidationSet& set, const std::vector<Summary>& summaries,
                        std::size_t index) {
  if (metric == kLagDistanceMetric) return lag_distance(summaries[index], set.cases[index].document.lag_histogram.measured());
  if (metric != kGapMetric) return find_metric(metric)->of(summaries[index]);
  return throughput_gap(summaries[index], summaries[set.index_of(set.cases[index].document.against)]);
}

Role role_of(const CaseDocument& the_case, const std::string& metric) {
  const bool is_listed = std::find(the_case.fitted.begin(), the_case.fitted.end(), metric) != the_case.fitted.end();
  return is_listed ? Role::fitted : the_case.role;
}

}  // namespace

std::vector<std::vector<Summary>> simulate_cases(const std::vector<ValidationSet>& sets, int jobs) {
  std::vector<std::function<std::string()>> runs;
  for (const ValidationSet& set : sets) {
    for (const ValidationCase& the_case : set.cases) {
      for (std::int64_t replicate = 0; replicate < the_case.scenario.run.replicates; ++replicate) {
        runs.push_back([&set, &the_case, replicate] { return simulate_named(set.name, the_case, replicate); });
      }
    }
  }
  const std::vector<std::string> bytes = sim::run_isolated(runs, jobs);
  std::vector<std::vector<Summary>> summaries(sets.size());
  auto next = bytes.begin();
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (const ValidationCase& the_case : sets[i].cases) {
      std::vector<RunRecord> records;
      for (std::int64_t n = 0; n < the_case.scenario.run.replicates; ++n)
        records.push_back(models::run_record_from_bytes(*next++));
      summaries[i].push_back(models::summarise(records));
    }
  }
  return summaries;
}

std::vector<Comparison> measured_rows(const ValidationSet& set) {
  std::vector<Comparison> rows;
  for (const ValidationCase& each : set.cases) {
    for (const auto& [metric, values] : each.document.measured) {
      rows.push_back({set.name, each.name, metric, role_of(each.document, metric), calibration::median(values)});
    }
  }
  return rows;
}

std::vector<Comparison> compare(const ValidationSet& set, const std::vector<Summary>& summaries) {
  std::vector<Comparison> rows = measured_rows(set);
  auto row = rows.begin();
  for (std::size_t i = 0; i < set.cases.size(); ++i) {
    for (std::size_t n = 0; n < set.cases[i].document.measured.size(); ++n, ++row) {
      const sim::Estimate estimate = predicted(row->metric, set, summaries, i);
      row->predicted = estimate.mean;
      row->half_width = estimate.half_width;
    }
  }
  return rows;
}

}  // namespace experiments
