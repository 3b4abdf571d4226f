#include "app/window/output/output_file.h"

#include <system_error>

#include <fmt/format.h>

namespace lanescope::app {

const char* name_of_subject(const ExportRequest& export_request) {
  if (export_request.what) {
    return name_of(*export_request.what);
  }
  return export_request.subject == ExportRequest::Subject::window ? "window" : "view";
}

std::string file_stem(const ExportRequest& export_request, const lesson::Resolved& resolved) {
  std::string stem = "lanescope-" + resolved.lesson_id;
  const bool is_of_lesson = export_request.what && is_handout(*export_request.what);
  if (!resolved.variant.empty() && !is_of_lesson) {
    stem += "-" + resolved.variant;
  }
  return fmt::format("{}-{}", stem, name_of_subject(export_request));
}

std::string absolute_text(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::absolute(path, error).string();
}

}  // namespace lanescope::app
