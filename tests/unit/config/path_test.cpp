#include "sim/config/path.hpp"

#include <gtest/gtest.h>

namespace sim {
namespace {

std::string steps(std::string_view path) {
  const auto parsed = parse_path(path);
  if (!parsed) return "malformed";
  std::string text;
  for (const auto& step : *parsed) text += (step.bracketed ? "[" : "<") + step.name + (step.bracketed ? "]" : ">");
  return text;
}

TEST(Path, HasKeysAndIndices) {
  EXPECT_EQ(steps(""), "");
  EXPECT_EQ(steps("run"), "<run>");
  EXPECT_EQ(steps("servers.source.variables.sync_binlog"), "<servers><source><variables><sync_binlog>");
  EXPECT_EQ(steps("links[0].rtt"), "<links>[0]<rtt>");
  EXPECT_EQ(steps("links.0.rtt"), "<links><0><rtt>");
  EXPECT_EQ(steps("a[1][2]"), "<a>[1][2]");
  EXPECT_EQ(steps("[3].x"), "[3]<x>");
}

TEST(Path, QuotesNamesWithSpecialCharacters) {
  EXPECT_EQ(steps("hosts.\"db1.example.com\".cores"), "<hosts><db1.example.com><cores>");
  EXPECT_EQ(key_path("hosts", "db1.example.com"), "hosts.\"db1.example.com\"");
  EXPECT_EQ(key_path("", "a=b"), "\"a=b\"");
  EXPECT_EQ(key_path("a", ""), "a.\"\"");
}

TEST(Path, MalformedOnesAreRefused) {
  for (const auto* path : {".", "a.", ".a", "a..b", "a[", "a[]", "a[x]", "a[-1]", "a]", "a[0]b", "\"a", "a\"b\"",
                           "a.\"\"", "a[99999999999999999999999]", "a=b"}) {
    EXPECT_EQ(steps(path), "malformed") << path;
  }
}

TEST(Path, AssignmentIsTheFirstEqualsSignOutsideQuotes) {
  EXPECT_EQ(find_assignment("a.b=c=d"), 3U);
  EXPECT_EQ(find_assignment("\"a=b\"=1"), 5U);
  EXPECT_EQ(find_assignment("a"), std::string_view::npos);
}

TEST(Path, LastKeyKeepsIndices) {
  EXPECT_EQ(last_key("links[0].rtt"), "rtt");
  EXPECT_EQ(last_key("links[0].between[1]"), "between[1]");
  EXPECT_EQ(last_key("a.\"b.c\""), "\"b.c\"");
  EXPECT_EQ(last_key("a"), "a");
  EXPECT_EQ(last_key(""), "");
}

}  // namespace
}  // namespace sim
