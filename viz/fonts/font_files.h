// Which font files the system has for what we want to show, found through fontconfig.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viz/scene/draw_list.h"

namespace lanescope::fonts {

struct FontFile {
  std::string path;
  int index = 0;  // of the face in the file; the upper 16 bits name an instance of a variable font
  std::string family;     // as fontconfig calls it
  bool preferred = true;  // false: something stands in for the family we asked for
  bool is_bold = false;   // demibold at least
};

// Inter for reading, JetBrains Mono for code and numbers, or what fontconfig puts in their place.
// None: no fonts.
[[nodiscard]] std::optional<FontFile> find_font(scene::FontRole role);
// A face with simplified Chinese; where there is no bold one, `bold` gives the usual face again.
[[nodiscard]] std::optional<FontFile> find_chinese_font(bool bold);

}  // namespace lanescope::fonts
