#include "experiments/scenario/scenario_document.hpp"

#include "models/cost_profile.hpp"

namespace experiments {

using sim::Schema;
using sim::Seconds;
using sim::at_least;
using sim::between;
using sim::more_than;

namespace {

// The longest that a run may be asked to take, in simulated time.
constexpr Seconds kLongest{30.0 * 24 * 3600};

}  // namespace

Schema<WorkloadDocument> WorkloadDocument::schema() {
  using W = WorkloadDocument;
  return Schema<W>("workload", "who sends what to a server")
      .field("sysbench", &W::sysbench, "a sysbench script, such as oltp_read_write")
      .field("profile", &W::profile, "a workload profile of your own: the path of its YAML file")
      .field("transaction", &W::transaction, "or the statements themselves")
      .field("transaction_binlog", &W::transaction_binlog, "with `transaction`: binary log that every writing transaction adds")
      .field("transaction_binlog_events", &W::transaction_binlog_events, "with `transaction`: events among them", between(0, 1000))
      .field("transaction_redo", &W::transaction_redo, "with `transaction`: redo log that every writing transaction adds")
      .field("threads", &W::threads, "client threads", between(1, 100000))
      .field("hot_rows", &W::hot_rows, "so many rows that transactions queue for: the lock is held until the storage engine commits",
             between(0, 100000))
      .field("hot_share", &W::hot_share, "the share of the writing transactions that changes one of hot_rows",
             between(sim::Fraction{0}, sim::Fraction{1}))
      .field("rate", &W::rate, "open arrivals at this rate, as sysbench --rate; otherwise each client sends when it was answered",
             more_than(sim::PerSecond{0}))
      .field("client_host", &W::client_host, "the host whose CPU the clients use; otherwise they have machines of their own")
      .field("tables", &W::tables, "tables, as sysbench --tables", between(1, 100000))
      .field("table_size", &W::table_size, "rows per table, as sysbench --table-size", at_least(1))
      .field("schemas", &W::schemas, "clients are spread over so many schemas, each with tables of its own", between(1, 100000))
      .field("domains", &W::domains, "and over so many replication domains: gtid_domain_id of MariaDB", between(1, 100000))
      .field("big_share", &W::big_share, "the share of the transactions that changes big_rows rows instead of a few",
             between(sim::Fraction{0}, sim::Fraction{1}))
      .field("big_rows", &W::big_rows, "rows that a big transaction changes, in the same way as the others", between(1, 10000000));
}

Schema<RunDocument> RunDocument::schema() {
  using R = RunDocument;
  return Schema<R>("run", "how long and how precisely to simulate")
      .field("duration", &R::duration, "simulated time that is measured, after the warm-up", between(Seconds{1e-3}, kLongest))
      .field("warm_up", &R::warm_up, "simulated time that is thrown away first; auto: found by MSER-5", between(Seconds{0}, kLongest))
      .field("seed", &R::seed, "root of all random streams", at_least(0))
      .field("replicates", &R::replicates, "independent runs", between(1, 10000))
      .field("precision", &R::precision, "go on until throughput and mean response are known to this half-width",
             between(sim::Fraction{1e-4}, sim::Fraction{0.5}))
      .field("report_interval", &R::report_interval, "width of the intervals in the series", between(Seconds{1e-3}, kLongest))
      .field("crash_moments", &R::crash_moments,
             "look at so many random moments for what a crash would lose (durability.* of the result); 0: do not", between(0, 1000000))
      .field("promote", &R::promote, "the replica that takes over when the source is lost, or most_advanced");
}

Schema<DeviceDocument> DeviceDocument::schema() {
  using D = DeviceDocument;
  return Schema<D>("device", "a storage device")
      .field("kind", &D::kind, "takes for files on it what such a device takes (`describe devices`); otherwise the profile's costs")
      .field("fio", &D::fio, "a result of fio (JSON or text), pg_test_fsync or ioping: files on it take the sync times in it")
      .field("serial", &D::serial, "serves one request at a time; otherwise all at once")
      .field("drift", &D::drift,
             "coefficient of variation of its sync times from replicate to replicate: each draws a factor of mean 1 for all of its run",
             between(sim::Fraction{0}, sim::Fraction{1}));
}

Schema<HostDocument> HostDocument::schema() {
  using H = HostDocument;
  return Schema<H>("host", "a machine")
      .field("cores", &H::cores, "CPU cores", between(1, 4096))
      .field("site", &H::site, "where it stands: a name that network.links can join with others")
      .field("profile", &H::profile, "cost profile of this machine, where it is not the scenario's")
      .field("costs", &H::costs, "costs that differ from the profile on this machine")
      .field("devices", &H::devices, "its storage devices; every host has a parallel one called disk")
      .field("broadcast_requeues", &H::broadcast_requeues,
             "glibc before 2.25: who is woken by a broadcast wakes up one after the other; otherwise all at once")
      .field("foreign_load", &H::foreign_load, "how many of its cores other programs use, as measured: 0.4", at_least(0.0))
      .field("foreign_burst", &H::foreign_burst, "how long those compute before they pause, in the mean",
             between(Seconds{1e-6}, Seconds{10}))
      .field("foreign_time_slice", &H::foreign_time_slice, "how long they keep a core from a thread that waits for it",
             between(Seconds{1e-6}, Seconds{1}))
      .field("foreign_waiting_share", &H::foreign_waiting_share,
             "of the threads that wake up while they have all cores: so many wait for the end of a time slice, the others run at once",
             between(sim::Fraction{0}, sim::Fraction{1}))
      .check([](const HostDocument& host, const sim::Node& node, sim::Diagnostics& diagnostics) {
        if (host.foreign_load <= static_cast<double>(host.cores)) return;
        diagnostics.error(node.location_of("foreign_load"), fmt::format("foreign_load: {} cores of {}", host.foreign_load, host.cores));
      });
}

Schema<PathDocument> PathDocument::schema() {
  using P = PathDocument;
  return Schema<P>("default", "the link between hosts that have none of their own")
      .field("rtt", &P::rtt, "round trip time of the network", at_least(Seconds{0}))
      .field("bandwidth", &P::bandwidth, "in each direction", more_than(sim::BytesPerSecond{0}))
      .field("jitter", &P::jitter, "time that a message comes later than that, one way")
      .field("tcp_window", &P::tcp_window,
             "how much a stream sends before it is acknowledged: no more than that arrives in a round trip; 0: as much as fills the link",
             at_least(sim::Bytes{0}))
      .field("loss", &P::loss,
             "share of the packets of 1448 bytes that are lost: a retransmission timer of the round trip and 200 ms where the end of a "
             "message is, doubled by each further loss, otherwise a round trip",
             between(sim::Fraction{0}, sim::Fraction{0.5}));
}

Schema<StopDocument> StopDocument::schema() {
  using S = StopDocument;
  return Schema<S>("stop", "a time in which something stands still")
      .field("at", &S::at, "when it begins, since the measurement began", between(Seconds{0}, kLongest)).required()
      .field("for", &S::length, "how long it lasts", between(Seconds{1e-6}, kLongest)).required();
}

Schema<LinkDocument> LinkDocument::schema() {
  using L = LinkDocument;
  return Schema<L>("link", "the link between two hosts")
      .field("between", &L::between, "the two hosts, or sites: then every host of one and every host of the other", sim::exactly(2))
      .required()
      .field("rtt", &L::rtt, "round trip time; otherwise the default's", at_least(Seconds{0}))
      .field("bandwidth", &L::bandwidth, "in each direction; otherwise the default's", more_than(sim::BytesPerSecond{0}))
      .field("jitter", &L::jitter, "time that a message comes later than that, one way; otherwise the default's")
      .field("tcp_window", &L::tcp_window, "how much a stream sends before it is acknowledged; otherwise the default's",
             at_least(sim::Bytes{0}))
      .field("loss", &L::loss, "share of the packets that are lost; otherwise the default's",
             sim::between(sim::Fraction{0}, sim::Fraction{0.5}))
      .field("other_traffic", &L::other_traffic, "bandwidth that others use, in each direction; they do not give way",
             at_least(sim::BytesPerSecond{0}))
      .field("stops", &L::stops,
             "times in which nothing gets through; it goes on when TCP next tries, after the round trip and 200 ms, doubled each time");
}

Schema<NetworkDocument> NetworkDocument::schema() {
  using N = NetworkDocument;
  return Schema<N>("network", "links between the hosts")
      .field("default", &N::default_path, "the link between hosts that have none of their own")
      .field("links", &N::links, "links that differ")
      .field("model", &N::model,
             "auto: SimGrid where streams share a link, else the same without it, which is faster; simgrid: SimGrid in any case");
}

Schema<FilesDocument> FilesDocument::schema() {
  using F = FilesDocument;
  return Schema<F>("files", "which device holds which of a server's files")
      .field("redo_log", &F::redo_log, "device of the host")
      .field("binary_log", &F::binary_log, "device of the host")
      .field("relay_log", &F::relay_log, "device of the host");
}

Schema<ServerDocument> ServerDocument::schema() {
  using S = ServerDocument;
  return Schema<S>("server", "a server")
      .field("host", &S::host, "the machine it runs on; without, one of its own with the server's name")
      .field("version", &S::version, "such as mysql-5.7 or mysql-5.7.22", sim::not_empty()).required()
      .field("replicates_from", &S::replicates_from, "its source, for a replica")
      .field("sql_thread", &S::sql_thread, "whether the replica applies what it receives")
      .field("source_delay", &S::source_delay,
             "SOURCE_DELAY (MASTER_DELAY) of its channel: it applies a transaction so long after its source committed it, at least",
             between(Seconds{0}, Seconds{2147483647}))
      .field("source_compression", &S::source_compression,
             "SOURCE_COMPRESSION_ALGORITHMS of its channel (MASTER_... before 8.0.23), MySQL 8.0.18 and later; "
             "replica_compressed_protocol=ON makes it zlib")
      .field("option_file", &S::option_file,
             "a my.cnf, mysqld-auto.cnf or output of SHOW VARIABLES, whose variables the server has where `variables` says nothing")
      .field("variables", &S::variables, "server variables under the names that the version has for them")
      .field("files", &S::files, "which device holds which file; otherwise the host's disk")
      .field("costs", &S::costs, "costs that differ from the profile on this server")
      .field("workload", &S::workload, "clients of this server alone; read-only on a replica")
      .field("stops", &S::stops,
             "times in which this replica receives, acknowledges and applies nothing, as if its process were stopped; what is sent "
             "meanwhile waits in the network");
}

Schema<ScenarioDocument> ScenarioDocument::schema() {
  using S = ScenarioDocument;
  return Schema<S>("scenario", "a cluster and what it is asked to do")
      .field("description", &S::description, "what this scenario is about")
      .field("workload", &S::workload, "the clients of the source")
      .field("run", &S::run, "how long and how precisely to simulate")
      .field("profile", &S::profile, "cost profile: a shipped one by name, or the path of a YAML file")
      .field("costs", &S::costs, "costs that differ from the profile")
      .field("hosts", &S::hosts, "the machines")
      .field("network", &S::network, "the links between them")
      .field("servers", &S::servers, "the servers, by name", sim::not_empty()).required();
}

}  // namespace experiments

namespace sim {
namespace {

Json as_written(const Node& node) {
  if (node.is_scalar()) return node.text();
  Json written;
  for (const Node& item : node.items()) written.push_back(as_written(item));
  for (const Field& field : node.fields()) written[field.key] = as_written(field.value);
  return written;
}

}  // namespace

bool Codec<experiments::Overrides>::read(const Node& node, experiments::Overrides& overrides, const Reader& reader) {
  if (!node.is_mapping() && !node.is_null()) return reader.wrong_kind(node, "a mapping from costs to times");
  overrides.node = node;
  return true;
}

Json Codec<experiments::Overrides>::write(const experiments::Overrides& overrides) { return as_written(overrides.node); }

Json Codec<experiments::Overrides>::json_schema() { return Codec<models::CostProfile>::json_schema(); }

}  // namespace sim
