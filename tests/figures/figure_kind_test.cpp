#include "app/figures/figure_kind.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

TEST(What, is_found_by_its_name) {
  for (const FigureKind what : all_figure_kinds())
    EXPECT_EQ(figure_kind_named(name_of(what)), what);
  EXPECT_FALSE(figure_kind_named("nothing"));
  EXPECT_FALSE(figure_kind_named(""));
}

TEST(Format, is_found_by_what_files_end_in) {
  for (const Format format :
       {Format::svg, Format::png, Format::csv, Format::json, Format::markdown, Format::html}) {
    EXPECT_EQ(format_named(name_of(format)), format);
  }
  EXPECT_FALSE(format_named("gif"));
}

TEST(What, is_a_picture_a_table_or_a_handout) {
  for (const FigureKind what : all_figure_kinds()) {
    EXPECT_EQ(can_be(what, Format::svg), has_picture(what));
    EXPECT_EQ(can_be(what, Format::png), has_picture(what));
    EXPECT_EQ(can_be(what, Format::csv), has_table(what));
    EXPECT_EQ(can_be(what, Format::html), is_handout(what));
    EXPECT_NE(formats_of(what), "");
  }
  EXPECT_EQ(formats_of(FigureKind::branches), "csv, json");
  EXPECT_EQ(formats_of(FigureKind::handout), "md, html");
  EXPECT_EQ(formats_of(FigureKind::worksheet), "md, html");
}

}  // namespace
}  // namespace lanescope::app
