// commitsim check: is the scenario right? Nothing is simulated.
#include <iostream>

#include <fmt/format.h>

#include "experiments/commands/command.hpp"
#include "experiments/commands/output.hpp"
#include "experiments/commands/scenario_options.hpp"
#include "experiments/report/json_layout.hpp"

namespace experiments {
namespace {

using sim::Json;

std::string plural(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// The channel is semi-sync when both ends have it on.
bool is_semi_sync(const models::Scenario& scenario, const models::ServerSpec& replica) {
  if (!replica.variables.rpl_semi_sync_replica_enabled) return false;
  for (const auto& [name, server] : scenario.servers) {
    if (name == replica.replicates_from) return server.variables.rpl_semi_sync_source_enabled;
  }
  return false;
}

std::string in_words(const models::Scenario& scenario) {
  std::size_t semi_sync = 0;
  std::size_t async = 0;
  std::size_t clients = 0;
  for (const auto& [name, server] : scenario.servers) {
    if (!server.replicates_from.empty()) ++(is_semi_sync(scenario, server) ? semi_sync : async);
    if (server.load) clients += static_cast<std::size_t>(server.load->threads);
  }
  std::string text = plural(scenario.servers.size(), "server");
  if (semi_sync > 0) text += ", " + plural(semi_sync, "semi-sync replica");
  if (async > 0) text += ", " + plural(async, "async replica");
  return text + ", " + plural(clients, "client");
}

Json as_json(const std::string& file, const sim::Diagnostics& diagnostics, const std::string& summary) {
  Json faults = Json::array();
  for (const sim::Diagnostic& each : diagnostics.sorted()) {
    const Json line = each.place.line > 0 ? Json(each.place.line) : Json();
    const Json column = each.place.line > 0 ? Json(each.place.column) : Json();
    faults.push_back({{"file", each.place.file},
                      {"line", line},
                      {"column", column},
                      {"severity", sim::name_of(each.severity)},
                      {"message", each.message}});
  }
  return {{"schema", "commitsim.check/1"},
          {"scenario_file", file},
          {"ok", diagnostics.ok()},
          {"summary", summary.empty() ? Json() : Json(summary)},
          {"diagnostics", faults}};
}

int check(const std::vector<std::string>& words) {
  Arguments arguments("check", "check SCENARIO.yaml [options]",
                      "Says everything that is wrong with a scenario, and where. Nothing is simulated.");
  add_scenario_options(arguments);
  arguments.option("format", "NAME", "table (for people) or json").positional(1, 1, "SCENARIO.yaml");
  if (const auto status = arguments.parse(words)) return *status;

  sim::Diagnostics diagnostics;
  const std::string format = one_of(arguments, "format", {"table", "json"}, diagnostics);
  const std::string& file = arguments.words().front();
  const auto loaded = load_scenario(file, arguments, diagnostics);
  const std::string summary = loaded ? in_words(loaded->scenario) : "";
  const int status = diagnostics.ok() ? kDone : kBadInput;
  diagnostics.print(std::cerr);
  if (format == "json") {
    const int written = write_to_stdout(laid_out(as_json(file, diagnostics, summary)) + "\n");
    return status == kDone ? written : status;
  }
  return status == kDone ? write_to_stdout(fmt::format("{}: {}, ok\n", sim::printable(file), summary)) : status;
}

const bool check_registered = register_command({"check", "find everything that is wrong with a scenario", check});

}  // namespace
}  // namespace experiments
