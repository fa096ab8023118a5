// Documents written to hurt: each must end quickly, with an error at its place or a sane tree.
#include <random>

#include <gmock/gmock.h>

#include "reading.hpp"

namespace sim {
namespace {

using test::faults;
using test::good;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

TEST(HostileDocument, NestingIsBounded) {
  for (const auto* opening : {"[", "{a: ", "- ", "? ", "{", "[{a: "}) {
    EXPECT_THAT(faults(repeated(opening, 20000)), HasSubstr("bad.yaml:1:")) << opening;
  }
  EXPECT_THAT(faults(repeated("[", 101) + repeated("]", 101)),
              StartsWith("bad.yaml:1:101: error: nested deeper than 100 levels"));
  EXPECT_EQ(good(repeated("[", 100) + repeated("]", 100)).depth(), 100U);
}

TEST(HostileDocument, NestingThroughAliasesIsBounded) {
  std::string text = "a0: &a0 [x]\n";
  for (int i = 1; i < 200; ++i)
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + "]\n";
  EXPECT_THAT(faults(text), HasSubstr("nested deeper than 100 levels"));
}

TEST(HostileDocument, AliasBombsAreDefused) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    const auto alias = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + repeated(alias + ", ", 9) + alias + "]\n";
  }
  EXPECT_THAT(faults(text), HasSubstr("error: more than 1000000 values in the document"));
}

TEST(HostileDocument, SizeIsBounded) {
  EXPECT_EQ(faults(std::string(kDocumentBytes + 1, ' ')),
            "bad.yaml: error: larger than 16 MiB\n1 error; nothing was run\n");
}

TEST(HostileDocument, HugeScalarsAreReadAndShownShort) {
  const auto root = good("a: " + std::string(2'000'000, 'x') + "\n");
  ASSERT_TRUE(root.is_mapping());
  EXPECT_EQ(root.find("a")->text().size(), 2'000'000U);
  EXPECT_LT(root.find("a")->what().size(), 80U);
}

TEST(HostileDocument, ManyKeysStayFast) {
  std::string text;
  for (int i = 0; i < 50000; ++i) text += "k" + std::to_string(i) + ": 1\n";
  EXPECT_EQ(good(text).fields().size(), 50000U);
}

TEST(HostileDocument, CarriageReturnsAndByteOrderMarkChangeNothing) {
  const auto root = good(
      "\xEF\xBB\xBF"
      "a: 1\r\nb:\r\n  c: two words\r\n");
  EXPECT_EQ(root.find("a")->text(), "1");
  EXPECT_EQ(root.find("b")->find("c")->text(), "two words");
  EXPECT_EQ(to_string(root.location_of("a")), "good.yaml:1:4");
  EXPECT_EQ(to_string(root.location_of("b.c")), "good.yaml:3:6");
}

TEST(HostileDocument, OnlyUtf8TextIsRead) {
  EXPECT_EQ(good("a: \u00e9\u20ac\U0001F600\n").find("a")->text(), "\u00e9\u20ac\U0001F600");
  EXPECT_THAT(faults(std::string("a: 1\nb: x\0y\n", 12)), StartsWith("bad.yaml:2:5: error: NUL character"));
  EXPECT_THAT(faults("a: 1\nbc\x1b: 2\n"), StartsWith("bad.yaml:2:3: error: control character 0x1b"));
  EXPECT_THAT(faults("a: \xff\n"), StartsWith("bad.yaml:1:4: error: byte 0xff is not valid UTF-8"));
  for (const auto* bad :
       {"\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf0\x80\x80\xaf", "\xe2\x82", "\x80"}) {
    EXPECT_THAT(faults(std::string("a: ") + bad), HasSubstr("is not valid UTF-8"));
  }
  EXPECT_THAT(faults(std::string("\xff\xfe"
                                 "a\0:\0",
                                 6)),
              StartsWith("bad.yaml:1:1: error: the file is UTF-16"));
  EXPECT_THAT(faults("a: \"x\\0y\"\n"), StartsWith("bad.yaml:1:4: error: text with a NUL character"));
}

TEST(HostileDocument, RandomPunctuationNeverCrashes) {
  std::mt19937 random(4711);
  const std::string_view alphabet = "ab:-[]{},&*!|>'\"%@#? \n\t<~.\\0";
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (int i = 0; i < 30; ++i) text += alphabet[random() % alphabet.size()];
    Diagnostics diagnostics;
    const auto root = read_document_text(text, "random.yaml", diagnostics);
    EXPECT_TRUE(root.has_value() || !diagnostics.ok()) << text;
  }
}

}  // namespace
}  // namespace sim
