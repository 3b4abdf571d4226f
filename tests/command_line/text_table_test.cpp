#include "app/command_line/text_table.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

TEST(TextTable, aligns_its_columns) {
  TextTable table({Align::left, Align::right});
  table.add_row({"sectors", "4"});
  table.add_row({"lines", "1024"});
  EXPECT_EQ(table.text(),
            "sectors     4\n"
            "lines    1024\n");
}

TEST(TextTable, counts_characters_and_not_bytes) {
  TextTable table({Align::left, Align::left});
  table.add_row({"32 × 8", "a"});
  table.add_row({"32 x 8", "b"});
  EXPECT_EQ(table.text(), "32 × 8  a\n32 x 8  b\n");
}

TEST(TextTable, a_heading_does_not_widen_a_column) {
  TextTable table({Align::left, Align::right});
  table.add_heading("a long heading over everything");
  table.add_row({"a", "1"});
  EXPECT_EQ(table.text(), "a long heading over everything\na  1\n");
}

TEST(TextTable, no_line_ends_with_a_blank) {
  TextTable table({Align::left, Align::left});
  table.add_row({"a", "long"});
  table.add_row({"b", ""});
  EXPECT_EQ(table.text(), "a  long\nb\n");
}

TEST(Grouped, puts_a_comma_before_every_three_digits) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1048576), "1,048,576");
}

}  // namespace
}  // namespace lanescope::app
