// A course of three small lessons for tests: "first" with a guide, "second" with a shorter one,
// "broken" whose file can't be read.
#pragma once

#include <filesystem>

namespace lanescope::app::test {

// Writes them below `folder` and returns what LANESCOPE_KERNELS is to name.
std::filesystem::path write_course(const std::filesystem::path& folder);

}  // namespace lanescope::app::test
