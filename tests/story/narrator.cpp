#include "tests/story/narrator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/cluster.hpp"
#include "models/commit/stage_queue.hpp"
#include "tests/support/scenarios.hpp"
#include "tests/support/simulate.hpp"

namespace tests {
namespace {

std::string number_of_transactions(sim::Bytes position) {
  return fmt::format("{:g}", static_cast<double>(position.count) / kBinlog.count);
}

sim::Process enter(models::Server& server, Narrator& narrator, Entrance entrance) {
  co_await server.simulation().delay(milliseconds(entrance.at));
  models::Transaction transaction(server.simulation());
  transaction.begin(server.now());
  transaction.changes = {kRedo, kBinlog, kEvents, entrance.rows};
  transaction.rows = entrance.changed;
  transaction.schema = entrance.schema;
  transaction.domain = entrance.domain;
  narrator.name(transaction, entrance.name);
  co_await server.commit(transaction);
}

std::string counters_of(const models::SemiSyncStatus& status) {
  return fmt::format("{}: yes_tx {} no_tx {} no_times {} timeouts {} tx_waits {} net_waits {}",
                     status.is_on ? "ON" : "OFF", status.yes_tx, status.no_tx, status.no_times, status.timeouts,
                     status.tx_waits, status.net_waits);
}

}  // namespace

void Narrator::tell(Plot plot, const Server& server, const std::string& what) {
  if (std::find(plots_.begin(), plots_.end(), plot) == plots_.end()) return;
  // To the microsecond: a few hundred bytes take less on the wire.
  const double now = std::round(sim::in_microseconds(server.now().time_since_epoch())) / 1000;
  const std::string who = server.name() == "source" ? "" : server.name() + " ";
  lines_.push_back(fmt::format("{:.10g} {}{}", now, who, what));
}

std::string Narrator::name_of(const Transaction& transaction) const {
  const auto found = names_.find(&transaction);
  return found == names_.end() ? "?" : found->second;
}

std::string Narrator::names_of(Group group) const {
  std::string names;
  const Transaction* member = group.empty() ? nullptr : &group.first();
  for (std::size_t i = 0; i < group.size(); ++i, member = member->next_in_group) names += name_of(*member);
  return names;
}

void Narrator::enrolled(const Server& server, const models::StageQueue& stage, Group group, bool leads) {
  tell(Plot::stages, server,
       fmt::format("{} {} the {}", names_of(group), leads ? "leads" : "follows in", stage.name()));
}
void Narrator::took_queue(const Server& server, const models::StageQueue& stage, Group group) {
  tell(Plot::stages, server, fmt::format("the {} takes {}", stage.name(), names_of(group)));
}
void Narrator::redo_written(const Server& server, sim::Bytes) { tell(Plot::redo_log, server, "redo log written"); }
void Narrator::redo_synced(const Server& server, sim::Bytes) { tell(Plot::redo_log, server, "redo log synced"); }
void Narrator::logged(const Server& server, const Transaction& transaction) {
  tell(Plot::binary_log, server, name_of(transaction) + " logged");
}
void Narrator::binlog_written(const Server& server, sim::Bytes up_to) {
  tell(Plot::binary_log, server, "binary log written up to " + number_of_transactions(up_to));
}
void Narrator::binlog_synced(const Server& server, sim::Bytes up_to) {
  tell(Plot::binary_log, server, "binary log synced up to " + number_of_transactions(up_to));
}
void Narrator::published(const Server& server, sim::Bytes up_to) {
  tell(Plot::binary_log, server, "binary log published up to " + number_of_transactions(up_to));
}
void Narrator::committed(const Server& server, const Transaction& transaction) {
  tell(Plot::engine, server, name_of(transaction) + " visible");
}
void Narrator::commit_ended(const Server& server, const Transaction& transaction) {
  tell(Plot::sessions, server, name_of(transaction) + " answered");
  names_.erase(&transaction);
}
void Narrator::sent(const Server& source, const Server& replica, const models::BinlogPacket& packet) {
  tell(Plot::replication, source,
       fmt::format("{} sent up to {}{}", replica.name(), number_of_transactions(packet.end),
                   packet.ack_wanted ? ", ACK wanted" : ""));
}
void Narrator::relayed(const Server& replica, const models::BinlogPacket& packet) {
  tell(Plot::replication, replica, "relay log written up to " + number_of_transactions(packet.end));
}
void Narrator::ack_sent(const Server& replica, sim::Bytes position) {
  tell(Plot::replication, replica, "acknowledges " + number_of_transactions(position));
}
void Narrator::ack_received(const Server& source, int replica, sim::Bytes position) {
  if (position.count > 0)
    tell(Plot::replication, source,
         fmt::format("ACK {} from replica {}", number_of_transactions(position), replica + 1));
}
void Narrator::semi_sync_switched(const Server& source, bool on) {
  tell(Plot::replication, source, on ? "semi-sync on" : "semi-sync off");
}
void Narrator::applied(const Server& replica, std::int64_t entry) {
  tell(Plot::replication, replica, fmt::format("applied transaction {}", entry + 1));
}

std::vector<std::string> Play::perform() const {
  const Json told = simulate([this](sim::Simulation& simulation) {
    Narrator narrator(plots);
    models::Cluster cluster(simulation, scenario, 0, &narrator);
    cluster.start();
    models::Server& source = cluster.server("source");
    for (const Entrance& entrance : entrances) {
      simulation.spawn("source: " + entrance.name, enter(source, narrator, entrance));
    }
    simulation.run_until(at(end * 1e-3));
    Json lines(narrator.lines());
    if (counters) lines.push_back(counters_of(source.semi_sync().status()));
    return lines;
  });
  return told.get<std::vector<std::string>>();
}

}  // namespace tests
