// UTF-16 as UTF-8.
#include "calibration/readers/utf16_stream.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "calibration/readers/text_source.hpp"

namespace calibration {
namespace {

std::string units(const std::u16string& text, bool is_big) {
  std::string bytes;
  for (const char16_t unit : std::u16string(1, u'\uFEFF') + text) {
    const char high = static_cast<char>(unit >> 8U);
    const char low = static_cast<char>(unit & 0xFFU);
    bytes += is_big ? high : low;
    bytes += is_big ? low : high;
  }
  return bytes;
}

std::string converted(const std::string& bytes) {
  const auto stream = utf8_of_utf16(std::make_unique<std::istringstream>(bytes));
  std::ostringstream text;
  text << stream->rdbuf();
  return text.str();
}

constexpr const char* kMark = "\xEF\xBB\xBF";

TEST(Utf16Stream, ReadsBothByteOrders) {
  for (const bool is_big : {false, true}) {
    const std::string bytes = units(u"tps: 42 \u20AC \U0001F600\r\n", is_big);
    EXPECT_TRUE(is_utf16(bytes));
    EXPECT_EQ(converted(bytes), kMark + std::string("tps: 42 \xE2\x82\xAC \xF0\x9F\x98\x80\r\n"));
  }
  EXPECT_FALSE(is_utf16("tps: 42"));
}

TEST(Utf16Stream, ReadsPairsThatPiecesCut) {
  std::u16string text(20001, u'x');
  std::string expected = kMark + std::string(20001, 'x');
  for (int i = 0; i < 20000; ++i) {
    text += u"\U0001F600";
    expected += "\xF0\x9F\x98\x80";
  }
  EXPECT_EQ(converted(units(text, false)), expected);
}

TEST(Utf16Stream, ReplacesWhatIsNone) {
  EXPECT_EQ(converted(units(u"a", false) + "b"), kMark + std::string("a\xEF\xBF\xBD")) << "half a unit at the end";
  EXPECT_EQ(converted(units(std::u16string{u'a', static_cast<char16_t>(0xDC00), u'b'}, false)), kMark + std::string("a\xEF\xBF\xBD") + "b");
}

TEST(Utf16Stream, IsReadByTextSources) {
  const auto file = std::filesystem::temp_directory_path() / fmt::format("commitsim-utf16-{}.txt", ::getpid());
  std::ofstream(file, std::ios::binary) << units(u"first\r\nsecond\r\n", false);
  sim::Diagnostics diagnostics;
  auto source = TextSource::open(file.string(), diagnostics);
  std::filesystem::remove(file);
  ASSERT_TRUE(source);
  ASSERT_TRUE(source->next_line(diagnostics));
  EXPECT_EQ(source->line(), "first");
  ASSERT_TRUE(source->next_line(diagnostics));
  EXPECT_EQ(source->line(), "second");
  EXPECT_TRUE(diagnostics.ok());
}

}  // namespace
}  // namespace calibration
