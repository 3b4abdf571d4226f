// Files written from the window: their names, PNG files, single pictures.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/figures/figure_kind.h"
#include "app/screen/options.h"
#include "app/session/lesson_card.h"
#include "app/window/toolkit/gui.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {

// "stage", or "view" and "window" where no figure is named.
[[nodiscard]] const char* name_of_subject(const ExportRequest& export_request);
// "lanescope-transpose-tile-PAD-1-picture": the name of an export without its number and extension.
// It has the values that are not the usual ones of the run's variant. `card`: of the chosen lesson;
// as long as the run is of another, the name has no values.
[[nodiscard]] std::string file_stem(const ExportRequest& export_request,
                                    const lesson::Resolved& resolved,
                                    const std::optional<LessonCard>& card);
// "lanescope-transpose-padding"; of a sweep that is named after its parameter
// "lanescope-matmul-PAD-sweep": with a number behind it, "PAD-2" would be a value.
[[nodiscard]] std::string sweep_stem(const std::string& lesson, const lesson::Sweep& sweep);

[[nodiscard]] std::string absolute_text(const std::filesystem::path& path);

// `rgba`: width x height x 4 bytes, top row first; alpha is dropped. Writes a temporary file and
// renames it, so that no reader sees half a picture. The same pixels give the same bytes.
[[nodiscard]] tl::expected<void, std::string> write_png(const std::filesystem::path& path,
                                                        int width, int height,
                                                        const std::vector<std::uint8_t>& rgba);

// Draws a single picture with the window's renderer and fonts and saves its pixels.
struct FigureStyle {
  picture::Palette palette;
  float scale = 1;
  const text::Texts* texts = nullptr;
};
// Renders into a separate framebuffer of the picture's own size; the window has to be drawn again
// afterwards. The error names the file.
[[nodiscard]] tl::expected<void, std::string> write_figure(Gui& gui, const FigureBuilder& build,
                                                           const FigureStyle& figure_style,
                                                           const std::filesystem::path& file);

}  // namespace lanescope::app
