#include <gmock/gmock.h>

#include "reading.hpp"

namespace sim {
namespace {

using test::good;
using test::printed;
using ::testing::StartsWith;

constexpr const char* kScenario =
    "run: {duration: 60s}\nlinks:\n  - {rtt: 1ms}\n  - {rtt: 2ms}\nservers:\n  source: {host: db1, variables: "
    "}\nprofile: vm\n";

// What the text at `path` is after one override; the faults, if there were any.
std::string after(std::string_view assignment, std::string_view path) {
  auto root = good(kScenario);
  Diagnostics diagnostics;
  if (!apply_override(root, assignment, diagnostics)) return printed(diagnostics);
  const Node* node = &root;
  for (std::string rest(path); node != nullptr && !rest.empty();) {
    const auto dot = rest.find('.');
    const auto key = rest.substr(0, dot);
    node = node->is_sequence() ? &node->items().at(std::stoul(key)) : node->find(key);
    rest = dot == std::string::npos ? "" : rest.substr(dot + 1);
  }
  return node == nullptr ? "missing" : node->what();
}

TEST(Override, ReplacesAndCreatesValues) {
  EXPECT_EQ(after("run.duration=5s", "run.duration"), "'5s'");
  EXPECT_EQ(after("run.seed=7", "run.seed"), "'7'");
  EXPECT_EQ(after("servers.source.variables.sync_binlog=100", "servers.source.variables.sync_binlog"), "'100'");
  EXPECT_EQ(after("network.default.rtt=5ms", "network.default.rtt"), "'5ms'");
  EXPECT_EQ(after("profile=ssd", "profile"), "'ssd'");
}

TEST(Override, TakesYamlValues) {
  EXPECT_EQ(after("network={default: {rtt: 5ms}}", "network.default.rtt"), "'5ms'");
  EXPECT_EQ(after("links=[a, b]", "links.1"), "'b'");
  EXPECT_EQ(after("run.seed=", "run.seed"), "nothing");
  EXPECT_EQ(after("run.name='a=b'", "run.name"), "'a=b'");
  EXPECT_EQ(after("run.name=a=b", "run.name"), "'a=b'");
}

TEST(Override, ReachesIntoLists) {
  EXPECT_EQ(after("links[0].rtt=9ms", "links.0.rtt"), "'9ms'");
  EXPECT_EQ(after("links.1.rtt=9ms", "links.1.rtt"), "'9ms'");
  EXPECT_EQ(after("links[1]={rtt: 3ms}", "links.1.rtt"), "'3ms'");
}

TEST(Override, ReachesNamesWithDots) { EXPECT_EQ(after("hosts.\"db1.lan\"=1", "hosts"), "a mapping"); }

TEST(Override, ItsPlaceIsTheOption) {
  auto root = good(kScenario);
  Diagnostics diagnostics;
  ASSERT_TRUE(apply_override(root, "a.b={c: 1}", diagnostics));
  EXPECT_EQ(to_string(root.location_of("a.b.c")), "--set a.b");
  EXPECT_EQ(to_string(root.location_of("a")), "--set a.b");
  EXPECT_EQ(to_string(root.fields().back().key_mark.location()), "--set a.b");
}

TEST(Override, ALaterOneWins) {
  auto root = good(kScenario);
  Diagnostics diagnostics;
  EXPECT_TRUE(apply_override(root, "a=1", diagnostics));
  EXPECT_TRUE(apply_override(root, "a=2", diagnostics));
  EXPECT_EQ(root.find("a")->text(), "2");
}

TEST(Override, MalformedOnesAreErrors) {
  EXPECT_THAT(after("foo", ""), StartsWith("--set foo: error: expected PATH=VALUE"));
  EXPECT_THAT(after("=1", ""), StartsWith("--set : error: expected PATH=VALUE, where PATH"));
  EXPECT_THAT(after("a..b=1", ""), StartsWith("--set a..b: error: expected PATH=VALUE, where PATH"));
  EXPECT_THAT(after("", ""), StartsWith("--set : error: expected PATH=VALUE"));
  EXPECT_THAT(after("a=[1", ""), StartsWith("--set a: error: YAML syntax"));
  EXPECT_THAT(after("a={b: 1, b: 2}", ""), StartsWith("--set a: error: duplicate key 'b'\n"));
  EXPECT_THAT(after("a=\x1b", ""), StartsWith("--set a: error: control character 0x1b"));
}

TEST(Override, PathsMustFitTheDocument) {
  EXPECT_THAT(after("links[2].rtt=1ms", ""),
              StartsWith("--set links[2].rtt: error: 'links' is a list of 2 items; there is no [2]"));
  EXPECT_THAT(after("links.rtt=1ms", ""),
              StartsWith("--set links.rtt: error: 'links' is a list of 2 items; 'rtt' is not an index"));
  EXPECT_THAT(after("profile.x=1", ""), StartsWith("--set profile.x: error: 'profile' is 'vm', which has no keys"));
  EXPECT_THAT(after("run[0]=1", ""), StartsWith("--set run[0]: error: 'run' is not a list; [0] cannot be set"));
  EXPECT_THAT(after("new.a[0]=1", ""), StartsWith("--set new.a[0]: error: 'new.a' is not a list"));
}

TEST(Override, AFailedOneLeavesTheDocumentAlone) {
  auto root = good(kScenario);
  Diagnostics diagnostics;
  EXPECT_FALSE(apply_override(root, "new.a[0]=1", diagnostics));
  EXPECT_FALSE(apply_override(root, "other=[1", diagnostics));
  EXPECT_EQ(root.find("new"), nullptr);
  EXPECT_EQ(root.find("other"), nullptr);
}

TEST(Override, DepthIsBounded) {
  std::string path = "a";
  for (int i = 0; i < 5000; ++i) path += ".a";
  EXPECT_THAT(after(path + "=1", ""), ::testing::HasSubstr("nested deeper than 100 levels"));
}

}  // namespace
}  // namespace sim
