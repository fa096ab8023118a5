#include "experiments/lab/lab_plan.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include <fmt/format.h>

#include "models/option_type.hpp"
#include "models/storage/redo_log_calls.hpp"
#include "sim/config/quantity.hpp"

namespace experiments {
namespace {

using models::ServerSpec;
using sim::Json;

constexpr double kMicrosecondsPerSecond = 1e6;
constexpr double kBitsPerByte = 8;

double microseconds(sim::Seconds time) { return time.count() * kMicrosecondsPerSecond; }

// Rounded as a person would write it; the lab's clock is not finer.
double tenths(double value) { return std::round(value * 10) / 10; }

// [percent, us] pairs, straight lines between them, scaled to the distribution's mean.
Json quantiles(const sim::Distribution& time) {
  if (time.is_constant()) return Json::array({Json::array({50, tenths(time.mean() * kMicrosecondsPerSecond)})});
  static const std::vector<double> kPercents{0, 1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 98, 99, 99.5, 99.9};
  std::vector<double> values;
  for (const double percent : kPercents) values.push_back(time.quantile(percent / 100));
  double mean = values.back() * (100 - kPercents.back()) / 100;
  for (std::size_t i = 1; i < kPercents.size(); ++i) mean += (values[i - 1] + values[i]) / 2 * (kPercents[i] - kPercents[i - 1]) / 100;
  Json points = Json::array();
  for (std::size_t i = 0; i < kPercents.size(); ++i)
    points.push_back(Json::array({kPercents[i], tenths(values[i] * time.mean() / mean * kMicrosecondsPerSecond)}));
  return points;
}

// A value as the server's command line takes it: in its counts, without a unit.
std::string in_counts(const Json& value, const models::OptionType* type) {
  std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  if (value.is_boolean()) text = value.get<bool>() ? "ON" : "OFF";
  if (type == nullptr) return text;
  if (const auto time = sim::parse_time(text); time && type->type.kind == models::VariableType::Kind::time) {
    const double per_second = type->unit == "us" ? 1e6 : type->unit == "ms" ? 1e3 : 1;
    return fmt::format("{:.0f}", time.value->count() * per_second);
  }
  if (const auto size = sim::parse_size(text); size && type->type.kind == models::VariableType::Kind::size)
    return std::to_string(size.value->count);
  return text;
}

class Planner {
 public:
  Planner(const LoadedScenario& loaded, const LabOptions& options, sim::Diagnostics& diagnostics)
      : loaded_(loaded), scenario_(loaded.scenario), options_(options), diagnostics_(diagnostics) {}

  LabPlan plan() {
    check_topology();
    if (!diagnostics_.ok()) return {};
    const auto& [source_name, source] = scenario_.servers.front();
    Json servers = Json::array();
    for (const auto& [name, spec] : scenario_.servers) servers.push_back(server(name, spec));
    plan_.document = {{"schema", "commitsim.lab_plan/1"},
                      {"scenario", scenario_.file},
                      {"storage", options_.real_disk ? "disk" : "memory"},
                      {"fio", options_.real_disk},
                      {"versions", versions(source)},
                      {"sysbench", sysbench(source_name, *source.load)},
                      {"servers", servers},
                      {"runs", runs(source.load->threads)}};
    say_what_differs();
    plan_.document["cannot"] = plan_.cannot;
    return std::move(plan_);
  }

 private:
  void check_topology() {
    const auto& [source_name, source] = scenario_.servers.front();
    for (const auto& [name, spec] : scenario_.servers) {
      if (name != source_name && spec.replicates_from != source_name)
        error("servers." + name, "the lab has one source and replicas of it");
      if (name != source_name && spec.load) error("servers." + name + ".workload", "the lab puts load on the source alone");
      if (spec.version != source.version) cannot(fmt::format("{} is {}: the lab's servers are all of one release", name, spec.version));
    }
    if (!source.load) error("workload", "there is no load to measure under");
    else if (sysbench_name(source_name).empty()) error("workload", "the lab runs sysbench, and this workload is another one");
  }

  // The workload's document, which knows the name of the Lua script.
  const Json& workload(const std::string& source) const {
    const Json& own = loaded_.resolved["servers"][source];
    return own.contains("workload") && own["workload"].is_object() ? own["workload"] : loaded_.resolved["workload"];
  }

  std::string sysbench_name(const std::string& source) const {
    const Json& document = workload(source);
    const bool has_name = document.is_object() && document.contains("sysbench") && document["sysbench"].is_string();
    return has_name ? document["sysbench"].get<std::string>() : "";
  }

  Json sysbench(const std::string& source, const models::LoadSpec& load) {
    Json words = Json::array();
    if (load.rate) words.push_back(fmt::format("--rate={:.0f}", load.rate->value));
    const Json& document = workload(source);
    return {{"workload", sysbench_name(source)},
            {"tables", document["tables"]},
            {"table_size", document["table_size"]},
            {"options", words}};
  }

  // What a run says of its server has to hold these.
  static Json versions(const ServerSpec& source) {
    const std::size_t dash = source.version.find('-');
    const std::string number = source.version.substr(dash + 1);
    const std::string series = number.substr(0, number.find('.', number.find('.') + 1));
    return source.version.starts_with("mariadb") ? Json::array({series + ".", "MariaDB"}) : Json::array({series + "."});
  }

  Json server(const std::string& name, const ServerSpec& spec) {
    Json document = {{"name", name}, {"options", variables(name, spec)}};
    if (!options_.real_disk) document["fsync_us"] = fsync_times(spec);
    if (spec.replicates_from.empty()) return document;
    const ServerSpec& source = scenario_.servers.front().second;
    const models::LinkSpec& link = scenario_.link_between(source.host, spec.host);
    document["replicates_from"] = spec.replicates_from;
    document["semi_sync"] = source.variables.rpl_semi_sync_source_enabled && spec.variables.rpl_semi_sync_replica_enabled;
    document["sql_thread"] = spec.applies;
    document["one_way_us"] = tenths(microseconds(link.rtt) / 2);
    document["mbit_per_s"] = tenths(link.bandwidth.value * kBitsPerByte / 1e6);
    return document;
  }

  // What the scenario gives to a server, by --set, its file or an option file; defaults are the server's own.
  Json variables(const std::string& name, const ServerSpec& spec) {
    const std::string prefix = "servers." + name + ".variables.";
    const Json& all = loaded_.resolved["servers"][name]["variables"];
    const auto release = models::parse_release(spec.version);
    const auto types = release ? models::option_types(*release) : std::make_shared<const models::OptionTypes>();
    Json given = Json::object();
    for (const auto& [variable, value] : all.items()) {
      const std::string origin = loaded_.provenance.origin_of(prefix + variable);
      const bool is_binlog = variable == "log_bin";
      if (!is_binlog && (origin.empty() || origin.starts_with("default"))) continue;
      const auto type = types->find(variable);
      given[variable] = in_counts(value, type == types->end() ? nullptr : &type->second);
    }
    return given;
  }

  static Json fsync_times(const ServerSpec& spec) {
    const auto release = models::parse_release(spec.version);
    Json times = Json::object();
    if (release) times["redo"] = quantiles(models::redo_sync_time(models::redo_log_calls(*release, spec.variables), spec.costs));
    times["binlog"] = quantiles(spec.costs.binlog_fsync.time.distribution());
    times["relay"] = quantiles(spec.costs.relay_log_fsync.time.distribution());
    return times;
  }

  // One client, which costs are fitted to, and up to as many as the scenario has.
  Json runs(std::int64_t threads) {
    std::set<std::int64_t> counts{1, threads};
    for (std::int64_t count = 4; count < threads; count *= 4) counts.insert(count);
    Json documents = Json::array();
    for (const std::int64_t count : counts) {
      for (std::int64_t repetition = 1; repetition <= options_.repetitions; ++repetition) {
        const std::string name = fmt::format("t{:02}_r{}", count, repetition);
        plan_.runs.push_back({name, count, count == 1});
        documents.push_back({{"name", name}, {"threads", count}, {"seconds", options_.seconds}});
      }
    }
    return documents;
  }

  void say_what_differs() {
    if (scenario_.servers.size() > 1) cannot("all servers and clients share the cores of one machine");
    for (const auto& [name, host] : scenario_.hosts) {
      if (host.foreign_load.cores > 0) cannot(fmt::format("host {}: other programs' load is whatever there is, and is recorded", name));
      for (const auto& [device, spec] : host.devices) {
        if (spec.serial) cannot(fmt::format("host {}: syncs on {} do not wait for one another", name, device));
      }
    }
    for (const models::LinkSpec& link : scenario_.links) {
      if (link.loss > 0 || !link.stops.empty() || link.tcp_window.count > 0)
        cannot(fmt::format("the link of {} and {} has its delay and bandwidth, without loss, stops and TCP windows", link.a, link.b));
    }
    for (const auto& [name, server] : scenario_.servers) {
      if (!server.stops.empty()) cannot(fmt::format("server {} is not stopped", name));
      if (server.source_delay.count() > 0) cannot(fmt::format("server {} applies without SOURCE_DELAY", name));
    }
  }

  void cannot(const std::string& what) { plan_.cannot.push_back(what); }
  void error(const std::string& path, const std::string& message) { diagnostics_.error({scenario_.file, 0, 0}, path + ": " + message); }

  const LoadedScenario& loaded_;
  const models::Scenario& scenario_;
  const LabOptions& options_;
  sim::Diagnostics& diagnostics_;
  LabPlan plan_;
};

}  // namespace

LabPlan lab_plan(const LoadedScenario& loaded, const LabOptions& options, sim::Diagnostics& diagnostics) {
  return Planner(loaded, options, diagnostics).plan();
}

}  // namespace experiments
