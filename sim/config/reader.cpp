#include "sim/config/reader.hpp"

#include <utility>

#include <fmt/format.h>

#include "sim/config/path.hpp"

namespace sim {

Reader Reader::at_key(std::string_view key) const {
  auto reader = *this;
  reader.path_ = key_path(path_, key);
  return reader;
}

Reader Reader::at_item(std::size_t index) const {
  auto reader = *this;
  reader.path_ = item_path(path_, index);
  return reader;
}

Reader Reader::with_note(std::string note) const {
  auto reader = *this;
  reader.note_ = std::move(note);
  return reader;
}

Reader Reader::without_provenance() const {
  auto reader = *this;
  reader.provenance_ = nullptr;
  return reader;
}

bool Reader::error(const Node& node, std::string_view message) const {
  const auto label = last_key(path_);
  const auto prefix = label.empty() ? "" : printable(label) + ": ";
  const auto suffix = note_.empty() ? "" : fmt::format(" ({})", note_);
  return error_at(node.location(), fmt::format("{}{}{}", prefix, message, suffix));
}

bool Reader::error_at(Location place, std::string message) const {
  diagnostics_->error(std::move(place), std::move(message));
  return false;
}

const std::string* Reader::scalar(const Node& node, std::string_view wanted) const {
  if (node.is_scalar()) return &node.text();
  wrong_kind(node, wanted);
  return nullptr;
}

bool Reader::wrong_kind(const Node& node, std::string_view wanted) const {
  return error(node, fmt::format("expected {}, found {}", wanted, node.what()));
}

void Reader::record_default() const {
  if (provenance_ != nullptr) provenance_->defaulted(path_);
}

void Reader::record(const Node& node, std::size_t recorded_before) const {
  if (provenance_ != nullptr && recorded() == recorded_before) provenance_->given(path_, node.location());
}

}  // namespace sim
