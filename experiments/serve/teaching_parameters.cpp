#include "experiments/serve/teaching_parameters.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "models/commit/pipeline_catalogue.hpp"
#include "sim/config/diagnostics.hpp"

namespace experiments {
namespace {

using sim::Json;

// A number that has a slider.
struct Range {
  const char* key;
  double low;
  double high;
  bool is_whole;
};

constexpr std::array<Range, 7> kRanges{{{"threads", 1, 256, true},
                                        {"fsync_ms", 0.01, 50, false},
                                        {"sync_binlog", 0, 1000, true},
                                        {"innodb_flush_log_at_trx_commit", 0, 2, true},
                                        {"acks", 1, 8, true},
                                        {"commit_delay_us", 0, 20000, true},
                                        {"applier_threads", 1, 64, true}}};
constexpr Range kRtt{"rtt_ms", 0.02, 200, false};
constexpr std::size_t kMostReplicas = 8;
constexpr const char* kOldest = "mysql-5.0";  // of which a pipeline's name does not remind

std::vector<std::string> version_names() {
  std::vector<std::string> names{kOldest};
  for (const models::PipelineAlternative& each : models::commit_pipelines()) names.push_back(each.version);
  return names;
}

// Reads the keys of one JSON object, and knows in the end which of them nobody asked for.
class ObjectReader {
 public:
  ObjectReader(const Json& json, std::string place, std::vector<std::string>& faults)
      : json_(json), place_(std::move(place)), faults_(faults) {
    if (!json.is_object()) fault("", "is no JSON object");
  }

  void number(const Range& range, double scale, double& value) {
    const Json* found = find(range.key);
    if (found == nullptr) return;
    const double given = found->is_number() ? found->get<double>() : std::nan("");
    const bool is_fine =
        std::isfinite(given) && given >= range.low && given <= range.high && (!range.is_whole || given == std::floor(given));
    if (is_fine) value = given * scale;
    else fault(range.key, fmt::format("has to be a {}number from {:g} to {:g}", range.is_whole ? "whole " : "", range.low, range.high));
  }

  void whole(const Range& range, std::int64_t& value) {
    auto number_value = static_cast<double>(value);
    number(range, 1, number_value);
    value = static_cast<std::int64_t>(number_value);
  }

  void time(const Range& range, double unit_in_seconds, sim::Seconds& value) {
    double seconds = value.count();
    number(range, unit_in_seconds, seconds);
    value = sim::Seconds{seconds};
  }

  void word(const char* key, const std::vector<std::string>& known, std::string& value) {
    const Json* found = find(key);
    if (found == nullptr) return;
    const bool is_known = found->is_string() && std::find(known.begin(), known.end(), found->get<std::string>()) != known.end();
    if (is_known) value = found->get<std::string>();
    else fault(key, "has to be one of " + sim::list_of(known));
  }

  const Json* find(const char* key) {
    known_.emplace_back(key);
    const auto found = json_.is_object() ? json_.find(key) : json_.end();
    return found == json_.end() || !json_.is_object() ? nullptr : &*found;
  }

  void fault(const std::string& key, const std::string& what) {
    faults_.push_back(place_ + (key.empty() || place_.empty() ? "" : ".") + key + " " + what);
  }

  void refuse_others() {
    if (!json_.is_object()) return;
    for (const auto& [key, value] : json_.items()) {
      if (std::find(known_.begin(), known_.end(), key) == known_.end())
        fault(sim::quote(key), "is not known" + sim::known_words(key, known_));
    }
  }

 private:
  const Json& json_;
  std::string place_;
  std::vector<std::string>& faults_;
  std::vector<std::string> known_;
};

void read_replicas(const Json& json, TeachingParameters& parameters, std::vector<std::string>& faults) {
  if (!json.is_array() || json.size() > kMostReplicas) {
    faults.push_back(fmt::format("parameters.replicas has to be a list of at most {}", kMostReplicas));
    return;
  }
  parameters.replicas.clear();
  for (const Json& each : json) {
    ObjectReader reader(each, fmt::format("parameters.replicas[{}]", parameters.replicas.size()), faults);
    TeachingReplica replica;
    std::string mode = "semi-sync";
    reader.word("mode", {"semi-sync", "async"}, mode);
    reader.time(kRtt, 1e-3, replica.rtt);
    reader.refuse_others();
    replica.is_semi_sync = mode == "semi-sync";
    parameters.replicas.push_back(replica);
  }
}

std::int64_t semi_sync_replicas(const TeachingParameters& parameters) {
  return std::count_if(parameters.replicas.begin(), parameters.replicas.end(), [](const auto& each) { return each.is_semi_sync; });
}

}  // namespace

std::optional<TeachingParameters> teaching_parameters(const Json& json, std::vector<std::string>& faults) {
  TeachingParameters parameters;
  ObjectReader reader(json, "parameters", faults);
  reader.word("version", version_names(), parameters.version);
  reader.whole(kRanges[0], parameters.threads);
  reader.time(kRanges[1], 1e-3, parameters.fsync);
  reader.whole(kRanges[2], parameters.sync_binlog);
  reader.whole(kRanges[3], parameters.innodb_flush_log_at_trx_commit);
  reader.whole(kRanges[4], parameters.acks);
  reader.time(kRanges[5], 1e-6, parameters.commit_delay);
  reader.whole(kRanges[6], parameters.applier_threads);
  reader.word("wait_point", {"AFTER_SYNC", "AFTER_COMMIT"}, parameters.wait_point);
  if (const Json* replicas = reader.find("replicas")) read_replicas(*replicas, parameters, faults);
  reader.refuse_others();
  if (const auto count = semi_sync_replicas(parameters); faults.empty() && count > 0 && parameters.acks > count) {
    faults.push_back(fmt::format("parameters.acks is {}, of {} semi-sync replica{}", parameters.acks, count, count == 1 ? "" : "s"));
  }
  if (!faults.empty()) return std::nullopt;
  return parameters;
}

Json teaching_choices() {
  Json versions = Json::array();
  versions.push_back({{"name", kOldest}, {"summary", models::find_commit_pipeline(kOldest)->summary}});
  for (const models::PipelineAlternative& each : models::commit_pipelines()) {
    versions.push_back({{"name", each.version}, {"summary", each.summary}});
  }
  Json ranges = Json::object();
  for (const Range& each : kRanges) ranges[each.key] = {{"low", each.low}, {"high", each.high}};
  ranges[kRtt.key] = {{"low", kRtt.low}, {"high", kRtt.high}};
  return {{"versions", versions}, {"ranges", ranges}, {"most_replicas", kMostReplicas}};
}

}  // namespace experiments
