#include "models/timeline/watch_groups.hpp"

#include <algorithm>

#include "models/cluster.hpp"
#include "models/network_choice.hpp"
#include "models/simulate.hpp"
#include "models/timeline/timeline_recorder.hpp"
#include "sim/engine/isolated_run.hpp"

namespace models {
namespace {

constexpr std::int64_t kGroups = 3;
constexpr std::int64_t kTransactions = 6;

// Looks so often whether enough has been seen, and gives up after so long.
constexpr sim::Seconds kLook{1e-3};
constexpr sim::Seconds kPatience{60};

bool has_seen_enough(const TimelineRecorder& recorder, const GroupsToWatch& wanted) {
  if (wanted.groups) return recorder.first_stage_groups() >= *wanted.groups || recorder.ended_without_group() >= *wanted.groups;
  const bool has_groups = recorder.first_stage_groups() >= kGroups && recorder.first_stage_members() >= kTransactions;
  return has_groups || recorder.ended_without_group() >= kTransactions;
}

// Of that server: those of the first stage whose members are known from their beginning, the first ones.
std::vector<std::int64_t> first_groups(const Timeline& timeline, const std::string& server, const GroupsToWatch& wanted) {
  std::vector<std::int64_t> groups;
  std::size_t members = 0;
  for (const TimelineGroup& group : timeline.groups) {
    const bool is_known = std::all_of(group.members.begin(), group.members.end(), [&](std::int64_t each) {
      const TimelineLife* const life = timeline.life(each);
      return life != nullptr && life->begin - timeline.measured_from >= timeline.window.from;
    });
    const bool is_first_stage = timeline.rows[group.row].kind == TimelineRow::Kind::stage && timeline.rows[group.row].order == 0;
    if (!is_known || !is_first_stage || timeline.rows[group.row].server != server) continue;
    groups.push_back(group.number);
    members += group.members.size();
    const auto enough = static_cast<std::size_t>(wanted.groups.value_or(kGroups));
    if (groups.size() >= enough && (wanted.groups || members >= static_cast<std::size_t>(kTransactions))) break;
  }
  return groups;
}

Timeline watch(const Scenario& scenario, const GroupsToWatch& wanted) {
  sim::Simulation simulation(network_model_of(scenario));
  TimelineRecorder recorder({wanted.from, sim::Seconds{1e9}});
  Cluster cluster(simulation, scenario, 0, &recorder);
  recorder.keep_earlier();
  recorder.count_groups_of(cluster.main_clients()->server());
  cluster.start();
  warm_up(simulation, cluster, scenario.run);
  cluster.reset_metrics();
  const sim::Instant begin = simulation.now() + wanted.from;
  simulation.run_until(begin);
  const auto look_again = [&] { simulation.run_until(simulation.now() + kLook); };
  while (!has_seen_enough(recorder, wanted) && simulation.now() - begin < kPatience) look_again();
  const sim::Instant seen = simulation.now();
  while (!recorder.has_ended_what_began_before(seen) && simulation.now() - begin < kPatience) look_again();
  simulation.run_until(simulation.now() + (simulation.now() - begin));  // replicas apply meanwhile
  return recorder.take();
}

}  // namespace

WatchedGroups watch_groups(const Scenario& scenario, const GroupsToWatch& wanted) {
  WatchedGroups watched{scenario.servers_with_clients().front()->first, {}, {}};
  watched.timeline = timeline_from_bytes(sim::run_isolated([&] { return to_bytes(watch(scenario, wanted)); }));
  watched.groups = first_groups(watched.timeline, watched.server, wanted);
  return watched;
}

}  // namespace models
