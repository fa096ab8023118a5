// Calling commitsim itself: overview, help, version, unknown words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/cli/command.hpp"

namespace cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::StartsWith;

// The names that the overview lists.
std::vector<std::string> listed_commands() {
  std::vector<std::string> names;
  std::istringstream lines(commitsim({}).out);
  bool in_list = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) in_list = false;
    if (in_list) names.push_back(line.substr(2, line.find(' ', 2) - 2));
    if (line == "Commands") in_list = true;
  }
  return names;
}

TEST(Program, ShowsAnOverviewWithoutArguments) {
  const Outcome outcome = commitsim({});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("usage: commitsim COMMAND"));
  EXPECT_THAT(outcome.err, IsEmpty());
  EXPECT_EQ(commitsim({"--help"}).out, outcome.out);
  EXPECT_EQ(commitsim({"help"}).out, outcome.out);
  EXPECT_THAT(listed_commands(), testing::IsSupersetOf({"check", "describe", "run"}));
}

TEST(Program, HasHelpForEveryCommand) {
  for (const std::string& command : listed_commands()) {
    const Outcome outcome = commitsim({command, "--help"});
    EXPECT_EQ(outcome.status, 0) << command << outcome;
    EXPECT_THAT(outcome.out, HasSubstr("commitsim " + command)) << command;
    EXPECT_THAT(outcome.err, IsEmpty()) << command;
    EXPECT_EQ(commitsim({"help", command}).out, outcome.out);
  }
}

TEST(Program, TellsItsVersionAndEngine) {
  const Outcome outcome = commitsim({"--version"});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.out, MatchesRegex("commitsim [0-9.]+\nSimGrid [0-9.]+, network/model:CM02.*\n"));
}

TEST(Program, SuggestsACommand) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{"rnu"}, {"help", "rnu"}}) {
    const Outcome outcome = commitsim(words);
    EXPECT_EQ(outcome.status, 2) << outcome;
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_THAT(outcome.err, StartsWith("commitsim: error: unknown command 'rnu'; did you mean 'run'? known: "));
  }
}

TEST(Program, ReportsWrongWords) {
  const Outcome option = commitsim({"run", "x.yaml", "--fromat", "json"});
  EXPECT_EQ(option.status, 2) << option;
  EXPECT_THAT(option.err, StartsWith("commitsim run: error: unknown option '--fromat'; did you mean '--format'?"));
  EXPECT_THAT(commitsim({"run"}).err, StartsWith("commitsim run: error: SCENARIO.yaml is missing\n"));
  EXPECT_THAT(commitsim({"check", "a", "b"}).err, StartsWith("commitsim check: error: too much: 'b'\n"));
  EXPECT_EQ(commitsim({"run", "--seed"}).status, 2);
  EXPECT_EQ(commitsim({"run", "a", "--seed", "1", "--seed", "2"}).status, 2);
  EXPECT_EQ(commitsim({"run", "a", "--se", "1"}).status, 2) << "an abbreviation";
}

}  // namespace
}  // namespace cli
