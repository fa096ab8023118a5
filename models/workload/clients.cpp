#include "models/workload/clients.hpp"

#include <stdexcept>

namespace models {
namespace {

const Cost& statement_cost(const CostProfile& costs, const std::string& kind) {
  const Cost* cost = costs.statements.find(kind);
  if (cost == nullptr) throw std::invalid_argument("cost profile " + costs.name + " has no statement '" + kind + "'");
  return *cost;
}

// Of each statement of the workload, per other active transaction.
std::vector<sim::Seconds> contention_of(const WorkloadProfile& workload, const CostProfile& costs) {
  std::vector<sim::Seconds> contention;
  for (const Statement& statement : workload.transaction) {
    contention.push_back(costs.contention_cpu.mean());
    if (workload.reads_beside_writers(statement)) contention.back() += costs.read_write_contention_cpu.mean();
  }
  return contention;
}

}  // namespace

Clients::Clients(Server& server, const WorkloadProfile& workload, int threads, std::optional<sim::PerSecond> rate,
                 Host* client_host, const HotRowsSpec& hot_rows, ClientMetrics& metrics)
    : server_(server),
      workload_(workload),
      row_events_(workload.row_events()),
      changes_(workload.changes()),
      big_changes_(workload.changes_of(workload.big_transactions.rows)),
      contention_cpu_(contention_of(workload, server.costs())),
      needs_tickets_(server.variables().innodb_thread_concurrency > 0),
      keeps_ticket_(needs_tickets_ && !server.variables().log_bin && workload.is_autocommit()),
      uses_thread_pool_(server.thread_pool().is_used()),
      threads_(threads),
      rate_(rate),
      client_host_(client_host),
      hot_rows_(server, hot_rows),
      metrics_(metrics),
      arrivals_(server.simulation(), server.name() + ": a transaction to arrive") {
  changes_.row_events = &row_events_;
  for (int number = 0; number < threads; ++number) sessions_.push_back(std::make_unique<Session>(make_session(number)));
}

Clients::Session Clients::make_session(int number) const {
  const RandomStreams& streams = server_.streams();
  const std::string prefix = server_.name() + "/client/";
  const auto index = static_cast<std::uint64_t>(number);
  Session session{streams.draws(server_.costs().client_round_trip.time, prefix + "round_trip", index),
                  streams.draws(server_.costs().client_cpu.time, prefix + "cpu", index),
                  streams.stream(prefix + "hot_row", index), streams.stream(prefix + "rows", index), {}, {},
                  static_cast<std::size_t>(number)};
  for (const Statement& statement : workload_.transaction) {
    session.statements.push_back(
        streams.draws(statement_cost(server_.costs(), statement.kind).time, prefix + statement.kind, index));
  }
  return session;
}

void Clients::start() {
  sim::Simulation& simulation = server_.simulation();
  for (int number = 0; number < threads_; ++number) {
    simulation.spawn(process_name(number), rate_ ? open_client(number) : closed_client(number));
  }
  if (rate_) simulation.spawn(server_.name() + ": arrivals", arrivals());
}

sim::Process Clients::closed_client(int number) {
  Session& session = *sessions_[static_cast<std::size_t>(number)];
  while (true) {
    const sim::Instant arrived = server_.now();
    co_await run_transaction(session, arrived);
  }
}

sim::Process Clients::open_client(int number) {
  Session& session = *sessions_[static_cast<std::size_t>(number)];
  while (true) {
    const sim::Instant arrived = co_await arrivals_.pop();
    co_await run_transaction(session, arrived);
  }
}

sim::Process Clients::arrivals() {
  SampledCost interval =
      server_.streams().draws(sim::Distribution::exponential(1 / rate_->value), server_.name() + "/client/arrivals");
  while (true) {
    co_await server_.simulation().delay(interval.next());
    arrivals_.push(server_.now());
  }
}

sim::Task<> Clients::run_transaction(Session& session, sim::Instant arrived) {
  session.busy_since = server_.now();
  ++busy_;
  Transaction transaction(server_.simulation());
  transaction.begin(arrived);
  if (server_.probe().is_watched()) transaction.watched_by = &server_.probe();
  transaction.changes = changes_;
  transaction.connection = static_cast<std::int64_t>(session.number);
  transaction.schema = transaction.connection % workload_.schemas;
  transaction.domain = transaction.connection % workload_.domains;
  if (workload_.big_transactions.share > 0) draw_size(transaction, session);
  transaction.spend(Part::thread_wait, server_.now());
  bool has_drawn_row = false;
  bool has_begun = false;  // its first statement
  for (std::size_t i = 0; i < workload_.transaction.size(); ++i) {
    for (std::int64_t time = 0; time < workload_.transaction[i].times; ++time) {
      if (has_begun && uses_thread_pool_) server_.thread_pool().end_statement(transaction.connection);
      co_await server_.simulation().delay(session.round_trip.next());
      if (client_host_ != nullptr) co_await client_host_->cpu().execute(session.client_cpu.next(), sim::Cpu::Work::prompt);
      transaction.spend(Part::client, server_.now());
      if (uses_thread_pool_) co_await server_.thread_pool().begin_statement(transaction.connection, has_begun);
      has_begun = true;
      const bool wants_lock = hot_rows_.any() && transaction.row_lock == nullptr && workload_.transaction[i].rows > 0;
      if (wants_lock && !has_drawn_row) co_await hot_rows_.lock_one(transaction, session.hot_row);
      has_drawn_row = has_drawn_row || wants_lock;
      if (needs_tickets_) co_await server_.enter_storage_engine();
      const sim::Seconds contention = contention_cpu_[i] * others_under_way();
      co_await server_.execute_statement(session.statements[i].next() + contention);
      if (workload_.transaction[i].rows > 0) transaction.last_committed = server_.binary_log().dependencies().max_committed();
      if (needs_tickets_ && !keeps_ticket_) server_.leave_storage_engine();
      transaction.spend(Part::execute, server_.now());
    }
  }
  const bool commits_in_pool = uses_thread_pool_ && changes_.any() && has_begun;
  if (commits_in_pool) server_.thread_pool().begin_wait(transaction.connection);  // to the pool a commit is a wait
  if (transaction.changes.rows > changes_.rows) co_await change_more_rows(transaction);
  if (server_.names_rows()) name_rows(transaction, session);
  if (changes_.any()) co_await server_.commit(transaction);
  if (commits_in_pool) server_.thread_pool().end_wait(transaction.connection);
  if (keeps_ticket_) server_.leave_storage_engine();
  if (has_begun && uses_thread_pool_) server_.thread_pool().end_statement(transaction.connection);
  metrics_.note(transaction, session.number, state(), server_.now());
  server_.probe()(&Observer::answered, transaction);
  session.busy_since.reset();
  --busy_;
}

void Clients::draw_size(Transaction& transaction, Session& session) const {
  if (session.rows.next() < workload_.big_transactions.share) transaction.changes = big_changes_;
}

// A row more costs what it costs to apply it.
sim::Task<> Clients::change_more_rows(Transaction& transaction) {
  co_await server_.execute_statement(server_.costs().apply_row_cpu.mean() * (transaction.changes.rows - changes_.rows));
  transaction.last_committed = server_.binary_log().dependencies().max_committed();
  transaction.spend(Part::execute, server_.now());
}

// A hot row has its number; the others come behind the hot ones.
void Clients::name_rows(Transaction& transaction, Session& session) const {
  const auto table_rows = static_cast<double>(workload_.table_rows);
  const auto schema = static_cast<std::uint64_t>(transaction.schema);
  const auto wanted = static_cast<std::size_t>(transaction.changes.rows);
  constexpr std::uint64_t kBehindHotRows = 1000000;
  while (transaction.rows.size() < wanted) {
    const auto row = static_cast<std::uint64_t>(session.rows.next() * table_rows);
    transaction.rows.push_back(kBehindHotRows + schema * static_cast<std::uint64_t>(workload_.table_rows) + row);
  }
}

// Whom a statement contends with: whoever waits for a thread of the pool is in nobody's way.
std::uint64_t Clients::others_under_way() const {
  return uses_thread_pool_ ? static_cast<std::uint64_t>(server_.thread_pool().under_way()) - 1 : busy_ - 1;
}

std::string Clients::process_name(int number) const { return server_.name() + ": client " + std::to_string(number + 1); }

std::vector<std::pair<std::string, sim::Instant>> Clients::under_way_since_before(sim::Instant instant) const {
  std::vector<std::pair<std::string, sim::Instant>> names;
  for (int number = 0; number < threads_; ++number) {
    const auto& busy_since = sessions_[static_cast<std::size_t>(number)]->busy_since;
    if (busy_since && *busy_since < instant) names.emplace_back(process_name(number), *busy_since);
  }
  return names;
}

}  // namespace models
