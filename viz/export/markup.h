// Helpers for XML, HTML and images: escaped text, short numbers, colours, base64, PNG.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "viz/picture/core/draw_list.h"
#include "viz/text/languages.h"

namespace lanescope::svg {

// Escaped for element content and for attributes in double quotes. Characters that XML 1.0 cannot
// hold (control characters, bytes that are not UTF-8) become U+FFFD.
[[nodiscard]] std::string escaped(std::string_view text);

// At most two decimals, without trailing zeros: "12", "0.5", "-3.25". NaN and infinity give "0".
[[nodiscard]] std::string number(double value);

// "#5aabff"; ignores alpha.
[[nodiscard]] std::string hex(const picture::Color& color);
// "rgba(90,171,255,0.5)", or hex() if opaque. Valid in CSS, not in SVG 1.1.
[[nodiscard]] std::string css(const picture::Color& color);

// These CSS font families, followed by the fonts of all languages, as in the window.
[[nodiscard]] std::string with_language_fonts(std::string_view families,
                                              const text::Languages& languages = text::languages());

[[nodiscard]] std::string base64(std::span<const std::uint8_t> bytes);

// `pixels`: width x height x channels bytes, top row first; 3 channels (RGB) or 4 (RGBA, not
// premultiplied). Equal pixels give equal bytes. Returns an empty string if the sizes don't agree
// or there are no pixels.
[[nodiscard]] std::string png_of(int width, int height, int channels,
                                 const std::vector<std::uint8_t>& pixels);

}  // namespace lanescope::svg
