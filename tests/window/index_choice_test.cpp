// The index explorer's current launch and thread, step by step.
#include "app/figures/pages/index_page.h"

#include <string>

#include <gtest/gtest.h>

#include "app/session/lecture/write_scene.h"

namespace lanescope::app {
namespace {

using launch::Dim3;
using launch::Shape;

constexpr bool grid = true, block = false;

IndexChoice following(const Shape& shape) {
  IndexChoice choice;
  choice.follow(shape, {0, 0, 0}, 0);
  return choice;
}

TEST(IndexChoice, begins_as_the_lesson_s_launch_at_the_warp_that_is_looked_at) {
  IndexChoice choice;
  choice.follow({{4, 1, 1}, {96, 1, 1}}, {2, 0, 0}, 1);
  EXPECT_EQ(choice.shape(), (Shape{{4, 1, 1}, {96, 1, 1}}));
  EXPECT_EQ(choice.position().block, (Dim3{2, 0, 0}));
  EXPECT_EQ(choice.position().thread, (Dim3{32, 0, 0}));
}

TEST(IndexChoice, keeps_the_thread_when_the_launch_gets_another_shape) {
  IndexChoice choice = following({{4, 1, 1}, {32, 1, 1}});
  choice.choose_block(2);
  choice.choose_thread(5);
  choice.follow({{8, 1, 1}, {64, 1, 1}}, {0, 0, 0}, 0);
  EXPECT_EQ(choice.position().block, (Dim3{2, 0, 0}));
  EXPECT_EQ(choice.position().thread, (Dim3{5, 0, 0}));
  choice.follow({{2, 1, 1}, {4, 1, 1}}, {0, 0, 0}, 0);
  EXPECT_EQ(choice.position().block, (Dim3{1, 0, 0})) << "inside";
  EXPECT_EQ(choice.position().thread, (Dim3{3, 0, 0}));
}

TEST(IndexChoice, keeps_what_was_chosen_until_the_launch_changes) {
  IndexChoice choice = following({{4, 1, 1}, {96, 1, 1}});
  choice.want(block, 0, 48);
  choice.choose_thread(40);
  choice.follow({{4, 1, 1}, {96, 1, 1}}, {0, 0, 0}, 0);
  EXPECT_EQ(choice.shape().block, (Dim3{48, 1, 1}));
  EXPECT_EQ(choice.position().thread, (Dim3{40, 0, 0}));
  EXPECT_FALSE(choice.is_launched());
  choice.follow({{4, 1, 1}, {64, 1, 1}}, {0, 0, 0}, 0);
  EXPECT_EQ(choice.shape().block, (Dim3{64, 1, 1}));
  EXPECT_TRUE(choice.is_launched());
}

TEST(IndexChoice, goes_back_to_the_launch) {
  IndexChoice choice = following({{4, 1, 1}, {96, 1, 1}});
  choice.want(grid, 1, 7);
  choice.want(block, 2, 99);
  choice.reset();
  EXPECT_EQ(choice.wanted(), (Shape{{4, 1, 1}, {96, 1, 1}}));
  EXPECT_TRUE(choice.check().ok());
}

ViewRequest viewed(const std::string& text) { return parse_view(text).value(); }

TEST(IndexChoice, forgets_what_was_chosen_when_the_next_step_has_the_same_launch) {
  IndexChoice choice = following({{4, 1, 1}, {32, 1, 1}});
  choice.want(block, 0, 48);
  choice.begin_at(viewed("index,lane=7"));
  choice.follow({{4, 1, 1}, {32, 1, 1}}, {0, 0, 0}, 0);
  EXPECT_TRUE(choice.is_launched());
  EXPECT_EQ(choice.position().thread, (Dim3{7, 0, 0}));
}

TEST(IndexChoice, begins_at_the_thread_that_a_view_names) {
  IndexChoice choice;
  choice.begin_at(viewed("index,block=2,warp=1,lane=6"));
  choice.follow({{4, 1, 1}, {96, 1, 1}}, {2, 0, 0}, 1);
  EXPECT_EQ(choice.position().block, (Dim3{2, 0, 0}));
  EXPECT_EQ(choice.position().thread, (Dim3{38, 0, 0}));
}

TEST(IndexChoice, waits_for_the_launch_that_the_view_means) {
  IndexChoice choice = following({{1, 1, 1}, {32, 1, 1}});
  choice.begin_at(viewed("index,block=2,lane=5"));
  choice.begin();
  choice.follow({{4, 1, 1}, {64, 1, 1}}, {2, 0, 0}, 0);
  EXPECT_EQ(choice.position().block, (Dim3{2, 0, 0}));
  EXPECT_EQ(choice.position().thread, (Dim3{5, 0, 0}));
}

TEST(IndexChoice, follows_a_warp_that_is_selected_later) {
  IndexChoice choice;
  choice.begin_at(viewed("index,lane=5"));
  choice.follow({{4, 1, 1}, {96, 1, 1}}, {0, 0, 0}, 0);
  choice.follow({{4, 1, 1}, {96, 1, 1}}, {0, 0, 0}, 2);
  EXPECT_EQ(choice.position().thread, (Dim3{64, 0, 0}));
}

TEST(IndexChoice, a_shape_that_is_tried_out_and_its_thread_are_saved_and_found_again) {
  IndexChoice choice = following({{4, 1, 1}, {96, 1, 1}});
  choice.want(grid, 0, 9);
  choice.want(block, 0, 48);
  choice.choose_block(7);
  choice.choose_thread(40);
  const IndexChoice::Start start = choice.start();
  ASSERT_TRUE(start.shape);
  ViewRequest view;
  view.page = Page::index;
  view.page_argument = text_of(LaunchShape{start.shape->grid, start.shape->block});
  view.block = start.block;
  view.warp = start.warp;
  view.lane = start.lane;
  EXPECT_EQ(view_text(view), "index=9/1/1:48/1/1,lane=8,warp=1,block=7/0/0");

  IndexChoice again;
  again.begin_at(viewed(view_text(view)));
  again.follow({{4, 1, 1}, {96, 1, 1}}, {3, 0, 0}, 1);  // the session's selection is clamped
  EXPECT_EQ(again.shape(), choice.shape());
  EXPECT_EQ(again.position(), choice.position());
}

TEST(IndexChoice, keeps_the_last_shape_that_may_be_launched) {
  IndexChoice choice = following({{1, 1, 1}, {32, 32, 1}});
  choice.want(block, 0, 33);
  EXPECT_EQ(choice.check().violation, launch::LimitViolation::block_threads);
  EXPECT_EQ(choice.wanted().block, (Dim3{33, 32, 1}));
  EXPECT_EQ(choice.shape().block, (Dim3{32, 32, 1}));
  choice.want(block, 1, 31);
  EXPECT_TRUE(choice.check().ok());
  EXPECT_EQ(choice.shape().block, (Dim3{33, 31, 1}));
}

TEST(IndexChoice, a_smaller_shape_keeps_the_thread_inside) {
  IndexChoice choice = following({{4, 2, 1}, {16, 4, 1}});
  choice.choose_block(7);
  choice.choose_thread(63);
  choice.want(grid, 0, 2);
  choice.want(block, 1, 2);
  EXPECT_EQ(choice.position().block, (Dim3{1, 1, 0}));
  EXPECT_EQ(choice.position().thread, (Dim3{15, 1, 0}));
}

TEST(IndexChoice, steps_turn_the_digits_like_a_counter_s) {
  IndexChoice choice = following({{2, 1, 1}, {4, 3, 2}});
  choice.choose_thread(3);
  choice.step_index(1);
  EXPECT_EQ(choice.position().thread, (Dim3{0, 1, 0}));
  choice.choose_end(true);
  choice.step_index(1);
  EXPECT_EQ(choice.position().block, (Dim3{1, 0, 0}));
  EXPECT_EQ(choice.position().thread, (Dim3{0, 0, 0}));
  choice.step_index(-1);
  EXPECT_EQ(choice.position().thread, (Dim3{3, 2, 1}));
}

TEST(IndexChoice, steps_end_at_the_first_and_the_last_thread_of_the_launch) {
  IndexChoice choice = following({{2, 1, 1}, {4, 1, 1}});
  choice.step_index(-1);
  EXPECT_EQ(choice.position(), launch::ThreadPosition{});
  choice.choose_block(1);
  choice.choose_end(true);
  choice.step_index(1);
  EXPECT_EQ(choice.position().thread, (Dim3{3, 0, 0}));
  EXPECT_EQ(choice.position().block, (Dim3{1, 0, 0}));
}

TEST(IndexChoice, rows_are_rows_of_y_and_warps_where_there_is_one_row) {
  IndexChoice plane = following({{1, 1, 1}, {16, 4, 1}});
  plane.step_row(1);
  EXPECT_EQ(plane.position().thread, (Dim3{0, 1, 0}));
  IndexChoice row = following({{1, 1, 1}, {48, 1, 1}});
  row.choose_thread(5);
  row.step_row(1);
  EXPECT_EQ(row.position().thread, (Dim3{37, 0, 0}));
  row.step_row(1);
  EXPECT_EQ(row.position().thread, (Dim3{37, 0, 0}));
}

TEST(IndexChoice, warps_and_blocks_go_around) {
  IndexChoice choice = following({{2, 2, 1}, {48, 1, 1}});
  choice.move_warp(1);
  EXPECT_EQ(choice.position().thread, (Dim3{32, 0, 0}));
  choice.move_warp(1);
  EXPECT_EQ(choice.position().thread, (Dim3{0, 0, 0}));
  choice.move_block(-1);
  EXPECT_EQ(choice.position().block, (Dim3{1, 1, 0}));
  choice.move_block(1);
  EXPECT_EQ(choice.position().block, (Dim3{0, 0, 0}));
}

TEST(IndexChoice, layers_are_z) {
  IndexChoice choice = following({{1, 1, 1}, {4, 4, 3}});
  choice.step_layer(1);
  choice.step_layer(1);
  choice.step_layer(1);
  EXPECT_EQ(choice.position().thread, (Dim3{0, 0, 2}));
  choice.step_layer(-1);
  EXPECT_EQ(choice.position().thread, (Dim3{0, 0, 1}));
}

}  // namespace
}  // namespace lanescope::app
