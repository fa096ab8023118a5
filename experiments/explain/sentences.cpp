#include "experiments/explain/sentences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "experiments/report/text_table.hpp"
#include "experiments/trace/trace_rows.hpp"

namespace experiments {
namespace {

using models::kNobody;
using models::LogCall;
using models::Timeline;
using models::TimelineEvent;
using models::TimelineGroup;
using models::TimelineLife;
using models::TimelineRow;
using Kind = TimelineEvent::Kind;

std::string in_ms(sim::Seconds time) { return fmt::format("{:.3f} ms", time.count() * 1e3); }

// "a", "a and b", "a, b and 3 others".
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kNamed = 6;
  const std::size_t named = names.size() <= kNamed + 1 ? names.size() : kNamed;
  std::string text;
  for (std::size_t i = 0; i < named; ++i) {
    const bool is_last = i + 1 == names.size();
    text += i == 0 ? names[i] : (is_last ? " and " : ", ") + names[i];
  }
  return named == names.size() ? text : fmt::format("{} and {} others", text, names.size() - named);
}

std::string transactions(std::int64_t count) {
  return count == 1 ? "one transaction" : fmt::format("{} transactions", count);
}
std::string others(std::int64_t count) { return count == 1 ? "one other" : fmt::format("{} others", count); }

class Teller {
 public:
  explicit Teller(const Story& story) : story_(story), timeline_(story.timeline()) { find_calls_without_time(); }

  std::vector<Sentence> tell() {
    const std::vector<TimelineEvent>& events = story_.events();
    for (std::size_t i = 0; i < events.size();) {
      std::size_t end = i + 1;
      while (is_told_together(events[i].kind) && end < events.size() && belongs_to(events[i], events[end])) ++end;
      add(events[i],
          {events.begin() + static_cast<std::ptrdiff_t>(i), events.begin() + static_cast<std::ptrdiff_t>(end)});
      i = end;
    }
    return std::move(told_);
  }

 private:
  static bool is_told_together(Kind kind) {
    return kind == Kind::logged || kind == Kind::committed || kind == Kind::woken;
  }

  bool belongs_to(const TimelineEvent& first, const TimelineEvent& next) const {
    return next.kind == first.kind && next.at == first.at &&
           timeline_.rows[next.row].server == timeline_.rows[first.row].server;
  }

  void add(const TimelineEvent& event, const std::vector<TimelineEvent>& together) {
    std::vector<std::string> names;
    for (const TimelineEvent& each : together) names.push_back(story_.name_of(each.life));
    std::string text = sentence(event, listed(names), together.size() > 1);
    if (!text.empty()) told_.push_back({event.at, std::move(text)});
  }

  std::string sentence(const TimelineEvent& event, const std::string& who, bool are_many) {
    const TimelineRow& row = timeline_.rows[event.row];
    switch (event.kind) {
      case Kind::began:
        return row.kind == TimelineRow::Kind::client ? who + " begins its next transaction" : who + begins_with(event);
      case Kind::commit_began:
        return row.kind == TimelineRow::Kind::client ? who + " has executed its statements and commits"
                                                     : who + " has changed the rows and commits";
      case Kind::enrolled:
        return enrolled(event, row, who);
      case Kind::took_first:
        return fmt::format("the leader takes {} out of the {} queue", who, short_name(row));
      case Kind::took_queue:
        return took(event, row);
      case Kind::entered:
        return fmt::format("{} holds {}{}", group_of(event), row.detail, on_server(row));
      case Kind::left:
        return left(event, row);
      case Kind::call_began:
        return call_began(event, row);
      case Kind::call_ended:
        return call_ended(event, row);
      case Kind::logged:
        return fmt::format("the events of {} go into the binary log{}{}", who, are_many ? ", in this order" : "",
                           on_server(row));
      case Kind::published:
        return fmt::format("dump threads may read the binary log up to {}'s transaction", who);
      case Kind::committed:
        return fmt::format("the storage engine commits {}{}: {} changes are visible, {} row locks free", who,
                           on_server(row), are_many ? "their" : "its", are_many ? "their" : "its");
      case Kind::woken:
        return fmt::format("{} run{} again{}", who, are_many ? "" : "s", on_server(row));
      case Kind::answered:
        return who + " is answered" + after(event);
      default:
        return replicated(event, row, who);
    }
  }

  std::string replicated(const TimelineEvent& event, const TimelineRow& row, const std::string& who) {
    const std::string replica = row.name.substr(std::min(row.name.size(), row.name.find_last_of(' ') + 1));
    switch (event.kind) {
      case Kind::ack_wait_began:
        return ack_wait(event, who);
      case Kind::ack_wait_ended:
        return fmt::format("the wait for the ACK up to {}'s transaction is over", who);
      case Kind::sent:
        return fmt::format("the dump thread sends {} to {}{}", transactions(event.size), replica,
                           event.leads ? " and wants an ACK" : "");
      case Kind::received:
        return fmt::format("{} receives {}", replica, transactions(event.size));
      case Kind::relayed:
        return fmt::format("{} has written {} to its relay log", replica, transactions(event.size));
      case Kind::ack_sent:
        return fmt::format("{} sends its ACK up to {}'s transaction", replica, who);
      case Kind::ack_received:
        return fmt::format("{} learns that {} has everything up to {}'s transaction", row.server, replica, who);
      case Kind::semi_sync_on:
        return "semi-sync is on again";
      case Kind::semi_sync_off:
        return "no ACK came in time: semi-sync is off, replication goes on asynchronously";
      case Kind::applied:
        return applied(event);
      default:
        return "";
    }
  }

  // Only of a replica, for whoever reads of two servers.
  std::string on_server(const TimelineRow& row) const {
    return row.server == story_.server() ? "" : " on " + row.server;
  }

  // "flush", of "flush stage"; MariaDB's queue has no stage.
  static std::string short_name(const TimelineRow& row) {
    const std::size_t stage = row.name.find(" stage");
    return stage == std::string::npos ? "group commit" : row.name.substr(0, stage);
  }

  std::string enrolled(const TimelineEvent& event, const TimelineRow& row, const std::string& who) {
    const std::string subject =
        event.size == 1 ? who + " enrols" : fmt::format("{} enrols with its {}", who, followers(event.size - 1));
    const std::string queue = fmt::format(" in the {} queue{}", short_name(row), on_server(row));
    if (event.leads) return fmt::format("{}{} and leads, as it is empty: it goes for {}", subject, queue, row.detail);
    const std::string rest = event.size == 1 ? "it follows and sleeps" : "they all follow and sleep";
    return fmt::format("{}{} behind {}: {}", subject, queue, others(event.level - event.size), rest);
  }

  static std::string followers(std::int64_t count) {
    return count == 1 ? "follower" : fmt::format("{} followers", count);
  }

  // "client 3 and its 4 followers".
  std::string group_of(const TimelineEvent& event) const {
    const std::string leader = story_.name_of(event.life);
    return event.size <= 1 ? leader : fmt::format("{} with its {}", leader, followers(event.size - 1));
  }

  std::string took(const TimelineEvent& event, const TimelineRow& row) const {
    const std::string leader = story_.name_of(event.life);
    if (event.size == 1)
      return fmt::format("{} holds {}{} and is alone in the queue", leader, row.detail, on_server(row));
    std::vector<std::string> names;
    const TimelineGroup* const group = timeline_.group(event.group);
    if (group != nullptr) {
      for (std::size_t i = 1; i < group->members.size(); ++i) names.push_back(story_.name_of(group->members[i]));
    }
    return fmt::format("{} holds {}{} and takes the whole {} queue: it leads {}", leader, row.detail, on_server(row),
                       short_name(row), listed(names));
  }

  std::string left(const TimelineEvent& event, const TimelineRow& row) const {
    const TimelineGroup* const group = timeline_.group(event.group);
    if (group == nullptr || group->members.empty())
      return fmt::format("{} is free again{}", row.detail, on_server(row));
    return fmt::format("{} releases {}{}", story_.name_of(group->members.front()), row.detail, on_server(row));
  }

  // A device serves the calls of one file in their order; writes may take no time at all, and nothing is told of those.
  void find_calls_without_time() {
    std::map<std::pair<std::size_t, LogCall>, std::deque<const TimelineEvent*>> under_way;
    for (const TimelineEvent& event : story_.events()) {
      auto& begun = under_way[{event.row, event.call}];
      if (event.kind == Kind::call_began) begun.push_back(&event);
      if (event.kind != Kind::call_ended || begun.empty()) continue;
      if (begun.front()->at == event.at) takes_no_time_.insert(begun.front());
      begun.pop_front();
    }
  }

  std::string call_began(const TimelineEvent& event, const TimelineRow& row) {
    if (takes_no_time_.count(&event) > 0) return "";
    calls_[{event.row, event.call}] = event.at;
    if (name_of_call(event.call) == "write") return "";
    return fmt::format("{} of the {}{} begins", a_call(event.call), file_of(event.call), of_server(row));
  }

  std::string call_ended(const TimelineEvent& event, const TimelineRow& row) {
    const auto began = calls_.find({event.row, event.call});
    if (began == calls_.end()) return "";
    const sim::Seconds length = event.at - began->second;
    calls_.erase(began);
    const bool is_durable =
        event.call == LogCall::redo_fsync || event.call == LogCall::binlog_fsync || event.call == LogCall::relay_fsync;
    if (name_of_call(event.call) == "write")
      return fmt::format("the {}{} has been written, in {}", file_of(event.call), of_server(row), in_ms(length));
    return fmt::format("the {} of the {}{} has taken {}{}", name_of_call(event.call), file_of(event.call),
                       of_server(row), in_ms(length), is_durable ? ": what was written before it is durable" : "");
  }

  static std::string a_call(LogCall call) {
    const std::string name = name_of_call(call);
    return name == "fsync" ? "an fsync" : "a " + name;
  }

  std::string of_server(const TimelineRow& row) const {
    return row.server == story_.server() ? "" : " of " + row.server;
  }

  std::string begins_with(const TimelineEvent& event) const {
    const TimelineLife* const life = timeline_.life(event.life);
    const bool is_known = life != nullptr && timeline_.life(life->original) != nullptr;
    return is_known ? fmt::format(" begins with {}'s transaction", story_.name_of(life->original))
                    : " begins with the next transaction";
  }

  std::string after(const TimelineEvent& event) const {
    const TimelineLife* const life = timeline_.life(event.life);
    return life == nullptr ? "" : fmt::format(", {} after it began", in_ms(life->end - life->begin));
  }

  std::string applied(const TimelineEvent& event) const {
    const TimelineLife* const life = timeline_.life(event.life);
    const TimelineLife* const original = life == nullptr ? nullptr : timeline_.life(life->original);
    const std::string whose =
        original == nullptr ? "a transaction" : story_.name_of(original->number) + "'s transaction";
    return fmt::format("{} has applied {}{}", timeline_.rows[event.row].server, whose,
                       event.level > 0 ? fmt::format("; {} still in its relay log", transactions(event.level)) : "");
  }

  std::string ack_wait(const TimelineEvent& event, const std::string& who) const {
    const TimelineRow& row = timeline_.rows[event.row];
    const models::ServerSpec* const spec = story_.scenario().find_server(row.server);
    const bool is_before = spec != nullptr &&
                           spec->variables.rpl_semi_sync_source_wait_point == models::WaitPoint::after_sync &&
                           !is_committed(event.life, event.at);
    return fmt::format("the ACK of everything up to {}'s transaction is needed now, before {}", who,
                       is_before ? "the storage engine commits (AFTER_SYNC)" : "the client is answered (AFTER_COMMIT)");
  }

  bool is_committed(std::int64_t life, sim::Instant by) const {
    return std::any_of(timeline_.events.begin(), timeline_.events.end(), [&](const TimelineEvent& each) {
      return each.kind == Kind::committed && each.life == life && each.at <= by;
    });
  }

  const Story& story_;
  const Timeline& timeline_;
  std::vector<Sentence> told_;
  std::set<const TimelineEvent*> takes_no_time_;
  std::map<std::pair<std::size_t, LogCall>, sim::Instant> calls_;  // under way: since when
};

}  // namespace

std::vector<Sentence> sentences(const Story& story) { return Teller(story).tell(); }

std::string told(const Story& story, const Sentence& sentence, int width) {
  const std::string when = fmt::format("{:>9.3f} ms  ", (sentence.at - story.begin()).count() * 1e3);
  const std::string text = wrapped(sentence.text, static_cast<std::size_t>(width), when.size(), when.size());
  return when + text.substr(when.size());
}

}  // namespace experiments
