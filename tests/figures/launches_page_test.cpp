#include "app/figures/pages/launches_page.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

report::Report report_of_nested() {
  report::Report report;
  report.kernel = "k";
  report.totals.warp_instructions = 5;
  report::LaunchGroup child;
  child.kernel = "child";
  child.by = report::LaunchGroup::By::block;
  child.launches = 3;
  child.warp_instructions = 7;
  report::LaunchGroup leaf = child;
  leaf.kernel = "leaf";
  leaf.parent = 0;
  leaf.depth = 2;
  report.launch_tree = {child, leaf};
  return report;
}

TEST(LaunchesPage, the_host_is_the_root_of_the_tree) {
  const picture::LaunchesInput input = launches_input(report_of_nested());
  ASSERT_EQ(input.boxes.size(), 3U);
  EXPECT_FALSE(input.boxes[0].parent);
  EXPECT_EQ(input.boxes[0].kernel, "k");
  EXPECT_EQ(input.boxes[1].parent, 0U);
  EXPECT_EQ(input.boxes[2].parent, 1U);
  EXPECT_EQ(input.boxes[2].by, picture::LaunchBox::By::block);
}

TEST(LaunchesPage, has_a_table_with_a_row_for_each_group) {
  const Table table = launches_table(report_of_nested());
  ASSERT_EQ(table.rows.size(), 3U);
  for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size());
  EXPECT_EQ(launches_table({}).rows.size(), 1U);
}

TEST(LaunchesPage, says_that_a_kernel_launches_none) {
  const text::Texts texts("en");
  picture::Style style;
  style.texts = &texts;
  style.measure = picture::typical_text_width;
  const report::Report report;
  const picture::DrawList list = launches_picture(&report, style, 900, 400);
  EXPECT_TRUE(std::any_of(list.labels.begin(), list.labels.end(), [](const picture::Label& label) {
    return label.text.find("launches no kernels") != std::string::npos;
  }));
}

}  // namespace
}  // namespace lanescope::app
