// Writes down what happens in a window of a run, as an observer of the cluster.
#pragma once

#include <deque>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "models/replication/binlog_packet.hpp"
#include "models/timeline/timeline.hpp"
#include "sim/engine/sync.hpp"

namespace models {

// Keeps what overlaps the window, spans and lives as a whole; outside of it only who is under way. Whatever began before the
// measurement is left out. So its memory is that of the window.
class TimelineRecorder final : public Observer, public sim::LockWatcher {
 public:
  explicit TimelineRecorder(TimelineWindow window) { timeline_.window = window; }

  // Keeps what began before the measurement as well.
  void keep_earlier() { keeps_earlier_ = true; }

  // What has been recorded, once: the lives that have not ended yet as well, as far as they are known.
  Timeline take();

  // Of one server and in the window so far: the groups that have come to its first stage and are known as a whole, their members, and
  // the transactions that have ended without any.
  void count_groups_of(const Server& server) { counted_ = &server; }
  std::int64_t first_stage_groups() const { return first_stage_groups_; }
  std::int64_t first_stage_members() const { return first_stage_members_; }
  std::int64_t ended_without_group() const;

  // Whether all clients' transactions have ended that began before then.
  bool has_ended_what_began_before(sim::Instant then) const;

  void built(Server& server) override;
  void joined(const Server& source, const Server& replica, int semi_sync_number) override;
  void measurement_began(sim::Instant now) override;
  void commit_began(const Server& server, const Transaction& transaction) override;
  void answered(const Server& server, const Transaction& transaction) override;
  void part_ended(const Server& server, const Transaction& transaction, Part part, sim::Instant now) override;
  void enrolled(const Server& server, const StageQueue& stage, Group group, bool leads) override;
  void took_queue(const Server& server, const StageQueue& stage, Group group) override;
  void took_first(const Server& server, const StageQueue& stage, Group group) override;
  void entered(const Server& server, const sim::Lock& mutex, Group group) override;
  void released(const sim::Lock& mutex, sim::Instant held_since) override;
  void call_began(const Server& server, LogCall call, const sim::Device& device) override;
  void call_ended(const Server& server, LogCall call, const sim::Device& device) override;
  void logged(const Server& server, const Transaction& transaction) override;
  void published(const Server& server, sim::Bytes up_to) override;
  void committed(const Server& server, const Transaction& transaction) override;
  void ack_wait_began(const Server& source, sim::Bytes position) override;
  void ack_wait_ended(const Server& source, sim::Bytes position) override;
  void sent(const Server& source, const Server& replica, const BinlogPacket& packet) override;
  void received(const Server& replica, const BinlogPacket& packet) override;
  void relayed(const Server& replica, const BinlogPacket& packet) override;
  void ack_sent(const Server& replica, sim::Bytes position) override;
  void ack_received(const Server& source, int replica, sim::Bytes position) override;
  void semi_sync_switched(const Server& source, bool on) override;
  void apply_began(const Server& replica, const Transaction& transaction, std::int64_t entry) override;
  void applied(const Server& replica, std::int64_t entry) override;

 private:
  using Event = TimelineEvent;
  using Kind = TimelineRow::Kind;

  // A place in a server's binary log: where an entry ends, its number there, and the life that wrote it.
  struct Place {
    sim::Bytes end;
    std::int64_t entry;
    std::int64_t life;
  };
  // What is known of a server, window or not.
  struct ServerState {
    std::deque<Place> places;                  // the latest ones
    std::map<int, const Server*> replicas = {};  // semi-sync ones, by their number
    const Server* source = nullptr;            // of a replica
    std::deque<sim::Instant> messages = {};    // on their way to it: when they were sent
    std::deque<sim::Instant> acks = {};        // on their way from it
    std::map<LogCall, std::deque<sim::Instant>> calls = {};  // under way: since when
    std::int64_t relayed = 0;
    std::int64_t applied = 0;
    std::map<std::int64_t, const Transaction*> applying = {};  // by entry
  };
  struct MutexState {
    const Server* server = nullptr;
    std::size_t row = 0;
    bool is_first = false;
    std::int64_t group = kNobody;  // of whoever holds it
  };

  bool is_in_window(sim::Instant now) const;
  bool overlaps(sim::Instant begin, sim::Instant end) const;
  bool is_over(sim::Instant now) const;
  std::size_t row_of(const Server& server, Kind kind, const std::string& name, std::int64_t order = 0, const std::string& detail = "");
  std::size_t row_of(const Server& server, const Transaction& transaction);
  std::size_t row_of(const Server& server, LogCall call, const sim::Device& device);
  std::size_t row_of_binary_log(const Server& server);
  std::size_t row_of_messages(const Server& replica);
  std::size_t row_of_acks(const Server& replica);
  std::size_t row_of_stage(const sim::Lock& mutex) const { return mutexes_.at(&mutex).row; }

  TimelineLife* life_of(const Server& server, const Transaction& transaction);
  std::int64_t number_of(const Transaction& transaction) const;
  void end_life(const Transaction* transaction, sim::Instant now);
  bool all_began_in_window(Group group) const;
  std::int64_t begin_group(const sim::Lock& mutex, Group group, sim::Instant now);
  const Place* place_at(const Server& server, sim::Bytes position);

  // A new span, to be filled in; null where it took no time or lies outside of the window.
  TimelineSpan* add_span(std::size_t row, TimelineSpan::Kind kind, sim::Instant begin, sim::Instant end);

  // A new event, to be filled in; outside of the window one that nobody reads.
  Event& note(sim::Instant now, Event::Kind kind, std::size_t row);
  Event& note(const Server& server, Event::Kind kind, const Transaction& transaction);
  void note_position(const Server& server, Event::Kind kind, std::size_t row, sim::Bytes position);
  void note_packet(sim::Instant now, Event::Kind kind, const Server& replica, const BinlogPacket& packet);

  Timeline timeline_;
  bool is_measured_ = false;
  bool keeps_earlier_ = false;
  Event unwanted_;
  std::int64_t next_life_ = 0;
  std::int64_t next_group_ = 0;
  const Server* counted_ = nullptr;
  std::int64_t first_stage_groups_ = 0;
  std::int64_t first_stage_members_ = 0;
  std::int64_t ended_ = 0;
  std::unordered_map<const Transaction*, TimelineLife> under_way_;
  std::map<std::tuple<const Server*, Kind, std::string>, std::size_t> rows_;
  std::unordered_map<const sim::Lock*, MutexState> mutexes_;
  std::unordered_map<const Server*, ServerState> servers_;
  std::unordered_map<const sim::Device*, sim::Instant> free_at_;  // of serial devices
};

}  // namespace models
