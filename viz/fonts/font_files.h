// The system's font files for the program's font roles, found through fontconfig.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viz/picture/core/draw_list.h"
#include "viz/text/languages.h"

namespace lanescope::fonts {

struct FontFile {
  std::string path;
  // Of the face in the file; the upper 16 bits select an instance of a variable font.
  int index = 0;
  std::string family;     // fontconfig's name for it
  bool preferred = true;  // false: a substitute for the family we asked for
  bool is_bold = false;   // demibold or heavier
};

// Inter for reading, JetBrains Mono for code and numbers, or fontconfig's substitutes. nullopt: the
// system has no fonts.
[[nodiscard]] std::optional<FontFile> find_font(picture::FontRole role);
// Both faces of a language that names fonts of its own. If there is no bold face, `bold` is the
// regular one.
struct LanguageFonts {
  std::optional<FontFile> usual, bold;
};
[[nodiscard]] LanguageFonts find_fonts(const text::Language& language);
// Of all languages that name fonts, in the order of the languages: a text may quote any of them.
[[nodiscard]] std::vector<LanguageFonts> find_language_fonts();

}  // namespace lanescope::fonts
