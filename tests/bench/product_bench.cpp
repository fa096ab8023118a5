// What a simulated transaction costs as clusters grow, and for each version: read items_per_second as transactions per CPU second.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <map>
#include <stdexcept>

#include "experiments/scenario/load_scenario.hpp"
#include "models/simulate.hpp"

namespace {

constexpr const char* kReference = COMMITSIM_SOURCE_DIR "/tests/bench/reference.yaml";

models::Scenario scenario_with(const std::vector<std::string>& settings) {
  sim::Diagnostics diagnostics;
  auto loaded = experiments::load_scenario(kReference, settings, diagnostics);
  if (!loaded) throw std::runtime_error("the reference scenario is at fault");
  return loaded->scenario;
}

// One run per iteration; what is counted are transactions of clients.
void simulate(benchmark::State& state, const std::vector<std::string>& settings) {
  const models::Scenario scenario = scenario_with(settings);
  std::int64_t transactions = 0;
  for ([[maybe_unused]] auto each : state) transactions += models::simulate(scenario, 0).loads.front().transactions;
  state.SetItemsProcessed(transactions);
}

void BM_Reference(benchmark::State& state) { simulate(state, {}); }
BENCHMARK(BM_Reference);

// All clients have cores enough, so that more of them are more transactions.
void BM_Clients(benchmark::State& state) {
  simulate(state, {fmt::format("workload.threads={}", state.range(0)), "hosts.db1.cores=64"});
}
BENCHMARK(BM_Clients)->RangeMultiplier(4)->Range(1, 1024);

// A single-threaded replica applies less than is written, so that from some replicas on its work is the same: none applies here.
void BM_Replicas(benchmark::State& state) {
  std::vector<std::string> settings;
  for (int number = 1; number <= 3; ++number) settings.push_back(fmt::format("servers.replica{}.sql_thread=OFF", number));
  for (std::int64_t number = 4; number <= state.range(0) + 1; ++number) {
    settings.push_back(fmt::format("servers.replica{}={{version: mysql-5.7, replicates_from: source, sql_thread: OFF}}", number));
  }
  simulate(state, settings);
  state.counters["replicas"] = static_cast<double>(state.range(0));
}
BENCHMARK(BM_Replicas)->RangeMultiplier(2)->Range(4, 64);

void BM_Version(benchmark::State& state, const std::string& version) {
  std::vector<std::string> settings;
  for (const char* server : {"source", "replica1", "replica2", "replica3"}) {
    settings.push_back(fmt::format("servers.{}.version={}", server, version));
  }
  simulate(state, settings);
}
BENCHMARK_CAPTURE(BM_Version, mysql_5_5, std::string("mysql-5.5"));
BENCHMARK_CAPTURE(BM_Version, mysql_5_6, std::string("mysql-5.6"));
BENCHMARK_CAPTURE(BM_Version, mysql_5_7, std::string("mysql-5.7"));
BENCHMARK_CAPTURE(BM_Version, mysql_8_0_38, std::string("mysql-8.0.38"));
BENCHMARK_CAPTURE(BM_Version, mysql_8_0, std::string("mysql-8.0"));
BENCHMARK_CAPTURE(BM_Version, mysql_8_4, std::string("mysql-8.4"));
BENCHMARK_CAPTURE(BM_Version, mariadb_5_5, std::string("mariadb-5.5"));
BENCHMARK_CAPTURE(BM_Version, mariadb_10_2, std::string("mariadb-10.2"));
BENCHMARK_CAPTURE(BM_Version, mariadb_10_4, std::string("mariadb-10.4"));
BENCHMARK_CAPTURE(BM_Version, mariadb_10_11, std::string("mariadb-10.11"));
BENCHMARK_CAPTURE(BM_Version, mariadb_11_8, std::string("mariadb-11.8"));

}  // namespace
