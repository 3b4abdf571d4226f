#include "app/figures/pages/launches_page.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "app/figures/pages/map_page.h"
#include "app/figures/pages/steps_page.h"
#include "tests/figures/session_of.h"
#include "tests/session/reports.h"

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
  report.launches_per_depth = {1, 3, 3};
  return report;
}

picture::DrawList drawn_launches(const report::Report& report, std::size_t chosen) {
  static const text::Texts texts("en");
  picture::Style style;
  style.texts = &texts;
  style.measure = picture::typical_text_width;
  return launches_picture(&report, chosen, style, 900, 400);
}

bool says_of_launches(const picture::DrawList& list, const char* words) {
  return std::ranges::any_of(list.labels, [&](const picture::Label& label) {
    return label.text.find(words) != std::string::npos;
  });
}

TEST(LaunchesPage, has_a_table_with_a_row_for_each_group) {
  const Table table = launches_table(report_of_nested());
  ASSERT_EQ(table.rows.size(), 3U);
  for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size());
  EXPECT_EQ(launches_table({}).rows.size(), 1U);
}

TEST(LaunchesPage, shows_the_chosen_group) {
  EXPECT_TRUE(says_of_launches(drawn_launches(report_of_nested(), 0), "Launched by the host."));
  EXPECT_TRUE(says_of_launches(drawn_launches(report_of_nested(), 2), "leaf: grid 1, block 1"));
}

TEST(LaunchesPage, says_that_a_kernel_launches_none) {
  EXPECT_TRUE(says_of_launches(drawn_launches({}, 0), "launches no kernels"));
  EXPECT_TRUE(says_of_launches(drawn_launches({}, 0), "page Program"));
}

std::unique_ptr<Session> session_of_nested() {
  return test::session_of(report_of_nested(), [](Outcome& outcome) { outcome.launch_line = 1; });
}

TEST(LaunchesPage, begins_at_the_box_that_its_view_names) {
  const auto session = session_of_nested();
  LaunchesPage page;
  EXPECT_EQ(page.box(*session), 0U);
  ViewRequest view;
  view.page = Page::launches;
  ASSERT_TRUE(page.open(view, "2", *session));
  EXPECT_EQ(page.box(*session), 2U);
  // Another page leaves the choice; the page's own view without a group does not.
  ASSERT_TRUE(page.open({}, "", *session));
  EXPECT_EQ(page.box(*session), 2U);
  ASSERT_TRUE(page.open(view, "", *session));
  EXPECT_EQ(page.box(*session), 0U);
  // One that the run lacks.
  ASSERT_TRUE(page.open(view, "3", *session));
  EXPECT_EQ(page.box(*session), 0U);
}

TEST(LaunchesPage, draws_the_box_to_which_a_key_leads) {
  const auto session = session_of_nested();
  LaunchesPage page;
  EXPECT_TRUE(page.move(1, 0, *session));
  EXPECT_EQ(page.box(*session), 1U);
  EXPECT_TRUE(page.move(1, 0, *session));
  EXPECT_EQ(page.box(*session), 2U);
  static const text::Texts texts("en");
  picture::Style style;
  style.texts = &texts;
  style.measure = picture::typical_text_width;
  EXPECT_TRUE(says_of_launches(page.picture(*session, style, 900, 400), "leaf: grid 1, block 1"));
}

// Maps and steps have the lesson's own kernel alone.
TEST(PagesOfOneKernel, say_so_where_it_launches_others) {
  const text::Texts texts("en");
  const auto session = session_of_nested();
  const MapPage maps(nullptr);
  EXPECT_NE(maps.input(*session, texts).note.find("kernels that it launches"), std::string::npos);
  Steps steps;
  steps.outcome = session->run().shown();
  EXPECT_EQ(steps_note(steps, texts), maps.input(*session, texts).note);
  steps.outcome = std::make_shared<const Outcome>();
  EXPECT_EQ(steps_note(steps, texts), "");
}

}  // namespace
}  // namespace lanescope::app
