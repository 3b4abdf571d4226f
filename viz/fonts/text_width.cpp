#include "viz/fonts/text_width.h"

#if defined(LANESCOPE_HAVE_FONTS)

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ft2build.h>
#include FT_FREETYPE_H

#include "viz/fonts/font_files.h"
#include "viz/picture/core/line_break.h"

namespace lanescope::fonts {
namespace {

using picture::FontRole;

struct LibraryDeleter {
  void operator()(FT_Library library) const { FT_Done_FreeType(library); }
};
struct FaceDeleter {
  void operator()(FT_Face face) const { FT_Done_Face(face); }
};
using Library = std::unique_ptr<FT_LibraryRec_, LibraryDeleter>;
using Face = std::unique_ptr<FT_FaceRec_, FaceDeleter>;

Face open(const Library& library, const std::optional<FontFile>& file) {
  FT_Face face = nullptr;
  if (!file || FT_New_Face(library.get(), file->path.c_str(), file->index, &face) != 0)
    return nullptr;
  Face opened(face);
  return face->units_per_EM > 0 ? std::move(opened) : nullptr;
}

// The four Latin faces and the languages' fallback faces, in the order in which the window merges
// them.
class Faces {
 public:
  Faces() {
    FT_Library library = nullptr;
    if (FT_Init_FreeType(&library) != 0) return;
    library_.reset(library);
    for (const FontRole role : roles) {
      Face& face = latin_[static_cast<std::size_t>(role)];
      face = open(library_, find_font(role));
      if (face == nullptr) return;
    }
    for (const LanguageFonts& fonts : find_language_fonts())
      languages_.push_back({open(library_, fonts.regular), open(library_, fonts.bold)});
    complete_ = true;
  }
  [[nodiscard]] bool complete() const { return complete_; }

  [[nodiscard]] float width(FontRole role, float size, std::string_view text) {
    float width = 0;
    for (std::size_t at = 0; at < text.size();)
      width += advance(role, picture::next_character(text, at));
    return width * size;
  }

 private:
  static constexpr std::array roles{FontRole::ui, FontRole::ui_bold, FontRole::mono,
                                    FontRole::mono_bold};

  // In em.
  float advance(FontRole role, char32_t character) {
    std::map<char32_t, float>& known = advances_[static_cast<std::size_t>(role)];
    const auto [at, is_new] = known.try_emplace(character, 0.0F);
    if (is_new) at->second = looked_up(role, character);
    return at->second;
  }
  float looked_up(FontRole role, char32_t character) {
    const bool bold = picture::is_bold(role);
    const Face& latin = latin_[static_cast<std::size_t>(role)];
    if (const FT_UInt glyph = glyph_of(latin, character); glyph != 0) return of(latin, glyph);
    for (const auto& [regular, bold_face] : languages_) {
      const Face& face = bold && bold_face != nullptr ? bold_face : regular;
      if (const FT_UInt glyph = glyph_of(face, character); glyph != 0) return of(face, glyph);
    }
    return of(latin, 0);
  }
  static FT_UInt glyph_of(const Face& face, char32_t character) {
    return face != nullptr ? FT_Get_Char_Index(face.get(), character) : 0;
  }
  static float of(const Face& face, FT_UInt glyph) {
    if (FT_Load_Glyph(face.get(), glyph, FT_LOAD_NO_SCALE) != 0) return 0.6F;
    return static_cast<float>(face->glyph->metrics.horiAdvance) / face->units_per_EM;
  }

  Library library_;  // must be declared first: it outlives its faces
  std::array<Face, roles.size()> latin_;
  std::vector<std::pair<Face, Face>> languages_;  // regular and bold
  std::array<std::map<char32_t, float>, roles.size()> advances_;
  bool complete_ = false;
};

std::shared_ptr<Faces> faces() {
  static const auto all = std::make_shared<Faces>();
  return all;
}

}  // namespace

bool has_fonts() { return faces()->complete(); }

picture::MeasureText text_width() {
  if (!has_fonts()) return picture::typical_text_width;
  return [all = faces()](FontRole role, float size, std::string_view text) {
    return all->width(role, size, text);
  };
}

}  // namespace lanescope::fonts

#else

namespace lanescope::fonts {

bool has_fonts() { return false; }
picture::MeasureText text_width() { return picture::typical_text_width; }

}  // namespace lanescope::fonts

#endif
