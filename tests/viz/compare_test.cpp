// A against B: both pictures at one scale, the differences, and which side is better.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viz/picture_checks.h"
#include "tests/viz/samples.h"
#include "viz/picture/compare/compare.h"

namespace lanescope::picture {
namespace {

using samples::hit_of;
using samples::label_of;
using samples::plain_style;

constexpr float width = 1260;
constexpr float height = 760;

CompareNumber number(const std::string& name, const std::string& a, const std::string& b,
                     CompareWinner winner, const std::string& ratio) {
  CompareNumber result;
  result.name = name;
  result.a = a;
  result.b = b;
  result.share_a = 1;
  result.share_b = 0.03F;
  result.winner = winner;
  result.ratio = ratio;
  result.tooltip = name + " told in full";
  return result;
}

CompareInput sample() {
  CompareInput input;
  input.a.name = "shared tile";
  input.a.values = "PAD = 0";
  input.a.rest = "N = 1,024 · nvrtc 13.0";
  input.a.stage = samples::tile_column_stage(0);
  input.a.tooltip = "A: shared tile";
  input.b = input.a;
  input.b.values = "PAD = 1";
  input.b.is_present = true;
  input.b.stage = samples::tile_column_stage(1);
  input.b.tooltip = "B: shared tile";
  input.differences = {{"PAD", "0", "1"}};
  input.numbers = {number("this access: wavefronts", "32", "1", CompareWinner::b, "32×"),
                   number("shared load: conflicts", "1,015,808", "0", CompareWinner::b, ""),
                   number("warp instructions", "1,000", "1,000", CompareWinner::equal, ""),
                   number("branches executed", "5", "7", CompareWinner::unknown, "1.4×")};
  input.numbers.front().is_access = true;
  input.lines = {
      {1, 1, "__global__ void tile() {", "__global__ void tile() {", "", "", false, false, true,
       false},
      {2, 2, "  b = S[x][0];", "  b = S[x][1];", "32×", "1×", true, false, false, true, true},
      {3, 0, "  only here", "", "", "", false, false, false, false},
      {0, 3, "", "  only there", "", "", false, false, false, false},
      {4, 4, "}", "}", "", "", false, false, true, false}};
  return input;
}

// All shared-memory words drawn in the half that begins at `from`.
std::vector<HitArea> words_in(const DrawList& list, float from, float to) {
  std::vector<HitArea> words;
  for (const HitArea& hit : list.hits) {
    if (hit.kind == HitKind::word_cell && hit.rect.x >= from && hit.rect.x < to)
      words.push_back(hit);
  }
  return words;
}

TEST(Compare, a_projector_of_1280_by_720_at_150_percent_shows_the_numbers) {
  // The page's area in that window.
  Style style = plain_style();
  style.scale = 1.5F;
  const CompareLayout layout = lay_out_compare(CompareBelow::numbers, style, 1256, 557);
  EXPECT_GE(compare_number_rows(style, layout), 3U);
  EXPECT_GE(layout.stage_a.h, 1.5F * 150);
}

TEST(Compare, numbers_stay_below_the_pictures_while_messages_take_their_room) {
  Style style = plain_style();
  style.scale = 1.5F;
  CompareLayout layout = lay_out_compare(CompareBelow::numbers, style, 1256, 420);  // that window
  EXPECT_GE(compare_number_rows(style, layout), 2U);
  EXPECT_GE(layout.stage_a.h, 1.5F * 118);
  layout = lay_out_compare(CompareBelow::numbers, style, 740, 557);  // beside a guide
  EXPECT_GE(compare_number_rows(style, layout), 3U);
  EXPECT_GE(layout.stage_a.h, 1.5F * 118);
}

TEST(Compare, both_stages_stand_side_by_side_at_one_scale) {
  const DrawList list = build_compare(sample(), plain_style(), width, height);
  const CompareLayout layout = lay_out_compare(CompareBelow::numbers, plain_style(), width, height);
  EXPECT_FALSE(layout.stacked);
  EXPECT_EQ(layout.stage_a.w, layout.stage_b.w);
  EXPECT_EQ(layout.stage_a.h, layout.stage_b.h);
  const auto a = words_in(list, 0, width / 2);
  const auto b = words_in(list, width / 2, width);
  ASSERT_FALSE(a.empty());
  ASSERT_FALSE(b.empty());
  // Word 0 is wanted on both sides and is at the same place in each.
  const auto word_0 = [](const HitArea& hit) { return hit.index == 0; };
  const HitArea& first = *std::find_if(a.begin(), a.end(), word_0);
  const HitArea& second = *std::find_if(b.begin(), b.end(), word_0);
  EXPECT_EQ(second.rect.x - first.rect.x, layout.stage_b.x - layout.stage_a.x);
  EXPECT_EQ(second.rect.y, first.rect.y);
  EXPECT_EQ(second.rect.w, first.rect.w);
  EXPECT_EQ(second.rect.h, first.rect.h);
}

TEST(Compare, both_accesses_have_the_same_description) {
  for (float high = 300; high < 1000; high += 20) {
    const CompareInput input = sample();
    const DrawList list = build_compare(input, samples::plain_style(), 1240, high);
    int at_a = 0, at_b = 0;
    for (const Label& label : list.labels) {
      if (label.text.find("ideal 1") == std::string::npos) continue;
      ++(label.x <= 620 ? at_a : at_b);
    }
    EXPECT_EQ(at_a, at_b) << high;
  }
}

TEST(Compare, where_there_is_little_width_b_stands_below_a) {
  const CompareLayout layout = lay_out_compare(CompareBelow::numbers, plain_style(), 520, 900);
  EXPECT_TRUE(layout.stacked);
  EXPECT_EQ(layout.stage_a.w, 520);
  EXPECT_GE(layout.head_b.y, layout.stage_a.y + layout.stage_a.h);
  const DrawList list = build_compare(sample(), plain_style(), 520, 900);
  EXPECT_EQ(samples::count_hits(list, HitKind::side), 2U);
}

TEST(Compare, each_side_says_what_it_is_and_whether_the_switches_change_it) {
  const DrawList list = build_compare(sample(), plain_style(), width, height);
  const Label* a = label_of(list, "PAD = 0");
  const Label* b = label_of(list, "PAD = 1");
  ASSERT_NE(a, nullptr);
  ASSERT_NE(b, nullptr);
  EXPECT_LT(a->x, width / 2);
  EXPECT_GT(b->x, width / 2);
  ASSERT_NE(label_of(list, "now"), nullptr);
  ASSERT_NE(label_of(list, "kept"), nullptr);
  EXPECT_GT(label_of(list, "now")->x, width / 2);
  EXPECT_LT(label_of(list, "kept")->x, width / 2);
  ASSERT_NE(hit_of(list, HitKind::side, 0), nullptr);
  ASSERT_NE(hit_of(list, HitKind::side, 1), nullptr);
  EXPECT_EQ(hit_of(list, HitKind::side, 1)->tooltip, "B: shared tile");
}

// In large letters the verdicts are of different widths, and they take the room of the code.
TEST(Compare, in_large_letters_code_stays_whole_and_both_captions_have_one_form) {
  Style style = plain_style();
  style.scale = 1.5F;
  CompareInput input = sample();
  for (StageInput* stage : {&*input.a.stage, &*input.b.stage})
    stage->source_text = "B[y * n + x] = S[threadIdx.x][threadIdx.y];";
  for (float wide = 1240; wide < 2400; wide += 40) {
    const DrawList list = build_compare(input, style, wide, 700);
    const auto begins = [&](std::string_view with) {
      return std::count_if(list.labels.begin(), list.labels.end(),
                           [&](const Label& label) { return label.text.starts_with(with); });
    };
    EXPECT_EQ(begins("B[y * n + x] = S[threadIdx.x][threadIdx.y];"), 2) << wide;
    EXPECT_NE(begins("in this warp, lane i wants word"), 1) << wide;
    EXPECT_NE(begins("bank = word % 32"), 1) << wide;
  }
}

TEST(Compare, the_first_row_names_the_differences) {
  CompareInput input = sample();
  const DrawList list = build_compare(input, plain_style(), width, height);
  const Label* name = label_of(list, "PAD");
  const Label* arrow = label_of(list, "→");
  ASSERT_NE(name, nullptr);
  ASSERT_NE(arrow, nullptr);
  EXPECT_LT(name->x, arrow->x);
  input.differences.clear();
  EXPECT_NE(label_of(build_compare(input, plain_style(), width, height),
                     "no difference between the two states"),
            nullptr);
}

TEST(Compare, differences_that_have_no_room_are_counted) {
  CompareInput input = sample();
  for (int i = 0; i < 40; ++i) input.differences.push_back({"parameter", "1", "2"});
  input.kept_free = 500;
  const DrawList list = build_compare(input, plain_style(), width, height);
  const auto more = std::find_if(list.labels.begin(), list.labels.end(), [](const Label& label) {
    return label.text.ends_with(" more") && label.y < 40;
  });
  ASSERT_NE(more, list.labels.end());
  EXPECT_LE(samples::ink_of(*more, plain_style()).x + samples::ink_of(*more, plain_style()).w,
            width - 500 + 1);
}

// The ratio is on the side of the name where the better value is.
TEST(Compare, the_better_side_has_the_mark_and_the_ratio) {
  const DrawList list = build_compare(sample(), plain_style(), width, height);
  const Label* ratio = label_of(list, "32×");
  const Label* name = label_of(list, "this access: wavefronts");
  ASSERT_NE(ratio, nullptr);
  ASSERT_NE(name, nullptr);
  EXPECT_GT(ratio->x, name->x);
  CompareInput input = sample();
  input.numbers.front().winner = CompareWinner::a;
  const DrawList other = build_compare(input, plain_style(), width, height);
  EXPECT_LT(label_of(other, "32×")->x, name->x);
}

TEST(Compare, equal_numbers_say_so_on_both_sides) {
  const DrawList list = build_compare(sample(), plain_style(), width, height);
  EXPECT_EQ(std::count_if(list.labels.begin(), list.labels.end(),
                          [](const Label& label) { return label.text == "="; }),
            2);
}

TEST(Compare, the_excess_of_the_longer_bar_is_striped) {
  const DrawList list = build_compare(sample(), plain_style(), width, height);
  const Label* value = label_of(list, "32");
  ASSERT_NE(value, nullptr);
  const auto striped = std::find_if(list.boxes.begin(), list.boxes.end(), [&](const Box& box) {
    return box.hatch.a > 0 && box.rect.x + box.rect.w < value->x && box.rect.y < value->y &&
           box.rect.y + box.rect.h > value->y;
  });
  EXPECT_NE(striped, list.boxes.end());
}

TEST(Compare, without_a_verdict_it_says_why_and_calls_no_side_better) {
  CompareInput input = sample();
  input.no_verdict = "no verdict: two kernels";
  for (CompareNumber& number : input.numbers) number.winner = CompareWinner::unknown;
  const DrawList list = build_compare(input, plain_style(), width, height);
  EXPECT_NE(label_of(list, "no verdict: two kernels"), nullptr);
  EXPECT_EQ(label_of(list, "better"), nullptr);
}

// What is cut can be read with the mouse.
TEST(Compare, cut_warnings_are_in_tooltips) {
  CompareInput input = sample();
  input.a.note = "not the same access: the costliest of its kind";
  input.no_verdict = "no verdict: different sizes and different kernels";
  const auto says = [](const DrawList& list, const std::string& words) {
    return std::ranges::any_of(list.hits, [&](const HitArea& hit) {
      return hit.tooltip.find(words) != std::string::npos;
    });
  };
  const DrawList narrow = build_compare(input, plain_style(), 480, 460);
  EXPECT_TRUE(says(narrow, input.no_verdict));
  input.a.name = "a variant whose name somebody made rather long";
  EXPECT_TRUE(says(build_compare(input, plain_style(), 300, 460), input.a.note));
}

TEST(Compare, a_time_says_where_it_comes_from) {
  CompareInput input = sample();
  CompareNumber time = number("time, cold", "26.8 µs", "13.1 µs", CompareWinner::b, "2×");
  time.origin = Origin::recorded;
  input.numbers.push_back(time);
  const DrawList list = build_compare(input, plain_style(), width, height);
  EXPECT_NE(label_of(list, "RECORDED"), nullptr);
}

TEST(Compare, a_side_without_the_access_says_so) {
  CompareInput input = sample();
  input.a.stage.reset();
  input.a.title = "Nothing like it here";
  input.a.sentence = "This side has no such access.";
  const DrawList list = build_compare(input, plain_style(), width, height);
  EXPECT_NE(label_of(list, "Nothing like it here"), nullptr);
  EXPECT_TRUE(words_in(list, 0, width / 2).empty());
  EXPECT_FALSE(words_in(list, width / 2, width).empty());
}

TEST(Compare, a_note_stands_in_the_head_with_a_sign) {
  CompareInput input = sample();
  input.a.note = "not the same access";
  EXPECT_NE(label_of(build_compare(input, plain_style(), 1200, 640), input.a.rest), nullptr);
  const DrawList list = build_compare(input, plain_style(), width, height);
  EXPECT_NE(label_of(list, "≠ not the same access"), nullptr);
}

TEST(Compare, lines_that_differ_have_a_sign_between_them) {
  CompareInput input = sample();
  input.below = CompareBelow::text;
  const DrawList list = build_compare(input, plain_style(), width, height);
  const Label* changed = label_of(list, "≠");
  ASSERT_NE(changed, nullptr);
  EXPECT_NEAR(changed->x, width / 2, 2);
  ASSERT_NE(label_of(list, "+"), nullptr);
  ASSERT_NE(label_of(list, "−"), nullptr);
  const Label* left = label_of(list, "b = S[x][0];");
  const Label* right = label_of(list, "b = S[x][1];");
  ASSERT_NE(left, nullptr);
  ASSERT_NE(right, nullptr);
  EXPECT_EQ(left->y, right->y);
  EXPECT_LT(left->x, width / 2);
  EXPECT_GT(right->x, width / 2);
}

TEST(Compare, a_line_too_wide_for_its_half_goes_on_in_the_next_row) {
  Style style = plain_style();
  style.scale = 1.5F;
  CompareInput input = sample();
  input.below = CompareBelow::text;
  input.lines[0].text_a =
      "    float sum = first[threadIdx.x] + second[threadIdx.x] + third[threadIdx.x];";
  const DrawList list = build_compare(input, style, 1100, 900);
  std::string all;
  for (const Label& label : list.labels) {
    const bool is_left = label.font == FontRole::mono && label.x < 550;
    if (is_left) all += label.text + "\n";
  }
  EXPECT_THAT(all, testing::HasSubstr("float sum"));
  EXPECT_THAT(all, testing::HasSubstr("third[threadIdx.x];"));
  const std::vector<CompareLine> rows = compare_text_lines(input.lines, style, 1100);
  ASSERT_GT(rows.size(), input.lines.size());
  EXPECT_TRUE(rows[1].continues);
  EXPECT_EQ(compare_text_lines(rows, style, 1100).size(), rows.size());
}

TEST(Compare, a_line_of_the_present_text_can_be_chosen) {
  CompareInput input = sample();
  input.below = CompareBelow::text;
  const DrawList list = build_compare(input, plain_style(), width, height);
  EXPECT_NE(hit_of(list, HitKind::code_line, 3), nullptr);  // B is present and has this line
  EXPECT_EQ(samples::count_hits(list, HitKind::code_line), 4U);
  input.a.is_present = true;
  input.b.is_present = false;
  const DrawList other = build_compare(input, plain_style(), width, height);
  EXPECT_NE(hit_of(other, HitKind::code_line, 4), nullptr);
}

TEST(Compare, only_the_line_of_the_access_is_lit_and_not_the_one_beside_it) {
  const auto lit = [](bool a, bool b) {
    CompareInput input = sample();
    input.below = CompareBelow::text;
    input.lines[1].chosen_a = a;
    input.lines[1].chosen_b = b;
    const DrawList list = build_compare(input, plain_style(), width, height);
    std::vector<Rect> rects;
    for (const Box& box : list.boxes) {
      if (box.fill == plain_style().palette.selection && box.rect.h < 21) rects.push_back(box.rect);
    }
    return rects;
  };
  ASSERT_TRUE(lit(false, false).empty());
  ASSERT_EQ(lit(true, false).size(), 1U);
  ASSERT_EQ(lit(false, true).size(), 1U);
  EXPECT_LT(lit(true, false)[0].x + lit(true, false)[0].w, width / 2);
  EXPECT_GT(lit(false, true)[0].x, width / 2);
  EXPECT_GT(lit(true, true)[0].w, width / 2);
}

TEST(Compare, with_room_numbers_and_text_stand_below_each_other) {
  EXPECT_FALSE(compare_shows_both(plain_style(), width, height));
  EXPECT_TRUE(compare_shows_both(plain_style(), 1900, 1500));
  const DrawList list = build_compare(sample(), plain_style(), 1900, 1500);
  EXPECT_NE(label_of(list, "this access: wavefronts"), nullptr);
  EXPECT_NE(label_of(list, "b = S[x][0];"), nullptr);
}

TEST(Compare, rows_scroll_and_never_beyond_the_last) {
  CompareInput input = sample();
  for (int i = 0; i < 60; ++i) {
    input.numbers.push_back(
        number("number " + std::to_string(i), "1", "2", CompareWinner::a, "2×"));
  }
  input.first_number = 1000;
  const DrawList list = build_compare(input, plain_style(), width, height);
  EXPECT_NE(label_of(list, "number 59"), nullptr);
  EXPECT_EQ(label_of(list, "this access: wavefronts"), nullptr);
}

TEST(Compare, an_exported_one_has_every_row_and_no_scroll_bar) {
  CompareInput input = sample();
  for (int i = 0; i < 60; ++i) {
    input.numbers.push_back(
        number("number " + std::to_string(i), "1", "2", CompareWinner::a, "2×"));
  }
  input.whole = true;
  const DrawList list = build_compare(input, plain_style(), width, height);
  EXPECT_GT(list.height, height);
  EXPECT_NE(label_of(list, "this access: wavefronts"), nullptr);
  EXPECT_NE(label_of(list, "number 59"), nullptr);
  EXPECT_NE(label_of(list, "b = S[x][0];"), nullptr);
}

TEST(Compare, stripes_are_explained_where_there_are_any) {
  CompareInput input = sample();
  const std::string words = "striped: more than the other side";
  EXPECT_NE(label_of(build_compare(input, plain_style(), 1900, height), words), nullptr);
  for (CompareNumber& each : input.numbers) each.winner = CompareWinner::equal;
  EXPECT_EQ(label_of(build_compare(input, plain_style(), 1900, height), words), nullptr);
}

TEST(Compare, a_lane_is_brought_out_on_both_sides) {
  CompareInput input = sample();
  input.a.stage = samples::global_stage(1, 0);
  input.b.stage = samples::global_stage(2, 0);
  const auto brought_out = [](const DrawList& list) {
    const Color text = plain_style().palette.text;
    return std::count_if(list.curves.begin(), list.curves.end(),
                         [&](const Curve& curve) { return curve.color == text; });
  };
  EXPECT_EQ(brought_out(build_compare(input, plain_style(), width, height)), 0);
  input.a.stage->lane = input.b.stage->lane = 7;
  EXPECT_EQ(brought_out(build_compare(input, plain_style(), width, height)), 2);
}

TEST(EverySize, a_comparison_keeps_its_text_inside_and_apart) {
  static const text::Texts english("en");
  static const text::Texts chinese("zh");
  CompareInput input = sample();
  input.a.name = "a variant whose name somebody made rather long, for whatever reason";
  input.a.note = "not the same access: the costliest of its kind";
  input.numbers.push_back(number("global load: % of the sectors' bytes used", "12.5 %", "100 %",
                                 CompareWinner::b, "8×"));
  input.numbers.back().less_is_better = false;
  CompareInput empty;
  empty.a.title = empty.b.title = "Nothing like it here";
  CompareInput mixed = input;
  mixed.b.stage = samples::global_stage(17, 1);
  for (const CompareInput* shown : {&input, &empty, &mixed}) {
    for (const CompareBelow below : {CompareBelow::numbers, CompareBelow::text}) {
      for (const text::Texts* texts : {&english, &chinese}) {
        for (const float scale : {0.75F, 1.0F, 1.5F, 2.5F}) {
          for (const auto& [w, h] :
               {std::pair(1264.0F, 560.0F), std::pair(1584.0F, 740.0F), std::pair(3800.0F, 1900.0F),
                std::pair(620.0F, 330.0F), std::pair(480.0F, 900.0F), std::pair(100.0F, 80.0F),
                std::pair(1.0F, 1.0F), std::pair(900.0F, 120.0F)}) {
            Style style = plain_style();
            style.texts = texts;
            style.scale = scale;
            CompareInput one = *shown;
            one.below = below;
            one.kept_free = w * 0.4F;
            const DrawList list = build_compare(one, style, w, h);
            const std::string where =
                std::to_string(w) + " x " + std::to_string(h) + " at " + std::to_string(scale);
            EXPECT_THAT(samples::label_faults(list, style), testing::IsEmpty()) << where;
            EXPECT_THAT(samples::shape_faults(list), testing::IsEmpty()) << where;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace lanescope::picture
