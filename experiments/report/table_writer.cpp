// The result for people, in the columns of a terminal.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "experiments/report/durability_report.hpp"
#include "experiments/report/notes.hpp"
#include "experiments/report/text_table.hpp"
#include "experiments/report/writer.hpp"
#include "models/replication/status_variables.hpp"
#include "sim/config/quantity.hpp"

namespace experiments {
namespace {

constexpr std::size_t kTableWidth = 96;
constexpr int kBarWidth = 56;

// Four significant digits, without an exponent.
std::string digits(double value) {
  if (!std::isfinite(value)) return "?";
  const double size = std::abs(value);
  if (size >= 1000 || value == 0) return fmt::format("{:.0f}", value);
  if (size >= 100) return fmt::format("{:.1f}", value);
  return fmt::format("{:.{}f}", value, size >= 10 ? 2 : 3);
}

std::string percent(double share) { return fmt::format("{:.1f} %", share * 100); }

// "837.0 ± 2.1"; the mean alone where the half-width is unknown.
std::string with_half_width(const sim::Estimate& value) {
  const std::string mean = digits(value.mean);
  if (!std::isfinite(value.half_width)) return mean;
  const auto point = mean.find('.');
  const std::size_t decimals = point == std::string::npos ? 0 : mean.size() - point - 1;
  return fmt::format("{} ± {:.{}f}", mean, value.half_width, decimals);
}

// Cells of a bar that begins after the share `from` and is as long as the share `size`; never quite nothing.
std::string bar(double from, double size) {
  const auto begin = std::lround(from * kBarWidth);
  const auto end = std::lround((from + size) * kBarWidth);
  std::string cells(static_cast<std::size_t>(begin), ' ');
  if (end == begin) return cells + "▏";
  for (auto cell = begin; cell < end; ++cell) cells += "█";
  return cells;
}

std::string words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string header(const Result& result) {
  const models::Summary& summary = result.summary;
  std::string out = sim::printable(result.scenario_file) + "\n";
  out += fmt::format("{} simulated after {} of warm-up, seed {}, {}\n",
                     sim::format_time(sim::Seconds{summary.simulated_s}),
                     sim::format_time(sim::Seconds{summary.warm_up_s}), summary.seed,
                     summary.replicates == 1 ? "1 replicate" : fmt::format("{} replicates", summary.replicates));
  return out;
}

std::string headline(const models::LoadSummary& load) {
  const models::ResponseSummary& response = load.response;
  std::string out = fmt::format("\n{} on {}, {} client thread{}", load.workload, load.server, load.threads,
                                load.threads == 1 ? "" : "s");
  if (load.offered_rate > 0) out += fmt::format(", {} arriving", sim::format_rate({load.offered_rate}));
  if (load.transactions == 0) return out + "\n  no transaction was answered\n";
  out += fmt::format("\n  throughput     {} transactions/s   ({} queries/s)\n", with_half_width(load.tps),
                     with_half_width(load.qps));
  out += fmt::format("  response time  {} ms   p50 {}   p95 {}   p99 {}   max {}\n", with_half_width(response.mean_ms),
                     digits(response.p50_ms.mean), digits(response.p95_ms.mean), digits(response.p99_ms.mean),
                     digits(response.max_ms));
  return out;
}

std::string waterfall(const models::LoadSummary& load) {
  if (load.parts.empty()) return "";
  std::string out = "\nWhere the response time goes\n";
  double from = 0;
  for (const models::PartSummary& part : load.parts) {
    if (part.mean_ms <= 0) continue;
    out += fmt::format("  {:<13} {:>8.3f} ms {:>7}  {}\n", words(part.name), part.mean_ms, percent(part.share),
                       bar(from, part.share));
    from += part.share;
  }
  return out;
}

std::string groups(const models::ServerSummary& server) {
  const models::GroupCommitSummary& groups = server.group_commit;
  if (groups.histogram.empty()) return "";
  std::string out = fmt::format("\nGroup commit on {}: {} groups/s with {} transactions in the mean\n", server.name,
                                digits(groups.groups_per_s), digits(groups.mean_size));
  for (const models::GroupShare& each : groups.shares) {
    std::string size = fmt::format("size {}", each.smallest);
    if (each.largest > each.smallest) size += fmt::format("-{}", each.largest);
    out += fmt::format("  {:<13} {:>19}  {}\n", size, percent(each.share), bar(0, each.share));
  }
  return out;
}

// What SHOW STATUS would print, under the names of the server's newest plugin.
std::string status_variables(const models::ServerSummary& server) {
  const auto all = models::semi_sync_status_variables(server.version, server.semi_sync);
  std::string out;
  for (std::size_t i = 0; i < all.size() && (i == 0 || all[i].name > all[i - 1].name); ++i) {
    const models::StatusVariable& variable = all[i];
    const std::string value = variable.is_switch ? (variable.value > 0 ? "ON" : "OFF") : fmt::format("{:.0f}", variable.value);
    out += fmt::format("  {:<43} {:>10}\n", variable.name, value);
  }
  return out;
}

std::string semi_sync_text(const models::ServerSummary& server) {
  const models::SemiSyncSummary& summary = server.semi_sync;
  if (!summary.enabled) return "";
  std::string out = fmt::format("\nSemi-sync on {}: {:.0f} waits acknowledged, {:.0f} not", server.name, summary.yes_tx,
                                summary.no_tx);
  if (summary.tx_waits > 0) out += fmt::format("; {} ms in the mean", digits(summary.mean_wait_ms));
  out += "\n";
  out += status_variables(server);
  if (summary.timeouts > 0 || summary.off_s > 0) {
    out += fmt::format("  ended by timeout: {:.0f}; off for {}, {} at the end\n", summary.timeouts,
                       sim::format_time(sim::Seconds{summary.off_s}), summary.on_at_end ? "on" : "off");
  }
  return out;
}

std::string servers(const models::Summary& summary) {
  TextTable table({"Servers", "version", "commits/s", "CPU", "fsyncs/s: redo", "binlog", "relay log", "disk busy"}, 2);
  for (const models::ServerSummary& server : summary.servers) {
    table.add({server.name, server.version, digits(server.commits_per_s), percent(server.cpu_utilisation),
               digits(server.redo_fsyncs_per_s), digits(server.binlog_fsyncs_per_s),
               digits(server.relay_log_fsyncs_per_s), percent(server.device_utilisation)});
  }
  return "\n" + table.text();
}

std::string replicas(const models::Summary& summary) {
  if (summary.replicas.empty()) return "";
  TextTable table({"Replicas", "from", "mode", "lag in ms: mean", "p50", "p95", "p99", "max", "applied/s", "received",
                   "s behind", "can apply", "sending takes", "last ACK"},
                  3);
  for (const models::ReplicaSummary& replica : summary.replicas) {
    const auto lag = [](double ms) { return std::isfinite(ms) ? digits(ms) : std::string("-"); };
    table.add({replica.name, replica.source, replica.mode, lag(replica.lag_mean_ms.mean), lag(replica.lag_p50_ms.mean),
               lag(replica.lag_p95_ms.mean), lag(replica.lag_p99_ms.mean), lag(replica.lag_max_ms),
               digits(replica.applied_tps), sim::format_bandwidth({replica.received_bytes_per_s}),
               std::to_string(replica.seconds_behind_source_max),
               std::isfinite(replica.headroom) ? fmt::format("{:.1f} times", replica.headroom) : std::string("-"),
               fmt::format("{} cores", digits(replica.dump_thread_cores)),
               replica.mode == "semi-sync" ? percent(replica.last_ack_share) : std::string("-")});
  }
  return "\n" + table.text();
}

std::string bounds_text(const std::optional<models::Bounds>& bounds) {
  if (!bounds) return "";
  const models::ThroughputBound& most = bounds->throughput.front();
  std::string out = fmt::format("\nBounds from the mean costs of {}{}\n", bounds->server,
                                bounds->has_commit ? "" : ", without its commits, which the analysis does not know");
  out += fmt::format("  one client alone    {} ms\n", digits(sim::in_milliseconds(bounds->response_alone)));
  out += fmt::format("  response at least   {} ms\n", digits(sim::in_milliseconds(bounds->response_least)));
  out += fmt::format("  throughput at most  {}/s   {}: {}\n", digits(most.throughput.value), most.law, most.resource);
  if (!bounds->estimate) return out;
  const models::LoadEstimate& estimate = *bounds->estimate;
  return out + fmt::format("  estimate            {}/s, {} ms, groups of {}   {}: {}\n", digits(estimate.throughput.value),
                           digits(sim::in_milliseconds(estimate.response)), digits(estimate.group_size), estimate.law, estimate.resource);
}

}  // namespace

std::string table_text(const Result& result) {
  const models::Summary& summary = result.summary;
  std::string out = header(result);
  for (const models::LoadSummary& load : summary.loads) out += headline(load) + waterfall(load);
  for (const models::ServerSummary& server : summary.servers) out += groups(server) + semi_sync_text(server);
  out += servers(summary) + replicas(summary) + durability_text(summary.durability) + bounds_text(result.bounds);
  out += "\n" + wrapped("Bottleneck: " + bottleneck_sentence(summary) + ".", kTableWidth, 2, 0);
  for (const std::string& note : notes(result)) out += wrapped("Note: " + note + ".", kTableWidth, 2, 0);
  return out;
}

}  // namespace experiments
