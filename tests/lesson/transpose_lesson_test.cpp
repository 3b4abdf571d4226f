// The shipped transpose lesson: properties on which the program and its documentation rely.

#include <gtest/gtest.h>

#include "kernels/lesson_file/lesson.h"

#include "tests/paths.h"

namespace lanescope::lesson::testing {
namespace {

tl::expected<Lesson, Error> transpose() {
  return Lesson::load(std::string(LANESCOPE_SOURCE_DIR) + "/kernels/lessons/transpose");
}

TEST(TransposeLesson, has_seven_variants_in_the_order_of_the_ladder) {
  const auto lesson = transpose();
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  std::vector<std::string> names;
  for (const VariantInfo& variant : lesson->variants()) names.push_back(variant.name);
  EXPECT_EQ(names, (std::vector<std::string>{"copy", "coalesced-read", "coalesced-write", "tile",
                                             "swizzled", "rows4", "wide-tile"}));
}

TEST(TransposeLesson, every_title_is_short_and_in_both_languages) {
  const auto lesson = transpose();
  ASSERT_TRUE(lesson);
  for (const VariantInfo& variant : lesson->variants()) {
    EXPECT_FALSE(variant.title.english().empty()) << variant.name;
    EXPECT_TRUE(variant.title.has("zh")) << variant.name;
    EXPECT_LE(variant.title.english().size(), 16u) << variant.name;
  }
}

TEST(TransposeLesson, only_padded_tiles_have_padding) {
  const auto lesson = transpose();
  ASSERT_TRUE(lesson);
  for (const VariantInfo& variant : lesson->variants()) {
    bool has_padding = false;
    for (const Parameter& parameter : lesson->parameters(variant.name)) {
      if (parameter.name != "PAD") continue;
      has_padding = true;
      EXPECT_EQ(parameter.default_value, 0);
      EXPECT_EQ(parameter.min, 0);
    }
    EXPECT_EQ(has_padding, variant.name == "tile" || variant.name == "rows4") << variant.name;
  }
}

TEST(TransposeLesson, every_variant_covers_the_matrix_at_both_ends_of_its_sizes) {
  const auto lesson = transpose();
  ASSERT_TRUE(lesson);
  for (const VariantInfo& variant : lesson->variants()) {
    const std::int64_t tile = variant.name == "wide-tile" ? 64 : 32;
    for (const std::int64_t n : {tile, std::int64_t{8192}}) {
      const auto launch = lesson->resolve(variant.name, {{"N", n}}, std::uint64_t{1} << 30);
      ASSERT_TRUE(launch) << launch.error().formatted();
      EXPECT_EQ(launch->grid[0] * tile, n);
      EXPECT_EQ(launch->grid[1] * tile, n);
      EXPECT_EQ(launch->block[0], variant.name == "wide-tile" ? 16 : 32);
      EXPECT_EQ(launch->array_bytes, static_cast<std::uint64_t>(n * n * 8));
      ASSERT_EQ(launch->args.size(), 3u);
      EXPECT_EQ(launch->args[0].init, "iota");
      EXPECT_EQ(launch->args[1].init, "zero");
      EXPECT_NE(launch->source_text.find(launch->kernel + "("), std::string::npos) << variant.name;
    }
  }
}

}  // namespace
}  // namespace lanescope::lesson::testing
