// Times of the variants: bars, the badges and messages next to them, and the samples of the chosen
// variant.
#include <algorithm>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viz/picture_checks.h"
#include "tests/viz/samples.h"
#include "viz/picture/core/units.h"
#include "viz/picture/times/parts.h"
#include "viz/picture/times/text.h"
#include "viz/picture/times/times.h"

namespace lanescope::picture {
namespace {

using samples::count_hits;
using samples::label_of;
using samples::plain_style;

constexpr float page_w = 940;
constexpr float page_h = 760;

DrawList page(const TimesInput& input) { return build_times(input, plain_style(), page_w, page_h); }

// Boxes with that fill, sorted by width.
std::vector<Rect> bars_of(const DrawList& list, const Color& fill, float min_height) {
  std::vector<Rect> bars;
  for (const Box& box : list.boxes) {
    if (box.fill == fill && box.rect.h >= min_height) bars.push_back(box.rect);
  }
  std::sort(bars.begin(), bars.end(), [](const Rect& a, const Rect& b) { return a.w < b.w; });
  return bars;
}

TimesInput measured_input(double first_ms, double second_ms) {
  TimesInput input = samples::times_input();
  input.rows.resize(2);
  input.recorded_on.reset();
  input.chosen = 9;  // no variant, so all bars have the same colour
  for (TimesRow& row : input.rows) row.recorded.reset();
  input.rows[0].measured = samples::figure(first_ms, 20);
  input.rows[1].measured = samples::figure(second_ms, 20);
  return input;
}

TEST(Times, bars_are_as_long_as_their_medians) {
  const DrawList list = page(measured_input(0.02, 0.06));
  const std::vector<Rect> bars = bars_of(list, bar_color(plain_style().palette, false), 12);
  ASSERT_EQ(bars.size(), 2U);
  EXPECT_NEAR(bars[0].w * 3, bars[1].w, 3);
  EXPECT_EQ(bars[0].x, bars[1].x);
}

TEST(Times, the_numbers_stand_beside_their_bars_with_their_unit) {
  const DrawList list = page(measured_input(0.02, 1.25));
  EXPECT_NE(label_of(list, "20.0 µs"), nullptr);
  EXPECT_NE(label_of(list, "1.25 ms"), nullptr);
}

TEST(Times, a_whisker_covers_the_interval_of_the_median) {
  TimesInput input = measured_input(0.02, 0.06);
  input.rows[1].measured->cold.low = 0.05;
  input.rows[1].measured->cold.high = 0.07;
  const DrawList list = page(input);
  const std::vector<Rect> bars = bars_of(list, bar_color(plain_style().palette, false), 12);
  ASSERT_EQ(bars.size(), 2U);
  const float a_ms = bars[1].w / 0.06F;
  bool found = false;
  for (const Box& box : list.boxes) {
    found = found || (box.fill == plain_style().palette.text && box.rect.h <= 2 &&
                      std::abs(box.rect.w - 0.02F * a_ms) < 3 &&
                      std::abs(box.rect.x - (bars[1].x + 0.05F * a_ms)) < 3);
  }
  EXPECT_TRUE(found);
}

TEST(Times, the_warm_median_is_a_notch_at_its_place) {
  TimesInput input = measured_input(0.02, 0.06);
  input.rows[1].measured->warm.median = 0.03;
  const DrawList list = page(input);
  const std::vector<Rect> bars = bars_of(list, bar_color(plain_style().palette, false), 12);
  ASSERT_EQ(bars.size(), 2U);
  const float middle = bars[1].x + bars[1].w / 2;
  bool found = false;
  for (const Box& box : list.boxes) {
    found = found || (box.fill == plain_style().palette.text && box.rect.h > bars[1].h &&
                      std::abs(box.rect.x + box.rect.w / 2 - middle) < 3);
  }
  EXPECT_TRUE(found);
}

TEST(Times, each_number_has_the_badge_of_its_source) {
  const DrawList list = page(samples::times_input());
  const auto count = [&](const std::string& word) {
    return std::count_if(list.labels.begin(), list.labels.end(),
                         [&](const Label& label) { return label.text == word; });
  };
  // One badge for the GPU's facts, then those of the rows, then that of the chosen variant.
  EXPECT_EQ(count("MEASURED"), 1 + 1 + 1);
  EXPECT_EQ(count("RECORDED"), 1 + 3);
  EXPECT_EQ(count("MODEL"), 3);
}

TEST(Times, the_badges_of_the_rows_grow_with_the_scale) {
  const auto badge_height = [](float scale) {
    Style style = plain_style();
    style.scale = scale;
    const DrawList list =
        build_times(samples::times_input(), style, page_w * scale, page_h * scale);
    const Label* word = label_of(list, "MODEL");
    for (const Box& box : list.boxes) {
      if (word != nullptr && box.fill.a == 0 && box.rect.contains(word->x, word->y))
        return box.rect.h;
    }
    return 0.0F;
  };
  EXPECT_EQ(badge_height(1), 16);
  EXPECT_EQ(badge_height(0.75F), 12);
  EXPECT_EQ(badge_height(2), 32);
}

TEST(Times, measured_and_recorded_bars_differ_by_shape) {
  const DrawList list = page(samples::times_input());
  const Palette& palette = plain_style().palette;
  const Color chosen = bar_color(palette, true);
  bool filled = false;
  bool outlined = false;
  for (const Box& box : list.boxes) {
    filled = filled || (box.fill == chosen && box.rect.h >= 10 && box.border_width == 0);
    outlined = outlined || (box.border == chosen && box.fill != chosen && box.border_width > 0);
  }
  EXPECT_TRUE(filled);
  EXPECT_TRUE(outlined);
}

TEST(Times, a_result_of_other_values_is_an_outline_with_its_values) {
  TimesInput input = measured_input(0.02, 0.06);
  input.rows[1].measured->other_values = "N 2048";
  const DrawList list = page(input);
  EXPECT_EQ(bars_of(list, bar_color(plain_style().palette, false), 12).size(), 1U);
  const Label* label = label_of(list, "60.0 µs  N 2048");
  ASSERT_NE(label, nullptr);
  EXPECT_EQ(label->color, plain_style().palette.text_faint);
}

TEST(Times, the_simulators_bars_are_bytes_on_a_scale_of_their_own) {
  TimesInput input = measured_input(0.02, 0.06);
  input.rows[0].cost = CostFigure{1000, 1000, 0, 0};
  input.rows[1].cost = CostFigure{4000, 1000, 0, 0};
  const DrawList list = page(input);
  const Palette& palette = plain_style().palette;
  const std::vector<Rect> good = bars_of(list, palette.good, 4);
  const std::vector<Rect> costly = bars_of(list, palette.costly, 4);
  ASSERT_FALSE(good.empty());
  ASSERT_FALSE(costly.empty());
  EXPECT_NEAR(good.back().w * 4, costly.back().w, 4);
  EXPECT_NE(label_of(list, "global 128 kB, 4× ideal"), nullptr);
}

TEST(Times, the_legend_says_what_the_simulators_bars_and_the_signs_are) {
  TimesInput input = measured_input(0.02, 0.06);
  input.rows[0].cost = CostFigure{4000, 1000, 2000, 1000};
  const DrawList list = build_times(input, plain_style(), 1200, page_h);
  const text::Texts& texts = *plain_style().texts;
  for (const auto& [label, tip] : {std::pair("times.legend_cost", "times.legend_cost_tip"),
                                   std::pair("times.legend_costly", "times.legend_cost_tip"),
                                   std::pair("times.signs", "times.signs_tip")}) {
    const Label* found = label_of(list, texts.get(label));
    ASSERT_NE(found, nullptr) << label;
    const Rect ink = samples::ink_of(*found, plain_style());
    const HitArea* hit = list.hit_at(ink.x + ink.w / 2, ink.y + ink.h / 2);
    ASSERT_NE(hit, nullptr) << label;
    EXPECT_EQ(hit->tooltip, texts.get(tip)) << label;
  }
}

// The model's bytes, in the same row, are those of all sectors.
TEST(Times, the_bandwidth_says_that_it_is_of_the_bytes_that_must_move) {
  const DrawList list = page(measured_input(0.02, 0.06));
  EXPECT_NE(label_of(list, "eff. GB/s"), nullptr);
}

TEST(Times, the_simulators_bars_stand_right_of_their_text_and_off_the_time_axis) {
  TimesInput input = measured_input(0.02, 0.06);
  input.rows[0].cost = CostFigure{1000, 1000, 0, 0};
  input.rows[1].cost = CostFigure{4000, 1000, 0, 0};
  const DrawList list = page(input);
  const Label* text = label_of(list, "global 128 kB, 4× ideal");
  ASSERT_NE(text, nullptr);
  const float end = text->x + plain_style().measure(text->font, text->size, text->text);
  const std::vector<Rect> costly = bars_of(list, plain_style().palette.costly, 4);
  ASSERT_FALSE(costly.empty());
  EXPECT_GT(costly.back().x, end);
}

TEST(Times, padding_changes_the_bar_of_shared_memory_and_no_other) {
  TimesInput input = measured_input(0.02, 0.06);
  input.has_padding = true;
  input.rows[1].cost.reset();
  const auto bars_with = [&](std::uint64_t wavefronts) {
    input.rows[0].cost = CostFigure{4000, 4000, wavefronts, 1000};
    const DrawList list = page(input);
    std::vector<Rect> bars = bars_of(list, plain_style().palette.good, 4);
    std::erase_if(bars, [](const Rect& bar) { return bar.h > 6 || bar.x < 300; });
    const std::vector<Rect> costly = bars_of(list, plain_style().palette.costly, 4);
    bars.insert(bars.end(), costly.begin(), costly.end());
    return bars;
  };
  const std::vector<Rect> padded = bars_with(1000);
  const std::vector<Rect> conflicts = bars_with(16500);
  ASSERT_GE(padded.size(), 2U);
  ASSERT_GE(conflicts.size(), 2U);
  EXPECT_EQ(padded.front().w, conflicts.front().w);
}

TEST(Times, an_exported_picture_names_no_key) {
  TimesInput input = samples::times_input();
  input.on_paper = true;
  input.measured_on.reset();
  input.rows[1].measured.reset();
  input.nearest = "N 4096, PAD 1";
  const auto tells = [&](const std::string& part) {
    const DrawList list = page(input);
    return std::any_of(list.labels.begin(), list.labels.end(), [&](const Label& label) {
      return label.text.find(part) != std::string::npos;
    });
  };
  EXPECT_TRUE(tells("GPU of tests"));
  EXPECT_FALSE(tells("Nothing measured yet"));
  EXPECT_FALSE(tells("J goes to"));
  input.recorded_on.reset();
  for (TimesRow& row : input.rows) row.recorded.reset();
  EXPECT_FALSE(tells("Press"));
  EXPECT_FALSE(tells("F7"));
}

TEST(Times, the_tooltip_says_when_its_time_was_taken) {
  TimesInput input = samples::times_input();
  input.rows[0].recorded->gpu = *input.recorded_on;
  const text::Texts texts("en");
  EXPECT_NE(time_description(input.rows[0], *input.rows[0].recorded, Origin::recorded, texts)
                .find("GPU of tests · 2000-01-01 · 1,980 MHz · 42 °C"),
            std::string::npos);
}

TEST(Times, a_sector_is_32_bytes_and_a_wavefront_128) {
  TimesInput input = measured_input(0.02, 0.06);
  input.rows[0].cost = CostFigure{1000, 1000, 1000, 1000};
  input.rows[1].cost.reset();
  EXPECT_NE(label_of(page(input), "global 32.0 kB, 1× ideal · shared 128 kB, 1× ideal"), nullptr);
}

TEST(Times, arrays_and_traps_are_shown_by_signs_and_sentences) {
  TimesInput input = samples::times_input();
  input.rows[1].measured->arrays = ArrayVerdict::differs;
  input.rows[1].measured->difference = "B differs first at [17]: the simulator has 3, the GPU 4";
  input.rows[1].measured->traps = {"fits_in_l2"};
  const DrawList list = page(input);
  EXPECT_NE(label_of(list, "≠"), nullptr);
  EXPECT_NE(label_of(list, "="), nullptr);  // for the recorded ones
  EXPECT_NE(label_of(list, "!"), nullptr);
  EXPECT_NE(label_of(list, "B differs first at [17]: the simulator has 3, the GPU 4"), nullptr);
  const bool told = std::any_of(list.labels.begin(), list.labels.end(), [](const Label& label) {
    return label.text.starts_with("What it moves fits into the L2 cache");
  });
  EXPECT_TRUE(told);
}

TEST(Times, a_recording_does_not_claim_equal_bits) {
  TimesInput input = samples::times_input();
  input.rows[1].measured.reset();
  input.rows[1].recorded->arrays = ArrayVerdict::agree;
  EXPECT_NE(label_of(page(input), "The arrays agree with the simulator's."), nullptr);
}

TEST(Times, every_sample_of_the_chosen_variant_is_a_dot_that_says_its_time) {
  TimesInput input = samples::times_input();
  const DrawList list = page(input);
  // Cold and warm.
  EXPECT_EQ(count_hits(list, HitKind::sample), 2 * input.rows[1].measured->cold.samples.size());
  const HitArea* first = samples::hit_of(list, HitKind::sample, 0);
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->tooltip,
            "run 1: " + duration_text(input.rows[1].measured->cold.samples.front()));
}

TEST(Times, the_bound_is_shown_beside_the_time) {
  TimesInput input = samples::times_input();
  input.rows[1].measured->bound_name = "CUB";
  input.rows[1].measured->share_of_bound = 0.92;
  const DrawList list = page(input);
  const bool told = std::any_of(list.labels.begin(), list.labels.end(), [](const Label& label) {
    return label.text.ends_with(", 92 % of the speed of CUB");
  });
  EXPECT_TRUE(told);
}

TEST(Times, a_recording_shows_its_summary_in_place_of_runs) {
  TimesInput input = samples::times_input();
  for (TimesRow& row : input.rows) row.measured.reset();
  const DrawList list = page(input);
  EXPECT_EQ(count_hits(list, HitKind::sample), 0U);
  EXPECT_NE(label_of(list, "mean ± dev."), nullptr);
}

TEST(Times, the_marks_of_a_summary_are_explained_beside_its_title) {
  TimesInput input = samples::times_input();
  for (TimesRow& row : input.rows) row.measured.reset();
  const DrawList list = build_times(input, plain_style(), 1000, 1000);
  EXPECT_NE(label_of(list, "ends: extremes, box: mean ± dev., band: 95 % interval"), nullptr);
}

TEST(Times, the_gpu_is_named_with_its_clock_and_date) {
  const DrawList list = page(samples::times_input());
  const bool found = std::any_of(list.labels.begin(), list.labels.end(), [](const Label& label) {
    return label.text.starts_with("GPU of tests · 2000-01-01 · 1,980 MHz · 42 °C");
  });
  EXPECT_TRUE(found);
}

TEST(Times, nothing_measured_says_which_key_to_press) {
  TimesInput input = samples::times_input();
  input.measured_on.reset();
  input.recorded_on.reset();
  for (TimesRow& row : input.rows) {
    row.measured.reset();
    row.recorded.reset();
  }
  const DrawList list = page(input);
  EXPECT_NE(label_of(list, "Press M to run it on this computer's GPU."), nullptr);
  EXPECT_NE(label_of(list, "No time for padded with these values"), nullptr);
}

TEST(Times, no_gpu_says_why) {
  TimesInput input = samples::times_input();
  input.measured_on.reset();
  input.rows[1].measured.reset();
  input.absence = "there is no NVIDIA driver";
  EXPECT_NE(label_of(page(input), "Nothing can be measured here: there is no NVIDIA driver"),
            nullptr);
}

TEST(Times, values_that_are_not_recorded_say_which_are) {
  TimesInput input = samples::times_input();
  input.rows[1].measured.reset();
  input.rows[1].recorded.reset();
  input.rows[1].recorded_with_other_values = true;
  input.rows[2].recorded.reset();
  input.nearest = "N 4096, PAD 1";
  const DrawList list = page(input);
  EXPECT_NE(label_of(list, "not in this recording"), nullptr);
  EXPECT_NE(label_of(list, "not recorded with these values"), nullptr);
  input.rows[1].recorded_values = "N 4096";
  EXPECT_NE(label_of(page(input), "recorded with N 4096"), nullptr);
  EXPECT_NE(label_of(list, "Press J to go to the nearest values that are recorded: N 4096, PAD 1."),
            nullptr);
}

TEST(Times, a_failure_stands_in_its_row) {
  TimesInput input = samples::times_input();
  input.rows[0].failure = "illegal address";
  const DrawList list = page(input);
  const Label* label = label_of(list, "illegal address");
  ASSERT_NE(label, nullptr);
  EXPECT_EQ(label->color, plain_style().palette.error_text);
}

TEST(Times, a_failure_stands_beside_the_older_result_that_is_kept) {
  TimesInput input = samples::times_input();
  input.rows[1].failure = "illegal address";
  const std::string kept = "Measuring again failed, the older result is kept: illegal address";
  const auto story_of = [&](float height) {
    const DrawList list = build_times(input, plain_style(), 940, height);
    EXPECT_NE(label_of(list, duration_text(0.026)), nullptr) << height;
    return list;
  };
  const DrawList page = story_of(page_h);
  const auto told = std::count_if(page.labels.begin(), page.labels.end(),
                                  [&](const Label& label) { return label.text == kept; });
  EXPECT_EQ(told, 2);  // in its row and in the part for the chosen variant
  EXPECT_GT(count_hits(page, HitKind::sample), 0U);
  const DrawList small = story_of(140);  // one line: only a sign, with the message as tooltip
  EXPECT_NE(label_of(small, "×"), nullptr);
  const bool hint = std::any_of(small.hits.begin(), small.hits.end(),
                                [&](const HitArea& hit) { return hit.tooltip == kept; });
  EXPECT_TRUE(hint);
}

TEST(Times, a_recording_of_another_text_is_an_outline_that_says_so) {
  TimesInput input = measured_input(0.02, 0.06);
  for (TimesRow& row : input.rows) row.measured.reset();
  input.recorded_on = GpuFacts{"GPU of tests", 0, 0, 0, "", "", ""};
  input.rows[0].recorded = samples::figure(0.02, 20);
  input.rows[0].recorded->other_text = true;
  const DrawList list = page(input);
  const Label* label = label_of(list, "20.0 µs  recorded with another text of this kernel");
  ASSERT_NE(label, nullptr);
  EXPECT_EQ(label->color, plain_style().palette.text_faint);
  input.chosen = 0;
  const DrawList chosen = page(input);
  EXPECT_TRUE(std::any_of(chosen.labels.begin(), chosen.labels.end(), [](const Label& text) {
    return text.text.ends_with(" (recorded with another text of this kernel)");
  }));
  input.chosen = 9;
  EXPECT_TRUE(bars_of(page(input), bar_color(plain_style().palette, false), 12).empty());
}

TEST(Times, a_bound_that_was_not_timed_says_why) {
  TimesInput input = samples::times_input();
  input.rows[1].measured->bound_failure = "cuBLAS is not here";
  EXPECT_NE(label_of(page(input),
                     "The library routine for the same work was not timed: cuBLAS is not here"),
            nullptr);
}

TEST(Times, a_whisker_of_few_runs_is_called_their_range) {
  TimesInput input = measured_input(0.02, 0.06);
  EXPECT_NE(label_of(page(input), "95 % interval"), nullptr);
  input.rows[0].measured->cold.count = 5;
  EXPECT_NE(label_of(page(input), "95 % interval; of fewer than 6 runs their range"), nullptr);
  input.rows[1].measured->cold.count = 5;
  EXPECT_NE(label_of(page(input), "range of 5 runs"), nullptr);
  input.rows[1].measured->cold.count = 3;
  EXPECT_NE(label_of(page(input), "range of the runs"), nullptr);
  const text::Texts texts("en");
  const std::string description =
      time_description(input.rows[0], *input.rows[0].measured, Origin::measured, texts);
  EXPECT_NE(description.find("(range of 5 runs: "), std::string::npos) << description;
}

TEST(Times, a_launch_that_never_finishes_is_not_waited_for) {
  TimesInput input = samples::times_input();
  input.rows[0].cost.reset();
  EXPECT_NE(label_of(page(input), "not simulated yet"), nullptr);
  input.rows[0].cost_failure = "k.cu:3: an error";
  EXPECT_NE(label_of(page(input), "not simulated to the end: k.cu:3: an error"), nullptr);
}

TEST(Times, a_row_can_be_pressed_for_its_variant) {
  const DrawList list = page(samples::times_input());
  for (std::uint64_t row = 0; row < 3; ++row)
    EXPECT_NE(samples::hit_of(list, HitKind::variant, row), nullptr);
}

TEST(Times, more_variants_than_fit_keep_the_chosen_one_in_sight) {
  TimesInput input = samples::times_input();
  while (input.rows.size() < 40) {
    input.rows.push_back(input.rows[0]);
    input.rows.back().name = "variant " + std::to_string(input.rows.size());
  }
  for (const std::size_t chosen : {0U, 20U, 39U}) {
    input.chosen = chosen;
    const DrawList list = build_times(input, plain_style(), 940, 140);
    EXPECT_NE(label_of(list, input.rows[chosen].name), nullptr);
    EXPECT_NE(samples::hit_of(list, HitKind::variant, chosen), nullptr);
  }
}

TEST(Times, a_small_picture_has_a_line_for_every_variant_and_the_best_time_of_each) {
  const DrawList list = build_times(samples::times_input(), plain_style(), 940, 140);
  EXPECT_NE(label_of(list, "plain"), nullptr);
  EXPECT_NE(label_of(list, "padded"), nullptr);
  EXPECT_NE(label_of(list, "MEASURED"), nullptr);
  EXPECT_NE(label_of(list, "RECORDED"), nullptr);
  EXPECT_EQ(label_of(list, "MODEL"), nullptr);  // bars of different scales are not stacked
}

TEST(Times, costs_of_all_variants_go_before_the_plot_of_a_summary_and_after_one_of_runs) {
  TimesInput input = samples::times_input();
  while (input.rows.size() < 11) input.rows.push_back(input.rows[0]);
  const auto costs = [&] {
    const DrawList list = build_times(input, plain_style(), 940, 690);
    return std::count_if(list.labels.begin(), list.labels.end(),
                         [](const Label& label) { return label.text == "MODEL"; });
  };
  EXPECT_EQ(costs(), 1);
  input.rows[1].measured.reset();
  EXPECT_EQ(costs(), 11);
}

TEST(Times, in_a_small_picture_a_recorded_time_stays_until_the_measured_one_is_there) {
  TimesInput input = samples::times_input();
  input.rows[1].measured.reset();
  input.rows[1].measuring = true;
  const DrawList list = build_times(input, plain_style(), 940, 140);
  EXPECT_EQ(label_of(list, "measuring …"), nullptr);
  input.rows[1].recorded.reset();
  const DrawList without = build_times(input, plain_style(), 940, 140);
  EXPECT_NE(label_of(without, "measuring …"), nullptr);
}

TEST(Times, a_lesson_that_could_not_be_read_says_so) {
  EXPECT_NE(label_of(page({}), "Nothing to time"), nullptr);
}

// The size of the smallest text, in pixels.
float smallest_text(const DrawList& list) {
  float smallest = 1000;
  for (const Label& label : list.labels) smallest = std::min(smallest, label.size);
  return smallest;
}

TEST(TimesForARoom, are_as_large_as_there_is_room_and_still_whole) {
  TimesInput input = samples::times_input();
  const float usual = smallest_text(page(input));
  input.for_lecture = true;
  for (const auto& [width, height] :
       {std::pair(940.0F, 460.0F), {940.0F, 760.0F}, {700.0F, 400.0F}, {1600.0F, 500.0F}}) {
    const DrawList list = build_times(input, plain_style(), width, height);
    EXPECT_GE(smallest_text(list), usual) << width;
    EXPECT_THAT(samples::label_faults(list, plain_style()), ::testing::IsEmpty()) << width;
    EXPECT_THAT(samples::shape_faults(list), ::testing::IsEmpty()) << width;
    for (const char* told : {"plain", "padded", "copy", "bar: L2 cache cold", "notch: warm"})
      EXPECT_NE(label_of(list, told), nullptr) << told << " " << width;
  }
  EXPECT_GT(smallest_text(page(input)), usual * 1.3F);
}

TEST(TimesForARoom, use_the_height_to_its_end) {
  TimesInput input = samples::times_input();
  input.for_lecture = true;
  const DrawList list = build_times(input, plain_style(), 940, 460);
  float lowest = 0;
  for (const Label& label : list.labels) lowest = std::max(lowest, label.y);
  EXPECT_GT(lowest, 460 * 0.85F);
}

TEST(TimesForARoom, show_their_source_and_no_controls_for_measuring) {
  TimesInput input = samples::times_input();
  input.for_lecture = true;
  input.measured_on.reset();
  input.rows[1].measured.reset();
  const auto tells = [](const DrawList& list, const std::string& part) {
    return std::any_of(list.labels.begin(), list.labels.end(), [&](const Label& label) {
      return label.text.find(part) != std::string::npos;
    });
  };
  const DrawList list = page(input);
  EXPECT_TRUE(tells(list, "GPU of tests"));
  EXPECT_FALSE(tells(list, "Nothing measured"));
  EXPECT_FALSE(tells(list, "The arrays"));
  input.rows[1].recorded->traps = {"fits_in_l2"};  // only a trap adds text to a recorded time
  EXPECT_TRUE(tells(page(input), "L2"));
  input.recorded_on.reset();
  for (TimesRow& row : input.rows) row.recorded.reset();
  EXPECT_TRUE(tells(page(input), "Nothing measured"));  // says why there are no bars
}

TEST(DurationText, has_three_digits_in_the_unit_that_fits) {
  EXPECT_EQ(duration_text(0), "0 µs");
  EXPECT_EQ(duration_text(0.00123), "1.23 µs");
  EXPECT_EQ(duration_text(0.0268), "26.8 µs");
  EXPECT_EQ(duration_text(0.9994), "999 µs");
  EXPECT_EQ(duration_text(0.9996), "1.00 ms");
  EXPECT_EQ(duration_text(12.34), "12.3 ms");
  EXPECT_EQ(duration_text(12345), "12.3 s");
}

TEST(BytesText, has_powers_of_ten) {
  EXPECT_EQ(bytes_text(512), "512 B");
  EXPECT_EQ(bytes_text(8388608), "8.39 MB");
  EXPECT_EQ(bytes_text(137.4e9), "137 GB");
}

TEST(Traps, have_a_sentence_in_both_languages) {
  const auto keys = text::languages().find("zh").patterns;
  for (const char* trap :
       {"fits_in_l2", "too_few_blocks", "few_waves", "very_short", "unsteady", "slow_first"}) {
    EXPECT_TRUE(keys.contains("trap." + std::string(trap))) << trap;
  }
}

}  // namespace
}  // namespace lanescope::picture
