// Records of the lab: what is taken from them, and what is told of those that are none.
#include "calibration/lab_record.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Read {
  std::optional<calibration::LabRecord> record;
  std::vector<std::string> faults;
};

Read read(const std::string& text) {
  const std::string path = (std::filesystem::temp_directory_path() / ("lab_record_" + std::to_string(getpid()) + ".json")).string();
  std::ofstream(path) << text;
  sim::Diagnostics diagnostics;
  Read result{calibration::read_lab_record(path, diagnostics), {}};
  for (const sim::Diagnostic& each : diagnostics.sorted()) result.faults.push_back(each.message);
  std::filesystem::remove(path);
  return result;
}

constexpr const char* kRecord =
    R"({"schema": "commitsim.lab/1", "sysbench_log": "t01.log", "threads": 1, "fsync": "chosen", "sysbench": {"transactions": 100},
"servers": [{"name": "source", "cpu_cores": 0.25, "status_delta": {"Rpl_semi_sync_master_tx_waits": 90},
             "fsync": {"redo": {"calls": 101, "mean_us": 2030.5, "p50_us": 2010, "p5_us": 2001, "p99.9_us": 4000}}}],
"links": [{"replica": "replica1", "late_us_to_source": 40, "late_us_to_replica": 60, "cpu_cores": 0.01}],
"host": {"cores": 2, "foreign_cores": 0.5, "clients_cores": 0.1}})";

TEST(LabRecord, SaysWhatWasMeasuredAndUnderWhichConditions) {
  const Read found = read(kRecord);
  ASSERT_TRUE(found.record) << testing::PrintToString(found.faults);
  EXPECT_TRUE(found.record->fsync_was_chosen);
  EXPECT_EQ(found.record->transactions, 100);
  ASSERT_NE(found.record->find_server("source"), nullptr);
  EXPECT_EQ(found.record->find_server("nobody"), nullptr);
  const auto& redo = found.record->servers[0].fsyncs.at("redo");
  EXPECT_EQ(redo.calls, 101);
  EXPECT_DOUBLE_EQ(redo.mean.count(), 2030.5e-6);
  ASSERT_EQ(redo.percentiles.size(), 3U);
  EXPECT_EQ(redo.percentiles[0].first, 5);
  EXPECT_EQ(redo.percentiles[2].first, 99.9);
  EXPECT_DOUBLE_EQ(found.record->links[0].late.count(), 50e-6);
  EXPECT_EQ(found.record->host->foreign_cores, 0.5);
}

TEST(LabRecord, TellsEveryFault) {
  const Read found = read(
      R"({"schema": "commitsim.lab/1", "threads": "many", "fsync": "real", "sysbench": {}, "servers": [], "host": {"cores": 2}})");
  EXPECT_FALSE(found.record);
  EXPECT_THAT(found.faults, testing::UnorderedElementsAre(
                                HasSubstr("sysbench_log: is missing"), HasSubstr("threads: is no number"),
                                HasSubstr("transactions: is missing"), HasSubstr("servers: at least"), HasSubstr("links: is missing"),
                                HasSubstr("foreign_cores: is missing"), HasSubstr("clients_cores: is missing")));
}

TEST(LabRecord, RefusesWhatIsNone) {
  EXPECT_THAT(read(R"({"schema": "commitsim.result/1"})").faults, ElementsAre(HasSubstr("its schema is not commitsim.lab/1")));
  EXPECT_FALSE(read("no JSON at all\n").faults.empty());
}

}  // namespace
