#include "experiments/validation/claim_document.hpp"

#include <algorithm>

#include "experiments/validation/metrics.hpp"
#include "sim/config/path.hpp"

namespace experiments {
namespace {

// Where the faults of a list of case names are looked for.
struct NameCheck {
  const std::vector<std::string>& known;
  const sim::Node& node;
  sim::Diagnostics& diagnostics;

  void name(const std::string& word, const std::string& path) const {
    if (std::find(known.begin(), known.end(), word) != known.end()) return;
    diagnostics.error(node.location_of(path),
                      fmt::format("unknown case {}{}", sim::quote(word), sim::known_words(word, known)));
  }

  void names(const std::vector<std::string>& words, const std::string& path) const {
    for (std::size_t i = 0; i < words.size(); ++i) name(words[i], sim::item_path(path, i));
  }
};

// `least` and `most` of a ratio or a range.
template <typename Bounded>
void check_limits(const char* shape, const Bounded& bounded, const sim::Node& node, sim::Diagnostics& diagnostics) {
  if (bounded.most && *bounded.most <= bounded.least) {
    diagnostics.error(node.location_of("most"), fmt::format("most: {} is not above least, {}", *bounded.most, bounded.least));
  }
  if (!bounded.most && bounded.least == 0) {
    diagnostics.error(node.location(), fmt::format("{}: without `least` and `most` it says nothing", shape));
  }
}

void check_ratio(const RatioDocument& ratio, const sim::Node& node, sim::Diagnostics& diagnostics) {
  if (ratio.of.size() != ratio.to.size()) {
    diagnostics.error(node.location_of("to"),
                      fmt::format("ratio: {} cases over {}: they are compared one by one", ratio.of.size(), ratio.to.size()));
  }
  check_limits("ratio", ratio, node, diagnostics);
}

void check_range(const RangeDocument& range, const sim::Node& node, sim::Diagnostics& diagnostics) {
  check_limits("range", range, node, diagnostics);
}

void check_knee(const KneeDocument& knee, const sim::Node& node, sim::Diagnostics& diagnostics) {
  const auto place = [&](const std::string& name) {
    return std::find(knee.series.begin(), knee.series.end(), name) - knee.series.begin();
  };
  const auto count = static_cast<std::ptrdiff_t>(knee.series.size());
  for (const auto& [key, name] : {std::pair("first", knee.first), std::pair("last", knee.last)}) {
    if (place(name) < count) continue;
    diagnostics.error(node.location_of(key), fmt::format("{}: {} is not in the series", key, sim::quote(name)));
  }
  if (place(knee.first) < count && place(knee.first) > place(knee.last)) {
    diagnostics.error(node.location_of("first"), "first: it comes after last in the series");
  }
}

void check_shape(const ShapeDocument& shape, const sim::Node& node, sim::Diagnostics& diagnostics) {
  const int given = (shape.ratio ? 1 : 0) + (shape.range ? 1 : 0) + (shape.order.empty() ? 0 : 1) + (shape.knee ? 1 : 0);
  if (given != 1) diagnostics.error(node.location(), "a shape is exactly one of ratio, range, order and knee");
  if (shape.order.size() == 1) diagnostics.error(node.location_of("order"), "order: one case has no order");
  const Metric* metric = find_metric(shape.metric);
  if (metric == nullptr) {
    diagnostics.error(node.location_of("metric"), fmt::format("unknown metric {}{}", sim::quote(shape.metric),
                                                              sim::known_words(shape.metric, metric_names())));
  } else if (metric->of == nullptr) {
    diagnostics.error(node.location_of("metric"), shape.metric + " compares two cases itself; take another metric");
  }
}

void check_names(const ShapeDocument& shape, const std::string& path, const NameCheck& check) {
  check.names(shape.order, path + ".order");
  if (shape.ratio) {
    check.names(shape.ratio->of, path + ".ratio.of");
    check.names(shape.ratio->to, path + ".ratio.to");
  }
  if (shape.range) check.names(shape.range->of, path + ".range.of");
  if (shape.knee) check.names(shape.knee->series, path + ".knee.series");
}

}  // namespace

sim::Schema<RatioDocument> RatioDocument::schema() {
  using R = RatioDocument;
  return sim::Schema<R>("ratio", "how many times the one is the other, for each pair of cases")
      .field("of", &R::of, "cases, the numerators", sim::not_empty())
      .required()
      .field("to", &R::to, "as many cases, the denominators", sim::not_empty())
      .required()
      .field("least", &R::least, "the least that each ratio may be", sim::at_least(0.0))
      .field("most", &R::most, "the most that each ratio may be")
      .check(check_ratio);
}

sim::Schema<RangeDocument> RangeDocument::schema() {
  using R = RangeDocument;
  return sim::Schema<R>("range", "the values of some cases")
      .field("of", &R::of, "the cases", sim::not_empty())
      .required()
      .field("least", &R::least, "the least that each may be", sim::at_least(0.0))
      .field("most", &R::most, "the most that each may be")
      .check(check_range);
}

sim::Schema<KneeDocument> KneeDocument::schema() {
  using K = KneeDocument;
  return sim::Schema<K>("knee", "where a series has come up to its largest value")
      .field("series", &K::series, "cases, in their order", sim::not_empty())
      .required()
      .field("within", &K::within, "how far below the largest value it counts as reached; 0 for the peak itself")
      .field("first", &K::first, "the earliest case that may be the first to reach it")
      .required()
      .field("last", &K::last, "the latest one")
      .required()
      .check(check_knee);
}

sim::Schema<ShapeDocument> ShapeDocument::schema() {
  using S = ShapeDocument;
  return sim::Schema<S>("shape", "how the results of some cases stand to each other")
      .field("metric", &S::metric, "what is compared")
      .field("ratio", &S::ratio, "each of some cases over another lies in a range")
      .field("range", &S::range, "each of some cases lies in a range")
      .field("order", &S::order, "cases, each with more than the next")
      .field("knee", &S::knee, "a series comes up to its largest value between two cases")
      .check(check_shape);
}

sim::Schema<ClaimDocument> ClaimDocument::schema() {
  using C = ClaimDocument;
  return sim::Schema<C>("claim", "what was found, without figures")
      .field("says", &C::says, "the claim in words", sim::not_empty())
      .required()
      .field("leans_on", &C::leans_on, "the mechanism behind it in the models, and the costs that it needs")
      .field("role", &C::role, "whether a cost was chosen so that it comes out")
      .field("shapes", &C::shapes, "what must hold, all of it", sim::not_empty())
      .required();
}

void check_claims(const sim::Named<ClaimDocument>& claims, const std::vector<std::string>& cases, const sim::Node& node,
                  sim::Diagnostics& diagnostics) {
  const NameCheck check{cases, node, diagnostics};
  for (const auto& [name, claim] : claims) {
    const std::string path = sim::key_path("claims", name) + ".shapes";
    for (std::size_t i = 0; i < claim.shapes.size(); ++i) check_names(claim.shapes[i], sim::item_path(path, i), check);
  }
}

}  // namespace experiments
