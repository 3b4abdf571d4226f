// The calls of the API that make texture and surface objects, and those of CUDA 11 that bind
// references. What a wrong description returns is what an H200 with CUDA 13.0 returned.
#include "kernels/runtime/textures.h"

#include <algorithm>
#include <cstring>

#include "kernels/runtime/arrays.h"
#include "kernels/runtime/runtime.h"

// CUDA 11's, texture_types.h and surface_types.h.
struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization;
  int reserved[14];
};
struct surfaceReference {
  cudaChannelFormatDesc channelDesc;
};

namespace lanescope::runtime {
namespace {

using View = exec::GlobalMemory::Texture;
using texture::Channel;
using texture::Geometry;

// cudaDevAttrTextureAlignment and cudaDevAttrTexturePitchAlignment of current GPUs.
constexpr std::uint64_t texture_alignment = 512;
constexpr std::uint64_t pitch_alignment = 32;

std::map<std::uint64_t, TextureObject>& objects() {
  static auto* all = new std::map<std::uint64_t, TextureObject>();
  return *all;
}

struct Reference {
  bool reads_fractions = false;
  std::uint64_t handle = 0;  // of what is bound; 0: nothing
  std::size_t offset = 0;    // cudaGetTextureAlignmentOffset
};
std::map<const void*, Reference>& references() {
  static auto* all = new std::map<const void*, Reference>();
  return *all;
}

struct Format {
  Channel channel = Channel::f32;
  std::uint32_t channels = 1;
};

std::optional<Format> format_of(const cudaChannelFormatDesc& desc) {
  const int bits[] = {desc.x, desc.y, desc.z, desc.w};
  std::uint32_t channels = 0;
  while (channels < 4 && bits[channels] != 0) ++channels;
  const bool are_alike = std::all_of(bits, bits + channels, [&](int b) { return b == desc.x; }) &&
                         std::all_of(bits + channels, bits + 4, [](int b) { return b == 0; });
  if (!are_alike || (channels != 1 && channels != 2 && channels != 4)) return std::nullopt;
  struct Known {
    cudaChannelFormatKind kind;
    int bits;
    Channel channel;
  };
  static constexpr Known known[] = {{cudaChannelFormatKindUnsigned, 8, Channel::u8},
                                    {cudaChannelFormatKindSigned, 8, Channel::s8},
                                    {cudaChannelFormatKindUnsigned, 16, Channel::u16},
                                    {cudaChannelFormatKindSigned, 16, Channel::s16},
                                    {cudaChannelFormatKindUnsigned, 32, Channel::u32},
                                    {cudaChannelFormatKindSigned, 32, Channel::s32},
                                    {cudaChannelFormatKindFloat, 16, Channel::f16},
                                    {cudaChannelFormatKindFloat, 32, Channel::f32}};
  for (const Known& each : known) {
    if (each.kind == desc.f && each.bits == desc.x) return Format{each.channel, channels};
  }
  return std::nullopt;
}

cudaError_t set_format(const cudaChannelFormatDesc& desc, texture::Texture& how) {
  const auto format = format_of(desc);
  if (!format) return cudaErrorInvalidChannelDescriptor;
  how.channel = format->channel;
  how.channels = format->channels;
  return cudaSuccess;
}

std::optional<std::size_t> index_of(const Allocation& allocation) {
  const auto& arrays = Runtime::get().memory.emulated().arrays();
  const auto found =
      std::ranges::find(arrays, allocation.address, &exec::GlobalMemory::Array::address);
  if (found == arrays.end()) return std::nullopt;
  return static_cast<std::size_t>(found - arrays.begin());
}

cudaError_t view_array(cudaArray_t handle, View& view) {
  const cudaArray* array = array_of(handle);
  if (array == nullptr) return cudaErrorInvalidResourceHandle;
  const Allocation* allocation = Runtime::get().memory.find(array->address);
  const auto index = allocation != nullptr ? index_of(*allocation) : std::nullopt;
  if (!index) return cudaErrorInvalidResourceHandle;
  view.array = *index;
  texture::Texture& how = view.how;
  if (const cudaError_t error = set_format(array->format, how); error != cudaSuccess) return error;
  const bool has_layers = (array->flags & cudaArrayLayered) != 0;
  const bool is_cube = (array->flags & cudaArrayCubemap) != 0;
  how.geometry = is_cube      ? has_layers ? Geometry::cubes : Geometry::cube
                 : has_layers ? array->extent.height != 0 ? Geometry::planes : Geometry::lines
                 : array->extent.depth != 0  ? Geometry::volume
                 : array->extent.height != 0 ? Geometry::plane
                                             : Geometry::line;
  how.width = array->extent.width;
  how.height = array->rows();
  (has_layers || is_cube ? how.layers : how.depth) = array->slices();
  how.pitch_bytes = array->row_bytes();
  return cudaSuccess;
}

// Texels that reach past their allocation are left out: a GPU reads there what happens to follow.
cudaError_t view_memory(const void* pointer, const cudaChannelFormatDesc& desc, View& view) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  const Allocation* allocation = Runtime::get().memory.find(address);
  const auto index = allocation != nullptr ? index_of(*allocation) : std::nullopt;
  if (!index || address % texture_alignment != 0) return cudaErrorInvalidValue;
  texture::Texture& how = view.how;
  if (const cudaError_t error = set_format(desc, how); error != cudaSuccess) return error;
  view.array = *index;
  view.offset = address - allocation->address;
  const std::uint64_t bytes = allocation->bytes - view.offset;
  const std::uint64_t texel = texture::texel_bytes(how);
  how.width = std::min(how.width, bytes / texel);
  if (how.memory == texture::Memory::linear) {
    how.pitch_bytes = how.width * texel;
    return cudaSuccess;
  }
  how.width = std::max<std::uint64_t>(how.width, 1);
  how.height = std::max<std::uint64_t>(how.height, 1);
  if (how.width * texel > bytes) return cudaErrorInvalidValue;
  if (how.height > 1)
    how.height = std::min(how.height, 1 + (bytes - how.width * texel) / how.pitch_bytes);
  return cudaSuccess;
}

cudaError_t view_resource(const cudaResourceDesc& resource, View& view) {
  texture::Texture& how = view.how;
  switch (resource.resType) {
    case cudaResourceTypeArray:
      return view_array(resource.res.array.array, view);
    case cudaResourceTypeLinear: {
      const auto& linear = resource.res.linear;
      const auto format = format_of(linear.desc);
      if (!format) return cudaErrorInvalidChannelDescriptor;
      how.geometry = Geometry::line;
      how.memory = texture::Memory::linear;
      how.width = linear.sizeInBytes / (texture::bytes_of(format->channel) * format->channels);
      return view_memory(linear.devPtr, linear.desc, view);
    }
    case cudaResourceTypePitch2D: {
      const auto& plane = resource.res.pitch2D;
      if (plane.pitchInBytes % pitch_alignment != 0 || plane.pitchInBytes == 0)
        return cudaErrorInvalidValue;
      how.geometry = Geometry::plane;
      how.memory = texture::Memory::pitch;
      how.width = plane.width;
      how.height = plane.height;
      how.pitch_bytes = plane.pitchInBytes;
      return view_memory(plane.devPtr, plane.desc, view);
    }
    case cudaResourceTypeMipmappedArray:
      return not_supported("cudaCreateTextureObject of a mipmapped array");
  }
  return cudaErrorInvalidValue;
}

texture::Address address_of(cudaTextureAddressMode mode) {
  switch (mode) {
    case cudaAddressModeWrap:
      return texture::Address::wrap;
    case cudaAddressModeMirror:
      return texture::Address::mirror;
    case cudaAddressModeBorder:
      return texture::Address::border;
    default:
      return texture::Address::clamp;
  }
}

cudaError_t set_reading(const cudaTextureDesc& from, texture::Texture& how) {
  const bool is_real = texture::is_real(how.channel);
  const bool can_be_fraction = !is_real && texture::bytes_of(how.channel) < 4;
  const bool wants_fractions = from.readMode == cudaReadModeNormalizedFloat;
  if (from.filterMode == cudaFilterModeLinear && !is_real && !(wants_fractions && can_be_fraction))
    return cudaErrorInvalidFilterSetting;
  if (wants_fractions && !can_be_fraction) return cudaErrorInvalidNormSetting;
  if (from.sRGB != 0) return not_supported("cudaCreateTextureObject with sRGB");
  how.filter =
      from.filterMode == cudaFilterModeLinear ? texture::Filter::linear : texture::Filter::point;
  for (std::size_t axis = 0; axis < 3; ++axis)
    how.address[axis] = address_of(from.addressMode[axis]);
  how.is_normalized = from.normalizedCoords != 0 || texture::is_cube(how.geometry);
  how.reads_fractions = wants_fractions;
  std::copy(from.borderColor, from.borderColor + 4, how.border.begin());
  return cudaSuccess;
}

std::uint64_t keep(TextureObject object, const View& view) {
  exec::GlobalMemory& memory = Runtime::get().memory.emulated();
  object.index = memory.add_texture(view);
  const std::uint64_t handle = exec::GlobalMemory::texture_handle(object.index, object.is_surface);
  objects()[handle] = object;
  return handle;
}

// Unknown handles are no error, as on a GPU.
void drop(std::uint64_t handle, bool is_surface) {
  const auto found = objects().find(handle);
  if (found == objects().end() || found->second.is_surface != is_surface) return;
  Runtime::get().memory.emulated().remove_texture(found->second.index);
  objects().erase(found);
}

cudaError_t make_texture(const cudaResourceDesc& resource, const cudaTextureDesc& how,
                         std::uint64_t& handle) {
  View view;
  if (const cudaError_t error = view_resource(resource, view); error != cudaSuccess) return error;
  if (const cudaError_t error = set_reading(how, view.how); error != cudaSuccess) return error;
  handle = keep({false, 0, resource, how}, view);
  return cudaSuccess;
}

cudaError_t make_surface(const cudaResourceDesc& resource, std::uint64_t& handle) {
  if (resource.resType != cudaResourceTypeArray) return cudaErrorInvalidValue;
  View view;
  if (const cudaError_t error = view_resource(resource, view); error != cudaSuccess) return error;
  handle = keep({true, 0, resource, {}}, view);
  return cudaSuccess;
}

const TextureObject* object_of(std::uint64_t handle, bool is_surface) {
  const auto found = objects().find(handle);
  return found != objects().end() && found->second.is_surface == is_surface ? &found->second
                                                                            : nullptr;
}

// ---- references

// Makes it the reference's, in the variable that kernels read.
cudaError_t bind(const void* reference, bool is_surface, std::uint64_t handle) {
  Runtime& runtime = Runtime::get();
  Reference& bound = references()[reference];
  if (bound.handle != 0) drop(bound.handle, is_surface);
  bound.handle = handle;
  bound.offset = 0;
  const Variable* variable = runtime.modules.variable(reference);
  Allocation* place = variable != nullptr ? runtime.memory.find(variable->address) : nullptr;
  if (place == nullptr || place->bytes < sizeof handle) return cudaErrorInvalidTexture;
  std::memcpy(place->data, &handle, sizeof handle);
  ++place->version;
  return cudaSuccess;
}

cudaError_t bind_texture(const textureReference* reference, const cudaResourceDesc& resource,
                         std::size_t offset) {
  const auto known = references().find(reference);
  if (reference == nullptr || known == references().end()) return cudaErrorInvalidTexture;
  cudaTextureDesc how = {};
  std::copy(reference->addressMode, reference->addressMode + 3, how.addressMode);
  how.filterMode = reference->filterMode;
  how.readMode =
      known->second.reads_fractions ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  how.sRGB = reference->sRGB;
  how.normalizedCoords = reference->normalized;
  std::uint64_t handle = 0;
  if (const cudaError_t error = make_texture(resource, how, handle); error != cudaSuccess)
    return error;
  const cudaError_t error = bind(reference, false, handle);
  known->second.offset = offset;
  return error;
}

// The memory of a reference may begin anywhere if the program asks for the offset, which its kernel
// adds.
const void* aligned(const void* pointer, std::size_t* offset, std::size_t& rest) {
  rest = reinterpret_cast<std::uint64_t>(pointer) % texture_alignment;
  if (offset == nullptr) return pointer;
  *offset = rest;
  return static_cast<const std::byte*>(pointer) - rest;
}

void add_reference(void** module, const void* host, const char* name, bool reads_fractions) {
  Runtime& runtime = Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  runtime.modules.add_variable(reinterpret_cast<Module*>(module), host, name);
  references()[host].reads_fractions = reads_fractions;
}

}  // namespace

const std::map<std::uint64_t, TextureObject>& texture_objects() { return objects(); }

bool is_format(const cudaChannelFormatDesc& format) { return format_of(format).has_value(); }

void forget_textures() {
  for (const auto& [handle, object] : objects())
    Runtime::get().memory.emulated().remove_texture(object.index);
  objects().clear();
  for (auto& [host, reference] : references()) reference.handle = 0;
}

}  // namespace lanescope::runtime

using namespace lanescope::runtime;

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* how, const cudaResourceViewDesc* view) {
  return api([&](Runtime&) {
    if (texture == nullptr || resource == nullptr) return cudaErrorInvalidValue;
    if (how == nullptr) return cudaErrorInvalidResourceHandle;
    if (view != nullptr && view->format != cudaResViewFormatNone)
      return not_supported("cudaCreateTextureObject with a resource view");
    std::uint64_t handle = 0;
    const cudaError_t error = make_texture(*resource, *how, handle);
    if (error == cudaSuccess) *texture = handle;
    return error;
  });
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
  return api([&](Runtime&) {
    drop(texture, false);
    return cudaSuccess;
  });
}
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaTextureObject_t texture) {
  return api([&](Runtime&) {
    const TextureObject* object = object_of(texture, false);
    if (resource == nullptr || object == nullptr) return cudaErrorInvalidValue;
    *resource = object->resource;
    return cudaSuccess;
  });
}
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* how, cudaTextureObject_t texture) {
  return api([&](Runtime&) {
    const TextureObject* object = object_of(texture, false);
    if (how == nullptr || object == nullptr) return cudaErrorInvalidValue;
    *how = object->how;
    return cudaSuccess;
  });
}
// No texture here has one.
cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc*, cudaTextureObject_t) {
  return api([](Runtime&) { return cudaErrorInvalidValue; });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface,
                                    const cudaResourceDesc* resource) {
  return api([&](Runtime&) {
    if (surface == nullptr || resource == nullptr) return cudaErrorInvalidValue;
    std::uint64_t handle = 0;
    const cudaError_t error = make_surface(*resource, handle);
    if (error == cudaSuccess) *surface = handle;
    return error;
  });
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
  return api([&](Runtime&) {
    drop(surface, true);
    return cudaSuccess;
  });
}
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaSurfaceObject_t surface) {
  return api([&](Runtime&) {
    const TextureObject* object = object_of(surface, true);
    if (resource == nullptr || object == nullptr) return cudaErrorInvalidValue;
    *resource = object->resource;
    return cudaSuccess;
  });
}

// ---- references: only CUDA 11's headers declare these, CUDA 12 took them away

void __cudaRegisterTexture(void** module, const textureReference* host, const void**,
                           const char* name, int, int reads_fractions, int) {
  add_reference(module, host, name, reads_fractions != 0);
}
void __cudaRegisterSurface(void** module, const surfaceReference* host, const void**,
                           const char* name, int, int) {
  add_reference(module, host, name, false);
}
cudaError_t cudaBindTexture(std::size_t* offset, const textureReference* reference,
                            const void* pointer, const cudaChannelFormatDesc* format,
                            std::size_t bytes) {
  return api([&](Runtime& runtime) {
    if (format == nullptr) return cudaErrorInvalidValue;
    std::size_t rest = 0;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = const_cast<void*>(aligned(pointer, offset, rest));
    resource.res.linear.desc = *format;
    // Without a size (UINT_MAX) it is all of the allocation.
    const Allocation* allocation = runtime.memory.find(pointer);
    const std::size_t most = allocation != nullptr ? allocation->bytes : 0;
    resource.res.linear.sizeInBytes = std::min(bytes, most) + rest;
    return bind_texture(reference, resource, rest);
  });
}
cudaError_t cudaBindTexture2D(std::size_t* offset, const textureReference* reference,
                              const void* pointer, const cudaChannelFormatDesc* format,
                              std::size_t width, std::size_t height, std::size_t pitch) {
  return api([&](Runtime&) {
    if (format == nullptr) return cudaErrorInvalidValue;
    std::size_t rest = 0;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    auto& plane = resource.res.pitch2D;
    plane.devPtr = const_cast<void*>(aligned(pointer, offset, rest));
    plane.desc = *format;
    plane.width = width;
    plane.height = height;
    plane.pitchInBytes = pitch;
    return bind_texture(reference, resource, rest);
  });
}
cudaError_t cudaBindTextureToArray(const textureReference* reference, cudaArray_const_t array,
                                   const cudaChannelFormatDesc*) {
  return api([&](Runtime&) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = const_cast<cudaArray_t>(array);
    return bind_texture(reference, resource, 0);
  });
}
cudaError_t cudaBindTextureToMipmappedArray(const textureReference*, cudaMipmappedArray_const_t,
                                            const cudaChannelFormatDesc*) {
  return not_supported("cudaBindTextureToMipmappedArray");
}
cudaError_t cudaUnbindTexture(const textureReference* reference) {
  return api([&](Runtime&) {
    const auto known = references().find(reference);
    if (known == references().end()) return cudaErrorInvalidTexture;
    return known->second.handle != 0 ? bind(reference, false, 0) : cudaSuccess;
  });
}
cudaError_t cudaGetTextureAlignmentOffset(std::size_t* offset, const textureReference* reference) {
  return api([&](Runtime&) {
    const auto known = references().find(reference);
    if (offset == nullptr || known == references().end()) return cudaErrorInvalidTexture;
    if (known->second.handle == 0) return cudaErrorInvalidTextureBinding;
    *offset = known->second.offset;
    return cudaSuccess;
  });
}
cudaError_t cudaGetTextureReference(const textureReference** reference, const void* symbol) {
  return api([&](Runtime&) {
    if (reference == nullptr || !references().contains(symbol)) return cudaErrorInvalidTexture;
    *reference = static_cast<const textureReference*>(symbol);
    return cudaSuccess;
  });
}
cudaError_t cudaBindSurfaceToArray(const surfaceReference* reference, cudaArray_const_t array,
                                   const cudaChannelFormatDesc*) {
  return api([&](Runtime&) {
    if (!references().contains(reference)) return cudaErrorInvalidSurface;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = const_cast<cudaArray_t>(array);
    std::uint64_t handle = 0;
    const cudaError_t error = make_surface(resource, handle);
    return error == cudaSuccess ? bind(reference, true, handle) : error;
  });
}
cudaError_t cudaGetSurfaceReference(const surfaceReference** reference, const void* symbol) {
  return api([&](Runtime&) {
    if (reference == nullptr || !references().contains(symbol)) return cudaErrorInvalidSurface;
    *reference = static_cast<const surfaceReference*>(symbol);
    return cudaSuccess;
  });
}

}  // extern "C"
