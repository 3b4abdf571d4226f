// Reads PNG files as pixels and measures them.
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

// Reads a PNG file. If it is not one, the width is 0.
[[nodiscard]] Picture read_picture(const std::filesystem::path& path);

// The colour that marks cost, in the dark theme.
inline constexpr std::uint32_t dark_costly = 0xff9f43;

// Counts pixels of about that colour (each channel within `tolerance`) in the stage, which is the
// right 60 % of the picture.
[[nodiscard]] int stage_pixels(const Picture& picture, std::uint32_t rgb, int tolerance = 6);

// Number of different colours in the code, which is the left two fifths of the picture.
[[nodiscard]] int code_colors(const Picture& picture);

// Number of different colours in the whole picture.
[[nodiscard]] int different_colors(const Picture& picture);

// Pixels (three bytes each) that differ; all, if the pictures differ in size.
[[nodiscard]] int different_pixels(const std::vector<std::uint8_t>& a,
                                   const std::vector<std::uint8_t>& b);

// Brightness: the mean of all bytes.
[[nodiscard]] double brightness(const Picture& picture);

// The stage of a 1600 x 900 window: the right part, without the line at the bottom that names the
// saved picture.
[[nodiscard]] std::vector<std::uint8_t> stage_of(const Picture& picture);

}  // namespace lanescope::app::test
