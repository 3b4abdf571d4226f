#include "app/window/panels/bars/key_list.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

std::vector<KeyGroup> groups_of(const std::vector<std::size_t>& lines) {
  std::vector<KeyGroup> groups;
  for (const std::size_t count : lines) {
    groups.push_back({count, 10.0F * static_cast<float>(count), 5.0F * static_cast<float>(count)});
  }
  return groups;
}

TEST(KeyColumns, hold_every_group_once_in_order) {
  const auto groups = groups_of({12, 14, 18, 8, 8, 16});
  for (std::size_t count = 1; count <= groups.size(); ++count) {
    const auto columns = key_columns(groups, count);
    ASSERT_EQ(columns.size(), count);
    std::size_t next = 0;
    for (const KeyColumn& column : columns) {
      EXPECT_EQ(column.first, next);
      EXPECT_GE(column.count, 1U);
      next += column.count;
    }
    EXPECT_EQ(next, groups.size());
  }
}

TEST(KeyColumns, are_as_low_as_they_can_be) {
  const auto columns = key_columns(groups_of({10, 2, 2, 10}), 3);
  EXPECT_EQ(columns[1].count, 2U);
  EXPECT_FLOAT_EQ(rows_of(columns), 10 + heading_rows);
}

TEST(KeyColumns, count_headings_and_the_space_above_them) {
  const auto columns = key_columns(groups_of({3, 4}), 1);
  EXPECT_FLOAT_EQ(rows_of(columns), 7 + 2 * heading_rows + rows_above_heading);
}

TEST(KeyColumns, are_as_wide_as_their_widest_group) {
  const auto columns = key_columns(groups_of({3, 7}), 1);
  EXPECT_FLOAT_EQ(columns.front().keys_w, 70);
  EXPECT_FLOAT_EQ(columns.front().text_w, 35);
}

TEST(KeyColumns, are_no_more_than_there_are_groups) {
  EXPECT_EQ(key_columns(groups_of({3, 4}), 5).size(), 2U);
  EXPECT_EQ(key_columns(groups_of({3, 4}), 0).size(), 1U);
  EXPECT_TRUE(key_columns({}, 2).empty());
}

}  // namespace
}  // namespace lanescope::app
