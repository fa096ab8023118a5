// What of a timeline is shown: from when to when, which rows, and who leads whom.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "models/scenario.hpp"
#include "models/timeline/watch_groups.hpp"

namespace experiments {

class Story {
 public:
  // `clients`: numbers from 1, those whose rows are shown; empty: whoever is in the groups, up to a dozen.
  Story(const models::WatchedGroups& watched, const models::Scenario& scenario, std::set<std::int64_t> clients);

  const models::Timeline& timeline() const { return watched_.timeline; }
  const models::Scenario& scenario() const { return scenario_; }
  const std::string& server() const { return watched_.server; }
  sim::Instant begin() const { return begin_; }
  sim::Instant end() const { return end_; }

  // Rows of a server and kind that something happens on, in their order; of clients only those that are shown.
  std::vector<std::size_t> rows(const std::string& server, models::TimelineRow::Kind kind) const;

  // How many clients have no row.
  std::size_t hidden_clients() const { return hidden_clients_; }

  // The servers in the order of the scenario.
  std::vector<std::string> servers() const;

  // "client 3", or "the applier" or "worker 2" of a replica.
  std::string name_of(std::int64_t life) const;

  // Whether a transaction does this part by itself, alone or as leader; else its leader does it for it.
  bool does_itself(const models::TimelineLife& life, const models::TimelinePart& part) const;

  // Events of the rows that are shown, between begin and end.
  const std::vector<models::TimelineEvent>& events() const { return events_; }

  bool is_of_a_shown_client(std::int64_t life) const;

 private:
  void choose_range();
  void choose_clients(std::set<std::int64_t> clients);
  void choose_events();
  bool is_busy(std::size_t row) const;

  const models::WatchedGroups& watched_;
  const models::Scenario& scenario_;
  sim::Instant begin_{};
  sim::Instant end_{};
  std::set<std::size_t> client_rows_;
  std::size_t hidden_clients_ = 0;
  std::map<std::int64_t, std::vector<const models::TimelineGroup*>> groups_of_;  // by life, by date
  std::vector<models::TimelineEvent> events_;
};

}  // namespace experiments
