#include "app/window/output/png_file.h"

#include <string>

#include <fmt/format.h>

#include "app/session/files/settings.h"
#include "app/session/files/write_file.h"
#include "viz/export/markup.h"

namespace lanescope::app {

tl::expected<void, std::string> write_png(const std::filesystem::path& path, int width, int height,
                                          const std::vector<std::uint8_t>& rgba) {
  const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  if (rgba.size() != pixels * 4) {
    return tl::unexpected(fmt::format("{}: the picture has {} bytes, not {}", path.string(),
                                      rgba.size(), pixels * 4));
  }
  std::vector<std::uint8_t> rgb(pixels * 3);
  for (std::size_t i = 0; i < pixels; ++i) {
    for (std::size_t channel = 0; channel < 3; ++channel) {
      rgb[i * 3 + channel] = rgba[i * 4 + channel];
    }
  }
  const std::string encoded = svg::png_of(width, height, 3, rgb);
  if (encoded.empty()) {
    return tl::unexpected(fmt::format("{}: the picture could not be encoded", path.string()));
  }
  return write_file(path, encoded);
}

}  // namespace lanescope::app
