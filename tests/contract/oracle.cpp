#include "tests/contract/oracle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace tests {
namespace {

constexpr double kRounding = 1e-9;  // seconds

std::vector<const models::Transaction*> members_of(models::Group group) {
  std::vector<const models::Transaction*> members;
  const models::Transaction* member = group.empty() ? nullptr : &group.first();
  for (std::size_t i = 0; i < group.size(); ++i, member = member->next_in_group) members.push_back(member);
  return members;
}

bool is_source_of(const models::ServerSpec& replica, const std::string& source) {
  return replica.replicates_from == source;
}

// With wait_no_slave=OFF MySQL goes off below so many replicas; MariaDB from 10.3 on stays on and skips the wait without any.
bool stays_on_without_replicas(const models::ServerSpec& server) {
  const std::string& version = server.version;
  return version.starts_with("mariadb-1") && version != "mariadb-10.0" && version != "mariadb-10.2";
}

}  // namespace

Oracle::Oracle(const models::Scenario& scenario) : scenario_(scenario) {
  for (const auto& [name, server] : scenario.servers) {
    const models::ServerVariables& variables = server.variables;
    const bool begins_on = variables.rpl_semi_sync_source_wait_no_replica ||
                           (stays_on_without_replicas(server) && has_semi_sync_replica(name));
    books_[name].protects = variables.rpl_semi_sync_source_enabled && begins_on;
  }
}

void Oracle::fault(const Server& server, const std::string& text) {
  constexpr std::size_t kShown = 5;
  if (faults_.size() < kShown)
    faults_.push_back(
        fmt::format("{:.6f} ms {}: {}", sim::in_milliseconds(server.now().time_since_epoch()), server.name(), text));
}

Oracle::Life& Oracle::life(const Server& server, const Transaction& transaction) {
  const auto found = lives_.find(&transaction);
  if (found != lives_.end()) return found->second;
  fault(server, "a transaction that did not begin, or that had ended");
  return lives_[&transaction];
}

const models::ServerSpec& Oracle::spec(const std::string& server) const {
  return std::find_if(scenario_.servers.begin(), scenario_.servers.end(),
                      [&](const auto& each) { return each.first == server; })
      ->second;
}

bool Oracle::has_semi_sync_replica(const std::string& source) const {
  return std::any_of(scenario_.servers.begin(), scenario_.servers.end(), [&](const auto& server) {
    return is_source_of(server.second, source) && server.second.variables.rpl_semi_sync_replica_enabled;
  });
}

std::string Oracle::replica_name(const Server& source, int number) const {
  for (const auto& [name, server] : scenario_.servers) {
    if (!is_source_of(server, source.name()) || !server.variables.rpl_semi_sync_replica_enabled) continue;
    if (number-- == 0) return name;
  }
  return "";
}

sim::Seconds Oracle::one_way(const std::string& replica) const {
  const std::string& host = spec(replica).host;
  for (const models::LinkSpec& link : scenario_.links) {
    if (link.a == host || link.b == host) return link.rtt / 2;
  }
  return scenario_.default_link.rtt / 2;
}

// ---- sessions ----

void Oracle::commit_began(const Server& server, const Transaction& transaction) {
  ++books(server).began;
  if (!lives_.emplace(&transaction, Life{server.now()}).second) fault(server, "a transaction begins twice");
}

void Oracle::commit_ended(const Server& server, const Transaction& transaction) {
  ++books(server).ended;
  const Life& life = this->life(server, transaction);
  if (!life.committed) fault(server, "answered before the storage engine committed");
  check_durable(server, transaction);
  check_durable_at_commit(server, transaction);
  check_duration(server, life);
  check_parts(server, transaction);
  if (variables(server).log_bin && !is_acknowledged(server, transaction.binlog_end))
    fault(server, "answered before the ACK");
  std::erase_if(together_[server.name()], [&](const Members& group) {
    return std::find(group.begin(), group.end(), &transaction) != group.end();
  });
  lives_.erase(&transaction);
}

void Oracle::check_durable(const Server& server, const Transaction& transaction) {
  const models::ServerVariables& set = variables(server);
  const Books& book = books(server);
  const auto flush_log = set.innodb_flush_log_at_trx_commit;
  // Without innodb_support_xa the prepare is not flushed: the commit is.
  if (set.innodb_support_xa) {
    if ((flush_log == 1 || flush_log == 3) && book.redo_synced < transaction.prepare_lsn) fault(server, "redo log not synced");
    if (flush_log == 2 && book.redo_written < transaction.prepare_lsn) fault(server, "redo log not written");
  }
  if (!set.log_bin) return;
  if (book.written < transaction.binlog_end) fault(server, "binary log not written");
  if (set.sync_binlog == 1 && book.synced < transaction.binlog_end) fault(server, "binary log not synced");
}

// Where the commit record is flushed as well: without binary log, before 5.6, in MariaDB before 10.0, and with 3.
void Oracle::check_durable_at_commit(const Server& server, const Transaction& transaction) {
  const models::ServerVariables& set = variables(server);
  const models::Release& release = server.release();
  const bool flushes_again = release.is("mariadb") ? release.before(10) : release.before(5, 6);
  const bool is_due = !set.log_bin || flushes_again || set.innodb_flush_log_at_trx_commit == 3;
  if (!is_due || set.innodb_flush_log_at_trx_commit == 0) return;
  const Books& book = books(server);
  const sim::Bytes reached = set.innodb_flush_log_at_trx_commit == 2 ? book.redo_written : book.redo_synced;
  if (reached < transaction.commit_lsn) fault(server, "the commit record is not as durable as asked");
}

// An fsync that makes a transaction durable begins after the transaction's record was there.
void Oracle::check_duration(const Server& server, const Life& life) {
  const models::ServerVariables& set = variables(server);
  const models::CostProfile& costs = spec(server.name()).costs;
  double least = 0;
  const auto add = [&](const models::Cost& cost) { least += cost.time.distribution().quantile(0); };
  if (set.innodb_flush_log_at_trx_commit == 1) add(costs.redo_fsync);
  if (set.log_bin && set.sync_binlog == 1) add(costs.binlog_fsync);
  const double took = sim::in_seconds(server.now() - life.began);
  if (took < least - kRounding)
    fault(server, fmt::format("answered after {} s, sooner than its fsyncs take ({} s)", took, least));
}

void Oracle::check_parts(const Server& server, const Transaction& transaction) {
  const sim::Seconds sum = std::accumulate(transaction.spent.begin(), transaction.spent.end(), sim::Seconds{0});
  if (std::abs(sim::in_seconds(server.now() - transaction.started - sum)) > kRounding)
    fault(server, "the parts do not tile the response time");
  if (std::any_of(transaction.spent.begin(), transaction.spent.end(),
                  [](sim::Seconds part) { return part.count() < 0; })) {
    fault(server, "a negative part of the response time");
  }
}

// ---- stages ----

void Oracle::enrolled(const Server& server, const StageQueue& stage, Group group, bool leads) {
  std::vector<Members>& queue = queues_[&stage];
  const Members members = members_of(group);
  if (leads != queue.empty()) fault(server, stage.name() + ": the first in the queue leads, and nobody else");
  const bool is_new = members.size() == 1 && !life(server, *members.front()).enrolled;
  if (!is_new) {
    auto& together = together_[server.name()];
    const auto whole = std::find(together.begin(), together.end(), members);
    if (whole == together.end()) fault(server, stage.name() + ": enters a group that did not leave a stage as such");
    else together.erase(whole);
  }
  for (const Transaction* member : members) life(server, *member).enrolled = true;
  queue.push_back(members);
}

void Oracle::took_queue(const Server& server, const StageQueue& stage, Group group) {
  Members all = std::exchange(taken_one_by_one_[&stage], {});
  // Who enrols after the last one was taken one by one leads the next group.
  if (all.empty()) {
    for (const Members& each : queues_[&stage]) all.insert(all.end(), each.begin(), each.end());
    queues_[&stage].clear();
  }
  if (all != members_of(group)) fault(server, stage.name() + ": the group is not all that had enrolled, in order");
  together_[server.name()].push_back(all);
  if (stage.name() == "flush stage") ++books(server).flush_groups;
  if (stage.name() == "sync stage") ++books(server).sync_groups;
  if (stage.name() == "commit stage") ++books(server).commit_groups;
}

void Oracle::took_first(const Server& server, const StageQueue& stage, Group first) {
  auto& queue = queues_[&stage];
  if (queue.empty() || queue.front() != members_of(first)) {
    fault(server, stage.name() + ": takes one that is not the first");
    return;
  }
  Members& taken = taken_one_by_one_[&stage];
  taken.insert(taken.end(), queue.front().begin(), queue.front().end());
  queue.erase(queue.begin());
}

// ---- logs ----

void Oracle::redo_written(const Server& server, sim::Bytes up_to) { books(server).redo_written = up_to; }

void Oracle::redo_synced(const Server& server, sim::Bytes up_to) {
  Books& book = books(server);
  ++book.redo_fsyncs;
  if (up_to > book.redo_written) fault(server, "redo log synced and not written");
  book.redo_synced = up_to;
}

void Oracle::logged(const Server& server, const Transaction& transaction) {
  Books& book = books(server);
  Life& life = this->life(server, transaction);
  life.number = book.logged++;
  book.logged_to += transaction.changes.binlog;
  if (transaction.binlog_index != life.number) fault(server, "its number in the binary log is not its place there");
  if (transaction.binlog_end != book.logged_to) fault(server, "its end in the binary log is not where it ends");
}

void Oracle::binlog_written(const Server& server, sim::Bytes up_to) {
  if (up_to > books(server).logged_to) fault(server, "more of the binary log written than there is");
  books(server).written = up_to;
}

void Oracle::binlog_synced(const Server& server, sim::Bytes up_to) {
  Books& book = books(server);
  ++book.binlog_fsyncs;
  if (up_to > book.written) fault(server, "binary log synced and not written");
  book.synced = up_to;
}

void Oracle::published(const Server& server, sim::Bytes up_to) {
  Books& book = books(server);
  if (up_to < book.published) fault(server, "the published position goes back");
  if (up_to > book.written) fault(server, "published and not written");
  if (variables(server).sync_binlog == 1 && up_to > book.synced)
    fault(server, "published before the sync, with sync_binlog=1");
  book.published = up_to;
}

void Oracle::committed(const Server& server, const Transaction& transaction) {
  Books& book = books(server);
  Life& life = this->life(server, transaction);
  const models::ServerVariables& set = variables(server);
  if (std::exchange(life.committed, true)) fault(server, "committed twice");
  if (set.log_bin) {
    check_durable(server, transaction);
    if (set.binlog_order_commits && life.number != book.committed)
      fault(server, "storage engine commits out of binary log order");
    const bool waits = set.rpl_semi_sync_source_wait_point == models::WaitPoint::after_sync;
    if (waits && !is_acknowledged(server, transaction.binlog_end))
      fault(server, "visible before the ACK, with AFTER_SYNC");
  }
  ++book.committed;
}

// ---- replication ----

bool Oracle::is_acknowledged(const Server& server, sim::Bytes position) {
  const models::ServerVariables& set = variables(server);
  if (!set.rpl_semi_sync_source_enabled || !books(server).protects) return true;
  const auto& acks = books(server).acks_by_replica;
  const auto covers = [&](sim::Bytes ack) { return ack >= position; };
  return std::count_if(acks.begin(), acks.end(), covers) >= set.rpl_semi_sync_source_wait_for_replica_count;
}

void Oracle::sent(const Server& source, const Server& replica, const BinlogPacket& packet) {
  Books& book = books(replica);
  if (packet.first != book.sent || packet.last <= packet.first) fault(replica, "events are sent twice, or left out");
  book.sent = packet.last;
  if (packet.end > books(source).published) fault(replica, "events are sent before they are published");
  events_under_way_[replica.name()].push_back({packet.end, source.now()});
}

void Oracle::arrives(const Server& server, std::deque<Sent>& under_way, sim::Bytes end, sim::Seconds at_least) {
  if (under_way.empty() || under_way.front().end != end) {
    fault(server, "a message arrives that is not the next one");
    return;
  }
  const sim::Seconds took = server.now() - under_way.front().when;
  if (took.count() < at_least.count() - kRounding) fault(server, "a message arrives sooner than the network allows");
  under_way.pop_front();
}

void Oracle::relayed(const Server& replica, const BinlogPacket& packet) {
  Books& book = books(replica);
  const models::ServerSpec& set = spec(replica.name());
  const double events = packet.events;
  double writing = set.costs.relay_log_write.time.distribution().quantile(0) * events;
  if (set.variables.sync_relay_log == 1) writing += set.costs.relay_log_fsync.time.distribution().quantile(0) * events;
  arrives(replica, events_under_way_[replica.name()], packet.end, one_way(replica.name()) + sim::Seconds{writing});
  book.relayed = packet.last;
  book.relayed_to = packet.end;
}

void Oracle::ack_sent(const Server& replica, sim::Bytes position) {
  Books& book = books(replica);
  ++book.acks;
  if (position > book.relayed_to) fault(replica, "acknowledges what is not in its relay log");
  acks_under_way_[replica.name()].push_back({position, replica.now()});
}

void Oracle::ack_received(const Server& source, int replica, sim::Bytes position) {
  auto& acks = books(source).acks_by_replica;
  const auto number = static_cast<std::size_t>(replica);
  if (acks.size() <= number) acks.resize(number + 1, sim::Bytes{-1});
  acks[number] = std::max(acks[number], position);
  if (position.count == 0) return;  // it connects
  const std::string name = replica_name(source, replica);
  arrives(source, acks_under_way_[name], position, one_way(name));
}

void Oracle::semi_sync_switched(const Server& source, bool on) {
  if (books(source).protects == on) fault(source, "semi-sync is switched to what it is");
  books(source).protects = on;
}

void Oracle::applied(const Server& replica, std::int64_t entry) {
  Books& book = books(replica);
  if (entry != book.applied)
    fault(replica, fmt::format("applies transaction {}, where {} is next", entry, book.applied));
  if (entry >= book.relayed) fault(replica, "applies what is not in its relay log");
  ++book.applied;
}

void Oracle::check_the_end() {
  for (const auto& each : scenario_.servers) {
    const std::string& name = each.first;
    const models::ServerSpec& server = each.second;
    const Books& book = books_[name];
    const auto expect_equal = [&](const char* what, std::int64_t found, std::int64_t expected) {
      if (found != expected) faults_.push_back(fmt::format("end: {}: {}: {} of {}", name, what, found, expected));
    };
    expect_equal("transactions answered", book.ended, book.began);
    expect_equal("transactions committed", book.committed, book.began);
    expect_equal("transactions logged", book.logged, server.variables.log_bin ? book.began : 0);
    expect_equal("bytes published", book.published.count, book.logged_to.count);
    if (server.replicates_from.empty()) continue;
    expect_equal("transactions in the relay log", book.relayed, books_[server.replicates_from].logged);
    expect_equal("transactions applied", book.applied, server.applies ? books_[server.replicates_from].logged : 0);
  }
  if (!lives_.empty()) faults_.push_back(fmt::format("end: {} transactions did not end", lives_.size()));
}

}  // namespace tests
