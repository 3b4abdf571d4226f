#include "app/session/selection.h"

#include <gtest/gtest.h>

#include "reports.h"

namespace lanescope::app {
namespace {

using test::copy_report;
using test::tile_report;

TEST(Selection, the_conflicting_shared_load_is_looked_at_first) {
  const report::Report report = tile_report(32);
  const Selection selection = first_choice(report, {}, View::automatic);
  EXPECT_EQ(selection.event, test::shared_load_event);
  EXPECT_EQ(selection.line, test::store_line);
}

TEST(Selection, a_shared_load_comes_first_among_accesses_that_are_all_ideal) {
  const report::Report report = tile_report(1);
  EXPECT_EQ(first_choice(report, {}, View::automatic).event, test::shared_load_event);
}

TEST(Selection, the_worst_ratio_wins_where_there_is_no_shared_memory) {
  const report::Report report = copy_report();
  EXPECT_EQ(first_choice(report, {}, View::automatic).event, 1U);
}

TEST(Selection, the_global_view_chooses_a_global_access) {
  const report::Report report = tile_report(32);
  const Selection selection = first_choice(report, {}, View::global);
  ASSERT_NE(event_of(report, selection), nullptr);
  EXPECT_EQ(event_of(report, selection)->access.space, memory::Space::global);
}

TEST(Selection, the_bank_view_of_a_kernel_without_shared_memory_falls_back_to_what_there_is) {
  const report::Report report = copy_report();
  EXPECT_EQ(first_choice(report, {}, View::bank).event, 1U);
}

TEST(Selection, choosing_a_line_chooses_its_costliest_access) {
  const report::Report report = tile_report(32);
  const Selection selection = with_line(report, {}, test::store_line);
  EXPECT_EQ(selection.event, test::shared_load_event);
}

TEST(Selection, a_line_without_accesses_leaves_no_event) {
  const report::Report report = tile_report(32);
  const Selection selection = with_line(report, first_choice(report, {}, View::automatic), 4);
  EXPECT_EQ(selection.line, 4);
  EXPECT_FALSE(selection.event);
}

TEST(Selection, the_same_access_is_found_in_another_run_of_the_kernel) {
  const report::Report before = tile_report(32);
  const report::Report now = tile_report(1);
  const Selection store = with_event(before, {}, 4);
  EXPECT_EQ(carried_over(before, store, now, store).event, 4U);
}

TEST(Selection, the_third_round_of_a_loop_stays_the_third_and_the_last_when_there_are_fewer) {
  report::Report before = tile_report(2);
  report::Report now = tile_report(2);
  for (report::Report* report : {&before, &now}) {
    auto& events = report->traces[0].events;
    const report::Event load = events[test::shared_load_event];
    events.assign(report == &before ? 6 : 4, load);
  }
  const Selection third = with_event(before, {}, 2);
  EXPECT_EQ(carried_over(before, third, now, third).event, 2U);
  const Selection sixth = with_event(before, {}, 5);
  EXPECT_EQ(carried_over(before, sixth, now, sixth).event, 3U);
}

TEST(Selection, a_wavefront_beyond_the_new_last_becomes_the_last) {
  const report::Report before = tile_report(32);
  const report::Report now = tile_report(2);
  Selection selection = with_event(before, {}, test::shared_load_event);
  selection.wavefront = 31;
  EXPECT_EQ(carried_over(before, selection, now, selection).wavefront, 1U);
}

TEST(Selection, warp_and_block_are_kept_inside_a_smaller_launch) {
  const report::Report before = tile_report(32);
  report::Report now = tile_report(32);
  now.grid = {1, 1, 1};
  now.block = {32, 1, 1};
  Selection selection = first_choice(before, {}, View::automatic);
  selection.block = {1, 0, 0};
  selection.warp = 1;
  const Selection carried = carried_over(before, selection, now, selection);
  EXPECT_EQ(carried.block, (report::Dim3{0, 0, 0}));
  EXPECT_EQ(carried.warp, 0U);
}

TEST(Selection, lines_with_accesses_ascend) {
  EXPECT_EQ(lines_with_accesses(tile_report(32)),
            (std::vector<int>{test::load_line, test::store_line}));
}

TEST(ViewRequest, reads_every_word) {
  const auto request = parse_view("bank,line=16,event=4,wavefront=5,warp=1,block=1/0/2");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->view, View::bank);
  EXPECT_EQ(request->line, 16);
  EXPECT_EQ(request->event, 3U);
  EXPECT_EQ(request->wavefront, 4U);
  EXPECT_EQ(request->warp, 1U);
  EXPECT_EQ(request->block, (report::Dim3{1, 0, 2}));
}

TEST(ViewRequest, nothing_means_automatic) {
  const auto request = parse_view("");
  ASSERT_TRUE(request);
  EXPECT_EQ(*request, ViewRequest{});
}

TEST(ViewRequest, a_wrong_word_is_named) {
  for (const char* text : {"banks", "line", "line=0", "line=x", "line=1x", "warp=-1",
                           "block=1/2/3/4", "block=", "bank,,"}) {
    EXPECT_FALSE(parse_view(text)) << text;
  }
  EXPECT_NE(parse_view("bank,sideways").error().find("'sideways'"), std::string::npos);
}

TEST(Selection, the_nearest_line_with_an_access) {
  const report::Report report = tile_report(32);
  EXPECT_EQ(nearest_line_with_access(report, 1), test::load_line);
  EXPECT_EQ(nearest_line_with_access(report, test::load_line), test::load_line);
  EXPECT_EQ(nearest_line_with_access(report, 15), test::store_line);
  EXPECT_EQ(nearest_line_with_access(report, 100), test::store_line);
  EXPECT_EQ(nearest_line_with_access({}, 5), 0);
}

TEST(ViewRequest, chooses_line_and_wavefront) {
  const report::Report report = tile_report(32);
  const Selection selection = chosen_by(*parse_view("line=16,wavefront=3"), report);
  EXPECT_EQ(selection.event, test::shared_load_event);
  EXPECT_EQ(selection.wavefront, 2U);
}

}  // namespace
}  // namespace lanescope::app
