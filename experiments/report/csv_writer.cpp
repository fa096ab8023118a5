// One row per metric, with the names of result_metric.hpp; an item of a list goes by its name: servers.source.cpu_utilisation.
#include <fmt/format.h>

#include "experiments/report/result_json.hpp"
#include "experiments/report/result_metric.hpp"
#include "experiments/report/writer.hpp"

namespace experiments {
namespace {

using sim::Json;

// A field as RFC 4180 has it.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string field(const Json& number) { return number.is_number() ? number.dump() : ""; }

class Rows {
 public:
  explicit Rows(std::string scenario) : scenario_(std::move(scenario)) {}

  // Adds the rows of a value: `path` finds its metric, `name` is how the row calls it.
  void add(const Json& value, const std::string& path, const std::string& name) {
    const ResultMetric* metric = find_result_metric(path);
    if (metric != nullptr) {
      if (metric->in_csv) add_row(*metric, value, name);
      return;
    }
    const char* dot = path.empty() ? "" : ".";
    std::size_t index = 0;
    for (const auto& [key, inner] : value.items()) {
      if (value.is_array()) add(inner, fmt::format("{}[{}]", path, index), name + "." + item_name(inner, index));
      else add(inner, fmt::format("{}{}{}", path, dot, key), fmt::format("{}{}{}", name, dot, key));
      ++index;
    }
  }

  std::string text() const { return text_; }

 private:
  // Servers and replicas have a name; a workload is named by its server.
  static std::string item_name(const Json& item, std::size_t index) {
    if (item.contains("name")) return item["name"].get<std::string>();
    if (item.contains("workload")) return item["workload"]["server"].get<std::string>();
    return std::to_string(index);
  }

  void add_row(const ResultMetric& metric, const Json& value, const std::string& name) {
    const bool is_estimate = metric.type == "estimate";
    text_ += fmt::format("{},{},{},{},{}\n", field(scenario_), field(name), field(is_estimate ? value["mean"] : value),
                         is_estimate ? field(value["half_width"]) : "", field(metric.unit));
  }

  std::string scenario_;
  std::string text_ = "scenario,metric,value,half_width,unit\n";
};

}  // namespace

std::string csv_text(const Result& result) {
  Rows rows(result.scenario_file);
  rows.add(result_json(result), "", "");
  return rows.text();
}

}  // namespace experiments
