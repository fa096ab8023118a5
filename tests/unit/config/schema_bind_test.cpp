#include <gmock/gmock.h>

#include "example_spec.hpp"

namespace sim::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kGood = R"(
sync_stage: {fsync_time: 2ms, sync_binlog: 100, wait_point: after_commit}
profile: nvme
hosts:
  db2: {cores: 8}
  db1:
links:
  - {between: [db1, db2], rtt: 5ms, bandwidth: 200Mbps}
  - between: [db2, db1]
warm_up: 10s
binlog_order_commits: OFF
think_factor: 0.5
row_size: 1KiB
arrivals: 500/s
read_share: 25%
spare: {}
)";

TEST(SchemaBind, SetsEveryKindOfField) {
  Scenario s;
  ASSERT_EQ(bind_text(kGood, s), "");
  EXPECT_EQ(s.sync_stage.fsync_time, Seconds{0.002});
  EXPECT_EQ(s.sync_stage.sync_binlog, 100);
  EXPECT_EQ(s.sync_stage.wait_point, WaitPoint::AfterCommit);
  EXPECT_EQ(s.profile.name, "nvme");
  ASSERT_EQ(s.hosts.size(), 2U);
  EXPECT_EQ(s.hosts[0].first, "db2") << "the order of the file";
  EXPECT_EQ(s.hosts[0].second.cores, 8);
  EXPECT_EQ(s.hosts[1].second.cores, 4) << "a key without a value has the defaults";
  ASSERT_EQ(s.links.size(), 2U);
  EXPECT_EQ(s.links[0].between, (std::vector<std::string>{"db1", "db2"}));
  EXPECT_EQ(s.links[0].bandwidth, BytesPerSecond{25e6});
  EXPECT_EQ(s.links[1].bandwidth, std::nullopt);
  EXPECT_EQ(s.warm_up, Seconds{10});
  EXPECT_FALSE(s.binlog_order_commits);
  EXPECT_EQ(s.think_factor, 0.5);
  EXPECT_EQ(s.row_size, Bytes{1024});
  EXPECT_EQ(s.arrivals, PerSecond{500});
  EXPECT_EQ(s.read_share, Fraction{0.25});
  EXPECT_TRUE(s.spare.has_value());
}

TEST(SchemaBind, LeavesOutWhatIsNotGiven) {
  Scenario s;
  ASSERT_EQ(bind_text("sync_stage: {fsync_time: 2ms}\n", s), "");
  EXPECT_EQ(s.sync_stage.sync_binlog, 1);
  EXPECT_EQ(s.profile.name, "ssd");
  EXPECT_EQ(s.warm_up, std::nullopt);
}

TEST(SchemaBind, NothingIsNullOrAuto) {
  for (const auto* nothing : {"auto", "~", ""}) {
    Scenario s;
    s.warm_up = Seconds{1};
    ASSERT_EQ(bind_text(fmt::format("sync_stage: {{fsync_time: 2ms}}\nwarm_up: {}\n", nothing), s), "");
    EXPECT_EQ(s.warm_up, std::nullopt);
  }
}

TEST(SchemaBind, MissingKeysPointAtTheirParent) {
  EXPECT_THAT(bind_text("profile: x\n"),
              StartsWith("bad.yaml:1:1: error: missing required key 'sync_stage' (the sync stage) in scenario"));
  EXPECT_THAT(bind_text("profile: x\nsync_stage:\n"),
              HasSubstr("bad.yaml:2:1: error: missing required key 'fsync_time'"));
}

TEST(SchemaBind, WrongKindsSayBoth) {
  const auto with = [](std::string_view line) {
    return bind_text(fmt::format("sync_stage: {{fsync_time: 1ms}}\n{}\n", line));
  };
  EXPECT_THAT(with("think_factor: "), HasSubstr("think_factor: expected a number, found nothing"));
  EXPECT_THAT(with("hosts: {a: {cores: {x: 1}}}"), HasSubstr("cores: expected a whole number, found a mapping"));
  EXPECT_THAT(with("hosts: {a: {cores: 9999999999}}"), HasSubstr("cores: number '9999999999' is out of range"));
  EXPECT_THAT(with("hosts: {a: {cores: 2.5}}"), HasSubstr("cores: '2.5' is not a whole number"));
  EXPECT_THAT(with("links: {}"), HasSubstr("links: expected a list such as [a, b], found a mapping"));
  EXPECT_THAT(with("links: [{between: [a, [b]]}]"), HasSubstr("between[1]: expected text, found a list"));
  EXPECT_THAT(with("hosts: "), HasSubstr("hosts: a length of 0 is out of range; it must be not empty"));
  EXPECT_EQ(bind_text("[1, 2]\n"),
            "bad.yaml:1:1: error: expected a mapping (scenario), found a list\n1 error; nothing was run\n");
  EXPECT_EQ(bind_text("text\n"),
            "bad.yaml:1:1: error: expected a mapping (scenario), found 'text'\n1 error; nothing was run\n");
}

TEST(SchemaBind, BoundsAreInclusiveOrNotAsTheySay) {
  const auto with = [](std::string_view factor) {
    return bind_text(fmt::format("sync_stage: {{fsync_time: 1us}}\nthink_factor: {}\n", factor));
  };
  EXPECT_EQ(with("0"), "");
  EXPECT_EQ(with("9.999"), "");
  EXPECT_THAT(with("-0.1"), HasSubstr("think_factor: -0.1 is out of range; it must be at least 0.0"));
  EXPECT_THAT(bind_text("sync_stage: {fsync_time: 999ns}\n"),
              HasSubstr("fsync_time: 999ns is out of range; it must be at least 1us"));
}

TEST(SchemaBind, EnumsHaveOtherNamesAndAnyCase) {
  Scenario s;
  ASSERT_EQ(bind_text("sync_stage: {fsync_time: 1ms, wait_point: Lossless}\n", s), "");
  EXPECT_EQ(s.sync_stage.wait_point, WaitPoint::AfterSync);
  EXPECT_EQ(name_of(s.sync_stage.wait_point), "AFTER_SYNC");
}

TEST(SchemaBind, ChecksSeveralKeysOnceTheyAreRight) {
  EXPECT_THAT(bind_text("sync_stage: {fsync_time: 10ms}\nwarm_up: 1ms\n"),
              StartsWith("bad.yaml:2:10: error: warm_up 1 ms is shorter than fsync_time 10 ms\n"));
  EXPECT_THAT(bind_text("sync_stage: {fsync_time: 10ms}\nwarm_up: 1ms\nrow_size: 1\n"),
              ::testing::Not(HasSubstr("shorter")));
}

TEST(SchemaBind, CustomCodecsReportInPlace) {
  Scenario s;
  ASSERT_EQ(bind_text("sync_stage: {fsync_time: 1ms}\nprofile: {cpu: 20us}\n", s), "");
  EXPECT_EQ(s.profile.cpu, Seconds{20e-6});
  EXPECT_THAT(bind_text("sync_stage: {fsync_time: 1ms}\nprofile: {cpu: 20}\n"),
              HasSubstr("bad.yaml:2:16: error: cpu: time '20' has no unit"));
  EXPECT_THAT(bind_text("sync_stage: {fsync_time: 1ms}\nprofile: []\n"),
              HasSubstr("profile: expected the name of a profile or a mapping, found a list"));
  EXPECT_THAT(bind_text("sync_stage: {fsync_time: 1ms}\nprofile: {}\n"),
              HasSubstr("profile: a profile without a name needs cpu"));
}

TEST(SchemaBind, NamesWithDotsAreQuotedInPlaces) {
  EXPECT_THAT(bind_text("sync_stage: {fsync_time: 1ms}\nhosts: {db1.lan: {x: 1}}\n"),
              HasSubstr("unknown key 'x' in hosts.\"db1.lan\""));
}

TEST(SchemaBind, FaultsOfAliasedPartsAreToldOnce) {
  EXPECT_THAT(bind_text("sync_stage: {fsync_time: 1ms}\nhosts: {a: &h {cores: x}, b: *h, c: *h}\n"),
              HasSubstr("\n1 error; nothing was run"));
}

TEST(SchemaBind, ManyFaultsStayFast) {
  std::string text = "sync_stage: {fsync_time: 1ms}\n";
  for (int i = 0; i < 20000; ++i) text += fmt::format("unknown_key_{}: 1\n", i);
  EXPECT_THAT(bind_text(text), HasSubstr("20000 errors (the first 1000 are shown)"));
}

}  // namespace
}  // namespace sim::test
