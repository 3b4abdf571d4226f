// Where what is saved from the window goes: the current folder, under a name that is free.
#pragma once

#include <filesystem>
#include <string>

namespace lanescope::app {

// "STEM-1.csv", or the next number that no file has. `extension` with its point.
[[nodiscard]] std::filesystem::path free_file(const std::string& stem,
                                              const std::string& extension);

}  // namespace lanescope::app
