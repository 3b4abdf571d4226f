// Draws into the framebuffer of a hidden window and reads pixels back. Needs a display (a virtual
// one is enough).
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <glad/gl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viz/drawing.h"

namespace lanescope::draw {
namespace {

TEST_F(Drawing, a_box_has_exactly_the_bytes_of_its_colour_up_to_its_edges) {
  add_box({10, 20, 8, 6}, rgb(0x5aaafa));
  draw();
  for (const auto& [x, y] : {std::pair{10, 20}, {17, 20}, {10, 25}, {17, 25}, {13, 22}})
    EXPECT_EQ(at(x, y), bytes_of(0x5aaafa)) << x << "," << y;
  for (const auto& [x, y] : {std::pair{9, 20}, {18, 20}, {10, 19}, {10, 26}})
    EXPECT_EQ(at(x, y), bytes_of(ground)) << x << "," << y;
}

TEST_F(Drawing, all_lane_colours_come_out_exactly) {
  const picture::Palette palette = picture::palette_for(picture::Theme::dark);
  for (int lane = 0; lane < 32; ++lane)
    add_box({static_cast<float>(2 * lane), 0, 2, 4}, palette.lane[static_cast<std::size_t>(lane)]);
  draw();
  for (int lane = 0; lane < 32; ++lane) {
    const Color& color = palette.lane[static_cast<std::size_t>(lane)];
    const auto byte = [](float value) { return static_cast<int>(value * 255 + 0.5F); };
    EXPECT_EQ(at(2 * lane, 1),
              (std::array<int, 4>{byte(color.r), byte(color.g), byte(color.b), 255}))
        << lane;
  }
}

TEST_F(Drawing, the_first_row_of_the_picture_is_on_top) {
  add_box({0, 0, side, 1}, rgb(0xffffff));
  draw();
  EXPECT_EQ(at(30, 0), bytes_of(0xffffff));
  EXPECT_EQ(at(30, side - 1), bytes_of(ground));
}

TEST_F(Drawing, an_edge_between_pixels_covers_them_by_its_part) {
  add_box({10.5F, 10, 20, 20}, rgb(0xffffff));
  draw();
  EXPECT_NEAR(at(10, 20)[0], (0x15 + 0xff) / 2, 2);
  EXPECT_EQ(at(11, 20), bytes_of(0xffffff));
}

TEST_F(Drawing, a_rounded_box_leaves_its_corners_free) {
  Box box;
  box.rect = {10, 10, 20, 20};
  box.radius = 8;
  box.fill = rgb(0xffffff);
  list_.add(box);
  draw();
  EXPECT_EQ(at(10, 10), bytes_of(ground));
  EXPECT_EQ(at(20, 10), bytes_of(0xffffff));
  EXPECT_EQ(at(20, 20), bytes_of(0xffffff));
}

TEST_F(Drawing, a_border_lies_inside_of_its_box) {
  Box box;
  box.rect = {10, 10, 20, 20};
  box.fill = rgb(0x202020);
  box.border = rgb(0xff9f43);
  box.border_width = 2;
  list_.add(box);
  draw();
  EXPECT_EQ(at(9, 20), bytes_of(ground));
  EXPECT_EQ(at(10, 20), bytes_of(0xff9f43));
  EXPECT_EQ(at(11, 20), bytes_of(0xff9f43));
  EXPECT_EQ(at(12, 20), bytes_of(0x202020));
}

TEST_F(Drawing, an_outline_without_fill_lets_the_ground_through) {
  Box box;
  box.rect = {10, 10, 20, 20};
  box.fill = {0, 0, 0, 0};
  box.border = rgb(0xffffff);
  box.border_width = 1;
  list_.add(box);
  draw();
  EXPECT_EQ(at(10, 15), bytes_of(0xffffff));
  EXPECT_EQ(at(20, 20), bytes_of(ground));
}

TEST_F(Drawing, stripes_run_at_45_degrees_with_their_period) {
  Box box;
  box.rect = {0, 0, side, side};
  box.fill = rgb(0x000000);
  box.hatch = rgb(0xffffff);
  box.hatch_period = 8;
  list_.add(box);
  draw();
  int brightest = 0;
  int darkest = 255;
  for (int x = 20; x < 28; ++x) {
    EXPECT_NEAR(at(x, 20)[0], at(x + 8, 20)[0], 1) << x;
    EXPECT_NEAR(at(x, 20)[0], at(x - 1, 21)[0], 1) << x;
    brightest = std::max(brightest, at(x, 20)[0]);
    darkest = std::min(darkest, at(x, 20)[0]);
  }
  EXPECT_GT(brightest, 200);
  EXPECT_LT(darkest, 20);
}

TEST_F(Drawing, a_translucent_box_blends_with_what_is_below) {
  add_box({0, 0, side, side}, rgb(0x000000));
  add_box({0, 0, side, side}, {1, 1, 1, 0.5F});
  draw();
  EXPECT_NEAR(at(30, 30)[0], 128, 1);
  EXPECT_EQ(at(30, 30)[3], 255);
}

TEST_F(Drawing, a_curve_is_solid_along_its_middle_and_nowhere_else) {
  Curve curve;
  curve.x[0] = curve.x[1] = 10;
  curve.x[2] = curve.x[3] = 50;
  curve.y[0] = 10;
  curve.y[1] = 30;
  curve.y[2] = 30;
  curve.y[3] = 50;
  curve.width = 4;
  curve.color = rgb(0xff0000);
  list_.add(curve);
  draw();
  EXPECT_EQ(at(30, 30), bytes_of(0xff0000));  // the midpoint, by symmetry
  EXPECT_EQ(at(30, 45), bytes_of(ground));
  EXPECT_EQ(at(50, 10), bytes_of(ground));
}

TEST_F(Drawing, later_shapes_cover_earlier_ones_whatever_their_kind) {
  Curve curve;
  for (int i = 0; i < 4; ++i) {
    curve.x[i] = static_cast<float>(i) * 20;
    curve.y[i] = 30.5F;
  }
  curve.width = 6;
  curve.color = rgb(0xff0000);
  add_box({0, 20, side, 20}, rgb(0x00ff00));
  list_.add(curve);
  add_box({40, 20, 10, 20}, rgb(0x0000ff));
  draw();
  EXPECT_EQ(at(10, 22), bytes_of(0x00ff00));
  EXPECT_EQ(at(10, 30), bytes_of(0xff0000));
  EXPECT_EQ(at(45, 30), bytes_of(0x0000ff));
}

TEST_F(Drawing, a_picture_can_be_placed_and_is_clipped_to_itself) {
  list_.width = list_.height = 16;
  add_box({-10, -10, 100, 100}, rgb(0xffffff));
  draw({side, side, 20, 30, {}});
  EXPECT_EQ(at(20, 30), bytes_of(0xffffff));
  EXPECT_EQ(at(35, 45), bytes_of(0xffffff));
  EXPECT_EQ(at(19, 30), bytes_of(ground));
  EXPECT_EQ(at(36, 45), bytes_of(ground));
  EXPECT_EQ(at(20, 46), bytes_of(ground));
}

TEST_F(Drawing, nothing_is_touched_outside_of_the_clip) {
  add_box({0, 0, side, side}, rgb(0xffffff));
  draw({side, side, 0, 0, {8, 8, 4, 4}});
  EXPECT_EQ(at(8, 8), bytes_of(0xffffff));
  EXPECT_EQ(at(11, 11), bytes_of(0xffffff));
  EXPECT_EQ(at(12, 8), bytes_of(ground));
  EXPECT_EQ(at(8, 12), bytes_of(ground));
}

TEST_F(Drawing, the_state_of_the_context_is_put_back) {
  glDisable(GL_BLEND);
  glEnable(GL_CULL_FACE);
  glViewport(1, 2, 3, 4);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE);
  add_box({0, 0, side, side}, rgb(0xffffff));
  draw();
  std::array<int, 4> viewport{};
  glGetIntegerv(GL_VIEWPORT, viewport.data());
  EXPECT_THAT(viewport, testing::ElementsAre(1, 2, 3, 4));
  EXPECT_FALSE(glIsEnabled(GL_BLEND));
  EXPECT_TRUE(glIsEnabled(GL_CULL_FACE));
  int source = 0;
  glGetIntegerv(GL_BLEND_SRC_RGB, &source);
  EXPECT_EQ(source, GL_SRC_ALPHA);
  int program = -1;
  glGetIntegerv(GL_CURRENT_PROGRAM, &program);
  EXPECT_EQ(program, 0);
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

TEST_F(Drawing, a_shader_that_does_not_compile_is_an_error_with_its_name_and_log) {
  const auto program = gl::Program::create("broken", "#version 330 core\nvoid main() { nonsense; }",
                                           "#version 330 core\nvoid main() {}");
  ASSERT_FALSE(program);
  EXPECT_THAT(program.error(), testing::HasSubstr("vertex shader of 'broken'"));
  EXPECT_THAT(program.error(), testing::HasSubstr("nonsense"));
}

TEST_F(Drawing, a_picture_without_pixels_is_an_error) {
  const auto target = gl::Framebuffer::create(0, 10);
  ASSERT_FALSE(target);
  EXPECT_THAT(target.error(), testing::HasSubstr("0 x 10"));
}

}  // namespace
}  // namespace lanescope::draw
