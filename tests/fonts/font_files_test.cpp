#include "viz/fonts/font_files.h"

#include <gtest/gtest.h>

namespace lanescope::fonts {
namespace {

TEST(FontFiles, chinese_has_a_bold_face_or_its_usual_one_to_embolden) {
  const auto [usual, bold] = find_fonts(text::languages().find("zh"));
  if (!usual) GTEST_SKIP() << "fontconfig has no font";
  ASSERT_TRUE(bold);
  EXPECT_FALSE(usual->is_bold) << usual->path;
  if (!bold->is_bold) {
    EXPECT_EQ(bold->path, usual->path);
    EXPECT_EQ(bold->index, usual->index);
  }
}

}  // namespace
}  // namespace lanescope::fonts
