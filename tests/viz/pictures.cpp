// A developer tool: writes every view as PNG, dark and light, to look at.
//   xvfb-run -a viz_pictures FOLDER
// Fonts come from fontconfig and are drawn by stb_truetype; the program itself draws text with Dear
// ImGui.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fontconfig/fontconfig.h>
#include <stb_image_write.h>
#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_truetype.h>
#pragma GCC diagnostic pop

#include "tests/viz/samples.h"
#include "viz/draw/renderer.h"
#include "viz/gl/objects.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/core/transition.h"
#include "viz/picture/kernel/code.h"
#include "viz/picture/kernel/counts.h"
#include "viz/picture/kernel/strip.h"

namespace {

using namespace lanescope;
using picture::DrawList;
using picture::FontRole;

struct Font {
  std::vector<std::uint8_t> bytes;
  stbtt_fontinfo info{};
};

std::string font_file(const char* family, bool bold) {
  FcPattern* wanted = FcPatternCreate();
  FcPatternAddString(wanted, FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
  FcPatternAddInteger(wanted, FC_WEIGHT, bold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR);
  FcPatternAddInteger(wanted, FC_SLANT, FC_SLANT_ROMAN);
  FcConfigSubstitute(nullptr, wanted, FcMatchPattern);
  FcDefaultSubstitute(wanted);
  FcResult result = FcResultNoMatch;
  FcPattern* found = FcFontMatch(nullptr, wanted, &result);
  FcChar8* file = nullptr;
  std::string path;
  if (found != nullptr && FcPatternGetString(found, FC_FILE, 0, &file) == FcResultMatch)
    path = reinterpret_cast<const char*>(file);
  if (found != nullptr) FcPatternDestroy(found);
  FcPatternDestroy(wanted);
  return path;
}

class Fonts {
 public:
  Fonts() {
    load(FontRole::ui, "Inter", false);
    load(FontRole::ui_bold, "Inter", true);
    load(FontRole::mono, "JetBrains Mono", false);
    load(FontRole::mono_bold, "JetBrains Mono", true);
    read(fallback_, font_file("WenQuanYi Micro Hei", false));
  }

  float measure(FontRole role, float size, const std::string& text) const {
    float width = 0;
    each(text, [&](int code) { width += advance(role, size, code); });
    return width;
  }

  void draw(std::vector<std::uint8_t>& rgba, int width, int height,
            const picture::Label& label) const {
    const float w = measure(label.font, label.size, label.text);
    float x = label.x - (label.align_x == picture::AlignX::center  ? w / 2
                         : label.align_x == picture::AlignX::right ? w
                                                                   : 0);
    const float top = label.y - (label.align_y == picture::AlignY::middle   ? label.size / 2
                                 : label.align_y == picture::AlignY::bottom ? label.size
                                                                            : 0);
    x = std::round(x);
    each(label.text, [&](int code) {
      const Font& font = font_of(label.font, code);
      const float scale = stbtt_ScaleForMappingEmToPixels(&font.info, label.size);
      int ascent = 0, descent = 0, gap = 0;
      stbtt_GetFontVMetrics(&fonts_.at(label.font).info, &ascent, &descent, &gap);
      const float base = std::round(
          top + static_cast<float>(ascent) *
                    stbtt_ScaleForMappingEmToPixels(&fonts_.at(label.font).info, label.size));
      int gw = 0, gh = 0, gx = 0, gy = 0;
      std::uint8_t* glyph = stbtt_GetCodepointBitmapSubpixel(
          &font.info, scale, scale, x - std::floor(x), 0, code, &gw, &gh, &gx, &gy);
      for (int row = 0; row < gh; ++row) {
        for (int column = 0; column < gw; ++column) {
          blend(rgba, width, height, static_cast<int>(std::floor(x)) + gx + column,
                static_cast<int>(base) + gy + row, label.color,
                static_cast<float>(glyph[row * gw + column]) / 255);
        }
      }
      stbtt_FreeBitmap(glyph, nullptr);
      x += advance(label.font, label.size, code);
    });
  }

 private:
  static void read(Font& font, const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    font.bytes.assign(std::istreambuf_iterator<char>(in), {});
    if (font.bytes.empty() ||
        stbtt_InitFont(&font.info, font.bytes.data(),
                       stbtt_GetFontOffsetForIndex(font.bytes.data(), 0)) == 0) {
      std::fprintf(stderr, "no font at '%s'\n", path.c_str());
      std::exit(1);
    }
  }
  void load(FontRole role, const char* family, bool bold) {
    read(fonts_[role], font_file(family, bold));
  }
  const Font& font_of(FontRole role, int code) const {
    const Font& font = fonts_.at(role);
    return stbtt_FindGlyphIndex(&font.info, code) != 0 ? font : fallback_;
  }
  float advance(FontRole role, float size, int code) const {
    const Font& font = font_of(role, code);
    int advance = 0, bearing = 0;
    stbtt_GetCodepointHMetrics(&font.info, code, &advance, &bearing);
    return static_cast<float>(advance) * stbtt_ScaleForMappingEmToPixels(&font.info, size);
  }
  template <typename Do>
  static void each(const std::string& text, Do act) {
    for (std::size_t at = 0; at < text.size();) {
      const auto lead = static_cast<unsigned char>(text[at]);
      const int length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
      int code = length == 1 ? lead : lead & (0xff >> (length + 1));
      for (int i = 1; i < length && at + static_cast<std::size_t>(i) < text.size(); ++i) {
        code =
            code << 6 | (static_cast<unsigned char>(text[at + static_cast<std::size_t>(i)]) & 0x3f);
      }
      act(code);
      at += static_cast<std::size_t>(length);
    }
  }
  static void blend(std::vector<std::uint8_t>& rgba, int width, int height, int x, int y,
                    const picture::Color& color, float alpha) {
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    std::uint8_t* pixel = &rgba[(static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                                 static_cast<std::size_t>(x)) *
                                4];
    const float channels[3] = {color.r, color.g, color.b};
    for (int i = 0; i < 3; ++i) {
      const float under = static_cast<float>(pixel[i]) / 255;
      pixel[i] = static_cast<std::uint8_t>(
          std::lround((under + (channels[i] - under) * alpha * color.a) * 255));
    }
  }

  std::map<FontRole, Font> fonts_;
  Font fallback_;
};

struct Studio {
  std::filesystem::path folder;
  const Fonts& fonts;
  draw::Renderer& renderer;

  void save(const std::string& name, const picture::Palette& palette, const DrawList& list) {
    const int width = static_cast<int>(list.width);
    const int height = static_cast<int>(list.height);
    const auto target = gl::Framebuffer::create(width, height);
    if (!target) {
      std::fprintf(stderr, "%s\n", target.error().c_str());
      std::exit(1);
    }
    target->bind();
    draw::Renderer::clear(palette.panel);
    renderer.draw(list, {width, height, 0, 0, {}});
    std::vector<std::uint8_t> pixels = target->read();
    for (const picture::Label& label : list.labels) fonts.draw(pixels, width, height, label);
    const std::string path = (folder / (name + ".png")).string();
    stbi_write_png(path.c_str(), width, height, 4, pixels.data(), width * 4);
  }
};

void draw_all(Studio& studio, const picture::Style& style, const std::string& suffix, float width,
              float height) {
  const auto save = [&](const std::string& name, const DrawList& list) {
    studio.save(name + suffix, style.palette, list);
  };
  for (const int pad : {0, 1}) {
    const std::string p = std::to_string(pad);
    picture::StageInput stage = samples::tile_column_stage(pad);
    save("bank_pad" + p, picture::build_stage(stage, style, width, height));
    stage.wavefront = 4;
    save("bank_pad" + p + "_step", picture::build_stage(stage, style, width, height));
    const report::Report report = samples::transpose_report(pad);
    picture::StripInput strip;
    strip.trace = &report.traces[0];
    strip.selected = 3;
    save("strip_pad" + p, picture::build_strip(strip, style, width * 0.62F, height * 0.2F));
    picture::CodeInput code;
    code.text = samples::transpose_code();
    code.report = &report;
    code.selected_line = 16;
    save("code_pad" + p, picture::build_code(code, style, width * 0.62F, height * 0.66F));
    save("counts_pad" + p,
         picture::build_counts({&report, 2}, style, width * 0.62F, height * 0.33F));
  }
  // Frames of the animated transition.
  const auto parted = [&](picture::StageInput stage) {
    return picture::build_stage_parted(stage, style, width, height);
  };
  for (const int percent : {1, 25, 50, 75, 99}) {
    const float way = picture::eased(static_cast<float>(percent) / 100);
    const std::string at = "_" + std::to_string(percent);
    save("glide_pad" + at, picture::transition(parted(samples::tile_column_stage(0)),
                                               parted(samples::tile_column_stage(1)), way)
                               .list);
    save("glide_global" + at, picture::transition(parted(samples::global_stage(1, 0)),
                                                  parted(samples::global_stage(2, 0)), way)
                                  .list);
  }
  report::Report many = samples::transpose_report(0);
  const std::vector<report::Event> five = many.traces[0].events;
  for (int i = 0; i < 400; ++i)
    many.traces[0].events.insert(many.traces[0].events.end(), five.begin(), five.end());
  save("strip_many",
       picture::build_strip({&many.traces[0], 703}, style, width * 0.62F, height * 0.2F));
  const auto bank = [&](const std::string& name, std::uint8_t bytes, std::uint64_t stride,
                        memory::Op op) {
    picture::StageInput stage;
    stage.access = samples::access(memory::Space::shared, op, bytes,
                                   [stride](std::uint64_t l) { return l * stride; });
    stage.source_text = "float4 v = S4[threadIdx.x];";
    save("bank_" + name, picture::build_stage(stage, style, width, height));
    stage.wavefront = 1;
    save("bank_" + name + "_step", picture::build_stage(stage, style, width, height));
  };
  bank("vec4", 16, 16, memory::Op::load);
  bank("double_stride2", 8, 16, memory::Op::load);
  bank("bytes", 1, 1, memory::Op::load);
  bank("broadcast", 4, 0, memory::Op::load);
  bank("far", 4, 4096, memory::Op::store);
  for (const memory::Space half : {memory::Space::shared, memory::Space::global}) {
    const std::string of = half == memory::Space::shared ? "shared" : "global";
    save("copy_" + of,
         picture::build_stage(samples::copy_stage(half, false), style, width, height));
    save("copy_past_l1_" + of,
         picture::build_stage(samples::copy_stage(half, true, true), style, width, height));
  }
  save("global_coalesced", picture::build_stage(samples::global_stage(1, 0), style, width, height));
  save("global_offset1", picture::build_stage(samples::global_stage(1, 1), style, width, height));
  save("global_stride2", picture::build_stage(samples::global_stage(2, 0), style, width, height));
  save("global_column", picture::build_stage(samples::global_stage(1024, 0), style, width, height));
  save("global_double4",
       picture::build_stage(samples::global_stage(1, 0, 16), style, width, height));
  save("global_bytes", picture::build_stage(samples::global_stage(3, 0, 1), style, width, height));
  picture::StageInput scattered = samples::global_stage(1, 0);
  for (std::uint64_t l = 0; l < 32; ++l) scattered.access.address[l] += (l * 37 % 29) * 52;
  scattered.access.mask = 0xfff0ffffU;
  scattered.lane = 9;
  save("global_scattered", picture::build_stage(scattered, style, width, height));
  picture::StageInput constant = samples::global_stage(1, 0);
  constant.access.space = memory::Space::constant;
  for (std::uint64_t l = 0; l < 32; ++l) constant.access.address[l] = (l / 8) * 16;
  save("constant", picture::build_stage(constant, style, width, height));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: viz_pictures FOLDER\n");
    return 2;
  }
  if (glfwInit() == GLFW_FALSE) return 3;
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  GLFWwindow* window = glfwCreateWindow(64, 64, "pictures", nullptr, nullptr);
  if (window == nullptr) return 3;
  glfwMakeContextCurrent(window);
  if (const auto loaded = gl::load(glfwGetProcAddress); !loaded) {
    std::fprintf(stderr, "%s\n", loaded.error().c_str());
    return 3;
  }
  {
    auto renderer = draw::Renderer::create();
    if (!renderer) {
      std::fprintf(stderr, "%s\n", renderer.error().c_str());
      return 1;
    }
    const Fonts fonts;
    std::filesystem::create_directories(argv[1]);
    Studio studio{argv[1], fonts, *renderer};
    const text::Texts english("en");
    const text::Texts chinese("zh");
    picture::Style style;
    style.measure = [&fonts](FontRole role, float size, std::string_view text) {
      return fonts.measure(role, size, std::string(text));
    };
    style.texts = &english;
    draw_all(studio, style, "_dark", 784, 606);
    style.palette = picture::palette_for(picture::Theme::light);
    draw_all(studio, style, "_light", 784, 606);
    draw_all(studio, style, "_light_small", 690, 430);
    style.scale = 2;
    draw_all(studio, style, "_light_2x", 690, 430);
    style.texts = &chinese;
    style.palette = picture::palette_for(picture::Theme::dark);
    style.scale = 1.5F;
    draw_all(studio, style, "_zh", 1100, 800);
  }
  glfwTerminate();
  return 0;
}
