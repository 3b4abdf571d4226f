// A PNG file as pixels, and what a test asks of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace lanescope::app::test {

struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  // top row first
  bool operator==(const Picture&) const = default;
};

// width 0 when the file is not a picture.
[[nodiscard]] Picture read_picture(const std::filesystem::path& path);

// Pixels of about that colour (each channel within `tolerance`) in the right 60 % of the picture,
// where the stage is.
[[nodiscard]] int stage_pixels(const Picture& picture, std::uint32_t rgb, int tolerance = 6);

// Different colours in the left two fifths, where the kernel's text is.
[[nodiscard]] int code_colors(const Picture& picture);

}  // namespace lanescope::app::test
