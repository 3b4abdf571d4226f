#include "app/window/output/output_file.h"

#include <algorithm>
#include <cmath>
#include <system_error>

#include <fmt/format.h>

#include "app/figures/appearance.h"
#include "app/session/files/write_file.h"
#include "viz/export/markup.h"
#include "viz/gl/objects.h"

namespace lanescope::app {
namespace {

constexpr float largest_side = 16384;  // pixels; the usual limit of GL 3.3 hardware

// Not the chosen one: while that runs, or if it can't be run, the one before is shown.
const LessonCard::Variant* variant_of_run(const lesson::Resolved& resolved,
                                          const std::optional<LessonCard>& card) {
  if (!card || card->id != resolved.lesson_id) return nullptr;
  const auto found =
      std::ranges::find(card->variants, resolved.variant, &LessonCard::Variant::name);
  return found != card->variants.end() ? &*found : nullptr;
}

}  // namespace

const char* name_of_subject(const ExportRequest& export_request) {
  if (export_request.what) return name_of(*export_request.what);
  return export_request.subject == ExportRequest::Subject::window ? "window" : "view";
}

std::string file_stem(const ExportRequest& export_request, const lesson::Resolved& resolved,
                      const std::optional<LessonCard>& card) {
  std::string stem = "lanescope-" + resolved.lesson_id;
  const bool is_of_lesson = export_request.what && is_handout(*export_request.what);
  if (!resolved.variant.empty() && !is_of_lesson) stem += "-" + resolved.variant;
  const LessonCard::Variant* variant = variant_of_run(resolved, card);
  if (variant != nullptr && !is_of_lesson) {
    for (const lesson::Parameter& parameter : variant->parameters) {
      const auto value = resolved.params.find(parameter.name);
      if (value != resolved.params.end() && value->second != variant->usual_value(parameter))
        stem += fmt::format("-{}-{}", value->first, value->second);
    }
  }
  // The window calls the stage so.
  const bool is_stage = export_request.what == FigureKind::stage;
  return fmt::format("{}-{}", stem, is_stage ? "picture" : name_of_subject(export_request));
}

std::string sweep_stem(const std::string& lesson, const lesson::Sweep& sweep) {
  return fmt::format("lanescope-{}-{}{}", lesson, sweep.name,
                     sweep.name == sweep.parameter ? "-sweep" : "");
}

std::string absolute_text(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::absolute(path, error).string();
}

tl::expected<void, std::string> write_png(const std::filesystem::path& path, int width, int height,
                                          const std::vector<std::uint8_t>& rgba) {
  const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  if (rgba.size() != pixels * 4) {
    return tl::unexpected(fmt::format("{}: the picture has {} bytes, not {}", path.string(),
                                      rgba.size(), pixels * 4));
  }
  std::vector<std::uint8_t> rgb(pixels * 3);
  for (std::size_t i = 0; i < pixels; ++i) {
    for (std::size_t channel = 0; channel < 3; ++channel)
      rgb[i * 3 + channel] = rgba[i * 4 + channel];
  }
  const std::string encoded = svg::png_of(width, height, 3, rgb);
  if (encoded.empty())
    return tl::unexpected(fmt::format("{}: the picture could not be encoded", path.string()));
  return write_file(path, encoded);
}

tl::expected<void, std::string> write_figure(Gui& gui, const FigureBuilder& build,
                                             const FigureStyle& figure_style,
                                             const std::filesystem::path& file) {
  Gui::Frame frame;
  frame.scale = figure_style.scale;
  frame.palette = figure_style.palette;
  frame.palette.background = figure_style.palette.panel;
  frame.texts = figure_style.texts;
  float width = 64;
  float height = 64;
  frame.content = [&](Ui& ui) {
    picture::DrawList picture = build(ui.style());
    width = picture.width;
    height = picture.height;
    ui.paint(std::move(picture), {0, 0, width, height});
  };
  // The first frames load the fonts, and the picture's size depends on them.
  constexpr int tries = 3;
  for (int i = 0; i < tries; ++i) {
    if (std::max(width, height) > largest_side) {
      return tl::unexpected(fmt::format("{}: a picture of {:.0f} x {:.0f} pixels is too large",
                                        file.string(), width, height));
    }
    frame.width = static_cast<int>(std::lround(width));
    frame.height = static_cast<int>(std::lround(height));
    auto target = gl::Framebuffer::create(frame.width, frame.height);
    if (!target) return tl::unexpected(target.error());
    target->bind();
    gui.render(frame);
    if (i + 1 == tries) {
      target->bind();
      return write_png(file, frame.width, frame.height, target->read());
    }
  }
  return {};
}

tl::expected<void, Problem> draw_figure(const FigureBuilder& build, const FigureOptions& options) {
  const auto platform = Platform::create({64, 64, false});
  if (!platform) return tl::unexpected(Problem{3, false, platform.error(), "", 0, 0});
  const auto gui = Gui::create(*platform, true);
  if (!gui) return tl::unexpected(Problem{3, false, gui.error(), "", 0, 0});
  const text::Texts texts(options.language);
  const FigureStyle figure_style{palette_of(options.theme),
                                 static_cast<float>(options.scale_percent) / 100.0F, &texts};
  if (const auto written = write_figure(**gui, build, figure_style, options.output); !written)
    return tl::unexpected(Problem{2, false, written.error(), options.output.string(), 0, 0});
  return {};
}

}  // namespace lanescope::app
