#include "app/window/toolkit/fonts.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <system_error>

#include <ft2build.h>
#include FT_FREETYPE_H
#include <imgui_freetype.h>
#include <imgui_impl_opengl3.h>

#include "viz/fonts/font_files.h"
#include "viz/picture/core/line_break.h"

namespace lanescope::app {
namespace {

using fonts::find_font;
using fonts::FontFile;
using picture::FontRole;
constexpr float largest = std::numeric_limits<float>::max();
constexpr bool atlas_is_dynamic = IMGUI_VERSION_NUM >= 19200;
// Half the height of capitals and digits, relative to the em. The height is 0.73 em in both Inter
// and JetBrains Mono.
constexpr float half_capital = 0.365F;
// Every size has the characters of ASCII; others are rasterised for the sizes that show them.
constexpr ImWchar last_of_ascii = 0x7e;

}  // namespace

// One face of a font file in memory, with the factor from em size to ImGui's size.
struct Fonts::Face {
  std::shared_ptr<std::vector<char>> bytes;  // the file, shared by all its faces
  int index = 0;
  bool emboldened = false;    // the file has no bold face: FreeType emboldens this one
  float imgui_per_em = 1.2F;  // (ascender - descender) / units per em
  ImFont* dynamic = nullptr;  // ImGui 1.92 and later: one font for all sizes
};

namespace {

// The whole file; empty if it can't be read.
std::shared_ptr<std::vector<char>> read_font(const std::filesystem::path& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  auto bytes = std::make_shared<std::vector<char>>(error ? 0 : size);
  std::ifstream stream(path, std::ios::binary);
  if (!stream.read(bytes->data(), static_cast<std::streamsize>(bytes->size()))) bytes->clear();
  return bytes;
}

// Each file is read once: Chinese fonts are several megabytes, and one file often contains the
// faces of several roles.
using FilesRead = std::map<std::filesystem::path, std::shared_ptr<std::vector<char>>>;

template <class Face>
std::unique_ptr<Face> load_face(const FontFile& file, FilesRead& files) {
  auto& bytes = files[file.path];
  if (!bytes) bytes = read_font(file.path);
  auto face = std::make_unique<Face>();
  face->bytes = bytes;
  face->index = file.index;
  FT_Library library = nullptr;
  FT_Face handle = nullptr;
  bool usable = FT_Init_FreeType(&library) == 0;
  if (usable) {
    usable =
        FT_New_Memory_Face(library, reinterpret_cast<const FT_Byte*>(face->bytes->data()),
                           static_cast<FT_Long>(face->bytes->size()), file.index, &handle) == 0;
    if (usable) {
      if (handle->units_per_EM > 0) {
        face->imgui_per_em =
            static_cast<float>(handle->ascender - handle->descender) / handle->units_per_EM;
      }
      FT_Done_Face(handle);
    }
    FT_Done_FreeType(library);
  }
  return usable ? std::move(face) : nullptr;
}

template <class Face>
ImFontConfig config_for(const Face& face, bool merge) {
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.FontNo = static_cast<decltype(config.FontNo)>(face.index);
  config.MergeMode = merge;
  config.OversampleH = 1;
  config.OversampleV = 1;
  config.PixelSnapH = true;
#if IMGUI_VERSION_NUM >= 19200
  config.FontLoaderFlags |= ImGuiFreeTypeLoaderFlags_LightHinting;
  if (face.emboldened) config.FontLoaderFlags |= ImGuiFreeTypeLoaderFlags_Bold;
#else
  config.FontBuilderFlags |= ImGuiFreeTypeBuilderFlags_LightHinting;
  if (face.emboldened) config.FontBuilderFlags |= ImGuiFreeTypeBuilderFlags_Bold;
#endif
  return config;
}

}  // namespace

Fonts::Fonts() {
#if IMGUI_VERSION_NUM < 19200
  ImGui::GetIO().Fonts->FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
#endif
  load_faces();
#if IMGUI_VERSION_NUM >= 19200
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.SetFontLoader(ImGuiFreeType::GetFontLoader());
  constexpr float reference_em = 16.0F;
  const auto add = [&](Face& face, bool merge) {
    const ImFontConfig config = config_for(face, merge);
    return atlas.AddFontFromMemoryTTF(face.bytes->data(), static_cast<int>(face.bytes->size()),
                                      reference_em * face.imgui_per_em, &config);
  };
  for (auto& [role, face] : faces_) {
    face->dynamic = add(*face, false);
    for (Face* const merged : merged_into(role)) add(*merged, true);
  }
#endif
}

Fonts::~Fonts() = default;

void Fonts::load_faces() {
  FilesRead files;
  for (const FontRole role :
       {FontRole::ui, FontRole::ui_bold, FontRole::mono, FontRole::mono_bold}) {
    if (const auto file = find_font(role)) {
      if (auto loaded = load_face<Face>(*file, files)) faces_.emplace(role, std::move(loaded));
    }
  }
  for (const fonts::LanguageFonts& language : fonts::find_language_fonts()) {
    auto& [usual, bold] = languages_.emplace_back();
    if (language.regular) usual = load_face<Face>(*language.regular, files);
    if (language.bold) {
      bold = load_face<Face>(*language.bold, files);
      if (bold) bold->emboldened = !language.bold->is_bold;
    }
  }
  if (faces_.size() < 4) {
    notice_ = "fontconfig offers no usable font; text is shown in a built-in one";
    faces_.clear();
    languages_.clear();
  }
}

Fonts::Key Fonts::key(FontRole role, float em_px) {
  return {role, static_cast<int>(std::lround(std::max(em_px, 4.0F) * 2))};
}

const Fonts::Face* Fonts::face(FontRole role) const {
  const auto found = faces_.find(role);
  return found != faces_.end() ? found->second.get() : nullptr;
}

std::vector<Fonts::Face*> Fonts::merged_into(FontRole role) const {
  const bool wants_bold = picture::is_bold(role);
  std::vector<Face*> faces;
  for (const auto& [usual, bold] : languages_) {
    if (Face* const face = wants_bold && bold ? bold.get() : usual.get()) faces.push_back(face);
  }
  return faces;
}

void Fonts::note_characters(Sized& entry, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const char32_t character = picture::next_character(text, at);
    if (character > last_of_ascii && character <= 0xffff && entry.extra.insert(character).second) {
      entry.built = false;
      dirty_ = true;
    }
  }
}

Fonts::Sized& Fonts::sized(FontRole role, float em_px, std::string_view text) {
  Sized& entry = sized_[key(role, em_px)];
  if (!entry.built) dirty_ = true;
  note_characters(entry, text);
  return entry;
}

void Fonts::expect(FontRole role, float em_px, std::string_view text) {
  if (!atlas_is_dynamic) sized(role, em_px, text);
}

void Fonts::forget_sizes() {
  sized_.clear();
  dirty_ = !atlas_is_dynamic;
}

#if IMGUI_VERSION_NUM >= 19200

namespace {

struct Dynamic {
  ImFont* font = nullptr;
  // ImGui's size; whole, because ImGui rasterises whole sizes and stretches the others.
  float size = 0;
};

template <class Face>
Dynamic dynamic(const Face* face, float em_px) {
  return face != nullptr ? Dynamic{face->dynamic, std::round(em_px * face->imgui_per_em)}
                         : Dynamic{ImGui::GetFont(), std::round(em_px)};
}

}  // namespace

float Fonts::width(FontRole role, float em_px, std::string_view text) {
  const auto [font, size] = dynamic(face(role), em_px);
  return font->CalcTextSizeA(size, largest, 0, text.data(), text.data() + text.size()).x;
}

void Fonts::draw(ImDrawList& list, FontRole role, float em_px, float x, float middle, ImU32 color,
                 std::string_view text) {
  const auto [font, size] = dynamic(face(role), em_px);
  const float baseline = std::round(middle + half_capital * em_px);
  list.AddText(font, size,
               ImVec2(std::round(x), baseline - std::round(font->GetFontBaked(size)->Ascent)),
               color, text.data(), text.data() + text.size());
}

void Fonts::push(FontRole role, float em_px) {
  const auto [font, size] = dynamic(face(role), em_px);
  ImGui::PushFont(font, size);
}

void Fonts::rebuild() { dirty_ = false; }
void Fonts::add_to_atlas(const Key&, Sized&) {}

#else

float Fonts::width(FontRole role, float em_px, std::string_view text) {
  const Sized& entry = sized(role, em_px, text);
  // A guess until the atlas has the font; the frame is discarded then.
  return entry.font == nullptr ? 0.6F * em_px * static_cast<float>(text.size())
                               : entry.font
                                     ->CalcTextSizeA(entry.font->FontSize, largest, 0, text.data(),
                                                     text.data() + text.size())
                                     .x;
}

void Fonts::draw(ImDrawList& list, FontRole role, float em_px, float x, float middle, ImU32 color,
                 std::string_view text) {
  const Sized& entry = sized(role, em_px, text);
  if (entry.font == nullptr) return;
  const float baseline = std::round(middle + half_capital * em_px);
  list.AddText(entry.font, entry.font->FontSize,
               ImVec2(std::round(x), baseline - std::round(entry.font->Ascent)), color, text.data(),
               text.data() + text.size());
}

void Fonts::push(FontRole role, float em_px) { ImGui::PushFont(sized(role, em_px, "").font); }

void Fonts::add_to_atlas(const Key& at, Sized& entry) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  const float em_px = static_cast<float>(at.second) / 2;
  const auto found = faces_.find(at.first);
  entry.built = true;
  if (found == faces_.end()) {
    ImFontConfig config;
    config.SizePixels = std::round(em_px);
    entry.font = atlas.AddFontDefault(&config);
    return;
  }
  entry.ranges = {0x20, last_of_ascii};
  for (const unsigned int character : entry.extra) {
    entry.ranges.push_back(static_cast<ImWchar>(character));
    entry.ranges.push_back(static_cast<ImWchar>(character));
  }
  entry.ranges.push_back(0);
  const auto add = [&](Face& face, bool merge, const ImWchar* ranges) {
    const ImFontConfig config = config_for(face, merge);
    return atlas.AddFontFromMemoryTTF(face.bytes->data(), static_cast<int>(face.bytes->size()),
                                      em_px * face.imgui_per_em, &config, ranges);
  };
  entry.font = add(*found->second, false, entry.ranges.data());
  // Characters that the face lacks (mainly Chinese) come from the first merged face that has them.
  // An empty list of ranges adds nothing.
  if (!entry.extra.empty()) {
    for (Face* const merged : merged_into(at.first)) add(*merged, true, entry.ranges.data() + 2);
  }
}

void Fonts::rebuild() {
  if (!dirty_) return;
  dirty_ = false;
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  atlas.Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight | ImFontAtlasFlags_NoMouseCursors;
  for (auto& [at, entry] : sized_) add_to_atlas(at, entry);
  if (atlas.Fonts.empty()) atlas.AddFontDefault();
  atlas.Build();
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

#endif

void Fonts::pop() { ImGui::PopFont(); }

}  // namespace lanescope::app
