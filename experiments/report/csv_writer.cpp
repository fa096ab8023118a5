// One row per metric, with the names of figures.hpp.
#include <fmt/format.h>

#include "experiments/report/csv_field.hpp"
#include "experiments/report/figures.hpp"
#include "experiments/report/writer.hpp"

namespace experiments {

std::string csv_text(const Result& result) {
  std::string text = "scenario,metric,value,half_width,unit\n";
  for (const Figure& each : figures_of(result)) {
    text += fmt::format("{},{},{},{},{}\n", csv_field(result.scenario_file), csv_field(each.name), csv_field(each.value),
                        csv_field(each.half_width), csv_field(each.unit));
  }
  return text;
}

}  // namespace experiments
