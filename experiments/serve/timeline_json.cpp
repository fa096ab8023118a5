#include "experiments/serve/timeline_json.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "experiments/explain/sentences.hpp"
#include "experiments/explain/story.hpp"

namespace experiments {
namespace {

using models::TimelineLife;
using models::TimelineRow;
using models::TimelineSpan;
using sim::Json;

class TimelineWriter {
 public:
  TimelineWriter(const models::WatchedGroups& watched, const models::Scenario& scenario)
      : timeline_(watched.timeline), story_(watched, scenario, clients_of(watched)) {}

  Json write() {
    number_groups();
    return {{"server", story_.server()},
            {"end_ms", since_begin(story_.end())},
            {"clients", clients()},
            {"spans", spans()},
            {"events", events()}};
  }

 private:
  // So many clients can be told apart on the page.
  static std::set<std::int64_t> clients_of(const models::WatchedGroups& watched) {
    constexpr std::size_t kMost = 24;
    std::set<std::int64_t> numbers;
    for (const TimelineRow& row : watched.timeline.rows) {
      const bool is_client = row.kind == TimelineRow::Kind::client && row.server == watched.server;
      if (is_client && numbers.size() < kMost) numbers.insert(static_cast<std::int64_t>(numbers.size()) + 1);
    }
    return numbers;
  }

  double since_begin(sim::Instant at) const { return std::round(sim::in_microseconds(at - story_.begin())) / 1e3; }
  bool is_shown(sim::Instant begin, sim::Instant end) const { return end >= story_.begin() && begin <= story_.end(); }

  void number_groups() {
    for (const models::TimelineGroup& group : timeline_.groups) {
      if (timeline_.rows[group.row].server != story_.server()) continue;
      for (const std::int64_t member : group.members) {
        if (first_group_.emplace(member, group.number).second && member == group.members.front()) leaders_.insert(member);
      }
    }
  }

  std::int64_t group_of(std::int64_t life) const {
    const auto found = first_group_.find(life);
    return found == first_group_.end() ? models::kNobody : found->second;
  }

  Json clients() const {
    Json all = Json::array();
    for (const std::size_t row : story_.rows(story_.server(), TimelineRow::Kind::client)) {
      Json lives = Json::array();
      for (const TimelineLife& life : timeline_.lives) {
        if (life.row == row && is_shown(life.begin, life.end)) lives.push_back(life_json(life));
      }
      all.push_back({{"name", timeline_.rows[row].name}, {"lives", std::move(lives)}});
    }
    return all;
  }

  Json life_json(const TimelineLife& life) const {
    Json parts = Json::array();
    for (const models::TimelinePart& part : life.parts) {
      const std::string name(models::kPartNames[static_cast<std::size_t>(part.part)]);
      parts.push_back({name, since_begin(part.begin), since_begin(part.end), story_.does_itself(life, part)});
    }
    return {{"group", group_of(life.number)}, {"leads", leaders_.count(life.number) > 0}, {"parts", std::move(parts)}};
  }

  Json spans() const {
    static constexpr std::array<const char*, 4> kKinds{"stage", "call", "message", "ack"};
    Json all = Json::array();
    for (const TimelineSpan& span : timeline_.spans) {
      if (!is_shown(span.begin, span.end)) continue;
      const TimelineRow& row = timeline_.rows[span.row];
      all.push_back({{"server", row.server}, {"row", row.name}, {"kind", kKinds[static_cast<std::size_t>(span.kind)]},
                     {"begin", since_begin(span.begin)}, {"end", since_begin(span.end)}});
    }
    return all;
  }

  Json events() const {
    Json all = Json::array();
    for (const Sentence& sentence : sentences(story_)) {
      all.push_back({{"at", since_begin(sentence.at)}, {"text", sentence.text}});
    }
    return all;
  }

  const models::Timeline& timeline_;
  Story story_;
  std::map<std::int64_t, std::int64_t> first_group_;  // of each life, the first stage's
  std::set<std::int64_t> leaders_;
};

}  // namespace

Json timeline_json(const models::WatchedGroups& watched, const models::Scenario& scenario) {
  return TimelineWriter(watched, scenario).write();
}

}  // namespace experiments
