#include "sim/config/distribution_codec.hpp"

#include <algorithm>
#include <stdexcept>

namespace sim {
namespace {

using Form = TimeDistributionForm;
using Keys = std::vector<std::string>;

[[noreturn]] void refuse(const std::string& message) { throw std::invalid_argument(message); }

Distribution uniform(const Form& form) {
  if (form.uniform.size() != 2 || form.uniform[0] > form.uniform[1])
    refuse("uniform needs two times, the lower one first");
  return Distribution::uniform(in_seconds(form.uniform[0]), in_seconds(form.uniform[1]));
}

Distribution empirical(const Form& form) {
  std::vector<QuantilePoint> points;
  for (const auto& [percent, value] : form.quantiles) {
    const auto number = parse_number(percent);
    if (!number || *number.value < 0 || *number.value > 100) {
      refuse(fmt::format("quantile {} is not a percentage from 0 to 100", quote(percent)));
    }
    const QuantilePoint point{*number.value / 100, in_seconds(value)};
    const bool rises =
        points.empty() || (point.probability > points.back().probability && point.value >= points.back().value);
    if (!rises) refuse(fmt::format("quantiles must rise; {}: {} does not", percent, write_time(value)));
    points.push_back(point);
  }
  return Distribution::empirical(std::move(points));
}

Distribution base_of(const Form& form) {
  const auto keys = form.given();
  const auto seconds = [](const std::optional<Seconds>& value) { return in_seconds(value.value()); };
  if (keys == Keys{"constant"}) return Distribution::constant(seconds(form.constant));
  if (keys == Keys{"exponential"}) return Distribution::exponential(seconds(form.exponential));
  if (keys == Keys{"uniform"}) return uniform(form);
  if (keys == Keys{"mean", "p99"}) return Distribution::lognormal_mean_p99(seconds(form.mean), seconds(form.p99));
  if (keys == Keys{"median", "p99"}) return Distribution::lognormal_median_p99(seconds(form.median), seconds(form.p99));
  if (keys == Keys{"mean", "cv"}) return Distribution::gamma_mean_cv(seconds(form.mean), form.cv.value());
  if (keys == Keys{"quantiles"}) return empirical(form);
  refuse(
      fmt::format("a distribution is a time, or one of: constant; exponential; uniform; mean and p99; median and p99; "
                  "mean and cv; quantiles; found {}",
                  keys.empty() ? "none of them" : fmt::format("{}", fmt::join(keys, " and "))));
}

Distribution build(const Form& form) {
  const auto base = base_of(form);
  if (!form.rare) return base;
  return Distribution::mixture(base, Distribution::constant(in_seconds(form.rare->value)),
                               form.rare->probability.value);
}

Form constant_form(Seconds value) {
  Form form;
  form.constant = value;
  return form;
}

}  // namespace

Schema<RareTime> RareTime::schema() {
  return Schema<RareTime>("rare time", "another value that is drawn now and then")
      .field("probability", &RareTime::probability, "share of the draws", at_most(Fraction{1}))
      .required()
      .field("value", &RareTime::value, "the rare value")
      .required();
}

Schema<TimeDistributionForm> TimeDistributionForm::schema() {
  return Schema<Form>("distribution of times", "one of the sets of keys that make a distribution, and perhaps rare")
      .field("constant", &Form::constant, "always this time")
      .field("exponential", &Form::exponential, "exponential with this mean")
      .field("uniform", &Form::uniform, "[low, high], every time between them equally likely")
      .field("mean", &Form::mean, "mean; with p99 lognormal, with cv gamma", more_than(Seconds{0}))
      .field("median", &Form::median, "median; with p99, lognormal", more_than(Seconds{0}))
      .field("p99", &Form::p99, "99th percentile")
      .field("cv", &Form::cv, "coefficient of variation (standard deviation / mean)", at_least(0))
      .field("quantiles", &Form::quantiles, "measured quantiles, {percent: time}, rising")
      .field("rare", &Form::rare, "another value, now and then");
}

std::vector<std::string> TimeDistributionForm::given() const {
  Keys keys;
  const auto add = [&](bool is_given, const char* key) {
    if (is_given) keys.emplace_back(key);
  };
  add(constant.has_value(), "constant");
  add(exponential.has_value(), "exponential");
  add(!uniform.empty(), "uniform");
  add(mean.has_value(), "mean");
  add(median.has_value(), "median");
  add(p99.has_value(), "p99");
  add(cv.has_value(), "cv");
  add(!quantiles.empty(), "quantiles");
  return keys;
}

TimeDistribution::TimeDistribution(Seconds value) : TimeDistribution(constant_form(value)) {}

TimeDistribution::TimeDistribution(TimeDistributionForm form) : form_(std::move(form)), distribution_(build(form_)) {}

TimeDistribution TimeDistribution::exponential(Seconds mean) {
  Form form;
  form.exponential = mean;
  return TimeDistribution(std::move(form));
}

TimeDistribution TimeDistribution::lognormal_mean_p99(Seconds mean, Seconds p99) {
  Form form;
  form.mean = mean;
  form.p99 = p99;
  return TimeDistribution(std::move(form));
}

TimeDistribution TimeDistribution::gamma_mean_cv(Seconds mean, double cv) {
  Form form;
  form.mean = mean;
  form.cv = cv;
  return TimeDistribution(std::move(form));
}

bool Codec<TimeDistribution>::read(const Node& node, TimeDistribution& value, const Reader& reader) {
  Form form;
  if (node.is_mapping()) {
    // The parameters are one value to the outside, hence no provenance of their own.
    if (!schema_of<Form>().read(node, form, reader.without_provenance())) return false;
  } else {
    Seconds time{0};
    if (!node.is_scalar())
      return reader.wrong_kind(node, "a time such as '5ms' or a distribution such as {mean: 1ms, p99: 3ms}");
    if (!Codec<Seconds>::read(node, time, reader)) return false;
    form = constant_form(time);
  }
  try {
    value = TimeDistribution(std::move(form));
  } catch (const std::invalid_argument& fault) {
    return reader.error(node, fault.what());
  }
  return true;
}

Json Codec<TimeDistribution>::write(const TimeDistribution& value) {
  const auto& form = value.form();
  if (form.constant && !form.rare) return write_time(*form.constant);
  auto written = schema_of<Form>().write(form);
  auto kept = Json::object();
  for (const auto& [key, parameter] : written.items()) {
    if (!parameter.is_null() && !parameter.empty()) kept[key] = parameter;
  }
  return kept;
}

Json Codec<TimeDistribution>::json_schema() {
  Json schema;
  schema["anyOf"] = Json::array({Codec<Seconds>::json_schema(), Codec<Form>::json_schema()});
  return schema;
}

}  // namespace sim
