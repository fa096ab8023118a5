#include "calibration/readers/name_value_rows.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "calibration/readers/named_values.hpp"
#include "calibration/readers/result_set.hpp"
#include "models/version/other_options.hpp"
#include "models/version/variable_catalogue.hpp"

namespace calibration {
namespace {

constexpr std::size_t kMostNames = 5'000;  // servers have less than two thousand variables

// The first word of a line in any of the layouts, and how much is left of the line.
std::string_view name_of_line(std::string_view line) {
  constexpr std::string_view kVertical = "Variable_name: ";
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.starts_with(kVertical)) return line.substr(kVertical.size());
  if (line.starts_with("| ")) line.remove_prefix(2);
  const auto end = line.find_first_of(" \t|");
  return end == std::string_view::npos ? std::string_view() : line.substr(0, end);
}

bool is_variable_name(std::string_view word) {
  const std::string name(word);
  return models::find_variable(name) != nullptr || models::is_other_option(name);
}

bool looks_like_status(std::string_view word) {
  constexpr std::string_view kBeginnings[] = {"Com_", "Innodb_", "Handler_", "Threads_", "Bytes_", "Binlog_", "Aborted_", "Aurora",
                                              "Open_", "Created_", "Rpl_semi_sync_", "Slave_", "Queries", "Questions", "Uptime",
                                              "wsrep_", "Connections", "Qcache_", "Select_", "Sort_", "Table_", "Key_"};
  return std::any_of(std::begin(kBeginnings), std::end(kBeginnings), [&](std::string_view each) { return word.starts_with(each); });
}

bool is_pair_list(const ResultSet& set) {
  if (set.layout == ResultSet::Layout::pasted) return true;
  if (set.columns.empty()) return !set.rows.empty() && set.rows[0].size() == 2;
  return set.columns.size() == 2 && is_same_name(set.columns[0], "Variable_name");
}

}  // namespace

const std::vector<NameValue>& NameValueRows::first() const {
  static const std::vector<NameValue> none;
  return samples.empty() ? none : samples.front();
}

const std::string* NameValueRows::value(std::string_view name, std::size_t sample) const {
  if (sample >= samples.size()) return nullptr;
  for (const NameValue& each : samples[sample]) {
    if (is_same_name(each.name, name)) return &each.text;
  }
  return nullptr;
}

NameValueRows read_name_values(TextSource& source, sim::Diagnostics& diagnostics) {
  NameValueRows rows;
  for (const ResultSet& set : read_result_sets(source, diagnostics)) {
    if (!is_pair_list(set)) continue;
    std::vector<NameValue> first, second;
    std::size_t with_three = 0;
    for (const auto& row : set.rows) {
      if (row.empty()) continue;
      if (first.size() == kMostNames) {
        diagnostics.error(row[0].place, fmt::format("more than {} names in one list; the rest is left out", kMostNames));
        break;
      }
      if (row.size() == 3) ++with_three;
      first.push_back({row[0].text, row.size() > 1 ? row[1].text : "", row[0].place});
      second.push_back({row[0].text, row.size() > 2 ? row[2].text : "", row[0].place});
    }
    rows.samples.push_back(std::move(first));
    rows.places.push_back(set.place);
    if (2 * with_three <= set.rows.size()) continue;
    rows.columns = 3;
    rows.samples.push_back(std::move(second));
    rows.places.push_back(set.place);
  }
  return rows;
}

NameCounts count_names(std::string_view head) {
  NameCounts counts;
  while (!head.empty()) {
    const auto end = head.find('\n');
    const std::string_view name = name_of_line(head.substr(0, end));
    if (!name.empty()) {
      if (looks_like_status(name) && !is_variable_name(name)) ++counts.status;
      else if (is_variable_name(name)) ++counts.variables;
    }
    head.remove_prefix(end == std::string_view::npos ? head.size() : end + 1);
  }
  return counts;
}

sim::Json value_json(const std::string& text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, number);
  const bool is_plain = text.find_first_not_of("0123456789.-") == std::string::npos;
  if (text.empty() || !is_plain || fault != std::errc{} || stop != end || !std::isfinite(number)) return text;
  return json_number(number);
}

}  // namespace calibration
