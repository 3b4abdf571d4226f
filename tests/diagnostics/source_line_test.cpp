#include "sim/diagnostics/source_line.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

constexpr std::string_view text = "first\n  second \t\r\n\n   \nlast";

TEST(SourceLine, CountsFromOne) {
  EXPECT_EQ(source_line(text, 1), "first");
  EXPECT_EQ(source_line(text, 5), "last");
}

TEST(SourceLine, LeavesTheBlanksAroundItAway) { EXPECT_EQ(source_line(text, 2), "second"); }

TEST(SourceLine, OfBlanksAloneIsEmpty) {
  EXPECT_EQ(source_line(text, 3), "");
  EXPECT_EQ(source_line(text, 4), "");
}

TEST(SourceLine, ThatIsNotThereIsEmpty) {
  EXPECT_EQ(source_line(text, 0), "");
  EXPECT_EQ(source_line(text, -1), "");
  EXPECT_EQ(source_line(text, 6), "");
  EXPECT_EQ(source_line("", 1), "");
}

}  // namespace
}  // namespace lanescope
