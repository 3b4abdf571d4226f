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
  bool is_bold = false;  // demibold or heavier
};

// Inter for reading, JetBrains Mono for code and numbers, or fontconfig's substitutes. nullopt: the
// system has no fonts.
[[nodiscard]] std::optional<FontFile> find_font(picture::FontRole role);
// The regular and bold face of a language's own fonts. If the system has no bold face, `bold` is
// the regular one.
struct LanguageFonts {
  std::optional<FontFile> regular, bold;
};
[[nodiscard]] LanguageFonts find_fonts(const text::Language& language);
// For every language that names fonts, in language order; a text may contain characters of any of
// them.
[[nodiscard]] std::vector<LanguageFonts> find_language_fonts();

}  // namespace lanescope::fonts
