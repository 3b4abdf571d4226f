#include "viz/export/png.h"

#include <cstddef>

#include <stb_image_write.h>

namespace lanescope::svg {

std::string png_of(int width, int height, int channels, const std::vector<std::uint8_t>& pixels) {
  if (width < 1 || height < 1 || (channels != 3 && channels != 4)) return {};
  const std::size_t bytes = static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
                            static_cast<std::size_t>(channels);
  if (pixels.size() != bytes) return {};
  std::string encoded;
  const auto append = [](void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                               static_cast<std::size_t>(size));
  };
  if (stbi_write_png_to_func(append, &encoded, width, height, channels, pixels.data(),
                             width * channels) == 0) {
    return {};
  }
  return encoded;
}

}  // namespace lanescope::svg
