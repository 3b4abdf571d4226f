// A small lesson to begin one's own kernel with: copied from the shipped files, then the user's.
#pragma once

#include <filesystem>
#include <string>

#include <tl/expected.hpp>

namespace lanescope::app {

struct OwnKernel {
  std::filesystem::path lesson, kernel;  // lesson.toml and the kernel's file
};

// $XDG_DATA_HOME/lanescope/kernels-of-mine (default ~/.local/share/...).
[[nodiscard]] std::filesystem::path own_kernels_folder();

// Makes a new folder there, "kernel-1" or the next free name, and copies the files with comments in
// that language into it (English where there are none). The error says what could not be written.
[[nodiscard]] tl::expected<OwnKernel, std::string> make_own_kernel(const std::string& language);

// The text of the kernel that make_own_kernel() copies; empty if the shipped files are missing.
[[nodiscard]] std::string starter_text(const std::string& language);

}  // namespace lanescope::app
