#include "experiments/study/criterion.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "experiments/report/result_metric.hpp"
#include "sim/config/path.hpp"
#include "sim/config/quantity.hpp"

namespace experiments {
namespace {

constexpr std::array<std::pair<const char*, const char*>, 15> kShortNames{{
    {"tps", "throughput.tps"},
    {"qps", "throughput.qps"},
    {"mean", "response_ms.mean"},
    {"p50", "response_ms.p50"},
    {"p95", "response_ms.p95"},
    {"p99", "response_ms.p99"},
    {"group_size", "group_commit.mean_size"},
    {"lag_p95", "replicas.*.lag_ms.p95"},
    {"lag_p99", "replicas.*.lag_ms.p99"},
    {"lost_on_mysqld_crash", "durability.source_mysqld_crash.lost_max"},
    {"lost_on_host_crash", "durability.source_host_crash.lost_max"},
    {"lost_on_source_loss", "durability.source_lost.lost_max"},
    {"lost_on_source_and_replica_loss", "durability.source_and_replica_lost.lost_max"},
    {"lost_on_site_loss", "durability.source_site_lost.lost_max"},
    {"lost_on_power_loss", "durability.power_loss_of_both.lost_max"},
}};
constexpr std::array kLists{"servers", "replicas", "loads"};

// "replicas.replica1.lag_ms.p95" as the table of metrics has it: "replicas[0].lag_ms.p95".
std::string path_of(const std::string& name) {
  for (const char* list : kLists) {
    const std::string prefix = std::string(list) + ".";
    if (!name.starts_with(prefix)) continue;
    const auto end = name.find('.', prefix.size());
    if (end != std::string::npos) return std::string(list) + "[0]" + name.substr(end);
  }
  return name;
}

std::vector<std::string> known_names() {
  std::vector<std::string> names;
  for (const auto& each : kShortNames) names.emplace_back(each.first);
  for (const ResultMetric& each : result_metrics()) {
    if (each.in_csv && each.key.find('[') == std::string::npos) names.push_back(each.key);
  }
  return names;
}

// Whether a name is one that the pattern, in which * stands for one name, means.
bool matches(const std::string& pattern, const std::string& name) {
  const auto star = pattern.find('*');
  if (star == std::string::npos) return pattern == name;
  const std::string head = pattern.substr(0, star);
  const std::string tail = pattern.substr(star + 1);
  if (name.size() < head.size() + tail.size() || !name.starts_with(head) || !name.ends_with(tail)) return false;
  return name.substr(head.size(), name.size() - head.size() - tail.size()).find('.') == std::string::npos;
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

constexpr double kMsPerSecond = 1e3;

// A bound in the metric's unit; a bare number is in that unit.
std::optional<double> bound_in(const std::string& text, const std::string& unit) {
  if (const auto number = sim::parse_number(text)) return *number.value;
  if (unit == "ms" || unit == "s") {
    if (const auto time = sim::parse_time(text)) return time.value->count() * (unit == "ms" ? kMsPerSecond : 1);
  }
  if (unit == "1/s") {
    if (const auto rate = sim::parse_rate(text)) return rate.value->value;
  }
  if (unit == "B/s") {
    if (const auto rate = sim::parse_bandwidth(text)) return rate.value->value;
  }
  if (unit.empty()) {
    if (const auto fraction = sim::parse_fraction(text)) return fraction.value->value;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> metric_named(const std::string& name, const sim::Location& place, sim::Diagnostics& diagnostics) {
  for (const auto& [short_name, full] : kShortNames) {
    if (name == short_name) return full;
  }
  const ResultMetric* metric = find_result_metric(path_of(name));
  if (metric != nullptr && metric->in_csv) return name;
  diagnostics.error(place, fmt::format("unknown metric {}{}", sim::quote(name), sim::known_words(name, known_names())));
  return std::nullopt;
}

std::string unit_of_metric(const std::string& metric) {
  const ResultMetric* known = find_result_metric(path_of(metric));
  return known == nullptr ? "" : known->unit;
}

FigureValue figure_named(const FigureValues& figures, const std::string& metric, Extreme extreme) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  FigureValue found{kNone, kNone, unit_of_metric(metric)};
  for (const auto& [name, figure] : figures) {
    if (!matches(metric, name) || std::isnan(figure.value)) continue;
    const bool is_better = extreme == Extreme::greatest ? figure.value > found.value : figure.value < found.value;
    if (std::isnan(found.value) || is_better) found = figure;
  }
  return found;
}

double Criterion::value_in(const FigureValues& figures) const {
  return figure_named(figures, metric, is_upper ? Extreme::greatest : Extreme::least).value;
}

double Criterion::margin(const FigureValues& figures) const {
  const double value = value_in(figures);
  if (std::isnan(value)) return -std::numeric_limits<double>::infinity();
  const double distance = is_upper ? bound - value : value - bound;
  return bound == 0 ? distance : distance / std::abs(bound);
}

std::optional<Criterion> read_criterion(const std::string& text, const sim::Location& place, sim::Diagnostics& diagnostics) {
  const auto sign = text.find_first_of("<>");
  if (sign == std::string::npos) {
    diagnostics.error(place, fmt::format("constraint: expected METRIC < BOUND or METRIC > BOUND, found {}", sim::quote(text)));
    return std::nullopt;
  }
  const std::size_t after = sign + (sign + 1 < text.size() && text[sign + 1] == '=' ? 2 : 1);
  const auto metric = metric_named(trimmed(text.substr(0, sign)), place, diagnostics);
  if (!metric) return std::nullopt;
  const std::string unit = unit_of_metric(*metric);
  const auto bound = bound_in(trimmed(text.substr(after)), unit);
  if (!bound) {
    diagnostics.error(place, fmt::format("constraint: {} is no bound for {}, whose unit is {}", sim::quote(trimmed(text.substr(after))),
                                         *metric, unit.empty() ? "none" : unit));
    return std::nullopt;
  }
  return Criterion{text, *metric, text[sign] == '<', *bound};
}

std::optional<Objective> read_objective(const std::string& text, const sim::Location& place, sim::Diagnostics& diagnostics) {
  const auto blank = text.find(' ');
  const std::string verb = text.substr(0, blank);
  const bool is_maximised = verb == "maximise" || verb == "maximize";
  if ((!is_maximised && verb != "minimise" && verb != "minimize") || blank == std::string::npos) {
    diagnostics.error(place, "objective: expected maximise METRIC, minimise METRIC or minimise cost, found " + sim::quote(text));
    return std::nullopt;
  }
  const std::string name = trimmed(text.substr(blank));
  if (name == "cost") return Objective{name, is_maximised};
  const auto metric = metric_named(name, place, diagnostics);
  if (!metric) return std::nullopt;
  return Objective{*metric, is_maximised};
}

}  // namespace experiments
