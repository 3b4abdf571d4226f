#include "viz/picture/core/palette.h"

#include <algorithm>
#include <cmath>

namespace lanescope::picture {
namespace {

struct Lab {
  double l, a, b;  // CIE L*a*b*, white D65
};

double to_linear(double s) { return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4); }

double to_srgb(double linear) {
  const double s = linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
  return std::clamp(s, 0.0, 1.0);
}

double lab_curve_inverse(double t) {
  return t > 6.0 / 29 ? t * t * t : 3 * (6.0 / 29) * (6.0 / 29) * (t - 4.0 / 29);
}

// Rounded to bytes, so that a colour picker on a screenshot shows the palette's colour.
Color color_of(const Lab& lab) {
  const double fy = (lab.l + 16) / 116;
  const double x = 0.95047 * lab_curve_inverse(fy + lab.a / 500);
  const double y = lab_curve_inverse(fy);
  const double z = 1.08883 * lab_curve_inverse(fy - lab.b / 200);
  const auto byte = [](double linear) {
    return static_cast<float>(std::round(to_srgb(linear) * 255) / 255);
  };
  return {byte(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
          byte(-0.9692660 * x + 1.8760108 * y + 0.0415560 * z),
          byte(0.0556434 * x - 0.2040259 * y + 1.0572252 * z), 1};
}

double luminance(const Color& c) {
  return 0.2126 * to_linear(c.r) + 0.7152 * to_linear(c.g) + 0.0722 * to_linear(c.b);
}

// On the middle greys of the ramp, neither black nor white digits are easy to read. So it has a gap
// there, between the two halves of a warp, in each of which the colours rise evenly.
void add_lanes(Palette& palette) {
  constexpr float dark_end = 0.367F, light_begin = 0.557F;  // contrast of digits: 6 to 1
  for (std::size_t lane = 0; lane < palette.lane.size(); ++lane) {
    const float part = static_cast<float>(lane % 16) / 15;
    const Color fill = ramp(lane < 16 ? part * dark_end : light_begin + part * (1 - light_begin));
    palette.lane[lane] = fill;
    palette.lane_text[lane] = black_or_white(fill);
  }
}

Palette dark() {
  Palette p;
  p.theme = Theme::dark;
  p.background = rgb(0x0d1117);
  p.panel = rgb(0x151b24);
  p.panel_raised = rgb(0x1e2631);
  p.well = rgb(0x10151d);
  p.hairline = rgb(0x2b3441);
  p.text = rgb(0xeef2f7);
  p.text_dim = rgb(0xa9b4c2);
  p.text_faint = rgb(0x8d99a9);
  p.good = rgb(0x5aaafa);
  p.good_text = rgb(0x6cb4ff);
  p.costly = rgb(0xff9f43);
  p.costly_text = rgb(0xffa552);
  p.good_verdict = p.good_text;
  p.costly_verdict = p.costly;
  p.costly_band = with_alpha(p.costly, 0.26F);
  p.costly_tint = with_alpha(p.costly, 0.07F);
  p.on_good = rgb(0x07121f);
  p.on_costly = rgb(0x1c0f00);
  p.error_text = rgb(0xff8d8d);
  p.selection = rgb(0x20304c);
  p.selection_border = rgb(0x5aaafa);
  p.cell = rgb(0x1b222d);
  p.cell_border = rgb(0x151b24);
  p.waste = rgb(0x667488);
  p.waste_fill = rgb(0x1b222d);
  p.lane_border = rgb(0x6e83a8);
  add_lanes(p);
  return p;
}

Palette light() {
  Palette p;
  p.theme = Theme::light;
  p.background = rgb(0xf0f3f7);
  p.panel = rgb(0xffffff);
  p.panel_raised = rgb(0xedf1f6);
  p.well = rgb(0xfafbfd);
  p.hairline = rgb(0xd3dae3);
  p.text = rgb(0x11161d);
  p.text_dim = rgb(0x434e5c);
  p.text_faint = rgb(0x5f6b7a);
  p.good = rgb(0x1f76d3);
  p.good_text = rgb(0x1562b8);
  p.costly = rgb(0xe8730c);
  p.costly_text = rgb(0xb04b00);
  p.good_verdict = rgb(0x1a6fca);
  p.costly_verdict = rgb(0xdb6200);
  p.costly_band = with_alpha(p.costly, 0.28F);
  p.costly_tint = with_alpha(p.costly, 0.08F);
  p.on_good = rgb(0xffffff);
  p.on_costly = rgb(0x1c0f00);
  p.error_text = rgb(0xb3261e);
  p.selection = rgb(0xdfecfb);
  p.selection_border = rgb(0x1f76d3);
  p.cell = rgb(0xeef1f5);
  p.cell_border = rgb(0xffffff);
  p.waste = rgb(0x8a97a8);
  p.waste_fill = rgb(0xeef1f5);
  p.lane_border = rgb(0x3a4252);
  add_lanes(p);
  return p;
}

Palette high_contrast() {
  Palette p;
  p.theme = Theme::contrast;
  p.background = rgb(0x000000);
  p.panel = rgb(0x000000);
  p.panel_raised = rgb(0x1a1a1a);
  p.well = rgb(0x000000);
  p.hairline = rgb(0xa6a6a6);
  p.text = rgb(0xffffff);
  p.text_dim = rgb(0xf2f2f2);
  p.text_faint = rgb(0xd9d9d9);
  p.good = rgb(0x66c2ff);
  p.good_text = rgb(0x8ad1ff);
  p.costly = rgb(0xffb000);
  p.costly_text = rgb(0xffc23d);
  p.good_verdict = p.good_text;
  p.costly_verdict = p.costly_text;
  p.costly_band = with_alpha(p.costly, 0.34F);
  p.costly_tint = with_alpha(p.costly, 0.06F);
  p.on_good = rgb(0x000000);
  p.on_costly = rgb(0x000000);
  p.error_text = rgb(0xffa3a3);
  p.selection = rgb(0x0b2f5c);
  p.selection_border = rgb(0xffffff);
  p.cell = rgb(0x141414);
  p.cell_border = rgb(0x4d4d4d);
  p.waste = rgb(0xb8b8b8);
  p.waste_fill = rgb(0x141414);
  p.lane_border = rgb(0xffffff);
  add_lanes(p);
  return p;
}

}  // namespace

Palette palette_for(Theme theme) {
  switch (theme) {
    case Theme::dark:
      return dark();
    case Theme::light:
      return light();
    case Theme::contrast:
      return high_contrast();
  }
  return dark();
}

Color ramp(float t) {
  // Lightness is linear; the hue goes from deep blue through grey to yellow. The anchors limit the
  // chroma to what a screen can show at that lightness.
  struct Anchor {
    double t, a, b;
  };
  constexpr std::array<Anchor, 5> anchors{
      {{0.0, 6, -32}, {0.25, 3, -27}, {0.5, 0, -1}, {0.75, -2, 34}, {1.0, -6, 78}}};
  const double at = std::clamp(static_cast<double>(t), 0.0, 1.0);
  std::size_t next = 1;
  while (next + 1 < anchors.size() && anchors[next].t < at) ++next;
  const Anchor& from = anchors[next - 1];
  const Anchor& to = anchors[next];
  const double part = (at - from.t) / (to.t - from.t);
  return color_of({13 + at * 79, from.a + part * (to.a - from.a), from.b + part * (to.b - from.b)});
}

Color ink_on(const Palette& palette, const Color& area) {
  for (const Color& ink : {palette.text_faint, palette.text_dim, palette.text}) {
    if (contrast(ink, area) >= 4.5F) return ink;
  }
  return black_or_white(area);
}

Color black_or_white(const Color& area) {
  const Color white = rgb(0xffffff);
  // Pure black: anything lighter falls short of 4.5:1 in the middle of the lanes' ramp.
  const Color black = rgb(0x000000);
  return contrast(white, area) >= contrast(black, area) ? white : black;
}

float contrast(const Color& a, const Color& b) {
  const double first = luminance(a) + 0.05;
  const double second = luminance(b) + 0.05;
  return static_cast<float>(std::max(first, second) / std::min(first, second));
}

Color mixed(const Color& under, const Color& over, float amount) {
  const float a = std::clamp(over.a * amount, 0.0F, 1.0F);
  const auto byte = [](float value) { return std::round(value * 255) / 255; };
  return {byte(under.r + a * (over.r - under.r)), byte(under.g + a * (over.g - under.g)),
          byte(under.b + a * (over.b - under.b)), under.a};
}

Color with_alpha(Color color, float alpha) {
  color.a = alpha;
  return color;
}

std::uint8_t byte_of(float channel) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(channel, 0.0F, 1.0F) * 255));
}

Color rgb(std::uint32_t hex) {
  const auto channel = [hex](int shift) {
    return static_cast<float>((hex >> shift) & 0xffU) / 255.0F;
  };
  return {channel(16), channel(8), channel(0), 1};
}

}  // namespace lanescope::picture
