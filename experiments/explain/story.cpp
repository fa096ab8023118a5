#include "experiments/explain/story.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace experiments {

using models::kNobody;
using models::Part;
using models::TimelineEvent;
using models::TimelineGroup;
using models::TimelineLife;
using models::TimelinePart;
using models::TimelineRow;
using models::TimelineSpan;

namespace {

constexpr std::size_t kMostClients = 12;
constexpr std::size_t kTransactionsWithoutGroups = 6;

bool is_before_commit(Part part) {
  return part == Part::thread_wait || part == Part::client || part == Part::execute || part == Part::lock_wait;
}

// When a transaction asked to commit.
sim::Instant asked(const TimelineLife& life) {
  for (const TimelinePart& part : life.parts) {
    if (!is_before_commit(part.part)) return part.begin;
  }
  return life.begin;
}

}  // namespace

Story::Story(const models::WatchedGroups& watched, const models::Scenario& scenario, std::set<std::int64_t> clients)
    : watched_(watched), scenario_(scenario) {
  for (const TimelineGroup& group : timeline().groups) {
    for (const std::int64_t member : group.members) groups_of_[member].push_back(&group);
  }
  choose_range();
  choose_clients(std::move(clients));
  choose_events();
}

// From where the first of them asks to commit to where the last one is answered, and has been applied if that is soon.
void Story::choose_range() {
  std::set<std::int64_t> shown;
  for (const std::int64_t group : watched_.groups) {
    for (const std::int64_t member : timeline().group(group)->members) shown.insert(member);
  }
  if (watched_.groups.empty()) {
    for (const TimelineLife& life : timeline().lives) {
      const TimelineRow& row = timeline().rows[life.row];
      const bool is_own = row.server == server() && row.kind == TimelineRow::Kind::client;
      if (is_own && life.has_ended && shown.size() < kTransactionsWithoutGroups) shown.insert(life.number);
    }
  }
  bool is_first = true;
  for (const std::int64_t number : shown) {
    const TimelineLife* const life = timeline().life(number);
    if (life == nullptr) continue;
    begin_ = is_first ? asked(*life) : std::min(begin_, asked(*life));
    end_ = is_first ? life->end : std::max(end_, life->end);
    is_first = false;
  }
  if (!watched_.groups.empty()) {  // where each waits for all before it: from a while before the first one's turn
    const sim::Instant taken = timeline().group(watched_.groups.front())->taken;
    begin_ = std::max(begin_, taken - (end_ - taken) * 0.6);
  }
  const sim::Seconds length = end_ - begin_;
  const sim::Instant latest = end_ + length * 0.4;
  for (const TimelineLife& life : timeline().lives) {
    if (life.has_ended && shown.count(life.original) > 0 && life.end < latest) end_ = std::max(end_, life.end);
  }
  begin_ = std::max(begin_ - length * 0.05, timeline().measured_from);
  end_ += length * 0.04;
}

// Those who are in the groups come first, then the others.
void Story::choose_clients(std::set<std::int64_t> clients) {
  std::vector<std::size_t> wanted;
  const auto want = [&](std::size_t row) {
    if (std::find(wanted.begin(), wanted.end(), row) == wanted.end()) wanted.push_back(row);
  };
  for (const std::int64_t group : watched_.groups) {
    for (const std::int64_t member : timeline().group(group)->members) {
      if (const TimelineLife* const life = timeline().life(member)) want(life->row);
    }
  }
  std::size_t all = 0;
  for (std::size_t row = 0; row < timeline().rows.size(); ++row) {
    const TimelineRow& each = timeline().rows[row];
    if (each.server != server() || each.kind != TimelineRow::Kind::client) continue;
    ++all;
    if (clients.empty() ? is_busy(row) : clients.count(each.order + 1) > 0) want(row);
  }
  for (const std::size_t row : wanted) {
    const bool is_named = clients.count(timeline().rows[row].order + 1) > 0;
    if (clients.empty() ? client_rows_.size() < kMostClients : is_named) client_rows_.insert(row);
  }
  hidden_clients_ = all - client_rows_.size();
}

void Story::choose_events() {
  for (const TimelineEvent& event : timeline().events) {
    if (event.at < begin_ || event.at > end_) continue;
    const TimelineRow& row = timeline().rows[event.row];
    if (row.kind == TimelineRow::Kind::client && client_rows_.count(event.row) == 0) continue;
    events_.push_back(event);
  }
}

bool Story::is_busy(std::size_t row) const {
  const auto overlaps = [&](const auto& each) { return each.row == row && each.begin < end_ && each.end > begin_; };
  return std::any_of(timeline().lives.begin(), timeline().lives.end(), overlaps) ||
         std::any_of(timeline().spans.begin(), timeline().spans.end(), overlaps);
}

std::vector<std::size_t> Story::rows(const std::string& server, TimelineRow::Kind kind) const {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < timeline().rows.size(); ++row) {
    const TimelineRow& each = timeline().rows[row];
    if (each.server != server || each.kind != kind) continue;
    if (kind == TimelineRow::Kind::client ? client_rows_.count(row) > 0 : is_busy(row)) rows.push_back(row);
  }
  std::sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
    const TimelineRow& left = timeline().rows[a];
    const TimelineRow& right = timeline().rows[b];
    return std::tie(left.order, left.name) < std::tie(right.order, right.name);
  });
  return rows;
}

std::vector<std::string> Story::servers() const {
  std::vector<std::string> names;
  for (const auto& [name, spec] : scenario_.servers) names.push_back(name);
  return names;
}

std::string Story::name_of(std::int64_t number) const {
  const TimelineLife* const life = timeline().life(number);
  if (life == nullptr) return "a client";
  const TimelineRow& row = timeline().rows[life->row];
  if (row.kind == TimelineRow::Kind::client) return row.name;
  return (row.name == "applier" ? "the applier" : row.name) + " of " + row.server;
}

// The stage in which a part lies is the one whose group was the last to be taken before the part ended. Who has been woken works for
// itself.
bool Story::does_itself(const TimelineLife& life, const TimelinePart& part) const {
  const auto woken = std::find_if(life.parts.begin(), life.parts.end(),
                                  [](const TimelinePart& each) { return each.part == Part::wake_up; });
  if (woken != life.parts.end() && woken->end <= part.begin) return true;
  const auto groups = groups_of_.find(life.number);
  if (groups == groups_of_.end()) return true;
  const TimelineGroup* last = nullptr;
  for (const TimelineGroup* const group : groups->second) {
    if (group->taken < part.end) last = group;
  }
  return last == nullptr || last->members.front() == life.number;
}

bool Story::is_of_a_shown_client(std::int64_t number) const {
  const TimelineLife* const life = timeline().life(number);
  return life != nullptr && client_rows_.count(life->row) > 0;
}

}  // namespace experiments
