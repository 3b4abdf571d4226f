// Heat maps in a framebuffer: known cells at known places, and every pixel against the CPU's
// picture.
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <glad/gl.h>
#include <gtest/gtest.h>

#include "tests/viz/drawing.h"
#include "viz/picture/core/heat.h"

namespace lanescope::draw {
namespace {

using picture::HeatField;
using picture::HeatMap;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
using FieldPtr = std::shared_ptr<const HeatField>;

class HeatDrawing : public Drawing {
 protected:
  static FieldPtr field_of(std::uint32_t width, std::uint32_t height, std::vector<float> values,
                           picture::Halved halved = picture::Halved::both) {
    return picture::make_heat_field(width, height, std::move(values), picture::Reduced::largest,
                                    halved);
  }
  // The whole field, black to white over 0..10.
  static HeatMap map_of(FieldPtr field, picture::Rect rect = {0, 0, side, side}) {
    HeatMap heat;
    heat.rect = rect;
    heat.x1 = field->width;
    heat.y1 = field->height;
    heat.field = std::move(field);
    heat.ramp = {rgb(0x000000), rgb(0xffffff)};
    heat.high = 10;
    return heat;
  }
  void draw_map(const HeatMap& heat) {
    list_.add(heat);
    draw();
  }
  // The largest difference, over all pixels and channels, from the CPU's picture on the background.
  int worst_difference(const HeatMap& heat) const {
    const picture::HeatPixels wanted = picture::heat_pixels(heat);
    const std::array<int, 4> behind = bytes_of(ground);
    int worst = 0;
    for (int y = 0; y < wanted.height; ++y) {
      for (int x = 0; x < wanted.width; ++x) {
        const std::size_t from =
            (static_cast<std::size_t>(y) * static_cast<std::size_t>(wanted.width) +
             static_cast<std::size_t>(x)) *
            4;
        const std::array<int, 4> got =
            at(static_cast<int>(heat.rect.x) + x, static_cast<int>(heat.rect.y) + y);
        const double alpha = wanted.rgba[from + 3] / 255.0;
        for (std::size_t i = 0; i < 3; ++i) {
          const double mixed = wanted.rgba[from + i] * alpha + behind[i] * (1 - alpha);
          worst = std::max(worst, static_cast<int>(std::abs(std::lround(mixed) - got[i])));
        }
      }
    }
    return worst;
  }
};

TEST_F(HeatDrawing, each_cell_has_the_colour_of_its_value_up_to_its_edges) {
  draw_map(map_of(field_of(4, 4, {0, 10, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10})));
  for (const auto& [x, y] : {std::pair{16, 0}, {31, 0}, {16, 15}, {31, 15}, {48, 48}, {63, 63}})
    EXPECT_EQ(at(x, y), bytes_of(0xffffff)) << x << "," << y;
  for (const auto& [x, y] : {std::pair{15, 0}, {32, 0}, {16, 16}, {47, 63}, {63, 47}})
    EXPECT_EQ(at(x, y), bytes_of(0x000000)) << x << "," << y;
  EXPECT_NEAR(at(8, 24)[0], 128, 1);
}

TEST_F(HeatDrawing, values_beyond_the_range_have_the_colours_of_its_ends) {
  draw_map(map_of(field_of(2, 1, {-100, 1e9F})));
  EXPECT_EQ(at(10, 30), bytes_of(0x000000));
  EXPECT_EQ(at(50, 30), bytes_of(0xffffff));
}

TEST_F(HeatDrawing, a_logarithmic_range_goes_by_factors) {
  HeatMap heat = map_of(field_of(2, 1, {15, 255}));
  heat.logarithmic = true;
  heat.high = 255;
  draw_map(heat);
  EXPECT_NEAR(at(10, 30)[0], 128, 1);
  EXPECT_EQ(at(50, 30), bytes_of(0xffffff));
}

TEST_F(HeatDrawing, a_ramp_of_many_colours_has_each_at_its_place) {
  const picture::HeatRamp& ramp = picture::heat_ramp(picture::Theme::dark);
  std::vector<float> values;
  for (int i = 0; i < 32; ++i) values.push_back(static_cast<float>(i));
  HeatMap heat = map_of(field_of(32, 1, values));
  heat.ramp = ramp;
  heat.high = 32;
  draw_map(heat);
  for (std::size_t i = 0; i < 32; ++i) {
    const std::array<int, 4> got = at(static_cast<int>(2 * i), 5);
    EXPECT_NEAR(got[0], ramp[i].r * 255, 1) << i;
    EXPECT_NEAR(got[1], ramp[i].g * 255, 1) << i;
    EXPECT_NEAR(got[2], ramp[i].b * 255, 1) << i;
  }
}

TEST_F(HeatDrawing, one_white_cell_among_a_million_is_seen) {
  std::vector<float> values(1024 * 1024, 0);
  values[777 * 1024 + 333] = 10;
  draw_map(map_of(field_of(1024, 1024, values)));
  int white = 0;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) white += at(x, y)[0] == 255 ? 1 : 0;
  }
  EXPECT_EQ(white, 1);
  EXPECT_EQ(at(333 / 16, 777 / 16), bytes_of(0xffffff));
}

TEST_F(HeatDrawing, single_cells_among_millions_are_where_they_belong) {
  // A row of 16 million cells: a float alone could not distinguish neighbours.
  std::vector<float> values(1U << 24U, 0);
  values[16'000'001] = 10;
  HeatMap heat = map_of(field_of(1U << 24U, 1, values));
  heat.x0 = 15'999'999;
  heat.x1 = 16'000'003;  // 16 pixels per cell
  heat.y1 = 4;
  draw_map(heat);
  EXPECT_EQ(at(31, 8), bytes_of(0x000000));
  EXPECT_EQ(at(32, 8), bytes_of(0xffffff));
  EXPECT_EQ(at(47, 8), bytes_of(0xffffff));
  EXPECT_EQ(at(48, 8), bytes_of(0x000000));
  EXPECT_EQ(at(32, 16), bytes_of(ground));  // below the only row
}

TEST_F(HeatDrawing, outside_of_the_field_the_ground_stays) {
  HeatMap heat = map_of(field_of(2, 2, {10, 10, 10, 10}));
  heat.x0 = heat.y0 = -1;
  heat.x1 = heat.y1 = 3;
  draw_map(heat);
  EXPECT_EQ(at(15, 30), bytes_of(ground));
  EXPECT_EQ(at(16, 30), bytes_of(0xffffff));
  EXPECT_EQ(at(47, 30), bytes_of(0xffffff));
  EXPECT_EQ(at(48, 30), bytes_of(ground));
  EXPECT_EQ(at(30, 15), bytes_of(ground));
}

TEST_F(HeatDrawing, lines_stand_at_the_edges_of_large_cells_and_not_of_small_ones) {
  HeatMap heat = map_of(field_of(4, 4, std::vector<float>(16, 10)));
  heat.grid = rgb(0x0000ff);
  draw_map(heat);
  EXPECT_EQ(at(16, 8), bytes_of(0x0000ff));
  EXPECT_EQ(at(17, 8), bytes_of(0xffffff));
  EXPECT_EQ(at(15, 8), bytes_of(0xffffff));
  EXPECT_EQ(at(8, 32), bytes_of(0x0000ff));
  list_ = {};
  list_.width = list_.height = side;
  HeatMap small = map_of(field_of(16, 16, std::vector<float>(256, 10)));  // 4 pixels
  small.grid = rgb(0x0000ff);
  draw_map(small);
  for (int x = 0; x < side; ++x) EXPECT_EQ(at(x, 30), bytes_of(0xffffff)) << x;
}

// The number of pixels with that colour.
int count_of(const std::vector<std::array<int, 4>>& pixels, const std::array<int, 4>& color) {
  return static_cast<int>(std::count(pixels.begin(), pixels.end(), color));
}

TEST_F(HeatDrawing, cells_over_the_limit_are_striped_and_others_are_not) {
  HeatMap heat = map_of(field_of(2, 1, {4, 5}));
  heat.hatch = rgb(0xff0000);
  heat.hatch_from = 5;
  heat.hatch_period = 8;
  draw_map(heat);
  std::vector<std::array<int, 4>> left;
  std::vector<std::array<int, 4>> right;
  for (int x = 0; x < 32; ++x) {
    left.push_back(at(x, 20));
    right.push_back(at(32 + x, 20));
  }
  EXPECT_EQ(count_of(left, left.front()), 32);
  EXPECT_GE(count_of(right, bytes_of(0xff0000)), 4);
  EXPECT_LE(count_of(right, bytes_of(0xff0000)), 20);
  for (int x = 34; x < 54; ++x) {  // the hatch runs at 45 degrees; this is its period along x
    EXPECT_NEAR(at(x, 20)[1], at(x + 8, 20)[1], 1);
    EXPECT_NEAR(at(x, 20)[1], at(x - 1, 21)[1], 1);
  }
}

TEST_F(HeatDrawing, cells_without_a_value_differ_from_those_of_zero) {
  HeatMap heat = map_of(field_of(2, 1, {0, nan}));
  heat.none = rgb(0x123456);
  heat.none_hatch = rgb(0x00ff00);
  heat.hatch_period = 8;
  draw_map(heat);
  std::vector<std::array<int, 4>> none;
  for (int x = 32; x < 64; ++x) none.push_back(at(x, 20));
  EXPECT_GE(count_of(none, bytes_of(0x123456)), 4);
  EXPECT_GE(count_of(none, bytes_of(0x00ff00)), 2);
  for (int x = 0; x < 32; ++x) EXPECT_EQ(at(x, 20), bytes_of(0x000000)) << x;
}

TEST_F(HeatDrawing, places_without_a_cell_keep_the_background) {
  draw_map(map_of(field_of(2, 1, {10, picture::no_cell})));
  EXPECT_EQ(at(10, 30), bytes_of(0xffffff));
  EXPECT_EQ(at(40, 30), bytes_of(ground));
}

TEST_F(HeatDrawing, every_pixel_is_the_one_that_the_processor_draws) {
  std::vector<float> values;
  for (int i = 0; i < 300 * 200; ++i)
    values.push_back(i % 7 == 3    ? nan
                     : i % 13 == 5 ? picture::no_cell
                                   : static_cast<float>((i * 37) % 11));
  const FieldPtr field = field_of(300, 200, values);
  for (const double cells : {7.3, 20.0, 63.9, 150.0, 320.0}) {
    HeatMap heat = map_of(field, {3, 5, 57, 51});
    heat.ramp = picture::heat_ramp(picture::Theme::light);
    heat.x0 = 41.37;
    heat.y0 = 17.81;
    heat.x1 = heat.x0 + cells;
    heat.y1 = heat.y0 + cells * 51 / 57;
    heat.none = rgb(0x202428);
    heat.none_hatch = {0.5F, 0.6F, 0.7F, 0.6F};
    heat.hatch = {1, 0.5F, 0, 0.8F};
    heat.hatch_from = 9;
    heat.hatch_period = 6;
    heat.grid = {0, 0, 0, 0.5F};
    heat.logarithmic = cells > 100;
    list_ = {};
    list_.width = list_.height = side;
    Renderer::clear(ground_);
    draw_map(heat);
    EXPECT_LE(worst_difference(heat), 2) << cells;
  }
}

TEST_F(HeatDrawing, cells_are_written_to_a_texture_once_whatever_is_panned) {
  const FieldPtr field = field_of(256, 256, std::vector<float>(256 * 256, 3));
  for (int i = 0; i < 20; ++i) {
    list_ = {};
    list_.width = list_.height = side;
    HeatMap heat = map_of(field);
    heat.x0 = i;
    heat.x1 = i + 32;
    heat.y1 = 32;
    draw_map(heat);
  }
  EXPECT_EQ(renderer_->heat_uploads(), 1U);
  list_ = {};
  list_.width = list_.height = side;
  draw_map(map_of(field));  // the whole field: a coarser level
  EXPECT_EQ(renderer_->heat_uploads(), 2U);
}

TEST_F(HeatDrawing, it_keeps_its_place_among_boxes_and_is_clipped) {
  add_box({0, 0, side, side}, rgb(0x00ff00));
  list_.add(map_of(field_of(1, 1, {10}), {16, 16, 32, 32}));
  add_box({20, 20, 4, 4}, rgb(0x0000ff));
  draw({side, side, 0, 0, {0, 0, 40, side}});
  EXPECT_EQ(at(10, 30), bytes_of(0x00ff00));
  EXPECT_EQ(at(30, 30), bytes_of(0xffffff));
  EXPECT_EQ(at(21, 21), bytes_of(0x0000ff));
  EXPECT_EQ(at(44, 30), bytes_of(ground));
}

TEST_F(HeatDrawing, textures_that_are_bound_stay_bound) {
  const gl::Texture mine = gl::Texture::create(2, 2);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, mine.name());
  draw_map(map_of(field_of(1, 1, {10})));
  GLint bound = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
  EXPECT_EQ(static_cast<unsigned>(bound), mine.name());
  GLint unit = 0;
  glGetIntegerv(GL_ACTIVE_TEXTURE, &unit);
  EXPECT_EQ(unit, GL_TEXTURE0);
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

TEST_F(HeatDrawing, without_a_field_nothing_is_drawn) {
  HeatMap heat;
  heat.rect = {0, 0, side, side};
  draw_map(heat);
  EXPECT_EQ(at(30, 30), bytes_of(ground));
}

}  // namespace
}  // namespace lanescope::draw
