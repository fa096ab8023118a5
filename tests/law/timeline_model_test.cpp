// The timeline of the check vectors: what the stages and devices take in it is what they cost, and the parts of a transaction are its
// response time, instant by instant.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "models/cluster.hpp"
#include "models/timeline/timeline_recorder.hpp"
#include "tests/law/check_vectors.hpp"
#include "tests/support/simulate.hpp"

namespace {

using laws::Setting;
using models::LogCall;
using models::Timeline;
using models::TimelineSpan;
using tests::Json;

constexpr double kNanosecond = 1e-6;  // in milliseconds
constexpr models::TimelineWindow kHalfSecond{sim::Seconds{1}, sim::Seconds{1.5}};

double ms(sim::Seconds span) { return span.count() * 1e3; }

// Lengths of the calls of one kind, in milliseconds.
std::vector<double> calls(const Timeline& timeline, LogCall call) {
  std::vector<double> lengths;
  for (const TimelineSpan& span : timeline.spans) {
    if (span.kind == TimelineSpan::Kind::call && span.call == call) lengths.push_back(ms(span.end - span.begin));
  }
  return lengths;
}

std::vector<double> stage(const Timeline& timeline, const std::string& name) {
  std::vector<double> lengths;
  for (const TimelineSpan& span : timeline.spans) {
    if (span.kind == TimelineSpan::Kind::stage && timeline.rows[span.row].name == name)
      lengths.push_back(ms(span.end - span.begin));
  }
  return lengths;
}

// The largest gap between parts that should follow one another, and between them and the life's ends; in milliseconds.
double largest_gap(const Timeline& timeline) {
  double largest = 0;
  for (const models::TimelineLife& life : timeline.lives) {
    if (!life.has_ended) continue;
    sim::Instant at = life.begin;
    for (const models::TimelinePart& part : life.parts) {
      largest = std::max(largest, std::abs(ms(part.begin - at)));
      at = part.end;
    }
    largest = std::max(largest, std::abs(ms(life.end - at)));
  }
  return largest;
}

double mean_response(const Timeline& timeline) {
  double sum = 0;
  int ended = 0;
  for (const models::TimelineLife& life : timeline.lives) {
    if (!life.has_ended) continue;
    sum += ms(life.end - life.begin);
    ++ended;
  }
  return sum / ended;
}

Json recorded(const Setting& setting) {
  const models::Scenario scenario = laws::scenario_for(setting);
  return tests::simulate([&](sim::Simulation& simulation) {
    models::TimelineRecorder recorder(kHalfSecond);
    models::Cluster cluster(simulation, scenario, 0, &recorder);
    cluster.start();
    simulation.run_until(tests::at(1));
    cluster.reset_metrics();
    simulation.run_until(tests::at(4));
    const Timeline timeline = recorder.take();
    std::size_t members = 0;
    std::size_t groups = 0;
    for (const models::TimelineGroup& group : timeline.groups) {
      if (timeline.rows[group.row].name != "sync stage" && timeline.rows[group.row].name != "binary log") continue;
      members += group.members.size();
      ++groups;
    }
    return Json{{"redo", calls(timeline, LogCall::redo_fsync)},
                {"binlog", calls(timeline, LogCall::binlog_fsync)},
                {"flush", stage(timeline, "flush stage")},
                {"sync", stage(timeline, "sync stage")},
                {"gap", largest_gap(timeline)},
                {"response", mean_response(timeline)},
                {"lives", timeline.lives.size()},
                {"group", static_cast<double>(members) / static_cast<double>(groups)}};
  });
}

void expect_all(const Json& lengths, double expected) {
  ASSERT_GT(lengths.size(), 10U);
  for (const double length : lengths) EXPECT_NEAR(length, expected, kNanosecond);
}

struct StageTimes {
  Setting setting;
  double response;
  double group;
};

// Response times and group sizes as in check_vectors_model_test.cpp.
const std::vector<StageTimes>& vectors() {
  static const std::vector<StageTimes> all{{{.redo_fsync = 1, .binlog_fsync = 1, .clients = 1}, 2.05, 1},
                                     {{.redo_fsync = 1, .binlog_fsync = 3, .clients = 1}, 4.05, 1},
                                     {{.redo_fsync = 1, .binlog_fsync = 1, .clients = 16}, 3.0, 5.33},
                                     {{.redo_fsync = 1, .binlog_fsync = 3, .clients = 16}, 6.0, 8},
                                     {{.redo_fsync = 3, .binlog_fsync = 1, .clients = 16}, 6.0, 8},
                                     {{.redo_fsync = 3, .binlog_fsync = 1, .clients = 64}, 6.0, 32}};
  return all;
}

TEST(TimelineModel, ShowsTheStageTimesOfTheCheckVectors) {
  for (const std::string version : {"mysql-5.6", "mysql-5.7", "mariadb-10.4"}) {
    for (StageTimes each : vectors()) {
      each.setting.version = version;
      SCOPED_TRACE(fmt::format("{} R {} B {} clients {}", version, each.setting.redo_fsync, each.setting.binlog_fsync,
                               each.setting.clients));
      const Json found = recorded(each.setting);
      expect_all(found["redo"], each.setting.redo_fsync);
      expect_all(found["binlog"], each.setting.binlog_fsync);
      EXPECT_NEAR(found["response"].get<double>() / each.response, 1, 0.03);
      EXPECT_NEAR(found["group"].get<double>() / each.group, 1, 0.03);
      EXPECT_EQ(found["gap"], 0);
    }
  }
}

// LOCK_log is held for the redo log's fsync and LOCK_sync for the binary log's. With one client nobody waits for the next stage in them.
TEST(TimelineModel, HoldsAStagesMutexForItsFsync) {
  const Json alone = recorded({.redo_fsync = 1, .binlog_fsync = 3, .clients = 1});
  expect_all(alone["flush"], 1);
  expect_all(alone["sync"], 3);
  const Json many = recorded({.redo_fsync = 3, .binlog_fsync = 1, .clients = 16});
  expect_all(many["flush"], 3);
  expect_all(many["sync"], 1);
}

TEST(TimelineModel, TilesTheLifeOfEveryTransaction) {
  for (const std::string version :
       {"mysql-5.1", "mysql-5.5", "mysql-5.6", "mysql-5.7", "mysql-8.4", "mariadb-5.5", "mariadb-11.8"}) {
    for (const double ack : {0.0, 0.5}) {
      if (ack > 0 && version == "mysql-5.1") continue;
      SCOPED_TRACE(version);
      Setting setting{.clients = 16, .ack = ack, .engine_commit = 0.02, .version = version};
      if (version == "mysql-5.5" || version == "mysql-5.6" || version == "mariadb-5.5")
        setting.wait_point = models::WaitPoint::after_commit;
      const Json found = recorded(setting);
      EXPECT_GT(found["lives"], 50);
      EXPECT_EQ(found["gap"], 0);
    }
  }
}

}  // namespace
