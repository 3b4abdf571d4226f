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

// The colour of what is costly, in the dark theme.
inline constexpr std::uint32_t dark_costly = 0xff9f43;

// Pixels of about that colour (each channel within `tolerance`) in the right 60 % of the picture,
// where the stage is.
[[nodiscard]] int stage_pixels(const Picture& picture, std::uint32_t rgb, int tolerance = 6);

// Different colours in the left two fifths, where the kernel's text is.
[[nodiscard]] int code_colors(const Picture& picture);

// In all of it.
[[nodiscard]] int different_colors(const Picture& picture);

// Mean of all bytes: how bright it is.
[[nodiscard]] double brightness(const Picture& picture);

// What the stage of a window of 1600 x 900 shows: its right, without the line at the bottom, which
// says where pictures go.
[[nodiscard]] std::vector<std::uint8_t> stage_of(const Picture& picture);

}  // namespace lanescope::app::test
