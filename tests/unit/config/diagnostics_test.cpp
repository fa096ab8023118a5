#include "sim/config/diagnostics.hpp"

#include <gmock/gmock.h>

#include "reading.hpp"

namespace sim {
namespace {

using test::printed;
using ::testing::HasSubstr;

TEST(Diagnostics, ArePrintedByPlaceWithACount) {
  Diagnostics diagnostics;
  diagnostics.error({"b.yaml", 10, 2}, "late");
  diagnostics.error({"b.yaml", 9, 30}, "early");
  diagnostics.error({"a.yaml", 99, 1}, "other file");
  diagnostics.error({"b.yaml", 9, 4}, "left");
  EXPECT_EQ(printed(diagnostics),
            "a.yaml:99:1: error: other file\n"
            "b.yaml:9:4: error: left\n"
            "b.yaml:9:30: error: early\n"
            "b.yaml:10:2: error: late\n"
            "4 errors; nothing was run\n");
}

TEST(Diagnostics, OfOnePlaceKeepTheirOrder) {
  Diagnostics diagnostics;
  diagnostics.error({"a", 1, 1}, "z first");
  diagnostics.error({"a", 1, 1}, "a second");
  EXPECT_THAT(printed(diagnostics), HasSubstr("z first\na:1:1: error: a second"));
}

TEST(Diagnostics, SpeakOfOneErrorInTheSingular) {
  Diagnostics diagnostics;
  diagnostics.error({"--set run.duration", 0, 0}, "oops");
  EXPECT_EQ(printed(diagnostics), "--set run.duration: error: oops\n1 error; nothing was run\n");
}

TEST(Diagnostics, WarningsDoNotStopARun) {
  Diagnostics diagnostics;
  diagnostics.warning({"a", 2, 3}, "hm");
  EXPECT_TRUE(diagnostics.ok());
  EXPECT_EQ(diagnostics.warning_count(), 1U);
  EXPECT_EQ(printed(diagnostics), "a:2:3: warning: hm\n");
}

TEST(Diagnostics, NotesAreNoFaults) {
  Diagnostics diagnostics;
  diagnostics.note({"a", 2, 3}, "by the way");
  EXPECT_TRUE(diagnostics.ok());
  EXPECT_EQ(diagnostics.warning_count(), 0U);
  EXPECT_EQ(printed(diagnostics), "a:2:3: note: by the way\n");
  diagnostics.error({"a", 3, 3}, "oops");
  EXPECT_THAT(printed(diagnostics), HasSubstr("\n1 error; nothing was run\n"));
}

TEST(Diagnostics, TellTheSameFaultOnce) {
  Diagnostics diagnostics;
  diagnostics.error({"a", 1, 1}, "twice");
  diagnostics.error({"a", 1, 1}, "twice");
  EXPECT_EQ(diagnostics.count(), 1U);
}

TEST(Diagnostics, StayBounded) {
  Diagnostics diagnostics;
  for (int line = 1; line <= 5000; ++line) diagnostics.error({"a", line, 1}, "again");
  EXPECT_EQ(diagnostics.count(), 5000U);
  EXPECT_EQ(diagnostics.sorted().size(), Diagnostics::kKept);
  EXPECT_THAT(printed(diagnostics), HasSubstr("5000 errors (the first 1000 are shown); nothing was run\n"));
}

TEST(Diagnostics, ShowNoControlCharacters) {
  Diagnostics diagnostics;
  diagnostics.error({"a\x1b[31m", 1, 1}, "text " + quote("x\x1b[0m\n\t\x7f"));
  EXPECT_EQ(to_string(diagnostics.sorted()[0]), "a\\x1b[31m:1:1: error: text 'x\\x1b[0m\\n\\t\\x7f'");
}

TEST(Quote, ShortensWithoutCuttingACharacter) {
  std::string text(59, 'x');
  text += "\u00e9\u00e9";
  EXPECT_EQ(quote(text), "'" + std::string(59, 'x') + "...'");
  EXPECT_EQ(quote("\u00e9"), "'\u00e9'");
}

TEST(EditDistance, CountsChangesAndSwaps) {
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("fsync", "fsync"), 0U);
  EXPECT_EQ(edit_distance("FSYNC", "fsync"), 0U);
  EXPECT_EQ(edit_distance("fsnyc", "fsync"), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting", 3), 3U);
  EXPECT_GT(edit_distance("kitten", "sitting", 2), 2U);
}

TEST(Suggest, FindsTheNearest) {
  const std::vector<std::string> known = {"fsync_time", "fsync_period", "sync_binlog"};
  EXPECT_EQ(suggest("fsync_tme", known), "fsync_time");
  EXPECT_EQ(suggest("sync-binlog", known), "sync_binlog");
  EXPECT_EQ(suggest("SYNC_BINLOG", known), "sync_binlog");
}

TEST(Suggest, IsSilentWhenNothingIsNear) {
  EXPECT_EQ(suggest("hosts", {"fsync_time"}), std::nullopt);
  EXPECT_EQ(suggest("x", {"y", "z"}), std::nullopt);
  EXPECT_EQ(suggest("", {"y"}), std::nullopt);
  EXPECT_EQ(suggest(std::string(100000, 'x'), {"y"}), std::nullopt);
}

TEST(KnownWords, AreListedUpToABound) {
  EXPECT_EQ(known_words("coers", {"cores", "disk"}), "; did you mean 'cores'? known: cores, disk");
  EXPECT_EQ(known_words("speed", {"cores", "disk"}), "; known: cores, disk");
  EXPECT_THAT(list_of(std::vector<std::string>(33, "k")), HasSubstr("k and 3 more"));
}

}  // namespace
}  // namespace sim
