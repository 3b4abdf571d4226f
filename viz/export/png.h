// Pixels to PNG, in memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::svg {

// `pixels`: width x height x channels bytes, top row first; 3 channels (RGB) or 4 (RGBA, not
// premultiplied). Equal pixels give equal bytes. Returns an empty string if the sizes don't agree
// or there are no pixels.
[[nodiscard]] std::string png_of(int width, int height, int channels,
                                 const std::vector<std::uint8_t>& pixels);

}  // namespace lanescope::svg
