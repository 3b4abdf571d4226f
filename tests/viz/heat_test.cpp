// Fields of heat maps, their colours, and the visible part of a map.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "viz/picture/core/heat.h"
#include "viz/picture/maps/view.h"

namespace lanescope::picture {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

std::shared_ptr<const HeatField> field_of(std::uint32_t width, std::uint32_t height,
                                          std::vector<float> values,
                                          Reduced reduced = Reduced::largest,
                                          Halved halved = Halved::both) {
  return make_heat_field(width, height, std::move(values), reduced, halved);
}

// ---- fields ----

TEST(HeatField, halves_until_one_cell_is_left) {
  const auto field = field_of(5, 3, std::vector<float>(15, 1));
  ASSERT_EQ(field->levels.size(), 4U);  // 5x3, 3x2, 2x1, 1x1
  EXPECT_EQ(field->levels[1].width, 3U);
  EXPECT_EQ(field->levels[1].height, 2U);
  EXPECT_EQ(field->levels[1].cells_x, 2U);
  EXPECT_EQ(field->levels[3].width, 1U);
  EXPECT_EQ(field->levels[3].height, 1U);
  EXPECT_EQ(field->levels[3].cells_y, 8U);
}

TEST(HeatField, one_odd_cell_among_thousands_is_in_the_coarsest_level) {
  std::vector<float> values(1000 * 37, 1);
  values[23 * 1000 + 617] = 9;
  const auto field = field_of(1000, 37, values);
  EXPECT_EQ(field->levels.back().values, std::vector<float>{9});
  EXPECT_EQ(field->largest, 9);
  EXPECT_EQ(field->least, 1);
}

TEST(HeatField, of_the_first_to_touch_keeps_the_minimum) {
  const auto field = field_of(2, 2, {7, 3, nan, 5}, Reduced::least);
  EXPECT_EQ(field->levels.back().values, std::vector<float>{3});
}

TEST(HeatField, a_mean_weighs_each_cell_once_and_leaves_out_those_without_a_value) {
  // 3 x 1: the pair {2, 4} becomes 3 and the single {9} stays 9. The mean of all three is 5, not 6.
  const auto field = field_of(3, 1, {2, 4, 9}, Reduced::mean);
  ASSERT_EQ(field->levels.size(), 3U);
  EXPECT_EQ(field->levels[1].values, (std::vector<float>{3, 9}));
  EXPECT_EQ(field->levels[2].values, std::vector<float>{5});
  EXPECT_EQ(field_of(3, 1, {2, nan, 9}, Reduced::mean)->levels[2].values, std::vector<float>{5.5F});
}

TEST(HeatField, cells_without_a_value_stay_without_one_until_a_neighbour_has_one) {
  const auto field = field_of(4, 2, {nan, nan, 1, nan, nan, nan, nan, nan});
  EXPECT_TRUE(std::isnan(field->levels[1].values[0]));
  EXPECT_EQ(field->levels[1].values[1], 1);
  EXPECT_EQ(field->with_value, 1U);
}

TEST(HeatField, places_without_a_cell_are_not_counted) {
  const auto field = field_of(4, 1, {no_cell, no_cell, nan, no_cell});
  EXPECT_EQ(field->levels[1].values[0], no_cell);
  EXPECT_TRUE(std::isnan(field->levels[1].values[1]));
  EXPECT_TRUE(std::isnan(field->levels[2].values[0]));
  EXPECT_EQ(field->with_value, 0U);
}

TEST(HeatField, a_value_without_bound_does_not_stretch_the_range) {
  const auto field = field_of(2, 1, {3, std::numeric_limits<float>::infinity()});
  EXPECT_EQ(field->largest, 3);
}

TEST(HeatField, of_rows_alone_keeps_its_columns_apart) {
  const auto field =
      field_of(3, 4, {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0}, Reduced::largest, Halved::rows);
  ASSERT_EQ(field->levels.size(), 3U);
  EXPECT_EQ(field->levels[2].values, (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(field->levels[2].cells_x, 1U);
  EXPECT_EQ(field->levels[2].cells_y, 4U);
}

TEST(HeatField, of_sizes_that_do_not_agree_or_stopped_is_none) {
  EXPECT_EQ(field_of(2, 2, {1, 2, 3}), nullptr);
  EXPECT_EQ(field_of(0, 2, {}), nullptr);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(make_heat_field(2, 2, {1, 2, 3, 4}, Reduced::largest, Halved::both, stop.get_token()),
            nullptr);
}

TEST(HeatField, two_fields_never_have_one_revision) {
  EXPECT_NE(field_of(1, 1, {1})->revision, field_of(1, 1, {1})->revision);
}

TEST(HeatField, the_level_for_a_zoom_has_no_cell_smaller_than_a_pixel) {
  const auto field = field_of(64, 64, std::vector<float>(64 * 64, 1));
  EXPECT_EQ(level_for(*field, 0.1, 0.1), 0U);
  EXPECT_EQ(level_for(*field, 1, 1), 0U);
  EXPECT_EQ(level_for(*field, 1.01, 1.01), 1U);
  EXPECT_EQ(level_for(*field, 4, 4), 2U);
  EXPECT_EQ(level_for(*field, 1e9, 1e9), 6U);
  const auto rows = field_of(8, 64, std::vector<float>(8 * 64, 1), Reduced::largest, Halved::rows);
  EXPECT_EQ(level_for(*rows, 3, 2), 1U);
}

// ---- colours: CIE L*a*b* (D65) and CIEDE2000, implemented from their definitions ----

struct Lab {
  double l, a, b;
};

using Linear = std::array<double, 3>;

Linear linear_of(const Color& color) {
  const auto channel = [](double s) {
    return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
  };
  return {channel(color.r), channel(color.g), channel(color.b)};
}

Lab cie_lab_of(const Linear& c) {
  const auto curve = [](double t) {
    return t > 216.0 / 24389 ? std::cbrt(t) : t * 841 / 108 + 4.0 / 29;
  };
  const double x = curve((0.4124564 * c[0] + 0.3575761 * c[1] + 0.1804375 * c[2]) / 0.95047);
  const double y = curve(0.2126729 * c[0] + 0.7151522 * c[1] + 0.0721750 * c[2]);
  const double z = curve((0.0193339 * c[0] + 0.1191920 * c[1] + 0.9503041 * c[2]) / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

constexpr double degree = 3.14159265358979323846 / 180;

double distance(const Lab& p, const Lab& q) {
  const auto to_7 = [](double c) { return std::pow(c, 7) / (std::pow(c, 7) + std::pow(25.0, 7)); };
  const double g = 0.5 * (1 - std::sqrt(to_7((std::hypot(p.a, p.b) + std::hypot(q.a, q.b)) / 2)));
  const double a1 = p.a * (1 + g);
  const double a2 = q.a * (1 + g);
  const double c1 = std::hypot(a1, p.b);
  const double c2 = std::hypot(a2, q.b);
  double h1 = std::atan2(p.b, a1) / degree;
  double h2 = std::atan2(q.b, a2) / degree;
  if (h1 < 0) h1 += 360;
  if (h2 < 0) h2 += 360;
  double turn = h2 - h1;
  if (turn > 180) turn -= 360;
  if (turn < -180) turn += 360;
  const double hue = std::abs(h1 - h2) <= 180 ? (h1 + h2) / 2
                     : h1 + h2 < 360          ? (h1 + h2 + 360) / 2
                                              : (h1 + h2 - 360) / 2;
  const double dl = q.l - p.l;
  const double dc = c2 - c1;
  const double dh = 2 * std::sqrt(c1 * c2) * std::sin(turn / 2 * degree);
  const double l = (p.l + q.l) / 2 - 50;
  const double c = (c1 + c2) / 2;
  const double t = 1 - 0.17 * std::cos((hue - 30) * degree) + 0.24 * std::cos(2 * hue * degree) +
                   0.32 * std::cos((3 * hue + 6) * degree) -
                   0.2 * std::cos((4 * hue - 63) * degree);
  const double sl = 1 + 0.015 * l * l / std::sqrt(20 + l * l);
  const double sc = 1 + 0.045 * c;
  const double sh = 1 + 0.015 * c * t;
  const double bend = std::exp(-std::pow((hue - 275) / 25, 2));
  const double rt = -std::sin(60 * bend * degree) * 2 * std::sqrt(to_7(c));
  return std::sqrt(std::pow(dl / sl, 2) + std::pow(dc / sc, 2) + std::pow(dh / sh, 2) +
                   rt * dc / sc * dh / sh);
}

TEST(ColorDistance, is_that_of_its_authors_examples) {
  // Sharma, Wu, Dalal (2005), table 1: pairs 1, 7, 17 and 25.
  EXPECT_NEAR(distance({50, 2.6772, -79.7751}, {50, 0, -82.7485}), 2.0425, 1e-4);
  EXPECT_NEAR(distance({50, 0, 0}, {50, -1, 2}), 2.3669, 1e-4);
  EXPECT_NEAR(distance({50, 2.5, 0}, {73, 25, -18}), 27.1492, 1e-4);
  EXPECT_NEAR(distance({60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}), 1.2644, 1e-4);
}

// Colours as seen by someone who lacks one kind of cone: Machado, Oliveira, Fernandes (2009),
// severity 1.
using Matrix = std::array<std::array<double, 3>, 3>;
constexpr Matrix all_cones{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Matrix no_red{{{0.152286, 1.052583, -0.204868},
                         {0.114503, 0.786281, 0.099216},
                         {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix no_green{{{0.367322, 0.860646, -0.227968},
                           {0.280085, 0.672501, 0.047413},
                           {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix no_blue{{{1.255528, -0.076749, -0.178779},
                          {-0.078411, 0.930809, 0.147602},
                          {0.004733, 0.691367, 0.303900}}};

Linear seen_by(const Matrix& eye, const Linear& c) {
  Linear seen{};
  for (std::size_t i = 0; i < 3; ++i)
    seen[i] = std::clamp(eye[i][0] * c[0] + eye[i][1] * c[1] + eye[i][2] * c[2], 0.0, 1.0);
  return seen;
}

class HeatRamps : public testing::TestWithParam<Theme> {
 protected:
  std::vector<Lab> seen(const Matrix& eye) const {
    std::vector<Lab> labs;
    for (const Color& color : heat_ramp(GetParam()))
      labs.push_back(cie_lab_of(seen_by(eye, linear_of(color))));
    return labs;
  }
};
INSTANTIATE_TEST_SUITE_P(Ramp, HeatRamps,
                         testing::Values(Theme::dark, Theme::light, Theme::contrast));

TEST_P(HeatRamps, go_by_even_steps) {
  const std::vector<Lab> labs = seen(all_cones);
  ASSERT_EQ(labs.size(), 33U);
  double sum = 0;
  for (std::size_t i = 1; i < labs.size(); ++i) sum += distance(labs[i - 1], labs[i]);
  const double mean = sum / 32;
  EXPECT_GT(sum, 75);  // the steps are distinguishable
  for (std::size_t i = 1; i < labs.size(); ++i)
    EXPECT_NEAR(distance(labs[i - 1], labs[i]) / mean, 1, 0.25) << i;
}

TEST_P(HeatRamps, only_rise_or_only_fall_in_lightness_whatever_cones_are_missing) {
  for (const Matrix& eye : {all_cones, no_red, no_green, no_blue}) {
    const std::vector<Lab> labs = seen(eye);
    const double direction = GetParam() == Theme::light ? -1 : 1;
    for (std::size_t i = 1; i < labs.size(); ++i)
      EXPECT_GT(direction * (labs[i].l - labs[i - 1].l), 0.5) << i;
    EXPECT_GT(std::abs(labs.back().l - labs.front().l), 55);
  }
}

TEST_P(HeatRamps, a_value_is_never_mistaken_for_none) {
  const Palette palette = palette_for(GetParam());
  for (const Color& color : heat_ramp(GetParam()))
    EXPECT_GT(distance(cie_lab_of(linear_of(color)), cie_lab_of(linear_of(palette.waste_fill))), 6);
}

TEST(HeatRamp, of_a_broken_file_says_what_is_wrong) {
  EXPECT_EQ(parse_ramp("stops = [\n\"#000000\",\n\"blue\"]").error(),
            "line 3: stops: a colour is written \"#rrggbb\"");
  EXPECT_EQ(parse_ramp("stops = [\"#000000\"]").error(), "stops: at least two colours are needed");
  EXPECT_TRUE(parse_ramp("stops = [").error().starts_with("line 1: "));
  EXPECT_EQ(parse_ramp("stops = [\"#102030\", \"#ffffff\"]")->front(), rgb(0x102030));
}

HeatMap map_of(std::shared_ptr<const HeatField> field, Rect rect) {
  HeatMap heat;
  heat.rect = rect;
  heat.x1 = field->width;
  heat.y1 = field->height;
  heat.field = std::move(field);
  heat.ramp = {rgb(0x000000), rgb(0xffffff)};
  heat.low = 0;
  heat.high = 10;
  return heat;
}

TEST(HeatColor, goes_from_low_to_high_and_is_held_there) {
  const HeatMap heat = map_of(field_of(1, 1, {1}), {0, 0, 1, 1});
  EXPECT_EQ(color_of(heat, 0), rgb(0x000000));
  EXPECT_EQ(color_of(heat, -5), rgb(0x000000));
  EXPECT_EQ(color_of(heat, 10), rgb(0xffffff));
  EXPECT_EQ(color_of(heat, 99), rgb(0xffffff));
  EXPECT_NEAR(color_of(heat, 5).r, 0.5, 1e-6);
}

TEST(HeatColor, of_a_logarithmic_range_has_even_steps_for_even_factors) {
  HeatMap heat = map_of(field_of(1, 1, {1}), {0, 0, 1, 1});
  heat.logarithmic = true;
  heat.high = 255;
  EXPECT_NEAR(position_on_ramp(heat, 15), 0.5, 1e-6);
  EXPECT_NEAR(position_on_ramp(heat, 3), 0.25, 1e-6);
}

TEST(HeatColor, of_a_range_of_one_value_is_its_low_end) {
  HeatMap heat = map_of(field_of(1, 1, {4}), {0, 0, 1, 1});
  heat.low = heat.high = 4;
  EXPECT_EQ(color_of(heat, 4), rgb(0x000000));
}

TEST(HeatPixels, have_each_cell_where_it_belongs_and_nothing_beside_the_field) {
  HeatMap heat = map_of(field_of(2, 1, {0, 10}), {0, 0, 8, 4});
  heat.x0 = -1;
  heat.x1 = 3;  // 2 pixels per cell, with the field in the middle
  heat.y1 = 1;
  const HeatPixels pixels = heat_pixels(heat);
  ASSERT_EQ(pixels.width, 8);
  const auto alpha = [&](int x) { return pixels.rgba[static_cast<std::size_t>(x) * 4 + 3]; };
  const auto red = [&](int x) { return pixels.rgba[static_cast<std::size_t>(x) * 4]; };
  EXPECT_EQ(alpha(1), 0);
  EXPECT_EQ(alpha(2), 255);
  EXPECT_EQ(red(3), 0);
  EXPECT_EQ(red(4), 255);
  EXPECT_EQ(alpha(5), 255);
  EXPECT_EQ(alpha(6), 0);
}

// ---- the visible part ----

constexpr MapFrame square{4096, 4096, 800, 600, 64, false};

TEST(MapView, the_whole_map_lies_in_the_middle) {
  const MapView view = whole_map(square);
  EXPECT_DOUBLE_EQ(view.px_x, 600.0 / 4096);
  EXPECT_DOUBLE_EQ(view.px_y, view.px_x);
  EXPECT_DOUBLE_EQ(view.y0, 0);
  EXPECT_NEAR((0 - view.x0) * view.px_x, 100, 1e-9);
  EXPECT_TRUE(shows_all(square, view));
}

TEST(MapView, a_small_map_is_no_larger_than_its_cells_may_be) {
  const MapFrame small{2, 2, 800, 600, 64, false};
  EXPECT_DOUBLE_EQ(whole_map(small).px_x, 64);
  EXPECT_EQ(rect_of(whole_map(small), {0, 0}), (Rect{336, 236, 64, 64}));
}

TEST(MapView, zoom_keeps_what_is_under_the_pointer) {
  MapView view = whole_map(square);
  const auto under = [&](double px, double py) {
    return std::pair{view.x0 + px / view.px_x, view.y0 + py / view.px_y};
  };
  const auto before = under(417, 293);
  for (int i = 0; i < 20; ++i) view = zoomed(square, view, 1.25, 417, 293);
  EXPECT_NEAR(under(417, 293).first, before.first, 1e-6);
  EXPECT_NEAR(under(417, 293).second, before.second, 1e-6);
  for (int i = 0; i < 40; ++i) view = zoomed(square, view, 0.8, 10, 590);
  EXPECT_TRUE(shows_all(square, view));
}

TEST(MapView, zoom_ends_at_the_largest_cell_and_at_the_whole_map) {
  const MapView nearest = zoomed(square, whole_map(square), 1e9, 400, 300);
  EXPECT_DOUBLE_EQ(nearest.px_x, 64);
  EXPECT_TRUE(shows_all(square, zoomed(square, nearest, 1e-9, 3, 3)));
}

TEST(MapView, panning_shows_no_more_beyond_the_edges_than_the_whole_map_does) {
  MapView view = zoomed(square, whole_map(square), 16, 400, 300);
  view = panned(square, view, 1e7, -1e7);
  EXPECT_NEAR(-view.x0 * view.px_x, 100, 1e-6);  // the left margin is that of the whole map
  EXPECT_NEAR(view.y0 + 600 / view.px_y, 4096, 1e-6);
}

TEST(MapView, panning_moves_the_map_with_the_hand) {
  const MapView view = zoomed(square, whole_map(square), 16, 400, 300);
  const MapView moved = panned(square, view, 30, -12);
  EXPECT_NEAR((moved.x0 - view.x0) * view.px_x, -30, 1e-9);
  EXPECT_NEAR((moved.y0 - view.y0) * view.px_y, 12, 1e-9);
}

TEST(MapView, the_cell_under_a_point_is_the_one_that_is_drawn_there) {
  MapView view = zoomed(square, whole_map(square), 57.3, 400, 300);
  view = panned(square, view, 0.37, 0.61);
  for (float y = 0; y < 600; y += 7) {
    for (float x = 0; x < 800; x += 5) {
      const auto cell = cell_at(square, view, x, y);
      ASSERT_TRUE(cell);
      EXPECT_TRUE(rect_of(view, *cell).contains(x + 0.5F, y + 0.5F)) << x << "," << y;
    }
  }
}

TEST(MapView, beside_the_map_there_is_no_cell) {
  const MapView view = whole_map(square);
  EXPECT_FALSE(cell_at(square, view, 99, 300));
  EXPECT_TRUE(cell_at(square, view, 101, 300));
  EXPECT_FALSE(cell_at(square, view, 701, 300));
  EXPECT_FALSE(cell_at(square, view, 300, -1));
  EXPECT_FALSE(cell_at(square, view, 300, 600));
}

TEST(MapView, single_cells_among_millions_are_exact) {
  const MapFrame wide{1U << 24U, 4, 900, 600, 64, false};
  MapView view = zoomed(wide, whole_map(wide), 1e12, 450, 300);
  view = centred_on(wide, view, {16'000'001, 2});
  EXPECT_EQ(cell_at(wide, view, 450, 300), (MapCell{16'000'001, 2}));
  EXPECT_EQ(rect_of(view, {16'000'001, 2}).w, 64);
  EXPECT_EQ(cell_at(wide, view, 450 + 64, 300), (MapCell{16'000'002, 2}));
}

TEST(MapView, rows_alone_keep_their_width) {
  const MapFrame rows{32, 10'000, 640, 500, 24, true};
  MapView view = whole_map(rows);
  EXPECT_DOUBLE_EQ(view.px_x, 20);
  view = zoomed(rows, view, 1e6, 100, 250);
  EXPECT_DOUBLE_EQ(view.px_x, 20);
  EXPECT_DOUBLE_EQ(view.px_y, 24);
  EXPECT_DOUBLE_EQ(panned(rows, view, 50, 0).x0, 0);
  const MapFrame few{32, 3, 640, 500, 24, true};
  EXPECT_DOUBLE_EQ(whole_map(few).y0, 0);  // aligned with the top
  EXPECT_DOUBLE_EQ(whole_map(few).px_y, 24);
}

TEST(MapView, keeps_its_place_when_the_window_changes) {
  MapView view = zoomed(square, whole_map(square), 16, 400, 300);
  const MapFrame larger{4096, 4096, 1600, 1200, 64, false};
  const MapView kept = kept_inside(larger, view);
  EXPECT_DOUBLE_EQ(kept.px_x, view.px_x);
  EXPECT_DOUBLE_EQ(kept.x0, view.x0);
  EXPECT_TRUE(shows_all(larger, kept_inside(larger, whole_map(square))));
}

TEST(MapView, knows_which_cells_are_in_sight) {
  const MapFrame frame{100, 100, 100, 100, 64, false};
  MapView view = zoomed(frame, whole_map(frame), 10, 50, 50);  // 10 x 10 cells around the middle
  const MapSpan span = visible_cells(frame, view);
  EXPECT_EQ(span.first, (MapCell{45, 45}));
  EXPECT_EQ(span.end, (MapCell{55, 55}));
}

}  // namespace
}  // namespace lanescope::picture
