#include "viz/export/markup.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>
#include <stb_image_write.h>

#include "sim/text/characters.h"
#include "viz/picture/core/palette.h"

namespace lanescope::svg {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

std::string_view ascii(char character) {
  switch (character) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\n':
      return "&#10;";  // in an attribute, XML turns a plain line break into a space
    case '\t':
      return "&#9;";
    default:
      return static_cast<unsigned char>(character) < 0x20U || character == 0x7F
                 ? replacement
                 : std::string_view{};
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto [code, bytes] = character_at(text, at);
    const bool is_ascii = code < 0x80;
    // XML forbids U+FFFE and U+FFFF.
    const bool is_none = code >= no_character && code <= 0xffff;
    const std::string_view special = is_ascii ? ascii(text[at]) : is_none ? replacement : "";
    result += special.empty() ? text.substr(at, bytes) : special;
    at += bytes;
  }
  return result;
}

std::string number(double value) {
  if (!std::isfinite(value)) return "0";
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string hex(const picture::Color& color) {
  return fmt::format("#{:02x}{:02x}{:02x}", picture::byte_of(color.r), picture::byte_of(color.g),
                     picture::byte_of(color.b));
}

std::string css(const picture::Color& color) {
  if (color.a >= 1) return hex(color);
  return fmt::format("rgba({},{},{},{})", picture::byte_of(color.r), picture::byte_of(color.g),
                     picture::byte_of(color.b), number(color.a));
}

std::string with_language_fonts(std::string_view families, const text::Languages& languages) {
  std::string all(families);
  for (const text::Language& language : languages.all) {
    for (const std::string& family : language.fonts) all += fmt::format(",'{}'", family);
  }
  return all;
}

std::string base64(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i) group = group << 8U | (i < count ? bytes[at + i] : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      text += i <= count ? digits[group >> (18 - 6 * i) & 63U] : '=';
  }
  return text;
}

std::string png_of(int width, int height, int channels, const std::vector<std::uint8_t>& pixels) {
  if (width < 1 || height < 1 || (channels != 3 && channels != 4)) return {};
  const std::size_t bytes = static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
                            static_cast<std::size_t>(channels);
  if (pixels.size() != bytes) return {};
  // Tables and text have flat colours: without PNG's filters they compress better, and five times
  // as fast. The library's setting is set once, since several threads write pictures.
  [[maybe_unused]] static const int no_filter = stbi_write_force_png_filter = 0;
  std::string encoded;
  const auto append = [](void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                               static_cast<std::size_t>(size));
  };
  if (stbi_write_png_to_func(append, &encoded, width, height, channels, pixels.data(),
                             width * channels) == 0) {
    return {};
  }
  return encoded;
}

}  // namespace lanescope::svg
