#include "kernels/device/cuda_texture.h"

#include <algorithm>

#include "kernels/device/cuda_check.h"

namespace lanescope::device {
namespace {

using texture::Geometry;
using texture::Memory;

cudaChannelFormatDesc format_of(const texture::Texture& how) {
  using texture::Channel;
  const bool is_signed =
      how.channel == Channel::s8 || how.channel == Channel::s16 || how.channel == Channel::s32;
  const auto kind = texture::is_real(how.channel) ? cudaChannelFormatKindFloat
                    : is_signed                   ? cudaChannelFormatKindSigned
                                                  : cudaChannelFormatKindUnsigned;
  const int bits = static_cast<int>(texture::bytes_of(how.channel)) * 8;
  const auto of = [&](std::uint32_t channel) { return channel < how.channels ? bits : 0; };
  return cudaCreateChannelDesc(of(0), of(1), of(2), of(3), kind);
}

cudaTextureAddressMode mode_of(texture::Address address) {
  switch (address) {
    case texture::Address::wrap:
      return cudaAddressModeWrap;
    case texture::Address::mirror:
      return cudaAddressModeMirror;
    case texture::Address::border:
      return cudaAddressModeBorder;
    case texture::Address::clamp:
      break;
  }
  return cudaAddressModeClamp;
}

// Slices of a volume, layers, or faces.
std::uint64_t slices_of(const texture::Texture& how) { return how.depth * how.layers; }

}  // namespace

CudaTexture::CudaTexture(const JobTexture& texture, void* memory, bool gathers)
    : how_(texture.how), memory_(memory) {
  if (how_.memory != Memory::array) return;
  const bool is_line = texture::axes_of(how_.geometry) == 1;
  const bool has_slices = how_.geometry != Geometry::line && how_.geometry != Geometry::plane;
  unsigned flags = cudaArraySurfaceLoadStore;
  if (texture::has_layers(how_.geometry)) flags |= cudaArrayLayered;
  if (texture::is_cube(how_.geometry)) flags |= cudaArrayCubemap;
  if (gathers && how_.geometry == Geometry::plane) flags |= cudaArrayTextureGather;
  const cudaChannelFormatDesc format = format_of(how_);
  const cudaExtent extent{how_.width, is_line ? 0 : how_.height, has_slices ? slices_of(how_) : 0};
  check(cudaMalloc3DArray(&array_, &format, extent, flags), "making a texture's array");
}

CudaTexture::~CudaTexture() {
  if (texture_ != 0) cudaDestroyTextureObject(texture_);
  if (surface_ != 0) cudaDestroySurfaceObject(surface_);
  if (array_ != nullptr) cudaFreeArray(array_);
}

std::uint64_t CudaTexture::texture_object() {
  if (texture_ != 0) return texture_;
  cudaResourceDesc resource = {};
  if (array_ != nullptr) {
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array_;
  } else if (how_.memory == Memory::linear) {
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory_;
    resource.res.linear.desc = format_of(how_);
    resource.res.linear.sizeInBytes = texture::bytes_of(how_);
  } else {
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = memory_;
    resource.res.pitch2D.desc = format_of(how_);
    resource.res.pitch2D.width = how_.width;
    resource.res.pitch2D.height = how_.height;
    resource.res.pitch2D.pitchInBytes = how_.pitch_bytes;
  }
  cudaTextureDesc description = {};
  for (std::size_t i = 0; i < how_.address.size(); ++i)
    description.addressMode[i] = mode_of(how_.address[i]);
  description.filterMode =
      how_.filter == texture::Filter::linear ? cudaFilterModeLinear : cudaFilterModePoint;
  description.readMode =
      how_.reads_fractions ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  description.normalizedCoords = how_.is_normalized ? 1 : 0;
  std::copy(how_.border.begin(), how_.border.end(), description.borderColor);
  check(cudaCreateTextureObject(&texture_, &resource, &description, nullptr), "making a texture");
  return texture_;
}

std::uint64_t CudaTexture::surface_object() {
  if (surface_ != 0) return surface_;
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array_;
  check(cudaCreateSurfaceObject(&surface_, &resource), "making a surface");
  return surface_;
}

cudaPitchedPtr CudaTexture::pitched() const {
  return {memory_, how_.pitch_bytes, how_.width, how_.height};
}

cudaMemcpy3DParms CudaTexture::copy_extent() const {
  cudaMemcpy3DParms copy = {};
  copy.extent = {how_.width, how_.height, slices_of(how_)};
  copy.kind = cudaMemcpyDeviceToDevice;
  return copy;
}

void CudaTexture::fill() {
  if (array_ == nullptr) return;
  cudaMemcpy3DParms copy = copy_extent();
  copy.srcPtr = pitched();
  copy.dstArray = array_;
  check(cudaMemcpy3DAsync(&copy), "filling a texture");
}

void CudaTexture::write_back() {
  if (surface_ == 0) return;
  cudaMemcpy3DParms copy = copy_extent();
  copy.srcArray = array_;
  copy.dstPtr = pitched();
  check(cudaMemcpy3D(&copy), "copying a surface back");
}

}  // namespace lanescope::device
