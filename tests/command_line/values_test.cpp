#include "app/command_line/values.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

TEST(ParseValues, reads_names_and_integers) {
  EXPECT_EQ(parse_values({"PAD=1", "N=-64"}), (lesson::Values{{"N", -64}, {"PAD", 1}}));
}

TEST(ParseValues, of_none_gives_none) { EXPECT_EQ(parse_values({}), lesson::Values{}); }

TEST(ParseValues, the_last_value_of_a_name_counts) {
  EXPECT_EQ(parse_values({"PAD=1", "PAD=2"}), (lesson::Values{{"PAD", 2}}));
}

TEST(ParseValues, quotes_what_is_no_name_and_integer) {
  for (const char* text : {"PAD", "PAD=", "=1", "PAD=x", "PAD=1x", "PAD=1.5", "PAD= 1", "1PAD=1",
                           "P-D=1", "PAD=99999999999999999999"}) {
    const auto values = parse_values({text});
    ASSERT_FALSE(values) << text;
    EXPECT_NE(values.error().find(text), std::string::npos) << values.error();
  }
}

TEST(ParseChecks, reads_all_none_and_names) {
  EXPECT_EQ(parse_checks("all"), CheckSet::all());
  EXPECT_EQ(parse_checks("none"), CheckSet::none());
  CheckSet two;
  two.set(DiagnosticKind::shared_race, true);
  two.set(DiagnosticKind::misaligned, true);
  EXPECT_EQ(parse_checks("shared_race,misaligned"), two);
}

TEST(ParseChecks, lists_the_kinds_when_one_is_unknown) {
  for (const char* text : {"", "race", "shared_race,", "shared_race misaligned", "trap"}) {
    const auto checks = parse_checks(text);
    ASSERT_FALSE(checks) << text;
    EXPECT_NE(checks.error().find("uninitialised_read,shared_race"), std::string::npos)
        << checks.error();
  }
}

TEST(ParseSize, reads_width_and_height) { EXPECT_EQ(parse_size("1280x720"), (Size{1280, 720})); }

TEST(ParseSize, refuses_what_is_no_size_of_a_window) {
  for (const char* text : {"", "x", "1280", "1280x", "x720", "1280x720x3", "-1280x720",
                           "1280 x 720", "0x0", "1280x1", "99999x720", "9999999999x720"}) {
    EXPECT_FALSE(parse_size(text)) << text;
  }
}

TEST(ParseBlocks, all_is_no_limit) {
  const auto blocks = parse_blocks("all");
  ASSERT_TRUE(blocks);
  EXPECT_FALSE(blocks->has_value());
}

TEST(ParseBlocks, a_number_is_the_limit) {
  const auto blocks = parse_blocks("12");
  ASSERT_TRUE(blocks);
  EXPECT_EQ(blocks->value_or(0), 12U);
}

TEST(ParseBlocks, refuses_what_is_no_number_of_blocks) {
  for (const char* text : {"", "0", "-1", "some", "1.5"}) EXPECT_FALSE(parse_blocks(text)) << text;
}

}  // namespace
}  // namespace lanescope::app
