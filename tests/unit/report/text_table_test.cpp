#include "experiments/report/text_table.hpp"

#include <gtest/gtest.h>

namespace experiments {
namespace {

TEST(TextTable, AlignsColumnsAndLeavesNoBlanksAtTheEnd) {
  TextTable table({"Names", "size", "doc"}, 1);
  table.add({"a", "1", ""});
  table.add({"longer", "1000", "x"});
  EXPECT_EQ(table.text(),
            "Names     size  doc\n"
            "  a          1\n"
            "  longer  1000    x\n");
}

TEST(TextTable, CountsCharactersNotBytes) {
  EXPECT_EQ(width_of("±█a"), 3U);
  EXPECT_EQ(padded_left("±", 3), "  ±");
  EXPECT_EQ(padded_right("±", 3), "±  ");
  EXPECT_EQ(padded_right("long", 3), "long");
}

TEST(Wrapped, BreaksAtBlanksAndKeepsLongWords) {
  EXPECT_EQ(wrapped("one two three", 9, 2, 0), "one two\n  three\n");
  EXPECT_EQ(wrapped("incomprehensible a", 5, 1, 1), " incomprehensible\n a\n");
  EXPECT_EQ(wrapped("", 5, 1, 0), "\n");
}

}  // namespace
}  // namespace experiments
