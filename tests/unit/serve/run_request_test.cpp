// Requests of the page: what is taken, and what is refused in words.
#include "experiments/serve/run_request.hpp"

#include <gmock/gmock.h>

#include "experiments/scenario/load_scenario.hpp"

namespace {

using experiments::parse_run_request;
using experiments::ParsedRequest;
using experiments::RunRequest;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The one fault of a request.
std::string fault_of_request(const std::string& text) {
  const ParsedRequest parsed = parse_run_request(text);
  EXPECT_FALSE(parsed.request.has_value()) << text;
  EXPECT_EQ(parsed.faults.size(), 1U) << text;
  return parsed.faults.empty() ? "" : parsed.faults.front();
}

TEST(RunRequest, ReadsParametersAndTakesDefaultsForTheRest) {
  const auto parsed = parse_run_request(R"({"want": "sweep", "parameters": {"threads": 3, "fsync_ms": 0.5,
      "replicas": [{"mode": "async", "rtt_ms": 12}]}})");
  ASSERT_THAT(parsed.faults, IsEmpty());
  EXPECT_EQ(parsed.request->want, RunRequest::Want::sweep);
  EXPECT_EQ(parsed.request->parameters->threads, 3);
  EXPECT_DOUBLE_EQ(parsed.request->parameters->fsync.count(), 0.0005);
  ASSERT_EQ(parsed.request->parameters->replicas.size(), 1U);
  EXPECT_FALSE(parsed.request->parameters->replicas[0].is_semi_sync);
  EXPECT_DOUBLE_EQ(parsed.request->parameters->replicas[0].rtt.count(), 0.012);
  EXPECT_EQ(parsed.request->parameters->version, "mysql-8.0");
}

TEST(RunRequest, IsTheSameHoweverItIsWritten) {
  EXPECT_EQ(parse_run_request(R"({"parameters":{"threads":3,"acks":1}})").canonical,
            parse_run_request("{ \"parameters\": { \"acks\": 1, \"threads\": 3 } }").canonical);
}

TEST(RunRequest, RefusesWhatIsNoRequest) {
  for (const char* text :
       {"", "{", "NaN", R"({"parameters": {"threads": NaN}})", R"({"parameters": {"threads": 1e999}})", "\xff\xfe", "{}}"}) {
    EXPECT_EQ(fault_of_request(text), "the request is no JSON") << text;
  }
  EXPECT_EQ(fault_of_request("[]"), "the request is no JSON object");
  EXPECT_EQ(fault_of_request(std::string(20'000, '[')), "the request is nested deeper than 8 levels");
  EXPECT_EQ(fault_of_request(std::string(experiments::kLongestRequest + 1, ' ')), "the request is longer than 49152 bytes");
  EXPECT_THAT(fault_of_request("{}"), HasSubstr("exactly one of parameters and scenario"));
  EXPECT_THAT(fault_of_request(R"({"parameters": {}, "scenario": "x"})"), HasSubstr("exactly one of"));
  EXPECT_THAT(fault_of_request(R"({"parameters": {}, "want": "all"})"), HasSubstr("result, run, sweep"));
  EXPECT_THAT(fault_of_request(R"({"parameters": {}, "wants": "run"})"), HasSubstr("did you mean 'want'"));
  EXPECT_THAT(fault_of_request(R"({"scenario": 7})"), HasSubstr("has to be a text"));
  EXPECT_THAT(fault_of_request(R"({"parameters": [1]})"), HasSubstr("is no JSON object"));
}

TEST(RunRequest, RefusesValuesThatNoSliderHas) {
  const auto of = [](const std::string& parameters) { return fault_of_request(R"({"parameters": {)" + parameters + "}}"); };
  EXPECT_EQ(of(R"("threads": 0)"), "parameters.threads has to be a whole number from 1 to 256");
  EXPECT_EQ(of(R"("threads": -3)"), "parameters.threads has to be a whole number from 1 to 256");
  EXPECT_EQ(of(R"("threads": 2.5)"), "parameters.threads has to be a whole number from 1 to 256");
  EXPECT_EQ(of(R"("threads": "8")"), "parameters.threads has to be a whole number from 1 to 256");
  EXPECT_EQ(of(R"("fsync_ms": 1e300)"), "parameters.fsync_ms has to be a number from 0.01 to 50");
  EXPECT_THAT(of(R"("version": "mysql-9999")"), HasSubstr("has to be one of mysql-5.0, "));
  EXPECT_THAT(of(R"("version": "../../etc/passwd")"), HasSubstr("has to be one of"));
  EXPECT_THAT(of(R"("wait_point": null)"), HasSubstr("AFTER_SYNC, AFTER_COMMIT"));
  EXPECT_THAT(of(R"("thread": 8)"), HasSubstr("did you mean 'threads'"));
  EXPECT_THAT(of(R"("replicas": [{"mode": "sync"}])"), HasSubstr("parameters.replicas[0].mode has to be one of semi-sync, async"));
  EXPECT_THAT(of(R"("replicas": [{}, {}, {}, {}, {}, {}, {}, {}, {}])"), HasSubstr("a list of at most 8"));
  EXPECT_EQ(of(R"("acks": 2)"), "parameters.acks is 2, of 1 semi-sync replica");
}

TEST(RunRequest, TellsAllFaultsAtOnce) {
  const auto parsed = parse_run_request(R"({"parameters": {"threads": 0, "fsync_ms": -1, "x": 1}})");
  EXPECT_EQ(parsed.faults.size(), 3U);
}

// --- From parameters to a scenario ---------------------------------------------------------------------------------------

experiments::TeachingScenario scenario_with(const std::string& version) {
  experiments::TeachingParameters parameters;
  parameters.version = version;
  parameters.threads = 256;
  parameters.acks = 2;
  parameters.commit_delay = sim::Seconds{0.001};
  parameters.replicas = {{true, sim::Seconds{0.0002}}, {true, sim::Seconds{0.005}}, {false, sim::Seconds{0.05}}};
  return teaching_scenario(parameters, sim::Seconds{2});
}

TEST(TeachingScenario, IsAScenarioOfEveryVersion) {
  const sim::Json versions = experiments::teaching_choices()["versions"];
  ASSERT_GT(versions.size(), 10U);
  for (const sim::Json& version : versions) {
    const auto scenario = scenario_with(version["name"]);
    sim::Diagnostics diagnostics;
    auto root = sim::read_document_text(scenario.yaml, "scenario", diagnostics);
    ASSERT_TRUE(root.has_value());
    const auto loaded = experiments::load_scenario(std::move(*root), "scenario", {}, diagnostics);
    EXPECT_TRUE(loaded.has_value()) << version["name"] << '\n' << scenario.yaml << '\n'
                                    << (diagnostics.ok() ? "" : to_string(diagnostics.sorted().front()));
  }
}

TEST(TeachingScenario, NamesVariablesAsTheVersionDoesAndTellsWhatItLacks) {
  EXPECT_THAT(scenario_with("mysql-8.0").yaml, HasSubstr("rpl_semi_sync_source_wait_for_replica_count: 2"));
  EXPECT_THAT(scenario_with("mysql-8.0").notes, IsEmpty());
  EXPECT_THAT(scenario_with("mysql-5.7").yaml, HasSubstr("rpl_semi_sync_master_wait_for_slave_count: 2"));
  EXPECT_THAT(scenario_with("mariadb-10.11").yaml, HasSubstr("binlog_commit_wait_usec: 1ms"));
  EXPECT_THAT(scenario_with("mariadb-10.11").notes, ElementsAre("mariadb-10.11 waits for one ACK only"));
  EXPECT_THAT(scenario_with("mysql-5.6").notes,
              ElementsAre("mysql-5.6 cannot delay a group: the commit delay is left out", "mysql-5.6 waits AFTER_COMMIT only",
                          "mysql-5.6 waits for one ACK only"));
  EXPECT_THAT(scenario_with("mysql-5.0").notes, testing::Contains("mysql-5.0 has no semi-sync: all replicas are async"));
}

}  // namespace
