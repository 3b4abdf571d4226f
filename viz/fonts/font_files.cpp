#include "viz/fonts/font_files.h"

#include <memory>

#include <fontconfig/fontconfig.h>

namespace lanescope::fonts {
namespace {

struct PatternDeleter {
  void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
};
using Pattern = std::unique_ptr<FcPattern, PatternDeleter>;

const FcChar8* chars(const char* text) { return reinterpret_cast<const FcChar8*>(text); }

// Runs fontconfig's substitutions and returns the best match that FreeType can scale.
std::optional<FontFile> matched(const Pattern& wanted) {
  FcPatternAddBool(wanted.get(), FC_SCALABLE, FcTrue);
  FcConfigSubstitute(nullptr, wanted.get(), FcMatchPattern);
  FcDefaultSubstitute(wanted.get());
  FcResult result = FcResultNoMatch;
  const Pattern found(FcFontMatch(nullptr, wanted.get(), &result));
  FcChar8* path = nullptr;
  if (!found || FcPatternGetString(found.get(), FC_FILE, 0, &path) != FcResultMatch)
    return std::nullopt;
  FontFile file;
  file.path = reinterpret_cast<const char*>(path);
  FcPatternGetInteger(found.get(), FC_INDEX, 0, &file.index);
  int weight = FC_WEIGHT_REGULAR;  // a variable font reports a range, which leaves this default
  FcPatternGetInteger(found.get(), FC_WEIGHT, 0, &weight);
  file.is_bold = weight >= FC_WEIGHT_DEMIBOLD;
  return file;
}

}  // namespace

std::optional<FontFile> find_font(picture::FontRole role) {
  const bool mono = picture::is_mono(role);
  const bool bold = picture::is_bold(role);
  const Pattern wanted(FcPatternCreate());
  FcPatternAddString(wanted.get(), FC_FAMILY, chars(mono ? "JetBrains Mono" : "Inter"));
  FcPatternAddString(wanted.get(), FC_FAMILY, chars(mono ? "monospace" : "sans-serif"));
  FcPatternAddInteger(wanted.get(), FC_WEIGHT, bold ? FC_WEIGHT_DEMIBOLD : FC_WEIGHT_REGULAR);
  FcPatternAddInteger(wanted.get(), FC_SLANT, FC_SLANT_ROMAN);
  return matched(wanted);
}

LanguageFonts find_fonts(const text::Language& language) {
  const auto face = [&](int weight) {
    const Pattern wanted(FcPatternCreate());
    for (const std::string& family : language.fonts)
      FcPatternAddString(wanted.get(), FC_FAMILY, chars(family.c_str()));
    FcPatternAddString(wanted.get(), FC_FAMILY, chars("sans-serif"));
    FcPatternAddString(wanted.get(), FC_LANG, chars(language.font_language.c_str()));
    FcPatternAddInteger(wanted.get(), FC_WEIGHT, weight);
    return matched(wanted);
  };
  return {face(FC_WEIGHT_REGULAR), face(FC_WEIGHT_DEMIBOLD)};
}

std::vector<LanguageFonts> find_language_fonts() {
  std::vector<LanguageFonts> all;
  for (const text::Language& language : text::languages().all) {
    if (!language.fonts.empty()) all.push_back(find_fonts(language));
  }
  return all;
}

}  // namespace lanescope::fonts
