// Two accesses drawn side by side at one scale: the larger one is larger on the screen.
#include <set>

#include <gtest/gtest.h>

#include "tests/viz/picture_checks.h"
#include "tests/viz/samples.h"
#include "viz/picture/access/stage.h"

namespace lanescope::picture {
namespace {

using samples::hit_of;

constexpr float width = 520;
constexpr float height = 480;

struct Pair {
  DrawList a, b;
};

Pair drawn(StageInput a, StageInput b) {
  StageScale scale = common_scale(a, b);
  scale.frame = common_form(stage_form(a, samples::plain_style(), width, height),
                            stage_form(b, samples::plain_style(), width, height));
  a.scale = b.scale = scale;
  return {build_stage(a, samples::plain_style(), width, height),
          build_stage(b, samples::plain_style(), width, height)};
}

Rect rect_of(const DrawList& list, HitKind kind, std::uint64_t index) {
  const HitArea* hit = hit_of(list, kind, index);
  EXPECT_NE(hit, nullptr) << index;
  return hit != nullptr ? hit->rect : Rect{};
}

TEST(StageScale, a_word_of_shared_memory_lies_at_the_same_place_on_both_sides) {
  const Pair pair = drawn(samples::tile_column_stage(0), samples::tile_column_stage(1));
  // Lane 0 wants word 0 with and without padding.
  EXPECT_EQ(rect_of(pair.a, HitKind::word_cell, 0), rect_of(pair.b, HitKind::word_cell, 0));
}

TEST(StageScale, without_it_the_smaller_tile_has_the_larger_rows) {
  StageInput small = samples::tile_column_stage(0);
  small.shared = {};
  small.access = samples::access(memory::Space::shared, memory::Op::load, 4,
                                 [](std::uint64_t lane) { return lane * 4; });
  StageInput tall = samples::tile_column_stage(0);
  const float alone =
      rect_of(build_stage(small, samples::plain_style(), width, height), HitKind::word_cell, 0).h;
  const Pair pair = drawn(small, tall);
  const float low = rect_of(pair.b, HitKind::word_cell, 0).h;
  EXPECT_GT(alone, low + 4);
  EXPECT_NEAR(rect_of(pair.a, HitKind::word_cell, 0).h, low, 1);
}

TEST(StageScale, one_wavefront_is_as_low_as_one_of_thirty_two) {
  const Pair pair = drawn(samples::tile_column_stage(0), samples::tile_column_stage(1));
  EXPECT_EQ(samples::count_hits(pair.a, HitKind::wavefront), 32U);
  EXPECT_EQ(samples::count_hits(pair.b, HitKind::wavefront), 1U);
  EXPECT_EQ(rect_of(pair.a, HitKind::wavefront, 0), rect_of(pair.b, HitKind::wavefront, 0));
}

TEST(StageScale, banks_of_both_machines_are_as_wide) {
  StageInput half = samples::tile_column_stage(0);
  half.machine = {memory::GlobalRule::segments, memory::SharedRule::half_warps, false};
  half.machine_name = "GeForce 8800";
  ASSERT_EQ(half.machine.bank_count(), 16);
  const Pair pair = drawn(half, samples::tile_column_stage(0));
  const Rect a = rect_of(pair.a, HitKind::word_cell, 0);
  const Rect b = rect_of(pair.b, HitKind::word_cell, 0);
  EXPECT_NEAR(a.w, b.w, 1);
  EXPECT_NEAR(a.h, b.h, 1);
}

TEST(StageScale, a_line_of_global_memory_is_as_high_on_both_sides) {
  const StageInput one = samples::global_stage(1, 0);
  const StageInput many = samples::global_stage(1024, 0);
  const Pair pair = drawn(one, many);
  EXPECT_EQ(samples::count_hits(pair.a, HitKind::line), 1U);
  EXPECT_EQ(samples::count_hits(pair.b, HitKind::line), 32U);
  const std::uint64_t first = one.arrays.front().address / 128;
  const Rect a = rect_of(pair.a, HitKind::line, first);
  const Rect b = rect_of(pair.b, HitKind::line, first);
  EXPECT_EQ(a.y, b.y);
  EXPECT_EQ(a.h, b.h);
}

TEST(StageScale, accesses_of_different_spaces_have_none) {
  const StageScale scale = common_scale(samples::tile_column_stage(0), samples::global_stage(1, 0));
  EXPECT_TRUE(scale.words.empty());
  EXPECT_EQ(scale.lines, 0U);
}

}  // namespace
}  // namespace lanescope::picture
