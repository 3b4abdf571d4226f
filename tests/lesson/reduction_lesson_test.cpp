// The shipped reduction lesson: the order of its variants. Every kernel gets every element.

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/lesson_file/lesson.h"
#include "tests/paths.h"

namespace lanescope::lesson::testing {
namespace {

constexpr std::uint64_t no_limit = std::uint64_t{1} << 40;

tl::expected<Lesson, Error> reduction() {
  return Lesson::load(std::string(LANESCOPE_SOURCE_DIR) + "/kernels/lessons/reduction");
}

// Elements summed per block in this variant.
std::int64_t elements_per_block(const std::string& variant, const Resolved& launch) {
  if (variant == "interleaved") return 2 * launch.block[0];
  const auto loads = launch.params.find("LOADS");
  return launch.block[0] * (loads == launch.params.end() ? 1 : loads->second);
}

TEST(ReductionLesson, has_eleven_variants_in_the_order_of_the_ladder) {
  const auto lesson = reduction();
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  std::vector<std::string> names;
  for (const VariantInfo& variant : lesson->variants()) names.push_back(variant.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"global-halving", "shared-halving", "shared-dynamic",
                                      "neighbours", "strided-index", "interleaved", "loads-first",
                                      "last-warp", "unrolled", "shuffles", "one-pass"}));
}

TEST(ReductionLesson, every_title_is_short_and_in_both_languages) {
  const auto lesson = reduction();
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  for (const VariantInfo& variant : lesson->variants()) {
    EXPECT_FALSE(variant.title.english().empty()) << variant.name;
    EXPECT_TRUE(variant.title.has("zh")) << variant.name;
    EXPECT_LE(variant.title.english().size(), 16U) << variant.name;
  }
}

TEST(ReductionLesson, every_variant_has_a_sum_for_each_block_and_room_for_every_element) {
  const auto lesson = reduction();
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  for (const VariantInfo& variant : lesson->variants()) {
    for (const std::int64_t n : {8192, 268435456}) {
      const auto launch = lesson->resolve(variant.name, {{"N", n}}, no_limit);
      ASSERT_TRUE(launch) << launch.error().formatted();
      ASSERT_GE(launch->args.size(), 2U);
      EXPECT_EQ(launch->args[0].count, static_cast<std::uint64_t>(n)) << variant.name;
      EXPECT_EQ(launch->args[1].count, static_cast<std::uint64_t>(launch->grid[0])) << variant.name;
      if (variant.name == "one-pass") continue;  // its blocks sum several chunks
      EXPECT_EQ(launch->grid[0] * elements_per_block(variant.name, *launch), n) << variant.name;
    }
  }
}

TEST(ReductionLesson, blocks_and_loads_that_do_not_divide_the_elements_are_rounded_up) {
  const auto lesson = reduction();
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  const auto block = lesson->resolve("shared-dynamic", {{"N", 8192}, {"BLOCK", 96}});
  ASSERT_TRUE(block) << block.error().formatted();
  EXPECT_EQ(block->grid[0], 86);
  EXPECT_EQ(block->dynamic_shared_bytes, 96 * 4);
  const auto loads = lesson->resolve("shuffles", {{"N", 8192}, {"LOADS", 3}});
  ASSERT_TRUE(loads) << loads.error().formatted();
  EXPECT_EQ(loads->grid[0], 11);
}

TEST(ReductionLesson, one_pass_has_no_more_blocks_than_its_parameter_says) {
  const auto lesson = reduction();
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  for (const std::int64_t blocks : {1, 528}) {
    for (const std::int64_t n : {8192, 1 << 20, 1 << 24}) {
      const auto launch = lesson->resolve("one-pass", {{"N", n}, {"BLOCKS", blocks}}, no_limit);
      ASSERT_TRUE(launch) << launch.error().formatted();
      EXPECT_EQ(launch->grid[0], std::min(n / 8192, blocks));
    }
  }
}

// The other variants leave partial sums, which is less work than the bound assumes.
TEST(ReductionLesson, the_whole_sum_alone_is_held_against_a_bound_of_its_size) {
  const auto lesson = reduction();
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  for (const VariantInfo& variant : lesson->variants()) {
    for (const std::int64_t n : {8192, 268435456}) {
      const auto launch = lesson->resolve(variant.name, {{"N", n}}, no_limit);
      ASSERT_TRUE(launch) << launch.error().formatted();
      ASSERT_EQ(launch->bound.has_value(), variant.name == "one-pass") << variant.name;
      if (!launch->bound) continue;
      EXPECT_EQ(launch->bound->kind, BoundKind::sum);
      EXPECT_EQ(launch->bound->size, static_cast<std::uint64_t>(n));
    }
  }
}

}  // namespace
}  // namespace lanescope::lesson::testing
