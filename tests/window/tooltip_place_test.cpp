// A tooltip stands outside what it explains.
#include "app/window/toolkit/tooltip_place.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

using picture::Rect;

constexpr TooltipRoom tooltip_window{1280, 720, 8, 6};

TEST(TooltipPlace, is_beside_a_plot_and_not_on_it) {
  const Rect plot{600, 250, 600, 300};
  const auto box = place_beside({plot, TooltipSide::beside}, 300, 90, 700, 400, tooltip_window);
  ASSERT_TRUE(box);
  EXPECT_LE(box->x + box->w, plot.x);
  EXPECT_GE(box->x, 8);
}

TEST(TooltipPlace, is_above_a_row_or_below_it_where_it_is_the_first) {
  const Rect row{600, 300, 660, 26};
  const auto above = place_beside({row}, 300, 90, 700, 310, tooltip_window);
  ASSERT_TRUE(above);
  EXPECT_LE(above->y + above->h, row.y);
  const Rect first{600, 40, 660, 26};
  const auto below = place_beside({first}, 300, 90, 700, 50, tooltip_window);
  ASSERT_TRUE(below);
  EXPECT_GE(below->y, first.y + first.h);
}

TEST(TooltipPlace, stays_in_the_window) {
  const auto box = place_beside({Rect{1000, 300, 270, 26}}, 300, 90, 1260, 310, tooltip_window);
  ASSERT_TRUE(box);
  EXPECT_LE(box->x + box->w, 1280 - 8);
}

TEST(TooltipPlace, has_no_place_beside_what_fills_the_window) {
  EXPECT_FALSE(place_beside({Rect{0, 0, 1280, 720}}, 300, 90, 600, 400, tooltip_window));
}

}  // namespace
}  // namespace lanescope::app
