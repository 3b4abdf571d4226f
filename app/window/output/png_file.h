// Writes PNG files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace lanescope::app {

// `rgba`: width x height x 4 bytes, top row first; alpha is dropped. Writes a temporary file and
// renames it, so that no reader sees half a picture. The same pixels give the same bytes.
[[nodiscard]] tl::expected<void, std::string> write_png(const std::filesystem::path& path,
                                                        int width, int height,
                                                        const std::vector<std::uint8_t>& rgba);

}  // namespace lanescope::app
