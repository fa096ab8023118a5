#include "experiments/validation/validation_set.hpp"

#include <algorithm>
#include <stdexcept>

#include "experiments/scenario/data_files.hpp"
#include "experiments/scenario/load_scenario.hpp"
#include "experiments/validation/lab_files.hpp"
#include "experiments/validation/measured_files.hpp"
#include "sim/config/path.hpp"

namespace experiments {
namespace {

constexpr std::string_view kFromOverride = "--set ";

// Where the faults of an override belong: the item of the case's list that it came from, or the list.
sim::Location place_of(const std::string& override_name, const CaseDocument& the_case, const sim::Node& root,
                       const std::string& path) {
  const std::string list = path + ".set";
  for (std::size_t i = 0; i < the_case.set.size(); ++i) {
    const std::string& assignment = the_case.set[i];
    const std::string target = assignment.substr(0, sim::find_assignment(assignment));
    if (override_name == sim::printable(target) || override_name == target)
      return root.location_of(sim::item_path(list, i));
  }
  return root.location_of(list);
}

// Hands on the errors of a case's scenario. Its warnings are for those who run it by itself.
void hand_on(const sim::Diagnostics& found, const CaseDocument& the_case, const sim::Node& root,
             const std::string& path, sim::Diagnostics& diagnostics) {
  for (const sim::Diagnostic& each : found.sorted()) {
    if (each.severity != sim::Diagnostic::Severity::Error) continue;
    const bool is_override = each.place.line == 0 && each.place.file.starts_with(kFromOverride);
    diagnostics.error(
        is_override ? place_of(each.place.file.substr(kFromOverride.size()), the_case, root, path) : each.place,
        each.message);
  }
}

// Of the first server with clients; 0 without one.
std::int64_t threads_of(const models::Scenario& scenario) {
  for (const auto& [name, server] : scenario.servers) {
    if (server.load) return server.load->threads;
  }
  return 0;
}

// The scenario of a case. The conditions of its records, which need the names of hosts and servers, join its `set`.
std::optional<models::Scenario> load_case(const std::string& file, CaseDocument& the_case,
                                          const std::vector<calibration::LabRecord>& records, const sim::Node& root,
                                          const std::string& path, sim::Diagnostics& diagnostics) {
  sim::Diagnostics found;
  auto loaded = load_scenario(file, the_case.set, found);
  if (loaded && !records.empty()) {
    const auto conditions = lab_conditions(the_case, records, loaded->scenario);
    the_case.set.insert(the_case.set.end(), conditions.begin(), conditions.end());
    loaded = load_scenario(file, the_case.set, found);
  }
  hand_on(found, the_case, root, path, diagnostics);
  if (!loaded) return std::nullopt;
  return std::move(loaded->scenario);
}

}  // namespace

std::size_t ValidationSet::index_of(const std::string& case_name) const {
  const auto is_it = [&](const ValidationCase& each) { return each.name == case_name; };
  const auto found = std::find_if(cases.begin(), cases.end(), is_it);
  if (found == cases.end()) throw std::logic_error(name + " has no case " + case_name);
  return static_cast<std::size_t>(found - cases.begin());
}

std::optional<ValidationSet> load_validation_set(const std::string& name, const std::string& file,
                                                 sim::Diagnostics& diagnostics) {
  const auto errors_before = diagnostics.count();
  const auto root = sim::read_document(file, diagnostics);
  ValidationDocument document;
  if (!root || !sim::schema_of<ValidationDocument>().bind(*root, document, diagnostics)) return std::nullopt;
  ValidationSet set{name, document.description, {}, {}, document.claims};
  for (std::size_t i = 0; i < document.fit.size(); ++i) {
    set.fit.push_back({document.fit[i], root->location_of(sim::item_path("fit", i) + ".cost")});
  }
  for (const auto& [case_name, the_case] : document.cases) {
    const std::string scenario = the_case.scenario.empty() ? document.scenario : the_case.scenario;
    const std::string path = relative_to(file, scenario).lexically_normal().string();
    const std::string case_path = sim::key_path("cases", case_name);
    CaseDocument measured = the_case;
    const auto records = read_lab_records(measured, file, *root, case_path, diagnostics);
    const auto loaded = load_case(path, measured, records, *root, case_path, diagnostics);
    if (!loaded) continue;
    add_sysbench_logs(measured, threads_of(*loaded), file, *root, case_path, diagnostics);
    add_lab_counts(measured, records);
    set.cases.push_back({case_name, std::move(measured), path, *loaded});
  }
  if (diagnostics.count() != errors_before) return std::nullopt;
  return set;
}

}  // namespace experiments
