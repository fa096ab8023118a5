// The helper itself, tried on the shell.
#include "tests/cli/command.hpp"

#include <gtest/gtest.h>

namespace cli {
namespace {

TEST(Command, KeepsStatusAndBothOutputs) {
  const Outcome outcome = run("sh", {"-c", "echo one; echo two >&2; exit 3"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(outcome.out, "one\n");
  EXPECT_EQ(outcome.err, "two\n");
}

TEST(Command, PassesArgumentsUntouchedByAShell) {
  EXPECT_EQ(run("printf", {"%s|", "a b", "$HOME", "*", ""}).out, "a b|$HOME|*||");
}

TEST(Command, GivesInputAndFolder) {
  const TemporaryFolder folder;
  EXPECT_EQ(run("cat", {}, {.input = "text"}).out, "text");
  EXPECT_EQ(run("pwd", {"-P"}, {.folder = folder.path()}).out, std::filesystem::canonical(folder.path()).string() + "\n");
}

TEST(Command, NamesTheSignalThatEndedTheProgram) { EXPECT_EQ(run("sh", {"-c", "kill -9 $$"}).status, 128 + 9); }

TEST(Command, SaysThatAProgramIsMissing) {
  const Outcome outcome = run("no-such-program", {});
  EXPECT_EQ(outcome.status, 127) << outcome;
  EXPECT_NE(outcome.err.find("no-such-program"), std::string::npos) << outcome;
}

TEST(TemporaryFolder, IsGoneAfterwards) {
  std::filesystem::path path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    EXPECT_EQ(read_file(folder.file("sub/a.txt", "content")), "content");
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace cli
