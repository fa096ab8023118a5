// commitsim report: what came out, as one HTML page to look at, to print and to pass on.
#include <iostream>

#include <fmt/format.h>

#include "experiments/commands/arguments.hpp"
#include "experiments/commands/command.hpp"
#include "experiments/commands/output.hpp"
#include "experiments/page/page.hpp"
#include "experiments/page/report_input.hpp"

namespace experiments {
namespace {

constexpr std::size_t kMostInputs = 100;

std::string title_of_page(const sim::Json& inputs) {
  const sim::Json& first = inputs.front();
  const std::string name = first["kind"] == "study" ? first["document"]["name"].get<std::string>() : first["file"].get<std::string>();
  return inputs.size() == 1 ? name : fmt::format("{} and {} more", name, inputs.size() - 1);
}

int report_command(const std::vector<std::string>& words) {
  Arguments arguments("report", "report DATABASE|RESULT.json... -o page.html",
                      "Writes one HTML page that needs no network: plots, tables and how to reproduce them. Takes databases of sweep, "
                      "and the JSON of run, compare and validate.");
  arguments.option("output,o", "FILE", "write there, at the end and in one step, instead of to stdout")
      .option("title", "TEXT", "of the page; default: the name of the study or file")
      .positional(1, kMostInputs, "a database of sweep, or JSON of run, compare or validate");
  if (const auto status = arguments.parse(words)) return *status;
  sim::Diagnostics diagnostics;
  if (!has_plot_library()) {
    diagnostics.error({"report", 0, 0}, "this commitsim was built without the plot library: install the Debian packages node-d3-axis, "
                                        "node-d3-scale, node-d3-selection and node-d3-shape, and build it again");
  }
  const Output output(arguments.get("output"), diagnostics);
  sim::Json inputs = sim::Json::array();
  for (const std::string& file : arguments.words()) {
    for (sim::Json& input : read_report_inputs(file, diagnostics)) inputs.push_back(std::move(input));
  }
  diagnostics.print(std::cerr);
  if (!diagnostics.ok()) return kBadInput;
  return output.write(page_of(arguments.get("title").value_or(title_of_page(inputs)), inputs));
}

const bool report_registered = register_command({"report", "write what came out as an HTML page with plots", report_command});

}  // namespace
}  // namespace experiments
