#include "app/figures/figure.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

Provenance made() {
  Provenance made;
  made.lesson = "transpose";
  made.lesson_title = {{"en", "Matrix transpose"}, {"zh", "矩阵转置"}};
  made.variant = "tile";
  made.kernel = "transpose_tile";
  made.params = {{"N", 1024}, {"PAD", 0}};
  made.grid = {32, 32, 1};
  made.block = {32, 1, 1};
  made.machine = "H200";
  made.origins = {"MODEL", "RECORDED"};
  made.recorded_on = "NVIDIA H200, 2026-11-20";
  made.compiler = "nvrtc 13.0";
  made.program = "Lanescope 1.2.3";
  return made;
}

TEST(Caption, says_everything_that_made_the_figure) {
  EXPECT_EQ(
      caption_of(made(), text::Texts("en")),
      "Matrix transpose · tile · kernel transpose_tile · N 1024, PAD 0 · grid 32×32, block 32 "
      "· MODEL (H200 rules) · RECORDED on NVIDIA H200, 2026-11-20 · nvrtc 13.0 · Lanescope "
      "1.2.3");
}

TEST(Caption, a_title_that_lesson_and_variant_share_is_said_once) {
  Provenance own = made();
  own.lesson_title = own.variant_title = {{"en", "My copy16"}};
  own.variant.clear();
  const std::string caption = caption_of(own, text::Texts("en"));
  EXPECT_TRUE(caption.starts_with("My copy16 · kernel transpose_tile · ")) << caption;
}

TEST(Caption, is_written_in_the_readers_language) {
  const std::string caption = caption_of(made(), text::Texts("zh"));
  EXPECT_TRUE(caption.starts_with("矩阵转置 · tile · ")) << caption;
  for (const char* part : {"transpose_tile", "N 1024, PAD 0", "H200", "2026-11-20", "nvrtc 13.0"})
    EXPECT_NE(caption.find(part), std::string::npos) << caption;
  EXPECT_EQ(caption.find("RECORDED"), std::string::npos) << caption;
}

Provenance compared() {
  Provenance b = made();
  b.params["PAD"] = 1;
  b.origins = {"MODEL"};
  b.differences = {{DifferenceKind::parameter, "PAD", "0", "1"}};
  Provenance a = made();
  a.machine = "Tesla C1060";
  b.differences.push_back({DifferenceKind::machine, "", "tesla-c1060", "h200"});
  b.against = std::make_shared<const Provenance>(a);
  return b;
}

TEST(Caption, of_a_comparison_names_both_sides_and_how_they_differ) {
  EXPECT_EQ(caption_of(compared(), text::Texts("en")),
            "Matrix transpose · A: tile, N 1024, PAD 0 · B: tile, N 1024, PAD 1 · difference: PAD "
            "0 → 1, machine Tesla C1060 → H200 · kernel transpose_tile · grid 32×32, block 32 · "
            "MODEL (Tesla C1060 → H200 rules) · nvrtc 13.0 · Lanescope 1.2.3");
}

TEST(Caption, of_a_comparison_names_lessons_where_they_differ) {
  Provenance made = compared();
  Provenance a = *made.against;
  a.lesson = "offset";
  a.lesson_title = {{"en", "Offset"}, {"zh", "偏移"}};
  made.against = std::make_shared<const Provenance>(a);
  const std::string caption = caption_of(made, text::Texts("zh"));
  EXPECT_NE(caption.find("A：偏移, tile"), std::string::npos) << caption;
  EXPECT_NE(caption.find("B：矩阵转置, tile"), std::string::npos) << caption;
}

TEST(Title, names_what_is_seen) {
  EXPECT_EQ(title_of(FigureKind::stage, made(), text::Texts("en")),
            "Matrix transpose, tile: chosen access");
}

}  // namespace
}  // namespace lanescope::app
