#include "experiments/serve/run_request.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/config/diagnostics.hpp"

namespace experiments {
namespace {

using sim::Json;

constexpr int kDeepest = 8;

// JSON that is not nested deeper than a request can be; discarded where the text is no such thing.
Json shallow_json(std::string_view text, bool& is_too_deep) {
  const Json::parser_callback_t watch = [&](int depth, Json::parse_event_t, Json&) {
    is_too_deep = is_too_deep || depth > kDeepest;
    return !is_too_deep;
  };
  return Json::parse(text, watch, false);
}

void read_want(const Json& json, RunRequest& request, std::vector<std::string>& faults) {
  const auto found = json.find("want");
  if (found == json.end()) return;
  const std::string word = found->is_string() ? found->get<std::string>() : "";
  if (word == "result") request.want = RunRequest::Want::result;
  else if (word == "run") request.want = RunRequest::Want::run;
  else if (word == "sweep") request.want = RunRequest::Want::sweep;
  else faults.emplace_back("want has to be one of result, run, sweep");
}

void read_body(const Json& json, RunRequest& request, std::vector<std::string>& faults) {
  read_want(json, request, faults);
  const auto parameters = json.find("parameters");
  const auto scenario = json.find("scenario");
  if ((parameters == json.end()) == (scenario == json.end())) faults.emplace_back("exactly one of parameters and scenario is needed");
  if (parameters != json.end()) request.parameters = teaching_parameters(*parameters, faults);
  if (scenario != json.end()) {
    if (scenario->is_string()) request.scenario = scenario->get<std::string>();
    else faults.emplace_back("scenario has to be a text: YAML");
  }
  const std::vector<std::string> known{"parameters", "scenario", "want"};
  for (const auto& [key, value] : json.items()) {
    if (std::find(known.begin(), known.end(), key) == known.end())
      faults.push_back(sim::quote(key) + " is not known" + sim::known_words(key, known));
  }
}

}  // namespace

ParsedRequest parse_run_request(std::string_view text) {
  ParsedRequest parsed;
  if (text.size() > kLongestRequest) {
    parsed.faults.push_back(fmt::format("the request is longer than {} bytes", kLongestRequest));
    return parsed;
  }
  bool is_too_deep = false;
  const Json json = shallow_json(text, is_too_deep);
  if (is_too_deep) parsed.faults.push_back(fmt::format("the request is nested deeper than {} levels", kDeepest));
  else if (json.is_discarded()) parsed.faults.emplace_back("the request is no JSON");
  else if (!json.is_object()) parsed.faults.emplace_back("the request is no JSON object");
  if (!parsed.faults.empty()) return parsed;
  RunRequest request;
  read_body(json, request, parsed.faults);
  if (!parsed.faults.empty()) return parsed;
  parsed.request = std::move(request);
  parsed.canonical = nlohmann::json(json).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);  // keys by name
  return parsed;
}

}  // namespace experiments
