// The keys of a result: one table that says what each means. JSON and CSV use its names; `describe metrics` shows it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace experiments {

struct ResultMetric {
  std::string key;   // "response_ms.p95"; [] stands for every item of a list, <name> for any key
  std::string unit;  // "" where there is none
  std::string type;  // number, estimate ({"mean", "half_width"} of a 95 % interval), text, flag, mapping
  std::string meaning;
  bool in_csv = true;  // a number or estimate of the run, not of one of its intervals or settings
};

// All of them, in the order of the JSON.
const std::vector<ResultMetric>& result_metrics();

// The metric that the path of a value means ("servers[0].name"), or null.
const ResultMetric* find_result_metric(std::string_view path);

}  // namespace experiments
