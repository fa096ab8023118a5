// Clients that run a workload against a server: closed (each sends the next transaction when the last was answered) or
// open (transactions arrive at a rate and wait for a free client thread).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/server.hpp"
#include "models/workload/client_metrics.hpp"
#include "models/workload/hot_rows.hpp"
#include "models/workload/workload_profile.hpp"
#include "sim/engine/sync.hpp"

namespace models {

class Clients {
 public:
  // `threads` clients. With `rate`, transactions arrive at it at exponential intervals, and the response time counts from
  // the arrival, as with sysbench --rate. The clients use the CPU of `client_host`, if there is one.
  // A share of them changes `hot_rows`. Throws std::invalid_argument when the cost profile lacks a statement kind.
  Clients(Server& server, const WorkloadProfile& workload, int threads, std::optional<sim::PerSecond> rate,
          Host* client_host, const HotRowsSpec& hot_rows, ClientMetrics& metrics);

  void start();

  int threads() const { return threads_; }
  const std::optional<sim::PerSecond>& rate() const { return rate_; }
  ClientMetrics& metrics() { return metrics_; }
  const WorkloadProfile& workload() const { return workload_; }
  Server& server() { return server_; }

  // Transactions that wait for a free thread (open arrivals).
  std::size_t queued() const { return arrivals_.size(); }

  ClientState state() const { return {arrivals_.size(), busy_}; }

  // The clients whose transaction has been under way since before `instant`: process name, and since when.
  std::vector<std::pair<std::string, sim::Instant>> under_way_since_before(sim::Instant instant) const;

 private:
  std::string process_name(int number) const;

  // One kind of statement, with the cost it draws. Round trips and CPU of one client come from streams of its own.
  struct Session {
    SampledCost round_trip;
    SampledCost client_cpu;
    sim::RandomStream hot_row;
    sim::RandomStream rows;
    std::vector<SampledCost> statements;  // parallel to the workload's statements
    std::optional<sim::Instant> busy_since;
    std::size_t number;
  };

  Session make_session(int number) const;
  sim::Process closed_client(int number);
  sim::Process open_client(int number);
  sim::Process arrivals();
  void draw_size(Transaction& transaction, Session& session) const;
  sim::Task<> change_more_rows(Transaction& transaction);
  void name_rows(Transaction& transaction, Session& session) const;
  std::uint64_t others_under_way() const;
  sim::Task<> run_transaction(Session& session, sim::Instant arrived);

  Server& server_;
  const WorkloadProfile& workload_;
  std::vector<sim::Bytes> row_events_;
  Changes changes_;
  Changes big_changes_;
  std::vector<sim::Seconds> contention_cpu_;  // per other active transaction; parallel to the workload's statements
  bool needs_tickets_;  // innodb_thread_concurrency limits
  bool keeps_ticket_;   // through the commit: an autocommit statement without binary log does
  bool uses_thread_pool_;
  int threads_;
  std::optional<sim::PerSecond> rate_;
  Host* client_host_;
  HotRows hot_rows_;
  ClientMetrics& metrics_;
  std::vector<std::unique_ptr<Session>> sessions_;
  std::uint64_t busy_ = 0;
  sim::FifoQueue<sim::Instant> arrivals_;
};

}  // namespace models
