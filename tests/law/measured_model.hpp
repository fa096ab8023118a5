// A scenario, run, and the few numbers of it that the laws of the models speak of.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/simulate.hpp"
#include "sim/engine/isolated_run.hpp"

namespace laws {

// Rates per second, times in seconds; all of the first load.
struct Measured {
  models::RunRecord record;

  double transactions() const { return static_cast<double>(record.loads[0].transactions); }
  double throughput() const { return transactions() / record.measured; }
  double part(models::Part part) const {
    return record.loads[0].parts[static_cast<std::size_t>(part)] / transactions();
  }
  double response() const {
    double sum = 0;
    for (const double part : record.loads[0].parts) sum += part;
    return sum / transactions();
  }
  double shortest() const {
    return extreme([](double a, double b) { return a < b; }, &sim::Histogram::min);
  }
  double longest() const {
    return extreme([](double a, double b) { return a > b; }, &sim::Histogram::max);
  }
  double groups() const {
    double sum = 0;
    for (const std::int64_t count : record.servers[0].groups_by_size) sum += static_cast<double>(count);
    return sum;
  }
  double group_size() const {
    double sum = 0;
    const auto& by_size = record.servers[0].groups_by_size;
    for (std::size_t size = 0; size < by_size.size(); ++size)
      sum += static_cast<double>(size) * static_cast<double>(by_size[size]);
    return sum / groups();
  }

 private:
  template <class Better>
  double extreme(Better better, double (sim::Histogram::*of)() const) const {
    double best = -1;
    for (const sim::Histogram& batch : record.loads[0].batches) {
      if (!batch.is_empty() && (best < 0 || better((batch.*of)(), best))) best = (batch.*of)();
    }
    return best;
  }
};

// Runs all, each in a process of its own.
inline std::vector<Measured> measure(const std::vector<models::Scenario>& scenarios) {
  std::vector<std::function<std::string()>> runs;
  for (const models::Scenario& scenario : scenarios) {
    runs.push_back([&scenario] { return models::to_bytes(models::simulate(scenario, 0)); });
  }
  std::vector<Measured> all;
  for (const std::string& bytes : sim::run_isolated(runs, 2)) all.push_back({models::run_record_from_bytes(bytes)});
  return all;
}

inline Measured measure(const models::Scenario& scenario) { return measure(std::vector{scenario}).front(); }

}  // namespace laws
