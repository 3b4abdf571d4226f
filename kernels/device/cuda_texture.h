// Texture and surface objects on the GPU, of the arrays of a job.
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

#include "kernels/device/job.h"

namespace lanescope::device {

// All functions throw CudaFailure.
class CudaTexture {
 public:
  // `memory`: the array on the GPU. Where the texture is of a CUDA array, that is made, too, and
  // fill() copies to it. `gathers`: for tex2Dgather.
  CudaTexture(const JobTexture& texture, void* memory, bool gathers);
  ~CudaTexture();
  CudaTexture(const CudaTexture&) = delete;
  CudaTexture& operator=(const CudaTexture&) = delete;

  [[nodiscard]] std::uint64_t texture_object();
  [[nodiscard]] std::uint64_t surface_object();  // of a CUDA array
  // Copies the memory to the CUDA array, asynchronously.
  void fill();
  // Copies the CUDA array back if the kernel got it as a surface.
  void write_back();

 private:
  [[nodiscard]] cudaMemcpy3DParms copy_extent() const;
  [[nodiscard]] cudaPitchedPtr pitched() const;

  const texture::Texture how_;
  void* memory_ = nullptr;
  cudaArray_t array_ = nullptr;
  cudaTextureObject_t texture_ = 0;
  cudaSurfaceObject_t surface_ = 0;
};

}  // namespace lanescope::device
