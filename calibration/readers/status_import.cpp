// The output of SHOW [GLOBAL] STATUS and mysqladmin extended-status, in the layouts of result_set.hpp.
//
// Several lists are snapshots; so are the two values per line of pt-mysql-summary. What `mysqladmin -r -i N` prints is absolute
// in the first list, and the difference to the one before in each that follows.
#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "calibration/readers/import_reader.hpp"
#include "calibration/readers/name_value_rows.hpp"
#include "calibration/readers/named_values.hpp"

namespace calibration {
namespace {

Confidence recognise_status(std::string_view head, const std::string&) {
  const NameCounts names = count_names(head);
  return names.status >= 2 && names.status >= names.variables ? kLikely + (names.status > 20 ? 20 : 0) : kNotMine;
}

std::optional<double> number_of(const NameValueRows& rows, std::string_view name, std::size_t sample) {
  const std::string* text = rows.value(name, sample);
  if (text == nullptr) return std::nullopt;
  const sim::Json value = value_json(*text);
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

// Levels, of which a difference per second says nothing.
bool is_gauge(const std::string& name) {
  for (const std::string_view part : {"Threads_c", "Threads_run", "Open_", "_pages_", "_free", "Max_used", "_avg", "_max", "_state",
                                      "Uptime", "_size", "_pending_", "_current_", "_in_use", "_age", "_status", "Prepared_stmt_count",
                                      "_position", "_lsn", "_limit", "_clients", "_fraction", "_paused", "_distance", "_queue"}) {
    if (name.find(part) != std::string::npos) return true;
  }
  return false;
}

// Whether each list but the first holds differences. Of a restart, one Uptime is smaller and those after it grow.
bool holds_differences(const NameValueRows& rows) {
  const auto first = number_of(rows, "Uptime", 0);
  if (!first || rows.samples.size() < 2) return false;
  double before = 0;
  bool grows = rows.samples.size() > 2;
  for (std::size_t i = 1; i < rows.samples.size(); ++i) {
    const double uptime = number_of(rows, "Uptime", i).value_or(*first);
    if (uptime >= *first) return false;
    grows = grows && uptime > before;
    before = uptime;
  }
  return !grows;
}

// What happened per second between two samples, by the server's own clock.
sim::Json rates_between(const NameValueRows& rows, std::size_t sample, bool is_difference, sim::Diagnostics& diagnostics) {
  const auto at = [&](std::string_view name, std::size_t which) { return number_of(rows, name, which); };
  const double uptime = at("Uptime", sample).value_or(0) - (is_difference ? 0 : at("Uptime", sample - 1).value_or(0));
  if (uptime <= 0) {
    diagnostics.warning(rows.places[sample], "Uptime does not grow from the list before to this one: no rates");
    return nullptr;
  }
  sim::Json rates = sim::Json::object();
  for (std::size_t i = 0; i < rows.samples[sample].size(); ++i) {
    const NameValue& each = rows.samples[sample][i];
    const sim::Json value = value_json(each.text);
    if (!value.is_number() || is_gauge(each.name)) continue;
    double change = value.get<double>();
    if (!is_difference) {
      const auto& earlier = rows.samples[sample - 1];
      const bool is_same_row = i < earlier.size() && earlier[i].name == each.name;
      const auto before = is_same_row ? std::optional(value_json(earlier[i].text)) : std::nullopt;
      if (!before || !before->is_number()) continue;
      change -= before->get<double>();
    }
    if (change > 0) rates[each.name] = change / uptime;
  }
  return {{"interval_s", json_number(uptime)}, {"per_second", std::move(rates)}};
}

void add_aurora(const NameValueRows& rows, sim::Json& json, sim::Diagnostics& diagnostics) {
  const auto commits = number_of(rows, "AuroraDb_commits", 0);
  const auto latency = number_of(rows, "AuroraDb_commit_latency", 0);
  if (!commits || !latency) return;
  json["engine"] = "Aurora";
  json["AuroraDb_commit_latency_us_total"] = json_number(*latency);
  if (*commits > 0) json["commit_latency_mean_us"] = *latency / *commits;
  diagnostics.warning(rows.places[0],
                      "Aurora sends redo to its storage: sync_binlog and innodb_flush_log_at_trx_commit mean no local fsync");
}

// "min/avg/max/stddev/samples", in seconds.
void add_evs_latency(const std::string& text, sim::Json& galera) {
  const char* const names[] = {"evs_min_s", "evs_repl_latency_avg_s", "evs_max_s", "evs_stddev_s", "evs_samples"};
  std::size_t at = 0;
  for (const char* name : names) {
    const auto end = std::min(text.find('/', at), text.size());
    const sim::Json value = value_json(text.substr(at, end - at));
    if (!value.is_number()) return;
    galera[name] = value;
    if (end == text.size()) return;
    at = end + 1;
  }
}

void add_galera(const NameValueRows& rows, sim::Json& json) {
  sim::Json galera = sim::Json::object();
  const std::pair<const char*, const char*> kNames[] = {
      {"wsrep_cluster_size", "cluster_size"}, {"wsrep_flow_control_paused", "fc_paused_fraction"},
      {"wsrep_flow_control_paused_ns", "fc_paused_ns"}, {"wsrep_cert_deps_distance", "cert_deps_distance"},
      {"wsrep_local_recv_queue_avg", "recv_queue_avg"}, {"wsrep_local_cert_failures", "cert_failures"}};
  for (const auto& [theirs, ours] : kNames) {
    if (const auto value = number_of(rows, theirs, 0)) galera[ours] = json_number(*value);
  }
  if (const std::string* latency = rows.value("wsrep_evs_repl_latency")) add_evs_latency(*latency, galera);
  if (!galera.empty()) json["galera"] = std::move(galera);
}

// Counters that say how the server commits, as means since it started.
void add_commits(const NameValueRows& rows, sim::Json& json) {
  const auto at = [&](std::string_view name) { return number_of(rows, name, 0).value_or(0); };
  if (at("Binlog_group_commits") > 0) json["mean_group_size"] = at("Binlog_commits") / at("Binlog_group_commits");
  const double waited = at("Rpl_semi_sync_master_tx_waits") + at("Rpl_semi_sync_source_tx_waits");
  const double waits_us = at("Rpl_semi_sync_master_tx_wait_time") + at("Rpl_semi_sync_source_tx_wait_time");
  if (waited > 0) json["semi_sync_wait_mean_us"] = waits_us / waited;
}

sim::Json read_status(TextSource& source, const ImportOptions&, sim::Diagnostics& diagnostics) {
  const NameValueRows rows = read_name_values(source, diagnostics);
  sim::Json json{{"samples", rows.samples.size()}, {"columns", rows.columns}};
  if (rows.samples.empty()) {
    if (diagnostics.ok()) diagnostics.error(source.whole(), "no list of status variables in it");
    return json;
  }
  add_aurora(rows, json, diagnostics);
  add_galera(rows, json);
  add_commits(rows, json);
  const bool is_difference = holds_differences(rows);
  if (is_difference) json["later_samples"] = "differences";
  if (is_difference && rows.samples.size() == 2)
    diagnostics.warning(rows.places[1], "Uptime is smaller than before: read as differences (mysqladmin -r); was the server restarted?");
  for (std::size_t i = 1; i < rows.samples.size(); ++i) {
    sim::Json rates = rates_between(rows, i, is_difference, diagnostics);
    if (rates.is_null()) continue;
    if (i == 1) json["interval_s"] = rates["interval_s"];
    json["rates"].push_back(std::move(rates));
  }
  sim::Json values = sim::Json::object();
  for (const NameValue& each : rows.first()) values[each.name] = placed(value_json(each.text), each.place);
  json["status"] = std::move(values);
  return json;
}

const bool status_registered = register_import_reader({"SHOW STATUS", "status", recognise_status, read_status});

}  // namespace
}  // namespace calibration
