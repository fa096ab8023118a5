// The series of a run as OpenMetrics text with the names of mysqld_exporter, for dashboards that draw real servers: `promtool tsdb
// create-blocks-from openmetrics` takes it in. Timestamps are simulated: seconds since the measurement began. Metrics of which a
// simulated server has no series are given once, at the end.
// Source: OpenMetrics 1.0 (families together, samples of one series by rising timestamps, "# EOF" at the end); mysqld_exporter 0.15.
#include <fmt/format.h>

#include <functional>
#include <vector>

#include "experiments/report/writer.hpp"

namespace experiments {
namespace {

// One metric family. Its samples are added series by series.
class Family {
 public:
  Family(std::string name, const char* type, const char* help) : name_(std::move(name)), is_counter_(type == std::string("counter")) {
    head_ = fmt::format("# TYPE {} {}\n# HELP {} {}\n", name_, type, name_, help);
  }

  void add(const std::string& labels, double value, double t_s) {
    samples_ += fmt::format("{}{}{{{}}} {:.15g} {:.15g}\n", name_, is_counter_ ? "_total" : "", labels, value, t_s);
  }

  // Nothing of a family without samples.
  std::string text() const { return samples_.empty() ? "" : head_ + samples_; }

 private:
  std::string name_;
  bool is_counter_;
  std::string head_;
  std::string samples_;
};

std::string instance(const std::string& server) { return fmt::format("instance=\"{}\"", server); }

using PointValue = std::function<double(const models::SeriesPoint&)>;

// What has been counted up to each point of every load, from its rates.
std::string counted(const Result& result, const char* name, const char* more_labels, const char* help, const PointValue& rate) {
  Family family(name, "counter", help);
  for (const models::LoadSummary& load : result.summary.loads) {
    double count = 0;
    for (const models::SeriesPoint& point : load.series) {
      count += rate(point) * load.interval_s;
      family.add(instance(load.server) + more_labels, count, point.t_s);
    }
  }
  return family.text();
}

std::string clients(const Result& result) {
  std::string text = counted(result, "mysql_global_status_commands", ",command=\"commit\"", "Transactions committed by clients.",
                             [](const models::SeriesPoint& point) { return point.tps; });
  text += counted(result, "mysql_global_status_queries", "", "Statements executed.",
                  [](const models::SeriesPoint& point) { return point.qps; });
  Family running("mysql_global_status_threads_running", "gauge", "Clients with a transaction under way.");
  Family p95("commitsim_response_p95_seconds", "gauge", "95th percentile of the response times of the interval.");
  for (const models::LoadSummary& load : result.summary.loads) {
    for (const models::SeriesPoint& point : load.series) {
      running.add(instance(load.server), static_cast<double>(point.busy), point.t_s);
      p95.add(instance(load.server), point.p95_ms / 1e3, point.t_s);
    }
  }
  return text + running.text() + p95.text();
}

std::string replicas(const Result& result) {
  Family behind("mysql_slave_status_seconds_behind_master", "gauge", "Seconds_Behind_Master as the replica shows it.");
  Family lag("mysql_heartbeat_lag_seconds", "gauge", "Age of the oldest transaction that is not applied.");
  for (const models::ReplicaSummary& replica : result.summary.replicas) {
    const std::string labels = fmt::format("{},master_host=\"{}\"", instance(replica.name), replica.source);
    for (const models::LagPoint& point : replica.series) {
      behind.add(labels, static_cast<double>(point.seconds_behind_source), point.t);
      lag.add(labels, point.lag, point.t);
    }
  }
  return behind.text() + lag.text();
}

using ServerValue = std::function<double(const models::ServerSummary&)>;

std::string at_the_end(const Result& result, const char* name, const char* type, const char* help, bool of_semi_sync,
                       const ServerValue& value) {
  Family family(name, type, help);
  for (const models::ServerSummary& server : result.summary.servers) {
    if (!of_semi_sync || server.semi_sync.enabled) family.add(instance(server.name), value(server), result.summary.simulated_s);
  }
  return family.text();
}

std::string servers(const Result& result) {
  const double seconds = result.summary.simulated_s;
  using Server = const models::ServerSummary&;
  return at_the_end(result, "mysql_global_status_innodb_os_log_fsyncs", "counter", "fsyncs of the redo log.", false,
                    [=](Server server) { return server.redo_fsyncs_per_s * seconds; }) +
         at_the_end(result, "mysql_global_status_rpl_semi_sync_master_status", "gauge", "1: semi-sync is on.", true,
                    [](Server server) { return server.semi_sync.on_at_end ? 1.0 : 0.0; }) +
         at_the_end(result, "mysql_global_status_rpl_semi_sync_master_yes_tx", "counter", "Transactions acknowledged.", true,
                    [](Server server) { return server.semi_sync.yes_tx; }) +
         at_the_end(result, "mysql_global_status_rpl_semi_sync_master_no_tx", "counter", "Transactions not acknowledged.", true,
                    [](Server server) { return server.semi_sync.no_tx; }) +
         at_the_end(result, "mysql_global_status_rpl_semi_sync_master_no_times", "counter", "Times semi-sync was switched off.", true,
                    [](Server server) { return server.semi_sync.no_times; }) +
         at_the_end(result, "mysql_global_status_rpl_semi_sync_master_tx_wait_time", "counter", "Microseconds waited for ACKs.", true,
                    [](Server server) { return server.semi_sync.tx_wait_time_us; });
}

}  // namespace

std::string openmetrics_text(const Result& result) { return clients(result) + replicas(result) + servers(result) + "# EOF\n"; }

}  // namespace experiments
