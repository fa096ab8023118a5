// What fio, ioping, pg_test_fsync and pt-heartbeat print. All inputs are made up for these tests.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "calibration/readers/import_reader.hpp"

namespace calibration {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

sim::Json read_measurement(const std::string& text, const std::string& name = "device.txt") {
  sim::Diagnostics diagnostics;
  auto source = TextSource::of_text(text, name);
  return import_source(source, {}, diagnostics);
}

std::string fio_document(const std::string& options, const std::string& job) {
  return "{\"fio version\": \"fio-3.28\",\n \"global options\": {" + options + "},\n \"jobs\": [{\"jobname\": \"redo\", \"error\": 0,\n" +
         job + "}]}\n";
}

const char* const kTimedSync =
    "\"write\": {\"iops\": 900.5, \"clat_ns\": {\"min\": 1000, \"max\": 9000, \"mean\": 2000, \"N\": 3000}},\n"
    "\"sync\": {\"total_ios\": 3000,\n\"lat_ns\": {\"min\": 500000, \"max\": 9000000, \"mean\": 1000000.5, \"N\": 3000,\n"
    "\"percentile\": {\"50.000000\": 900000,\n\"99.900000\": 5000000}}}";

TEST(FioJson, TakesTheSyncNotTheWrite) {
  const std::string document = fio_document("\"fdatasync\": \"1\", \"bs\": \"4k\"", kTimedSync);
  const sim::Json file = read_measurement("$ fio redo.fio\nfio: warning\n" + document);
  EXPECT_EQ(file["kind"], "fsync");
  EXPECT_EQ(file["fio"], "3.28");
  EXPECT_THAT(file["warnings"], IsEmpty());
  const sim::Json& run = file["runs"][0];
  EXPECT_EQ(run["sync_call"], "fdatasync");
  EXPECT_EQ(run["bs"], 4096);
  EXPECT_DOUBLE_EQ(run["fsync_mean_us"].get<double>(), 1000.0005);
  EXPECT_EQ(run["fsync_p50_us"], 900);
  EXPECT_EQ(run["fsync_p99.9_us"], 5000);
  EXPECT_EQ(run["write_clat_mean_us"], 2);
  EXPECT_EQ(run["N"], 3000);
  EXPECT_EQ(run["places"]["fsync_p99.9_us"], "device.txt:10:14");
}

TEST(FioJson, SaysWhenNothingWasSynced) {
  const std::string reads = "\"read\": {\"iops\": 900.5, \"clat_ns\": {\"min\": 1000, \"max\": 9000, \"mean\": 2000, \"N\": 3000}}";
  const sim::Json file = read_measurement(fio_document("\"rw\": \"read\"", reads));
  EXPECT_EQ(file["runs"][0]["fsync"], "absent");
  EXPECT_EQ(file["has_fsync_data"], false);
  EXPECT_EQ(file["runs"][0].count("fsync_mean_us"), 0U) << "not 0";
  EXPECT_THAT(file["warnings"].dump(), HasSubstr("no fsync data here"));
}

TEST(FioJson, WritesThatWaitForTheDeviceHoldTheSync) {
  const std::string job = "\"write\": {\"iops\": 120.3, \"clat\": {\"min\": 3801, \"max\": 92114, \"mean\": 8290.44,\n"
                          "\"percentile\": {\"50.000000\": 8160, \"0.00\": 0, \"0.00\": 0, \"0.00\": 0}}}";
  const sim::Json file = read_measurement(fio_document("", job));
  EXPECT_EQ(file["runs"][0]["write_clat_mean_us"], 8290.44) << "version 2 has microseconds";
  EXPECT_EQ(file["runs"][0]["fsync"], "in the writes");
  EXPECT_THAT(file["warnings"].dump(), HasSubstr("each waits for its own sync"));
}

TEST(FioJson, SaysWhereItIsBroken) {
  const std::string whole = fio_document("", kTimedSync);
  const sim::Json file = read_measurement(whole.substr(0, whole.size() - 10));
  EXPECT_THAT(file["errors"].dump(), HasSubstr("JSON syntax"));
  EXPECT_THAT(file["errors"].dump(), HasSubstr("device.txt:8"));
  std::string bomb = "{\"fio version\": \"fio-3.28\", \"jobs\": ";
  bomb.append(100'000, '[');
  EXPECT_THAT(read_measurement(bomb)["errors"].dump(), HasSubstr("more than 100 levels"));
}

const char* const kFioText =
    "Log with fdatasync=1\n"
    "log: (g=0): rw=write, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=sync, iodepth=1\n"
    "fio-3.36\nStarting 1 process\n\n"
    "log: (groupid=0, jobs=1): err= 0: pid=1: Mon Jul  3 22:30:33 2023\n"
    "  write: IOPS=1.5k, BW=525KiB/s (538kB/s)(22.0MiB/42910msec); 0 zone resets\n"
    "    clat (nsec): min=500, max=2110, avg=1720.20, stdev= 6.95\n"
    "    clat percentiles (usec):\n     |  1.00th=[    8],  5.00th=[   10], 50.00th=[   17], 95.00th=[   29],\n     | 99.00th=[   39]\n"
    "  lat (usec)   : 10=4.56%, 20=71.07%\n"
    "  fsync/fdatasync/sync_file_range:\n"
    "    sync (msec): min=2, max=181, avg= 7.58, stdev= 6.31\n"
    "    sync percentiles (usec):\n     |  1.00th=[ 4000], 50.00th=[ 8001],\n     | 99.90th=[107000]\n"
    "  cpu          : usr=0.12%, sys=0.61%, ctx=16421, majf=0, minf=15\n"
    "     issued rwts: total=0,312489,0,312488 short=312488,0,0,0 dropped=0,0,0,0\n\n"
    "Run status group 0 (all jobs):\n  WRITE: bw=525KiB/s\n";

TEST(FioText, EachLineHasItsOwnUnit) {
  const sim::Json file = read_measurement(std::string(kFioText) + "\nLog with fsync=1\n" +
                                          std::string(kFioText).substr(std::string(kFioText).find("log: (g=0)")));
  ASSERT_EQ(file["jobs"], 2);
  const sim::Json& run = file["runs"][0];
  EXPECT_EQ(run["sync_call"], "fdatasync");
  EXPECT_EQ(file["runs"][1]["sync_call"], "fsync");
  EXPECT_EQ(run["fsync_mean_us"], 7580);
  EXPECT_EQ(run["fsync_p50_us"], 8001);
  EXPECT_EQ(run["fsync_p99.9_us"], 107000);
  EXPECT_DOUBLE_EQ(run["write_clat_mean_us"].get<double>(), 1.7202);
  EXPECT_EQ(run["write_clat_p50_us"], 17);
  EXPECT_EQ(run["write_iops"], 1500);
  EXPECT_EQ(run["N"], 312488);
  EXPECT_EQ(run["bs"], 4096);
  EXPECT_THAT(file["warnings"].dump(), HasSubstr("does not say which call it timed"));
}

TEST(Ioping, LeavesTheWarmUpOut) {
  const sim::Json file = read_measurement(
      "$ ioping -WWWYy -c 4 /data\n4 KiB >>> /data (ext4 /dev/vda): request=1 time=9.58 ms (warmup)\n"
      "4 KiB >>> /data (ext4 /dev/vda): request=2 time=1.31 ms\n4 KiB >>> /data (ext4 /dev/vda): request=3 time=980.4 us (fast)\n"
      "4 KiB >>> /data (ext4 /dev/vda): request=4 time=11.9 ms (slow)\n\n--- /data (ext4 /dev/vda) ioping statistics ---\n"
      "3 requests completed in 14.2 ms, 12 KiB written, 211 iops, 845 KiB/s\ngenerated 4 requests in 3.0 s, 16 KiB, 1 iops, 4 KiB/s\n"
      "min/avg/max/mdev = 980.4 us / 4.73 ms / 11.9 ms / 3.07 ms\n");
  const sim::Json& run = file["runs"][0];
  EXPECT_EQ(run["requests"], 3);
  EXPECT_EQ(run["median_us"], 1310);
  EXPECT_EQ(run["min_us"], 980.4);
  EXPECT_EQ(run["avg_us"], 4730);
  EXPECT_EQ(run["sync_call"], "O_DSYNC");
  EXPECT_THAT(file["warnings"], IsEmpty());
  EXPECT_THAT(read_measurement("4 KiB <<< /data: request=1 time=1 ms\n")["warnings"].dump(), HasSubstr("these are reads"));
}

TEST(PgTestFsync, TakesOneWriteAndOneSync) {
  const sim::Json file = read_measurement(
      "5 seconds per test\nCompare file sync methods using one 8kB write:\n(in wal_sync_method preference order)\n"
      "        open_datasync                      250.000 ops/sec    4000 usecs/op\n"
      "        fdatasync                          608.573 ops/sec    1643 usecs/op\n"
      "        fsync_writethrough                              n/a\n\n"
      "Compare file sync methods using two 8kB writes:\n        fdatasync                          300.000 ops/sec    3333 usecs/op\n"
      "Non-sync'ed 8kB writes:\n        write                           375432.301 ops/sec       3 usecs/op\n");
  EXPECT_EQ(file["fdatasync_us"], 1643);
  EXPECT_EQ(file["open_datasync_ops_per_s"], 250);
  ASSERT_EQ(file["runs"].size(), 5U);
  EXPECT_EQ(file["runs"][2]["ops_per_s"], "n/a");
  EXPECT_EQ(file["runs"][3]["title"], "Compare file sync methods using two 8kB writes");
}

TEST(HeartbeatLag, TellsHowFastTheReplicaFallsBack) {
  std::string text;
  for (const std::string lag : {"0.00", "0.00", "0.50", "1.00", "1.50", "2.00", "0.00"}) text += " " + lag + "s [  0.00s,  0.00s ]\n";
  const sim::Json file = read_measurement(text);
  EXPECT_EQ(file["growth_start_line"], 3);
  EXPECT_DOUBLE_EQ(file["growth_slope"].get<double>(), 0.5);
  EXPECT_EQ(file["max_lag_s"], 2);
}

TEST(HeartbeatTable, ComparesWithUtc) {
  const std::string rows =
      "+----+-----------+------+----------+-----------------------+\n| ts | server_id | file | position | relay_master_log_file |\n"
      "| 2024-02-29T23:59:58.500000 | 11 | b.000412 | 918 | NULL |\n+----+\n\n";
  const sim::Json file = read_measurement(
      rows + "| now(6) | utc_timestamp(6) |\n| 2024-03-01 02:00:00.000000 | 2024-03-01 00:00:00.000000 |\n");
  EXPECT_EQ(file["lag_server11_s"], 1.5);
  EXPECT_THAT(read_measurement(rows)["warnings"].dump(), HasSubstr("no lag can be told"));
}

}  // namespace
}  // namespace calibration
