#include "sim/config/node.hpp"

#include <algorithm>
#include <utility>

#include "sim/config/path.hpp"

namespace sim {

Mark::Mark(std::shared_ptr<const std::string> file, int line, int column)
    : file_(std::move(file)), line_(line), column_(column) {}

Mark Mark::whole(std::string file) { return {std::make_shared<const std::string>(std::move(file)), 0, 0}; }

Location Mark::location() const { return {file_ ? *file_ : std::string(), line_, column_}; }

Node::Node() = default;
Node::~Node() = default;
Node::Node(const Node&) = default;
Node::Node(Node&&) noexcept = default;
Node& Node::operator=(const Node&) = default;
Node& Node::operator=(Node&&) noexcept = default;

Node Node::null(Mark mark) {
  Node node;
  node.mark_ = std::move(mark);
  return node;
}

Node Node::scalar(Mark mark, std::string text, bool was_quoted) {
  auto node = null(std::move(mark));
  node.kind_ = Kind::Scalar;
  node.text_ = std::move(text);
  node.was_quoted_ = was_quoted;
  return node;
}

Node Node::sequence(Mark mark) {
  auto node = null(std::move(mark));
  node.kind_ = Kind::Sequence;
  return node;
}

Node Node::mapping(Mark mark) {
  auto node = null(std::move(mark));
  node.kind_ = Kind::Mapping;
  return node;
}

const Node* Node::find(std::string_view key) const {
  const auto found = std::find_if(fields_.begin(), fields_.end(), [&](const Field& field) { return field.key == key; });
  return found == fields_.end() ? nullptr : &found->value;
}

Node* Node::find(std::string_view key) { return const_cast<Node*>(std::as_const(*this).find(key)); }

Node* Node::item(std::size_t index) { return index < items_.size() ? &items_[index] : nullptr; }

Node& Node::append(Node item) { return items_.emplace_back(std::move(item)); }

Node& Node::append(std::string key, Mark key_mark, Node value) {
  return fields_.emplace_back(Field{std::move(key), std::move(key_mark), std::move(value)}).value;
}

Location Node::location_of(std::string_view path) const {
  const Node* node = this;
  for (const auto& step : parse_path(path).value_or(std::vector<PathStep>{})) {
    const Node* next = nullptr;
    if (node->is_mapping()) next = node->find(step.name);
    const auto index = step.index();
    if (node->is_sequence() && index && *index < node->items_.size()) next = &node->items_[*index];
    if (next == nullptr) break;
    node = next;
  }
  return node->location();
}

std::string Node::what() const {
  switch (kind_) {
    case Kind::Null:
      return "nothing";
    case Kind::Scalar:
      return quote(text_);
    case Kind::Sequence:
      return "a list";
    case Kind::Mapping:
      return "a mapping";
  }
  return "";
}

std::size_t Node::size() const {
  std::size_t total = 1;
  for (const auto& item : items_) total += item.size();
  for (const auto& field : fields_) total += field.value.size();
  return total;
}

std::size_t Node::depth() const {
  std::size_t below = 0;
  for (const auto& item : items_) below = std::max(below, item.depth());
  for (const auto& field : fields_) below = std::max(below, field.value.depth());
  return below + 1;
}

}  // namespace sim
