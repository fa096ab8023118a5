#include "experiments/report/durability_report.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "experiments/report/numbers.hpp"
#include "experiments/report/text_table.hpp"
#include "sim/config/quantity.hpp"

namespace experiments {
namespace {

using models::LossSummary;
using models::MeanAndMax;
using sim::Json;

constexpr std::size_t kAnswerWidth = 110;

// What the failures are called for people.
constexpr std::array<std::pair<const char*, const char*>, 6> kFailureWords{{
    {"source_mysqld_crash", "mysqld of the source crashes"},
    {"source_host_crash", "its machine crashes or loses power"},
    {"source_lost", "source lost, a replica takes over"},
    {"source_and_replica_lost", "source and that replica lost"},
    {"source_site_lost", "the source's site is lost"},
    {"power_loss_of_both", "source lost, replicas lose power"},
}};

// And for scripts; a crash of the machine and its loss of power do the same.
constexpr std::array<std::pair<const char*, const char*>, 4> kFailureNames{{
    {"source_mysqld_crash", "mysqld_crash"},
    {"source_host_crash", "os_crash"},
    {"source_host_crash", "power_loss"},
    {"source_lost", "host_lost"},
}};

std::vector<std::string> names_of(const std::string& failure) {
  std::vector<std::string> names;
  for (const auto& [ours, name] : kFailureNames) {
    if (failure == ours) names.emplace_back(name);
  }
  return names.empty() ? std::vector{failure} : names;
}

std::string words_of(const std::string& failure) {
  for (const auto& [name, words] : kFailureWords) {
    if (failure == name) return words;
  }
  return failure;
}

std::string amount(double value) {
  if (value <= 0) return "nothing";
  return value >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string most(const MeanAndMax& counts) { return counts.max == 0 ? "-" : std::to_string(counts.max); }

void put(Json& json, const std::string& name, const MeanAndMax& counts) {
  json[name + "_mean"] = json_number(counts.mean);
  json[name + "_max"] = counts.max;
}

Json loss_json(const LossSummary& loss) {
  Json json{{"lost_mean", json_number(loss.lost_mean)}, {"lost_p50", json_number(loss.lost_p50)},
            {"lost_p95", json_number(loss.lost_p95)},   {"lost_p99", json_number(loss.lost_p99)},
            {"lost_max", loss.lost_max},                {"loss_share", json_number(loss.loss_share)},
            {"oldest_s", json_number(loss.oldest_s)}};
  put(json, "seen_and_lost", loss.seen_and_lost);
  put(json, "engine_behind", loss.engine_behind);
  put(json, "engine_ahead", loss.engine_ahead);
  put(json, "replica_ahead", loss.replica_ahead);
  put(json, "errant", loss.errant);
  json["promoted"] = loss.promoted.empty() ? Json() : Json(loss.promoted);
  json["why"] = loss.why;
  return json;
}

std::vector<std::string> row_of(const LossSummary& loss) {
  const std::string oldest = loss.oldest_s > 0 ? sim::format_time(sim::Seconds{loss.oldest_s}) : "-";
  return {words_of(loss.failure),
          amount(loss.lost_mean),
          loss.lost_max == 0 ? "nothing" : amount(loss.lost_p99),
          loss.lost_max == 0 ? "nothing" : std::to_string(loss.lost_max),
          oldest,
          most(loss.seen_and_lost),
          most(loss.engine_behind),
          most(loss.engine_ahead),
          most(loss.replica_ahead),
          most(loss.errant)};
}

std::string reason_of(const LossSummary& loss) {
  const std::string who = loss.promoted.empty() ? "" : "(" + loss.promoted + ") ";
  return who + loss.why;
}

// The lines of the table, with the reason under each.
std::string with_reasons(const models::DurabilitySummary& summary) {
  TextTable table({"Acknowledged transactions lost if", "mean", "p99", "worst", "oldest", "seen", "binlog>", "engine>", "replica>",
                   "errant"},
                  1);
  for (const LossSummary& loss : summary.losses) table.add(row_of(loss));
  const std::string rows = table.text();
  std::string text;
  std::size_t begin = 0;
  for (std::size_t line = 0; begin < rows.size(); ++line) {
    const std::size_t end = rows.find('\n', begin) + 1;
    text += rows.substr(begin, end - begin);
    begin = end;
    if (line > 0) text += wrapped(reason_of(summary.losses[line - 1]), kAnswerWidth, 6, 6);
  }
  return text;
}

constexpr const char* kLegend =
    "seen      visible to others, acknowledged or not, and lost\n"
    "binlog>   in the recovered source's binary log and not in its engine\n"
    "engine>   in its engine and not in its binary log\n"
    "replica>  in a replica's relay log and not in the recovered source\n"
    "errant    in the old source, once it has recovered, and not in the promoted replica\n"
    "Each the worst of all moments. What is on the network counts as lost.\n";

}  // namespace

sim::Json durability_json(const models::DurabilitySummary& summary) {
  Json json{{"source", summary.source}, {"moments", summary.moments}, {"semi_sync_off_share", json_number(summary.semi_sync_off)}};
  for (const LossSummary& loss : summary.losses) json[loss.failure] = loss_json(loss);
  return json;
}

sim::Json durability_rows(const models::DurabilitySummary& summary) {
  Json rows = Json::array();
  for (const LossSummary& loss : summary.losses) {
    for (const std::string& name : names_of(loss.failure)) {
      rows.push_back({{"failure", name},
                      {"promote", loss.promoted.empty() ? Json() : Json(loss.promoted)},
                      {"acked_lost",
                       {{"mean", json_number(loss.lost_mean)}, {"p50", json_number(loss.lost_p50)}, {"p95", json_number(loss.lost_p95)},
                        {"p99", json_number(loss.lost_p99)}, {"max", loss.lost_max}}},
                      {"visible_lost", {{"mean", json_number(loss.seen_and_lost.mean)}, {"max", loss.seen_and_lost.max}}},
                      {"samples", summary.moments},
                      {"why", loss.why}});
    }
  }
  return rows;
}

std::string durability_text(const models::DurabilitySummary& summary) {
  if (summary.moments == 0) return "";
  return fmt::format("\nWhat would be lost, looked at {} moments\n", summary.moments) + with_reasons(summary);
}

std::string durability_answer(const Result& result) {
  const models::Summary& summary = result.summary;
  std::string text = sim::printable(result.scenario_file) + "\n";
  text += fmt::format("{} simulated, seed {}, {} moments; failures of {}", sim::format_time(sim::Seconds{summary.simulated_s}),
                      summary.seed, summary.durability.moments, summary.durability.source);
  if (!summary.loads.empty()) text += fmt::format(", {:.0f} transactions/s", summary.loads.front().tps.mean);
  text += "\n\n" + with_reasons(summary.durability) + "\n" + kLegend;
  for (const std::string& warning : result.warnings) text += wrapped(warning, kAnswerWidth, 2, 0);
  return text;
}

}  // namespace experiments
