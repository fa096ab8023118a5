// What the page asks for: a scenario, and what of it is wanted.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/serve/teaching_parameters.hpp"

namespace experiments {

inline constexpr std::size_t kLongestRequest = 48 << 10;  // bytes; less than a pipe holds

struct RunRequest {
  enum class Want {
    result,  // the result alone
    run,     // and a timeline of a few commit groups
    sweep,   // throughput and response time against threads
  };

  Want want = Want::run;
  std::optional<TeachingParameters> parameters;
  std::string scenario;  // in YAML, where there are no parameters
};

struct ParsedRequest {
  std::optional<RunRequest> request;
  std::string canonical;            // the same as text: equal for equal requests
  std::vector<std::string> faults;  // why there is no request
};

// Reads {"want": "run", "parameters": {...}} or {"want": "run", "scenario": "YAML"}. Never throws.
ParsedRequest parse_run_request(std::string_view text);

}  // namespace experiments
