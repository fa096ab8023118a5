// Ranges that a schema puts on values: at_least(1), between(0.0, 1.0), more_than(0s), not_empty(), exactly(2).
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <type_traits>

#include "sim/config/codec.hpp"

namespace sim {

// A bound on a value; on the values inside, for optional values, lists and mappings.
template <class L>
struct Bound {
  enum class Kind { AtLeast, AtMost, MoreThan, LessThan };
  Kind kind;
  L limit;
};

template <class L>
Bound<L> at_least(L limit) {
  return {Bound<L>::Kind::AtLeast, limit};
}
template <class L>
Bound<L> at_most(L limit) {
  return {Bound<L>::Kind::AtMost, limit};
}
template <class L>
Bound<L> more_than(L limit) {
  return {Bound<L>::Kind::MoreThan, limit};
}
template <class L>
Bound<L> less_than(L limit) {
  return {Bound<L>::Kind::LessThan, limit};
}

// From low to high, both included.
template <class L>
struct Range {
  L low;
  L high;
};
template <class L, class H>
Range<std::common_type_t<L, H>> between(L low, H high) {
  using Limit = std::common_type_t<L, H>;
  return {static_cast<Limit>(low), static_cast<Limit>(high)};
}

// A bound on the length of a text, a list or a mapping.
struct SizeRange {
  std::size_t low = 0;
  std::size_t high = std::numeric_limits<std::size_t>::max();
};
inline SizeRange exactly(std::size_t size) { return {size, size}; }
inline SizeRange not_empty() { return {1, std::numeric_limits<std::size_t>::max()}; }

// A rule made ready for a field of type V: what it says, the test, and its JSON Schema keywords.
template <class V>
struct Rule {
  std::string text;
  // Returns the value at fault, as it is shown, or nothing.
  std::function<std::optional<std::string>(const V&)> fault;
  std::function<void(Json&)> add_to_schema;
};

// The type that a bound on V speaks of.
template <class V>
struct Inner {
  using type = V;
};
template <class V>
struct Inner<std::optional<V>> {
  using type = typename Inner<V>::type;
};
template <class V>
struct Inner<std::vector<V>> {
  using type = typename Inner<V>::type;
};
template <class V>
struct Inner<std::vector<std::pair<std::string, V>>> {
  using type = typename Inner<V>::type;
};
template <class V>
using InnerOf = typename Inner<V>::type;

// Calls the function for every inner value.
template <class V, class F>
void for_each_inner(const V& value, const F& call) {
  call(value);
}
template <class V, class F>
void for_each_inner(const std::optional<V>& value, const F& call);
template <class V, class F>
void for_each_inner(const std::vector<V>& values, const F& call);
template <class V, class F>
void for_each_inner(const Named<V>& values, const F& call);

template <class V, class F>
void for_each_inner(const std::optional<V>& value, const F& call) {
  if (value) for_each_inner(*value, call);
}
template <class V, class F>
void for_each_inner(const std::vector<V>& values, const F& call) {
  for (const V& value : values) for_each_inner(value, call);
}
template <class V, class F>
void for_each_inner(const Named<V>& values, const F& call) {
  for (const auto& entry : values) for_each_inner(entry.second, call);
}

// Writes a numeric keyword at the place of the inner value's schema; bounds on quantities, which are text, have none.
void add_bound(Json& schema, const std::string& keyword, const Json& limit);
void add_size(Json& schema, const SizeRange& range);
std::string text_of(const SizeRange& range);

template <class V, class L>
Rule<V> rule_for(const Bound<L>& bound) {
  using I = InnerOf<V>;
  using Kind = typename Bound<L>::Kind;
  static constexpr const char* kWords[] = {"at least", "at most", "more than", "less than"};
  static constexpr const char* kKeywords[] = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"};
  const auto kind = bound.kind;
  const auto limit = static_cast<I>(bound.limit);
  const Json written = Codec<I>::write(limit);
  const auto holds = [kind, limit](const I& value) {
    switch (kind) {
      case Kind::AtLeast:
        return value >= limit;
      case Kind::AtMost:
        return value <= limit;
      case Kind::MoreThan:
        return value > limit;
      case Kind::LessThan:
        return value < limit;
    }
    return false;
  };
  const auto fault = [holds](const V& value) {
    std::optional<std::string> found;
    for_each_inner(value, [&](const I& inner) {
      if (!found && !holds(inner)) found = shown(Codec<I>::write(inner));
    });
    return found;
  };
  const std::string keyword = kKeywords[static_cast<int>(kind)];
  return {fmt::format("{} {}", kWords[static_cast<int>(kind)], shown(written)), fault,
          [keyword, written](Json& schema) { add_bound(schema, keyword, written); }};
}

template <class V, class L>
Rule<V> rule_for(const Range<L>& range) {
  const auto low = rule_for<V>(at_least(range.low));
  const auto high = rule_for<V>(at_most(range.high));
  const auto limit = [](L value) { return shown(Codec<InnerOf<V>>::write(static_cast<InnerOf<V>>(value))); };
  return {fmt::format("from {} to {}", limit(range.low), limit(range.high)),
          [low, high](const V& value) {
            const auto fault = low.fault(value);
            return fault ? fault : high.fault(value);
          },
          [low, high](Json& schema) {
            low.add_to_schema(schema);
            high.add_to_schema(schema);
          }};
}

template <class V>
Rule<V> rule_for(const SizeRange& range) {
  const auto fault = [range](const V& value) -> std::optional<std::string> {
    if (value.size() >= range.low && value.size() <= range.high) return std::nullopt;
    return fmt::format("a length of {}", value.size());
  };
  return {text_of(range), fault, [range](Json& schema) { add_size(schema, range); }};
}

}  // namespace sim
