// The source's side of semi-sync by itself: positions, waiters and ACKs, without pipeline and network.
#include <gmock/gmock.h>

#include "models/cluster.hpp"
#include "tests/support/scenarios.hpp"
#include "tests/support/simulate.hpp"

namespace {

using models::SemiSyncSource;
using sim::Bytes;
using sim::Seconds;
using sim::Simulation;
using testing::ElementsAre;
using tests::Journal;
using tests::Json;

sim::Process waiter(Journal& journal, SemiSyncSource& source, std::int64_t position) {
  co_await source.await_ack(Bytes{position});
  journal.note(fmt::format("{} released", position));
}

// A source, its hooks called by hand; every call advances the clock by a second.
class Source {
 public:
  Source(Simulation& simulation, Journal& journal, models::Scenario scenario)
      : scenario_(std::move(scenario)),
        simulation_(simulation),
        journal_(journal),
        cluster_(simulation, scenario_, 0),
        source_(cluster_.server("source").semi_sync()) {
    simulation.spawn("clock", tests::keep_running(simulation));
  }

  SemiSyncSource& operator*() { return source_; }
  void flush(std::int64_t end) { source_.register_group(Bytes{end}); }
  void wait(std::int64_t position) {
    simulation_.spawn("waiter", waiter(journal_, source_, position));
    advance();
  }
  void ack(int replica, std::int64_t position) {
    journal_.note(fmt::format("ACK {}", position));
    source_.report_ack(replica, Bytes{position});
    advance();
  }
  void advance() { simulation_.run_until(simulation_.now() + Seconds{1}); }
  void note_status() {
    const models::SemiSyncStatus status = source_.status();
    journal_.note(fmt::format("{} clients {} yes {} no {} off {} waits {} waited {} backtraverse {}",
                              status.is_on ? "ON" : "OFF", status.clients, status.yes_tx, status.no_tx, status.no_times,
                              status.tx_waits, status.tx_wait_time.count(), status.wait_pos_backtraverse));
  }

 private:
  models::Scenario scenario_;  // the cluster refers to it
  Simulation& simulation_;
  Journal& journal_;
  models::Cluster cluster_;
  SemiSyncSource& source_;
};

models::Scenario scenario_with(std::int64_t replicas_needed = 1, double timeout = 10) {
  models::Scenario scenario = tests::one_source(tests::free_of_charge());
  models::ServerVariables& variables = tests::source_of(scenario).variables;
  variables.rpl_semi_sync_source_enabled = true;
  variables.rpl_semi_sync_source_timeout = Seconds{timeout};
  variables.rpl_semi_sync_source_wait_for_replica_count = replicas_needed;
  return scenario;
}

std::vector<std::string> play(const models::Scenario& scenario, void (*scene)(Source&)) {
  return tests::journal_of([&](Simulation& simulation, Journal& journal) {
    Source source(simulation, journal, scenario);
    scene(source);
  });
}

TEST(SemiSyncSource, AnAckReleasesWhatItCovers) {
  EXPECT_THAT(play(scenario_with(),
                   [](Source& source) {
                     const int replica = (*source).add_replica();
                     source.flush(100);
                     source.flush(200);
                     source.wait(100);
                     source.wait(200);
                     source.ack(replica, 100);
                     source.ack(replica, 200);
                     source.note_status();
                   }),
              ElementsAre("2 ACK 100", "2 100 released", "3 ACK 200", "3 200 released",
                          "4 ON clients 1 yes 2 no 0 off 0 waits 2 waited 4 backtraverse 0"));
}

TEST(SemiSyncSource, NobodyWaitsForWhatIsAcknowledged) {
  EXPECT_THAT(
      play(scenario_with(),
           [](Source& source) {
             const int replica = (*source).add_replica();
             source.flush(100);
             source.ack(replica, 100);
             source.wait(100);
             source.note_status();
           }),
      ElementsAre("0 ACK 100", "1 100 released", "2 ON clients 1 yes 1 no 0 off 0 waits 0 waited 0 backtraverse 0"));
}

// A position inside a flush group waits for the ACK of the group's end, which is the only one that is asked for.
TEST(SemiSyncSource, APositionInsideAGroupWaitsForItsEnd) {
  EXPECT_THAT(play(scenario_with(),
                   [](Source& source) {
                     const int replica = (*source).add_replica();
                     source.flush(100);
                     source.flush(300);
                     source.wait(150);
                     source.ack(replica, 100);
                     source.ack(replica, 300);
                   }),
              ElementsAre("1 ACK 100", "2 ACK 300", "2 150 released"));
}

// The waiter of 300 comes first and is passed by those of lower positions, each of which counts.
TEST(SemiSyncSource, ALowerPositionTakesOver) {
  EXPECT_THAT(play(scenario_with(),
                   [](Source& source) {
                     const int replica = (*source).add_replica();
                     for (const std::int64_t end : {100, 200, 300}) source.flush(end);
                     source.wait(300);
                     source.wait(200);
                     source.wait(100);
                     source.ack(replica, 100);
                     source.ack(replica, 200);
                     source.ack(replica, 300);
                     source.note_status();
                   }),
              ElementsAre("3 ACK 100", "3 100 released", "4 ACK 200", "4 200 released", "5 ACK 300", "5 300 released",
                          "6 ON clients 1 yes 3 no 0 off 0 waits 3 waited 9 backtraverse 2"));
}

// A new waiter of 400 after the ACK of 100: the ACKs of 200 and 300 do not reach 400 and release nobody.
TEST(SemiSyncSource, ANewWaiterHidesThoseBelow) {
  EXPECT_THAT(play(scenario_with(),
                   [](Source& source) {
                     const int replica = (*source).add_replica();
                     for (const std::int64_t end : {100, 200, 300, 400}) source.flush(end);
                     source.wait(100);
                     source.wait(200);
                     source.wait(300);
                     source.ack(replica, 100);
                     source.wait(400);
                     source.ack(replica, 200);
                     source.ack(replica, 300);
                     source.ack(replica, 400);
                   }),
              ElementsAre("3 ACK 100", "3 100 released", "5 ACK 200", "6 ACK 300", "7 ACK 400", "7 200 released",
                          "7 300 released", "7 400 released"));
}

TEST(SemiSyncSource, WantsAckOfGroupEndsOnly) {
  const Json found = tests::simulate([](Simulation& simulation) {
    Journal journal(simulation);
    Source source(simulation, journal, scenario_with());
    const int replica = (*source).add_replica();
    const auto wanted = [&] {
      std::string positions;
      for (const std::int64_t position : {50, 100, 150, 200, 300}) {
        if ((*source).wants_ack(Bytes{position})) positions += std::to_string(position) + " ";
      }
      return positions;
    };
    Json all;
    for (const std::int64_t end : {100, 200, 300}) source.flush(end);
    all.push_back(wanted());
    source.ack(replica, 100);
    all.push_back(wanted());
    source.wait(300);
    all.push_back(wanted());
    return all;
  });
  EXPECT_EQ(found, Json({"100 200 300 ", "200 300 ", "300 "}));
}

TEST(SemiSyncSource, TheKthReplicaDecides) {
  EXPECT_THAT(play(scenario_with(2),
                   [](Source& source) {
                     const int a = (*source).add_replica();
                     const int b = (*source).add_replica();
                     const int c = (*source).add_replica();
                     source.flush(100);
                     source.flush(200);
                     source.wait(100);
                     source.wait(200);
                     source.ack(a, 200);
                     source.ack(a, 200);
                     source.ack(b, 100);
                     source.ack(c, 100);
                     source.ack(c, 200);
                     source.note_status();
                   }),
              ElementsAre("2 ACK 200", "3 ACK 200", "4 ACK 100", "4 100 released", "5 ACK 100", "6 ACK 200",
                          "6 200 released", "7 ON clients 3 yes 2 no 0 off 0 waits 2 waited 9 backtraverse 0"));
}

// The deadline of the oldest wait releases everybody, and only its own wait does not count as one that was woken; the second
// deadline then finds nobody.
TEST(SemiSyncSource, TimeoutReleasesEverybody) {
  EXPECT_THAT(play(scenario_with(1, 2.5),
                   [](Source& source) {
                     (*source).add_replica();
                     source.flush(100);
                     source.flush(200);
                     source.wait(100);
                     source.wait(200);
                     source.advance();
                     source.advance();
                     source.advance();
                     source.note_status();
                   }),
              ElementsAre("2.5 100 released", "2.5 200 released",
                          "5 OFF clients 1 yes 0 no 2 off 1 waits 1 waited 1.5 backtraverse 0"));
}

// One deadline after another: that of a wait that has ended does not end the next.
TEST(SemiSyncSource, TheDeadlineIsThatOfTheOldestWait) {
  EXPECT_THAT(play(scenario_with(1, 2.5),
                   [](Source& source) {
                     const int replica = (*source).add_replica();
                     source.flush(100);
                     source.flush(200);
                     source.wait(100);
                     source.wait(200);
                     source.ack(replica, 100);
                     source.advance();
                     source.advance();
                   }),
              ElementsAre("2 ACK 100", "2 100 released", "3.5 200 released"));
}

// While it is off, only an ACK of the newest flushed position switches on; groups flushed meanwhile are not registered.
TEST(SemiSyncSource, SwitchesOnWhenCaughtUp) {
  const auto lines = play(scenario_with(1, 0.5), [](Source& source) {
    const int replica = (*source).add_replica();
    source.flush(100);
    source.wait(100);
    source.flush(200);
    source.flush(300);
    source.wait(300);
    source.ack(replica, 100);
    source.ack(replica, 200);
    source.note_status();
    source.ack(replica, 300);
    source.note_status();
    source.flush(400);
    source.wait(400);
  });
  EXPECT_THAT(lines,
              ElementsAre("0.5 100 released", "1 300 released", "2 ACK 100", "3 ACK 200",
                          "4 OFF clients 1 yes 0 no 2 off 1 waits 0 waited 0 backtraverse 0", "4 ACK 300",
                          "5 ON clients 1 yes 0 no 2 off 1 waits 0 waited 0 backtraverse 0", "5.5 400 released"));
}

TEST(SemiSyncSource, OffWantsAcksOfTheNewestOnly) {
  const Json found = tests::simulate([](Simulation& simulation) {
    Journal journal(simulation);
    Source source(simulation, journal, scenario_with(1, 0.5));
    (*source).add_replica();
    source.flush(100);
    source.wait(100);
    source.flush(200);
    return Json{(*source).wants_ack(Bytes{100}), (*source).wants_ack(Bytes{200})};
  });
  EXPECT_EQ(found, Json({false, true}));
}

TEST(SemiSyncSource, WaitNoReplicaOffProtectsWhenEnoughHaveConnected) {
  models::Scenario scenario = scenario_with(2);
  tests::source_of(scenario).variables.rpl_semi_sync_source_wait_no_replica = false;
  EXPECT_THAT(play(scenario,
                   [](Source& source) {
                     (*source).add_replica();
                     source.note_status();
                     (*source).add_replica();
                     source.note_status();
                   }),
              ElementsAre("0 OFF clients 1 yes 0 no 0 off 0 waits 0 waited 0 backtraverse 0",
                          "0 ON clients 2 yes 0 no 0 off 0 waits 0 waited 0 backtraverse 0"));
}

// ---- versions ----

models::Scenario scenario_of(const std::string& version, double timeout = 10) {
  models::Scenario scenario = scenario_with(1, timeout);
  tests::source_of(scenario).version = version;
  return scenario;
}

// Before there was a condition variable per position, an ACK woke everybody, and each wake-up counts as a wait.
TEST(SemiSyncSource, OlderVersionsWakeEverybody) {
  for (const char* version : {"mysql-5.5", "mysql-5.6.20", "mariadb-10.0", "mariadb-10.11.7"}) {
    EXPECT_THAT(play(scenario_of(version),
                     [](Source& source) {
                       const int replica = (*source).add_replica();
                       for (const std::int64_t end : {100, 200, 300}) source.flush(end);
                       for (const std::int64_t position : {100, 200, 300}) source.wait(position);
                       source.ack(replica, 100);
                       source.note_status();
                       source.ack(replica, 300);
                       source.note_status();
                     }),
                ElementsAre("3 ACK 100", "3 100 released", "4 ON clients 1 yes 1 no 0 off 0 waits 3 waited 6 backtraverse 0",
                            "4 ACK 300", "4 200 released", "4 300 released",
                            "5 ON clients 1 yes 3 no 0 off 0 waits 5 waited 11 backtraverse 0"))
        << version;
  }
}

// Whoever was woken for nothing installs his position again, which a newcomer can be before.
TEST(SemiSyncSource, InOlderVersionsANewWaiterHidesNobody) {
  EXPECT_THAT(play(scenario_of("mysql-5.5"),
                   [](Source& source) {
                     const int replica = (*source).add_replica();
                     for (const std::int64_t end : {100, 200, 300}) source.flush(end);
                     source.wait(100);
                     source.wait(200);
                     source.ack(replica, 100);
                     source.wait(300);
                     source.ack(replica, 200);
                   }),
              ElementsAre("2 ACK 100", "2 100 released", "4 ACK 200", "4 200 released"));
}

// The deadline counts from the beginning of the wait, not from the last wake-up.
TEST(SemiSyncSource, ASpuriousWakeUpDoesNotMoveTheDeadline) {
  EXPECT_THAT(play(scenario_of("mysql-5.5", 2.5),
                   [](Source& source) {
                     const int replica = (*source).add_replica();
                     source.flush(100);
                     source.flush(200);
                     source.wait(100);
                     source.wait(200);
                     source.ack(replica, 100);
                     source.advance();
                     source.note_status();
                   }),
              ElementsAre("2 ACK 100", "2 100 released", "3.5 200 released",
                          "4 OFF clients 1 yes 1 no 1 off 1 waits 2 waited 3 backtraverse 0"));
}

// MariaDB with a condition variable per session: each ACK wakes those whom it covers, and each position wants its ACK.
TEST(SemiSyncSource, LaterMariadbWakesThoseWhomAnAckCovers) {
  EXPECT_THAT(play(scenario_of("mariadb-10.11.19"),
                   [](Source& source) {
                     const int replica = (*source).add_replica();
                     for (const std::int64_t end : {100, 200, 300}) source.flush(end);
                     source.wait(100);
                     source.wait(200);
                     source.ack(replica, 100);
                     source.wait(300);
                     EXPECT_TRUE((*source).wants_ack(Bytes{200}));
                     source.ack(replica, 200);
                     source.ack(replica, 300);
                     source.note_status();
                   }),
              ElementsAre("2 ACK 100", "2 100 released", "4 ACK 200", "4 200 released", "5 ACK 300", "5 300 released",
                          "6 ON clients 1 yes 3 no 0 off 0 waits 3 waited 7 backtraverse 0"));
}

// rpl_semi_sync_master_wait_no_slave=OFF and nobody connected: MySQL is off, MariaDB is on and waits for nobody.
TEST(SemiSyncSource, MariadbSkipsTheWaitWithoutReplicas) {
  models::Scenario scenario = scenario_of("mariadb-10.11");
  tests::source_of(scenario).variables.rpl_semi_sync_source_wait_no_replica = false;
  EXPECT_THAT(play(scenario,
                   [](Source& source) {
                     source.flush(100);
                     source.wait(100);
                     source.note_status();
                     const int replica = (*source).add_replica();
                     source.flush(200);
                     source.wait(200);
                     source.ack(replica, 200);
                     source.note_status();
                   }),
              ElementsAre("0 100 released", "1 ON clients 0 yes 0 no 1 off 0 waits 0 waited 0 backtraverse 0", "2 ACK 200",
                          "2 200 released", "3 ON clients 1 yes 1 no 1 off 0 waits 1 waited 1 backtraverse 0"));
}

TEST(SemiSyncSource, CountsWhatMariadbShows) {
  const Json found = tests::simulate([](Simulation& simulation) {
    Journal journal(simulation);
    Source source(simulation, journal, scenario_of("mariadb-10.11"));
    const int replica = (*source).add_replica();
    for (const std::int64_t end : {100, 200, 300}) source.flush(end);
    source.wait(300);
    source.ack(replica, 100);
    source.ack(replica, 200);
    const models::SemiSyncStatus status = (*source).status();
    return Json{status.request_ack, status.get_ack, status.wait_sessions};
  });
  EXPECT_EQ(found, Json({3, 2, 1}));
}

TEST(SemiSyncSource, DisabledWantsNothing) {
  models::Scenario scenario = scenario_with();
  tests::source_of(scenario).variables.rpl_semi_sync_source_enabled = false;
  const Json found = tests::simulate([&](Simulation& simulation) {
    Journal journal(simulation);
    Source source(simulation, journal, scenario);
    source.flush(100);
    return Json{(*source).is_enabled(), (*source).wants_ack(Bytes{100}), (*source).status().is_on};
  });
  EXPECT_EQ(found, Json({false, false, false}));
}

TEST(SemiSyncSource, CountsTimeOff) {
  const Json found = tests::simulate([](Simulation& simulation) {
    Journal journal(simulation);
    Source source(simulation, journal, scenario_with(1, 0.5));
    const int replica = (*source).add_replica();
    source.flush(100);
    source.wait(100);  // off at 0.5
    source.advance();
    Json off;
    off.push_back((*source).status().off_time.count());
    (*source).reset_status();
    source.advance();
    off.push_back((*source).status().off_time.count());
    source.ack(replica, 100);
    source.advance();
    off.push_back((*source).status().off_time.count());
    off.push_back((*source).status().no_times);
    return off;
  });
  EXPECT_EQ(found, Json({1.5, 1.0, 1.0, 0}));
}

}  // namespace
