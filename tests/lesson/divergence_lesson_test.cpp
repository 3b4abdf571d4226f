// The shipped divergence lesson: what its variants have in common and how they differ.

#include <gtest/gtest.h>

#include "kernels/lesson_file/lesson.h"

#include "tests/paths.h"

namespace lanescope::lesson::testing {
namespace {

tl::expected<Lesson, Error> divergence() {
  return Lesson::load(std::string(LANESCOPE_SOURCE_DIR) + "/kernels/lessons/divergence");
}

TEST(DivergenceLesson, deals_the_same_work_to_lanes_and_to_warps) {
  const auto lesson = divergence();
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  for (const std::string work : {"if", "loop"}) {
    const auto by_lane = lesson->resolve(work + "-by-lane", {});
    const auto by_warp = lesson->resolve(work + "-by-warp", {});
    ASSERT_TRUE(by_lane && by_warp) << work;
    EXPECT_EQ(by_lane->source_text, by_warp->source_text);
    EXPECT_EQ(by_lane->params.at("GROUP"), 1);
    EXPECT_EQ(by_warp->params.at("GROUP"), 32);
    EXPECT_EQ(by_lane->grid, by_warp->grid);
  }
}

TEST(DivergenceLesson, every_title_is_short_and_in_both_languages) {
  const auto lesson = divergence();
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  EXPECT_EQ(lesson->variants().size(), 6U);
  for (const VariantInfo& variant : lesson->variants()) {
    EXPECT_FALSE(variant.title.english().empty()) << variant.name;
    EXPECT_TRUE(variant.title.has("zh")) << variant.name;
    EXPECT_LE(variant.title.english().size(), 16U) << variant.name;
  }
}

TEST(DivergenceLesson, the_arrays_end_is_where_the_rest_begins) {
  const auto lesson = divergence();
  ASSERT_TRUE(lesson) << lesson.error().formatted();
  for (const std::int64_t rest : {0, 255}) {
    const auto launch = lesson->resolve("tail", {{"REST", rest}});
    ASSERT_TRUE(launch) << launch.error().formatted();
    EXPECT_EQ(launch->grid[0] * launch->block[0], 1024);
    EXPECT_EQ(launch->args[0].count, static_cast<std::uint64_t>(1024 - rest));
  }
}

}  // namespace
}  // namespace lanescope::lesson::testing
