// The shipped lesson on matrix multiplication: the order of its variants. Every kernel computes all
// of C.

#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "kernels/lesson_file/lesson.h"
#include "tests/paths.h"

namespace lanescope::lesson::testing {
namespace {

tl::expected<Lesson, Error> matmul() {
  return Lesson::load(std::string(LANESCOPE_SOURCE_DIR) + "/kernels/lessons/matmul");
}

// Columns and rows of C per block.
const std::map<std::string, std::pair<std::int64_t, std::int64_t>> tiles{
    {"no-shared", {32, 32}}, {"shared-a", {32, 32}},  {"shared-ab", {32, 32}},
    {"rows8", {64, 64}},     {"tile8x8", {128, 128}}, {"two-buffers", {128, 128}},
    {"async", {256, 128}},
};

TEST(MatmulLesson, has_seven_variants_in_the_order_of_the_ladder) {
  const auto lesson = matmul();
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  std::vector<std::string> names;
  for (const VariantInfo& variant : lesson->variants()) names.push_back(variant.name);
  EXPECT_EQ(names, (std::vector<std::string>{"no-shared", "shared-a", "shared-ab", "rows8",
                                             "tile8x8", "two-buffers", "async"}));
}

TEST(MatmulLesson, every_title_is_short_and_in_both_languages) {
  const auto lesson = matmul();
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  for (const VariantInfo& variant : lesson->variants()) {
    EXPECT_FALSE(variant.title.english().empty()) << variant.name;
    EXPECT_TRUE(variant.title.has("zh")) << variant.name;
    EXPECT_LE(variant.title.english().size(), 16U) << variant.name;
  }
}

TEST(MatmulLesson, every_variant_covers_the_matrix_at_both_ends_of_its_sizes) {
  const auto lesson = matmul();
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  for (const VariantInfo& variant : lesson->variants()) {
    for (const std::int64_t n : {256, 4096}) {
      const auto launch = lesson->resolve(variant.name, {{"N", n}}, std::uint64_t{1} << 30);
      ASSERT_TRUE(launch) << launch.error().formatted();
      EXPECT_EQ(launch->grid[0] * tiles.at(variant.name).first, n) << variant.name;
      EXPECT_EQ(launch->grid[1] * tiles.at(variant.name).second, n) << variant.name;
      EXPECT_EQ(launch->array_bytes, static_cast<std::uint64_t>(n * n * 12));
    }
  }
}

TEST(MatmulLesson, every_variant_is_held_against_a_bound_of_its_size) {
  const auto lesson = matmul();
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  for (const VariantInfo& variant : lesson->variants()) {
    for (const std::int64_t n : {256, 4096}) {
      const auto launch = lesson->resolve(variant.name, {{"N", n}}, std::uint64_t{1} << 40);
      ASSERT_TRUE(launch) << launch.error().formatted();
      ASSERT_TRUE(launch->bound) << variant.name;
      EXPECT_EQ(launch->bound->kind, BoundKind::sgemm);
      EXPECT_EQ(launch->bound->size, static_cast<std::uint64_t>(n));
    }
  }
}

}  // namespace
}  // namespace lanescope::lesson::testing
