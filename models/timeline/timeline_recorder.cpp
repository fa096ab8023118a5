#include "models/timeline/timeline_recorder.hpp"

#include <algorithm>
#include <string>

#include "models/commit/stage_queue.hpp"
#include "models/server.hpp"

namespace models {
namespace {

// So many of the latest entries of a binary log are known by their place: more than wait anywhere in a window.
constexpr std::size_t kPlaces = 100000;

// Redo log, binary log, relay log.
std::int64_t order_of(LogCall call) { return call < LogCall::binlog_write ? 0 : call < LogCall::relay_write ? 1 : 2; }

std::string name_of(const Server& server, const sim::Device& device) {
  for (const auto& [name, each] : server.host().devices()) {
    if (each.get() == &device) return name;
  }
  return "";
}

// "LOCK_log" of "source: LOCK_log".
std::string without_server(const std::string& name) {
  const std::size_t colon = name.find(": ");
  return colon == std::string::npos ? name : name.substr(colon + 2);
}

// The front of a queue, taken out; `otherwise` where it is empty.
sim::Instant take(std::deque<sim::Instant>& queue, sim::Instant otherwise) {
  if (queue.empty()) return otherwise;
  const sim::Instant front = queue.front();
  queue.pop_front();
  return front;
}

}  // namespace

Timeline TimelineRecorder::take() {
  for (const auto& [transaction, life] : under_way_) timeline_.lives.push_back(life);
  const auto by_number = [](const auto& a, const auto& b) { return a.number < b.number; };
  std::sort(timeline_.lives.begin(), timeline_.lives.end(), by_number);
  const auto by_date = [](const Event& a, const Event& b) { return a.at < b.at; };
  std::stable_sort(timeline_.events.begin(), timeline_.events.end(), by_date);
  return std::move(timeline_);
}

// Where nothing is logged, and where nothing is written.
std::int64_t TimelineRecorder::ended_without_group() const {
  constexpr std::int64_t kSurelyNone = 1000;
  return !counted_->variables().log_bin || (first_stage_groups_ == 0 && ended_ > kSurelyNone) ? ended_ : 0;
}

bool TimelineRecorder::has_ended_what_began_before(sim::Instant then) const {
  return std::none_of(under_way_.begin(), under_way_.end(),
                      [&](const auto& each) { return each.first->connection >= 0 && each.second.begin < then; });
}

bool TimelineRecorder::is_in_window(sim::Instant now) const {
  const sim::Seconds time = now - timeline_.measured_from;
  return is_measured_ && time >= timeline_.window.from && time < timeline_.window.until;
}

bool TimelineRecorder::overlaps(sim::Instant begin, sim::Instant end) const {
  return is_measured_ && (keeps_earlier_ || begin >= timeline_.measured_from) &&
         end - timeline_.measured_from >= timeline_.window.from && !is_over(begin);
}

bool TimelineRecorder::is_over(sim::Instant now) const {
  return now - timeline_.measured_from >= timeline_.window.until;
}

std::size_t TimelineRecorder::row_of(const Server& server, Kind kind, const std::string& name, std::int64_t order,
                                     const std::string& detail) {
  const auto [found, is_new] = rows_.try_emplace({&server, kind, name}, timeline_.rows.size());
  if (is_new) timeline_.rows.push_back({server.name(), kind, name, detail, order});
  return found->second;
}

std::size_t TimelineRecorder::row_of(const Server& server, const Transaction& transaction) {
  if (transaction.connection >= 0) {
    return row_of(server, Kind::client, "client " + std::to_string(transaction.connection + 1), transaction.connection);
  }
  const ServerVariables& variables = server.variables();
  const bool is_parallel = variables.replica_parallel_workers > 0 || variables.slave_parallel_threads > 0;
  const std::int64_t worker = is_parallel ? transaction.worker + 1 : 0;
  return row_of(server, Kind::applier, worker > 0 ? "worker " + std::to_string(worker) : "applier", worker);
}

std::size_t TimelineRecorder::row_of(const Server& server, LogCall call, const sim::Device& device) {
  return row_of(server, Kind::device, file_of(call), order_of(call), name_of(server, device));
}

void TimelineRecorder::built(Server& server) {
  servers_[&server];
  std::int64_t order = 0;
  for (const Stage& stage : server.stages()) {
    const std::size_t row = row_of(server, Kind::stage, stage.name, order, without_server(stage.mutex->name()));
    mutexes_[stage.mutex] = {&server, row, order == 0, kNobody};
    stage.mutex->set_watcher(this);
    ++order;
  }
}

void TimelineRecorder::joined(const Server& source, const Server& replica, int semi_sync_number) {
  servers_[&replica].source = &source;
  if (semi_sync_number >= 0) servers_[&source].replicas[semi_sync_number] = &replica;
}

void TimelineRecorder::measurement_began(sim::Instant now) {
  timeline_.measured_from = now;
  is_measured_ = true;
  if (!keeps_earlier_) under_way_.clear();
}

TimelineRecorder::Event& TimelineRecorder::note(sim::Instant now, Event::Kind kind, std::size_t row) {
  Event& event = is_in_window(now) ? timeline_.events.emplace_back() : unwanted_;
  event.at = now;
  event.kind = kind;
  event.row = row;
  return event;
}

TimelineRecorder::Event& TimelineRecorder::note(const Server& server, Event::Kind kind,
                                                const Transaction& transaction) {
  Event& event = note(server.now(), kind, row_of(server, transaction));
  event.life = number_of(transaction);
  return event;
}

// A transaction is known from the end of its first part on: what begins after the window is nobody's business.
TimelineLife* TimelineRecorder::life_of(const Server& server, const Transaction& transaction) {
  const auto found = under_way_.find(&transaction);
  if (found != under_way_.end()) return &found->second;
  const bool is_early = !is_measured_ || transaction.started < timeline_.measured_from;
  const bool is_wanted = is_early ? keeps_earlier_ : !is_over(transaction.started);
  if (!is_wanted) return nullptr;
  TimelineLife life;
  life.number = next_life_++;
  life.row = row_of(server, transaction);
  life.begin = life.end = transaction.started;
  const Event::Kind kind = Event::Kind::began;
  note(transaction.started, kind, life.row).life = life.number;
  return &under_way_.emplace(&transaction, std::move(life)).first->second;
}

std::int64_t TimelineRecorder::number_of(const Transaction& transaction) const {
  const auto found = under_way_.find(&transaction);
  return found == under_way_.end() ? kNobody : found->second.number;
}

void TimelineRecorder::end_life(const Transaction* transaction, sim::Instant now) {
  const auto found = under_way_.find(transaction);
  if (found == under_way_.end()) return;
  TimelineLife& life = found->second;
  life.end = now;
  life.has_ended = true;
  if (overlaps(life.begin, life.end)) timeline_.lives.push_back(std::move(life));
  under_way_.erase(found);
}

void TimelineRecorder::part_ended(const Server& server, const Transaction& transaction, Part part, sim::Instant now) {
  TimelineLife* const life = life_of(server, transaction);
  if (life == nullptr) return;
  if (part == Part::wake_up) note(server, Event::Kind::woken, transaction);
  life->end = now;
  if (now > transaction.mark) life->parts.push_back({part, transaction.mark, now});
}

void TimelineRecorder::commit_began(const Server& server, const Transaction& transaction) {
  note(server, Event::Kind::commit_began, transaction);
}

void TimelineRecorder::answered(const Server& server, const Transaction& transaction) {
  note(server, Event::Kind::answered, transaction);
  if (&server == counted_ && is_in_window(server.now()) && number_of(transaction) != kNobody) ++ended_;
  end_life(&transaction, server.now());
}

void TimelineRecorder::enrolled(const Server& server, const StageQueue& stage, Group group, bool leads) {
  Event& event = note(server.now(), Event::Kind::enrolled, row_of_stage(stage.mutex()));
  event.life = number_of(group.first());
  event.leads = leads;
  event.size = static_cast<std::int64_t>(group.size());
  event.level = static_cast<std::int64_t>(stage.size() + group.size());
}

bool TimelineRecorder::all_began_in_window(Group group) const {
  bool all = true;
  group.for_each([&](const Transaction& member) {
    const auto life = under_way_.find(&member);
    all = all && life != under_way_.end() && is_in_window(life->second.begin);
  });
  return all;
}

std::int64_t TimelineRecorder::begin_group(const sim::Lock& mutex, Group group, sim::Instant now) {
  MutexState& state = mutexes_.at(&mutex);
  state.group = next_group_++;
  if (!is_in_window(now)) return state.group;
  TimelineGroup& added = timeline_.groups.emplace_back();
  added.number = state.group;
  added.row = state.row;
  added.taken = now;
  group.for_each([&](const Transaction& member) { added.members.push_back(number_of(member)); });
  if (state.is_first && state.server == counted_ && all_began_in_window(group)) {
    ++first_stage_groups_;
    first_stage_members_ += static_cast<std::int64_t>(added.members.size());
  }
  return state.group;
}

void TimelineRecorder::took_queue(const Server& server, const StageQueue& stage, Group group) {
  if (group.empty()) return;
  const std::int64_t number = begin_group(stage.mutex(), group, server.now());
  Event& event = note(server.now(), Event::Kind::took_queue, row_of_stage(stage.mutex()));
  event.life = number_of(group.first());
  event.group = number;
  event.size = static_cast<std::int64_t>(group.size());
  event.level = 0;
}

void TimelineRecorder::took_first(const Server& server, const StageQueue& stage, Group group) {
  Event& event = note(server.now(), Event::Kind::took_first, row_of_stage(stage.mutex()));
  event.life = number_of(group.first());
  event.size = 1;
  event.level = static_cast<std::int64_t>(stage.size());
}

void TimelineRecorder::entered(const Server& server, const sim::Lock& mutex, Group group) {
  if (mutexes_.find(&mutex) == mutexes_.end()) return;
  const std::int64_t number = begin_group(mutex, group, server.now());
  Event& event = note(server.now(), Event::Kind::entered, row_of_stage(mutex));
  event.life = number_of(group.first());
  event.group = number;
  event.size = static_cast<std::int64_t>(group.size());
}

void TimelineRecorder::released(const sim::Lock& mutex, sim::Instant held_since) {
  MutexState& state = mutexes_.at(&mutex);
  const sim::Instant now = state.server->now();
  const std::int64_t group = std::exchange(state.group, kNobody);
  if (now == held_since) return;
  note(now, Event::Kind::left, state.row).group = group;
  if (TimelineSpan* const span = add_span(state.row, TimelineSpan::Kind::stage, held_since, now)) span->group = group;
}

TimelineSpan* TimelineRecorder::add_span(std::size_t row, TimelineSpan::Kind kind, sim::Instant begin, sim::Instant end) {
  if (begin >= end || !overlaps(begin, end)) return nullptr;
  TimelineSpan& span = timeline_.spans.emplace_back();
  span.row = row;
  span.kind = kind;
  span.begin = span.asked = begin;
  span.end = end;
  return &span;
}

void TimelineRecorder::call_began(const Server& server, LogCall call, const sim::Device& device) {
  servers_[&server].calls[call].push_back(server.now());
  note(server.now(), Event::Kind::call_began, row_of(server, call, device)).call = call;
}

void TimelineRecorder::call_ended(const Server& server, LogCall call, const sim::Device& device) {
  const sim::Instant now = server.now();
  const sim::Instant asked = models::take(servers_[&server].calls[call], now);
  const std::size_t row = row_of(server, call, device);
  note(now, Event::Kind::call_ended, row).call = call;
  sim::Instant begin = asked;
  if (device.service() == sim::Device::Service::serial) begin = std::max(begin, std::exchange(free_at_[&device], now));
  TimelineSpan* const span = add_span(row, TimelineSpan::Kind::call, begin, now);
  if (span == nullptr) return;
  span->call = call;
  span->asked = asked;
}

void TimelineRecorder::logged(const Server& server, const Transaction& transaction) {
  std::deque<Place>& places = servers_[&server].places;
  places.push_back({transaction.binlog_end, transaction.binlog_index, number_of(transaction)});
  if (places.size() > kPlaces) places.pop_front();
  const auto found = under_way_.find(&transaction);
  if (found != under_way_.end() && !transaction.was_committed_elsewhere) found->second.entry = transaction.binlog_index;
  note(server, Event::Kind::logged, transaction).entry = transaction.binlog_index;
}

const TimelineRecorder::Place* TimelineRecorder::place_at(const Server& server, sim::Bytes position) {
  const std::deque<Place>& places = servers_[&server].places;
  const auto found = std::lower_bound(places.begin(), places.end(), position,
                                      [](const Place& each, sim::Bytes wanted) { return each.end < wanted; });
  return found == places.end() ? nullptr : &*found;
}

// The position of the last one that is in the log up to there.
void TimelineRecorder::note_position(const Server& server, Event::Kind kind, std::size_t row, sim::Bytes position) {
  Event& event = note(server.now(), kind, row);
  const Place* const place = place_at(server, position);
  if (place == nullptr) return;
  event.life = place->life;
  event.entry = place->entry;
}

std::size_t TimelineRecorder::row_of_binary_log(const Server& server) {
  return row_of(server, Kind::device, "binary log", order_of(LogCall::binlog_write));
}

std::size_t TimelineRecorder::row_of_messages(const Server& replica) {
  return row_of(*servers_[&replica].source, Kind::link, "to " + replica.name());
}

std::size_t TimelineRecorder::row_of_acks(const Server& replica) {
  return row_of(*servers_[&replica].source, Kind::link, "ACKs from " + replica.name(), 1);
}

void TimelineRecorder::published(const Server& server, sim::Bytes up_to) {
  note_position(server, Event::Kind::published, row_of_binary_log(server), up_to);
}

void TimelineRecorder::committed(const Server& server, const Transaction& transaction) {
  note(server, Event::Kind::committed, transaction).entry = transaction.binlog_index;
}

void TimelineRecorder::ack_wait_began(const Server& source, sim::Bytes position) {
  note_position(source, Event::Kind::ack_wait_began, row_of_binary_log(source), position);
}

void TimelineRecorder::ack_wait_ended(const Server& source, sim::Bytes position) {
  note_position(source, Event::Kind::ack_wait_ended, row_of_binary_log(source), position);
}

void TimelineRecorder::note_packet(sim::Instant now, Event::Kind kind, const Server& replica,
                                   const BinlogPacket& packet) {
  Event& event = note(now, kind, row_of_messages(replica));
  event.size = packet.last - packet.first;
  event.entry = packet.last - 1;
  event.leads = packet.ack_wanted;
}

void TimelineRecorder::sent(const Server& source, const Server& replica, const BinlogPacket& packet) {
  ServerState& state = servers_[&replica];
  state.messages.push_back(source.now());
  note_packet(source.now(), Event::Kind::sent, replica, packet);
}

void TimelineRecorder::received(const Server& replica, const BinlogPacket& packet) {
  ServerState& state = servers_[&replica];
  const sim::Instant now = replica.now();
  const sim::Instant begin = models::take(state.messages, now);
  note_packet(now, Event::Kind::received, replica, packet);
  TimelineSpan* const span = add_span(row_of_messages(replica), TimelineSpan::Kind::message, begin, now);
  if (span == nullptr) return;
  span->first = packet.first;
  span->last = packet.last;
  span->wants_ack = packet.ack_wanted;
}

void TimelineRecorder::relayed(const Server& replica, const BinlogPacket& packet) {
  ServerState& state = servers_[&replica];
  state.relayed = packet.last;
  note_packet(replica.now(), Event::Kind::relayed, replica, packet);
  if (is_in_window(replica.now())) timeline_.events.back().level = state.relayed - state.applied;
}

void TimelineRecorder::ack_sent(const Server& replica, sim::Bytes position) {
  ServerState& state = servers_[&replica];
  state.acks.push_back(replica.now());
  note_position(*state.source, Event::Kind::ack_sent, row_of_acks(replica), position);
}

// An ACK that nobody has sent is the one of a replica that has just been added.
void TimelineRecorder::ack_received(const Server& source, int replica, sim::Bytes position) {
  const auto& replicas = servers_[&source].replicas;
  const auto found = replicas.find(replica);
  if (found == replicas.end()) return;
  const std::size_t row = row_of_acks(*found->second);
  const sim::Instant now = source.now();
  const sim::Instant begin = models::take(servers_[found->second].acks, now);
  note_position(source, Event::Kind::ack_received, row, position);
  TimelineSpan* const span = add_span(row, TimelineSpan::Kind::ack, begin, now);
  const Place* const place = place_at(source, position);
  if (span != nullptr && place != nullptr) span->last = place->entry;
}

void TimelineRecorder::semi_sync_switched(const Server& source, bool on) {
  note(source.now(), on ? Event::Kind::semi_sync_on : Event::Kind::semi_sync_off, row_of_binary_log(source));
}

void TimelineRecorder::apply_began(const Server& replica, const Transaction& transaction, std::int64_t entry) {
  servers_[&replica].applying[entry] = &transaction;
  under_way_.erase(&transaction);  // one that was rolled back, at the same place
  TimelineLife* const life = life_of(replica, transaction);
  if (life == nullptr) return;
  life->entry = entry;
  const std::deque<Place>& places = servers_[servers_[&replica].source].places;
  const auto found = std::lower_bound(places.begin(), places.end(), entry,
                                      [](const Place& each, std::int64_t wanted) { return each.entry < wanted; });
  if (found != places.end() && found->entry == entry) life->original = found->life;
}

void TimelineRecorder::applied(const Server& replica, std::int64_t entry) {
  ServerState& state = servers_[&replica];
  ++state.applied;
  const auto found = state.applying.find(entry);
  if (found == state.applying.end()) return;
  const auto life = under_way_.find(found->second);
  if (life != under_way_.end()) {
    Event& event = note(replica.now(), Event::Kind::applied, life->second.row);
    event.life = life->second.number;
    event.entry = entry;
    event.level = state.relayed - state.applied;
    end_life(found->second, replica.now());
  }
  state.applying.erase(found);
}

}  // namespace models
