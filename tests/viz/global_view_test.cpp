#include <algorithm>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viz/picture_checks.h"
#include "tests/viz/samples.h"
#include "viz/picture/access/global_text.h"
#include "viz/picture/access/stage.h"

namespace lanescope::picture {
namespace {

using samples::box_at_middle;
using samples::count_hits;
using samples::global_stage;
using samples::hit_of;
using samples::ink_of;
using samples::label_of;
using samples::plain_style;
using testing::HasSubstr;

constexpr std::uint64_t base = 0x7f0000000000;

DrawList global_picture(const StageInput& input) {
  return build_global_view(input, plain_style(), 784, 606);
}

TEST(GlobalView, a_coalesced_load_is_blue_and_wastes_nothing) {
  const DrawList list = global_picture(global_stage(1, 0));
  const Label* verdict = label_of(list, "4 sectors");
  ASSERT_NE(verdict, nullptr);
  EXPECT_EQ(verdict->color, plain_style().palette.good_verdict);
  EXPECT_NE(label_of(list, "ideal 4 · 128 of 128 bytes used"), nullptr);
  EXPECT_NE(label_of(list, "100 % used"), nullptr);
}

TEST(GlobalView, a_column_is_orange_and_shows_a_line_for_every_lane) {
  const DrawList list = global_picture(global_stage(1024, 0));
  const Label* verdict = label_of(list, "32 sectors");
  ASSERT_NE(verdict, nullptr);
  EXPECT_EQ(verdict->color, plain_style().palette.costly_verdict);
  EXPECT_EQ(count_hits(list, HitKind::line), 32U);
  EXPECT_EQ(count_hits(list, HitKind::sector), 128U);
}

// 1280 x 720 at 150 %: rows are low there, and one must see that each is a line of four sectors.
TEST(GlobalView, every_sector_keeps_its_frame_on_a_projector) {
  Style style = plain_style();
  style.scale = 1.5F;
  const DrawList list = build_global_view(global_stage(1024, 0), style, 1244, 568);
  EXPECT_EQ(count_hits(list, HitKind::sector), 128U);
  for (const HitArea& hit : list.hits) {
    if (hit.kind != HitKind::sector) continue;
    const auto frame = std::ranges::find(list.boxes, hit.rect, &Box::rect);
    ASSERT_NE(frame, list.boxes.end());
    EXPECT_GT(frame->border_width, 0);
  }
}

// Where rows are low, the legend stands in place of the bar, which the head has in numbers: one
// without it has rows too low for digits.
TEST(GlobalView, a_projector_says_what_hatched_and_empty_mean) {
  Style style = plain_style();
  style.scale = 1.5F;
  const std::string waste = style.texts->get("stage.global.load.legend_waste");
  constexpr float digits_fit = 14;  // pixels
  int in_place_of_the_bar = 0;
  for (int height = 700; height >= 400; height -= 4) {
    const DrawList list =
        build_global_view(global_stage(16, 0), style, 742, static_cast<float>(height));
    const auto row = std::ranges::find(list.hits, HitKind::line, &HitArea::kind);
    ASSERT_NE(row, list.hits.end()) << height;
    const bool has_legend = label_of(list, waste) != nullptr;
    const bool has_bar = label_of(list, "12.5 % used") != nullptr;
    if (!has_legend) EXPECT_LT(row->rect.h, digits_fit) << height;
    in_place_of_the_bar += has_legend && !has_bar ? 1 : 0;
  }
  EXPECT_GT(in_place_of_the_bar, 0);
}

// Neither black nor white would be clear on the grey of the lanes in the middle.
TEST(GlobalView, in_low_rows_the_number_of_every_lane_is_clear) {
  const DrawList list = global_picture(global_stage(1024, 0));
  const auto row = std::ranges::find(list.hits, HitKind::line, &HitArea::kind);
  ASSERT_NE(row, list.hits.end());
  std::size_t numbers = 0;
  for (const Label& label : list.labels) {
    if (label.font != FontRole::mono_bold || label.y < row->rect.y) continue;
    ++numbers;
    EXPECT_GE(contrast(label.color, box_at_middle(list, ink_of(label, plain_style()))->fill), 7.0F)
        << label.text;
  }
  EXPECT_EQ(numbers, 32U);
}

// As the chips above them: all alike, in the middle of their boxes.
TEST(GlobalView, in_a_high_row_the_numbers_stand_in_their_lanes_colours) {
  for (const float scale : {1.0F, 1.5F}) {
    Style style = plain_style();
    style.scale = scale;
    const DrawList list = build_stage(global_stage(1, 0), style, 784 + 166 * (scale - 1) * 2, 606);
    const auto row = std::ranges::find(list.hits, HitKind::line, &HitArea::kind);
    ASSERT_NE(row, list.hits.end());
    std::size_t lane = 0;
    for (const Label& label : list.labels) {
      if (label.font != FontRole::mono_bold || label.y < row->rect.y ||
          label.text != std::to_string(lane))
        continue;
      const Box* box = box_at_middle(list, ink_of(label, style));
      ASSERT_NE(box, nullptr) << lane;
      EXPECT_EQ(box->fill, style.palette.lane[lane]) << lane << " at " << scale;
      EXPECT_NEAR(label.x, box->rect.x + box->rect.w / 2, 0.51F) << lane << " at " << scale;
      ++lane;
    }
    EXPECT_EQ(lane, 32U) << scale;
  }
}

// Nothing leads from a lane's box to its word there, and the box is not the head of a column.
TEST(GlobalView, without_curves_the_lanes_are_named_by_their_colour) {
  const std::string by_colour = plain_style().texts->get("stage.lane_colours");
  EXPECT_NE(label_of(global_picture(global_stage(1024, 0)), by_colour), nullptr);
  EXPECT_EQ(label_of(global_picture(global_stage(2, 0)), by_colour), nullptr);
}

TEST(GlobalView, every_lane_has_a_chip_and_a_tooltip_with_its_element) {
  const DrawList list = global_picture(global_stage(2, 0));
  EXPECT_EQ(count_hits(list, HitKind::lane), 32U);
  EXPECT_EQ(hit_of(list, HitKind::lane, 3)->tooltip, "lane 3 wants A[6]: bytes 24..27 of A");
}

TEST(GlobalView, lanes_outside_of_every_array_are_hollow_framed_and_marked) {
  StageInput input = global_stage(1, 0);
  input.arrays[0].count = 24;
  input.bad_lanes = lanes_out_of_range(input.access, input.arrays);
  EXPECT_EQ(input.bad_lanes, 0xff00'0000U);
  const DrawList list = global_picture(input);
  EXPECT_EQ(std::count_if(list.labels.begin(), list.labels.end(),
                          [](const Label& label) { return label.text == "!"; }),
            8);
  const Box* chip = box_at_middle(list, hit_of(list, HitKind::lane, 24)->rect);
  ASSERT_NE(chip, nullptr);
  EXPECT_EQ(chip->border, plain_style().palette.error_text);
  EXPECT_EQ(chip->fill.a, 0);
  const Box* word = box_at_middle(list, hit_of(list, HitKind::word_cell, base + 24 * 4)->rect);
  ASSERT_NE(word, nullptr);
  EXPECT_EQ(word->border, plain_style().palette.error_text);
  EXPECT_THAT(hit_of(list, HitKind::lane, 24)->tooltip, HasSubstr("outside of every array"));
  EXPECT_THAT(hit_of(list, HitKind::lane, 23)->tooltip, HasSubstr("A[23]"));
}

TEST(GlobalView, an_access_that_begins_inside_and_ends_outside_is_out_of_range) {
  StageInput input = global_stage(1, 0, 8);
  input.arrays[0].element_bytes = 4;
  input.arrays[0].count = 33;  // 132 bytes; lane l accesses 8 bytes at byte 8 l
  EXPECT_EQ(input.arrays[0].address, input.access.address[0]);
  EXPECT_EQ(lanes_out_of_range(input.access, input.arrays), 0xffff'0000U);
}

TEST(GlobalView, a_curve_leads_from_each_lane_to_its_word) {
  const DrawList list = global_picture(global_stage(2, 0));
  ASSERT_EQ(list.curves.size(), 32U);
  for (std::uint64_t lane = 0; lane < 32; ++lane) {
    const HitArea* chip = hit_of(list, HitKind::lane, lane);
    const HitArea* word = hit_of(list, HitKind::word_cell, base + lane * 8);
    ASSERT_TRUE(chip != nullptr && word != nullptr) << lane;
    const Curve& curve = list.curves[static_cast<std::size_t>(lane)];
    EXPECT_NEAR(curve.x[0], chip->rect.x + chip->rect.w / 2, 1.5F) << lane;
    EXPECT_NEAR(curve.x[3], word->rect.x + word->rect.w / 2, 1.5F) << lane;
    EXPECT_NEAR(curve.y[3], word->rect.y, 1.5F) << lane;
  }
}

TEST(GlobalView, wanted_words_are_solid_in_the_colour_of_their_lane) {
  const DrawList list = global_picture(global_stage(2, 0));
  const Box* box = box_at_middle(list, hit_of(list, HitKind::word_cell, base + 8)->rect);
  ASSERT_NE(box, nullptr);
  EXPECT_EQ(box->fill, plain_style().palette.lane[1]);
  EXPECT_EQ(box->hatch.a, 0.0F);
}

TEST(GlobalView, words_fetched_and_not_used_are_hatched) {
  const DrawList list = global_picture(global_stage(2, 0));
  const HitArea* word = hit_of(list, HitKind::word_cell, base + 4);
  ASSERT_NE(word, nullptr);
  EXPECT_EQ(word->tooltip, "word at A + 4 B: fetched, but no lane wants it");
  EXPECT_GT(box_at_middle(list, word->rect)->hatch.a, 0.0F);
}

TEST(GlobalView, sectors_that_are_not_fetched_stay_empty) {
  const DrawList list = global_picture(global_stage(1, 1));
  const HitArea* sector = hit_of(list, HitKind::sector, (base + 128 + 32) / 32);
  ASSERT_NE(sector, nullptr);
  EXPECT_THAT(sector->tooltip, HasSubstr("not fetched"));
  const Box* box = box_at_middle(list, sector->rect);
  EXPECT_EQ(box->fill, plain_style().palette.panel);
  EXPECT_EQ(box->hatch.a, 0.0F);
}

TEST(GlobalView, a_store_is_told_as_bytes_written_and_an_atomic_as_bytes_changed) {
  for (const auto& [op, written] :
       {std::pair(memory::Op::store, "written"), std::pair(memory::Op::atomic, "changed"),
        std::pair(memory::Op::reduction, "changed")}) {
    StageInput input = global_stage(2, 0);
    input.access.op = op;
    const DrawList list = global_picture(input);
    std::string all;
    for (const Label& label : list.labels) all += label.text + "\n";
    for (const HitArea& hit : list.hits) all += hit.tooltip + "\n";
    EXPECT_THAT(all, HasSubstr(written));
    for (const char* of_loads : {"fetched", "for nothing", "wants", "moved"})
      EXPECT_THAT(all, testing::Not(HasSubstr(of_loads)));
  }
}

TEST(GlobalView, a_sector_that_is_partly_written_says_how_much_and_that_the_rest_stays) {
  StageInput input = global_stage(8, 0);
  input.access.op = memory::Op::store;
  const DrawList list = global_picture(input);
  EXPECT_EQ(hit_of(list, HitKind::sector, base / 32)->tooltip,
            "sector at A: 4 of 32 bytes written, 28 stay as they are");
  EXPECT_NE(label_of(list, "12.5 % written"), nullptr);
}

TEST(GlobalView, lines_are_named_by_their_place_in_the_array) {
  const DrawList list = global_picture(global_stage(1, 1));
  EXPECT_NE(label_of(list, "A"), nullptr);
  EXPECT_NE(label_of(list, "A + 128 B"), nullptr);
}

// As in questions and tooltips: an offset is a number of bytes, in decimal; only addresses are
// hexadecimal.
TEST(GlobalView, offsets_are_decimal_numbers_of_bytes) {
  const std::vector<report::ArrayInfo> arrays = global_stage(1, 0).arrays;
  EXPECT_EQ(address_name(base + 4096, arrays), "A + 4,096 B");
  EXPECT_EQ(address_offset(base + 4096, arrays), "+4,096");
  EXPECT_EQ(address_name(base - 128, arrays), "0x7effffffff80");
}

TEST(GlobalView, addresses_outside_of_all_arrays_are_plain_numbers) {
  StageInput input = global_stage(1, 0);
  input.arrays.clear();
  EXPECT_NE(label_of(global_picture(input), "0x7f0000000000"), nullptr);
}

TEST(GlobalView, sixteen_byte_lanes_span_four_words) {
  const DrawList list = global_picture(global_stage(1, 0, 16));
  const Box* first = box_at_middle(list, hit_of(list, HitKind::word_cell, base + 16)->rect);
  const Box* last = box_at_middle(list, hit_of(list, HitKind::word_cell, base + 28)->rect);
  EXPECT_EQ(first, last);
  EXPECT_EQ(first->fill, plain_style().palette.lane[1]);
}

TEST(GlobalView, one_byte_lanes_share_a_word_and_are_marked_together) {
  const DrawList list = global_picture(global_stage(1, 0, 1));
  EXPECT_NE(label_of(list, "1 sector"), nullptr);
  EXPECT_EQ(hit_of(list, HitKind::word_cell, base)->tooltip,
            "word at A: lanes 0–3 want it, 4 of them");
}

TEST(GlobalView, the_used_part_of_the_bar_is_as_long_as_the_bytes_say) {
  const DrawList list = global_picture(global_stage(2, 0));
  const Color& good = plain_style().palette.good;
  float used = 0;
  float moved = 0;
  for (std::size_t i = 0; i + 1 < list.boxes.size(); ++i) {
    if (list.boxes[i + 1].fill == good && list.boxes[i].rect.x == list.boxes[i + 1].rect.x &&
        list.boxes[i].hatch.a > 0) {
      moved = list.boxes[i].rect.w;
      used = list.boxes[i + 1].rect.w;
    }
  }
  ASSERT_GT(moved, 0.0F);
  EXPECT_NEAR(used / moved, 0.5F, 0.01F);
}

// The caption's rule gives the picture's number: the queues of a sector's words do not add up.
TEST(GlobalView, atomics_say_how_often_a_sector_counts) {
  const auto with_words = [](std::uint64_t words) {
    StageInput input = global_stage(0, 0);
    input.access = samples::access(memory::Space::global, memory::Op::atomic, 4,
                                   [=](std::uint64_t l) { return base + l % words * 4; });
    return global_picture(input);
  };
  for (const std::uint64_t words : {1U, 2U, 4U, 8U}) {
    const DrawList list = with_words(words);
    EXPECT_NE(label_of(list, std::to_string(32 / words) + " sectors"), nullptr) << words;
    EXPECT_TRUE(std::any_of(list.labels.begin(), list.labels.end(), [](const Label& label) {
      return label.text.starts_with(
          "atomics: lanes that use the same word queue; a sector counts as often as its most "
          "wanted "
          "word is wanted");
    })) << words;
  }
}

TEST(GlobalView, atomics_say_what_their_ideal_is) {
  StageInput input;
  input.access = samples::access(memory::Space::global, memory::Op::atomic, 4,
                                 [](std::uint64_t l) { return base + l % 8 * 4; });
  const text::Texts texts("en");
  const Frame frame = global_frame(input, memory::global_cost(input.access), texts);
  EXPECT_EQ(frame.verdict, "4 sectors");
  EXPECT_THAT(frame.explanations.front(), HasSubstr("; ideal 4: each lane has a word of its own"));
}

TEST(GlobalView, a_lane_brought_out_has_a_curve_even_among_many_lines) {
  StageInput input = global_stage(1024, 0);
  EXPECT_TRUE(global_picture(input).curves.empty());
  input.lane = 9;
  EXPECT_EQ(global_picture(input).curves.size(), 1U);
}

TEST(GlobalView, a_lane_that_takes_no_part_is_an_empty_chip) {
  StageInput input = global_stage(1, 0);
  input.access.mask = 0x7fffffffU;
  const DrawList list = global_picture(input);
  const HitArea* chip = hit_of(list, HitKind::lane, 31);
  EXPECT_EQ(chip->tooltip, "lane 31 takes no part");
  EXPECT_EQ(box_at_middle(list, chip->rect)->fill.a, 0.0F);
}

TEST(GlobalView, of_a_copy_past_l1_counts_sectors_as_the_copy_does) {
  const DrawList past = global_picture(samples::copy_stage(memory::Space::global, true));
  const DrawList through = global_picture(samples::copy_stage(memory::Space::global, false));
  EXPECT_NE(label_of(past, "32 sectors"), nullptr);
  EXPECT_NE(label_of(through, "16 sectors"), nullptr);
}

TEST(AddressView, a_uniform_constant_load_is_one_wavefront) {
  StageInput input = global_stage(0, 0);
  input.access.space = memory::Space::constant;
  const DrawList list = build_stage(input, plain_style(), 784, 606);
  EXPECT_NE(label_of(list, "1 wavefront"), nullptr);
  EXPECT_EQ(count_hits(list, HitKind::word_cell), 1U);
}

TEST(AddressView, constant_addresses_that_differ_queue) {
  StageInput input = global_stage(1, 0);
  input.access.space = memory::Space::constant;
  const DrawList list = build_stage(input, plain_style(), 784, 606);
  EXPECT_NE(label_of(list, "32 wavefronts"), nullptr);
  EXPECT_NE(
      label_of(list, "one for each address · the programming guide's rule, as counted on an H200"),
      nullptr);
  EXPECT_EQ(count_hits(list, HitKind::word_cell), 32U);

  // An H200 does not serve the halves of a warp apart.
  input.machine.constant_by_half_warp = true;
  EXPECT_NE(label_of(build_stage(input, plain_style(), 784, 606),
                     "one for each address · the programming guide's rule, not measured"),
            nullptr);
}

TEST(AddressView, the_same_local_offset_in_all_lanes_is_coalesced) {
  StageInput input = global_stage(0, 0);
  input.access.space = memory::Space::local;
  input.access.address.fill(16);
  const DrawList list = build_stage(input, plain_style(), 784, 606);
  const Label* verdict = label_of(list, "4 sectors");
  ASSERT_NE(verdict, nullptr);
  EXPECT_EQ(verdict->color, plain_style().palette.good_verdict);
}

// ---- other machines ----

StageInput seen_on(StageInput input, memory::GlobalRule rule, const std::string& name) {
  input.machine.global = rule;
  input.machine_name = name;
  return input;
}

TEST(GlobalViewOnMachines, a_shifted_load_of_1_3_shows_its_three_segments) {
  const DrawList list =
      global_picture(seen_on(global_stage(1, 1), memory::GlobalRule::segments, "Tesla C1060"));
  EXPECT_NE(label_of(list, "7 sectors"), nullptr);
  EXPECT_NE(label_of(list, "128 B"), nullptr);
  EXPECT_NE(label_of(list, "64 B"), nullptr);
  EXPECT_NE(label_of(list, "32 B"), nullptr);
  EXPECT_NE(label_of(list, "MODEL of the Tesla C1060"), nullptr);
  EXPECT_NE(label_of(list, "1 × 128 + 1 × 64 + 1 × 32 bytes · ideal 4 · 128 of 224 bytes used"),
            nullptr);
}

TEST(GlobalViewOnMachines, lanes_out_of_sequence_on_1_0_show_how_many_transactions_they_take) {
  StageInput input =
      seen_on(global_stage(1, 0), memory::GlobalRule::sequential_segments, "GeForce 8800 GTX");
  std::swap(input.access.address[3], input.access.address[4]);
  const DrawList list = global_picture(input);
  EXPECT_NE(label_of(list, "8 × 32 B"), nullptr);
  EXPECT_NE(label_of(list, "64 B"), nullptr);  // the other half is in sequence
}

TEST(GlobalViewOnMachines, a_line_that_2_x_fetches_for_one_lane_is_moved_as_a_whole) {
  const DrawList list = global_picture(
      seen_on(global_stage(1024, 0), memory::GlobalRule::cached_lines, "Tesla C2050"));
  EXPECT_NE(label_of(list, "128 sectors"), nullptr);
  EXPECT_THAT(hit_of(list, HitKind::sector, base / 32 + 3)->tooltip, HasSubstr("32"));
}

TEST(GlobalViewOnMachines, an_atomic_says_that_it_is_counted_as_on_the_h200) {
  StageInput input = seen_on(global_stage(1, 0), memory::GlobalRule::segments, "Tesla C1060");
  input.access.op = memory::Op::atomic;
  const DrawList list = global_picture(input);
  EXPECT_TRUE(std::any_of(list.labels.begin(), list.labels.end(), [](const Label& label) {
    return label.text.find("as on the H200") != std::string::npos;
  }));
}

}  // namespace
}  // namespace lanescope::picture
