// Small pieces of XML and HTML: text that means itself, numbers as short as they can be.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "viz/scene/draw_list.h"

namespace lanescope::svg {

// For element content and for attributes in double quotes. What XML 1.0 cannot hold (control
// characters, bytes that are no UTF-8) becomes U+FFFD.
[[nodiscard]] std::string escaped(std::string_view text);

// At most two digits behind the point, none that say nothing: "12", "0.5", "-3.25"; 0 for what is
// no number.
[[nodiscard]] std::string number(double value);

// "#5aabff"; alpha is not in it.
[[nodiscard]] std::string hex(const scene::Color& color);
// "rgba(90,171,255,.5)", or hex() where it is opaque: CSS, not SVG 1.1.
[[nodiscard]] std::string css(const scene::Color& color);

[[nodiscard]] std::string base64(std::span<const std::uint8_t> bytes);

}  // namespace lanescope::svg
