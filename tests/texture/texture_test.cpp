#include "sim/texture/texture.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include "tests/texture/reference.h"

namespace lanescope::texture {
namespace {

template <class T>
std::span<const std::byte> bytes(const std::vector<T>& texels) {
  return std::as_bytes(std::span(texels));
}

Texture line(std::uint64_t width, Channel channel, std::uint32_t channels = 1) {
  Texture texture;
  texture.geometry = Geometry::line;
  texture.channel = channel;
  texture.channels = channels;
  texture.width = width;
  texture.pitch_bytes = width * texel_bytes(texture);
  return texture;
}

Texture plane(std::uint64_t width, std::uint64_t height, Channel channel) {
  Texture texture = line(width, channel);
  texture.geometry = Geometry::plane;
  texture.height = height;
  return texture;
}

float value(const Fetched& fetched, std::size_t channel = 0) {
  return std::bit_cast<float>(fetched.bits[channel]);
}

float at(const Texture& texture, const std::vector<float>& texels, float x, float y = 0) {
  return value(sample(texture, bytes(texels), {x, y, 0}));
}

const std::vector<float> four{10, 20, 40, 80};

TEST(TexturePoint, reads_the_texel_below_the_coordinate) {
  const Texture texture = line(4, Channel::f32);
  EXPECT_EQ(at(texture, four, 0), 10);
  EXPECT_EQ(at(texture, four, 0.999F), 10);
  EXPECT_EQ(at(texture, four, 1), 20);
  EXPECT_EQ(at(texture, four, 3.5F), 80);
}

TEST(TextureLinear, has_a_texels_value_at_its_middle) {
  Texture texture = line(4, Channel::f32);
  texture.filter = Filter::linear;
  EXPECT_EQ(at(texture, four, 0.5F), 10);
  EXPECT_EQ(at(texture, four, 1), 15);
  EXPECT_EQ(at(texture, four, 1.75F), 25);
  EXPECT_EQ(at(texture, four, 3), 60);
}

TEST(TextureLinear, has_weights_of_eight_bits) {
  Texture texture = line(2, Channel::f32);
  texture.filter = Filter::linear;
  const std::vector<float> texels{0, 256};
  EXPECT_EQ(at(texture, texels, 0.5F + 1.0F / 256), 1);
  EXPECT_EQ(at(texture, texels, 0.5F + 1.4F / 256), 1);
  EXPECT_EQ(at(texture, texels, 0.5F + 1.6F / 256), 2);
  EXPECT_EQ(at(texture, texels, 0.5F + 255.6F / 256), 256);
}

TEST(TextureLinear, mixes_four_texels_of_a_plane_and_eight_of_a_volume) {
  Texture texture = plane(2, 2, Channel::f32);
  texture.filter = Filter::linear;
  const Fetched fetched = sample(texture, bytes(four), {1, 1, 0});
  EXPECT_EQ(value(fetched), 37.5F);
  EXPECT_EQ(fetched.reads, 4U);
  texture.geometry = Geometry::volume;
  texture.depth = 2;
  const std::vector<float> eight{0, 1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(value(sample(texture, bytes(eight), {1, 1, 1})), 3.5F);
  EXPECT_EQ(value(sample(texture, bytes(eight), {1.5F, 1.5F, 1.25F})), 3 + 4 * 0.75F);
}

TEST(TextureAddress, of_each_mode_outside_a_row) {
  Texture texture = line(4, Channel::f32);
  texture.is_normalized = true;
  const auto of = [&](Address mode, float x) {
    texture.address = {mode, mode, mode};
    return at(texture, four, x);
  };
  EXPECT_EQ(of(Address::clamp, -0.1F), 10);
  EXPECT_EQ(of(Address::clamp, 1.1F), 80);
  EXPECT_EQ(of(Address::wrap, -0.1F), 80);
  EXPECT_EQ(of(Address::wrap, 1.1F), 10);
  EXPECT_EQ(of(Address::mirror, -0.3F), 20);
  EXPECT_EQ(of(Address::mirror, 1.3F), 40);
  EXPECT_EQ(of(Address::mirror, 2.3F), 20);
  EXPECT_EQ(of(Address::border, -0.1F), 0);
  texture.border = {7};
  EXPECT_EQ(of(Address::border, 1.1F), 7);
}

TEST(TextureAddress, wrap_and_mirror_without_normalized_coordinates_are_clamp) {
  Texture texture = line(4, Channel::f32);
  for (const Address mode : {Address::wrap, Address::mirror}) {
    texture.address = {mode, mode, mode};
    EXPECT_EQ(at(texture, four, -1), 10);
    EXPECT_EQ(at(texture, four, 5), 80);
  }
  texture.address = {Address::border, Address::border, Address::border};
  EXPECT_EQ(at(texture, four, 5), 0);
}

TEST(TextureAddress, of_no_number_and_of_endless_ones_is_a_texel) {
  for (const bool is_normalized : {false, true}) {
    for (const Address mode : {Address::wrap, Address::mirror, Address::clamp, Address::border}) {
      for (const Filter filter : {Filter::point, Filter::linear}) {
        Texture texture = line(4, Channel::f32);
        texture.is_normalized = is_normalized;
        texture.filter = filter;
        texture.address = {mode, mode, mode};
        for (const float x : {NAN, HUGE_VALF, -HUGE_VALF, 3e38F, -3e38F, 1e9F, -1e9F})
          EXPECT_TRUE(std::isfinite(at(texture, four, x))) << x;
      }
    }
  }
}

TEST(TextureRead, of_integers_returns_them_or_fractions) {
  const std::vector<std::uint8_t> texels{0, 128, 255, 129};
  Texture texture = line(4, Channel::u8);
  EXPECT_EQ(sample(texture, bytes(texels), {1, 0, 0}).bits[0], 128U);
  texture.channel = Channel::s8;
  EXPECT_EQ(sample(texture, bytes(texels), {2, 0, 0}).bits[0], 0xffff'ffffU);
  texture.reads_fractions = true;
  EXPECT_EQ(value(sample(texture, bytes(texels), {1, 0, 0})), -1);
  EXPECT_EQ(value(sample(texture, bytes(texels), {3, 0, 0})), -1);
  EXPECT_EQ(value(sample(texture, bytes(texels), {2, 0, 0})), -1.0F / 127);
  texture.channel = Channel::u8;
  EXPECT_EQ(value(sample(texture, bytes(texels), {2, 0, 0})), 1);
  EXPECT_EQ(value(sample(texture, bytes(texels), {1, 0, 0})), 128.0F / 255);
  texture.filter = Filter::linear;
  EXPECT_EQ(value(sample(texture, bytes(texels), {1, 0, 0})), 64.0F / 255);
}

TEST(TextureRead, of_halves_returns_floats) {
  const std::vector<std::uint16_t> texels{0x3c00, 0xc000, 0x0001, 0x7c00};
  const Texture texture = line(4, Channel::f16);
  EXPECT_EQ(value(sample(texture, bytes(texels), {0, 0, 0})), 1);
  EXPECT_EQ(value(sample(texture, bytes(texels), {1, 0, 0})), -2);
  EXPECT_EQ(value(sample(texture, bytes(texels), {2, 0, 0})), std::ldexp(1.0F, -24));
  EXPECT_EQ(value(sample(texture, bytes(texels), {3, 0, 0})), HUGE_VALF);
}

TEST(TextureRead, of_several_channels) {
  const std::vector<std::uint16_t> texels{1, 2, 3, 4, 5, 6, 7, 8};
  const Texture texture = line(2, Channel::u16, 4);
  const Fetched fetched = sample(texture, bytes(texels), {1, 0, 0});
  EXPECT_EQ(fetched.bits, (std::array<std::uint32_t, 4>{5, 6, 7, 8}));
  EXPECT_EQ(fetched.reads, 1U);
  EXPECT_EQ(fetched.read_at[0], 8U);
}

TEST(TextureFetch, by_number_of_linear_memory_is_zero_outside) {
  Texture texture = line(4, Channel::f32);
  texture.memory = Memory::linear;
  EXPECT_EQ(value(fetch(texture, bytes(four), {3, 0, 0})), 80);
  EXPECT_EQ(value(fetch(texture, bytes(four), {4, 0, 0})), 0);
  EXPECT_EQ(value(fetch(texture, bytes(four), {-1, 0, 0})), 0);
  texture.memory = Memory::array;
  EXPECT_EQ(value(fetch(texture, bytes(four), {4, 0, 0})), 80);
}

TEST(TextureLayers, are_apart_and_the_last_stands_for_those_behind) {
  Texture texture = line(2, Channel::f32);
  texture.geometry = Geometry::lines;
  texture.layers = 2;
  texture.filter = Filter::linear;
  EXPECT_EQ(value(sample(texture, bytes(four), {1, 0, 0}, 0)), 15);
  EXPECT_EQ(value(sample(texture, bytes(four), {1, 0, 0}, 1)), 60);
  EXPECT_EQ(value(sample(texture, bytes(four), {1, 0, 0}, 9)), 60);
}

TEST(TextureCube, has_six_faces) {
  std::vector<float> texels;
  for (int face = 0; face < 6; ++face)
    for (int i = 0; i < 4; ++i) texels.push_back(static_cast<float>(10 * face + i));
  Texture texture = plane(2, 2, Channel::f32);
  texture.geometry = Geometry::cube;
  texture.layers = 6;
  texture.is_normalized = true;
  const auto of = [&](float x, float y, float z) {
    return value(sample(texture, bytes(texels), {x, y, z}));
  };
  // +x looks at (s, t) = (-z, -y), and so on.
  EXPECT_EQ(of(1, 0.5F, 0.5F), 0);
  EXPECT_EQ(of(1, -0.5F, -0.5F), 3);
  EXPECT_EQ(of(-1, 0.5F, 0.5F), 11);
  EXPECT_EQ(of(0.5F, 1, 0.5F), 23);
  EXPECT_EQ(of(0.5F, -1, 0.5F), 31);
  EXPECT_EQ(of(0.5F, -0.5F, 1), 43);
  EXPECT_EQ(of(0.5F, 0.5F, -1), 50);
}

TEST(TextureGather, has_the_four_texels_counterclockwise) {
  const Texture texture = plane(2, 2, Channel::f32);
  const Fetched fetched = gather(texture, bytes(four), {1, 1, 0}, 0, 0);
  EXPECT_EQ(value(fetched, 0), 40);
  EXPECT_EQ(value(fetched, 1), 80);
  EXPECT_EQ(value(fetched, 2), 20);
  EXPECT_EQ(value(fetched, 3), 10);
}

// An image of 5 x 4 bytes, as an H100 read it: the second row, in hundredths.
TEST(TextureMeasured, an_image_at_shifts_of_quarters) {
  std::vector<std::uint8_t> texels;
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 5; ++x)
      texels.push_back(static_cast<std::uint8_t>(20 * y + 4 * x + (x == 2 ? 100 : 0)));
  Texture texture = plane(5, 4, Channel::u8);
  texture.reads_fractions = true;
  struct Row {
    Filter filter;
    float dx, dy;
    std::array<int, 5> seen;
  };
  constexpr Row rows[] = {
      {Filter::point, 0, 0, {2000, 2400, 12800, 3200, 3600}},
      {Filter::point, 0.5F, 0, {2400, 12800, 3200, 3600, 3600}},
      {Filter::point, 0.25F, 0.75F, {4000, 4400, 14800, 5200, 5600}},
      {Filter::point, -0.5F, 0.5F, {4000, 4400, 14800, 5200, 5600}},
      {Filter::linear, 0, 0, {2000, 2400, 12800, 3200, 3600}},
      {Filter::linear, 0.5F, 0, {2200, 7600, 8000, 3400, 3600}},
      {Filter::linear, 0.25F, 0.75F, {3600, 6500, 11900, 4800, 5100}},
      {Filter::linear, -0.5F, 0.5F, {3000, 3200, 8600, 9000, 4400}},
  };
  for (const Row& row : rows) {
    texture.filter = row.filter;
    for (std::size_t x = 0; x < 5; ++x) {
      const float u = static_cast<float>(x) + 0.5F + row.dx;
      const float found = value(sample(texture, bytes(texels), {u, 1.5F + row.dy, 0}));
      EXPECT_EQ(std::lround(25500 * found), row.seen[x]) << u << ", " << row.dy;
    }
  }
}

TEST(Surface, is_addressed_in_bytes) {
  Texture texture = plane(4, 3, Channel::f32);
  EXPECT_EQ(surface_offset(texture, {8, 2, 0}, 0, 4, false), 40U);
  EXPECT_EQ(surface_offset(texture, {16, 2, 0}, 0, 4, false), std::nullopt);
  EXPECT_EQ(surface_offset(texture, {8, -1, 0}, 0, 4, false), std::nullopt);
  EXPECT_EQ(surface_offset(texture, {16, -1, 0}, 0, 4, true), 12U);
}

TEST(TextureReference, agrees_over_random_rows_and_planes) {
  struct Pair {
    Address address;
    reference::Mode mode;
  };
  constexpr Pair pairs[] = {{Address::clamp, reference::Mode::clamp},
                            {Address::border, reference::Mode::border},
                            {Address::wrap, reference::Mode::wrap},
                            {Address::mirror, reference::Mode::mirror}};
  std::mt19937 random(18);
  const auto number = [&](std::uint32_t below) {
    return static_cast<std::uint32_t>(random() % below);
  };
  for (int round = 0; round < 400; ++round) {
    const std::uint32_t width = 1 + number(6);
    const std::uint32_t height = 1 + number(5);
    std::vector<std::vector<float>> rows(height);
    std::vector<float> texels;
    for (std::vector<float>& row : rows) {
      for (std::uint32_t x = 0; x < width; ++x) row.push_back(static_cast<float>(number(64)));
      texels.insert(texels.end(), row.begin(), row.end());
    }
    const Pair& pair = pairs[number(4)];
    Texture texture = plane(width, height, Channel::f32);
    texture.is_normalized = true;
    texture.address = {pair.address, pair.address, pair.address};
    // Multiples of 1/1024 of a texel, so that both compute exactly, and no coordinate near a tie.
    const auto coordinate = [&](std::uint32_t size) {
      return (static_cast<double>(number(3 * size * 256)) - size * 256.0) / 256 + 1.0 / 1024;
    };
    const double x = coordinate(width);
    const double y = coordinate(height);
    const float u = static_cast<float>(x / width);
    const float v = static_cast<float>(y / height);
    texture.filter = Filter::point;
    const auto line_of_y = static_cast<long>(std::floor(y));
    std::vector<float> column;
    for (const std::vector<float>& row : rows)
      column.push_back(static_cast<float>(reference::nearest(row, pair.mode, x)));
    EXPECT_EQ(at(texture, texels, u, v), reference::texel(column, pair.mode, line_of_y)) << round;
    texture.filter = Filter::linear;
    EXPECT_NEAR(at(texture, texels, u, v), reference::bilinear(rows, pair.mode, x, y), 1e-3)
        << round;
  }
}

}  // namespace
}  // namespace lanescope::texture
