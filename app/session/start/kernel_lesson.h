// A lesson.toml for a kernel that has none: what can be told from its text, and guesses to be
// changed for the rest.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace lanescope::app {

// The text of a lesson.toml for the first kernel of the text that is not a template. `comment`: its
// first line. The error says what keeps it from being written.
[[nodiscard]] tl::expected<std::string, std::string> lesson_text_for(std::string_view kernel_text,
                                                                     const std::string& file_name,
                                                                     const std::string& comment);

// Writes it beside the kernel's file: lesson.toml, or KERNEL.lesson.toml if another kernel has
// that. Never writes over a file that is there. Returns its path.
[[nodiscard]] tl::expected<std::filesystem::path, std::string> write_lesson_for(
    const std::filesystem::path& kernel_file, const std::string& comment);

}  // namespace lanescope::app
