#include "viz/fonts/text_width.h"

#include <string>

#include <gtest/gtest.h>

namespace lanescope::fonts {
namespace {

using picture::FontRole;

TEST(TextWidth, grows_with_the_size) {
  const picture::MeasureText width = text_width();
  const float small = width(FontRole::ui, 10, "wavefronts");
  ASSERT_GT(small, 0);
  EXPECT_NEAR(width(FontRole::ui, 20, "wavefronts"), 2 * small, 0.01);
}

TEST(TextWidth, of_a_text_is_that_of_its_parts) {
  const picture::MeasureText width = text_width();
  const float parts = width(FontRole::ui, 13, "32 条") + width(FontRole::ui, 13, " wavefront");
  EXPECT_NEAR(width(FontRole::ui, 13, "32 条 wavefront"), parts, 0.01);
}

TEST(TextWidth, of_every_character_of_code_is_the_same) {
  const picture::MeasureText width = text_width();
  EXPECT_NEAR(width(FontRole::mono, 13, "iiii"), width(FontRole::mono, 13, "WWWW"), 0.01);
}

TEST(TextWidth, of_an_ideograph_is_the_em) {
  const picture::MeasureText width = text_width();
  EXPECT_NEAR(width(FontRole::ui, 20, "束"), 20, 2);
}

TEST(TextWidth, without_fonts_is_typical) {
  if (has_fonts()) GTEST_SKIP() << "there are fonts here";
  EXPECT_FLOAT_EQ(text_width()(FontRole::ui, 13, "a"), 13 * 0.62F);
}

TEST(TextWidth, is_smaller_for_narrow_letters_than_for_wide_ones) {
  const picture::MeasureText width = text_width();
  EXPECT_LT(width(FontRole::ui, 13, "ill"), width(FontRole::ui, 13, "MWM"));
}

}  // namespace
}  // namespace lanescope::fonts
