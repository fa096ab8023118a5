// One row per metric, with the names of figures.hpp.
#include <fmt/format.h>

#include "experiments/report/csv_field.hpp"
#include "experiments/report/figures.hpp"
#include "experiments/report/writer.hpp"

namespace experiments {

std::string csv_text(const Result& result) { return csv_of(result, figures_of(result)); }

std::string csv_of(const Result& result, const std::vector<Figure>& figures) {
  std::string text = "scenario,metric,value,half_width,unit\n";
  for (const Figure& each : figures) {
    text += fmt::format("{},{},{},{},{}\n", csv_field(result.scenario_file), csv_field(each.name), csv_field(each.value),
                        csv_field(each.half_width), csv_field(each.unit));
  }
  return text;
}

}  // namespace experiments
