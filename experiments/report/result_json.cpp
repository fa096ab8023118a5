#include "experiments/report/result_json.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/report/durability_report.hpp"
#include "experiments/report/notes.hpp"
#include "experiments/report/numbers.hpp"
#include "experiments/report/version.hpp"
#include "models/replication/status_variables.hpp"
#include "models/transaction.hpp"
#include "sim/engine/simgrid_setup.hpp"

namespace experiments {
namespace {

using sim::Json;

constexpr double kExactIntegers = 9007199254740992.0;  // 2^53

// A count; an average over replicates need not be whole.
Json count(double value) {
  const bool is_whole = std::abs(value) < kExactIntegers && value == std::floor(value);
  return is_whole ? Json(static_cast<std::int64_t>(value)) : json_number(value);
}

Json estimate(const sim::Estimate& value) {
  return {{"mean", json_number(value.mean)}, {"half_width", json_number(value.half_width)}};
}

Json workload(const models::LoadSummary* load) {
  if (load == nullptr) return {{"server", nullptr}, {"name", nullptr}, {"threads", nullptr}, {"rate_per_s", nullptr}};
  return {{"server", load->server},
          {"name", load->workload},
          {"threads", load->threads},
          {"rate_per_s", load->offered_rate > 0 ? Json(load->offered_rate) : Json()}};
}

Json throughput(const models::LoadSummary* load) {
  const models::LoadSummary none;
  const models::LoadSummary& of = load == nullptr ? none : *load;
  return {{"tps", estimate(of.tps)},
          {"qps", estimate(of.qps)},
          {"transactions", load == nullptr ? Json() : count(of.transactions)},
          {"interval_cv", json_number(of.interval_tps_cv)},
          {"queued_at_end", load == nullptr ? Json() : count(of.queued_at_end)}};
}

Json response(const models::ResponseSummary& summary) {
  return {{"mean", estimate(summary.mean_ms)}, {"p50", estimate(summary.p50_ms)}, {"p95", estimate(summary.p95_ms)},
          {"p99", estimate(summary.p99_ms)},   {"min", json_number(summary.min_ms)},   {"max", json_number(summary.max_ms)}};
}

// The parts from `first` on; null where no transaction ended.
Json parts(const models::LoadSummary* load, models::Part first) {
  Json all;
  for (std::size_t part = static_cast<std::size_t>(first); part < models::kParts; ++part) {
    const bool known = load != nullptr && part < load->parts.size();
    all[std::string(models::kPartNames[part])] = known ? json_number(load->parts[part].mean_ms) : Json();
  }
  return all;
}

// The keys of a workload, put into `json`.
void add_load(Json& json, const models::LoadSummary* load) {
  json["workload"] = workload(load);
  json["throughput"] = throughput(load);
  json["response_ms"] = response(load == nullptr ? models::ResponseSummary{} : load->response);
  json["response_parts_ms"] = parts(load, models::Part::thread_wait);
  json["commit_ms"] = parts(load, models::Part::prepare);
}

Json group_commit(const models::GroupCommitSummary& groups) {
  Json histogram = Json::object();
  for (const auto& [size, number_of_groups] : groups.histogram) histogram[std::to_string(size)] = number_of_groups;
  return {{"groups_per_s", json_number(groups.groups_per_s)},
          {"mean_size", json_number(groups.mean_size)},
          {"wake_ups_per_follower", json_number(groups.wake_ups_per_follower)},
          {"histogram", histogram}};
}

Json semi_sync(const models::ServerSummary& server) {
  const models::SemiSyncSummary& summary = server.semi_sync;
  Json json{{"enabled", summary.enabled},
            {"on_at_end", summary.on_at_end},
            {"acked", count(summary.yes_tx)},
            {"not_acked", count(summary.no_tx)},
            {"timeouts", count(summary.timeouts)},
            {"off_s", json_number(summary.off_s)},
            {"mean_wait_ms", json_number(summary.mean_wait_ms)}};
  for (const models::StatusVariable& variable : models::semi_sync_status_variables(server.version, summary)) {
    if (variable.is_switch) json[variable.name] = variable.value > 0 ? "ON" : "OFF";
    else json[variable.name] = count(variable.value);
  }
  return json;
}

Json server(const models::ServerSummary& summary) {
  return {{"name", summary.name},
          {"version", summary.version},
          {"host", summary.host},
          {"commits_per_s", json_number(summary.commits_per_s)},
          {"cpu_utilisation", json_number(summary.cpu_utilisation)},
          {"fsyncs_per_s",
           {{"redo", json_number(summary.redo_fsyncs_per_s)},
            {"binlog", json_number(summary.binlog_fsyncs_per_s)},
            {"relay_log", json_number(summary.relay_log_fsyncs_per_s)}}},
          {"device_utilisation", json_number(summary.device_utilisation)},
          {"group_commit", group_commit(summary.group_commit)},
          {"semi_sync", summary.semi_sync.enabled ? semi_sync(summary) : Json()}};
}

template <class Items, class F>
Json list(const Items& items, F json_of) {
  Json all = Json::array();
  for (const auto& item : items) all.push_back(json_of(item));
  return all;
}

Json lag_point(const models::LagPoint& point) {
  return {{"t_s", json_number(point.t)},
          {"applied", point.applied},
          {"behind", point.behind},
          {"lag_s", json_number(point.lag)},
          {"seconds_behind_source", point.seconds_behind_source}};
}

Json replica(const models::ReplicaSummary& summary) {
  return {{"name", summary.name},
          {"source", summary.source},
          {"mode", summary.mode},
          {"applies", summary.applies},
          {"lag_ms",
           {{"mean", json_number(summary.lag_mean_ms.mean)},
            {"p50", json_number(summary.lag_p50_ms.mean)},
            {"p95", json_number(summary.lag_p95_ms.mean)},
            {"p99", json_number(summary.lag_p99_ms.mean)},
            {"max", json_number(summary.lag_max_ms)}}},
          {"lag_half_width_ms",
           {{"mean", json_number(summary.lag_mean_ms.half_width)},
            {"p50", json_number(summary.lag_p50_ms.half_width)},
            {"p95", json_number(summary.lag_p95_ms.half_width)},
            {"p99", json_number(summary.lag_p99_ms.half_width)}}},
          {"lag_transfer_share", json_number(summary.transfer_share)},
          {"applied_tps", json_number(summary.applied_tps)},
          {"received_bytes_per_s", json_number(summary.received_bytes_per_s)},
          {"dump_thread_cores", json_number(summary.dump_thread_cores)},
          {"receiver_cores", json_number(summary.receiver_cores)},
          {"last_ack_share", json_number(summary.last_ack_share)},
          {"behind_at_end", count(summary.behind_at_end)},
          {"falls_behind", summary.falls_behind},
          {"applier_busy", json_number(summary.applier_busy)},
          {"apply_capacity_tps", json_number(summary.apply_capacity_tps)},
          {"headroom", json_number(summary.headroom)},
          {"seconds_behind_source_max", summary.seconds_behind_source_max},
          {"caught_up_s", json_number(summary.caught_up_s)},
          {"series", list(summary.series, lag_point)}};
}

Json milliseconds(sim::Seconds time) { return json_number(sim::in_milliseconds(time)); }

Json throughput_bound(const models::ThroughputBound& bound) {
  return {{"tps", json_number(bound.throughput.value)}, {"law", bound.law}, {"resource", bound.resource}};
}

Json estimated(const std::optional<models::LoadEstimate>& estimate) {
  if (!estimate) return {{"tps", nullptr}, {"response_ms", nullptr}, {"group_size", nullptr}, {"law", nullptr}, {"resource", nullptr}};
  return {{"tps", json_number(estimate->throughput.value)},
          {"response_ms", milliseconds(estimate->response)},
          {"group_size", json_number(estimate->group_size)},
          {"law", estimate->law},
          {"resource", estimate->resource}};
}

Json bounds(const std::optional<models::Bounds>& bounds) {
  const models::Bounds none;
  const models::Bounds& of = bounds ? *bounds : none;
  Json alone = Json::object();
  for (const models::ResponsePart& part : of.parts) alone[part.name] = milliseconds(part.alone);
  return {{"server", bounds ? Json(of.server) : Json()},
          {"commit_known", bounds ? Json(of.has_commit) : Json()},
          {"alone_ms", bounds ? milliseconds(of.response_alone) : Json()},
          {"alone_parts_ms", std::move(alone)},
          {"response_ms", bounds ? milliseconds(of.response_least) : Json()},
          {"throughput", list(of.throughput, throughput_bound)},
          {"estimate", estimated(of.estimate)}};
}

Json series(const models::LoadSummary* load) {
  if (load == nullptr) return Json::array();
  return list(load->series, [](const models::SeriesPoint& point) {
    return Json{{"t_s", json_number(point.t_s)},
                {"tps", json_number(point.tps)},
                {"mean_ms", json_number(point.mean_ms)},
                {"p95_ms", json_number(point.p95_ms)}};
  });
}

Json further_loads(const std::vector<models::LoadSummary>& loads) {
  Json all = Json::array();
  for (std::size_t i = 1; i < loads.size(); ++i) add_load(all.emplace_back(Json::object()), &loads[i]);
  return all;
}

Json warnings(const Result& result) {
  Json all = result.warnings;
  for (std::string& note : notes(result)) all.push_back(std::move(note));
  return all;
}

void add_head(Json& json, const Result& result) {
  json["schema"] = "commitsim.result/1";
  json["version"] = version();
  json["provenance"] = sim::simgrid_provenance();
  json["network_model"] = result.network_model;
  json["scenario_file"] = result.scenario_file;
  json["seed"] = result.summary.seed;
  json["replicates"] = result.summary.replicates;
  json["simulated_s"] = json_number(result.summary.simulated_s);
  json["warm_up_s"] = json_number(result.summary.warm_up_s);
  json["steady"] = result.summary.is_steady;
}

}  // namespace

Json result_json(const Result& result) {
  const models::Summary& summary = result.summary;
  const models::LoadSummary* load = summary.loads.empty() ? nullptr : &summary.loads.front();
  const models::ServerSummary& main_server = summary.servers.at(summary.main_server);
  Json json;
  add_head(json, result);
  add_load(json, load);
  json["group_commit"] = group_commit(main_server.group_commit);
  json["servers"] = list(summary.servers, server);
  json["replicas"] = list(summary.replicas, replica);
  json["semi_sync"] = semi_sync(main_server);
  json["loads"] = further_loads(summary.loads);
  json["bounds"] = bounds(result.bounds);
  json["bottleneck"] = {{"resource", summary.bottleneck.resource},
                        {"utilisation", json_number(summary.bottleneck.utilisation)},
                        {"saturated", summary.bottleneck.is_saturated}};
  if (summary.durability.moments > 0) json["durability"] = durability_json(summary.durability);
  json["stalls"] = list(summary.stalls, [](const models::StallRecord& stall) {
    return Json{{"process", stall.process}, {"waits_for", stall.waits_for}, {"since_s", json_number(stall.since)}};
  });
  json["warnings"] = warnings(result);
  json["series"] = series(load);
  json["scenario"] = result.scenario;
  Json origins = Json::object();
  for (const auto& [path, origin] : result.origins.entries()) origins[path] = origin;
  json["origins"] = std::move(origins);
  return json;
}

}  // namespace experiments
