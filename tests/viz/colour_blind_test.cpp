// Colours with different meanings must be distinguishable for people with red-green colour
// blindness or no colour vision at all.
//
// Simulation: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for
// Simulation of Color Vision Deficiency", IEEE TVCG 15(6), 2009, severity 1.0, on linear RGB.

#include <array>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "viz/picture/core/palette.h"

namespace lanescope::picture {
namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

struct Sight {
  const char* name;
  Matrix matrix;
};

constexpr Sight sights[] = {{"deuteranopia",
                             {{{0.367322, 0.860646, -0.227968},
                               {0.280085, 0.672501, 0.047413},
                               {-0.011820, 0.042940, 0.968881}}}},
                            {"protanopia",
                             {{{0.152286, 1.052583, -0.204868},
                               {0.114503, 0.786281, 0.099216},
                               {-0.003882, -0.048116, 1.051998}}}},
                            {"tritanopia",
                             {{{1.255528, -0.076749, -0.178779},
                               {-0.078411, 0.930809, 0.147602},
                               {0.004733, 0.691367, 0.303900}}}}};

double to_linear(double s) { return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4); }

// Converts linear RGB to CIE L*a*b*, white point D65.
std::array<double, 3> lab_of(const std::array<double, 3>& rgb) {
  const double x = (0.4124564 * rgb[0] + 0.3575761 * rgb[1] + 0.1804375 * rgb[2]) / 0.95047;
  const double y = 0.2126729 * rgb[0] + 0.7151522 * rgb[1] + 0.0721750 * rgb[2];
  const double z = (0.0193339 * rgb[0] + 0.1191920 * rgb[1] + 0.9503041 * rgb[2]) / 1.08883;
  const auto curve = [](double t) {
    return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
  };
  return {116 * curve(y) - 16, 500 * (curve(x) - curve(y)), 200 * (curve(y) - curve(z))};
}

std::array<double, 3> seen_by(const Sight& sight, const Color& color) {
  const std::array<double, 3> linear{to_linear(color.r), to_linear(color.g), to_linear(color.b)};
  std::array<double, 3> seen{};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column)
      seen[row] += sight.matrix[row][column] * linear[column];
    seen[row] = std::fmin(std::fmax(seen[row], 0), 1);
  }
  return lab_of(seen);
}

// CIE76.
double difference(const Sight& sight, const Color& a, const Color& b) {
  const auto first = seen_by(sight, a);
  const auto second = seen_by(sight, b);
  return std::hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]);
}

class ColourBlind : public testing::TestWithParam<Theme> {};
INSTANTIATE_TEST_SUITE_P(Palette, ColourBlind,
                         testing::Values(Theme::dark, Theme::light, Theme::contrast));

TEST_P(ColourBlind, sees_good_and_costly_apart) {
  const Palette p = palette_for(GetParam());
  constexpr double clearly = 25;  // 2 is a barely visible difference
  for (const Sight& sight : sights) {
    EXPECT_GT(difference(sight, p.good, p.costly), clearly) << sight.name;
    EXPECT_GT(difference(sight, p.good_text, p.costly_text), clearly) << sight.name;
    EXPECT_GT(difference(sight, p.good_verdict, p.costly_verdict), clearly) << sight.name;
  }
}

TEST_P(ColourBlind, sees_what_is_lit_apart_from_an_empty_cell) {
  const Palette p = palette_for(GetParam());
  constexpr double clearly = 25;
  for (const Sight& sight : sights) {
    EXPECT_GT(difference(sight, p.good, p.cell), clearly) << sight.name;
    EXPECT_GT(difference(sight, p.costly, p.cell), clearly) << sight.name;
  }
}

TEST_P(ColourBlind, sees_the_lanes_rise_from_dark_to_light) {
  const Palette p = palette_for(GetParam());
  for (const Sight& sight : sights) {
    for (std::size_t lane = 1; lane < p.lane.size(); ++lane) {
      EXPECT_GT(seen_by(sight, p.lane[lane])[0], seen_by(sight, p.lane[lane - 1])[0])
          << sight.name << ", lane " << lane;
    }
  }
}

TEST(ColourBlindness, of_usual_sight_is_the_difference_of_the_formula) {
  constexpr Sight usual{"usual", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
  EXPECT_NEAR(difference(usual, rgb(0xffffff), rgb(0x000000)), 100, 0.01);
  EXPECT_NEAR(difference(usual, rgb(0x808080), rgb(0x808080)), 0, 1e-9);
}

}  // namespace
}  // namespace lanescope::picture
