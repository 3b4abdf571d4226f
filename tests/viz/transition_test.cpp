// The animated transition between two pictures: exact at both ends, without jumps in between.
#include "viz/picture/core/transition.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viz/picture_checks.h"
#include "tests/viz/samples.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/kernel/counts.h"

namespace lanescope::picture {
namespace {

using samples::label_of;
using samples::plain_style;

PartedList bank_picture(int pad, std::optional<std::uint32_t> wavefront = {}) {
  StageInput input = samples::tile_column_stage(pad);
  input.wavefront = wavefront;
  return build_stage_parted(input, plain_style(), 784, 606);
}

Rect extent_of(const PartedList& picture, std::size_t at) {
  const auto& parts = picture.parts;
  const std::size_t end = at + 1 < parts.size() ? parts[at + 1].shape : picture.list.order.size();
  Rect all;
  for (std::size_t i = parts[at].shape; i < end; ++i) {
    if (picture.list.order[i].kind != Shape::Kind::box) continue;
    const Rect& rect = picture.list.boxes[picture.list.order[i].index].rect;
    all = all.w == 0 ? rect : Rect{std::min(all.x, rect.x), std::min(all.y, rect.y), 0, 0};
    all.w = std::max(all.w, rect.w);
    all.h = std::max(all.h, rect.h);
  }
  return all;
}

// The place of each lane's word.
std::map<std::uint32_t, Rect> words(const PartedList& picture) {
  std::map<std::uint32_t, Rect> found;
  for (std::size_t i = 0; i < picture.parts.size(); ++i) {
    if (picture.parts[i].kind == Part::Kind::word)
      found[picture.parts[i].lanes] = extent_of(picture, i);
  }
  return found;
}

std::size_t count(const PartedList& picture, Part::Kind kind) {
  return static_cast<std::size_t>(std::ranges::count(picture.parts, kind, &Part::kind));
}

// The largest distance between the places of one lane's word in two pictures.
float farthest(const PartedList& a, const PartedList& b) {
  const auto from = words(a);
  const auto to = words(b);
  float most = from.size() == to.size() ? 0 : 1e9F;
  for (const auto& [lanes, rect] : from) {
    if (!to.contains(lanes)) return 1e9F;
    const Rect& other = to.at(lanes);
    most = std::max({most, std::abs(rect.x - other.x), std::abs(rect.y - other.y)});
  }
  return most;
}

TEST(Glide, at_both_ends_it_is_the_picture_itself) {
  const PartedList before = bank_picture(0);
  const PartedList after = bank_picture(1);
  EXPECT_TRUE(looks_alike(transition(before, after, 0).list, before.list));
  EXPECT_TRUE(looks_alike(transition(before, after, 1).list, after.list));
  EXPECT_EQ(transition(before, after, 1).list.hits.size(), after.list.hits.size());
  EXPECT_FALSE(looks_alike(before.list, after.list));
}

TEST(Glide, every_lane_is_in_its_bank_at_both_ends_and_half_way_in_the_middle) {
  const PartedList before = bank_picture(0);
  const PartedList after = bank_picture(1);
  const auto from = words(before);
  const auto middle = words(transition(before, after, 0.5F));
  const auto to = words(after);
  ASSERT_EQ(from.size(), 32U);
  ASSERT_EQ(middle.size(), 32U);
  ASSERT_EQ(to.size(), 32U);
  for (std::uint64_t lane = 0; lane < 32; ++lane) {
    const std::uint32_t mask = 1U << lane;
    // From bank 0 to the lane's own bank.
    const HitArea* first = samples::hit_of(before.list, HitKind::word_cell, 32 * lane);
    const HitArea* last = samples::hit_of(after.list, HitKind::word_cell, 33 * lane);
    ASSERT_TRUE(first != nullptr && last != nullptr);
    EXPECT_TRUE(first->rect.contains(from.at(mask).x, from.at(mask).y)) << lane;
    EXPECT_TRUE(last->rect.contains(to.at(mask).x, to.at(mask).y)) << lane;
    EXPECT_NEAR(middle.at(mask).x, (from.at(mask).x + to.at(mask).x) / 2, 0.01F) << lane;
    EXPECT_NEAR(middle.at(mask).y, (from.at(mask).y + to.at(mask).y) / 2, 0.01F) << lane;
  }
  EXPECT_NEAR(to.at(1U << 31U).x - from.at(1U << 31U).x,
              31 * (samples::hit_of(after.list, HitKind::bank, 1)->rect.x -
                    samples::hit_of(after.list, HitKind::bank, 0)->rect.x),
              1.5F);
}

TEST(Glide, a_lane_keeps_its_colour_and_its_digit_on_the_way) {
  const PartedList middle = transition(bank_picture(0), bank_picture(1), 0.5F);
  const auto at = words(middle);
  for (std::size_t lane = 0; lane < 32; ++lane) {
    const Rect& rect = at.at(1U << lane);
    const Box* box = samples::box_at_middle(middle.list, rect);
    ASSERT_NE(box, nullptr) << lane;
    EXPECT_EQ(box->fill, plain_style().palette.lane[lane]) << lane;
    const bool has_digit = std::ranges::any_of(middle.list.labels, [&](const Label& label) {
      return label.text == std::to_string(lane) && rect.contains(label.x, label.y);
    });
    EXPECT_TRUE(has_digit) << lane;
  }
}

TEST(Glide, the_stack_of_wavefronts_falls_together_and_comes_apart) {
  const PartedList apart = bank_picture(0);
  const PartedList together = bank_picture(1);
  ASSERT_EQ(count(apart, Part::Kind::wavefront), 32U);
  ASSERT_EQ(count(together, Part::Kind::wavefront), 1U);
  const auto lowest = [](const PartedList& picture) {
    float bottom = 0;
    for (std::size_t i = 0; i < picture.parts.size(); ++i) {
      if (picture.parts[i].kind != Part::Kind::wavefront) continue;
      const Rect rect = extent_of(picture, i);
      bottom = std::max(bottom, rect.y + rect.h);
    }
    return bottom;
  };
  float before = lowest(apart);
  for (const float way : {0.25F, 0.5F, 0.75F, 0.999F}) {
    const PartedList moved = transition(apart, together, way);
    EXPECT_EQ(count(moved, Part::Kind::wavefront), 32U) << way;
    EXPECT_LT(lowest(moved), before) << way;
    EXPECT_NEAR(lowest(moved), lowest(transition(together, apart, 1 - way)), 1) << way;
    before = lowest(moved);
  }
  EXPECT_NEAR(before, lowest(together), 2);
}

TEST(Glide, the_verdict_rolls_over_and_no_other_is_ever_shown) {
  const PartedList before = bank_picture(0);
  const PartedList after = bank_picture(1);
  for (float way = 0; way <= 1; way += 0.05F) {
    const PartedList moved = transition(before, after, way);
    const Label* first = label_of(moved.list, "32-way");
    const Label* last = label_of(moved.list, "conflict-free");
    EXPECT_FALSE(first != nullptr && last != nullptr) << way;
    EXPECT_EQ(first != nullptr, way < 0.5F) << way;
    for (const Label& label : moved.list.labels) {
      const bool known = label_of(before.list, label.text) != nullptr ||
                         label_of(after.list, label.text) != nullptr;
      EXPECT_TRUE(known) << "a number that nobody counted: " << label.text;
    }
  }
}

TEST(Glide, no_step_of_the_way_is_a_jump) {
  const PartedList before = bank_picture(0);
  const PartedList after = bank_picture(1);
  const float whole = farthest(before, after);
  ASSERT_GT(whole, 300);
  constexpr int steps = 50;
  PartedList last = before;
  for (int i = 1; i <= steps; ++i) {
    const PartedList next = transition(before, after, static_cast<float>(i) / steps);
    EXPECT_LT(farthest(last, next), 1.1F * whole / steps + 1) << i;
    last = next;
  }
}

TEST(Glide, it_turns_round_from_where_the_lanes_are) {
  const PartedList before = bank_picture(0);
  const PartedList after = bank_picture(1);
  const PartedList half = transition(before, after, 0.4F);
  const PartedList back = transition(half, before, 0.001F);
  EXPECT_LT(farthest(half, back), 1);
  EXPECT_EQ(count(back, Part::Kind::wavefront), 32U);
  EXPECT_TRUE(looks_alike(transition(half, before, 1).list, before.list));
}

TEST(Glide, turning_round_again_and_again_does_not_grow_the_picture) {
  const PartedList before = bank_picture(0);
  const PartedList after = bank_picture(1);
  PartedList now = before;
  std::size_t most = 0;
  for (int i = 0; i < 200; ++i) {
    now = transition(now, i % 2 == 0 ? after : before, 0.1F);
    most = std::max(most, now.list.boxes.size() + now.list.labels.size());
  }
  EXPECT_LT(most, before.list.boxes.size() + before.list.labels.size() + after.list.boxes.size() +
                      after.list.labels.size());
}

TEST(Glide, words_that_part_come_out_of_the_one_that_they_shared) {
  const auto stage = [](std::uint64_t step) {
    StageInput input;
    input.access = samples::access(memory::Space::shared, memory::Op::load, 4,
                                   [step](std::uint64_t l) { return l * step; });
    return build_stage_parted(input, plain_style(), 784, 606);
  };
  const PartedList together = stage(0);
  const PartedList apart = stage(4);
  const PartedList begun = transition(together, apart, 0.001F);
  const Rect from = words(together).begin()->second;
  const auto now = words(begun);
  ASSERT_GE(now.size(), 32U);
  for (const auto& [lanes, rect] : now) EXPECT_NEAR(rect.x, from.x, 2) << lanes;
  const PartedList joined = transition(apart, together, 0.999F);
  for (const auto& [lanes, rect] : words(joined)) EXPECT_NEAR(rect.x, from.x, 2) << lanes;
}

TEST(Glide, stepping_through_the_wavefronts_may_glide_too) {
  const PartedList before = bank_picture(0, 4);
  const PartedList after = bank_picture(1, 0);
  const PartedList moved = transition(before, after, 0.5F);
  EXPECT_GE(words(moved).size(), 32U);
  EXPECT_TRUE(looks_alike(transition(before, after, 1).list, after.list));
}

TEST(Glide, parts_of_only_the_new_picture_fade_in) {
  const PartedList before = bank_picture(0);
  const PartedList after = bank_picture(1);
  ASSERT_EQ(count(before, Part::Kind::padding), 0U);
  ASSERT_GT(count(after, Part::Kind::padding), 30U);
  const auto strongest = [](const PartedList& picture) {
    float alpha = 0;
    for (const Box& box : picture.list.boxes) alpha = std::max(alpha, box.hatch.a);
    return alpha;
  };
  const float whole = strongest(after);
  EXPECT_NEAR(strongest(transition(before, after, 0.25F)), whole * 0.25F, 0.01F);
  EXPECT_NEAR(strongest(transition(before, after, 0.75F)), whole * 0.75F, 0.01F);
}

TEST(Glide, the_counts_roll_over_in_their_rows) {
  const auto counts = [](int pad) {
    static report::Report reports[2] = {samples::transpose_report(0), samples::transpose_report(1)};
    return PartedList{build_counts({&reports[pad], 2}, plain_style(), 478, 400)};
  };
  const PartedList before = counts(0);
  const PartedList after = counts(1);
  ASSERT_EQ(before.list.labels.size(), after.list.labels.size());
  const PartedList moved = transition(before, after, 0.25F);
  ASSERT_FALSE(moved.list.labels.empty());
  bool rolls = false;
  for (const Label& label : moved.list.labels) {
    ASSERT_TRUE(label_of(before.list, label.text) != nullptr) << label.text;
    rolls = rolls || label.color.a < 0.9F;
  }
  EXPECT_TRUE(rolls);
  EXPECT_TRUE(looks_alike(transition(before, after, 1).list, after.list));
}

TEST(Glide, a_global_access_glides_lane_by_lane) {
  const auto picture = [](std::uint64_t step) {
    return build_stage_parted(samples::global_stage(step, 0), plain_style(), 784, 606);
  };
  const PartedList before = picture(1);
  const PartedList after = picture(2);
  const PartedList moved = transition(before, after, 0.5F);
  const auto from = words(before);
  const auto middle = words(moved);
  const auto to = words(after);
  const std::uint32_t lane = 1U << 9U;
  ASSERT_TRUE(from.contains(lane) && middle.contains(lane) && to.contains(lane));
  EXPECT_NEAR(middle.at(lane).x, (from.at(lane).x + to.at(lane).x) / 2, 1);
  EXPECT_TRUE(looks_alike(transition(before, after, 1).list, after.list));
}

TEST(Glide, it_speeds_up_and_slows_down) {
  EXPECT_EQ(eased(0), 0);
  EXPECT_EQ(eased(1), 1);
  EXPECT_EQ(eased(-1), 0);
  EXPECT_EQ(eased(7), 1);
  EXPECT_LT(eased(0.1F), 0.1F);
  EXPECT_GT(eased(0.9F), 0.9F);
  for (float t = 0; t < 1; t += 0.05F) EXPECT_LT(eased(t), eased(t + 0.05F));
}

}  // namespace
}  // namespace lanescope::picture
