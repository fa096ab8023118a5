#include "sim/config/distribution_codec.hpp"

#include <gmock/gmock.h>

#include "reading.hpp"

namespace sim {
namespace {

using test::good;
using test::printed;
using ::testing::HasSubstr;

struct Spec {
  TimeDistribution fsync_time{Seconds{0.001}};

  static Schema<Spec> schema() {
    return Schema<Spec>("spec", "").field("fsync_time", &Spec::fsync_time, "service time of an fsync");
  }
};

// Reads `fsync_time: TEXT`; gives what is written back, or the faults.
std::string after(const std::string& text, Spec& spec) {
  Diagnostics diagnostics;
  const auto root = good("fsync_time: " + text + "\n");
  if (!schema_of<Spec>().bind(root, spec, diagnostics)) return printed(diagnostics);
  return schema_of<Spec>().write(spec)["fsync_time"].dump();
}

std::string after(const std::string& text) {
  Spec spec;
  return after(text, spec);
}

TEST(DistributionCodec, ReadsEveryFormAndWritesItBack) {
  EXPECT_EQ(after("2ms"), R"("2ms")");
  EXPECT_EQ(after("{constant: 2ms}"), R"("2ms")");
  EXPECT_EQ(after("{p99: 3ms, mean: 1ms}"), R"({"mean":"1ms","p99":"3ms"})");
  EXPECT_EQ(after("{median: 1ms, p99: 3ms}"), R"({"median":"1ms","p99":"3ms"})");
  EXPECT_EQ(after("{mean: 1ms, cv: 0.5}"), R"({"mean":"1ms","cv":0.5})");
  EXPECT_EQ(after("{mean: 1ms, cv: 0}"), R"({"mean":"1ms","cv":0.0})");
  EXPECT_EQ(after("{exponential: 1ms}"), R"({"exponential":"1ms"})");
  EXPECT_EQ(after("{uniform: [1ms, 2ms]}"), R"({"uniform":["1ms","2ms"]})");
  EXPECT_EQ(after("{quantiles: {0: 1ms, 50: 2ms, 99.9: 4ms, 100: 9ms}}"),
            R"({"quantiles":{"0":"1ms","50":"2ms","99.9":"4ms","100":"9ms"}})");
  EXPECT_EQ(after("{constant: 2ms, rare: {probability: 0.1%, value: 20ms}}"),
            R"({"constant":"2ms","rare":{"probability":"0.1%","value":"20ms"}})");
}

TEST(DistributionCodec, WhatIsWrittenReadsBack) {
  for (const auto* text : {"{mean: 1.1ms, p99: 3ms}", "{uniform: [1ms, 2ms], rare: {probability: 1%, value: 1s}}",
                           "{quantiles: {50: 2ms}}"}) {
    const auto once = after(text);
    EXPECT_EQ(after(once), once);
  }
}

TEST(DistributionCodec, BuildsTheDistributionInSeconds) {
  Spec spec;
  after("{mean: 1ms, cv: 0.5}", spec);
  EXPECT_NEAR(spec.fsync_time.distribution().mean(), 0.001, 1e-6);
  EXPECT_NEAR(spec.fsync_time.distribution().standard_deviation(), 0.0005, 1e-6);
  after("{quantiles: {0: 1ms, 50: 2ms, 100: 9ms}}", spec);
  EXPECT_NEAR(spec.fsync_time.distribution().quantile(0.25), 0.0015, 1e-9);
  after("{constant: 1ms, rare: {probability: 10%, value: 11ms}}", spec);
  EXPECT_NEAR(spec.fsync_time.distribution().mean(), 0.002, 1e-9);
  EXPECT_EQ(TimeDistribution().distribution().mean(), 0.0);
  EXPECT_NEAR(TimeDistribution::exponential(Seconds{2}).distribution().mean(), 2, 1e-9);
}

TEST(DistributionCodec, FaultsHaveAPlaceAndAReason) {
  EXPECT_EQ(after("2"),
            "good.yaml:1:13: error: fsync_time: time '2' has no unit; write '2us', '2ms' or '2s'\n1 error; nothing was "
            "run\n");
  EXPECT_THAT(after("[1ms]"),
              HasSubstr("expected a time such as '5ms' or a distribution such as {mean: 1ms, p99: 3ms}, found a list"));
  EXPECT_THAT(after("{mean: 1ms}"), HasSubstr("mean and cv; quantiles; found mean\n"));
  EXPECT_THAT(after("{mean: 1ms, p99: 2ms, cv: 1}"), HasSubstr("found mean and p99 and cv\n"));
  EXPECT_THAT(after("{}"), HasSubstr("found none of them\n"));
  EXPECT_THAT(after("{rare: {probability: 1%, value: 1s}}"), HasSubstr("found none of them\n"));
  EXPECT_THAT(after("{men: 1ms, p99: 2ms}"), HasSubstr("unknown key 'men' in fsync_time; did you mean 'mean'?"));
  EXPECT_THAT(after("{mean: 1ms, p99: 1s}"), HasSubstr("good.yaml:1:13: error: fsync_time: "));
  EXPECT_THAT(after("{uniform: [2ms, 1ms]}"), HasSubstr("uniform needs two times, the lower one first"));
  EXPECT_THAT(after("{quantiles: {50: 2ms, 20: 3ms}}"), HasSubstr("quantiles must rise; 20: 3ms does not"));
  EXPECT_THAT(after("{quantiles: {50: 2ms, 60: 1ms}}"), HasSubstr("quantiles must rise; 60: 1ms does not"));
  EXPECT_THAT(after("{quantiles: {p50: 2ms}}"), HasSubstr("quantile 'p50' is not a percentage from 0 to 100"));
  EXPECT_THAT(after("{constant: 1ms, rare: {probability: 200%, value: 1s}}"),
              HasSubstr("probability: 200% is out of range"));
  EXPECT_THAT(after("{constant: 1ms, rare: {value: 1s}}"), HasSubstr("missing required key 'probability'"));
}

TEST(DistributionCodec, IsOneValueToProvenanceAndDescribe) {
  Spec spec;
  Provenance origins;
  Diagnostics diagnostics;
  ASSERT_TRUE(schema_of<Spec>().bind(good("fsync_time: {mean: 1ms, cv: 1}\n"), spec, diagnostics, &origins));
  EXPECT_EQ(origins.size(), 1U);
  EXPECT_EQ(origins.origin_of("fsync_time"), "good.yaml:1");
  const auto rows = schema_of<Spec>().describe();
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].type, "time or distribution");
  EXPECT_EQ(rows[0].default_value, "1ms");
  EXPECT_EQ(schema_of<Spec>().json_schema()["properties"]["fsync_time"]["anyOf"].size(), 2U);
}

}  // namespace
}  // namespace sim
