#include "calibration/readers/json_document.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/config/codec.hpp"
#include "sim/config/document.hpp"

namespace calibration {
namespace {

constexpr std::size_t kMostKeys = 10'000;  // of one object: each is compared with those before it

// The characters of a source from its next line on, and where the last one stood.
class JsonCharacters {
 public:
  JsonCharacters(TextSource& source, sim::Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  // Whether there is a next character; it is then at place().
  bool advance() {
    if (++since_token_ > kLineBytes) return give_up();
    while (at_ == size_) {
      if (!source_.next_line(diagnostics_)) return false;
      at_ = 0;
      size_ = source_.line().size() + 1;  // with a line break
    }
    ++at_;
    return true;
  }

  char current() const { return at_ < size_ ? source_.line()[at_ - 1] : '\n'; }
  int line() const { return source_.line_number(); }
  int column() const { return static_cast<int>(at_); }
  void begin_token() { since_token_ = 0; }

  // Stands before the first character of a line that begins with a brace; false if there is none.
  bool find_brace() {
    while (source_.next_line(diagnostics_)) {
      at_ = source_.line().find_first_not_of(" \t");
      size_ = source_.line().size() + 1;
      if (at_ != std::string_view::npos && (source_.line()[at_] == '{' || source_.line()[at_] == '[')) return true;
    }
    at_ = size_ = 0;
    return false;
  }

 private:
  bool give_up() {
    diagnostics_.error(source_.place(at_), fmt::format("a text or a gap of more than {} KiB", kLineBytes >> 10U));
    return false;
  }

  TextSource& source_;
  sim::Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  std::size_t size_ = 0;
  std::size_t since_token_ = 0;
};

// What the library wants to read from: two of these, the second one made without characters and equal to the end.
class JsonCharacterIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  explicit JsonCharacterIterator(JsonCharacters* characters = nullptr) : characters_(characters) {}
  reference operator*() const { return current_; }
  JsonCharacterIterator& operator++() {
    has_current_ = false;
    return *this;
  }
  // Reads ahead only when it has to, so that the place is that of the last character that was looked at.
  bool operator==(const JsonCharacterIterator& other) const { return is_at_end() == other.is_at_end(); }
  bool operator!=(const JsonCharacterIterator& other) const { return !(*this == other); }

 private:
  bool is_at_end() const {
    if (characters_ == nullptr) return true;
    if (!has_current_) has_current_ = characters_->advance();
    if (has_current_) current_ = characters_->current();
    return !has_current_;
  }

  JsonCharacters* characters_;
  mutable bool has_current_ = false;
  mutable char current_ = '\0';
};

class JsonTreeBuilder : public nlohmann::json_sax<sim::Json> {
 public:
  JsonTreeBuilder(JsonCharacters& characters, const TextSource& source, const SkipKey& skip, sim::Diagnostics& diagnostics)
      : characters_(characters),
        file_(std::make_shared<const std::string>(source.name())),
        skip_(skip),
        diagnostics_(diagnostics) {}

  std::optional<sim::Node> take_root() { return std::move(root_); }

  bool null() override { return add(sim::Node::null(mark(3))); }
  bool boolean(bool value) override { return add(sim::Node::scalar(mark(value ? 3 : 4), value ? "true" : "false")); }
  bool number_integer(number_integer_t value) override { return number(std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) override { return number(std::to_string(value)); }
  bool number_float(number_float_t, const string_t& text) override { return number(text); }
  bool string(string_t& text) override { return add(sim::Node::scalar(mark(text.size() + 1), text, true)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(sim::Node::mapping(mark(0))); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(sim::Node::sequence(mark(0))); }
  bool end_array() override { return close(); }

  bool key(string_t& text) override {
    characters_.begin_token();
    if (skipped_levels_ > 0) return true;
    key_ = text;
    key_mark_ = mark(text.size() + 1);
    skips_next_ = skip_ && skip_(text);
    return true;
  }

  bool parse_error(std::size_t, const std::string& token, const nlohmann::detail::exception&) override {
    const std::string before_break = token.substr(0, token.find('\n'));
    const std::string shown = before_break.empty() ? "end" : sim::quote(before_break);
    diagnostics_.error(mark(0).location(), fmt::format("JSON syntax: unexpected {}", shown));
    return false;
  }

 private:
  // A place `back` characters before the last one that was read.
  sim::Mark mark(std::size_t back) const {
    return {file_, characters_.line(), std::max(1, characters_.column() - static_cast<int>(back))};
  }

  bool number(const std::string& text) { return add(sim::Node::scalar(mark(text.size()), text)); }

  bool add(sim::Node node) {
    characters_.begin_token();
    if (skipped_levels_ == 0 && !std::exchange(skips_next_, false)) put(std::move(node));
    return is_small_enough();
  }

  bool open(sim::Node node) {
    characters_.begin_token();
    if (skipped_levels_ > 0 || std::exchange(skips_next_, false)) ++skipped_levels_;
    else path_.push_back(put(std::move(node)));
    return is_small_enough();
  }

  bool close() {
    characters_.begin_token();
    if (skipped_levels_ > 0) --skipped_levels_;
    else path_.pop_back();
    return true;
  }

  sim::Node* put(sim::Node node) {
    ++count_;
    if (path_.empty()) return &root_.emplace(std::move(node));
    sim::Node& parent = *path_.back();
    if (parent.is_sequence()) return &parent.append(std::move(node));
    sim::Node* earlier = parent.find(key_);
    if (earlier == nullptr) return &parent.append(key_, key_mark_, std::move(node));
    diagnostics_.warning(key_mark_.location(), fmt::format("{} stands twice; the last one counts", sim::quote(key_)));
    *earlier = std::move(node);
    return earlier;
  }

  bool is_small_enough() {
    const bool is_deep = path_.size() + skipped_levels_ > sim::kDocumentDepth;
    if (is_deep) diagnostics_.error(mark(0).location(), fmt::format("more than {} levels", sim::kDocumentDepth));
    const bool is_large = count_ > sim::kDocumentNodes || (!path_.empty() && path_.back()->fields().size() > kMostKeys);
    if (is_large && !is_deep) diagnostics_.error(mark(0).location(), "too many values");
    return !is_deep && !is_large;
  }

  JsonCharacters& characters_;
  std::shared_ptr<const std::string> file_;
  const SkipKey& skip_;
  sim::Diagnostics& diagnostics_;
  std::optional<sim::Node> root_;
  std::vector<sim::Node*> path_;
  std::string key_;
  sim::Mark key_mark_;
  bool skips_next_ = false;
  std::size_t skipped_levels_ = 0;
  std::size_t count_ = 0;
};

}  // namespace

std::optional<sim::Node> read_json(TextSource& source, sim::Diagnostics& diagnostics, const SkipKey& skip) {
  const auto errors_before = diagnostics.count();
  auto root = read_more_json(source, diagnostics, skip);
  if (!root && diagnostics.count() == errors_before) diagnostics.error(source.whole(), "no JSON in it");
  return root;
}

std::optional<sim::Node> read_more_json(TextSource& source, sim::Diagnostics& diagnostics, const SkipKey& skip) {
  JsonCharacters characters(source, diagnostics);
  if (!characters.find_brace()) return std::nullopt;
  const auto errors_before = diagnostics.count();
  JsonTreeBuilder builder(characters, source, skip, diagnostics);
  const bool is_whole = sim::Json::sax_parse(JsonCharacterIterator(&characters), JsonCharacterIterator(), &builder,
                                             sim::Json::input_format_t::json, false);
  if (is_whole && diagnostics.count() == errors_before) return builder.take_root();
  if (diagnostics.count() == errors_before) diagnostics.error(source.place(), "the JSON could not be read");
  return std::nullopt;
}

}  // namespace calibration
