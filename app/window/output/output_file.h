// Names for files saved from the window: a free name in the current folder.
#pragma once

#include <filesystem>
#include <string>

namespace lanescope::app {

// "STEM-1.csv", or the next number that is free. `extension` includes the point.
[[nodiscard]] std::filesystem::path free_file(const std::string& stem,
                                              const std::string& extension);

[[nodiscard]] std::string absolute_text(const std::filesystem::path& path);

}  // namespace lanescope::app
