// --set PATH=VALUE.
#include <utility>

#include <fmt/format.h>

#include "sim/config/document.hpp"
#include "sim/config/path.hpp"

namespace sim {
namespace {

// Where a path leads as far as it exists: the last node on it, and how many of its steps were taken.
struct Reached {
  Node* node;
  std::size_t taken;
};

Node* take_step(Node& node, const PathStep& step) {
  if (node.is_mapping() && !step.bracketed) return node.find(step.name);
  const auto index = step.index();
  return node.is_sequence() && index ? node.item(*index) : nullptr;
}

Reached follow(Node& root, const std::vector<PathStep>& steps) {
  Reached reached{&root, 0};
  while (reached.taken < steps.size()) {
    Node* next = take_step(*reached.node, steps[reached.taken]);
    if (next == nullptr) break;
    reached = {next, reached.taken + 1};
  }
  return reached;
}

std::string describe_path(const std::vector<PathStep>& steps, std::size_t taken) {
  std::string path;
  for (std::size_t i = 0; i < taken; ++i) {
    path = steps[i].bracketed ? fmt::format("{}[{}]", path, steps[i].name) : key_path(path, steps[i].name);
  }
  return path.empty() ? "the document" : quote(path);
}

// Why the steps that are left cannot be created under the node that was reached; "" if they can.
std::string obstacle(const Reached& reached, const std::vector<PathStep>& steps) {
  const auto where = describe_path(steps, reached.taken);
  const auto& next = steps[reached.taken];
  if (reached.node->is_sequence()) {
    const auto size = reached.node->items().size();
    const auto entries = fmt::format("{} is a list of {} item{}", where, size, size == 1 ? "" : "s");
    return next.index() ? fmt::format("{}; there is no [{}] (the first is [0])", entries, next.name)
                        : fmt::format("{}; '{}' is not an index such as [0]", entries, next.name);
  }
  if (reached.node->is_scalar()) return fmt::format("{} is {}, which has no keys", where, reached.node->what());
  for (std::size_t i = reached.taken; i < steps.size(); ++i) {
    if (steps[i].bracketed)
      return fmt::format("{} is not a list; [{}] cannot be set", describe_path(steps, i), steps[i].name);
  }
  return "";
}

void put(Reached reached, const std::vector<PathStep>& steps, const Mark& mark, Node value) {
  Node* node = reached.node;
  for (std::size_t i = reached.taken; i < steps.size(); ++i) {
    if (node->is_null()) *node = Node::mapping(mark);
    node = &node->append(steps[i].name, mark, Node::null(mark));
  }
  *node = std::move(value);
}

}  // namespace

bool apply_override(Node& root, std::string_view assignment, Diagnostics& diagnostics, std::string_view option) {
  const auto equals = find_assignment(assignment);
  const auto path = assignment.substr(0, equals);
  const auto mark = Mark::whole(option.empty() ? fmt::format("--set {}", path) : std::string(option));
  const auto fail = [&](const std::string& message) {
    diagnostics.error(mark.location(), message);
    return false;
  };
  if (equals == std::string_view::npos) return fail("expected PATH=VALUE, such as run.duration=60s");
  const auto steps = parse_path(path);
  if (!steps || steps->empty())
    return fail("expected PATH=VALUE, where PATH is like servers.source.host or links[0].rtt");

  auto value = read_value(assignment.substr(equals + 1), mark, diagnostics);
  if (!value) return false;
  const auto reached = follow(root, *steps);
  if (reached.taken < steps->size()) {
    const auto reason = obstacle(reached, *steps);
    if (!reason.empty()) return fail(reason);
  }
  if (steps->size() + value->depth() > kDocumentDepth)
    return fail(fmt::format("nested deeper than {} levels", kDocumentDepth));
  put(reached, *steps, mark, std::move(*value));
  return true;
}

}  // namespace sim
