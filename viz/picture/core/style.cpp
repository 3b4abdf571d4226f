#include "viz/picture/core/style.h"

#include <cstddef>

namespace lanescope::picture {
namespace {

// `bytes`, moved back to a character boundary.
std::size_t character_end(std::string_view text, std::size_t bytes) {
  while (bytes > 0 && bytes < text.size() &&
         (static_cast<unsigned char>(text[bytes]) & 0xc0U) == 0x80U) {
    --bytes;
  }
  return bytes;
}

}  // namespace

std::string fitted(const Style& style, FontRole font, float size, std::string_view text,
                   float width) {
  if (style.measure(font, size, text) <= width) return std::string(text);
  std::size_t low = 0;
  std::size_t high = text.size();  // invariant: `low` bytes and the ellipsis fit, `high` do not
  const auto cut = [&](std::size_t bytes) {
    return std::string(text.substr(0, character_end(text, bytes))) + "…";
  };
  if (style.measure(font, size, "…") > width) return {};
  while (high - low > 1) {
    const std::size_t middle = (low + high) / 2;
    (style.measure(font, size, cut(middle)) <= width ? low : high) = middle;
  }
  const std::size_t end = character_end(text, low);
  return end == 0 ? std::string() : cut(end);
}

std::string whole_parts(const Style& style, FontRole font, float size, std::string_view text,
                        float width) {
  constexpr std::string_view between = " · ";
  while (style.measure(font, size, text) > width) {
    const std::size_t last = text.rfind(between);
    if (last == std::string_view::npos) return fitted(style, font, size, text, width);
    text = text.substr(0, last);
  }
  return std::string(text);
}

float typical_text_width(FontRole font, float size, std::string_view text) {
  const bool mono = is_mono(font);
  const float bold = font == FontRole::ui_bold ? 1.06F : 1.0F;
  float width = 0;
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if ((byte & 0xc0U) == 0x80U) continue;  // continuation byte
    if (byte >= 0xe3U) {
      width += 1.0F;  // CJK and others: full width
    } else if (mono) {
      width += 0.6F;
    } else if (byte == ' ' || byte == '.' || byte == ',' || byte == ':' || byte == 'i' ||
               byte == 'l') {
      width += 0.3F * bold;
    } else {
      width += 0.62F * bold;
    }
  }
  return width * size;
}

}  // namespace lanescope::picture
