// An independent account of what may happen in a cluster, whatever the commit pipeline: watches a run and lists every
// broken promise. It keeps books of its own and asks the models nothing but the positions and names that events carry.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "models/commit/stage_queue.hpp"
#include "models/replication/replication_channel.hpp"
#include "models/scenario.hpp"

namespace tests {

class Oracle final : public models::Observer {
 public:
  using Server = models::Server;
  using StageQueue = models::StageQueue;
  using Transaction = models::Transaction;
  using Group = models::Group;
  using BinlogPacket = models::BinlogPacket;

  explicit Oracle(const models::Scenario& scenario);

  // What the books say of one server.
  struct Books {
    std::int64_t began = 0, ended = 0, logged = 0, committed = 0;
    std::int64_t flush_groups = 0, sync_groups = 0, commit_groups = 0;
    std::int64_t redo_fsyncs = 0, binlog_fsyncs = 0;
    std::int64_t sent = 0, relayed = 0, applied = 0, acks = 0;  // of a replica: transactions sent to it, and so on
    sim::Bytes logged_to{}, written{}, synced{}, published{}, redo_written{}, redo_synced{}, relayed_to{};
    bool protects = false;  // semi-sync is on
    std::vector<sim::Bytes> acks_by_replica;
  };
  Books& books(const std::string& server) { return books_[server]; }

  const std::vector<std::string>& faults() const { return faults_; }

  // At the end of a run in which every transaction had the time to end.
  void check_the_end();

  void commit_began(const Server& server, const Transaction& transaction) override;
  void commit_ended(const Server& server, const Transaction& transaction) override;
  void enrolled(const Server& server, const StageQueue& stage, Group group, bool leads) override;
  void took_queue(const Server& server, const StageQueue& stage, Group group) override;
  void took_first(const Server& server, const StageQueue& stage, Group first) override;
  void redo_written(const Server& server, sim::Bytes up_to) override;
  void redo_synced(const Server& server, sim::Bytes up_to) override;
  void logged(const Server& server, const Transaction& transaction) override;
  void binlog_written(const Server& server, sim::Bytes up_to) override;
  void binlog_synced(const Server& server, sim::Bytes up_to) override;
  void published(const Server& server, sim::Bytes up_to) override;
  void committed(const Server& server, const Transaction& transaction) override;
  void sent(const Server& source, const Server& replica, const BinlogPacket& packet) override;
  void relayed(const Server& replica, const BinlogPacket& packet) override;
  void ack_sent(const Server& replica, sim::Bytes position) override;
  void ack_received(const Server& source, int replica, sim::Bytes position) override;
  void semi_sync_switched(const Server& source, bool on) override;
  void applied(const Server& replica, std::int64_t entry) override;

 private:
  using Members = std::vector<const Transaction*>;

  // One transaction between the beginning and the end of its commit, on one server.
  struct Life {
    sim::Instant began{};
    std::int64_t number = -1;  // in the binary log, counted here
    bool enrolled = false;
    bool committed = false;
  };

  struct Sent {
    sim::Bytes end{};
    sim::Instant when{};
  };

  void fault(const Server& server, const std::string& text);
  Books& books(const Server& server) { return books_[server.name()]; }
  Life& life(const Server& server, const Transaction& transaction);
  const models::ServerSpec& spec(const std::string& server) const;
  const models::ServerVariables& variables(const Server& server) const { return spec(server.name()).variables; }
  bool has_semi_sync_replica(const std::string& source) const;
  std::string replica_name(const Server& source, int number) const;
  sim::Seconds one_way(const std::string& replica) const;
  bool is_acknowledged(const Server& server, sim::Bytes position);
  void check_durable_at_commit(const Server& server, const Transaction& transaction);
  void check_durable(const Server& server, const Transaction& transaction);
  void check_duration(const Server& server, const Life& life);
  void check_parts(const Server& server, const Transaction& transaction);
  void arrives(const Server& server, std::deque<Sent>& under_way, sim::Bytes end, sim::Seconds at_least);

  const models::Scenario& scenario_;
  std::map<std::string, Books> books_;
  std::map<const Transaction*, Life> lives_;
  std::map<const StageQueue*, std::vector<Members>> queues_;
  std::map<const StageQueue*, Members> taken_one_by_one_;  // groups enrolled since a leader took the queue
  std::map<std::string, std::vector<Members>> together_;  // groups that left a stage, by server: nothing may part them
  std::map<std::string, std::deque<Sent>> events_under_way_;  // by replica
  std::map<std::string, std::deque<Sent>> acks_under_way_;
  std::vector<std::string> faults_;
};

}  // namespace tests
