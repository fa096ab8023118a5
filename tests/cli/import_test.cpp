#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"

namespace cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

TEST(Import, SaysWhatItReadAndFromWhere) {
  const TemporaryFolder folder;
  const std::string file = folder.file("lag.txt", " 0.00s [  0.00s,  0.00s,  0.00s ]\n 2.51s [  0.04s,  0.01s,  0.00s ]\n");
  const Outcome outcome = commitsim({"import", file});
  EXPECT_EQ(outcome.status, 0) << outcome;
  EXPECT_THAT(outcome.err, IsEmpty());
  const json document = json::parse(outcome.out);
  EXPECT_EQ(document["schema"], "commitsim.import/1");
  const json& read = document["files"][0];
  EXPECT_EQ(read["file"], file);
  EXPECT_EQ(read["kind"], "lag");
  EXPECT_EQ(read["lag_s"], json::parse("[0.0, 2.51]"));
  EXPECT_EQ(read["max_place"], file + ":2:1");
  EXPECT_EQ(read["warnings"], json::array());
}

TEST(Import, RefusesWhatItCannotReadInOneLineEach) {
  const TemporaryFolder folder;
  const std::vector<std::string> files = {
      folder.path().string(),
      folder.path() / "absent.log",
      folder.file("empty.log", ""),
      folder.file("binary", std::string("\x7F" "ELF\0\0\1", 7)),
      folder.file("utf16.log", "\xFF\xFEs\0y\0"),
      folder.file("letter.txt", "Dear all,\nthe server is slow.\n"),
  };
  for (const std::string& file : files) {
    const Outcome outcome = commitsim({"import", file});
    EXPECT_EQ(outcome.status, 2) << file;
    EXPECT_THAT(outcome.err, StartsWith(file + ": error: "));
    EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
    const json read = json::parse(outcome.out)["files"][0];
    EXPECT_EQ(read["kind"], "unknown");
    EXPECT_EQ(read["errors"].size(), 1U);
  }
  EXPECT_EQ(commitsim({"import"}).status, 2);
}

// By a bare name, from within its folder.
TEST(Import, TellsAMissingFileFromOneThatLiesOutside) {
  const TemporaryFolder folder;
  folder.file("my.cnf", "[mysqld]\nsync_binlog=1\n!include absent.cnf\n");
  const Outcome missing = commitsim({"import", "my.cnf"}, {.folder = folder.path()});
  EXPECT_EQ(missing.status, 0) << missing;
  EXPECT_THAT(missing.err, HasSubstr("my.cnf:3:10: warning: 'absent.cnf' is not there"));
  folder.file("my.cnf", "[mysqld]\n!include ../../etc/passwd\n");
  const Outcome outside = commitsim({"import", "my.cnf"}, {.folder = folder.path()});
  EXPECT_EQ(outside.status, 2) << outside;
  EXPECT_THAT(outside.err, HasSubstr("my.cnf:2:10: error: '../../etc/passwd' was not read: it lies outside"));
}

TEST(Import, ReadsTheOtherFilesWhereOneIsAtFault) {
  const TemporaryFolder folder;
  const std::string good = folder.file("lag.txt", " 1.00s [  0.00s,  0.00s,  0.00s ]\n");
  const Outcome outcome = commitsim({"import", folder.path() / "absent", good});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(json::parse(outcome.out)["files"][1]["max_lag_s"], 1);
}

}  // namespace
}  // namespace cli
