#include "app/figures/made_by.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

Provenance made() {
  Provenance made;
  made.lesson = "transpose";
  made.lesson_title = {"Matrix transpose", "矩阵转置"};
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
      caption_of(made(), text::Texts(text::Language::english)),
      "Matrix transpose · tile · kernel transpose_tile · N 1024, PAD 0 · grid 32×32, block 32 "
      "· MODEL (H200 rules) · RECORDED on NVIDIA H200, 2026-11-20 · nvrtc 13.0 · Lanescope "
      "1.2.3");
}

TEST(Caption, is_written_in_the_readers_language) {
  const std::string caption = caption_of(made(), text::Texts(text::Language::chinese));
  EXPECT_TRUE(caption.starts_with("矩阵转置 · tile · ")) << caption;
  for (const char* part : {"transpose_tile", "N 1024, PAD 0", "H200", "2026-11-20", "nvrtc 13.0"})
    EXPECT_NE(caption.find(part), std::string::npos) << caption;
  EXPECT_EQ(caption.find("RECORDED"), std::string::npos) << caption;
}

TEST(Title, names_what_is_seen) {
  EXPECT_EQ(title_of(What::stage, made(), text::Texts(text::Language::english)),
            "Matrix transpose, tile: chosen access");
}

}  // namespace
}  // namespace lanescope::app
