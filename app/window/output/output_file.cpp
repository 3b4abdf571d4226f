#include "app/window/output/output_file.h"

#include <system_error>

#include <fmt/format.h>

namespace lanescope::app {

std::filesystem::path free_file(const std::string& stem, const std::string& extension) {
  std::filesystem::path path;
  std::error_code error;
  for (int i = 1; i < 10000; ++i) {
    path = fmt::format("{}-{}{}", stem, i, extension);
    if (!std::filesystem::exists(path, error)) {
      break;
    }
  }
  return path;
}

std::string absolute_text(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::absolute(path, error).string();
}

}  // namespace lanescope::app
