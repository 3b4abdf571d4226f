#include "app/window/panels/kernel/site_columns.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

// About those of English at this scale.
SiteWidths widths_at(float scale) {
  return {145 * scale, 47 * scale, 52 * scale, 56 * scale, 32 * scale, 60 * scale, scale};
}

// The window's widest and narrowest pages; 742 pixels are those of 1280 x 720 at 150 %.
TEST(SiteColumns, no_heading_reaches_into_the_column_before_it) {
  for (const float width : {480.0F, 742.0F, 860.0F, 1500.0F}) {
    for (const float scale : {1.0F, 1.5F, 2.0F}) {
      const SiteWidths widths = widths_at(scale);
      const SiteColumns columns = site_columns({10, 0, width, 300}, widths);
      EXPECT_GT(columns.each - widths.each, columns.requests);
      EXPECT_GT(columns.ideal - widths.ideal, columns.each);
      EXPECT_GT(columns.ratio - widths.ratio, columns.ideal);
      EXPECT_LE(columns.ratio, columns.bar_to + 0.5F);
    }
  }
}

TEST(SiteColumns, names_are_whole_before_there_are_bars_and_bars_before_units) {
  const SiteWidths widths = widths_at(1.5F);
  bool had_bar = false, had_unit = false;
  for (float width = 700; width < 1400; width += 10) {
    const SiteColumns columns = site_columns({0, 0, width, 300}, widths);
    if (columns.has_bar) {
      EXPECT_GE(columns.names, widths.name) << width;
      EXPECT_GT(columns.bar_to, columns.bar_from) << width;
    }
    EXPECT_TRUE(columns.has_bar || !columns.has_unit) << width;
    EXPECT_TRUE(columns.has_bar || !had_bar) << width;
    EXPECT_TRUE(columns.has_unit || !had_unit) << width;
    had_bar = columns.has_bar;
    had_unit = columns.has_unit;
  }
  EXPECT_TRUE(had_unit);
}

TEST(SiteColumns, a_projectors_page_has_whole_names_and_bars) {
  const SiteWidths widths = widths_at(1.5F);
  const SiteColumns columns = site_columns({0, 0, 742, 540}, widths);
  EXPECT_GE(columns.names, widths.name);
  EXPECT_TRUE(columns.has_bar);
}

}  // namespace
}  // namespace lanescope::app
