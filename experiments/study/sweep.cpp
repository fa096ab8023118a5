#include "experiments/study/sweep.hpp"

#include <deque>
#include <map>
#include <set>
#include <thread>

#include "experiments/study/design.hpp"
#include "experiments/study/point_run.hpp"
#include "sim/engine/isolated_pool.hpp"

namespace experiments {
namespace {

using Outcome = sim::IsolatedOutcome;

constexpr std::chrono::milliseconds kPatienceWithRanks{1};
constexpr std::chrono::hours kPatienceAlone{24};
constexpr const char* kDismissed = "that is all";

// A point that has to be simulated.
struct Work {
  std::string key;
  LoadedScenario loaded;
  std::vector<std::string> set;
};

// Who has asked for work: a rank, once for every simulation that it can take.
class Crew {
 public:
  Crew(const SweepOptions& options, Ranks* ranks) : pool_(options.jobs, options.limit), ranks_(ranks) {}

  // Runs all of the work; tells each outcome, by its place in the work, as it comes.
  template <class Done>
  void run(const std::vector<Work>& work, const Done& done) {
    std::size_t next = 0;
    std::size_t ended = 0;
    while (ended < work.size()) {
      hand_out(work, next);
      const auto outcome = next_outcome();
      if (!outcome) continue;
      hand_out(work, next);  // before what may wait for the disk
      done(*outcome);
      ++ended;
    }
  }

 private:
  void hand_out(const std::vector<Work>& work, std::size_t& next) {
    for (; next < work.size() && pool_.has_room(); ++next) start_here(work[next], next);
    for (; next < work.size() && !waiting_.empty(); ++next) start_there(work[next], next);
  }

  void start_here(const Work& work, std::size_t place) {
    pool_.start(place, [&scenario = work.loaded.scenario] { return simulate_point(scenario); });
  }

  void start_there(const Work& work, std::size_t place) {
    ranks_->send(waiting_.front(), sim::Json{{"place", place}, {"set", work.set}}.dump());
    waiting_.pop_front();
  }

  // The next to end here or there; nothing when a rank asks for work, or after a while.
  std::optional<Outcome> next_outcome() {
    if (ranks_ == nullptr) return pool_.is_idle() ? std::nullopt : pool_.wait(kPatienceAlone);
    if (auto message = ranks_->poll()) return outcome_from(*message);
    if (!pool_.is_idle()) return pool_.wait(kPatienceWithRanks);
    std::this_thread::sleep_for(kPatienceWithRanks);
    return std::nullopt;
  }

  // A rank sends what it has simulated, or nothing at first; both times it can take more.
  std::optional<Outcome> outcome_from(const Ranks::Message& message) {
    waiting_.push_back(message.from);
    const auto json = sim::Json::parse(message.text);
    if (!json.contains("place")) return std::nullopt;
    Outcome outcome{json["place"].get<std::size_t>(), json["bytes"].get<std::string>(), std::nullopt};
    if (!json["failure"].is_null()) outcome.failure = json["failure"].get<std::string>();
    return outcome;
  }

  sim::IsolatedPool pool_;
  Ranks* ranks_;
  std::deque<int> waiting_;
};

// The state of a sweep: where its points stand in the study, and what they came to.
class Sweep {
 public:
  Sweep(const Study& study, StudyDatabase& database, const SweepOptions& options, Ranks* ranks, SweepProgress& progress)
      : study_(study), database_(database), crew_(options, ranks), progress_(progress) {}

  std::optional<SweepOutcome> run(sim::Diagnostics& diagnostics) {
    Design design(study_);
    database_.begin_study(study_.name, study_.document.description, sim::schema_of<StudyDocument>().write(study_.document));
    const auto figures = [&](const StudyPoint& point) { return database_.figures(keys_.at(study_.label_of(point))); };
    while (true) {
      const auto points = design.next_round(figures);
      if (points.empty()) return outcome_;
      auto work = work_of(points, diagnostics);
      if (!work) return std::nullopt;
      progress_.expect(outcome_.points, outcome_.known);
      crew_.run(*work, [&](const Outcome& outcome) { keep((*work)[outcome.id], outcome); });
    }
  }

 private:
  // Gives the points their places, and returns those to simulate; nothing after reporting faults.
  std::optional<std::vector<Work>> work_of(const std::vector<StudyPoint>& points, sim::Diagnostics& diagnostics) {
    std::vector<Work> work;
    std::vector<StudyDatabase::Place> places;
    for (const StudyPoint& point : points) {
      auto loaded = scenario_of(study_, point, diagnostics);
      if (!loaded) continue;
      const std::string key = point_key(loaded->resolved);
      keys_[study_.label_of(point)] = key;
      places.push_back({outcome_.points++, study_.levels_of(point), point.cost(), key});
      const bool is_new = under_way_.insert(key).second;
      if (database_.is_done(key) || !is_new) ++outcome_.known;
      else work.push_back({key, std::move(*loaded), point.set()});
    }
    if (!diagnostics.ok()) return std::nullopt;
    database_.add_points(study_.name, places);
    return work;
  }

  void keep(const Work& work, const Outcome& outcome) {
    PointRecord record;
    record.key = work.key;
    record.scenario = work.loaded.resolved;
    record.seed = work.loaded.scenario.run.seed;
    if (outcome.failure) {
      record.error = *outcome.failure;
      ++outcome_.failed;
    } else {
      const PointOutcome lines = point_outcome(outcome.bytes);
      record.figures = lines.figures;
      record.result = lines.result;
    }
    database_.add(record);
    progress_.add(outcome.failure.has_value());
  }

  const Study& study_;
  StudyDatabase& database_;
  Crew crew_;
  SweepProgress& progress_;
  SweepOutcome outcome_;
  std::map<std::string, std::string> keys_;  // by label
  std::set<std::string> under_way_;
};

// The point of a message, simulated here.
void start_sent(const Study& study, const sim::Json& message, sim::IsolatedPool& pool) {
  const StudyPoint point{{Level{"", message["set"].get<std::vector<std::string>>(), 0, std::nullopt}}};
  pool.start(message["place"].get<std::size_t>(), [&study, point] {
    sim::Diagnostics diagnostics;
    const auto loaded = load_scenario(study.scenario, study.scenario_file, point.set(), diagnostics);
    if (!loaded || !diagnostics.ok()) throw std::runtime_error("this rank reads the scenario otherwise than the first one");
    return simulate_point(loaded->scenario);
  });
}

void send_outcome(const Outcome& outcome, Ranks& ranks) {
  const auto failure = outcome.failure ? sim::Json(*outcome.failure) : sim::Json();
  ranks.send(0, sim::Json{{"place", outcome.id}, {"bytes", outcome.bytes}, {"failure", failure}}.dump());
}

}  // namespace

std::optional<SweepOutcome> sweep(const Study& study, StudyDatabase& database, const SweepOptions& options, Ranks* ranks,
                                  SweepProgress& progress, sim::Diagnostics& diagnostics) {
  return Sweep(study, database, options, ranks, progress).run(diagnostics);
}

void serve_sweep(const Study& study, const SweepOptions& options, Ranks& ranks) {
  sim::IsolatedPool pool(options.jobs, options.limit);
  std::deque<sim::Json> sent;  // one more than fits the pool, so that nobody waits for a message
  for (int i = 0; i <= options.jobs; ++i) ranks.send(0, "{}");
  while (true) {
    while (const auto message = ranks.poll()) {
      if (message->text == kDismissed) return;
      sent.push_back(sim::Json::parse(message->text));
    }
    for (; pool.has_room() && !sent.empty(); sent.pop_front()) start_sent(study, sent.front(), pool);
    if (pool.is_idle()) std::this_thread::sleep_for(kPatienceWithRanks);
    else if (const auto outcome = pool.wait(kPatienceWithRanks)) send_outcome(*outcome, ranks);
  }
}

void dismiss(Ranks& ranks) {
  for (int rank = 1; rank < ranks.size(); ++rank) ranks.send(rank, kDismissed);
}

}  // namespace experiments
