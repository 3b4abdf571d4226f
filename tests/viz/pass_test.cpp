// The pass groups and wavefronts of one access, and how they are drawn and described.
#include <algorithm>
#include <initializer_list>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/memory/passes.h"
#include "tests/some.h"
#include "tests/viz/picture_checks.h"
#include "tests/viz/samples.h"
#include "viz/picture/access/passes.h"
#include "viz/picture/access/stage.h"

namespace lanescope::picture {
namespace {

using memory::Op;
using memory::Space;
using samples::count_hits;
using samples::hit_of;
using samples::label_of;
using samples::plain_style;

const memory::MemoryRules tesla{memory::GlobalRule::segments, memory::SharedRule::half_warps, true};
const memory::MemoryRules fermi{memory::GlobalRule::cached_lines, memory::SharedRule::whole_warp,
                                false};
const memory::MemoryRules kepler{memory::GlobalRule::sectors, memory::SharedRule::paired_rows,
                                 false};

StageInput shared(Op op, std::uint8_t bytes, std::uint64_t step,
                  const memory::MemoryRules& on = {}) {
  StageInput input;
  input.access =
      samples::access(Space::shared, op, bytes, [step](std::uint64_t l) { return l * step; });
  input.machine = on;
  return input;
}

std::string reason(const StageInput& input) { return pass_reason(input, *plain_style().texts); }

std::string sentence(const StageInput& input, std::optional<std::uint32_t> at) {
  return wavefront_sentence(input.access, at, *plain_style().texts, input.copy.get(),
                            input.machine);
}

TEST(Passes, are_as_many_as_the_hardware_has_groups_and_wavefronts) {
  for (const std::uint8_t bytes : std::initializer_list<std::uint8_t>{1, 4, 8, 16}) {
    for (const std::uint64_t step : {4U, 16U, 128U}) {
      const StageInput input = shared(Op::load, bytes, step);
      const memory::SharedCost cost = memory::shared_cost(input.access);
      const Passes passes = passes_of(input);
      EXPECT_EQ(passes.positions.size(), cost.wavefronts);
      EXPECT_EQ(passes.groups.size(), cost.ideal_wavefronts);
      EXPECT_EQ(passes.is_conflict_free(), cost.conflicts == 0);
    }
  }
}

TEST(Passes, of_four_quarters_the_third_serves_eight_lanes_and_eight_come_later) {
  const Passes passes = passes_of(shared(Op::load, 16, 16));
  ASSERT_EQ(passes.positions.size(), 4U);
  const auto lane_states = passes.lane_states(0xffffffffU, 2);
  EXPECT_EQ(std::ranges::count(lane_states, LaneState::done), 16);
  EXPECT_EQ(std::ranges::count(lane_states, LaneState::served), 8);
  EXPECT_EQ(std::ranges::count(lane_states, LaneState::waiting), 0);
  EXPECT_EQ(std::ranges::count(lane_states, LaneState::later), 8);
  EXPECT_EQ(lane_states[15], LaneState::done);
  EXPECT_EQ(lane_states[16], LaneState::served);
  EXPECT_EQ(lane_states[24], LaneState::later);
}

TEST(Passes, of_a_conflict_the_others_of_the_group_wait) {
  const Passes passes = passes_of(shared(Op::load, 16, 128));  // a row of 32 words for each lane
  ASSERT_EQ(passes.groups.size(), 4U);
  ASSERT_EQ(passes.positions.size(), 32U);
  const auto lane_states = passes.lane_states(0xffffffffU, 13);
  EXPECT_EQ(passes.positions[13].group, 1U);
  EXPECT_EQ(passes.positions[13].in_group, 5U);
  EXPECT_EQ(lane_states[13], LaneState::served);
  EXPECT_EQ(std::ranges::count(lane_states, LaneState::waiting), 2);
  EXPECT_EQ(std::ranges::count(lane_states, LaneState::later), 16);
  EXPECT_EQ(std::ranges::count(lane_states, LaneState::done), 13);
}

TEST(Passes, lanes_that_take_no_part_have_no_turn) {
  const Passes passes = passes_of(shared(Op::load, 4, 4));
  const auto lane_states = passes.lane_states(0x0000ffffU, std::nullopt);
  EXPECT_EQ(std::ranges::count(lane_states, LaneState::served), 16);
  EXPECT_EQ(std::ranges::count(lane_states, LaneState::none), 16);
}

TEST(Passes, a_full_wavefront_has_every_bank_at_work) {
  for (const PassPosition& step : tests::some(passes_of(shared(Op::load, 16, 16)).positions))
    EXPECT_EQ(step.busy, 32U);
  for (const PassPosition& step : tests::some(passes_of(shared(Op::load, 4, 128)).positions))
    EXPECT_EQ(step.busy, 1U);
}

TEST(Passes, the_reason_names_width_and_part_of_the_warp) {
  EXPECT_EQ(reason(shared(Op::load, 16, 16)), "16-byte loads: a quarter-warp at a time");
  EXPECT_EQ(reason(shared(Op::store, 8, 8)), "8-byte stores: half a warp at a time");
  EXPECT_EQ(reason(shared(Op::load, 4, 4)), "4-byte loads: the whole warp at once");
  EXPECT_EQ(reason(shared(Op::atomic, 8, 8)), "8-byte atomics: the whole warp at once");
  EXPECT_EQ(reason(shared(Op::load, 4, 4, tesla)), "4-byte loads: half a warp at a time");
  EXPECT_EQ(reason(shared(Op::load, 8, 8, tesla)),
            "8-byte loads: half a warp at a time, and 4 bytes of each lane at a time");
  EXPECT_EQ(reason(shared(Op::load, 16, 16, fermi)), "16-byte loads: a quarter-warp at a time");
  EXPECT_EQ(reason(shared(Op::load, 8, 8, kepler)), "8-byte loads: the whole warp at once");
}

TEST(Passes, pairs_of_lanes_are_explained) {
  StageInput input = shared(Op::load, 16, 16);
  input.access =
      samples::access(Space::shared, Op::load, 16, [](std::uint64_t l) { return l / 2 * 16; });
  EXPECT_EQ(reason(input),
            "16-byte loads, each pair of lanes wants one address: half a warp at a time");
  EXPECT_EQ(passes_of(input).groups.size(), 2U);
  // Pairs of which one lane takes part: nobody wants the same as a neighbour.
  input = shared(Op::load, 8, 8);
  input.access.mask = 0x5555'5555;
  EXPECT_EQ(reason(input),
            "8-byte loads, each pair of lanes wants one address: the whole warp at once");
}

TEST(Passes, the_width_is_that_of_the_groups_that_are_counted) {
  for (const memory::MemoryRules& machine : {memory::MemoryRules{}, fermi, kepler, tesla}) {
    for (const std::uint8_t bytes : std::initializer_list<std::uint8_t>{4, 8, 16}) {
      const StageInput input = shared(Op::load, bytes, bytes, machine);
      const auto lanes = static_cast<std::size_t>(memory::lanes_per_pass(input.access, machine));
      const std::size_t rounds =
          machine.shared == memory::SharedRule::half_warps && bytes > 4 ? bytes / 4 : 1;
      EXPECT_EQ(passes_of(input).groups.size(), 32 / lanes * rounds) << int{bytes};
    }
  }
}

TEST(Passes, the_sentence_says_which_group_and_which_of_its_wavefronts) {
  EXPECT_EQ(sentence(shared(Op::load, 16, 128), 13),
            "group 2 of 4 · wavefront 6 of 8: lane 13 served, 2 wait, 16 come later");
  EXPECT_EQ(sentence(shared(Op::load, 16, 16), std::nullopt),
            "4 wavefronts: 4 groups of lanes, one each, the fewest possible");
  EXPECT_EQ(sentence(shared(Op::load, 16, 128), std::nullopt),
            "32 wavefronts: 4 groups of lanes, one after another");
}

TEST(Passes, lanes_that_come_again_share_a_bracket) {
  const Passes passes = passes_of(shared(Op::load, 8, 8, tesla));
  ASSERT_EQ(passes.groups.size(), 4U);
  const auto spans = spans_of(passes);
  ASSERT_EQ(spans.size(), 2U);
  EXPECT_EQ(spans[1].first, 16);
  EXPECT_EQ(spans[1].groups.size(), 2U);
}

// ---- the strip ----

DrawList pass_picture(const StageInput& input) {
  return build_bank_view(input, plain_style(), 784, 606);
}

TEST(PassStrip, four_wavefronts_without_conflicts_are_four_brackets_of_one_each) {
  const DrawList list = build_bank_view(shared(Op::load, 16, 16), plain_style(), 1100, 700);
  EXPECT_NE(label_of(list, "16-byte loads: a quarter-warp at a time"), nullptr);
  for (const char* text : {"lanes 0–7: 1 wavefront", "lanes 8–15: 1 wavefront",
                           "lanes 16–23: 1 wavefront", "lanes 24–31: 1 wavefront"}) {
    const Label* label = label_of(list, text);
    ASSERT_NE(label, nullptr) << text;
    EXPECT_EQ(label->color, plain_style().palette.good_text);
  }
  EXPECT_EQ(count_hits(list, HitKind::lane), 32U);
  EXPECT_EQ(hit_of(list, HitKind::pass_group, 1)->tooltip,
            "group 2 of 4: lanes 8–15 are served together, in 1 wavefront, the fewest possible");
}

TEST(PassStrip, a_bracket_that_costs_more_says_so_in_orange) {
  const DrawList list = build_bank_view(shared(Op::load, 16, 128), plain_style(), 1100, 700);
  const Label* label = label_of(list, "lanes 8–15: 8 wavefronts");
  ASSERT_NE(label, nullptr);
  EXPECT_EQ(label->color, plain_style().palette.costly_text);
}

TEST(PassStrip, the_group_whose_turn_it_is_stands_out_and_those_to_come_are_dashed) {
  StageInput input = shared(Op::load, 16, 16);
  input.wavefront = 1;
  const PartedList drawn = build_bank_view_parted(input, plain_style(), 784, 606);
  std::vector<std::size_t> boxes;
  std::vector<float> strokes;
  for (std::size_t i = 0; i < drawn.parts.size(); ++i) {
    if (drawn.parts[i].kind != Part::Kind::bracket) continue;
    boxes.push_back(drawn.parts[i + 1].shape - drawn.parts[i].shape);
    strokes.push_back(drawn.list.boxes[drawn.list.order[drawn.parts[i].shape].index].rect.w);
  }
  ASSERT_EQ(boxes.size(), 4U);
  EXPECT_GT(strokes[1], strokes[0]);
  EXPECT_GT(strokes[1], strokes[2]);
  EXPECT_EQ(boxes[0], boxes[1]);
  EXPECT_GT(boxes[2], boxes[1]);
}

TEST(PassStrip, the_turns_of_lanes_differ_in_shape) {
  StageInput input = shared(Op::load, 16, 128);
  input.wavefront = 13;
  const DrawList list = pass_picture(input);
  const auto chip = [&](std::uint64_t lane) {
    const HitArea* hit = hit_of(list, HitKind::lane, lane);
    const Rect& r = hit->rect;
    return *samples::box_at(list, r.x + r.w / 2, r.y + 4);
  };
  const Box done = chip(3);
  const Box served = chip(13);
  const Box waiting = chip(15);
  const Box later = chip(20);
  EXPECT_EQ(done.border_width, 0);
  EXPECT_GT(done.fill.a, 0);
  EXPECT_GT(served.border_width, waiting.border_width);
  EXPECT_EQ(served.fill, plain_style().palette.lane[13]);
  EXPECT_EQ(waiting.fill.a, 0);
  EXPECT_GT(contrast(waiting.border, plain_style().palette.panel),
            contrast(later.border, plain_style().palette.panel) + 2);
}

TEST(PassStrip, the_stack_names_the_lanes_of_each_group) {
  const DrawList list = pass_picture(shared(Op::load, 16, 16));
  EXPECT_EQ(count_hits(list, HitKind::wavefront), 4U);
  EXPECT_NE(label_of(list, "8–15"), nullptr);
  // Each group has two brackets: over its lanes and next to its wavefronts.
  EXPECT_EQ(count_hits(list, HitKind::pass_group), 8U);
}

TEST(PassStrip, a_single_group_takes_no_room_from_the_digits) {
  const DrawList list = pass_picture(samples::tile_column_stage(1));
  EXPECT_EQ(count_hits(list, HitKind::pass_group), 0U);
  const DrawList tall = build_bank_view(samples::tile_column_stage(1), plain_style(), 1200, 900);
  EXPECT_NE(label_of(tall, "4-byte loads: the whole warp at once"), nullptr);
}

// ---- transactions of global memory ----

StageInput segments(std::uint64_t step) {
  StageInput input = samples::global_stage(step, 0);
  input.machine = tesla;
  input.machine_name = "Tesla C1060";
  return input;
}

TEST(Transactions, are_played_where_they_are_what_is_priced) {
  EXPECT_TRUE(passes_of(samples::global_stage(1, 0)).positions.empty());
  const StageInput input = segments(2);
  const Passes passes = passes_of(input);
  EXPECT_EQ(passes.groups.size(), 2U);
  EXPECT_EQ(passes.positions.size(), memory::transactions(input.access, tesla).size());
  EXPECT_EQ(sentence(input, 1),
            "group 2 of 2 · transaction 1 of 1: 128 bytes for lanes 16–31, 0 wait");
}

TEST(Transactions, the_chosen_one_lights_its_lanes_and_its_bracket) {
  StageInput input = segments(1);
  input.wavefront = 1;
  const DrawList list = build_global_view(input, plain_style(), 784, 606);
  EXPECT_NE(label_of(list, "4-byte loads: half a warp at a time"), nullptr);
  EXPECT_NE(label_of(list, "lanes 0–15: 1 transaction"), nullptr);
  EXPECT_EQ(count_hits(list, HitKind::pass_group), 2U);
  // Curves start only at the lanes being served.
  EXPECT_EQ(list.curves.size(), 16U);
  input.wavefront.reset();
  EXPECT_EQ(build_global_view(input, plain_style(), 784, 606).curves.size(), 32U);
}

TEST(Transactions, the_chosen_ones_bracket_is_drawn_thicker) {
  StageInput input = segments(1);
  const auto heights = [&](std::optional<std::uint32_t> at) {
    input.wavefront = at;
    const PartedList drawn = build_global_view_parted(input, plain_style(), 784, 606);
    std::vector<float> found;
    for (const Part& part : drawn.parts) {
      if (part.kind != Part::Kind::transaction) continue;
      found.push_back(drawn.list.boxes[drawn.list.order[part.shape].index].rect.h);
    }
    return found;
  };
  const std::vector<float> none = heights({});
  const std::vector<float> second = heights(1);
  ASSERT_EQ(none.size(), 2U);
  EXPECT_EQ(none[0], none[1]);
  EXPECT_GT(second[1], second[0]);
}

}  // namespace
}  // namespace lanescope::picture
