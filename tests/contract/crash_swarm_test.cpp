// Random topologies, settings and faults, and a crash at every instant of them: nothing is lost where nothing may be lost, nothing is
// acknowledged twice, order is kept. A failure prints the command that runs it alone.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "models/commit/pipeline_catalogue.hpp"
#include "sim/engine/isolated_run.hpp"
#include "tests/contract/crash_promises.hpp"
#include "tests/contract/swarm.hpp"

namespace {

using tests::Case;

// Longer than the sessions can take, semi-sync timeouts and stops included.
constexpr sim::Seconds kCrashSwarmEnd{300};

sim::Seconds uniform(sim::RandomStream& stream, double low, double high) { return sim::Seconds{low + (high - low) * stream.next()}; }

// Servers flush in the background as they do, replicas stop for a while, links break for a while.
Case with_faults(const std::string& version, std::uint64_t seed) {
  Case chosen = tests::random_case(version, seed);
  sim::RandomStream stream(seed, 0, "crash swarm");
  for (auto& [name, server] : chosen.scenario.servers) {
    server.variables.innodb_flush_log_at_timeout = uniform(stream, 1, 3);
    server.variables.relay_log_recovery = stream.next() < 0.5;
    if (!server.replicates_from.empty() && stream.next() < 0.3) server.stops = {{uniform(stream, 0, 0.3), uniform(stream, 0.01, 0.5)}};
    if (server.replicates_from.empty() || stream.next() > 0.3) continue;
    models::LinkSpec link = chosen.scenario.default_link;
    link.a = server.host;
    link.b = chosen.scenario.find_server(server.replicates_from)->host;
    link.stops = {{uniform(stream, 0, 0.3), uniform(stream, 0.01, 0.5)}};
    chosen.scenario.links.push_back(link);
  }
  return chosen;
}

std::int64_t transactions_on(const Case& chosen, const std::string& server) {
  std::int64_t all = 0;
  for (const tests::Sessions& each : chosen.sessions) {
    if (each.server == server) all += static_cast<std::int64_t>(each.sessions) * each.transactions;
  }
  return all;
}

struct SwarmFindings {
  std::vector<std::string> faults;
  std::int64_t looks = 0;
  std::int64_t losses = 0;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SwarmFindings, faults, looks, losses)

SwarmFindings crash_everywhere(const Case& chosen) {
  models::DurabilityJournal journal(chosen.scenario);
  tests::CrashPromises promises(chosen.scenario, journal, chosen.sessions.front().sessions);
  tests::run_observed(chosen, journal, kCrashSwarmEnd);
  SwarmFindings found{promises.faults(), promises.looks(), promises.losses()};
  const std::int64_t wanted = transactions_on(chosen, journal.source());
  if (journal.acknowledged() != wanted) found.faults.push_back(fmt::format("{} of {} were answered", journal.acknowledged(), wanted));
  if (journal.acknowledged_twice() > 0) found.faults.emplace_back("some were answered twice");
  return found;
}

SwarmFindings crash_everywhere_isolated(const Case& chosen) {
  try {
    return nlohmann::json::parse(sim::run_isolated([&chosen] { return nlohmann::json(crash_everywhere(chosen)).dump(); }));
  } catch (const sim::IsolatedRunError& error) {
    return {{error.what()}, 0, 0};
  }
}

std::vector<std::string> crash_swarm_versions() {
  std::vector<std::string> all;
  for (const models::PipelineAlternative& pipeline : models::commit_pipelines()) all.push_back(pipeline.version);
  return all;
}

void expect_promises_kept(const std::string& version, const char* suite, std::uint64_t count) {
  const char* const only = std::getenv("COMMITSIM_SWARM_SEED");
  const std::uint64_t first = only == nullptr ? 1 : std::strtoull(only, nullptr, 10);
  std::int64_t losses = 0;
  for (std::uint64_t seed = first; seed < first + (only == nullptr ? count : 1); ++seed) {
    const Case chosen = with_faults(version, seed);
    const SwarmFindings found = crash_everywhere_isolated(chosen);
    losses += found.losses;
    for (const std::string& fault : found.faults) {
      ADD_FAILURE() << fault << "\n  " << chosen.description() << "\n  again: COMMITSIM_SWARM_SEED=" << seed
                    << " build/check/tests/contract --gtest_filter='Version/" << suite << ".*'";
    }
  }
  EXPECT_TRUE(only != nullptr || losses > 0);  // where loss is possible, it happens
}

class CrashSwarm : public testing::TestWithParam<std::string> {};
TEST_P(CrashSwarm, LosesNothingThatIsPromised) { expect_promises_kept(GetParam(), "CrashSwarm", 25); }

class FullCrashSwarm : public testing::TestWithParam<std::string> {};
TEST_P(FullCrashSwarm, LosesNothingThatIsPromised) {
  constexpr std::uint64_t kRuns = 20000;
  expect_promises_kept(GetParam(), "FullCrashSwarm", kRuns / crash_swarm_versions().size() + 1);
}

std::string crash_swarm_name(const testing::TestParamInfo<std::string>& version) {
  std::string name = version.param;
  for (char& each : name) {
    if (std::isalnum(static_cast<unsigned char>(each)) == 0) each = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Version, CrashSwarm, testing::ValuesIn(crash_swarm_versions()), crash_swarm_name);
INSTANTIATE_TEST_SUITE_P(Version, FullCrashSwarm, testing::ValuesIn(crash_swarm_versions()), crash_swarm_name);

}  // namespace
