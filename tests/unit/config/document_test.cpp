#include "sim/config/document.hpp"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

#include "reading.hpp"

namespace sim {
namespace {

using test::faults;
using test::good;
using test::printed;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string place(const Node* node) { return node == nullptr ? "nowhere" : to_string(node->location()); }

TEST(Document, KeepsKindsPlacesAndOrder) {
  const auto root = good("b: 1\na: {x: 'q', y: ~}\nc:\n  - one\n  - two\nd:\n");
  ASSERT_EQ(root.fields().size(), 4U);
  EXPECT_EQ(root.fields()[0].key, "b");
  EXPECT_EQ(root.fields()[1].key, "a");
  EXPECT_EQ(to_string(root.fields()[1].key_mark.location()), "good.yaml:2:1");
  EXPECT_EQ(place(root.find("a")), "good.yaml:2:4");
  EXPECT_EQ(place(root.find("a")->find("x")), "good.yaml:2:8");
  EXPECT_TRUE(root.find("a")->find("y")->is_null());
  EXPECT_TRUE(root.find("d")->is_null());
  ASSERT_TRUE(root.find("c")->is_sequence());
  EXPECT_EQ(root.find("c")->items()[1].text(), "two");
  EXPECT_EQ(place(&root.find("c")->items()[1]), "good.yaml:5:5");
  EXPECT_EQ(root.find("nope"), nullptr);
}

TEST(Document, TellsQuotedFromPlainText) {
  const auto root =
      good("plain: 5\nsingle: '5'\ndouble: \"5\"\nblock: |\n  5\ntagged: !!str 5\nword: null\nquoted: 'null'\n");
  EXPECT_FALSE(root.find("plain")->was_quoted());
  EXPECT_TRUE(root.find("single")->was_quoted());
  EXPECT_TRUE(root.find("double")->was_quoted());
  EXPECT_TRUE(root.find("block")->was_quoted());
  EXPECT_TRUE(root.find("tagged")->was_quoted());
  EXPECT_TRUE(root.find("word")->is_null());
  EXPECT_EQ(root.find("quoted")->text(), "null");
}

TEST(Document, LocatesPathsAndTheNearestPlaceAbove) {
  const auto root = good("a:\n  b: {c: 1}\n  l: [x, y]\n");
  EXPECT_EQ(to_string(root.location_of("a.b.c")), "good.yaml:2:10");
  EXPECT_EQ(to_string(root.location_of("a.l[1]")), "good.yaml:3:10");
  EXPECT_EQ(to_string(root.location_of("a.b.missing")), "good.yaml:2:6");
  EXPECT_EQ(to_string(root.location_of("a.l[7]")), "good.yaml:3:6");
  EXPECT_EQ(to_string(root.location_of("")), "good.yaml:1:1");
}

TEST(Document, DuplicateKeysSayWhereTheFirstWas) {
  Diagnostics diagnostics;
  const auto root = read_document_text("a: 1\nb: {c: 1, c: 2}\n'a': 3\n", "bad.yaml", diagnostics);
  EXPECT_EQ(printed(diagnostics),
            "bad.yaml:2:11: error: duplicate key 'c'; it was first given at 2:5\n"
            "bad.yaml:3:1: error: duplicate key 'a'; it was first given at 1:1\n"
            "2 errors; nothing was run\n");
  ASSERT_TRUE(root.has_value()) << "the content is still checked";
  EXPECT_EQ(root->find("a")->text(), "1");
}

TEST(Document, MergeKeysAreRefused) {
  EXPECT_THAT(faults("a: &x {p: 1}\nb:\n  <<: *x\n  q: 2\n"),
              StartsWith("bad.yaml:3:3: error: merge key '<<' is not supported"));
  EXPECT_EQ(good("'<<': 1\n").find("<<")->text(), "1");
}

TEST(Document, AliasesAreExpanded) {
  const auto root = good("a: &x {p: &y 1}\nb: *x\nc: [*y, *x]\n");
  EXPECT_EQ(root.find("b")->find("p")->text(), "1");
  EXPECT_EQ(root.find("c")->items()[0].text(), "1");
  EXPECT_EQ(place(root.find("b")->find("p")), "good.yaml:1:11") << "the place is where the anchor was set";
}

TEST(Document, BadAliasesAreErrors) {
  EXPECT_THAT(faults("a: &x [*x]\n"), StartsWith("bad.yaml:1:8: error: this alias stands inside the value"));
  EXPECT_THAT(faults("a: *nope\n"),
              StartsWith("bad.yaml:1:4: error: YAML syntax: the referenced anchor is not defined"));
}

TEST(Document, KeysAreText) {
  EXPECT_THAT(faults("{[1, 2]: 3}\n"), StartsWith("bad.yaml:1:2: error: a key must be text, found a list"));
  EXPECT_THAT(faults("? {a: 1}\n: 2\n"), StartsWith("bad.yaml:1:3: error: a key must be text, found a mapping"));
  EXPECT_THAT(faults("~: 3\n"), StartsWith("bad.yaml:1:1: error: a key must be text, found nothing"));
}

TEST(Document, TagsAreRefused) {
  EXPECT_THAT(faults("a: !!int 5\n"),
              StartsWith("bad.yaml:1:4: error: YAML tag 'tag:yaml.org,2002:int' is not supported"));
  EXPECT_THAT(faults("a: !x {b: 1}\n"), StartsWith("bad.yaml:1:4: error: YAML tag '!x' is not supported"));
}

TEST(Document, OneFileHoldsOneDocument) {
  EXPECT_THAT(faults("a: 1\n---\nb: 2\n"), StartsWith("bad.yaml:2:1: error: a second YAML document begins here"));
  EXPECT_EQ(good("---\na: 1\n...\n").find("a")->text(), "1");
}

TEST(Document, EmptyOnesAreErrors) {
  for (const auto* text : {"", "\n\n", "# only a comment\n", "---\n", "~\n", "\xEF\xBB\xBF"}) {
    EXPECT_EQ(faults(text), "bad.yaml: error: the file is empty\n1 error; nothing was run\n") << text;
  }
}

TEST(Document, SyntaxErrorsHaveAPlaceAndAdvice) {
  EXPECT_THAT(faults("a: b: c\n"),
              StartsWith("bad.yaml:1:5: error: YAML syntax: unexpected ':'; check the indentation"));
  EXPECT_THAT(faults("a: [1, 2\nb: 3\n"), HasSubstr("expected ',' or ']'"));
  EXPECT_THAT(faults("a: {b: 1\nc: 2\n"), HasSubstr("expected ',' or '}'"));
  EXPECT_THAT(faults("a: 1\n]\n"), StartsWith("bad.yaml:2:1: error: YAML syntax: unexpected closing bracket"));
  EXPECT_THAT(faults("a: @x\n"),
              StartsWith("bad.yaml:1:4: error: YAML syntax: a value cannot begin with this character"));
}

TEST(Document, OpenQuotesDoNotSwallowTheRest) {
  for (const auto* text :
       {"a: 1\nb: 'open\n", "a: 1\nb: \"open\nc: 1\n", "a: 1\nb: \"open", "a: 1\nb: 'open\n---\nc: 1"}) {
    EXPECT_THAT(faults(text),
                StartsWith("bad.yaml:2:1: error: YAML syntax: the quoted text that begins after this is never closed"));
  }
}

TEST(Document, TabsInTheIndentationAreNamed) {
  EXPECT_THAT(faults("a:\n  x: 1\n\tb: 1\n"), StartsWith("bad.yaml:3:1: error: a tab in the indentation"));
  EXPECT_THAT(faults("a:\n  \tb: 1\n"), StartsWith("bad.yaml:2:3: error: a tab in the indentation"));
  EXPECT_EQ(good("a: 1\t# fine\n").find("a")->text(), "1");
}

TEST(Document, FilesAreRead) {
  const auto path = std::filesystem::path(::testing::TempDir()) / "commitsim_document_test.yaml";
  std::ofstream(path) << "a: {b: 2}\n";
  Diagnostics diagnostics;
  const auto root = read_document(path.string(), diagnostics);
  ASSERT_TRUE(root.has_value());
  EXPECT_EQ(to_string(root->location_of("a.b")), path.string() + ":1:8");
  std::filesystem::remove(path);
}

TEST(Document, UnreadableFilesAreErrors) {
  Diagnostics diagnostics;
  EXPECT_FALSE(read_document("/nowhere/x.yaml", diagnostics));
  EXPECT_FALSE(read_document("/tmp", diagnostics));
  EXPECT_FALSE(read_document("/dev/null", diagnostics));
  EXPECT_FALSE(read_document("", diagnostics));
  EXPECT_THAT(printed(diagnostics), HasSubstr("/nowhere/x.yaml: error: cannot be read: No such file or directory\n"));
  EXPECT_THAT(printed(diagnostics), HasSubstr("/tmp: error: is a directory"));
  EXPECT_THAT(printed(diagnostics), HasSubstr("/dev/null: error: the file is empty"));
  EXPECT_EQ(diagnostics.count(), 4U);
}

TEST(Document, ExpandsMergeKeysWhereTheRulesSaySo) {
  Diagnostics diagnostics;
  const std::string text = "a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc:\n  <<: [*a, *b]\n  z: 5\nd:\n  x: 6\n  <<: *a\n";
  const auto root = read_document_text(text, "m.yaml", diagnostics, {true});
  ASSERT_TRUE(root.has_value()) << printed(diagnostics);
  const Node* c = root->find("c");
  EXPECT_EQ(c->find("x")->text(), "1");
  EXPECT_EQ(c->find("y")->text(), "2") << "the first of several counts";
  EXPECT_EQ(c->find("z")->text(), "5") << "what stands there itself counts";
  EXPECT_EQ(root->find("d")->find("x")->text(), "6");
  EXPECT_EQ(root->find("d")->find("y")->text(), "2");
  EXPECT_EQ(root->find("d")->find("<<"), nullptr);
  EXPECT_TRUE(diagnostics.ok());
  read_document_text("a:\n  <<: 5\n", "m.yaml", diagnostics, {true});
  EXPECT_THAT(printed(diagnostics), HasSubstr("m.yaml:2:7: error: '<<' takes a mapping"));
}

TEST(Document, BoundsMergedMappings) {
  Diagnostics diagnostics;
  std::string text = "a:\n  <<: {x: 1}\n";
  for (int i = 0; i < 20000; ++i) text += "  k" + std::to_string(i) + ": 1\n";
  EXPECT_FALSE(read_document_text(text, "m.yaml", diagnostics, {true}));
  EXPECT_THAT(printed(diagnostics), HasSubstr("more than 10000 keys in a mapping with '<<'"));
}

}  // namespace
}  // namespace sim
