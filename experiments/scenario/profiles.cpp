#include "experiments/scenario/profiles.hpp"

#include <filesystem>

#include "experiments/scenario/data_files.hpp"

namespace experiments {
namespace {

// Binds a whole document to a struct with a schema; a struct without a name gets that of its file.
template <class T>
std::optional<T> bind_struct(const sim::Node& root, const std::filesystem::path& file, sim::Diagnostics& diagnostics) {
  T value;
  if (!sim::schema_of<T>().bind(root, value, diagnostics)) return std::nullopt;
  if (value.name.empty()) value.name = file.stem().string();
  return value;
}

std::optional<models::WorkloadProfile> read_workload(const std::filesystem::path& file, sim::Diagnostics& diagnostics) {
  const auto root = sim::read_document(file.string(), diagnostics);
  if (!root) return std::nullopt;
  return bind_struct<models::WorkloadProfile>(*root, file, diagnostics);
}

bool looks_like_a_path(const std::string& name) { return name.find('/') != std::string::npos || name.ends_with(".yaml"); }

// In a profile, unlike in a scenario's `costs`, every cost has to be given: none has a default.
bool check_complete(const sim::Node& root, sim::Diagnostics& diagnostics) {
  if (!root.is_mapping()) return false;
  const auto errors_before = diagnostics.count();
  for (const sim::FieldInfo& field : sim::schema_of<models::CostProfile>().fields()) {
    const bool is_optional = field.key == "name" || field.key == "description" || field.key == "event_overhead" || field.key == "ack_size";
    if (is_optional || root.find(field.key) != nullptr) continue;
    diagnostics.error(root.location(), "missing cost " + sim::quote(field.key) + " (" + field.doc + ")");
  }
  return diagnostics.count() == errors_before;
}

}  // namespace

std::optional<models::CostProfile> read_cost_profile(const std::string& name, const std::string& from,
                                                     const sim::Location& place, sim::Diagnostics& diagnostics) {
  const bool is_path = looks_like_a_path(name);
  const auto file = is_path ? relative_to(from, name) : shipped_file("profiles", name);
  if (!is_path && !std::filesystem::exists(file)) {
    diagnostics.error(place, "unknown cost profile " + sim::quote(name) + sim::known_words(name, shipped_names("profiles")));
    return std::nullopt;
  }
  const auto root = sim::read_document(file.string(), diagnostics);
  if (!root) return std::nullopt;
  auto profile = bind_struct<models::CostProfile>(*root, file, diagnostics);
  if (!profile || !check_complete(*root, diagnostics)) return std::nullopt;
  return profile;
}

models::CostProfile with_changes(models::CostProfile profile, const sim::Node& changes, sim::Diagnostics& diagnostics) {
  if (changes.is_mapping()) sim::schema_of<models::CostProfile>().bind(changes, profile, diagnostics);
  return profile;
}

std::optional<models::WorkloadProfile> read_sysbench_profile(const std::string& script, const sim::Location& place,
                                                             sim::Diagnostics& diagnostics) {
  const auto file = shipped_file("workloads", script);
  if (looks_like_a_path(script) || !std::filesystem::exists(file)) {
    diagnostics.error(place, "unknown sysbench script " + sim::quote(script) + sim::known_words(script, shipped_names("workloads")));
    return std::nullopt;
  }
  return read_workload(file, diagnostics);
}

std::optional<models::WorkloadProfile> read_workload_profile(const std::string& path, const std::string& from,
                                                             sim::Diagnostics& diagnostics) {
  return read_workload(relative_to(from, path), diagnostics);
}

}  // namespace experiments
