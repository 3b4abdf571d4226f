#include "picture_file.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include <stb_image.h>

namespace lanescope::app::test {

Picture read_picture(const std::filesystem::path& path) {
  Picture picture;
  int channels = 0;
  std::uint8_t* bytes = stbi_load(path.c_str(), &picture.width, &picture.height, &channels, 3);
  if (bytes == nullptr) return {};
  picture.rgb.assign(bytes,
                     bytes + static_cast<std::ptrdiff_t>(picture.width) * picture.height * 3);
  stbi_image_free(bytes);
  return picture;
}

int stage_pixels(const Picture& picture, std::uint32_t rgb, int tolerance) {
  const auto near = [&](std::size_t at, unsigned shift) {
    return std::abs(static_cast<int>(picture.rgb[at]) - static_cast<int>((rgb >> shift) & 0xffU)) <=
           tolerance;
  };
  int count = 0;
  for (int y = 0; y < picture.height; ++y) {
    for (int x = picture.width * 2 / 5; x < picture.width; ++x) {
      const auto at = (static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                       static_cast<std::size_t>(x)) *
                      3;
      count += near(at, 16) && near(at + 1, 8) && near(at + 2, 0) ? 1 : 0;
    }
  }
  return count;
}

int code_colors(const Picture& picture) {
  std::set<std::uint32_t> colors;
  for (int y = picture.height / 6; y < picture.height / 2; ++y) {
    for (int x = 0; x < picture.width * 2 / 5; ++x) {
      const auto at = (static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                       static_cast<std::size_t>(x)) *
                      3;
      colors.insert(static_cast<std::uint32_t>(picture.rgb[at]) << 16U |
                    static_cast<std::uint32_t>(picture.rgb[at + 1]) << 8U | picture.rgb[at + 2]);
    }
  }
  return static_cast<int>(colors.size());
}

int different_colors(const Picture& picture) {
  std::vector<std::uint32_t> colors;
  colors.reserve(picture.rgb.size() / 3);
  for (std::size_t i = 0; i + 2 < picture.rgb.size(); i += 3) {
    const std::uint32_t color = static_cast<std::uint32_t>(picture.rgb[i]) << 16U |
                                static_cast<std::uint32_t>(picture.rgb[i + 1]) << 8U |
                                picture.rgb[i + 2];
    if (colors.empty() || colors.back() != color) colors.push_back(color);
  }
  std::sort(colors.begin(), colors.end());
  return static_cast<int>(std::unique(colors.begin(), colors.end()) - colors.begin());
}

int different_pixels(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
  if (a.size() != b.size()) return static_cast<int>(std::max(a.size(), b.size()) / 3);
  int count = 0;
  for (std::size_t i = 0; i + 2 < a.size(); i += 3)
    count += a[i] != b[i] || a[i + 1] != b[i + 1] || a[i + 2] != b[i + 2] ? 1 : 0;
  return count;
}

double brightness(const Picture& picture) {
  double sum = 0;
  for (const std::uint8_t byte : picture.rgb) sum += byte;
  return picture.rgb.empty() ? 0 : sum / static_cast<double>(picture.rgb.size());
}

std::vector<std::uint8_t> stage_of(const Picture& picture) {
  std::vector<std::uint8_t> pixels;
  for (int y = 60; y < picture.height - 60; ++y) {
    const auto row = static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width);
    const auto from = picture.rgb.begin() + static_cast<std::ptrdiff_t>(3 * (row + 660));
    const auto to = picture.rgb.begin() + static_cast<std::ptrdiff_t>(
                                              3 * (row + static_cast<std::size_t>(picture.width)));
    pixels.insert(pixels.end(), from, to);
  }
  return pixels;
}

}  // namespace lanescope::app::test
