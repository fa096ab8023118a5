#include "experiments/validation/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/validation/metrics.hpp"

namespace experiments {
namespace {

std::string range(double low, double high) {
  return low == high ? fmt::format("{:.3g}", low) : fmt::format("{:.3g} to {:.3g}", low, high);
}

// `bounded`: a ratio or a range, which says what each of the values may be.
template <typename Bounded>
Finding find_within(const char* shape, const Bounded& bounded, const std::vector<double>& values) {
  Finding finding;
  if (!bounded.most) finding.expected = fmt::format("{} at least {:.3g}", shape, bounded.least);
  else if (bounded.least == 0) finding.expected = fmt::format("{} at most {:.3g}", shape, *bounded.most);
  else finding.expected = fmt::format("{} {}", shape, range(bounded.least, *bounded.most));
  const double most = bounded.most.value_or(std::numeric_limits<double>::infinity());
  const auto fits = [&](double value) { return value >= bounded.least && value <= most; };
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  finding.found = range(*low, *high);
  finding.holds = std::all_of(values.begin(), values.end(), fits);
  return finding;
}

Finding find_ratio(const RatioDocument& ratio, const ValueOf& value_of) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < ratio.of.size(); ++i) ratios.push_back(value_of(ratio.of[i]) / value_of(ratio.to[i]));
  return find_within("ratio", ratio, ratios);
}

Finding find_range(const RangeDocument& wanted, const ValueOf& value_of) {
  std::vector<double> values;
  for (const std::string& each : wanted.of) values.push_back(value_of(each));
  return find_within("range", wanted, values);
}

Finding find_order(const std::vector<std::string>& order, const ValueOf& value_of) {
  std::vector<std::string> values;
  Finding finding;
  finding.expected = "order " + fmt::format("{}", fmt::join(order, " > "));
  finding.holds = true;
  for (std::size_t i = 0; i < order.size(); ++i) {
    values.push_back(fmt::format("{:.4g}", value_of(order[i])));
    if (i > 0 && !(value_of(order[i - 1]) > value_of(order[i]))) finding.holds = false;
  }
  finding.found = fmt::format("{}", fmt::join(values, ", "));
  return finding;
}

Finding find_knee(const KneeDocument& knee, const ValueOf& value_of) {
  const auto& series = knee.series;
  std::vector<double> values;
  for (const std::string& each : series) values.push_back(value_of(each));
  const double reached = *std::max_element(values.begin(), values.end()) * (1 - knee.within.value);
  const auto has_reached = [&](double value) { return value >= reached; };
  const auto found = std::find_if(values.begin(), values.end(), has_reached) - values.begin();
  const auto place = [&](const std::string& name) { return std::find(series.begin(), series.end(), name) - series.begin(); };
  Finding finding;
  finding.expected = knee.within.value > 0 ? fmt::format("{:.3g} % below the peak", knee.within.value * 100) : "peak";
  finding.expected += fmt::format(" at {}", knee.first == knee.last ? knee.first : knee.first + " to " + knee.last);
  const bool is_known = std::none_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
  finding.found = is_known ? series[static_cast<std::size_t>(found)] : "-";
  finding.holds = is_known && found >= place(knee.first) && found <= place(knee.last);
  return finding;
}

}  // namespace

Finding find_shape(const ShapeDocument& shape, const ValueOf& value_of) {
  Finding finding = shape.ratio   ? find_ratio(*shape.ratio, value_of)
                    : shape.range ? find_range(*shape.range, value_of)
                    : shape.knee  ? find_knee(*shape.knee, value_of)
                                  : find_order(shape.order, value_of);
  if (shape.metric != ShapeDocument{}.metric) finding.expected = shape.metric + ": " + finding.expected;
  return finding;
}

std::vector<Finding> find_claims(const ValidationSet& set, const std::vector<models::Summary>& summaries) {
  std::vector<Finding> findings;
  for (const auto& [name, claim] : set.claims) {
    for (const ShapeDocument& shape : claim.shapes) {
      const ValueOf value_of = [&](const std::string& the_case) {
        return find_metric(shape.metric)->of(summaries[set.index_of(the_case)]).mean;
      };
      Finding finding = find_shape(shape, value_of);
      finding.set = set.name;
      finding.claim = name;
      finding.says = claim.says;
      finding.leans_on = claim.leans_on;
      finding.role = claim.role;
      findings.push_back(std::move(finding));
    }
  }
  return findings;
}

}  // namespace experiments
