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

std::string expected_ratio(const RatioDocument& ratio) {
  if (!ratio.most) return fmt::format("ratio at least {:.3g}", ratio.least);
  if (ratio.least == 0) return fmt::format("ratio at most {:.3g}", *ratio.most);
  return fmt::format("ratio {}", range(ratio.least, *ratio.most));
}

Finding find_ratio(const RatioDocument& ratio, const ValueOf& value_of) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < ratio.of.size(); ++i) ratios.push_back(value_of(ratio.of[i]) / value_of(ratio.to[i]));
  const double most = ratio.most.value_or(std::numeric_limits<double>::infinity());
  const auto fits = [&](double value) { return value >= ratio.least && value <= most; };
  const auto [low, high] = std::minmax_element(ratios.begin(), ratios.end());
  Finding finding;
  finding.expected = expected_ratio(ratio);
  finding.found = range(*low, *high);
  finding.holds = std::all_of(ratios.begin(), ratios.end(), fits);
  return finding;
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
  Finding finding = shape.ratio  ? find_ratio(*shape.ratio, value_of)
                    : shape.knee ? find_knee(*shape.knee, value_of)
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
