// Texture and surface objects, and the references of CUDA 11: arrays and other memory of the
// device, described as the emulator reads them (sim/texture).
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "kernels/runtime/include/cuda_runtime.h"
#include "sim/exec/state/global_memory.h"

namespace lanescope::runtime {

struct TextureObject {
  bool is_surface = false;
  std::size_t index = 0;  // GlobalMemory::remove_texture
  cudaResourceDesc resource{};
  cudaTextureDesc how{};  // of a texture
};

// By handle, as programs and kernels have it. Bound references are among them.
[[nodiscard]] const std::map<std::uint64_t, TextureObject>& texture_objects();

// Whether an array or a texture can have texels of this format.
[[nodiscard]] bool is_format(const cudaChannelFormatDesc& format);

// cudaDeviceReset(): there are none any more.
void forget_textures();

}  // namespace lanescope::runtime
