#include "experiments/comparison/reasons.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "experiments/report/notes.hpp"

namespace experiments {
namespace {

constexpr const char* kThroughput = "throughput.tps";
constexpr const char* kResponse = "response_ms.mean";
constexpr const char* kParts = "response_parts_ms.";
constexpr const char* kGroupSize = "group_commit.mean_size";
constexpr double kPartOfResponse = 0.01;  // a smaller change explains nothing
constexpr double kBusier = 0.02;          // of the time
constexpr std::size_t kPartsTold = 5;
constexpr std::size_t kResourcesTold = 3;

// The largest change first.
void sort_by_change(std::vector<PairedRow>& rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const PairedRow& one, const PairedRow& other) {
    return std::abs(one.difference.mean) > std::abs(other.difference.mean);
  });
}

std::string words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

// "3.2 % (± 0.4)"
std::string change(const PairedRow& row) {
  return fmt::format("{:.2g} % (± {:.2g})", std::abs(row.relative()) * 100, row.difference.half_width / std::abs(row.a.mean) * 100);
}

std::string verdict(const PairedRow& row, const std::string& what, const char* more, const char* less) {
  if (row.is_clear()) return fmt::format("{} is {} {} in B", what, change(row), row.difference.mean > 0 ? more : less);
  if (!std::isfinite(row.difference.half_width)) return what + ": whether there is a difference is not known, one pair does not tell";
  if (row.difference.mean == 0 && row.difference.half_width == 0) return what + ": the same in both, to the last transaction";
  const double open = (std::abs(row.difference.mean) + row.difference.half_width) / std::abs(row.a.mean) * 100;
  return fmt::format("{}: no difference to speak of (if any, less than {:.2g} %)", what, open);
}

std::string signed_ms(const PairedRow& row) {
  return fmt::format("{} {:+.3f}", words(row.metric.substr(std::string(kParts).size())), row.difference.mean);
}

std::string parts_sentence(const ScenarioComparison& comparison) {
  const PairedRow* response = comparison.find(kResponse);
  auto parts = changed_parts(comparison);
  if (response == nullptr || parts.empty()) return "";
  parts.resize(std::min(parts.size(), kPartsTold));
  std::vector<std::string> changes;
  for (const PairedRow& part : parts) changes.push_back(signed_ms(part));
  return fmt::format("of the change in the mean response time, {:+.3f} ms: {}", response->difference.mean, fmt::join(changes, ", "));
}

std::string groups_sentence(const ScenarioComparison& comparison) {
  const PairedRow* size = comparison.find(kGroupSize);
  if (size == nullptr || !size->is_clear() || std::abs(size->relative()) < kPartOfResponse) return "";
  return fmt::format("commit groups have {:.3g} transactions in B, {:.3g} in A", size->b.mean, size->a.mean);
}

// "servers.source.cpu_utilisation": the CPU of source.
std::string resource_name(const std::string& metric) {
  const auto first = metric.find('.') + 1;
  const auto last = metric.rfind('.');
  const char* what = metric.ends_with("cpu_utilisation") ? "CPU" : "busiest device";
  return fmt::format("the {} of {}'s host", what, metric.substr(first, last - first));
}

bool is_utilisation(const PairedRow& row) {
  return row.metric.starts_with("servers.") && (row.metric.ends_with(".cpu_utilisation") || row.metric.ends_with(".device_utilisation"));
}

std::vector<std::string> resource_sentences(const ScenarioComparison& comparison) {
  std::vector<PairedRow> changed;
  for (const PairedRow& row : comparison.rows) {
    if (is_utilisation(row) && row.is_clear() && std::abs(row.difference.mean) >= kBusier) changed.push_back(row);
  }
  sort_by_change(changed);
  changed.resize(std::min(changed.size(), kResourcesTold));
  std::vector<std::string> sentences;
  for (const PairedRow& row : changed) {
    sentences.push_back(fmt::format("{} is busy {:.0f} % of the time in B, {:.0f} % in A", resource_name(row.metric),
                                    row.b.mean * 100, row.a.mean * 100));
  }
  return sentences;
}

std::string limits_sentence(const ScenarioComparison& comparison) {
  const std::string a = bottleneck_sentence(comparison.a.summary);
  const std::string b = bottleneck_sentence(comparison.b.summary);
  return a == b ? "in both " + a : fmt::format("in A {}; in B {}", a, b);
}

}  // namespace

std::vector<std::string> verdicts(const ScenarioComparison& comparison) {
  std::vector<std::string> sentences;
  if (const PairedRow* row = comparison.find(kThroughput)) sentences.push_back(verdict(*row, "throughput", "higher", "lower"));
  if (const PairedRow* row = comparison.find(kResponse)) sentences.push_back(verdict(*row, "mean response time", "longer", "shorter"));
  return sentences;
}

std::vector<PairedRow> changed_parts(const ScenarioComparison& comparison) {
  const PairedRow* response = comparison.find(kResponse);
  std::vector<PairedRow> parts;
  for (const PairedRow& row : comparison.rows) {
    const bool is_large = response != nullptr && std::abs(row.difference.mean) >= kPartOfResponse * response->a.mean;
    if (row.metric.starts_with(kParts) && row.is_clear() && is_large) parts.push_back(row);
  }
  sort_by_change(parts);
  return parts;
}

std::vector<std::string> reasons(const ScenarioComparison& comparison) {
  std::vector<std::string> sentences = {parts_sentence(comparison), groups_sentence(comparison)};
  for (std::string& each : resource_sentences(comparison)) sentences.push_back(std::move(each));
  sentences.push_back(limits_sentence(comparison));
  std::erase(sentences, "");
  return sentences;
}

}  // namespace experiments
