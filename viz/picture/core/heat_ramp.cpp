#include "viz/picture/core/heat_ramp.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <toml++/toml.h>

namespace lanescope::picture {

namespace ramps {  // assets/ramps/*.toml, embedded by the build
extern const std::string_view dark;
extern const std::string_view light;
extern const std::string_view contrast;
}  // namespace ramps

namespace {

std::optional<Color> color_from(std::string_view text) {
  if (text.size() != 7 || text.front() != '#') return std::nullopt;
  std::uint32_t hex = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), hex, 16);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return rgb(hex);
}

// The file is part of the program and a test parses it; if it is broken anyway, use greys.
HeatRamp shipped(std::string_view toml) {
  return parse_ramp(toml).value_or(HeatRamp{rgb(0x303030), rgb(0xf0f0f0)});
}

}  // namespace

tl::expected<HeatRamp, std::string> parse_ramp(std::string_view toml) {
  try {
    const toml::table table = toml::parse(toml);
    const toml::array* stops = table["stops"].as_array();
    if (stops == nullptr || stops->size() < 2)
      return tl::unexpected<std::string>("stops: at least two colours are needed");
    HeatRamp ramp;
    for (const toml::node& stop : *stops) {
      const auto color = color_from(stop.value_or<std::string_view>(""));
      if (!color)
        return tl::unexpected(fmt::format("line {}: stops: a colour is written \"#rrggbb\"",
                                          stop.source().begin.line));
      ramp.push_back(*color);
    }
    return ramp;
  } catch (const toml::parse_error& error) {
    return tl::unexpected(
        fmt::format("line {}: {}", error.source().begin.line, error.description()));
  }
}

const HeatRamp& heat_ramp(Theme theme) {
  static const HeatRamp dark = shipped(ramps::dark);
  static const HeatRamp light = shipped(ramps::light);
  static const HeatRamp contrast = shipped(ramps::contrast);
  return theme == Theme::light ? light : theme == Theme::contrast ? contrast : dark;
}

Color color_at(const HeatRamp& ramp, float t) {
  const float place = std::clamp(t, 0.0F, 1.0F) * static_cast<float>(ramp.size() - 1);
  const auto from = std::min(static_cast<std::size_t>(place), ramp.size() - 2);
  const float part = place - static_cast<float>(from);
  const Color& a = ramp[from];
  const Color& b = ramp[from + 1];
  return {a.r + part * (b.r - a.r), a.g + part * (b.g - a.g), a.b + part * (b.b - a.b), 1};
}

}  // namespace lanescope::picture
