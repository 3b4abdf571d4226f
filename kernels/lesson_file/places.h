// Where shipped lessons, and what belongs to all of them, are looked for.
#pragma once

#include <filesystem>
#include <vector>

namespace lanescope::lesson {

// Folders that hold lessons, each a folder of its own with a lesson.toml: $LANESCOPE_KERNELS,
// beside the program, in the install prefix, in the source tree. The first that has an id wins.
[[nodiscard]] std::vector<std::filesystem::path> lesson_places();

}  // namespace lanescope::lesson
