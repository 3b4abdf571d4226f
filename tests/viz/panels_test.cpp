// The strip, the code with its costs, and the counts.
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viz/picture_checks.h"
#include "tests/viz/samples.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/kernel/code.h"
#include "viz/picture/kernel/code_tokens.h"
#include "viz/picture/kernel/counts.h"
#include "viz/picture/kernel/strip.h"

namespace lanescope::picture {
namespace {

using samples::count_hits;
using samples::hit_of;
using samples::label_of;
using samples::plain_style;

TEST(CodeTokens, comments_keep_their_place_and_lose_their_words) {
  const std::string text =
      "// 32 banks\nint a; // one\nint /* two\n three */ b;\nputs(\"// four\");\n";
  EXPECT_EQ(without_comment_words(text),
            "// …\nint a; // …\nint       \n          b;\nputs(\"// four\");\n");
  EXPECT_EQ(code_in_line(text, 1), "");
  EXPECT_EQ(code_in_line(text, 2), "int a;");
  EXPECT_EQ(code_in_line(text, 4), "b;");
  EXPECT_EQ(code_in_line(text, 5), "puts(\"// four\");");
  EXPECT_EQ(code_in_line(text, 6), "");
}

TEST(Strip, shows_every_event_with_its_mnemonic_and_cost) {
  const report::Report report = samples::transpose_report(0);
  const DrawList list = build_strip({&report.traces[0], 3}, plain_style(), 480, 130);
  EXPECT_EQ(count_hits(list, HitKind::event), 5U);
  for (const char* text :
       {"LDG", "STS", "BAR", "LDS", "STG", "4 sectors", "1 wavefront", "32 wavefronts"}) {
    EXPECT_NE(label_of(list, text), nullptr) << text;
  }
  EXPECT_EQ(label_of(list, "32 wavefronts")->color, plain_style().palette.costly_text);
}

TEST(Strip, what_is_off_the_edge_is_announced_where_the_strip_is_low) {
  const report::Report report = samples::transpose_report(0);
  const DrawList list = build_strip({&report.traces[0], 0}, plain_style(), 400, 70);
  EXPECT_EQ(label_of(list, "STG"), nullptr);
  const HitArea* more = hit_of(list, HitKind::event, 4);
  ASSERT_NE(more, nullptr);
  EXPECT_EQ(more->tooltip, "1 more after these (Right)");
  EXPECT_NE(label_of(list, "→"), nullptr);
  const DrawList end = build_strip({&report.traces[0], 4}, plain_style(), 400, 70);
  EXPECT_NE(label_of(end, "←"), nullptr);
  EXPECT_EQ(label_of(end, "→"), nullptr);
}

TEST(Strip, a_costly_event_is_taller_than_an_ideal_one) {
  const report::Report report = samples::transpose_report(0);
  const DrawList list = build_strip({&report.traces[0], 0}, plain_style(), 480, 130);
  float good = 0;
  float costly = 0;
  for (const Box& box : list.boxes) {
    if (box.fill == plain_style().palette.good) good = box.rect.h;
    if (box.fill == plain_style().palette.costly) costly = box.rect.h;
  }
  EXPECT_GT(good, 0.0F);
  EXPECT_GT(costly, 3 * good);
}

TEST(Strip, a_bar_is_as_tall_as_its_ratio) {
  report::Report report = samples::transpose_report(0);
  const auto tall = [&](std::uint32_t cost) {
    report.traces[0].events[3].cost = cost;
    const DrawList list = build_strip({&report.traces[0], 0}, plain_style(), 480, 230);
    float h = 0;
    for (const Box& box : list.boxes) {
      if (box.fill == plain_style().palette.costly) h = box.rect.h;
    }
    return h;
  };
  EXPECT_NEAR(tall(8) * 4, tall(32), 2.5F);
  EXPECT_EQ(tall(64), tall(32));
}

TEST(Strip, frames_the_chosen_event) {
  const report::Report report = samples::transpose_report(0);
  const DrawList list = build_strip({&report.traces[0], 3}, plain_style(), 480, 130);
  const Rect slot = hit_of(list, HitKind::event, 3)->rect;
  bool framed = false;
  for (const Box& box : list.boxes) {
    framed = framed || (box.border == plain_style().palette.selection_border &&
                        std::abs(box.rect.x - slot.x) <= 1);
  }
  EXPECT_TRUE(framed);
}

TEST(Strip, a_choice_behind_the_end_frames_no_event) {
  const report::Report report = samples::transpose_report(0);
  const std::size_t none = report.traces[0].events.size();
  const DrawList list = build_strip({&report.traces[0], none}, plain_style(), 480, 130);
  EXPECT_TRUE(std::none_of(list.boxes.begin(), list.boxes.end(), [](const Box& box) {
    return box.border == plain_style().palette.selection_border;
  }));
}

TEST(Strip, thousands_of_events_show_a_window_around_the_chosen_one_and_an_overview) {
  report::Report report = samples::transpose_report(0);
  report::WarpTrace trace = report.traces[0];
  while (trace.events.size() < 4000) trace.events.push_back(trace.events[0]);
  const DrawList list = build_strip({&trace, 2000}, plain_style(), 480, 130);
  EXPECT_NE(hit_of(list, HitKind::event, 2000), nullptr);
  EXPECT_NE(hit_of(list, HitKind::event, 2001), nullptr);
  EXPECT_LT(count_hits(list, HitKind::event), 400U);
  const HitArea* far_left = list.hit_at(10, 12);
  ASSERT_NE(far_left, nullptr);
  EXPECT_LT(far_left->index, 100U);
}

TEST(Strip, atomics_have_the_mnemonics_of_the_machine) {
  report::Event event;
  event.access.op = memory::Op::atomic;
  EXPECT_STREQ(mnemonic(event), "ATOMG");
  event.access.op = memory::Op::reduction;
  EXPECT_STREQ(mnemonic(event), "RED");
  event.access.space = memory::Space::shared;
  EXPECT_STREQ(mnemonic(event), "ATOMS");
}

CodeInput code_input(const report::Report& report) {
  CodeInput input;
  input.text = samples::transpose_code();
  input.report = &report;
  input.selected_line = 16;
  return input;
}

TEST(Code, a_hidden_comment_says_when_it_comes_back) {
  CodeInput input;
  input.text = "int i = 0;  // the answer\nint j = 0;\n";
  const auto told = [&] {
    const DrawList list = build_code(input, samples::plain_style(), 560, 400);
    return std::count_if(list.hits.begin(), list.hits.end(), [](const HitArea& hit) {
      return hit.tooltip.find("comes back with your answer") != std::string::npos;
    });
  };
  EXPECT_EQ(told(), 0);
  input.hides_comments = true;
  EXPECT_EQ(told(), 1);
}

TEST(Code, a_comment_without_room_does_not_look_like_a_hidden_one) {
  CodeInput input;
  input.text = "int i = blockIdx.x * blockDim.x + threadIdx.x;  // of all threads\n";
  for (float width = 300; width < 600; width += 3) {
    const DrawList list = build_code(input, samples::plain_style(), width, 400);
    for (const Label& label : list.labels) {
      EXPECT_NE(label.text, "// …") << width;
      EXPECT_NE(label.text, "//…") << width;
      EXPECT_NE(label.text, "/…") << width;
    }
  }
}

TEST(Code, a_cut_line_is_whole_under_the_mouse) {
  CodeInput input;
  input.text = "int thread = threadIdx.x;  // in its block, from 0 to blockDim.x - 1, and so on\n";
  const DrawList list = build_code(input, samples::plain_style(), 220, 400);
  EXPECT_TRUE(std::any_of(list.hits.begin(), list.hits.end(), [](const HitArea& hit) {
    return hit.tooltip.find("and so on") != std::string::npos;
  }));
}

// A formula that a step explains must be read to its end; a comment behind it may be cut.
TEST(Code, a_line_without_a_cost_goes_on_in_a_second_row_if_its_code_is_too_wide) {
  CodeInput input;
  input.text =
      "int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x;  // in its block\n"
      "int i = 0;  // a comment that is far too long for the width that this picture has\n";
  const DrawList list = build_code(input, samples::plain_style(), 480, 400);
  EXPECT_TRUE(std::any_of(list.labels.begin(), list.labels.end(), [](const Label& label) {
    return label.text.find("blockDim.x;") != std::string::npos;
  }));
  const float row = hit_of(list, HitKind::code_line, 2)->rect.h;
  EXPECT_FLOAT_EQ(hit_of(list, HitKind::code_line, 1)->rect.h, 2 * row);
}

TEST(Messages, a_sentence_that_is_too_wide_has_several_lines) {
  const std::string sentence =
      "This kernel launches no kernels. The host launched its grid, and that is all. The lesson "
      "Nested launches has kernels that do.";
  const DrawList list = build_message_view("Launches", sentence, plain_style(), 320, 300);
  std::string words;
  for (const Label& label : list.labels) {
    if (label.text != "Launches") words += (words.empty() ? "" : " ") + label.text;
  }
  EXPECT_EQ(words, sentence);
}

TEST(Code, a_line_shows_requests_and_its_worst_conflict) {
  const report::Report report = samples::transpose_report(0);
  const DrawList list = build_code(code_input(report), plain_style(), 560, 420);
  EXPECT_NE(label_of(list, "32,768"), nullptr);
  const Label* ways = label_of(list, "32-way");
  ASSERT_NE(ways, nullptr);
  EXPECT_EQ(ways->color, plain_style().palette.costly_text);
  EXPECT_EQ(
      hit_of(list, HitKind::code_line, 16)->tooltip,
      "line 16: 32,768 requests, 32× the ideal cost; the costliest of its 2 accesses, which make "
      "65,536 requests; worst request: 32-way\n"
      "in all, which the bar does not show: 131,072 sectors; 131,072 would be enough\n"
      "in all, which the bar does not show: 1,048,576 wavefronts; 32,768 would be enough");
}

TEST(Code, an_included_files_gutter_has_its_own_costs) {
  report::Report report = samples::transpose_report(0);
  report.included.push_back({"tile.cuh", {report.lines.back()}, {}});
  report.included.back().lines[0].line = 2;
  report.lines.pop_back();
  CodeInput input;
  input.text = "// one\nS[x][y] = 1;\r\n// three\n";
  input.report = &report;
  input.file = "tile.cuh";
  const DrawList list = build_code(input, plain_style(), 560, 420);
  EXPECT_NE(label_of(list, "32-way"), nullptr);
  EXPECT_NE(label_of(list, "S[x][y] = 1;"), nullptr);  // without its end of line
  EXPECT_NE(hit_of(list, HitKind::code_line, 2)->tooltip.find("32,768 requests"),
            std::string::npos);
  input.file.clear();
  EXPECT_EQ(label_of(build_code(input, plain_style(), 560, 420), "32-way"), nullptr);
}

TEST(Code, the_requests_of_a_line_are_those_of_the_access_whose_ratio_it_shows) {
  report::Report report = samples::transpose_report(0);
  const std::uint32_t cheap = report.lines.back().sites.back();
  report.lines.back().requests += 1000;
  report.sites[cheap].counts.requests += 1000;  // its sectors are as many as they were
  const LineCost cost = line_costs(report, *plain_style().texts).back();
  EXPECT_EQ(cost.requests_text, "32,768");
  EXPECT_EQ(cost.all_requests, 66536U);
}

// c[i] = a[2 * i] + b[i]: two loads that the table has in one row, and a store.
TEST(Code, loads_of_a_line_that_are_counted_together_are_said_to_be) {
  report::Report report = samples::transpose_report(0);
  report.sites.resize(3);
  const auto site = [&](std::uint32_t index, memory::Op op, std::uint64_t sectors) {
    report::Site& each = report.sites[index];
    each = {};
    each.index = index;
    each.place = {"tile.cu", 16, 0};
    each.space = memory::Space::global;
    each.op = op;
    each.bytes = 4;
    each.counts.requests = 32;
    each.counts.sectors = sectors;
    each.counts.ideal_sectors = 128;
  };
  site(0, memory::Op::load, 256);
  site(1, memory::Op::load, 128);
  site(2, memory::Op::store, 128);
  report.lines = {{.line = 16, .requests = 96, .worst_ratio = 2, .sites = {0, 1, 2}}};
  const DrawList list = build_code(code_input(report), plain_style(), 560, 420);
  EXPECT_EQ(hit_of(list, HitKind::code_line, 16)->tooltip,
            "line 16: 64 requests of 2 accesses of one kind, counted together; the costliest of "
            "them: 2× the ideal cost; all 3 accesses of the line make 96 requests\n"
            "in all, which the bar does not show: 512 sectors; 384 would be enough");
}

TEST(Code, says_why_the_lanes_of_a_line_without_a_branch_differ) {
  report::Report report = samples::divergence_report();
  const auto tooltip = [&] {
    CodeInput input = code_input(report);
    input.text = samples::divergence_code();
    input.selected_line = 5;
    input.divergence = true;
    const DrawList list = build_code(input, plain_style(), 560, 420);
    return hit_of(list, HitKind::code_line, 5)->tooltip;
  };
  const auto add = [&](std::uint64_t lanes) {
    report.instructions.push_back(
        {.place = {"divergence.cu", 5, 0}, .instructions = 1, .executions = 8, .lanes = lanes});
  };
  add(8 * 12);
  EXPECT_EQ(tooltip().find("moved them to another line"), std::string::npos) << tooltip();
  add(8 * 32);
  EXPECT_NE(tooltip().find("moved them to another line"), std::string::npos) << tooltip();
}

// "1.0×" in the colour of a cost would say nothing.
TEST(Code, a_ratio_that_reads_as_one_is_no_cost) {
  report::Report report = samples::transpose_report(1);
  const auto is_costly = [&](double ratio) {
    report.lines.back().worst_ratio = ratio;
    return line_costs(report, *plain_style().texts).back().costly;
  };
  EXPECT_FALSE(is_costly(1.0));
  EXPECT_FALSE(is_costly(1.04));
  EXPECT_TRUE(is_costly(1.05));
}

TEST(Code, cost_and_conflict_stand_apart_and_off_the_edge) {
  const report::Report report = samples::transpose_report(0);
  for (const float width : {560.0F, 600.0F, 640.0F}) {
    const DrawList list = build_code(code_input(report), plain_style(), width, 420);
    const Label* cost = label_of(list, "32×");
    const Label* ways = label_of(list, "32-way");
    ASSERT_TRUE(cost != nullptr && ways != nullptr) << width;
    // Both are right-aligned.
    EXPECT_GE(ways->x - plain_style().measure(ways->font, ways->size, ways->text), cost->x + 10)
        << width;
    EXPECT_LE(ways->x, width - 10) << width;
  }
}

TEST(Code, flipping_a_parameter_moves_no_column) {
  const report::Report without = samples::transpose_report(0);
  const report::Report with = samples::transpose_report(1);
  const DrawList a = build_code(code_input(without), plain_style(), 560, 420);
  const DrawList b = build_code(code_input(with), plain_style(), 560, 420);
  ASSERT_NE(label_of(a, "32×"), nullptr);
  ASSERT_NE(label_of(b, "none"), nullptr);
  EXPECT_EQ(label_of(a, "32×")->x, label_of(b, "1×")->x);
  EXPECT_EQ(label_of(a, "32-way")->x, label_of(b, "none")->x);
  EXPECT_EQ(label_of(a, "32,768")->x, label_of(b, "32,768")->x);
}

TEST(Code, a_narrow_gutter_keeps_the_ratio_longest) {
  const report::Report report = samples::transpose_report(0);
  const DrawList narrow = build_code(code_input(report), plain_style(), 300, 420);
  EXPECT_EQ(label_of(narrow, "32-way"), nullptr);
  EXPECT_EQ(label_of(narrow, "32,768"), nullptr);
  EXPECT_NE(label_of(narrow, "32×"), nullptr);
}

TEST(Code, the_chosen_line_is_whole_in_a_narrow_column) {
  const report::Report report = samples::transpose_report(0);
  const auto words_of = [&](float width, int line) {
    CodeInput input = code_input(report);
    input.selected_line = line;
    const DrawList list = build_code(input, plain_style(), width, 840);
    const HitArea* row = hit_of(list, HitKind::code_line, 16);
    std::string words;
    for (const Label& label : list.labels) {
      const bool in_row = row->rect.contains(label.x, label.y);
      words += in_row && label.align_x == AlignX::left ? label.text : "";
    }
    std::erase(words, ' ');
    return words;
  };
  const std::string whole = words_of(900, 16);
  EXPECT_EQ(whole.find("…"), std::string::npos);
  for (float width = 260; width < 600; width += 5) {
    EXPECT_EQ(words_of(width, 16), whole) << width;  // wherever it is broken
  }
}

TEST(Code, an_ideal_line_is_blue) {
  const report::Report report = samples::transpose_report(1);
  const DrawList list = build_code(code_input(report), plain_style(), 560, 420);
  const Label* ratio = label_of(list, "1×");
  ASSERT_NE(ratio, nullptr);
  EXPECT_EQ(ratio->color, plain_style().palette.good_text);
}

TEST(Code, every_visible_line_can_be_chosen) {
  const report::Report report = samples::transpose_report(0);
  const DrawList list = build_code(code_input(report), plain_style(), 560, 420);
  EXPECT_EQ(count_hits(list, HitKind::code_line), 17U);
}

TEST(Code, scrolled_down_it_begins_at_the_wanted_line) {
  const report::Report report = samples::transpose_report(0);
  CodeInput input = code_input(report);
  input.first_line = 9;
  const DrawList list = build_code(input, plain_style(), 560, 200);
  EXPECT_EQ(hit_of(list, HitKind::code_line, 8), nullptr);
  EXPECT_NE(hit_of(list, HitKind::code_line, 9), nullptr);
}

TEST(Code, scrolling_moves_no_more_than_needed) {
  EXPECT_EQ(first_visible_line(1, {5, 5}, 40, 10), 1);
  EXPECT_EQ(first_visible_line(1, {10, 10}, 40, 10), 2);
  EXPECT_EQ(first_visible_line(20, {5, 5}, 40, 10), 4);
  EXPECT_EQ(first_visible_line(99, {0, 0}, 40, 10), 31);
  EXPECT_EQ(first_visible_line(5, {2, 2}, 6, 10), 1);
  EXPECT_EQ(first_visible_line(9, {5, 12}, 40, 10), 4);
  EXPECT_EQ(first_visible_line(9, {5, 13}, 40, 9), 5);  // no room for context
}

TEST(Code, comments_and_keywords_stand_back) {
  bool in_comment = false;
  const auto tokens = tokens_of("for (int i = 0; i < n; ++i) // all", in_comment);
  ASSERT_FALSE(tokens.empty());
  EXPECT_EQ(tokens.front().kind, TokenKind::keyword);
  EXPECT_EQ(tokens.back().kind, TokenKind::comment);
  EXPECT_FALSE(in_comment);
}

TEST(Code, a_block_comment_runs_on_over_lines) {
  bool in_comment = false;
  EXPECT_EQ(tokens_of("x /* begins", in_comment).back().kind, TokenKind::comment);
  EXPECT_TRUE(in_comment);
  const auto tokens = tokens_of("ends */ y", in_comment);
  EXPECT_FALSE(in_comment);
  EXPECT_EQ(tokens.front().kind, TokenKind::comment);
  EXPECT_EQ(tokens.back().kind, TokenKind::plain);
}

TEST(Code, an_error_line_is_marked_by_a_sign) {
  CodeInput input;
  input.text = "a\nb\nc\n";
  input.error_lines = {2};
  const DrawList list = build_code(input, plain_style(), 400, 200);
  EXPECT_NE(label_of(list, "!2"), nullptr);
}

TEST(Code, a_message_stands_in_a_row_below_its_line) {
  CodeInput input;
  input.text = "a\nb\nc\n";
  input.error_lines = {2};
  input.notes = {{2, "expected an expression"}};
  const DrawList list = build_code(input, plain_style(), 400, 200);
  const Label* line = label_of(list, "!2");
  const Label* note = label_of(list, "expected an expression");
  const Label* next = label_of(list, "3");
  ASSERT_TRUE(line != nullptr && note != nullptr && next != nullptr);
  EXPECT_LT(line->y, note->y);
  EXPECT_LT(note->y, next->y);
  EXPECT_NEAR(next->y - note->y, note->y - line->y, 1);
}

std::ptrdiff_t labels_with(const DrawList& list, const std::string& text) {
  return std::ranges::count(list.labels, text, &Label::text);
}

TEST(Counts, of_the_only_line_with_such_accesses_are_the_kernels_and_said_once) {
  const report::Report report = samples::transpose_report(0);
  const DrawList list = build_counts({&report, 2}, plain_style(), 480, 240);
  for (const char* text :
       {"Shared loads", "line 16 = whole kernel", "32,768", "32", "1,015,808", "32-way", "MODEL"}) {
    EXPECT_EQ(labels_with(list, text), 1) << text;
  }
}

TEST(Counts, beside_the_table_of_accesses_leave_out_what_it_says) {
  const report::Report report = samples::transpose_report(0);
  CountsInput input{&report, 2};
  input.beside_table = true;
  const DrawList list = build_counts(input, plain_style(), 480, 240);
  EXPECT_EQ(label_of(list, "32,768"), nullptr);
  EXPECT_EQ(label_of(list, "ideal per request"), nullptr);
  EXPECT_NE(label_of(list, "1,015,808"), nullptr);
}

// As a table they would leave its right half empty.
TEST(Counts, few_figures_of_one_column_stand_side_by_side) {
  const report::Report report = samples::transpose_report(0);
  CountsInput input{&report, 2};
  input.beside_table = true;
  const DrawList list = build_counts(input, plain_style(), 640, 144);
  EXPECT_EQ(labels_with(list, "line 16 = whole kernel"), 1);
  float right = 0;
  for (const auto& [figure, name] : {std::pair{"32", "wavefronts per request"},
                                     {"1,015,808", "conflicts"},
                                     {"32-way", "worst request"}}) {
    const Label* value = label_of(list, figure);
    const Label* words = label_of(list, name);
    ASSERT_TRUE(value != nullptr && words != nullptr) << name;
    EXPECT_EQ(value->x, words->x) << name;
    EXPECT_LT(value->y, words->y) << name;
    EXPECT_GT(value->x, right) << name;
    right = value->x;
  }
  EXPECT_GT(right, 640.0F / 2);
}

TEST(Counts, a_line_sums_the_copies_that_an_unrolled_loop_makes_of_an_access) {
  report::Report report = samples::transpose_report(0);
  report::Site copy = report.sites[2];
  copy.index = static_cast<std::uint32_t>(report.sites.size());
  report.sites.push_back(copy);
  const DrawList list = build_counts({&report, 2}, plain_style(), 480, 240);
  for (const char* text : {"line 16", "whole kernel", "65,536", "2,031,616"})
    EXPECT_NE(label_of(list, text), nullptr) << text;
}

TEST(Counts, global_accesses_show_sectors_and_how_much_was_used) {
  const report::Report report = samples::transpose_report(0);
  const DrawList list = build_counts({&report, 0}, plain_style(), 480, 240);
  for (const char* text :
       {"Global loads", "sectors per request", "ideal per request", "4", "100 %"}) {
    EXPECT_NE(label_of(list, text), nullptr) << text;
  }
}

TEST(Counts, without_a_choice_the_costliest_kind_of_access_is_shown) {
  const report::Report report = samples::transpose_report(0);
  const DrawList list = build_counts({&report, std::nullopt}, plain_style(), 480, 240);
  EXPECT_NE(label_of(list, "Shared loads"), nullptr);
}

TEST(Counts, a_small_card_keeps_the_cost_and_drops_the_rest) {
  const report::Report report = samples::transpose_report(0);
  const DrawList list = build_counts({&report, 2}, plain_style(), 400, 80);
  EXPECT_NE(label_of(list, "wavefronts per request"), nullptr);
  EXPECT_EQ(label_of(list, "requests"), nullptr);
}

}  // namespace
}  // namespace lanescope::picture
