// Tables of performance_schema that tell of replication: replication_group_members, replication_group_member_stats,
// replication_applier_status_by_worker; any of them, in any layout of result_set.hpp, with columns renamed by the query that a
// prompt shows. A time stamp of zeros is that of a worker that has applied nothing yet.
#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/name_value_rows.hpp"
#include "calibration/readers/result_set.hpp"

namespace calibration {
namespace {

std::string without_outer_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

// What each alias of a query's list stands for: "SELECT A q, B AS r FROM t" -> {q: A, r: B}.
std::map<std::string, std::string> aliases_of(const std::string& query) {
  std::map<std::string, std::string> aliases;
  const auto from = std::min(query.find(" FROM "), query.find(" from "));
  if (query.size() < 7 || !is_same_name(query.substr(0, 7), "select ") || from == std::string::npos) return aliases;
  for (std::size_t at = 7; at < from;) {
    const auto comma = std::min(query.find(',', at), from);
    std::string item = without_outer_blanks(std::string_view(query).substr(at, comma - at));
    at = comma + 1;
    const auto blank = item.rfind(' ');
    if (blank == std::string::npos) continue;
    std::string column = without_outer_blanks(item.substr(0, blank));
    if (column.size() > 3 && is_same_name(column.substr(column.size() - 3), " as")) column.resize(column.size() - 3);
    column = without_outer_blanks(column);
    aliases[item.substr(blank + 1)] = column.substr(column.rfind('.') + 1);
  }
  return aliases;
}

void undo_aliases(ResultSet& set) {
  const auto aliases = aliases_of(set.query);
  for (std::string& column : set.columns) {
    if (const auto known = aliases.find(column); known != aliases.end()) column = known->second;
  }
}

// Microseconds since some day long ago; nothing for zeros and for what is no time stamp.
std::optional<std::int64_t> microseconds_of_stamp(const std::string& text) {
  std::array<int, 6> parts{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto [stop, fault] = std::from_chars(at, end, parts[i]);
    if (fault != std::errc{} || parts[i] < 0 || parts[i] > 9999) return std::nullopt;
    at = stop < end ? stop + 1 : stop;
  }
  if (parts[0] == 0) return std::nullopt;
  const int month = (parts[1] + 9) % 12;  // from March on
  const int year = parts[0] - month / 10;
  const int days = 365 * year + year / 4 - year / 100 + year / 400 + (month * 306 + 5) / 10 + parts[2];
  std::int64_t microseconds = 0;
  for (int digit = 0; digit < 6; ++digit) {
    const bool is_given = at < end && *at >= '0' && *at <= '9';
    microseconds = 10 * microseconds + (is_given ? *at - '0' : 0);
    if (is_given) ++at;
  }
  const std::int64_t seconds = ((std::int64_t{days} * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5];
  return seconds * 1'000'000 + microseconds;
}

std::string short_host(const std::string& host) { return host.substr(0, host.find('.')); }

void add_members(const ResultSet& set, sim::Json& json) {
  sim::Json members = sim::Json::array();
  for (std::size_t row = 0; row < set.rows.size(); ++row) {
    const auto text = [&](const char* column) {
      const ResultCell* cell = set.cell(row, column);
      return cell == nullptr ? std::string() : cell->text;
    };
    const std::string host = text("MEMBER_HOST");
    members.push_back({{"host", host}, {"state", text("MEMBER_STATE")}, {"role", text("MEMBER_ROLE")}, {"version", text("MEMBER_VERSION")},
                       {"place", to_string(set.rows[row].empty() ? set.place : set.rows[row][0].place)}});
    if (text("MEMBER_ROLE") == "PRIMARY") json["primary"] = short_host(host);
    if (text("MEMBER_STATE") == "RECOVERING") json["recovering"] = short_host(host);
  }
  json["members"] = members.size();
  json["group_members"] = std::move(members);
}

void add_member_stats(const ResultSet& set, sim::Json& json, sim::Diagnostics& diagnostics) {
  constexpr double kFlowControlThreshold = 25000;  // group_replication_flow_control_applier_threshold by default
  for (std::size_t row = 0; row < set.rows.size(); ++row) {
    const ResultCell* queue = set.cell(row, "COUNT_TRANSACTIONS_REMOTE_IN_APPLIER_QUEUE");
    if (queue == nullptr) continue;
    const sim::Json length = value_json(queue->text);
    json["applier_queue"].push_back(length);
    if (length.is_number() && length.get<double>() > kFlowControlThreshold)
      diagnostics.warning(queue->place, "an applier queue over 25000, where flow control slows the writers by default");
  }
}

void add_workers(const ResultSet& set, sim::Json& json) {
  sim::Json lags = sim::Json::array();
  for (std::size_t row = 0; row < set.rows.size(); ++row) {
    const ResultCell* committed = set.cell(row, "LAST_APPLIED_TRANSACTION_ORIGINAL_COMMIT_TIMESTAMP");
    const ResultCell* applied = set.cell(row, "LAST_APPLIED_TRANSACTION_END_APPLY_TIMESTAMP");
    const auto from = committed == nullptr ? std::nullopt : microseconds_of_stamp(committed->text);
    const auto to = applied == nullptr ? std::nullopt : microseconds_of_stamp(applied->text);
    if (from && to) lags.push_back(static_cast<double>(*to - *from) / 1e6);
    else lags.push_back(nullptr);
  }
  json["workers"] = set.rows.size();
  json["apply_lag_s"] = std::move(lags);
}

Confidence recognise_replication_tables(std::string_view head, const std::string&) {
  for (const std::string_view word : {"MEMBER_STATE", "COUNT_TRANSACTIONS_REMOTE_IN_APPLIER_QUEUE", "LAST_APPLIED_TRANSACTION"}) {
    if (head.find(word) != std::string_view::npos && head.find("{") == std::string_view::npos) return kCertain;
  }
  return kNotMine;
}

sim::Json read_replication_tables(TextSource& source, const ImportOptions&, sim::Diagnostics& diagnostics) {
  sim::Json json = sim::Json::object();
  for (ResultSet& set : read_result_sets(source, diagnostics)) {
    undo_aliases(set);
    if (set.column("MEMBER_STATE")) add_members(set, json);
    if (set.column("COUNT_TRANSACTIONS_REMOTE_IN_APPLIER_QUEUE")) add_member_stats(set, json, diagnostics);
    if (set.column("WORKER_ID")) add_workers(set, json);
  }
  if (json.empty() && diagnostics.ok()) diagnostics.error(source.whole(), "no table of replication in it");
  return json;
}

const bool replication_tables_registered =
    register_import_reader({"performance_schema replication tables", "status", recognise_replication_tables, read_replication_tables});

}  // namespace
}  // namespace calibration
