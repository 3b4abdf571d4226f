#include "app/window/panels/bars/key_list.h"

#include <algorithm>
#include <set>
#include <string_view>

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

std::vector<KeyGroup> groups_of(const std::vector<std::size_t>& lines) {
  std::vector<KeyGroup> groups;
  for (const std::size_t count : lines)
    groups.push_back({count, 10.0F * static_cast<float>(count), 5.0F * static_cast<float>(count)});
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

TEST(KeyList, shows_first_what_works_here_and_no_line_twice) {
  KeyContext context;
  context.page = Page::steps;
  const auto groups = grouped_keys(context);
  ASSERT_GT(groups.size(), 2U);
  EXPECT_TRUE(std::all_of(groups.front().begin(), groups.front().end(),
                          [](const KeyLine* line) { return line->page == Page::steps; }));
  std::set<const KeyLine*> seen;
  for (const auto& group : groups) {
    for (const KeyLine* line : group) EXPECT_TRUE(seen.insert(line).second) << line->text_key;
  }
  for (const KeyLine& line : key_lines())
    EXPECT_TRUE(seen.contains(&line) || line.repeats_another) << line.text_key;
}

TEST(KeyList, begins_with_the_lecture_while_one_is_held) {
  KeyContext context;
  context.lecturing = true;
  const auto first = grouped_keys(context).front();
  EXPECT_TRUE(std::any_of(first.begin(), first.end(), [](const KeyLine* line) {
    return std::string_view(line->text_key) == "keys.scene";
  }));
}

}  // namespace
}  // namespace lanescope::app
