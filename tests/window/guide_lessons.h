// A course of three small lessons for tests: "first" with a guide, "second" with a shorter guide,
// and "broken", whose file can't be read.
#pragma once

#include <filesystem>

namespace lanescope::app::test {

// Writes the lessons below `folder`; returns the value for LANESCOPE_KERNELS.
std::filesystem::path write_course(const std::filesystem::path& folder);

}  // namespace lanescope::app::test
