// Names for files saved from the window.
#pragma once

#include <filesystem>
#include <string>

#include "app/figures/figure_kind.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {

// "stage", or "view" and "window" where no figure is named.
[[nodiscard]] const char* name_of_subject(const ExportRequest& export_request);
// "lanescope-transpose-tile-stage": the name of an export without its number and extension.
[[nodiscard]] std::string file_stem(const ExportRequest& export_request,
                                    const lesson::Resolved& resolved);

[[nodiscard]] std::string absolute_text(const std::filesystem::path& path);

}  // namespace lanescope::app
