#include "sim/config/document.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <system_error>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <yaml-cpp/emitter.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "sim/config/encoding.hpp"

namespace sim {
namespace {

// Ends reading; what was wrong is in the diagnostics already.
struct Stop {};

// A collection under construction.
struct Open {
  Node node;
  YAML::anchor_t anchor = 0;
  bool has_key = false;
  bool drop_value = false;
  bool merges_value = false;
  bool has_merged = false;
  std::string key;
  Mark key_mark;
  std::unordered_map<std::string, Location> known_keys;
};

// Builds the tree from the events of the YAML parser.
class TreeBuilder : public YAML::EventHandler {
 public:
  using Marker = std::function<Mark(int line, int column)>;

  TreeBuilder(Marker marker, const DocumentRules& rules, Diagnostics& diagnostics)
      : marker_(std::move(marker)), rules_(rules), diagnostics_(diagnostics) {}

  std::optional<Node> take_root() { return std::move(root_); }

  // The place of the last event, which is what stands before text that could not be read.
  const Mark& last() const { return last_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ < 2) return;
    stop(mark, "a second YAML document begins here; one file holds one document");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    reserve(mark, 1, 1);
    complete(Node::null(at(mark)), anchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    const bool is_text = tag == "tag:yaml.org,2002:str";
    if (!is_text) check_tag(mark, tag);
    if (text.find('\0') != std::string::npos) error(mark, "text with a NUL character");
    reserve(mark, 1, 1);
    complete(Node::scalar(at(mark), text, is_text || tag == "!"), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) stop(mark, "this alias stands inside the value that it stands for");
    reserve(mark, found->second.size(), found->second.depth());
    complete(found->second, 0);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(Node::sequence(at(mark)), mark, tag, anchor);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(Node::mapping(at(mark)), mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

 private:
  Mark at(const YAML::Mark& mark) { return last_ = marker_(mark.line + 1, mark.column + 1); }

  void error(const YAML::Mark& mark, std::string message) {
    diagnostics_.error(at(mark).location(), std::move(message));
  }

  [[noreturn]] void stop(const YAML::Mark& mark, std::string message) {
    error(mark, std::move(message));
    throw Stop{};
  }

  void check_tag(const YAML::Mark& mark, const std::string& tag) {
    if (tag.empty() || tag == "?" || tag == "!") return;
    error(mark, fmt::format("YAML tag {} is not supported; write the value without it", quote(tag)));
  }

  // Counts what is about to be added against the bounds.
  void reserve(const YAML::Mark& mark, std::size_t nodes, std::size_t levels) {
    nodes_ += nodes;
    if (nodes_ > kDocumentNodes) stop(mark, fmt::format("more than {} values in the document", kDocumentNodes));
    if (open_.size() + levels > kDocumentDepth) stop(mark, fmt::format("nested deeper than {} levels", kDocumentDepth));
  }

  void open(Node node, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    check_tag(mark, tag);
    reserve(mark, 1, 1);
    open_.emplace_back();
    open_.back().node = std::move(node);
    open_.back().anchor = anchor;
  }

  void close() {
    auto done = std::move(open_.back());
    open_.pop_back();
    complete(std::move(done.node), done.anchor);
  }

  void complete(Node node, YAML::anchor_t anchor) {
    if (anchor != 0) {
      nodes_ += node.size();
      anchors_[anchor] = node;
    }
    if (open_.empty()) {
      root_ = std::move(node);
    } else if (auto& parent = open_.back(); parent.node.is_sequence()) {
      parent.node.append(std::move(node));
    } else if (!parent.has_key) {
      take_key(parent, node);
    } else {
      parent.has_key = false;
      if (std::exchange(parent.merges_value, false)) return merge(parent, node);
      if (node.is_null()) node = Node::null(parent.key_mark);  // the parser places a missing value at what follows it
      if (parent.drop_value) return;
      Node* merged = parent.has_merged ? find_merged(parent, parent.key, parent.key_mark) : nullptr;
      if (merged != nullptr) *merged = std::move(node);
      else parent.node.append(std::move(parent.key), parent.key_mark, std::move(node));
    }
  }

  // Of a mapping with merged fields, the one under the key. Each is compared, so there are bounds.
  Node* find_merged(Open& parent, const std::string& key, const Mark& mark) {
    constexpr std::size_t kMostMerged = 10'000;
    if (parent.node.fields().size() > kMostMerged) {
      diagnostics_.error(mark.location(), fmt::format("more than {} keys in a mapping with '<<'", kMostMerged));
      throw Stop{};
    }
    return parent.node.find(key);
  }

  // Adds the fields that are not there yet; those that follow may still replace them.
  void merge(Open& parent, const Node& from) {
    parent.has_merged = true;
    for (const Node& each : from.items()) merge(parent, each);
    for (const Field& field : from.fields()) {
      const bool is_new = find_merged(parent, field.key, field.key_mark) == nullptr;
      if (is_new) parent.node.append(field.key, field.key_mark, field.value);
    }
    if (from.is_scalar()) diagnostics_.error(from.location(), "'<<' takes a mapping, or a list of mappings");
  }

  void take_key(Open& parent, const Node& key) {
    parent.has_key = true;
    parent.drop_value = true;
    parent.key = key.text();
    parent.key_mark = key.mark();
    const auto place = key.location();
    if (!key.is_scalar()) return diagnostics_.error(place, fmt::format("a key must be text, found {}", key.what()));
    if (key.text() == "<<" && !key.was_quoted()) {
      parent.merges_value = rules_.expands_merge_keys;
      if (parent.merges_value) return;
      return diagnostics_.error(place,
                                "merge key '<<' is not supported; repeat the keys or use an alias for a whole value");
    }
    const auto [known, is_new] = parent.known_keys.emplace(key.text(), place);
    if (!is_new) return diagnostics_.error(place, duplicate_message(key.text(), known->second));
    parent.drop_value = false;
  }

  static std::string duplicate_message(const std::string& key, const Location& first) {
    const auto where = first.line == 0 ? "" : fmt::format("; it was first given at {}:{}", first.line, first.column);
    return fmt::format("duplicate key {}{}", quote(key), where);
  }

  Marker marker_;
  DocumentRules rules_;
  Diagnostics& diagnostics_;
  Mark last_;
  std::optional<Node> root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Node> anchors_;
  std::size_t nodes_ = 0;
  int documents_ = 0;
};

// The parser's messages in words that help to mend the file.
std::string explain(const std::string& message) {
  static const std::map<std::string, std::string> kWords = {
      {"illegal map value", "unexpected ':'; check the indentation, and put text that contains ': ' in quotes"},
      {"illegal map key", "unexpected key; check the indentation"},
      {"illegal block entry", "unexpected '-'; check the indentation"},
      {"illegal flow end", "unexpected closing bracket"},
      {"end of map flow not found", "expected ',' or '}'"},
      {"end of sequence flow not found", "expected ',' or ']'"},
      {"end of map not found", "this line does not belong to the mapping above; check the indentation"},
      {"end of sequence not found", "this line does not belong to the list above; check the indentation"},
      {"unknown token", "a value cannot begin with this character; put it in quotes"},
      {"bad file", "nested too deeply"},
  };
  const auto found = kWords.find(message);
  return "YAML syntax: " + (found == kWords.end() ? message : found->second);
}

// The last line up to `last_line` whose indentation holds a tab, as {line, column} from 1; line 0 if there is none.
std::pair<int, int> find_tab(std::string_view text, int last_line) {
  std::pair<int, int> found{0, 0};
  for (int line = 1; line <= last_line && !text.empty(); ++line) {
    const auto end = text.find('\n');
    const auto first = text.substr(0, end).find_first_not_of(' ');
    if (first != std::string_view::npos && text[first] == '\t') found = {line, static_cast<int>(first) + 1};
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return found;
}

// Says what the YAML parser stumbled over, at the place where the user has to look.
void report_syntax(const YAML::Exception& fault, std::string_view text, const TreeBuilder& builder,
                   const TreeBuilder::Marker& marker, Diagnostics& diagnostics) {
  const auto tab = find_tab(text, fault.mark.line + 1);
  if (tab.first != 0) {
    diagnostics.error(marker(tab.first, tab.second).location(), "a tab in the indentation; YAML allows spaces only");
  } else if (fault.msg == "illegal EOF in scalar" || fault.msg == "illegal document indicator in scalar") {
    diagnostics.error(builder.last().location(), "YAML syntax: the quoted text that begins after this is never closed");
  } else {
    diagnostics.error(marker(fault.mark.line + 1, fault.mark.column + 1).location(), explain(fault.msg));
  }
}

// Reads text without a byte-order mark; `marker` gives the places.
std::optional<Node> build_tree(std::string_view text, const TreeBuilder::Marker& marker, const DocumentRules& rules,
                               Diagnostics& diagnostics) {
  if (const auto fault = find_text_fault(text)) {
    diagnostics.error(marker(fault->line, fault->column).location(), fault->message);
    return std::nullopt;
  }
  // The explicit end makes the parser refuse a quote that is still open there, which it would let pass otherwise.
  std::istringstream stream(fmt::format("{}{}...\n", text, text.ends_with('\n') ? "" : "\n"));
  TreeBuilder builder(marker, rules, diagnostics);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
    return builder.take_root();
  } catch (const Stop&) {
  } catch (const YAML::Exception& fault) {
    report_syntax(fault, text, builder, marker, diagnostics);
  }
  return std::nullopt;
}

void emit(YAML::Emitter& out, const Node& node) {
  if (node.is_mapping()) {
    out << YAML::Flow << YAML::BeginMap;
    for (const Field& each : node.fields()) {
      out << YAML::Key << each.key << YAML::Value;
      emit(out, each.value);
    }
    out << YAML::EndMap;
  } else if (node.is_sequence()) {
    out << YAML::Flow << YAML::BeginSeq;
    for (const Node& each : node.items()) emit(out, each);
    out << YAML::EndSeq;
  } else if (node.is_null()) {
    out << YAML::Null;
  } else {
    if (node.was_quoted()) out << YAML::DoubleQuoted;
    out << node.text();
  }
}

}  // namespace

std::optional<Node> read_document_text(std::string_view text, const std::string& file_name, Diagnostics& diagnostics,
                                       const DocumentRules& rules) {
  if (text.size() > kDocumentBytes) {
    diagnostics.error({file_name, 0, 0}, fmt::format("larger than {} MiB", kDocumentBytes >> 20U));
    return std::nullopt;
  }
  const auto errors_before = diagnostics.count();
  const auto file = std::make_shared<const std::string>(file_name);
  const auto marker = [&](int line, int column) { return Mark(file, line, column); };
  auto root = build_tree(without_byte_order_mark(text), marker, rules, diagnostics);
  if (root && !root->is_null()) return root;
  if (diagnostics.count() == errors_before) diagnostics.error({file_name, 0, 0}, "the file is empty");
  return std::nullopt;
}

std::optional<Node> read_document(const std::string& path, Diagnostics& diagnostics) {
  std::error_code ignored;
  const auto fail = [&](const std::string& message) {
    diagnostics.error({path, 0, 0}, message);
    return std::nullopt;
  };
  if (std::filesystem::is_directory(path, ignored)) return fail("is a directory; a YAML file was expected");
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return fail(fmt::format("cannot be read: {}", std::strerror(errno)));
  std::string text;
  std::array<char, 65536> block{};
  while (text.size() <= kDocumentBytes && stream) {
    stream.read(block.data(), block.size());
    text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) return fail("cannot be read");
  return read_document_text(text, path, diagnostics);
}

std::optional<Node> read_value(std::string_view text, const Mark& mark, Diagnostics& diagnostics) {
  const auto errors_before = diagnostics.count();
  auto root = build_tree(
      text, [&](int, int) { return mark; }, {}, diagnostics);
  if (diagnostics.count() != errors_before) return std::nullopt;
  return root ? std::move(root) : Node::null(mark);
}

std::string write_on_one_line(const Node& node) {
  YAML::Emitter out;
  emit(out, node);
  return out.c_str();
}

}  // namespace sim
