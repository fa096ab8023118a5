// Tells what happens in a small play of a few transactions, line by line: "0.9 A leads the sync stage". Times are in
// milliseconds. Positions in a binary log are told as numbers of transactions, which all have one size.
#pragma once

#include <gmock/gmock.h>

#include <map>
#include <string>
#include <vector>

#include "models/observer.hpp"
#include "models/scenario.hpp"

namespace tests {

enum class Plot { stages, redo_log, binary_log, engine, replication, sessions };

class Narrator final : public models::Observer {
 public:
  using Server = models::Server;
  using Transaction = models::Transaction;
  using Group = models::Group;

  // Only lines of these plots are told; those of another server than the source begin with its name.
  explicit Narrator(std::vector<Plot> plots) : plots_(std::move(plots)) {}

  void name(const Transaction& transaction, const std::string& name) { names_[&transaction] = name; }
  const std::vector<std::string>& lines() const { return lines_; }

  void enrolled(const Server& server, const models::StageQueue& stage, Group group, bool leads) override;
  void took_queue(const Server& server, const models::StageQueue& stage, Group group) override;
  void redo_written(const Server& server, sim::Bytes up_to) override;
  void redo_synced(const Server& server, sim::Bytes up_to) override;
  void logged(const Server& server, const Transaction& transaction) override;
  void binlog_written(const Server& server, sim::Bytes up_to) override;
  void binlog_synced(const Server& server, sim::Bytes up_to) override;
  void published(const Server& server, sim::Bytes up_to) override;
  void committed(const Server& server, const Transaction& transaction) override;
  void commit_ended(const Server& server, const Transaction& transaction) override;
  void sent(const Server& source, const Server& replica, const models::BinlogPacket& packet) override;
  void relayed(const Server& replica, const models::BinlogPacket& packet) override;
  void ack_sent(const Server& replica, sim::Bytes position) override;
  void ack_received(const Server& source, int replica, sim::Bytes position) override;
  void semi_sync_switched(const Server& source, bool on) override;
  void applied(const Server& replica, std::int64_t entry) override;

 private:
  void tell(Plot plot, const Server& server, const std::string& what);
  std::string name_of(const Transaction& transaction) const;
  std::string names_of(Group group) const;

  std::vector<Plot> plots_;
  std::map<const Transaction*, std::string> names_;
  std::vector<std::string> lines_;
};

// A transaction that asks to commit on the source at that time, in milliseconds.
struct Entrance {
  std::string name;
  double at = 0;
  int rows = 1;
  std::vector<std::uint64_t> changed = {};  // which, where that matters
  std::int64_t schema = 0;
  std::int64_t domain = 0;
};

struct Play {
  models::Scenario scenario;
  std::vector<Entrance> entrances;
  std::vector<Plot> plots;
  double end = 1000;
  bool counters = false;  // a last line with the status variables of semi-sync

  // The lines.
  std::vector<std::string> perform() const;
};

// The server that was added last.
inline models::ServerSpec& replica(Play& play) { return play.scenario.servers.back().second; }

}  // namespace tests
