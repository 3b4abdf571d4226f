// A sweep as a plot and as a map.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "tests/viz/picture_checks.h"
#include "tests/viz/samples.h"
#include "viz/picture/core/axis.h"
#include "viz/picture/sweep/parts.h"
#include "viz/picture/sweep/sweep.h"

namespace lanescope::picture {
namespace {

using samples::count_hits;
using samples::hit_of;
using samples::label_of;
using samples::plain_style;

DrawList plot(const SweepInput& input) { return build_sweep(input, plain_style(), 940, 760); }

std::vector<std::string> texts_of(const ValueAxis& axis) {
  std::vector<std::string> texts;
  for (const AxisTick& tick : axis.ticks) texts.push_back(tick.text);
  return texts;
}

// ---- title ----

// "counted at N…" would hide just the number.
TEST(SweepTitle, the_launch_is_whole_in_a_row_of_its_own_if_it_does_not_fit_beside_the_title) {
  SweepInput input = samples::sweep_input(8, 1);
  input.fixed = "shared tile, counted at N 1024";
  for (const float width : {420.0F, 560.0F, 940.0F, 1600.0F}) {
    const DrawList list = build_sweep(input, plain_style(), width, 500);
    const Label* launch = label_of(list, input.fixed);
    ASSERT_NE(launch, nullptr) << width;
    EXPECT_LE(launch->x + plain_style().measure(launch->font, launch->size, launch->text), width);
  }
}

// ---- axes ----

TEST(SweepAxis, of_whole_numbers_has_whole_ticks_from_0) {
  EXPECT_EQ(texts_of(value_axis({4, 5}, 10, true)),
            (std::vector<std::string>{"0", "1", "2", "3", "4", "5"}));
  const std::vector<std::string> of_lanes = texts_of(value_axis({1, 32}, 10, true));
  EXPECT_EQ(of_lanes.front(), "0");
  EXPECT_EQ(of_lanes[1], "4");
  EXPECT_NE(std::find(of_lanes.begin(), of_lanes.end(), "32"), of_lanes.end());
}

TEST(SweepAxis, of_a_wide_span_goes_by_powers_of_ten) {
  const ValueAxis axis = value_axis({10, 10'000}, 5, true);
  EXPECT_TRUE(axis.logarithmic);
  EXPECT_EQ(texts_of(axis), (std::vector<std::string>{"10", "100", "1,000", "10,000"}));
  EXPECT_NEAR(axis.position_of(100) - axis.position_of(10),
              axis.position_of(1000) - axis.position_of(100), 1e-9);
}

TEST(SweepAxis, by_powers_is_so_from_the_first_value_on) {
  EXPECT_TRUE(value_axis({1e6}, 8, true, true).logarithmic);
  EXPECT_GE(value_axis({1e6}, 8, true, true).ticks.size(), 2U);
  EXPECT_FALSE(value_axis({0, 1e6}, 8, true, true).logarithmic);  // 0 has no logarithm
}

TEST(SweepAxis, powers_are_named_in_the_unit_below_them) {
  const ValueAxis axis = value_axis({1e5, 2e9}, 5, true);
  EXPECT_EQ(texts_of(axis), (std::vector<std::string>{"100,000", "1 M", "10 M", "100 M", "1 G"}));
}

TEST(SweepPlot, where_values_are_left_out_the_axis_says_that_the_line_joins_the_points) {
  SweepInput input = samples::sweep_input(4);  // 0 to 4
  const auto says = [&] {
    const DrawList list = build_sweep(input, plain_style(), 1100, 600);
    return std::ranges::any_of(list.labels, [](const Label& label) {
      return label.text.find("the line joins the points") != std::string::npos;
    });
  };
  EXPECT_FALSE(says());
  for (SweepSeries& series : input.series) {
    for (SeriesPoint& point : series.points) point.value *= 32;
  }
  EXPECT_TRUE(says());
}

TEST(SweepPlot, a_sweep_by_factors_has_the_same_kind_of_axis_while_it_runs_and_for_its_times) {
  const auto ticks = [](const DrawList& list) {
    return std::count_if(list.labels.begin(), list.labels.end(),
                         [](const Label& label) { return label.text == "1 M"; });
  };
  SweepInput input = samples::sweep_input(1);
  input.by_powers = true;
  for (SweepSeries& series : input.series) {
    series.points.resize(2);
    series.points[0].quantity = 1e6;
    series.points[1].quantity.reset();
    series.points[1].is_known = false;
  }
  EXPECT_EQ(ticks(plot(input)), 1);
  for (SweepSeries& series : input.series) series.points[1].quantity = 4e6;
  EXPECT_EQ(ticks(plot(input)), 1);
}

TEST(SweepAxis, holds_all_of_its_values) {
  for (const double most : {0.001, 0.3, 1.0, 7.0, 33.0, 99.0, 131.5, 1e9}) {
    const ValueAxis axis = value_axis({0, most}, 8, false);
    EXPECT_LE(axis.position_of(most), 1);
    EXPECT_GT(axis.position_of(most), 0.6);
    EXPECT_GE(axis.ticks.size(), 2U) << most;
    EXPECT_LE(axis.ticks.size(), 10U) << most;
  }
}

TEST(SweepAxis, names_multiples_of_a_round_number) {
  std::vector<std::int64_t> strides;
  for (std::int64_t i = 1; i <= 32; ++i) strides.push_back(i);
  const std::vector<std::size_t> named = named_values(strides, 3);
  EXPECT_EQ(named.front(), 3U);  // value 4
  EXPECT_EQ(named.back(), 31U);  // value 32
  EXPECT_EQ(named.size(), 8U);
}

TEST(SweepAxis, names_long_powers_of_two_shortly) {
  EXPECT_EQ(value_text(8192), "8192");
  EXPECT_EQ(value_text(67'108'864), "67108864");
  EXPECT_EQ(value_text(67'108'865), "67108865");
}

// ---- the plot ----

TEST(SweepPlot, every_point_answers_the_mouse_with_its_values_and_their_source) {
  const DrawList list = plot(samples::sweep_input(32));
  EXPECT_EQ(count_hits(list, HitKind::point), 33U);
  const HitArea* hit = hit_of(list, HitKind::point, 4);
  ASSERT_NE(hit, nullptr);
  for (const char* part : {"PAD 4", "4 wavefronts per request, MODEL", "108 µs", "RECORDED"})
    EXPECT_NE(hit->tooltip.find(part), std::string::npos) << hit->tooltip;
}

TEST(SweepPlot, a_point_says_what_a_click_changes) {
  SweepInput input = samples::sweep_input(32);
  input.has_keys = true;
  input.pointed = 4;
  input.sets = "N 4096, PAD 4";
  const DrawList list = plot(input);
  const HitArea* hit = hit_of(list, HitKind::point, 4);
  ASSERT_NE(hit, nullptr);
  EXPECT_NE(hit->tooltip.find("(N 4096, PAD 4)"), std::string::npos) << hit->tooltip;
}

TEST(SweepPlot, a_value_on_the_axis_answers_the_mouse_like_its_point) {
  const DrawList list = plot(samples::sweep_input(32));
  const Label* value = nullptr;  // the lowest: the axis of counts may have an 8, too
  for (const Label& label : list.labels) {
    if (label.text == "8" && (value == nullptr || label.y > value->y)) value = &label;
  }
  ASSERT_NE(value, nullptr);
  const HitArea* hit = list.hit_at(value->x, value->y);
  ASSERT_NE(hit, nullptr);
  EXPECT_EQ(hit->kind, HitKind::point);
  EXPECT_EQ(hit->index, 8U);
}

TEST(SweepPlot, is_the_same_at_every_scale) {
  const auto second_point = [](float scale) {
    Style style = plain_style();
    style.scale = scale;
    const DrawList list = build_sweep(samples::sweep_input(32), style, 1600 * scale, 760 * scale);
    const HitArea* hit = hit_of(list, HitKind::point, 1);
    return hit != nullptr ? hit->rect.x / scale : 0;
  };
  EXPECT_GT(second_point(1), 0);
  EXPECT_NEAR(second_point(2), second_point(1), 1);
}

TEST(SweepPlot, of_another_machine_says_whose_model_it_is) {
  SweepInput input = samples::sweep_input(4);
  EXPECT_NE(label_of(plot(input), "MODEL"), nullptr);
  input.machine = "Tesla C1060";
  EXPECT_NE(label_of(plot(input), "MODEL of the Tesla C1060"), nullptr);
  EXPECT_EQ(label_of(plot(input), "MODEL"), nullptr);
  EXPECT_NE(hit_of(plot(input), HitKind::point, 4)->tooltip.find("MODEL of the Tesla C1060"),
            std::string::npos);
  const DrawList narrow = build_sweep(input, plain_style(), 320, 400);  // no room for the badge
  EXPECT_EQ(label_of(narrow, "MODEL"), nullptr);
  EXPECT_TRUE(std::any_of(narrow.labels.begin(), narrow.labels.end(), [](const Label& label) {
    return label.text.starts_with("MODEL of the");
  }));
}

TEST(SweepPlot, points_stand_in_the_order_of_their_values_at_equal_distances) {
  const DrawList list = plot(samples::sweep_input(8));
  float last = 0;
  for (std::uint64_t i = 1; i < 7; ++i) {
    const HitArea* a = hit_of(list, HitKind::point, i);
    const HitArea* b = hit_of(list, HitKind::point, i + 1);
    ASSERT_TRUE(a != nullptr && b != nullptr);
    EXPECT_NEAR(b->rect.x - a->rect.x, a->rect.w, 1);
    EXPECT_GT(a->rect.x, last);
    last = a->rect.x;
  }
}

// Filled or outlined round markers of the plot, left to right.
std::vector<Rect> circles(const DrawList& list, const Color& color, bool filled) {
  std::vector<Rect> found;
  for (const Box& box : list.boxes) {
    const bool round = std::abs(box.radius - box.rect.w / 2) < 0.01F && box.rect.w == box.rect.h;
    if (round && box.border == color && (box.fill == color) == filled && box.rect.y > 60)
      found.push_back(box.rect);
  }
  return found;
}

TEST(SweepPlot, counts_are_filled_markers_as_high_as_they_are_large) {
  const DrawList list = plot(samples::sweep_input(2));  // 32, 1, 2 wavefronts
  const std::vector<Rect> marks = circles(list, plain_style().palette.good, true);
  ASSERT_EQ(marks.size(), 3U);
  EXPECT_LT(marks[0].y, marks[2].y);
  EXPECT_LT(marks[2].y, marks[1].y);
  EXPECT_NEAR((marks[1].y - marks[0].y) / (marks[1].y - marks[2].y), 31, 1.5);
}

TEST(SweepPlot, times_that_follow_the_count_do_not_lie_under_its_points) {
  SweepInput input = samples::sweep_input(2);
  input.by_powers = false;
  for (SeriesPoint& point : input.series[0].points) {
    point.quantity = 4;
    point.time->median = point.time->low = point.time->high = 0.004;
  }
  const DrawList list = plot(input);
  const std::vector<Rect> counts = circles(list, plain_style().palette.good, true);
  const std::vector<Rect> times = circles(list, plain_style().palette.text, false);
  ASSERT_FALSE(counts.empty());
  ASSERT_EQ(counts.size(), times.size());
  std::size_t apart = 0;
  for (std::size_t i = 0; i < counts.size(); ++i)
    apart += std::abs(counts[i].y - times[i].y) > 8 ? 1 : 0;
  EXPECT_GT(2 * apart, counts.size());
}

TEST(SweepPlot, recorded_times_are_outlined_and_measured_ones_filled) {
  SweepInput input = samples::sweep_input(2);
  EXPECT_EQ(circles(plot(input), plain_style().palette.text, false).size(), 3U);
  EXPECT_EQ(circles(plot(input), plain_style().palette.text, true).size(), 0U);
  for (SeriesPoint& place : input.series[0].points) place.time->measured = true;
  input.measured_on = "GPU here";
  EXPECT_EQ(circles(plot(input), plain_style().palette.text, true).size(), 3U);
  EXPECT_NE(label_of(plot(input), "MEASURED"), nullptr);
}

// Counts of 4 and 5, times that grow by 3 %: on axes of the same height, one would lie on the
// other.
TEST(SweepPlot, times_lie_beside_the_counts_and_not_under_them) {
  SweepInput input = samples::sweep_input(2);
  const std::array<std::pair<double, double>, 3> values{{{4, 0.0562}, {5, 0.0581}, {5, 0.0582}}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    SeriesPoint& point = input.series[0].points[i];
    point.quantity = values[i].first;
    point.time->median = point.time->low = point.time->high = values[i].second;
  }
  for (const float height : {300.0F, 500.0F, 760.0F}) {
    const DrawList list = build_sweep(input, plain_style(), 940, height);
    const std::vector<Rect> counts = circles(list, plain_style().palette.good, true);
    const std::vector<Rect> times = circles(list, plain_style().palette.text, false);
    ASSERT_EQ(counts.size(), 3U) << height;
    ASSERT_EQ(times.size(), 3U) << height;
    for (const Rect& time : times) {
      for (const Rect& count : counts) EXPECT_FALSE(time.overlaps(count)) << height;
    }
  }
}

TEST(SweepPlot, a_wide_interval_has_a_whisker) {
  SweepInput input = samples::sweep_input(2);
  const auto tall = [](const DrawList& list) {
    return std::count_if(list.boxes.begin(), list.boxes.end(), [](const Box& box) {
      return box.fill == plain_style().palette.text && box.rect.w <= 2 && box.rect.h > 40;
    });
  };
  for (SeriesPoint& place : input.series[0].points)
    place.time->low = place.time->high = place.time->median;
  EXPECT_EQ(tall(plot(input)), 0);
  input.series[0].points[1].time->high = 2 * input.series[0].points[1].time->median;
  EXPECT_EQ(tall(plot(input)), 1);
}

TEST(SweepPlot, axes_have_their_unit_and_source) {
  const DrawList list = plot(samples::sweep_input(8));
  for (const char* text : {"shared load: wavefronts per request", "MODEL", "RECORDED",
                           "µs, cold: GPU of tests, 2000-01-01", "PAD – padding, words a row"}) {
    EXPECT_NE(label_of(list, text), nullptr) << text;
  }
}

TEST(SweepPlot, the_axis_of_a_share_ends_at_100_however_low_the_plot_is) {
  SweepInput input = samples::sweep_input(8);
  input.count = "efficiency_percent";
  for (SeriesPoint& place : input.series[0].points) {
    place.quantity = 100.0 / static_cast<double>(place.value + 1);
    place.time.reset();
  }
  for (const float height : {200.0F, 260.0F, 700.0F}) {
    const DrawList list = build_sweep(input, plain_style(), 900, height);
    EXPECT_NE(label_of(list, "100"), nullptr) << height;
    EXPECT_EQ(label_of(list, "200"), nullptr) << height;
  }
}

TEST(SweepPlot, keys_without_room_beside_each_other_stand_whole_below_each_other) {
  SweepInput input = samples::sweep_input(8);
  const char* count = "shared load: wavefronts per request";
  const char* time = "µs, cold: GPU of tests, 2000-01-01";
  const DrawList wide = plot(input);
  EXPECT_EQ(label_of(wide, count)->y, label_of(wide, time)->y);
  const DrawList narrow = build_sweep(input, plain_style(), 480, 700);
  ASSERT_NE(label_of(narrow, count), nullptr);
  ASSERT_NE(label_of(narrow, time), nullptr);
  EXPECT_LT(label_of(narrow, count)->y, label_of(narrow, time)->y);
}

TEST(SweepPlot, several_lines_are_named_at_their_ends_and_have_shapes_of_their_own) {
  const DrawList list = plot(samples::sweep_input(8, 3));
  for (const char* name : {"tile", "variant 1", "variant 2", "variant 3"})
    EXPECT_NE(label_of(list, name), nullptr) << name;
  EXPECT_NE(shape_of(0), shape_of(1));
  // Each series has its own hit areas.
  EXPECT_NE(hit_of(list, HitKind::point, 9 + 2), nullptr);
}

TEST(SweepPlot, the_crosshair_shows_the_values_on_the_axes) {
  SweepInput input = samples::sweep_input(8);
  for (SeriesPoint& place : input.series[0].points) place.quantity = *place.quantity + 0.25;
  EXPECT_EQ(label_of(plot(input), "4.25"), nullptr);
  input.pointed = 4;
  const DrawList list = plot(input);
  EXPECT_NE(label_of(list, "4.25"), nullptr);
  EXPECT_NE(label_of(list, "108"), nullptr);
}

// The lessons' texts have the times of kernels in µs: the axis, what a point says of its time and
// the mark on the axis have the same unit, though the longest time is some milliseconds.
TEST(SweepPlot, times_have_one_unit_on_the_axis_at_the_point_and_under_the_mouse) {
  SweepInput input = samples::sweep_input(2);
  for (SeriesPoint& place : input.series[0].points) place.time->low = place.time->high = 0;
  input.series[0].points[0].time->median = 0.0196;
  input.series[0].points[1].time->median = 2.923;
  input.series[0].points[2].time->median = 12.3;
  input.pointed = 0;
  const DrawList list = plot(input);
  EXPECT_NE(label_of(list, "µs, cold: GPU of tests, 2000-01-01"), nullptr);
  EXPECT_NE(label_of(list, "19.6"), nullptr);
  const char* said[] = {"19.6 µs", "2923 µs", "12,300 µs"};
  for (std::uint64_t at = 0; at < 3; ++at) {
    EXPECT_NE(hit_of(list, HitKind::point, at)->tooltip.find(said[at]), std::string::npos)
        << hit_of(list, HitKind::point, at)->tooltip;
  }
  for (SeriesPoint& place : input.series[0].points) place.time->median = 25;
  EXPECT_NE(label_of(plot(input), "ms, cold: GPU of tests, 2000-01-01"), nullptr);
}

TEST(SweepPlot, both_axes_are_logarithmic_or_neither_is) {
  SweepInput input = samples::sweep_input(2);
  double median = 0.02;
  for (SeriesPoint& place : input.series[0].points) {
    place.time->median = place.time->low = place.time->high = median;
    median *= 30;
  }
  const auto logarithmic = [&] {
    const DrawList list = plot(input);
    return std::ranges::count(list.labels, "log", &Label::text);
  };
  EXPECT_EQ(logarithmic(), 2);
  input.series[0].points[1].quantity = 0;
  EXPECT_EQ(logarithmic(), 0);
}

TEST(SweepPlot, the_present_value_is_marked_on_the_axis) {
  SweepInput input = samples::sweep_input(60);
  EXPECT_EQ(label_of(plot(input), "13"), nullptr);
  input.series[0].points[13].is_present = true;
  EXPECT_NE(label_of(plot(input), "13"), nullptr);
}

TEST(SweepPlot, a_point_that_failed_says_why) {
  SweepInput input = samples::sweep_input(8);
  input.series[0].points[3].quantity.reset();
  input.series[0].points[3].problem = "tile.cu:3: out of range";
  const DrawList list = plot(input);
  EXPECT_NE(hit_of(list, HitKind::point, 3)->tooltip.find("out of range"), std::string::npos);
  EXPECT_NE(label_of(list, "One point failed (×): tile.cu:3: out of range"), nullptr);
  input.series[0].points[3].problem =
      "/a folder/lesson.toml:12: variants[9].launch.block: 20 x 64 x 1 = 1280 threads";
  input.series[0].points[3].reason = "20 x 64 x 1 = 1280 threads";
  EXPECT_NE(label_of(plot(input), "One point failed (×): 20 x 64 x 1 = 1,280 threads"), nullptr);
}

TEST(SweepPlot, a_point_that_ran_on_after_an_error_has_its_count_and_a_mark) {
  SweepInput input = samples::sweep_input(8);
  const auto crosses = [](const DrawList& list) {
    return std::ranges::count(list.curves, plain_style().palette.error_text, &Curve::color);
  };
  EXPECT_EQ(crosses(plot(input)), 0);
  const std::string count = hit_of(plot(input), HitKind::point, 3)->tooltip;
  input.series[0].points[3].problem = "tile.cu:3: out of range";
  const DrawList list = plot(input);
  const std::string& tooltip = hit_of(list, HitKind::point, 3)->tooltip;
  EXPECT_NE(tooltip.find("ran on after an error: tile.cu:3: out of range\n"), std::string::npos)
      << tooltip;
  EXPECT_EQ(tooltip.substr(tooltip.find("of range\n") + 9), count.substr(count.find('\n') + 1));
  EXPECT_GT(crosses(list), 0);
  EXPECT_NE(label_of(list, "One point ran on after an error (×)"), nullptr);
}

TEST(SweepPlot, where_every_point_failed_the_reason_takes_the_place_of_the_plot) {
  SweepInput input = samples::sweep_input(2);
  for (SeriesPoint& place : input.series[0].points) {
    place.quantity.reset();
    place.problem = "tile.cu:3: error";
  }
  const DrawList list = plot(input);
  EXPECT_NE(label_of(list, "tile.cu:3: error"), nullptr);
  EXPECT_EQ(std::ranges::count_if(list.labels,
                                  [](const Label& label) {
                                    return label.text.find("the others") != std::string::npos;
                                  }),
            0);
  EXPECT_EQ(count_hits(list, HitKind::point), 0U);
}

TEST(SweepPlot, says_how_far_it_is_and_whether_it_was_cancelled) {
  SweepInput input = samples::sweep_input(8);
  input.done = 4;
  input.progress = SweepProgress::running;
  input.share = 0.5;
  EXPECT_NE(label_of(plot(input), "4 of 9 points simulated; Esc cancels"), nullptr);
  input.progress = SweepProgress::cancelled;
  EXPECT_NE(label_of(plot(input), "Cancelled after 4 of 9 points; Enter goes on"), nullptr);
}

TEST(SweepPlot, the_chosen_point_has_its_values_below_the_plot) {
  SweepInput input = samples::sweep_input(32);
  input.progress = SweepProgress::done;
  input.has_keys = true;
  const auto foot_of = [](const SweepInput& shown) {
    const Rect foot = sweep_foot(samples::plain_style(), 940, 640);
    const DrawList list = build_sweep(shown, samples::plain_style(), 940, 640);
    const auto found =
        std::find_if(list.labels.begin(), list.labels.end(),
                     [&](const Label& label) { return foot.contains(label.x, label.y); });
    return found != list.labels.end() ? found->text : std::string();
  };
  const std::string hint = foot_of(input);
  input.pointed = 4;  // pointing changes nothing there
  EXPECT_EQ(foot_of(input), hint);
  input.selected = 4;
  const std::string words = foot_of(input);
  EXPECT_NE(words.find("PAD 4"), std::string::npos) << words;
  EXPECT_NE(words.find("4 wavefronts per request"), std::string::npos) << words;
}

TEST(SweepPlot, without_a_sweep_says_so) {
  SweepInput input;
  input.absence = "This lesson names no sweep.";
  EXPECT_NE(label_of(plot(input), "This lesson names no sweep."), nullptr);
}

TEST(SweepPlot, whose_points_are_not_planned_yet_does_not_say_that_there_are_none) {
  const DrawList list = plot(SweepInput{});
  EXPECT_NE(label_of(list, "The sweep begins"), nullptr);
  EXPECT_EQ(label_of(list, "Nothing to sweep"), nullptr);
}

// ---- the map ----

TEST(SweepMap, has_a_cell_with_its_number_for_each_pair) {
  const DrawList list = plot(samples::sweep_map(8, 3));
  EXPECT_EQ(count_hits(list, HitKind::point), 27U);
  EXPECT_EQ(std::count_if(list.labels.begin(), list.labels.end(),
                          [](const Label& label) {
                            return label.text == "32" && label.align_x == AlignX::center;
                          }),
            3);
  const HitArea* hit = hit_of(list, HitKind::point, 9 + 4);
  ASSERT_NE(hit, nullptr);
  EXPECT_NE(hit->tooltip.find("PAD 4, N 64"), std::string::npos) << hit->tooltip;
}

TEST(SweepMap, has_its_cells_however_low_the_picture_is) {
  SweepInput input = samples::sweep_map(8, 3);
  for (const bool has_keys : {false, true}) {
    input.has_keys = has_keys;
    for (float height = 130; height < 400; height += 10) {
      const DrawList list = build_sweep(input, plain_style(), 700, height);
      EXPECT_EQ(count_hits(list, HitKind::point), 27U) << height;
    }
  }
}

TEST(SweepMap, rows_go_upwards_as_on_an_axis) {
  const DrawList list = plot(samples::sweep_map(2, 3));
  EXPECT_GT(hit_of(list, HitKind::point, 0)->rect.y, hit_of(list, HitKind::point, 6)->rect.y);
}

TEST(SweepMap, numbers_have_the_better_of_black_and_white_in_every_theme) {
  for (const Theme theme : {Theme::dark, Theme::light, Theme::contrast}) {
    Style style = plain_style();
    style.palette = palette_for(theme);
    const DrawList list = build_sweep(samples::sweep_map(8, 3), style, 940, 760);
    for (std::uint64_t index = 0; index < 24; ++index) {
      const Rect cell = hit_of(list, HitKind::point, index)->rect;
      const Box* box = samples::box_at_middle(list, cell);
      ASSERT_NE(box, nullptr);
      const auto digits = std::ranges::find_if(list.labels, [&](const Label& label) {
        return label.x > cell.x && label.x < cell.x + cell.w && label.y > cell.y &&
               label.y < cell.y + cell.h;
      });
      ASSERT_NE(digits, list.labels.end());
      const float best =
          std::max(contrast(rgb(0xffffff), box->fill), contrast(rgb(0x000000), box->fill));
      EXPECT_FLOAT_EQ(contrast(digits->color, box->fill), best) << index;
    }
  }
}

TEST(SweepMap, larger_numbers_are_lighter_and_the_legend_has_both_ends) {
  const DrawList list = plot(samples::sweep_map(8, 2));
  const auto lightness = [&](std::uint64_t index) {
    const Box* box = samples::box_at_middle(list, hit_of(list, HitKind::point, index)->rect);
    return box->fill.r + box->fill.g + box->fill.b;
  };
  EXPECT_LT(lightness(1), lightness(2));  // 1, 2 wavefronts
  EXPECT_LT(lightness(2), lightness(4));
  EXPECT_LT(lightness(4), lightness(0));
  EXPECT_NE(label_of(list, "32 wavefronts per request"), nullptr);
}

}  // namespace
}  // namespace lanescope::picture
