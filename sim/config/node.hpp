// A YAML document as a value: a tree that remembers where every key and value was written.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/config/diagnostics.hpp"

namespace sim {

// A Location as a tree stores it: the name of the file is shared.
class Mark {
 public:
  Mark() = default;
  Mark(std::shared_ptr<const std::string> file, int line, int column);

  // A place without line and column, such as "--set PATH".
  static Mark whole(std::string file);

  Location location() const;

 private:
  std::shared_ptr<const std::string> file_;
  int line_ = 0;
  int column_ = 0;
};

struct Field;

class Node {
 public:
  enum class Kind { Null, Scalar, Sequence, Mapping };

  Node();
  ~Node();
  Node(const Node&);
  Node(Node&&) noexcept;
  Node& operator=(const Node&);
  Node& operator=(Node&&) noexcept;

  static Node null(Mark mark);
  static Node scalar(Mark mark, std::string text, bool was_quoted = false);
  static Node sequence(Mark mark);
  static Node mapping(Mark mark);

  Kind kind() const { return kind_; }
  bool is_null() const { return kind_ == Kind::Null; }
  bool is_scalar() const { return kind_ == Kind::Scalar; }
  bool is_sequence() const { return kind_ == Kind::Sequence; }
  bool is_mapping() const { return kind_ == Kind::Mapping; }

  // A scalar's text as YAML reads it, and whether it stood in quotes (or in a block), which makes '5' text, not a number.
  const std::string& text() const { return text_; }
  bool was_quoted() const { return was_quoted_; }

  // Where the value begins.
  Location location() const { return mark_.location(); }
  const Mark& mark() const { return mark_; }

  // A sequence's items and a mapping's fields, in the order of the file; empty for the other kinds.
  const std::vector<Node>& items() const { return items_; }
  const std::vector<Field>& fields() const { return fields_; }

  // A mapping's value under the key, or nullptr.
  const Node* find(std::string_view key) const;

  // Where the value at the path was written; where it was not, the nearest place above it that was. For checks that need
  // several keys.
  Location location_of(std::string_view path) const;

  // For faults: "a mapping", "a list", "nothing", or the scalar in quotes.
  std::string what() const;

  // The number of nodes in this tree, and the number of its levels.
  std::size_t size() const;
  std::size_t depth() const;

  // Building: appends to a sequence, appends to a mapping (the key must be new), finds for changing.
  Node& append(Node item);
  Node& append(std::string key, Mark key_mark, Node value);
  Node* find(std::string_view key);
  Node* item(std::size_t index);

 private:
  Kind kind_ = Kind::Null;
  bool was_quoted_ = false;
  Mark mark_;
  std::string text_;
  std::vector<Node> items_;
  std::vector<Field> fields_;
};

struct Field {
  std::string key;
  Mark key_mark;
  Node value;
};

}  // namespace sim
