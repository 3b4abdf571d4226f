#include "viz/picture/core/icon.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/some.h"

namespace lanescope::picture {
namespace {

TEST(Icon, its_diagonal_has_the_lanes_from_dark_to_light) {
  const Palette palette = palette_for(Theme::dark);
  const DrawList icon = build_icon(palette, 64, false);
  ASSERT_EQ(icon.boxes.size(), 16U);
  for (std::size_t i = 0; i < icon.boxes.size(); ++i) {
    const std::size_t row = i / 4;
    EXPECT_EQ(icon.boxes[i].fill, row == i % 4 ? palette.lane[10 + 7 * row] : icon.boxes[1].fill)
        << i;
  }
}

TEST(Icon, stays_inside_its_square_on_whole_pixels_at_every_size) {
  const Palette palette = palette_for(Theme::dark);
  for (const float size : {12.0F, 16.0F, 24.0F, 32.0F, 48.0F, 128.0F, 256.0F}) {
    for (const bool has_background : {false, true}) {
      for (const Box& box : tests::some(build_icon(palette, size, has_background).boxes)) {
        EXPECT_GE(box.rect.x, 0);
        EXPECT_GE(box.rect.y, 0);
        EXPECT_LE(box.rect.x + box.rect.w, size);
        EXPECT_LE(box.rect.y + box.rect.h, size);
        EXPECT_EQ(box.rect.x, std::floor(box.rect.x));
        EXPECT_EQ(box.rect.w, std::floor(box.rect.w));
        EXPECT_GE(box.rect.w, 1);
      }
    }
  }
}

}  // namespace
}  // namespace lanescope::picture
