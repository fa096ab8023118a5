// Whether the standard errors of a calibration mean what they say: servers are simulated with known costs, their figures get noise, and the
// fit has to find the costs again as often as its errors promise.
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"

namespace cli {
namespace {

using nlohmann::json;

constexpr double kNoise = 0.02;
constexpr int kTrials = 100;
constexpr int kRepetitions = 3;
constexpr std::array kThreads{1, 2, 4, 16};

constexpr const char* kTrueServer =
    "workload: {sysbench: oltp_update_non_index, threads: 1}\n"
    "profile: mysql-5.7-lab\n"
    "run: {duration: 20s, warm_up: 1s, seed: 1}\n"
    "servers:\n"
    "  source: {host: db1, version: mysql-5.7, variables: {log_bin: ON, sync_binlog: 1}}\n"
    "hosts: {db1: {cores: 8}}\n";

const std::vector<std::pair<std::string, double>> kTruth = {{"costs.binlog_fsync", 3.1e-3}, {"costs.client_round_trip.mean", 400e-6}};

// Gaussian noise of mean 0 and deviation 1, the same on every machine: twelve uniforms of Knuth's MMIX generator.
class Noise {
 public:
  double next() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return sum;
  }

 private:
  double uniform() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<double>(state_ >> 11U) / 9007199254740992.0;
  }

  std::uint64_t state_ = 1;
};

struct Figures {
  int threads;
  double tps;
  double mean_ms;
};

std::vector<Figures> true_figures(const std::string& scenario) {
  std::vector<Figures> figures;
  for (const int threads : kThreads) {
    std::vector<std::string> arguments = {"run", scenario, "--format", "json", "--set", "run.duration=60s", "--set", "run.seed=7",
                                          "--set", fmt::format("workload.threads={}", threads), "--set", "costs.binlog_fsync=3.1ms",
                                          "--set", "costs.client_round_trip={mean: 400us, cv: 0.3}"};
    const json result = json::parse(commitsim(arguments).out);
    figures.push_back({threads, result["throughput"]["tps"]["mean"], result["response_ms"]["mean"]["mean"]});
  }
  return figures;
}

std::string with_noise(double value, Noise& noise) {
  std::string values;
  for (int i = 0; i < kRepetitions; ++i) values += fmt::format("{}{:.6g}", i == 0 ? "" : ", ", value * (1 + kNoise * noise.next()));
  return "[" + values + "]";
}

std::string calibration_of(const std::vector<Figures>& figures, Noise& noise) {
  std::string text =
      "scenario: scenario.yaml\n"
      "fit:\n"
      "  - {cost: costs.binlog_fsync, low: 500us, high: 20ms}\n"
      "  - {cost: costs.client_round_trip.mean, low: 20us, high: 4ms}\n"
      "cases:\n";
  for (const Figures& each : figures)
    text += fmt::format("  t{0}: {{set: [workload.threads={0}], role: fitted, measured: {{tps: {1}, mean_ms: {2}}}}}\n", each.threads,
                        with_noise(each.tps, noise), with_noise(each.mean_ms, noise));
  return text;
}

TEST(FullSyntheticTruth, LiesWithinTwoStandardErrors) {
  const TemporaryFolder folder;
  const std::vector<Figures> figures = true_figures(folder.file("scenario.yaml", kTrueServer));
  Noise noise;
  std::vector<int> found(kTruth.size());
  for (int trial = 0; trial < kTrials; ++trial) {
    const std::string file = folder.file("calibration.yaml", calibration_of(figures, noise));
    const Outcome outcome = commitsim({"calibrate", file, "--starts", "0", "--resamples", "2", "--loss", "squares", "--format", "json"});
    ASSERT_EQ(outcome.status, 0) << outcome;
    const json costs = json::parse(outcome.out)["costs"];
    for (std::size_t i = 0; i < kTruth.size(); ++i) {
      ASSERT_EQ(costs[i]["name"], kTruth[i].first);
      const double error = costs[i]["value"].get<double>() - kTruth[i].second;
      if (costs[i]["standard_error"].is_number() && std::abs(error) <= 2 * costs[i]["standard_error"].get<double>()) ++found[i];
    }
  }
  for (std::size_t i = 0; i < kTruth.size(); ++i) EXPECT_GE(found[i], 90) << kTruth[i].first;
}

}  // namespace
}  // namespace cli
