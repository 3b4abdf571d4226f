// Reads whole text files.
#pragma once

#include <filesystem>
#include <string>

#include <tl/expected.hpp>

namespace lanescope::lesson {

inline constexpr std::size_t max_text_file_bytes = 4u << 20;

// Without the byte-order mark that some editors write first. The error is the reason without the
// file's name: "no such file", "is a folder", "is in UTF-16 or UTF-32; save it as UTF-8" ...
[[nodiscard]] tl::expected<std::string, std::string> read_text_file(
    const std::filesystem::path& path);

}  // namespace lanescope::lesson
