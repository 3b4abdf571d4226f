#include "viz/picture/core/palette.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "viz/picture/access/bank_layout.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/lanes_row.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {
namespace {

class Themes : public testing::TestWithParam<Theme> {};
INSTANTIATE_TEST_SUITE_P(Palette, Themes,
                         testing::Values(Theme::dark, Theme::light, Theme::contrast));

TEST_P(Themes, all_text_is_readable_on_all_surfaces) {
  const Palette p = palette_for(GetParam());
  for (const Color& surface : {p.background, p.panel, p.panel_raised, p.well, p.selection}) {
    for (const Color& ink :
         {p.text, p.text_dim, p.text_faint, p.good_text, p.costly_text, p.error_text}) {
      EXPECT_GE(contrast(ink, surface), 4.5F);
    }
    EXPECT_GE(contrast(p.good_verdict, surface), 3.0F);
    EXPECT_GE(contrast(p.costly_verdict, surface), 3.0F);
  }
}

TEST_P(Themes, text_on_coloured_areas_is_readable) {
  const Palette p = palette_for(GetParam());
  EXPECT_GE(contrast(p.on_good, p.good), 4.5F);
  EXPECT_GE(contrast(p.on_costly, p.costly), 4.5F);
}

TEST_P(Themes, a_digit_is_readable_on_every_lane) {
  const Palette p = palette_for(GetParam());
  for (std::size_t lane = 0; lane < p.lane.size(); ++lane)
    EXPECT_GE(contrast(p.lane_text[lane], p.lane[lane]), 5.9F) << lane;
}

TEST_P(Themes, the_way_from_every_lane_to_its_word_is_seen) {
  const Palette p = palette_for(GetParam());
  const float least = GetParam() == Theme::contrast ? 4.0F : 2.5F;
  for (int lane = 0; lane < 32; ++lane)
    EXPECT_GE(contrast(lane_stroke(p, lane), p.panel), least) << lane;
}

TEST_P(Themes, a_digit_is_readable_on_a_lane_that_is_done) {
  const Palette p = palette_for(GetParam());
  for (std::size_t lane = 0; lane < p.lane.size(); ++lane) {
    const Color done = mixed(p.cell, p.lane[lane], 0.25F);
    EXPECT_GE(contrast(ink_on(p, done), done), 4.5F) << lane;
  }
}

TEST_P(Themes, the_number_of_a_slow_bank_is_readable_on_its_band) {
  const Palette p = palette_for(GetParam());
  EXPECT_GE(contrast(p.text, mixed(p.panel, p.costly_band, 1)), 4.5F);
}

TEST_P(Themes, a_wavefront_that_is_not_lit_keeps_a_readable_number) {
  const Palette p = palette_for(GetParam());
  for (const Color& color : {p.good, p.costly}) {
    for (const float amount : {0.22F, 0.5F}) {
      const Color fill = mixed(p.panel, color, amount);
      EXPECT_GE(contrast(ink_on(p, fill), fill), 4.5F);
    }
  }
}

TEST_P(Themes, a_slow_bank_has_no_more_than_a_hint_of_orange_behind_its_cells) {
  const Palette p = palette_for(GetParam());
  EXPECT_LE(p.costly_tint.a, 0.08F);
  EXPECT_GE(contrast(p.text_dim, mixed(p.cell, p.costly_tint, 1)), 4.5F);
}

// CIE L* of a colour, computed from its contrast with black: (Y + 0.05) / 0.05.
double lightness(const Color& color) {
  const double y = contrast(color, Color{0, 0, 0, 1}) * 0.05 - 0.05;
  return 116 * std::cbrt(y) - 16;
}

TEST(LaneRamp, rises_evenly_from_dark_to_light_in_each_half_of_a_warp) {
  const Palette p = palette_for(Theme::dark);
  EXPECT_GT(lightness(p.lane[31]) - lightness(p.lane[0]), 70);
  for (const std::size_t half : {0U, 16U}) {
    const double whole = lightness(p.lane[half + 15]) - lightness(p.lane[half]);
    EXPECT_GT(whole, 28) << half;
    for (std::size_t lane = half + 1; lane < half + 16; ++lane) {
      const double step = lightness(p.lane[lane]) - lightness(p.lane[lane - 1]);
      EXPECT_NEAR(step, whole / 15, 0.8) << lane;
    }
  }
}

TEST(LaneRamp, goes_from_blue_to_yellow_for_those_who_confuse_red_and_green) {
  const Color dark = ramp(0);
  const Color light = ramp(1);
  EXPECT_GT(dark.b, dark.r);
  EXPECT_GT(light.r, light.b);
  for (int i = 0; i <= 31; ++i) {
    const Color c = ramp(static_cast<float>(i) / 31);
    EXPECT_LT(std::abs(c.r - c.g), 0.2F) << i;
  }
}

TEST(FittedText, is_left_alone_where_it_fits_and_cut_with_an_ellipsis_where_not) {
  Style style;
  style.measure = typical_text_width;
  EXPECT_EQ(fitted(style, FontRole::mono, 10, "abcdef", 36), "abcdef");
  EXPECT_EQ(fitted(style, FontRole::mono, 10, "abcdef", 30), "abcd…");
  EXPECT_EQ(fitted(style, FontRole::mono, 10, "abcdef", 3), "");
}

TEST(FittedText, never_cuts_a_character_in_two) {
  Style style;
  style.measure = typical_text_width;
  EXPECT_EQ(fitted(style, FontRole::ui, 10, "共享内存", 28), "共享…");
}

TEST(DrawList, the_topmost_hit_area_wins) {
  DrawList list;
  HitArea below;
  below.rect = {0, 0, 10, 10};
  below.index = 1;
  HitArea above = below;
  above.rect = {5, 5, 10, 10};
  above.index = 2;
  list.add(below);
  list.add(above);
  ASSERT_NE(list.hit_at(6, 6), nullptr);
  EXPECT_EQ(list.hit_at(6, 6)->index, 2U);
  EXPECT_EQ(list.hit_at(1, 1)->index, 1U);
  EXPECT_EQ(list.hit_at(20, 20), nullptr);
}

TEST(BankRows, all_rows_are_shown_where_they_fit) {
  const auto slots = choose_rows({0, 5}, 8, 10, 0);
  ASSERT_EQ(slots.size(), 8U);
  for (const RowSlot& slot : slots) EXPECT_EQ(slot.skipped, 0U);
}

TEST(BankRows, rows_between_far_ones_become_a_mark) {
  const auto slots = choose_rows({0, 100}, 0, 6, 0);
  std::uint64_t rows = 0;
  std::uint64_t skipped = 0;
  for (const RowSlot& slot : slots) {
    rows += slot.skipped == 0 ? 1 : 0;
    skipped += slot.skipped;
  }
  EXPECT_EQ(rows + skipped, 101U);
  EXPECT_LE(height_in_rows(slots), 6.0F);
}

TEST(BankRows, beyond_the_room_the_wanted_row_stays) {
  std::vector<std::uint64_t> touched;
  for (std::uint64_t row = 0; row < 32; ++row) touched.push_back(row * 10);
  const auto slots = choose_rows(touched, 320, 5, 200);
  EXPECT_LE(height_in_rows(slots), 5.01F);
  bool seen = false;
  for (const RowSlot& slot : slots) seen = seen || (slot.skipped == 0 && slot.row == 200);
  EXPECT_TRUE(seen);
}

}  // namespace
}  // namespace lanescope::picture
