// Moving data: curves, bars, timelines and tables. The figures are invented.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viz/picture_checks.h"
#include "viz/picture/core/mark.h"
#include "viz/picture/core/term_links.h"
#include "viz/picture/moving/moving.h"

namespace lanescope::picture {
namespace {

using samples::count_hits;
using samples::hit_of;
using samples::label_of;
using samples::plain_style;
using testing::HasSubstr;

constexpr float moving_w = 853;
constexpr float moving_h = 480;
constexpr double us = 1e-6;

const MovingHead head{"Copies", "Median and 95 % interval.", Origin::recorded,
                      "NVIDIA H100 80GB HBM3, 2026-11-26"};

// 10 us + bytes at `rate`, from 1 KiB to 64 MiB.
MovingCurve curve(const std::string& name, double rate) {
  MovingCurve result;
  result.name = name;
  result.model = CurveModel{10 * us, 9 * us, 11 * us, rate, rate * 0.9, rate * 1.1};
  for (double bytes = 1024; bytes <= 64.0 * 1024 * 1024; bytes *= 4) {
    const double seconds = result.model->seconds(bytes);
    result.points.push_back({bytes, seconds, seconds * 0.98, seconds * 1.02});
  }
  return result;
}

CurvesInput curves_input() {
  CurvesInput input;
  input.head = head;
  input.curves = {curve("pinned, in", 50e9), curve("pageable, in", 10e9),
                  curve("managed, in", 20e9)};
  return input;
}

BarsInput bars_input() {
  BarsInput input;
  input.head = head;
  input.groups = {{"pageable", {{"64 KiB", "", 10 * us, 9 * us, 11 * us, "", false}}},
                  {"pinned",
                   {{"64 KiB", "pays after 4 copies", 40 * us, 39 * us, 41 * us, "", true},
                    {"1 GiB", "", 0, 0, 0, "out of memory", false}}}};
  return input;
}

// Two streams; the copy back does not wait for the kernel.
ArrangedInput arranged_input() {
  ArrangedInput input;
  input.head = head;
  input.lanes = {"host", "default stream (0)", "stream 1", "stream 2"};
  input.calls = {{"in A", "A", 2, 0, 4, true, "tip 0"},
                 {"kernel A", "A", 2, 0, 4, true, "tip 1"},
                 {"record x", "x", 2, 0, 4, false, "tip 2"},
                 {"wait x", "x", 3, 0, 4, false, "tip 3"},
                 {"out A", "A", 3, 0, 4, true, "tip 4"}};
  input.edges = {{0, 1, ""}, {1, 2, ""}, {2, 3, "x"}, {3, 4, ""}};
  input.verdict = "No race";
  return input;
}

TimelinesInput timelines_input() {
  MovingTimeline streams;
  streams.name = "2 chunks in 2 streams";
  streams.note = "measured: 42 us";
  streams.origin = Origin::model;
  streams.lanes = {"copies in", "kernels"};
  streams.spans = {{0, 0, 10 * us, 0, "in 0", 0, "in 0: 10 us"},
                   {0, 10 * us, 20 * us, 0, "in 1", 1, "in 1 waits 10 us"},
                   {1, 10 * us, 30 * us, 10 * us, "kernel 0", 0, "kernel 0"},
                   {1, 30 * us, 40 * us, 20 * us, "kernel 1", 1, "kernel 1"}};
  streams.total = 40 * us;
  TimelinesInput input;
  input.head = head;
  input.timelines = {streams};
  input.expected = 20 * us;
  input.expected_name = "a pipeline without gaps";
  return input;
}

MovingTableInput table_input(std::size_t rows) {
  MovingTableInput input;
  input.head = head;
  input.columns = {"memory", "who sees it", "one access"};
  for (std::size_t i = 0; i < rows; ++i) {
    input.rows.push_back({{"space " + std::to_string(i), "tip", false, std::nullopt},
                          {"all threads of the grid, and the host", "", false, std::nullopt},
                          {std::to_string(i) + " ns", "", true, Origin::recorded}});
  }
  return input;
}

TEST(MovingPictures, points_of_curves_lie_in_the_order_of_their_values) {
  CurvesInput input = curves_input();
  for (const bool rate : {false, true}) {
    input.shows_rate = rate;
    const DrawList list = build_curves(input, plain_style(), moving_w, moving_h);
    const HitArea* small = hit_of(list, HitKind::point, 1);
    const HitArea* large = hit_of(list, HitKind::point, 5);
    const HitArea* slower = hit_of(list, HitKind::point, points_per_curve + 5);
    ASSERT_TRUE(small != nullptr && large != nullptr && slower != nullptr);
    EXPECT_LT(small->rect.x, large->rect.x);
    EXPECT_GT(small->rect.y, large->rect.y);  // longer, and at a higher rate
    EXPECT_FLOAT_EQ(slower->rect.x, large->rect.x);
    EXPECT_EQ(slower->rect.y < large->rect.y, !rate);  // more time is a lower rate
    EXPECT_THAT(small->tooltip, HasSubstr("4 KiB"));
    EXPECT_THAT(small->tooltip, HasSubstr("95 %"));
    for (const MovingCurve& each : input.curves) EXPECT_NE(label_of(list, each.name), nullptr);
  }
}

TEST(MovingPictures, words_of_the_field_lead_to_the_glossary_and_keep_what_a_click_chooses) {
  const Style style = plain_style();
  const auto linked = [&](DrawList list) {
    link_terms(list, style, "moving");
    return list;
  };
  const DrawList bars = linked(build_bars(bars_input(), style, moving_w, moving_h));
  const auto index = style.texts->glossary().index_of(*style.texts->glossary().find("pageable"));
  const HitArea* pageable = hit_of(bars, HitKind::term, index);
  ASSERT_NE(pageable, nullptr);
  EXPECT_THAT(pageable->tooltip, HasSubstr("Host memory as malloc"));
  // A curve's name chooses the curve; its tooltip explains the word.
  const DrawList before = build_curves(curves_input(), style, moving_w, moving_h);
  const DrawList after = linked(before);
  EXPECT_EQ(count_hits(after, HitKind::point), count_hits(before, HitKind::point));
  EXPECT_TRUE(std::any_of(after.hits.begin(), after.hits.end(), [](const HitArea& hit) {
    return hit.tooltip.find("Host memory as malloc") != std::string::npos;
  }));
}

TEST(MovingPictures, bars_are_as_long_as_their_times_and_a_message_stands_for_none) {
  const DrawList list = build_bars(bars_input(), plain_style(), moving_w, moving_h);
  EXPECT_EQ(count_hits(list, HitKind::sample), 3U);
  const Color best = plain_style().palette.good;
  const Color other = mixed(plain_style().palette.well, best, 0.55F);
  const auto width_of = [&](const Color& color) {
    float width = 0;
    for (const Box& box : list.boxes)
      if (box.fill == color) width = std::max(width, box.rect.w);
    return width;
  };
  EXPECT_GT(width_of(other), 0);
  EXPECT_NEAR(width_of(best), 4 * width_of(other), 5);
  EXPECT_NE(label_of(list, "out of memory"), nullptr);
  EXPECT_NE(label_of(list, "pays after 4 copies"), nullptr);
}

TEST(MovingPictures, waiting_is_drawn_apart_from_moving) {
  TimelinesInput input = timelines_input();
  const auto hatched = [&] {
    std::size_t count = 0;
    for (const Box& box : build_timelines(input, plain_style(), moving_w, moving_h).boxes)
      count += box.hatch.a > 0 ? 1 : 0;
    return count;
  };
  const std::size_t with_waiting = hatched();
  for (MovingSpan& span : input.timelines[0].spans) span.waits_from = span.begin;
  EXPECT_EQ(with_waiting, hatched() + 2);
}

TEST(MovingPictures, spans_lie_at_their_times_and_the_expected_total_is_named) {
  const DrawList list = build_timelines(timelines_input(), plain_style(), moving_w, moving_h);
  const HitArea* first = hit_of(list, HitKind::sample, 0);
  const HitArea* second = hit_of(list, HitKind::sample, 1);
  const HitArea* kernel = hit_of(list, HitKind::sample, 2);
  ASSERT_TRUE(first != nullptr && second != nullptr && kernel != nullptr);
  EXPECT_NEAR(second->rect.x - first->rect.x, first->rect.w, 1.5);
  EXPECT_NEAR(kernel->rect.x, second->rect.x, 1.5);
  EXPECT_NEAR(kernel->rect.w, 2 * second->rect.w, 2);
  EXPECT_GT(kernel->rect.y, second->rect.y);
  EXPECT_THAT(list.labels, testing::Contains(testing::Field(
                               &Label::text, HasSubstr("a pipeline without gaps: "))));
}

// The run of a GPU, laid over the model's: kernel 1 comes first there, and all of it takes longer.
TimelinesInput with_run_laid_over() {
  TimelinesInput input = timelines_input();
  MovingTimeline& model = input.timelines[0];
  model.over = MovingRun{};
  model.over->name = "on the GPU";
  model.over->note = "NVIDIA H200";
  model.over->origin = Origin::recorded;
  model.over->spans = {{0, 0, 12 * us, 0, "in 0", 0, "ran in 0"},
                       {1, 12 * us, 24 * us, 10 * us, "kernel 1", 1, "ran kernel 1"}};
  model.over->total = 50 * us;
  return input;
}

TEST(MovingPictures, a_run_laid_over_a_timeline_has_lower_boxes_with_an_outline_on_the_same_axis) {
  const DrawList list = build_timelines(with_run_laid_over(), plain_style(), moving_w, moving_h);
  const HitArea* model = hit_of(list, HitKind::sample, 2);  // kernel 0: 10 to 30 us
  const HitArea* ran = hit_of(list, HitKind::sample, 5);    // kernel 1: 12 to 24 us
  ASSERT_TRUE(model != nullptr && ran != nullptr);
  EXPECT_EQ(ran->tooltip, "ran kernel 1");
  EXPECT_GT(ran->rect.y, model->rect.y);
  EXPECT_LT(ran->rect.h, model->rect.h);
  EXPECT_NEAR(ran->rect.w, 0.6F * model->rect.w, 2);
  EXPECT_NEAR(ran->rect.x - model->rect.x, 0.1F * model->rect.w, 2);
  const Box* low = samples::box_at(list, ran->rect.x + ran->rect.w / 2, ran->rect.y + 4);
  const Box* high = samples::box_at(list, ran->rect.x + ran->rect.w / 2, model->rect.y + 6);
  ASSERT_TRUE(low != nullptr && high != nullptr);
  EXPECT_TRUE(low->border == plain_style().palette.text);
  EXPECT_FALSE(high->border == plain_style().palette.text);
  EXPECT_GT(low->border_width, high->border_width);
  // Where both are, the mouse meets the one that is drawn on top.
  EXPECT_EQ(list.hit_at(ran->rect.x + ran->rect.w / 2, ran->rect.y + 4)->tooltip, "ran kernel 1");
  EXPECT_EQ(list.hit_at(ran->rect.x + ran->rect.w / 2, model->rect.y + 4)->tooltip, "kernel 0");
}

TEST(MovingPictures, the_total_of_a_run_laid_over_is_marked_by_dashes_and_named_in_the_legend) {
  const TimelinesInput input = with_run_laid_over();
  const auto narrow = [](const DrawList& list) {
    std::map<float, std::size_t> pieces;  // of a line in the colour of text, by its place
    for (const Box& box : list.boxes)
      if (box.fill == plain_style().palette.text && box.rect.w <= 2) ++pieces[box.rect.x];
    return pieces;
  };
  const DrawList list = build_timelines(input, plain_style(), moving_w, moving_h);
  EXPECT_NE(label_of(list, "on the GPU"), nullptr);
  EXPECT_NE(label_of(list, "50.0 µs"), nullptr);
  EXPECT_NE(label_of(list, "NVIDIA H200"), nullptr);
  const auto pieces = narrow(list);
  ASSERT_FALSE(pieces.empty());
  // The last one is the longer total's, in many pieces; the model's is one line.
  EXPECT_GT(pieces.rbegin()->second, 3U);
  const HitArea* last = hit_of(list, HitKind::sample, 3);  // kernel 1 ends at the model's total
  ASSERT_NE(last, nullptr);
  const auto model = pieces.find(std::round(last->rect.x + last->rect.w));
  ASSERT_NE(model, pieces.end());
  EXPECT_EQ(model->second, 1U);
  EXPECT_LT(model->first, pieces.rbegin()->first);
  TimelinesInput alone = input;
  alone.timelines[0].over.reset();
  EXPECT_EQ(narrow(build_timelines(alone, plain_style(), moving_w, moving_h)).size(), 1U);
}

TEST(MovingPictures, a_run_laid_over_a_timeline_waits_in_a_strip_of_its_own) {
  TimelinesInput input = with_run_laid_over();
  const auto hatched = [&] {
    std::vector<float> places;
    for (const Box& box : build_timelines(input, plain_style(), moving_w, moving_h).boxes)
      if (box.hatch.a > 0) places.push_back(box.rect.y);
    return places;
  };
  const std::vector<float> both = hatched();
  // in 1 and kernel 1 by the model, kernel 1 on the GPU
  ASSERT_EQ(both.size(), 3U);
  EXPECT_GT(both[2], both[1]);
}

TEST(MovingPictures, a_table_says_how_many_rows_have_no_room_and_its_numbers_end_at_one_place) {
  const DrawList full = build_moving_table(table_input(3), plain_style(), moving_w, moving_h);
  EXPECT_EQ(count_hits(full, HitKind::cell), 3U);
  const Label* number = label_of(full, "2 ns");
  const Label* heading = label_of(full, "one access");
  ASSERT_TRUE(number != nullptr && heading != nullptr);
  EXPECT_EQ(number->align_x, AlignX::right);
  EXPECT_FLOAT_EQ(number->x, heading->x);
  const DrawList cut = build_moving_table(table_input(100), plain_style(), moving_w, moving_h);
  EXPECT_THAT(cut.labels, testing::Contains(testing::Field(&Label::text, HasSubstr("more rows"))));
}

// A host's copies are slower from 16 MiB on: no line describes all sizes.
TEST(MovingPictures, a_model_that_does_not_hold_says_from_which_size_on_and_its_line_ends_there) {
  CurvesInput input = curves_input();
  const auto told = [&] {
    std::string text;
    for (const Label& label : build_curves(input, plain_style(), moving_w, moving_h).labels)
      text += label.text + " ";
    return text;
  };
  const auto strokes = [&] {
    return build_curves(input, plain_style(), moving_w, moving_h).curves.size();
  };
  EXPECT_THAT(told(), testing::Not(HasSubstr("does not hold")));
  EXPECT_THAT(told(), HasSubstr("(95 %:"));
  const std::size_t before = strokes();
  for (CurvePoint& point : input.curves[0].points)
    if (point.bytes >= 16.0 * 1024 * 1024) point.seconds *= 1.5;
  EXPECT_THAT(told(), HasSubstr("From 16 MiB on it does not hold"));
  EXPECT_THAT(told(), HasSubstr("50 % more"));
  EXPECT_THAT(told(), testing::Not(HasSubstr("(95 %:")));
  EXPECT_LT(strokes(), before);
  input.curves[0].points.back().seconds /= 1.5;  // the last one is on the line again
  EXPECT_THAT(told(), testing::Not(HasSubstr("does not hold")));
}

TEST(MovingPictures, each_of_nine_curves_has_a_mark_of_its_own) {
  std::set<MarkShape> shapes;
  for (std::size_t i = 0; i < 9; ++i) shapes.insert(shape_of(i));
  EXPECT_EQ(shapes.size(), 9U);
}

// Whose times these are is on the picture in every width.
TEST(MovingPictures, the_machine_stands_below_the_title_where_it_has_no_room_beside_it) {
  BarsInput input = bars_input();
  input.head.title = "What it costs to get memory, and to give it back";
  EXPECT_NE(label_of(build_bars(input, plain_style(), 480, moving_h), input.head.made_on), nullptr);
  EXPECT_NE(label_of(build_bars(input, plain_style(), 1200, moving_h), input.head.made_on),
            nullptr);
}

TEST(Arranged, calls_and_free_places_can_be_clicked) {
  const DrawList list = build_arranged(arranged_input(), plain_style(), moving_w, moving_h);
  EXPECT_EQ(count_hits(list, HitKind::instruction), 5U);
  EXPECT_EQ(count_hits(list, HitKind::cell), 4U * 6U);  // lanes, and a place more than calls
  ASSERT_NE(hit_of(list, HitKind::instruction, 3), nullptr);
  const Rect call = hit_of(list, HitKind::instruction, 3)->rect;
  EXPECT_EQ(hit_of(list, HitKind::instruction, 3)->tooltip, "tip 3");
  const HitArea* place = hit_of(list, HitKind::cell, 3 * 6 + 3);
  ASSERT_NE(place, nullptr);
  EXPECT_EQ(place->rect, call);
  // The call lies on top of its place.
  EXPECT_EQ(list.hit_at(call.x + call.w / 2, call.y + call.h / 2)->kind, HitKind::instruction);
}

TEST(Arranged, an_event_stands_on_its_arrow_and_a_race_has_lines_of_its_own) {
  ArrangedInput input = arranged_input();
  const DrawList ordered = build_arranged(input, plain_style(), moving_w, moving_h);
  EXPECT_NE(label_of(ordered, "x"), nullptr);
  input.edges.erase(input.edges.begin() + 2);
  const DrawList unordered = build_arranged(input, plain_style(), moving_w, moving_h);
  EXPECT_EQ(label_of(unordered, "x"), nullptr);
  input.races = {{1, 4, ""}};
  const DrawList racing = build_arranged(input, plain_style(), moving_w, moving_h);
  EXPECT_GT(racing.curves.size(), unordered.curves.size());
}

TEST(Arranged, of_two_marks_at_one_place_only_the_first_is_drawn) {
  ArrangedInput input = arranged_input();
  input.edges.push_back({1, 4, "0"});  // its middle is that of the event's arrow
  const DrawList list = build_arranged(input, plain_style(), moving_w, moving_h);
  EXPECT_NE(label_of(list, "x"), nullptr);
  EXPECT_EQ(label_of(list, "0"), nullptr);
}

// In every size, text scale and language; the checks of every_size_test.cpp.
template <typename Draw>
void expect_no_faults(const std::string& what, Draw draw) {
  static const text::Texts english("en");
  static const text::Texts chinese("zh");
  const std::vector<std::pair<float, float>> sizes{
      {1280.0F, 720.0F}, {784.0F, 606.0F}, {480.0F, 300.0F}, {320.0F, 240.0F},
      {900.0F, 200.0F},  {240.0F, 900.0F}, {100.0F, 80.0F},  {1.0F, 1.0F}};
  for (const text::Texts* texts : {&english, &chinese}) {
    for (const float scale : {0.75F, 1.0F, 1.5F, 2.5F}) {
      for (const auto& [width, height] : sizes) {
        Style style = plain_style();
        style.texts = texts;
        style.scale = scale;
        const DrawList list = draw(style, width, height);
        const std::string where = what + " " + std::to_string(width) + " x " +
                                  std::to_string(height) + " at " + std::to_string(scale);
        EXPECT_THAT(samples::label_faults(list, style), testing::IsEmpty()) << where;
        EXPECT_THAT(samples::shape_faults(list), testing::IsEmpty()) << where;
      }
    }
  }
}

// A page of the window at a projector's 1280 x 720 and 150 % among others.
template <typename Input, typename Draw>
void expect_all_at_its_least_height(const std::string& what, const Input& input, Draw draw) {
  static const text::Texts english("en");
  static const text::Texts chinese("zh");
  for (const text::Texts* texts : {&english, &chinese}) {
    for (const float scale : {1.0F, 1.5F, 2.0F}) {
      for (const float width : {742.0F, 853.0F, 1200.0F}) {
        Style style = plain_style();
        style.texts = texts;
        style.scale = scale;
        const std::string where =
            what + " " + std::to_string(width) + " at " + std::to_string(scale);
        const float height = least_height(input, style, width);
        ASSERT_GT(height, 0) << where;
        const DrawList least = draw(input, style, width, height);
        const DrawList roomy = draw(input, style, width, height + 500);
        EXPECT_GT(least.hits.size(), 0U) << where;
        EXPECT_EQ(least.hits.size(), roomy.hits.size()) << where;
        EXPECT_THAT(samples::label_faults(least, style), testing::IsEmpty()) << where;
        EXPECT_THAT(samples::shape_faults(least), testing::IsEmpty()) << where;
      }
    }
  }
}

TEST(EverySize, moving_data_leave_nothing_out_from_their_least_height_on) {
  CurvesInput curves = curves_input();
  for (int i = 0; i < 6; ++i) curves.curves.push_back(curve("write-combined, out", 1e9));
  expect_all_at_its_least_height("curves", curves, build_curves);
  BarsInput bars = bars_input();
  bars.groups.insert(bars.groups.end(), 8, bars.groups[1]);
  expect_all_at_its_least_height("bars", bars, build_bars);
  TimelinesInput timelines = timelines_input();
  timelines.timelines[0].note = std::string("measured by the host's clock, median of 9 runs: ") +
                                "42 us; 64 MiB to the GPU, 64 MiB to the host";
  timelines.timelines.insert(timelines.timelines.end(), 2, timelines.timelines[0]);
  expect_all_at_its_least_height("timelines", timelines, build_timelines);
  expect_all_at_its_least_height("a run laid over", with_run_laid_over(), build_timelines);
  ArrangedInput arranged = arranged_input();
  arranged.races = {{1, 4, ""}};
  expect_all_at_its_least_height("arranged", arranged, build_arranged);
  expect_all_at_its_least_height("table", table_input(30), build_moving_table);
}

TEST(EverySize, moving_data_keep_their_text_inside_and_apart) {
  CurvesInput curves = curves_input();
  for (int i = 0; i < 8; ++i) curves.curves.push_back(curve("write-combined, out", 1e9));
  expect_no_faults("curves", [&](const Style& style, float w, float h) {
    return build_curves(curves, style, w, h);
  });
  curves.shows_rate = true;
  expect_no_faults("rates", [&](const Style& style, float w, float h) {
    return build_curves(curves, style, w, h);
  });
  BarsInput bars = bars_input();
  expect_no_faults(
      "bars", [&](const Style& style, float w, float h) { return build_bars(bars, style, w, h); });
  bars.groups.insert(bars.groups.end(), 30, bars.groups[1]);
  expect_no_faults("many bars", [&](const Style& style, float w, float h) {
    return build_bars(bars, style, w, h);
  });
  TimelinesInput timelines = timelines_input();
  timelines.timelines.push_back(timelines.timelines[0]);
  expect_no_faults("timelines", [&](const Style& style, float w, float h) {
    return build_timelines(timelines, style, w, h);
  });
  const TimelinesInput laid_over = with_run_laid_over();
  expect_no_faults("a run laid over", [&](const Style& style, float w, float h) {
    return build_timelines(laid_over, style, w, h);
  });
  ArrangedInput arranged = arranged_input();
  arranged.races = {{1, 4, ""}};
  arranged.chosen = 1;
  expect_no_faults("arranged", [&](const Style& style, float w, float h) {
    return build_arranged(arranged, style, w, h);
  });
  const std::vector<ArrangedCall> five = arranged.calls;
  for (int i = 0; i < 5; ++i) arranged.calls.insert(arranged.calls.end(), five.begin(), five.end());
  expect_no_faults("many calls", [&](const Style& style, float w, float h) {
    return build_arranged(arranged, style, w, h);
  });
  const MovingTableInput table = table_input(12);
  expect_no_faults("table", [&](const Style& style, float w, float h) {
    return build_moving_table(table, style, w, h);
  });
  bars.absence = "There is no time: there is no NVIDIA driver on this machine.";
  bars.groups.clear();
  expect_no_faults("no bars", [&](const Style& style, float w, float h) {
    return build_bars(bars, style, w, h);
  });
}

}  // namespace
}  // namespace lanescope::picture
