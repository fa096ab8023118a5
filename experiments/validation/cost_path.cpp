#include "experiments/validation/cost_path.hpp"

#include <vector>

#include "experiments/scenario/data_files.hpp"
#include "experiments/scenario/scenario_document.hpp"
#include "sim/config/document.hpp"
#include "sim/config/path.hpp"
#include "sim/config/quantity.hpp"

namespace experiments {
namespace {

constexpr const char* kCosts = "costs";

// What a cost takes, where its origin is given beside it.
const sim::Node& without_origin(const sim::Node& cost) {
  const sim::Node* value = cost.is_mapping() ? cost.find("value") : nullptr;
  return value != nullptr ? *value : cost;
}

}  // namespace

std::optional<sim::Node> profile_of(const sim::Node& root, const std::string& file) {
  const sim::Node* given = root.find("profile");
  const std::string name = given != nullptr && given->is_scalar() ? given->text() : ScenarioDocument{}.profile;
  const bool is_path = name.find('/') != std::string::npos || name.ends_with(".yaml");
  sim::Diagnostics told_later;  // when the scenario is loaded
  return sim::read_document((is_path ? relative_to(file, name) : shipped_file("profiles", name)).string(), told_later);
}

void copy_cost_from_profile(sim::Node& root, const std::string& file, const std::string& path) {
  const auto steps = sim::parse_path(path);
  if (!steps || steps->size() < 2 || steps->front().name != kCosts || !root.is_mapping()) return;
  const std::string& cost = (*steps)[1].name;
  sim::Node* costs = root.find(kCosts);
  if (costs == nullptr) costs = &root.append(kCosts, root.mark(), sim::Node::mapping(root.mark()));
  if (!costs->is_mapping() || costs->find(cost) != nullptr) return;
  const auto profile = profile_of(root, file);
  const sim::Node* found = profile ? profile->find(cost) : nullptr;
  if (found != nullptr) costs->append(cost, found->mark(), without_origin(*found));
}

std::optional<sim::Seconds> time_at(const sim::Node& root, const std::string& path) {
  const auto steps = sim::parse_path(path);
  if (!steps) return std::nullopt;
  const sim::Node* node = &root;
  for (const sim::PathStep& step : *steps) {
    const auto index = step.index();
    if (node->is_sequence()) node = index && *index < node->items().size() ? &node->items()[*index] : nullptr;
    else node = node->find(step.name);
    if (node == nullptr) return std::nullopt;
  }
  return node->is_scalar() ? sim::parse_time(node->text()).value : std::nullopt;
}

}  // namespace experiments
