#include "experiments/report/figures.hpp"

#include <fmt/format.h>

#include "experiments/report/result_json.hpp"
#include "experiments/report/result_metric.hpp"

namespace experiments {
namespace {

using sim::Json;

double number(const Json& value) { return value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN(); }

// Servers and replicas have a name; a workload is named by its server.
std::string item_name(const Json& item, std::size_t index) {
  if (item.contains("name")) return item["name"].get<std::string>();
  if (item.contains("workload")) return item["workload"]["server"].get<std::string>();
  return std::to_string(index);
}

Figure figure_of(const ResultMetric& metric, const Json& value, const std::string& name) {
  if (metric.type == "estimate") return {name, number(value["mean"]), number(value["half_width"]), metric.unit};
  return {name, number(value), std::numeric_limits<double>::quiet_NaN(), metric.unit};
}

// Adds the figures of a value: `path` finds its metric, `name` is what the figure is called.
void add(const Json& value, const std::string& path, const std::string& name, std::vector<Figure>& figures) {
  if (const ResultMetric* metric = find_result_metric(path)) {
    if (metric->in_csv) figures.push_back(figure_of(*metric, value, name));
    return;
  }
  const char* dot = path.empty() ? "" : ".";
  std::size_t index = 0;
  for (const auto& [key, inner] : value.items()) {
    if (value.is_array()) add(inner, fmt::format("{}[{}]", path, index), name + "." + item_name(inner, index), figures);
    else add(inner, fmt::format("{}{}{}", path, dot, key), fmt::format("{}{}{}", name, dot, key), figures);
    ++index;
  }
}

}  // namespace

std::vector<Figure> figures_of(const Result& result) {
  std::vector<Figure> figures;
  add(result_json(result), "", "", figures);
  return figures;
}

}  // namespace experiments
