// A picture as a PNG file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace lanescope::app {

// `rgba`: width x height x 4 bytes, top row first; alpha is dropped. Written beside the file and
// renamed, so that nobody meets half a picture. The same pixels give the same bytes.
[[nodiscard]] tl::expected<void, std::string> write_png(const std::filesystem::path& path,
                                                        int width, int height,
                                                        const std::vector<std::uint8_t>& rgba);

}  // namespace lanescope::app
