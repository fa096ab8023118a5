// The heartbeat table of pt-heartbeat, as the mysql client shows it on a replica, together with the time of the query.
//
//   table = rule row rule row* rule          rule = "+" "-"* ...     row = "|" (cell "|")*
//
// Wanted are a table with the columns ts and server_id, and one with utc_timestamp(...) or now(...). A row's lag is the time of
// the query minus its ts. `pt-heartbeat --utc` writes UTC and is compared with utc_timestamp; now() would be wrong by the time
// zone. The tab-separated form of `mysql -B` has the same cells. More than one writer shows as more than one row.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "calibration/readers/import_reader.hpp"

namespace calibration {
namespace {

constexpr std::size_t kMostWriters = 10'000;

// Days since 1970-01-01 of a date of the Gregorian calendar.
double days_of(int year, int month, int day) {
  const int y = month <= 2 ? year - 1 : year;
  const int era = y / 400;
  const int of_era = y - era * 400;
  const int of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097.0 + of_era * 365.0 + of_era / 4 - of_era / 100 + of_year - 719468.0;
}

// "2024-05-14T09:00:00.001190" or with a blank, in seconds since 1970.
std::optional<double> timestamp_of(std::string_view text) {
  if (text.size() < 19 || text[4] != '-' || text[7] != '-' || text[13] != ':' || text[16] != ':') return std::nullopt;
  const auto number = [&](std::size_t from, std::size_t size) {
    int value = -1;
    const auto [stop, fault] = std::from_chars(text.data() + from, text.data() + from + size, value);
    return fault == std::errc{} && stop == text.data() + from + size && value >= 0 ? value : -1;
  };
  const int parts[] = {number(0, 4), number(5, 2), number(8, 2), number(11, 2), number(14, 2), number(17, 2)};
  if (std::any_of(std::begin(parts), std::end(parts), [](int each) { return each < 0; })) return std::nullopt;
  if (parts[1] < 1 || parts[1] > 12) return std::nullopt;
  double fraction = 0;
  if (text.size() > 19 && text[19] == '.') {
    const auto [stop, fault] = std::from_chars(text.data() + 19, text.data() + text.size(), fraction);
    if (fault != std::errc{} || !(fraction >= 0 && fraction < 1)) return std::nullopt;
  }
  return days_of(parts[0], parts[1], parts[2]) * 86400 + parts[3] * 3600 + parts[4] * 60 + parts[5] + fraction;
}

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  const char separator = line.starts_with("|") ? '|' : '\t';
  if (separator == '|') line.remove_prefix(1);
  while (!line.empty() && cells.size() < 100) {
    const auto end = line.find(separator);
    const auto cell = line.substr(0, end);
    const auto first = cell.find_first_not_of(' ');
    if (first != std::string_view::npos) cells.emplace_back(cell.substr(first, cell.find_last_not_of(' ') - first + 1));
    else if (end != std::string_view::npos || separator == '\t') cells.emplace_back();
    line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
  }
  return cells;
}

std::optional<std::size_t> column_of(const std::vector<std::string>& header, std::string_view name) {
  for (std::size_t i = 0; i < header.size(); ++i) {
    std::string lower = header[i];
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    if (lower == name || (name.ends_with("(") && lower.starts_with(name))) return i;
  }
  return std::nullopt;
}

struct Writer {
  std::string server_id;
  double at_s;
  std::string position;
  sim::Location place;
};

struct HeartbeatTable {
  std::vector<Writer> writers;
  std::optional<double> now_s;
  std::optional<double> utc_s;
};

void read_row(const std::vector<std::string>& header, const std::vector<std::string>& row, const TextSource& source,
              HeartbeatTable& table) {
  const auto cell = [&](std::string_view name) -> std::string {
    const auto column = column_of(header, name);
    return column && *column < row.size() ? row[*column] : "";
  };
  if (const auto at = timestamp_of(cell("ts")); at && table.writers.size() < kMostWriters)
    table.writers.push_back({cell("server_id"), *at, cell("file") + ":" + cell("position"), source.place()});
  if (const auto at = timestamp_of(cell("utc_timestamp("))) table.utc_s = at;
  if (const auto at = timestamp_of(cell("now("))) table.now_s = at;
}

Confidence recognise_heartbeat_table(std::string_view head, const std::string&) {
  const auto has = [&](std::string_view words) { return head.find(words) != std::string_view::npos; };
  const bool has_columns = has(" ts ") || has("ts\t");
  return has_columns && has("server_id") && has("position") && (has("relay_master_log_file") || has("exec_master_log_pos"))
             ? kCertain
             : kNotMine;
}

sim::Json read_heartbeat_table(TextSource& source, const ImportOptions&, sim::Diagnostics& diagnostics) {
  HeartbeatTable table;
  std::vector<std::string> header;
  while (source.next_line(diagnostics)) {
    const std::string_view line = source.line();
    if (!line.starts_with("|") && line.find('\t') == std::string_view::npos) {
      if (line.starts_with("mysql>") || line.empty()) header.clear();
      continue;
    }
    const auto cells = cells_of(line);
    const bool is_header = column_of(cells, "ts") || column_of(cells, "now(") || column_of(cells, "utc_timestamp(");
    if (is_header) header = cells;
    else if (!header.empty()) read_row(header, cells, source, table);
  }
  sim::Json json{{"writers", table.writers.size()}};
  const auto now = table.utc_s ? table.utc_s : table.now_s;
  if (!now) diagnostics.warning(source.whole(), "the time of the query is not here (select utc_timestamp(6)), so no lag can be told");
  if (now && !table.utc_s)
    diagnostics.warning(source.whole(), "compared with now(): wrong by the time zone where pt-heartbeat ran with --utc");
  sim::Json runs = sim::Json::array();
  for (const Writer& each : table.writers) {
    sim::Json run{{"server_id", each.server_id}, {"position", each.position}, {"place", to_string(each.place)}};
    if (now) run["lag_s"] = std::round((*now - each.at_s) * 1e6) / 1e6;
    if (now) json[fmt::format("lag_server{}_s", each.server_id)] = run["lag_s"];
    runs.push_back(std::move(run));
  }
  json["runs"] = std::move(runs);
  if (table.writers.size() > 1)
    diagnostics.note(source.whole(), "several servers wrote heartbeats: only that of the source being followed tells the lag");
  return json;
}

const bool heartbeat_table_registered =
    register_import_reader({"heartbeat table", "lag", recognise_heartbeat_table, read_heartbeat_table});

}  // namespace
}  // namespace calibration
