#include "experiments/scenario/profiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

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

struct Kind {
  const char* folder;
  const char* word;
};

// The file of a shipped item, or at a path of the user's; nothing after reporting an unknown name.
std::optional<std::filesystem::path> find_file(const Kind& kind, const std::string& name, const std::string& from,
                                               const sim::Location& place, sim::Diagnostics& diagnostics) {
  if (looks_like_a_path(name)) return relative_to(from, name);
  const auto file = shipped_file(kind.folder, name);
  if (std::filesystem::exists(file)) return file;
  diagnostics.error(place, fmt::format("unknown {} {}{}", kind.word, sim::quote(name), sim::known_words(name, shipped_names(kind.folder))));
  return std::nullopt;
}

// Left out, a cost of these is that of a nearer kind (models/storage/redo_log_calls.hpp).
constexpr std::array<std::string_view, 8> kOptional{"name", "description", "event_overhead", "ack_size", "calibration",
                                                    "redo_fdatasync", "redo_direct_write", "redo_durable_write"};

// In a profile, unlike in a scenario's `costs`, every cost has to be given: but those, none has a default.
bool check_complete(const sim::Node& root, sim::Diagnostics& diagnostics) {
  if (!root.is_mapping()) return false;
  const auto errors_before = diagnostics.count();
  for (const sim::FieldInfo& field : sim::schema_of<models::CostProfile>().fields()) {
    const bool is_optional = std::find(kOptional.begin(), kOptional.end(), field.key) != kOptional.end();
    if (is_optional || root.find(field.key) != nullptr) continue;
    diagnostics.error(root.location(), "missing cost " + sim::quote(field.key) + " (" + field.doc + ")");
  }
  return diagnostics.count() == errors_before;
}

}  // namespace

std::optional<models::DeviceCosts> read_device_kind(const std::string& name, const std::string& from, const sim::Location& place,
                                                    sim::Diagnostics& diagnostics) {
  const auto file = find_file({"devices", "kind of device"}, name, from, place, diagnostics);
  const auto root = file ? sim::read_document(file->string(), diagnostics) : std::nullopt;
  if (!root) return std::nullopt;
  return bind_struct<models::DeviceCosts>(*root, *file, diagnostics);
}

std::optional<models::CostProfile> read_cost_profile(const std::string& name, const std::string& from,
                                                     const sim::Location& place, sim::Diagnostics& diagnostics) {
  const auto file = find_file({"profiles", "cost profile"}, name, from, place, diagnostics);
  const auto root = file ? sim::read_document(file->string(), diagnostics) : std::nullopt;
  if (!root) return std::nullopt;
  auto profile = bind_struct<models::CostProfile>(*root, *file, diagnostics);
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
