#include "experiments/validation/lab_files.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "experiments/scenario/data_files.hpp"
#include "sim/config/path.hpp"

namespace experiments {
namespace {

using calibration::LabFsyncs;
using calibration::LabRecord;
using calibration::LabServer;

double mean_over(const std::vector<LabRecord>& records, const std::function<double(const LabRecord&)>& of) {
  double sum = 0;
  for (const LabRecord& each : records) sum += of(each);
  return sum / static_cast<double>(records.size());
}

void add_metric(CaseDocument& the_case, const std::string& metric, double value) {
  if (!(value > 0)) return;
  const auto is_it = [&](const auto& each) { return each.first == metric; };
  const auto found = std::find_if(the_case.measured.begin(), the_case.measured.end(), is_it);
  if (found != the_case.measured.end()) found->second.push_back(value);
  else the_case.measured.emplace_back(metric, std::vector<double>{value});
}

double calls_of(const LabServer& server, const char* kind) {
  const auto found = server.fsyncs.find(kind);
  return found == server.fsyncs.end() ? 0 : found->second.calls;
}

// The growth of a semi-sync counter of the source, by its older or its newer name.
double semi_sync_delta(const LabServer& source, const std::string& counter) {
  for (const char* word : {"master", "source"}) {
    const auto found = source.status_delta.find(fmt::format("Rpl_semi_sync_{}_{}", word, counter));
    if (found != source.status_delta.end()) return found->second;
  }
  return 0;
}

// CPU on the lab's machine that is not of a server on this host, nor of its clients where those are on this host.
double foreign_to(const std::string& host, const LabRecord& record, const models::Scenario& scenario) {
  double cores = record.host->foreign_cores;
  for (const calibration::LabLink& each : record.links) cores += each.cpu_cores;
  bool has_clients = false;
  for (const auto& [name, server] : scenario.servers) {
    const LabServer* measured = record.find_server(name);
    if (measured != nullptr && server.host != host) cores += measured->cpu_cores;
    has_clients = has_clients || (server.load && server.load->client_host == host);
  }
  if (!has_clients) cores += record.host->client_cores;
  return cores;
}

// Whether the case says something about the path, or about what is above or below it.
bool is_set(const CaseDocument& the_case, const std::string& path) {
  return std::any_of(the_case.set.begin(), the_case.set.end(), [&](const std::string& assignment) {
    const std::string given = assignment.substr(0, sim::find_assignment(assignment));
    const std::string& shorter = given.size() < path.size() ? given : path;
    const std::string& longer = given.size() < path.size() ? path : given;
    return longer.starts_with(shorter) && (longer.size() == shorter.size() || longer[shorter.size()] == '.');
  });
}

class Conditions {
 public:
  Conditions(const CaseDocument& the_case, const std::vector<LabRecord>& records, const models::Scenario& scenario)
      : the_case_(the_case), records_(records), scenario_(scenario) {}

  std::vector<std::string> all() {
    const bool has_host = std::all_of(records_.begin(), records_.end(), [](const LabRecord& each) { return each.host.has_value(); });
    const bool chosen = std::all_of(records_.begin(), records_.end(), [](const LabRecord& each) { return each.fsync_was_chosen; });
    if (has_host && wants("machine", true)) add_machine();
    if (!records_.front().links.empty() && wants("lateness", true)) add_lateness();
    if (wants("fsync_times", chosen)) add_fsync_times();
    return std::move(found_);
  }

 private:
  bool wants(const char* condition, bool by_default) const {
    const auto& wanted = the_case_.conditions;
    return wanted ? std::find(wanted->begin(), wanted->end(), condition) != wanted->end() : by_default;
  }

  void add(const std::string& path, const std::string& value) {
    if (!is_set(the_case_, path)) found_.push_back(path + "=" + value);
  }

  // Programs that were started with nice give way at once, and the lab's own do not keep a core for long.
  void add_machine() {
    const double kUsualShare = models::ForeignLoadSpec{}.waiting_share;
    constexpr double kNeverAll = 0.98;  // of the cores: a server that ran at all had the rest
    const int cores = records_.front().host->cores;
    for (const auto& [host, spec] : scenario_.hosts) {
      const std::string& name = host;
      const double foreign = mean_over(records_, [&](const LabRecord& each) { return foreign_to(name, each, scenario_); });
      add(fmt::format("hosts.{}.cores", host), std::to_string(cores));
      add(fmt::format("hosts.{}.foreign_load", host), fmt::format("{:.4g}", std::min(foreign, kNeverAll * cores)));
      const double stubborn =
          mean_over(records_, [](const LabRecord& each) { return each.host->foreign_cores - each.host->foreign_nice_cores; });
      if (foreign > 0) add(fmt::format("hosts.{}.foreign_waiting_share", host), fmt::format("{:.4g}", kUsualShare * stubborn / foreign));
    }
  }

  void add_lateness() {
    const double late = mean_over(records_, [](const LabRecord& each) { return each.links.empty() ? 0 : each.links.front().late.count(); });
    if (late > 0) add("network.default.jitter", fmt::format("{{exponential: {:.4g}us}}", late * 1e6));
  }

  void add_fsync_times() {
    constexpr double kFewCalls = 20;  // say nothing about a distribution
    for (const auto& [server, spec] : scenario_.servers) {
      const LabServer* measured = records_.front().find_server(server);
      if (measured == nullptr) continue;
      for (const auto& [kind, costs] : {std::pair{"redo", std::vector{"redo_fsync", "redo_fdatasync"}},
                                        {"binlog", std::vector{"binlog_fsync"}}, {"relay", std::vector{"relay_log_fsync"}}}) {
        const auto found = measured->fsyncs.find(kind);
        if (found == measured->fsyncs.end() || found->second.calls < kFewCalls) continue;
        for (const char* cost : costs) add(fmt::format("servers.{}.costs.{}", server, cost), in_words(found->second));
      }
    }
  }

  static std::string in_words(const LabFsyncs& fsyncs) {
    if (fsyncs.percentiles.size() < 2) return fmt::format("{:.5g}us", fsyncs.mean.count() * 1e6);
    std::string text;
    for (const auto& [percent, time] : fsyncs.percentiles)
      text += fmt::format("{}{:g}: {:.5g}us", text.empty() ? "" : ", ", percent, time.count() * 1e6);
    return "{quantiles: {" + text + "}}";
  }

  const CaseDocument& the_case_;
  const std::vector<LabRecord>& records_;
  const models::Scenario& scenario_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<LabRecord> read_lab_records(CaseDocument& the_case, const std::string& from, const sim::Node& root, const std::string& path,
                                        sim::Diagnostics& diagnostics) {
  std::vector<LabRecord> records;
  for (std::size_t i = 0; i < the_case.lab.size(); ++i) {
    const std::string& file = the_case.lab[i];
    sim::Diagnostics of_file;
    auto record = calibration::read_lab_record(relative_to(from, file).string(), of_file);
    for (const sim::Diagnostic& each : of_file.sorted()) diagnostics.error(each.place, each.message);
    if (!record) continue;
    if (record->transactions <= 0) diagnostics.error(root.location_of(sim::item_path(path + ".lab", i)), "lab: no transaction in " + file);
    the_case.sysbench.push_back((std::filesystem::path(file).parent_path() / record->log).string());
    records.push_back(std::move(*record));
  }
  return records;
}

void add_lab_counts(CaseDocument& the_case, const std::vector<LabRecord>& records) {
  for (const LabRecord& record : records) {
    const LabServer& source = record.servers.front();
    const double binlog = calls_of(source, "binlog");
    const double tx_waits = semi_sync_delta(source, "tx_waits");
    if (binlog > 0) add_metric(the_case, "group_size", record.transactions / binlog);
    add_metric(the_case, "redo_fsyncs_per_trx", calls_of(source, "redo") / record.transactions);
    if (tx_waits > 0) add_metric(the_case, "ack_wait_ms", semi_sync_delta(source, "tx_wait_time") / tx_waits / 1e3);
    add_metric(the_case, "net_waits_per_trx", semi_sync_delta(source, "net_waits") / record.transactions);
    add_metric(the_case, "tx_waits_per_trx", tx_waits / record.transactions);
  }
}

std::vector<std::string> lab_conditions(const CaseDocument& the_case, const std::vector<LabRecord>& records,
                                        const models::Scenario& scenario) {
  return records.empty() ? std::vector<std::string>{} : Conditions(the_case, records, scenario).all();
}

}  // namespace experiments
