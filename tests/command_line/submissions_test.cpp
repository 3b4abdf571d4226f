// The parts of a list are joined.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/command_line/submissions.h"

namespace lanescope {
namespace {

TEST(MergedCsv, deals_the_rows_of_the_parts_out_in_turn) {
  const auto whole = app::merged_csv({"a", "b"}, {"n\r\n1\r\n3\r\n", "n\r\n2\r\n"});
  ASSERT_TRUE(whole) << whole.error();
  EXPECT_EQ(*whole, "n\r\n1\r\n2\r\n3\r\n");
}

TEST(MergedCsv, keeps_records_with_line_breaks_whole) {
  const auto whole = app::merged_csv({"a", "b"}, {"n\r\n\"x\r\ny\"\r\n", "n\r\nz\r\n"});
  ASSERT_TRUE(whole) << whole.error();
  EXPECT_EQ(*whole, "n\r\n\"x\r\ny\"\r\nz\r\n");
}

TEST(MergedCsv, names_the_part_that_has_other_columns_or_too_many_rows) {
  EXPECT_EQ(app::merged_csv({"a", "b"}, {"n\r\n", "m\r\n"}).error(),
            "b: its columns are not those of a");
  EXPECT_NE(
      app::merged_csv({"a", "b"}, {"n\r\n1\r\n", "n\r\n2\r\n4\r\n"}).error().find("b: 2 rows"),
      std::string::npos);
  EXPECT_NE(app::merged_csv({"a", "b"}, {"n\r\n1\r\n", ""}).error().find("b: the file is empty"),
            std::string::npos);
}

}  // namespace
}  // namespace lanescope
