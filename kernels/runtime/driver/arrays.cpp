// Arrays, textures and surfaces of the CUDA Driver API (CUDA Driver API reference 13.0): each call
// is one of the runtime's, whose structures say the same in another layout.
#include <cstddef>
#include <cstdint>

#include "kernels/runtime/include/cuda_runtime.h"

namespace {

using Result = int;  // CUresult
using Pointer = unsigned long long;

struct Array2D {  // CUDA_ARRAY_DESCRIPTOR
  std::size_t width, height;
  int format;
  unsigned channels;
};
struct Array3D {  // CUDA_ARRAY3D_DESCRIPTOR
  std::size_t width, height, depth;
  int format;
  unsigned channels;
  unsigned flags;  // the same bits as the runtime's
};
struct LinearResource {
  Pointer pointer;
  int format;
  unsigned channels;
  std::size_t bytes;
};
struct PlaneResource {
  Pointer pointer;
  int format;
  unsigned channels;
  std::size_t width, height, pitch;
};
struct Resource {  // CUDA_RESOURCE_DESC
  cudaResourceType type;
  union {
    cudaArray_t array;
    LinearResource linear;
    PlaneResource plane;
    int reserved[32];
  };
  unsigned flags;
};
struct Sampling {  // CUDA_TEXTURE_DESC
  cudaTextureAddressMode address[3];
  cudaTextureFilterMode filter;
  unsigned flags;
  unsigned max_anisotropy;
  cudaTextureFilterMode mipmap_filter;
  float mipmap_bias, least_mipmap, most_mipmap;
  float border[4];
  int reserved[12];
};
struct Copy2D {                // CUDA_MEMCPY2D
  std::size_t from_x, from_y;  // x in bytes
  int from_kind;
  const void* from_host;
  Pointer from_device;
  cudaArray_t from_array;
  std::size_t from_pitch;
  std::size_t to_x, to_y;
  int to_kind;
  void* to_host;
  Pointer to_device;
  cudaArray_t to_array;
  std::size_t to_pitch;
  std::size_t width, height;  // bytes, rows
};

constexpr unsigned read_as_integer = 1, normalized_coordinates = 2, srgb = 0x10;  // CU_TRSF_
enum Memory : int { host = 1, device = 2, array = 3 };                            // CU_MEMORYTYPE_

// CU_AD_FORMAT_
bool channel_format(int format, unsigned channels, cudaChannelFormatDesc& result) {
  struct Known {
    int format, bits;
    cudaChannelFormatKind kind;
  };
  static constexpr Known known[] = {
      {0x01, 8, cudaChannelFormatKindUnsigned},  {0x02, 16, cudaChannelFormatKindUnsigned},
      {0x03, 32, cudaChannelFormatKindUnsigned}, {0x08, 8, cudaChannelFormatKindSigned},
      {0x09, 16, cudaChannelFormatKindSigned},   {0x0a, 32, cudaChannelFormatKindSigned},
      {0x10, 16, cudaChannelFormatKindFloat},    {0x20, 32, cudaChannelFormatKindFloat}};
  for (const Known& each : known) {
    if (each.format != format) continue;
    const auto bits = [&](unsigned channel) { return channel < channels ? each.bits : 0; };
    result = {bits(0), bits(1), bits(2), bits(3), each.kind};
    return true;
  }
  return false;
}

int driver_format(const cudaChannelFormatDesc& format) {
  const int size = format.x == 8 ? 0 : format.x == 16 ? 1 : 2;
  if (format.f == cudaChannelFormatKindFloat) return format.x == 16 ? 0x10 : 0x20;
  return (format.f == cudaChannelFormatKindSigned ? 0x08 : 0x01) + size;
}
unsigned channels_of(const cudaChannelFormatDesc& format) {
  return format.w != 0 ? 4 : format.z != 0 ? 3 : format.y != 0 ? 2 : 1;
}

Result runtime_resource(const Resource& from, cudaResourceDesc& result) {
  result = {};
  result.resType = from.type;
  bool is_known = true;
  if (from.type == cudaResourceTypeLinear) {
    auto& linear = result.res.linear;
    linear.devPtr = reinterpret_cast<void*>(from.linear.pointer);
    linear.sizeInBytes = from.linear.bytes;
    is_known = channel_format(from.linear.format, from.linear.channels, linear.desc);
  } else if (from.type == cudaResourceTypePitch2D) {
    auto& plane = result.res.pitch2D;
    plane.devPtr = reinterpret_cast<void*>(from.plane.pointer);
    plane.width = from.plane.width;
    plane.height = from.plane.height;
    plane.pitchInBytes = from.plane.pitch;
    is_known = channel_format(from.plane.format, from.plane.channels, plane.desc);
  } else {
    result.res.array.array = from.array;
  }
  return is_known ? cudaSuccess : cudaErrorInvalidValue;
}

// Integers of 8 and 16 bits are fractions unless a flag says otherwise.
bool reads_fractions(const cudaResourceDesc& resource, unsigned flags) {
  cudaChannelFormatDesc format = resource.resType == cudaResourceTypeLinear
                                     ? resource.res.linear.desc
                                     : resource.res.pitch2D.desc;
  if (resource.resType == cudaResourceTypeArray)
    cudaGetChannelDesc(&format, resource.res.array.array);
  return (flags & read_as_integer) == 0 && format.f != cudaChannelFormatKindFloat && format.x < 32;
}

void* side(int kind, const void* host_pointer, Pointer device_pointer) {
  return kind == host ? const_cast<void*>(host_pointer) : reinterpret_cast<void*>(device_pointer);
}

Result copy_plane(const Copy2D* how, cudaStream_t stream, bool waits) {
  if (how == nullptr) return cudaErrorInvalidValue;
  const void* from = side(how->from_kind, how->from_host, how->from_device);
  void* to = side(how->to_kind, how->to_host, how->to_device);
  // A single row needs no pitch.
  const std::size_t from_pitch = how->from_pitch != 0 ? how->from_pitch : how->width;
  const std::size_t to_pitch = how->to_pitch != 0 ? how->to_pitch : how->width;
  from = static_cast<const char*>(from) + how->from_y * from_pitch + how->from_x;
  to = static_cast<char*>(to) + how->to_y * to_pitch + how->to_x;
  constexpr cudaMemcpyKind any = cudaMemcpyDefault;
  if (how->from_kind == array && how->to_kind == array) {
    return cudaMemcpy2DArrayToArray(how->to_array, how->to_x, how->to_y, how->from_array,
                                    how->from_x, how->from_y, how->width, how->height,
                                    cudaMemcpyDeviceToDevice);
  }
  if (how->to_kind == array) {
    return waits ? cudaMemcpy2DToArray(how->to_array, how->to_x, how->to_y, from, from_pitch,
                                       how->width, how->height, any)
                 : cudaMemcpy2DToArrayAsync(how->to_array, how->to_x, how->to_y, from, from_pitch,
                                            how->width, how->height, any, stream);
  }
  if (how->from_kind == array) {
    return waits ? cudaMemcpy2DFromArray(to, to_pitch, how->from_array, how->from_x, how->from_y,
                                         how->width, how->height, any)
                 : cudaMemcpy2DFromArrayAsync(to, to_pitch, how->from_array, how->from_x,
                                              how->from_y, how->width, how->height, any, stream);
  }
  return waits ? cudaMemcpy2D(to, to_pitch, from, from_pitch, how->width, how->height, any)
               : cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, how->width, how->height, any,
                                   stream);
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

Result cuArray3DCreate_v2(cudaArray_t* made, const Array3D* how) {
  cudaChannelFormatDesc format{};
  if (made == nullptr || how == nullptr) return cudaErrorInvalidValue;
  if (!channel_format(how->format, how->channels, format)) return cudaErrorInvalidValue;
  const cudaError_t error =
      cudaMalloc3DArray(made, &format, {how->width, how->height, how->depth}, how->flags);
  // The driver has no code for a wrong format.
  return error == cudaErrorInvalidChannelDescriptor ? cudaErrorInvalidValue : error;
}
Result cuArrayCreate_v2(cudaArray_t* made, const Array2D* how) {
  if (how == nullptr) return cudaErrorInvalidValue;
  const Array3D same{how->width, how->height, 0, how->format, how->channels, 0};
  return cuArray3DCreate_v2(made, &same);
}
Result cuArrayDestroy(cudaArray_t array) {
  return array == nullptr ? cudaErrorInvalidResourceHandle : cudaFreeArray(array);
}
Result cuArray3DGetDescriptor_v2(Array3D* how, cudaArray_t array) {
  if (how == nullptr) return cudaErrorInvalidValue;
  cudaChannelFormatDesc format{};
  cudaExtent extent{};
  unsigned flags = 0;
  const cudaError_t error = cudaArrayGetInfo(&format, &extent, &flags, array);
  if (error == cudaSuccess)
    *how = {extent.width,          extent.height,       extent.depth,
            driver_format(format), channels_of(format), flags};
  return error;
}
Result cuArrayGetDescriptor_v2(Array2D* how, cudaArray_t array) {
  if (how == nullptr) return cudaErrorInvalidValue;
  Array3D all{};
  const Result error = cuArray3DGetDescriptor_v2(&all, array);
  if (error == cudaSuccess) *how = {all.width, all.height, all.format, all.channels};
  return error;
}
Result cuMemcpyHtoA_v2(cudaArray_t to, std::size_t offset, const void* from, std::size_t bytes) {
  return cudaMemcpyToArray(to, offset, 0, from, bytes, cudaMemcpyHostToDevice);
}
Result cuMemcpyAtoH_v2(void* to, cudaArray_t from, std::size_t offset, std::size_t bytes) {
  return cudaMemcpyFromArray(to, from, offset, 0, bytes, cudaMemcpyDeviceToHost);
}
Result cuMemcpy2D_v2(const Copy2D* how) { return copy_plane(how, nullptr, true); }
Result cuMemcpy2DUnaligned_v2(const Copy2D* how) { return copy_plane(how, nullptr, true); }
Result cuMemcpy2DAsync_v2(const Copy2D* how, cudaStream_t stream) {
  return copy_plane(how, stream, false);
}
Result cuTexObjectCreate(cudaTextureObject_t* made, const Resource* from, const Sampling* sampling,
                         const cudaResourceViewDesc* view) {
  if (made == nullptr || from == nullptr || sampling == nullptr) return cudaErrorInvalidValue;
  cudaResourceDesc resource;
  if (const Result error = runtime_resource(*from, resource); error != cudaSuccess) return error;
  cudaTextureDesc how = {};
  for (int i = 0; i < 3; ++i) how.addressMode[i] = sampling->address[i];
  for (int i = 0; i < 4; ++i) how.borderColor[i] = sampling->border[i];
  how.filterMode = sampling->filter;
  how.normalizedCoords = (sampling->flags & normalized_coordinates) != 0 ? 1 : 0;
  how.sRGB = (sampling->flags & srgb) != 0 ? 1 : 0;
  how.readMode = reads_fractions(resource, sampling->flags) ? cudaReadModeNormalizedFloat
                                                            : cudaReadModeElementType;
  const cudaError_t error = cudaCreateTextureObject(made, &resource, &how, view);
  const bool is_of_runtime = error == cudaErrorInvalidFilterSetting ||
                             error == cudaErrorInvalidNormSetting ||
                             error == cudaErrorInvalidChannelDescriptor;
  return is_of_runtime ? cudaErrorInvalidValue : error;
}
Result cuTexObjectDestroy(cudaTextureObject_t texture) { return cudaDestroyTextureObject(texture); }
Result cuSurfObjectCreate(cudaSurfaceObject_t* made, const Resource* from) {
  if (made == nullptr || from == nullptr) return cudaErrorInvalidValue;
  cudaResourceDesc resource;
  if (const Result error = runtime_resource(*from, resource); error != cudaSuccess) return error;
  return cudaCreateSurfaceObject(made, &resource);
}
Result cuSurfObjectDestroy(cudaSurfaceObject_t surface) {
  return cudaDestroySurfaceObject(surface);
}

}  // extern "C"
#pragma GCC visibility pop
