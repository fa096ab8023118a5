// Commit groups drawn and told: on narrow and wide terminals, in colour, in ASCII, for every pipeline, step by step.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tests/cli/golden.hpp"

namespace cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

// Five clients on a scenario without chance, a semi-sync replica and another.
const std::vector<std::string> kExplained{"explain", "constant.yaml", "--set", "workload.threads=5", "--set", "network.default.rtt=1ms",
                                          "--set",   "costs.client_round_trip=300us"};

// With nothing in the environment but these variables.
Outcome explained(const std::vector<std::string>& variables, const std::vector<std::string>& more, std::string_view input = {}) {
  std::vector<std::string> words{"-i"};
  words.insert(words.end(), variables.begin(), variables.end());
  words.emplace_back(COMMITSIM_BINARY);
  words.insert(words.end(), kExplained.begin(), kExplained.end());
  words.insert(words.end(), more.begin(), more.end());
  return run("env", words, {.folder = kData, .input = input});
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::size_t width = 0;
    for (const char each : line) width += (static_cast<unsigned char>(each) & 0xC0U) == 0x80U ? 0 : 1;
    widest = std::max(widest, width);
  }
  return widest;
}

TEST(Explain, FitsTheTerminal) {
  for (const std::string width : {"80", "200"}) {
    const Outcome asked = explained({"LC_ALL=C.UTF-8"}, {"--width", width});
    EXPECT_EQ(asked.status, 0) << asked;
    EXPECT_THAT(asked.err, IsEmpty());
    expect_golden(asked.out, "explain." + width + ".txt");
    EXPECT_EQ(widest_line(asked.out), std::stoul(width));
    EXPECT_EQ(explained({"LC_ALL=C.UTF-8", "COLUMNS=" + width}, {}).out, asked.out);
  }
  EXPECT_EQ(explained({"LC_ALL=C.UTF-8"}, {}).out, read_file(kData / "explain.80.txt"));
}

TEST(Explain, HasColourOnRequest) {
  for (const std::string width : {"80", "200"}) {
    const Outcome colourful = explained({"LC_ALL=C.UTF-8"}, {"--width", width, "--color", "always"});
    expect_golden(colourful.out, "explain." + width + ".colour.txt");
    std::string plain;
    for (std::size_t i = 0; i < colourful.out.size(); ++i) {
      if (colourful.out[i] == '\x1b') i = colourful.out.find('m', i);
      else plain += colourful.out[i];
    }
    EXPECT_EQ(widest_line(plain), std::stoul(width));
  }
  EXPECT_THAT(explained({"LC_ALL=C.UTF-8", "TERM=xterm"}, {}).out, Not(HasSubstr("\x1b")));  // stdout is no terminal
}

TEST(Explain, ColoursATerminalUnlessNoColorIsSet) {
  const std::string command = "stty cols 90; " COMMITSIM_BINARY " explain constant.yaml --set workload.threads=5";
  const auto on_terminal = [&](const std::string& variables) {
    return run("script", {"-qec", "env " + variables + " sh -c '" + command + "'", "/dev/null"}, {.folder = kData}).out;
  };
  const std::string colourful = on_terminal("-u NO_COLOR -u COLUMNS TERM=xterm LC_ALL=C.UTF-8");
  EXPECT_THAT(colourful, HasSubstr("\x1b["));
  const std::string plain = on_terminal("-u COLUMNS NO_COLOR=1 TERM=xterm LC_ALL=C.UTF-8");
  EXPECT_THAT(plain, Not(HasSubstr("\x1b[")));
  EXPECT_EQ(widest_line(plain), 91U);  // and a carriage return
}

TEST(Explain, IsAsciiWhereTheLocaleIs) {
  const Outcome ascii = explained({"LC_ALL=C"}, {"--width", "80"});
  expect_golden(ascii.out, "explain.ascii.txt");
  EXPECT_TRUE(std::all_of(ascii.out.begin(), ascii.out.end(), [](char each) { return static_cast<unsigned char>(each) < 128; }));
}

TEST(Explain, TellsEveryEvent) {
  const Outcome told = explained({"LC_ALL=C.UTF-8"}, {"--width", "100", "--sentences"});
  expect_golden(told.out, "explain.sentences.txt");
  EXPECT_THAT(told.out, HasSubstr("enrols in the flush queue and leads, as it is empty"));
}

// Forwards, back, to an event, and the end of the input.
TEST(Explain, StepsThroughLinesWhereThereIsNoTerminal) {
  const auto line = [](const std::string& text, int number) {
    std::istringstream lines(text);
    std::string found;
    for (int i = 0; i <= number; ++i) std::getline(lines, found);
    return found;
  };
  const std::string drawing = explained({"LC_ALL=C.UTF-8"}, {}).out;
  const Outcome steps = explained({"LC_ALL=C.UTF-8"}, {"--step"}, "n\n\np\nx\n5\nq\nn\n");
  EXPECT_EQ(steps.status, 0) << steps;
  ASSERT_THAT(steps.out, StartsWith(drawing));
  const std::string told = steps.out.substr(drawing.size());
  const std::string first = line(told, 0);
  EXPECT_THAT(first, StartsWith("1/"));
  EXPECT_THAT(told, HasSubstr("\n5/"));
  EXPECT_THAT(told, HasSubstr("\n3/"));
  EXPECT_THAT(told, HasSubstr("q: quit"));
  EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), std::count(told.begin(), told.end(), '/') + 1);  // nothing after q
  EXPECT_EQ(explained({}, {"--step"}, "p\n").status, 0);
}

// Keys on a terminal: two steps on, one back; what was on the screen before comes back.
TEST(Explain, StepsWithKeysOnATerminal) {
  const std::string command = "stty cols 100 rows 50; " COMMITSIM_BINARY " explain constant.yaml --set workload.threads=3 --step";
  const Outcome steps = run("script", {"-qec", "sh -c '" + command + "'", "/dev/null"}, {.folder = kData, .input = "n\x1b[Cpq"});
  EXPECT_EQ(steps.status, 0) << steps;
  EXPECT_THAT(steps.out, HasSubstr("\x1b[?1049h"));
  EXPECT_THAT(steps.out, HasSubstr("1/"));
  EXPECT_THAT(steps.out, HasSubstr("3/"));
  EXPECT_LT(steps.out.find("3/"), steps.out.rfind("2/"));
  EXPECT_THAT(steps.out, HasSubstr("\x1b[?1049l"));
}

class ExplainEvery : public testing::TestWithParam<std::string> {};

// Each pipeline in its own words.
TEST_P(ExplainEvery, PipelineCanBeExplained) {
  const std::string version = GetParam();
  std::vector<std::string> words{"--sentences", "--width", "120", "--set", "servers.source.variables.sync_binlog=1"};
  for (const std::string server : {"source", "near", "far"}) {
    words.insert(words.end(), {"--set", "servers." + server + ".version=" + version});
  }
  const Outcome outcome = explained({"LC_ALL=C.UTF-8"}, words);
  ASSERT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("is answered"));
  EXPECT_THAT(outcome.out, HasSubstr("an fsync of the binary log begins"));
  EXPECT_THAT(outcome.out, HasSubstr("sends its ACK"));
  EXPECT_THAT(outcome.out, HasSubstr(version.substr(0, 7) == "mariadb" ? "group commit queue" : "LOCK_log"));
  EXPECT_THAT(outcome.out, HasSubstr(" has applied "));
}

INSTANTIATE_TEST_SUITE_P(Versions, ExplainEvery,
                         testing::Values("mysql-5.5", "mysql-5.6", "mysql-5.7", "mysql-8.0", "mysql-8.4", "mariadb-10.0", "mariadb-10.4",
                                         "mariadb-11.8"),
                         [](const auto& version) {
                           std::string name = version.param;
                           std::replace_if(name.begin(), name.end(), [](char each) { return each == '-' || each == '.'; }, '_');
                           return name;
                         });

TEST(Explain, TellsOfTheMutexesOfOldServersAndOfOnePhase) {
  const auto source_only = [](const std::string& setting) {
    return commitsim({"explain", "experiments/scenarios/lab/source_only.yaml", "--sentences", "--width", "120", "--duration", "1s",
                      "--set", "workload.threads=4", "--set", setting});
  };
  const Outcome builtin = source_only("servers.source.version=mysql-5.1");
  EXPECT_EQ(builtin.status, 0) << builtin;
  EXPECT_THAT(builtin.out, HasSubstr(" holds prepare_commit_mutex"));
  EXPECT_THAT(source_only("servers.source.version=mysql-5.1-plugin").out, HasSubstr(" holds LOCK_log"));
  const Outcome one_phase = source_only("servers.source.variables.log_bin=OFF");
  EXPECT_EQ(one_phase.status, 0) << one_phase;
  EXPECT_THAT(one_phase.out, HasSubstr("one phase"));
  EXPECT_THAT(one_phase.out, HasSubstr("is answered"));
}

TEST(Explain, TellsWherePeopleWaitForTheAck) {
  const auto at = [](const std::string& point) {
    return explained({}, {"--sentences", "--set", "servers.source.variables.rpl_semi_sync_master_wait_point=" + point}).out;
  };
  EXPECT_THAT(at("AFTER_SYNC"), HasSubstr("(AFTER_SYNC)"));
  EXPECT_THAT(at("AFTER_COMMIT"), HasSubstr("(AFTER_COMMIT)"));
}

TEST(Explain, TakesTimesGroupsAndClients) {
  const Outcome later = explained({}, {"--from", "500ms", "--groups", "1", "--clients", "2,4-5"});
  EXPECT_EQ(later.status, 0) << later;
  EXPECT_THAT(later.out, HasSubstr("client 4"));
  EXPECT_THAT(later.out, Not(HasSubstr("client 3 ")));
  EXPECT_THAT(later.out, HasSubstr("(2 more clients)"));
}

TEST(Explain, RefusesWhatItDoesNotUnderstand) {
  for (const std::vector<std::string>& wrong : std::vector<std::vector<std::string>>{
           {"--groups", "0"}, {"--from", "5"}, {"--clients", "3-1"}, {"--clients", ""}, {"--width", "9"}, {"--color", "blue"}}) {
    const Outcome outcome = explained({}, wrong);
    EXPECT_EQ(outcome.status, 2) << outcome;
    EXPECT_THAT(outcome.err, HasSubstr(wrong[0]));
    EXPECT_THAT(outcome.out, IsEmpty());
  }
}

}  // namespace
}  // namespace cli
