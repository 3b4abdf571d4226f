// The calls of the API that allocate, free, copy and fill memory.
#include <algorithm>
#include <cstring>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "kernels/runtime/arrays.h"
#include "kernels/runtime/earlier_cuda.h"
#include "kernels/runtime/host_findings.h"
#include "kernels/runtime/runtime.h"
#include "kernels/runtime/streams.h"
#include "kernels/runtime/textures.h"

namespace lanescope::runtime {
namespace {

constexpr std::size_t pitch_alignment = 512;  // of cudaMallocPitch() on current GPUs

std::map<cudaArray_const_t, std::unique_ptr<cudaArray>>& arrays() {
  static auto* all = new std::map<cudaArray_const_t, std::unique_ptr<cudaArray>>();
  return *all;
}

std::uint64_t number(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

// One side of a copy.
struct Side {
  Allocation* allocation = nullptr;  // nullptr: the host's ordinary memory
  std::byte* data = nullptr;
};

// `pointer`: of `bytes` bytes. False: they are not all in one allocation.
bool find_side(const void* pointer, std::uint64_t bytes, Side& side) {
  DeviceMemory& memory = Runtime::get().memory;
  side.allocation = memory.find(pointer);
  if (side.allocation == nullptr) {
    side.data = static_cast<std::byte*>(const_cast<void*>(pointer));
    // The device's range, but no allocation: nothing may be read there.
    return number(pointer) >= 0x8000'0000'0000 || number(pointer) < 0x20'0000'0000 ||
           number(pointer) >= 0x100'0000'0000;
  }
  const std::uint64_t offset = number(pointer) - side.allocation->address;
  side.data = side.allocation->data + offset;
  return bytes <= side.allocation->bytes - offset || side.allocation->host_can_reach();
}

// With the bytes goes what is known of them: whether something has written them.
void copy_bytes(const Side& to, const Side& from, std::uint64_t bytes) {
  std::memmove(to.data, from.data, bytes);
  const auto offset = [](const Side& side) {
    return static_cast<std::uint64_t>(side.data - side.allocation->data);
  };
  if (to.allocation == nullptr || to.allocation->written == nullptr) return;
  exec::WrittenBytes& written = *to.allocation->written;
  if (from.allocation != nullptr && from.allocation->written != nullptr) {
    written.copy(*from.allocation->written, offset(from), offset(to), bytes);
  } else {
    written.cover(offset(to), bytes);
  }
}

// What CUDA returns for these sides (an H100's answers: tests/runtime). A copy to or from the host
// may name memory of the device where it says host, not the reverse.
cudaError_t check_kind(const Side& to, const Side& from, cudaMemcpyKind kind) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if ((to_device && to.allocation == nullptr) || (from_device && from.allocation == nullptr))
    return cudaErrorInvalidValue;
  return cudaSuccess;
}

cudaError_t copy_linear(void* to, const void* from, std::uint64_t bytes, cudaMemcpyKind kind,
                        bool only_checks) {
  if (bytes == 0) return cudaSuccess;
  if (to == nullptr || from == nullptr) return cudaErrorInvalidValue;
  Side target, source;
  const bool fits = find_side(to, bytes, target) && find_side(from, bytes, source);
  const cudaError_t error = fits ? check_kind(target, source, kind) : cudaErrorInvalidValue;
  if (error != cudaSuccess) {
    report_wrong_copy(to, from, bytes, kind);
    return error;
  }
  if (only_checks) return cudaSuccess;
  copy_bytes(target, source, bytes);
  if (target.allocation != nullptr) ++target.allocation->version;
  return cudaSuccess;
}

// The first byte of row `row` of slice `slice` of the box, and the bytes of the box in a row.
struct Box {
  std::byte* first = nullptr;
  std::size_t pitch = 0, slice_pitch = 0;
  Allocation* allocation = nullptr;
  [[nodiscard]] Side row(std::size_t slice, std::size_t row) const {
    return {allocation, first + slice * slice_pitch + row * pitch};
  }
};

struct BoxRequest {
  cudaArray_t array = nullptr;
  cudaPos pos{};
  cudaPitchedPtr pointer{};
};

// `width`: bytes. Errors: it is not inside its array or allocation.
cudaError_t find_box(const BoxRequest& request, std::size_t width, const cudaExtent& extent,
                     Box& box) {
  if (request.array != nullptr) {
    const cudaArray* array = array_of(request.array);
    if (array == nullptr) return cudaErrorInvalidResourceHandle;
    const std::size_t x = request.pos.x * array->element_bytes();
    if (x + width > array->row_bytes() || request.pos.y + extent.height > array->rows() ||
        request.pos.z + extent.depth > array->slices())
      return cudaErrorInvalidValue;
    box.allocation = Runtime::get().memory.find(array->address);
    if (box.allocation == nullptr) return cudaErrorInvalidResourceHandle;
    box.pitch = array->row_bytes();
    box.slice_pitch = box.pitch * array->rows();
    box.first =
        box.allocation->data + request.pos.z * box.slice_pitch + request.pos.y * box.pitch + x;
    return cudaSuccess;
  }
  if (request.pointer.ptr == nullptr) return cudaErrorInvalidValue;
  if (extent.height > 1 && request.pointer.pitch < width) return cudaErrorInvalidPitchValue;
  box.pitch = request.pointer.pitch;
  box.slice_pitch = box.pitch * std::max<std::size_t>(request.pointer.ysize, 1);
  const auto* start = static_cast<const std::byte*>(request.pointer.ptr) +
                      request.pos.z * box.slice_pitch + request.pos.y * box.pitch + request.pos.x;
  const std::size_t bytes =
      (extent.depth - 1) * box.slice_pitch + (extent.height - 1) * box.pitch + width;
  Side side;
  if (!find_side(start, bytes, side)) return cudaErrorInvalidValue;
  box.allocation = side.allocation;
  box.first = side.data;
  return cudaSuccess;
}

bool is_linear(const cudaMemcpy3DParms& how) {
  return how.srcArray == nullptr && how.dstArray == nullptr && how.extent.height == 1 &&
         how.extent.depth == 1;
}

std::byte* after(void* pointer, const cudaPos& pos) {
  return static_cast<std::byte*>(pointer) + pos.x;
}

}  // namespace

cudaArray* array_of(cudaArray_const_t array) {
  const auto found = arrays().find(array);
  return found != arrays().end() ? found->second.get() : nullptr;
}

cudaError_t copy_3d(const cudaMemcpy3DParms& how, bool only_checks) {
  if (how.extent.width == 0 || how.extent.height == 0 || how.extent.depth == 0) return cudaSuccess;
  if (is_linear(how) && how.srcPos.y + how.srcPos.z + how.dstPos.y + how.dstPos.z == 0) {
    if (how.dstPtr.ptr == nullptr || how.srcPtr.ptr == nullptr) return cudaErrorInvalidValue;
    return copy_linear(after(how.dstPtr.ptr, how.dstPos), after(how.srcPtr.ptr, how.srcPos),
                       how.extent.width, how.kind, only_checks);
  }
  std::size_t width = how.extent.width;  // elements, if an array takes part
  const cudaArray* array = array_of(how.srcArray != nullptr ? how.srcArray : how.dstArray);
  if (array != nullptr) width *= array->element_bytes();
  Box from, to;
  const cudaError_t from_error =
      find_box({how.srcArray, how.srcPos, how.srcPtr}, width, how.extent, from);
  if (from_error != cudaSuccess) return from_error;
  const cudaError_t to_error =
      find_box({how.dstArray, how.dstPos, how.dstPtr}, width, how.extent, to);
  if (to_error != cudaSuccess) return to_error;
  const cudaError_t error =
      check_kind({to.allocation, nullptr}, {from.allocation, nullptr}, how.kind);
  if (error != cudaSuccess || only_checks) return error;
  for (std::size_t slice = 0; slice < how.extent.depth; ++slice) {
    for (std::size_t row = 0; row < how.extent.height; ++row)
      copy_bytes(to.row(slice, row), from.row(slice, row), width);
  }
  if (to.allocation != nullptr) ++to.allocation->version;
  return cudaSuccess;
}

cudaError_t fill(const cudaMemsetParams& how) {
  if (how.width == 0 || how.height == 0) return cudaSuccess;
  Side side;
  const std::size_t width = how.width * how.elementSize;
  const std::size_t bytes = (how.height - 1) * how.pitch + width;
  if (!find_side(how.dst, bytes, side) || side.allocation == nullptr) return cudaErrorInvalidValue;
  if (how.height > 1 && how.pitch < width) return cudaErrorInvalidValue;
  for (std::size_t row = 0; row < how.height; ++row) {
    std::byte* first = side.data + row * how.pitch;
    if (side.allocation->written != nullptr)
      side.allocation->written->cover(static_cast<std::uint64_t>(first - side.allocation->data),
                                      width);
    if (how.elementSize == 1) {
      std::memset(first, static_cast<int>(how.value), width);
      continue;
    }
    for (std::size_t i = 0; i < width; i += how.elementSize)
      std::memcpy(first + i, &how.value, how.elementSize);
  }
  ++side.allocation->version;
  return cudaSuccess;
}

namespace {

// Of cudaArrays of these extents and flags (CUDA C++ Programming Guide, "Technical Specifications
// per Compute Capability": the same for all current GPUs).
bool is_extent(const cudaExtent& extent, unsigned flags) {
  const auto [width, height, depth] = extent;
  const bool has_layers = (flags & cudaArrayLayered) != 0;
  if (width == 0 || (has_layers && depth == 0)) return false;
  if ((flags & cudaArrayCubemap) != 0)
    return width == height && width <= 32768 && (has_layers ? depth % 6 == 0 : depth == 6);
  if (has_layers) return width <= 32768 && height <= 32768 && depth <= 2048;
  if (depth != 0) return height != 0 && std::max({width, height, depth}) <= 16384;
  return width <= 131072 && height <= 65536;
}

cudaError_t allocate(void** pointer, std::size_t bytes, MemoryKind kind, const char* call,
                     unsigned flags = 0) {
  return api([&](Runtime& runtime) {
    if (pointer == nullptr) return cudaErrorInvalidValue;
    if (std::string_view(call) == "cudaMalloc" && may_not_be_unsafe()) {
      if (const cudaError_t error = refuse_in_capture(); error != cudaSuccess) return error;
    }
    *pointer = nullptr;
    if (bytes == 0) return cudaSuccess;
    Allocation* made = runtime.memory.allocate(bytes, kind, call);
    if (made == nullptr) return cudaErrorMemoryAllocation;
    made->flags = flags;
    *pointer = reinterpret_cast<void*>(made->address);
    return cudaSuccess;
  });
}

cudaError_t release(void* pointer, std::initializer_list<MemoryKind> kinds, const char* call) {
  return api([&](Runtime& runtime) {
    runtime.show_printed();
    if (pointer == nullptr) return cudaSuccess;
    Allocation* allocation = runtime.memory.find(pointer);
    const bool is_right = allocation != nullptr && allocation->address == number(pointer) &&
                          std::ranges::find(kinds, allocation->kind) != kinds.end();
    if (!is_right) {
      report_wrong_free(call, pointer);
      return cudaErrorInvalidValue;
    }
    runtime.memory.release(*allocation);
    return cudaSuccess;
  });
}

cudaMemcpy3DParms linear(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  cudaMemcpy3DParms how = {};
  how.dstPtr = {to, bytes, bytes, 1};
  how.srcPtr = {const_cast<void*>(from), bytes, bytes, 1};
  how.extent = {bytes, 1, 1};
  how.kind = kind;
  return how;
}

// A copy that waits. A graph can't capture it.
cudaError_t copy_now(const cudaMemcpy3DParms& how) {
  return api([&](Runtime& runtime) {
    if (const cudaError_t error = refuse_legacy_in_capture(); error != cudaSuccess) return error;
    if (const cudaError_t error = refuse_in_capture(); error != cudaSuccess) return error;
    runtime.show_printed();
    return copy_3d(how, false);
  });
}
// The same for copies with arrays that rows don't end: a graph can't hold them, and in a stream
// they are done at once.
template <class Copy>
cudaError_t with_array_now(Copy copy) {
  return api([&](Runtime& runtime) {
    if (const cudaError_t error = refuse_in_capture(); error != cudaSuccess) return error;
    runtime.show_printed();
    return copy();
  });
}
cudaError_t copy_later(const cudaMemcpy3DParms& how, cudaStream_t stream) {
  return api([&](Runtime&) { return submit(stream, CopyWork{how}); });
}
cudaError_t fill_later(const cudaMemsetParams& how, cudaStream_t stream) {
  return api([&](Runtime&) { return submit(stream, MemsetWork{how}); });
}

cudaMemcpy3DParms plane(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                        std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  cudaMemcpy3DParms how = {};
  how.dstPtr = {to, to_pitch, width, height};
  how.srcPtr = {const_cast<void*>(from), from_pitch, width, height};
  how.extent = {width, height, 1};
  how.kind = kind;
  return how;
}
bool is_wide_enough(std::size_t to_pitch, std::size_t from_pitch, std::size_t width) {
  return to_pitch >= width && from_pitch >= width;
}

// `width`: bytes; whole elements of the array.
bool to_elements(cudaArray_const_t array, std::size_t width, std::size_t offset,
                 cudaMemcpy3DParms& how, cudaPos& pos) {
  const cudaArray* found = array_of(array);
  if (found == nullptr || found->element_bytes() == 0) return false;
  how.extent.width = width / found->element_bytes();
  pos.x = offset / found->element_bytes();
  return true;
}
// Bytes of an array from (x, y) on, through the ends of rows; x in bytes. nullptr: it has not so
// many.
std::byte* bytes_in_array(const cudaArray& array, std::size_t x, std::size_t y, std::size_t bytes,
                          Allocation*& allocation) {
  allocation = Runtime::get().memory.find(array.address);
  const std::size_t at = y * array.row_bytes() + x;
  if (allocation == nullptr || at > allocation->bytes || bytes > allocation->bytes - at)
    return nullptr;
  return allocation->data + at;
}

// cudaMemcpyToArray() and the like, which CUDA has deprecated: rows follow each other.
cudaError_t copy_with_array(const cudaArray* array, std::size_t x, std::size_t y, const void* other,
                            std::size_t bytes, cudaMemcpyKind kind, bool is_to_array) {
  if (array == nullptr) return cudaErrorInvalidResourceHandle;
  if (bytes == 0) return cudaSuccess;
  Side inside, outside;
  inside.data = bytes_in_array(*array, x, y, bytes, inside.allocation);
  if (inside.data == nullptr || other == nullptr || !find_side(other, bytes, outside))
    return cudaErrorInvalidValue;
  const cudaError_t error =
      is_to_array ? check_kind(inside, outside, kind) : check_kind(outside, inside, kind);
  if (error != cudaSuccess) return error;
  const Side& to = is_to_array ? inside : outside;
  copy_bytes(to, is_to_array ? outside : inside, bytes);
  if (to.allocation != nullptr) ++to.allocation->version;
  return cudaSuccess;
}

cudaError_t copy_between_arrays(const cudaArray* to, std::size_t to_x, std::size_t to_y,
                                const cudaArray* from, std::size_t from_x, std::size_t from_y,
                                std::size_t bytes) {
  if (to == nullptr || from == nullptr) return cudaErrorInvalidResourceHandle;
  if (bytes == 0) return cudaSuccess;
  Allocation *target = nullptr, *source = nullptr;
  std::byte* into = bytes_in_array(*to, to_x, to_y, bytes, target);
  const std::byte* out_of = bytes_in_array(*from, from_x, from_y, bytes, source);
  if (into == nullptr || out_of == nullptr) return cudaErrorInvalidValue;
  std::memmove(into, out_of, bytes);
  ++target->version;
  return cudaSuccess;
}

cudaMemcpy3DParms to_array(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                           std::size_t pitch, std::size_t width, std::size_t height,
                           cudaMemcpyKind kind) {
  cudaMemcpy3DParms how = plane(nullptr, 0, from, pitch, width, height, kind);
  how.dstPtr = {};
  how.dstArray = to;
  how.dstPos = {0, y, 0};
  to_elements(to, width, x, how, how.dstPos);
  return how;
}
cudaMemcpy3DParms from_array(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
                             std::size_t y, std::size_t width, std::size_t height,
                             cudaMemcpyKind kind) {
  cudaMemcpy3DParms how = plane(to, pitch, nullptr, 0, width, height, kind);
  how.srcPtr = {};
  how.srcArray = const_cast<cudaArray_t>(from);
  how.srcPos = {0, y, 0};
  to_elements(from, width, x, how, how.srcPos);
  return how;
}

cudaError_t copy_symbol(const void* symbol, std::size_t offset, std::size_t bytes, bool to_symbol,
                        const void* host, cudaMemcpyKind kind, const cudaStream_t* stream) {
  return api([&](Runtime& runtime) {
    const Variable* variable = runtime.modules.variable(symbol);
    if (variable == nullptr) return cudaErrorInvalidSymbol;
    if (offset + bytes > variable->declared->bytes || host == nullptr) return cudaErrorInvalidValue;
    const cudaMemcpyKind expected = to_symbol ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
    if (kind != expected && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
      return cudaErrorInvalidMemcpyDirection;
    void* device = reinterpret_cast<void*>(variable->address + offset);
    const cudaMemcpy3DParms how = to_symbol ? linear(device, host, bytes, kind)
                                            : linear(const_cast<void*>(host), device, bytes, kind);
    if (stream != nullptr) return submit(*stream, CopyWork{how});
    runtime.show_printed();
    return copy_3d(how, false);
  });
}

}  // namespace
}  // namespace lanescope::runtime

using namespace lanescope::runtime;

extern "C" {

// ---- allocation
// ------------------------------------------------------------------------------------------------------

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  return allocate(pointer, bytes, MemoryKind::device, "cudaMalloc");
}
cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t) {
  return allocate(pointer, bytes, MemoryKind::device, "cudaMallocAsync");
}
cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t, cudaStream_t) {
  return allocate(pointer, bytes, MemoryKind::device, "cudaMallocFromPoolAsync");
}
cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned flags) {
  if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
    return api([](Runtime&) { return cudaErrorInvalidValue; });
  return allocate(pointer, bytes, MemoryKind::managed, "cudaMallocManaged", flags);
}
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned flags) {
  if (flags > 7) return api([](Runtime&) { return cudaErrorInvalidValue; });
  return allocate(pointer, bytes, MemoryKind::pinned, "cudaHostAlloc", flags);
}
cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  return allocate(pointer, bytes, MemoryKind::pinned, "cudaMallocHost");
}
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  if (pitch == nullptr) return api([](Runtime&) { return cudaErrorInvalidValue; });
  *pitch = (width + pitch_alignment - 1) / pitch_alignment * pitch_alignment;
  return allocate(pointer, *pitch * height, MemoryKind::device, "cudaMallocPitch");
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
  if (pointer == nullptr) return api([](Runtime&) { return cudaErrorInvalidValue; });
  pointer->pitch = (extent.width + pitch_alignment - 1) / pitch_alignment * pitch_alignment;
  pointer->xsize = extent.width;
  pointer->ysize = extent.height;
  return allocate(&pointer->ptr, pointer->pitch * extent.height * extent.depth, MemoryKind::device,
                  "cudaMalloc3D");
}
cudaError_t cudaFree(void* pointer) {
  return release(pointer, {MemoryKind::device, MemoryKind::managed}, "cudaFree");
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t) {
  return release(pointer, {MemoryKind::device, MemoryKind::managed}, "cudaFreeAsync");
}
cudaError_t cudaFreeHost(void* pointer) {
  return release(pointer, {MemoryKind::pinned}, "cudaFreeHost");
}
cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned flags) {
  return api([&](Runtime& runtime) {
    if (pointer == nullptr || bytes == 0 || flags > 15) return cudaErrorInvalidValue;
    if (runtime.memory.overlaps(number(pointer), bytes))
      return cudaErrorHostMemoryAlreadyRegistered;
    runtime.memory.add_host(pointer, bytes, MemoryKind::registered, "cudaHostRegister")->flags =
        flags;
    return cudaSuccess;
  });
}
cudaError_t cudaHostUnregister(void* pointer) {
  return api([&](Runtime& runtime) {
    Allocation* allocation = runtime.memory.find(pointer);
    if (allocation == nullptr || allocation->kind != MemoryKind::registered ||
        allocation->address != number(pointer))
      return cudaErrorHostMemoryNotRegistered;
    runtime.memory.release(*allocation);
    return cudaSuccess;
  });
}
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags) {
  return api([&](Runtime& runtime) {
    const Allocation* allocation = runtime.memory.find(host);
    if (device == nullptr || flags != 0 || allocation == nullptr || !allocation->host_can_reach())
      return cudaErrorInvalidValue;
    *device = host;
    return cudaSuccess;
  });
}
cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
  return api([&](Runtime& runtime) {
    const Allocation* allocation = runtime.memory.find(host);
    if (flags == nullptr || allocation == nullptr || !allocation->host_can_reach())
      return cudaErrorInvalidValue;
    *flags = allocation->flags | cudaHostAllocMapped;
    return cudaSuccess;
  });
}
cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  return api([&](Runtime& runtime) {
    if (free == nullptr || total == nullptr) return cudaErrorInvalidValue;
    *total = runtime.memory.total_bytes();
    *free = *total - std::min(runtime.memory.used_bytes(), runtime.memory.total_bytes());
    return cudaSuccess;
  });
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return api([&](Runtime& runtime) {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    *attributes = {};
    const Allocation* allocation = runtime.memory.find(pointer);
    if (allocation == nullptr) {
      attributes->type = cudaMemoryTypeUnregistered;
      attributes->device = cudaInvalidDeviceId;
      attributes->hostPointer = const_cast<void*>(pointer);
      return cudaSuccess;
    }
    attributes->type = allocation->kind == MemoryKind::managed ? cudaMemoryTypeManaged
                       : allocation->host_can_reach()          ? cudaMemoryTypeHost
                                                               : cudaMemoryTypeDevice;
    attributes->devicePointer = const_cast<void*>(pointer);
    if (allocation->host_can_reach()) attributes->hostPointer = const_cast<void*>(pointer);
    return cudaSuccess;
  });
}

// ---- arrays
// ----------------------------------------------------------------------------------------------------------

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                              cudaExtent extent, unsigned flags) {
  return api([&](Runtime& runtime) {
    if (array == nullptr || format == nullptr) return cudaErrorInvalidValue;
    if (!is_format(*format)) return cudaErrorInvalidChannelDescriptor;
    if (!is_extent(extent, flags)) return cudaErrorInvalidValue;
    auto made = std::make_unique<cudaArray>();
    made->format = *format;
    made->extent = extent;
    made->flags = flags;
    Allocation* allocation = runtime.memory.allocate(
        made->row_bytes() * made->rows() * made->slices(), MemoryKind::array, "cudaMallocArray");
    if (allocation == nullptr) return cudaErrorMemoryAllocation;
    made->address = allocation->address;
    *array = made.get();
    arrays()[*array] = std::move(made);
    return cudaSuccess;
  });
}
cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width,
                            size_t height, unsigned flags) {
  return cudaMalloc3DArray(array, format, {width, height, 0}, flags);
}
cudaError_t cudaFreeArray(cudaArray_t array) {
  return api([&](Runtime& runtime) {
    if (array == nullptr) return cudaSuccess;
    const cudaArray* found = array_of(array);
    if (found == nullptr) return cudaErrorInvalidValue;
    if (Allocation* allocation = runtime.memory.find(found->address))
      runtime.memory.release(*allocation);
    arrays().erase(array);
    return cudaSuccess;
  });
}
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags,
                             cudaArray_t array) {
  return api([&](Runtime&) {
    const cudaArray* found = array_of(array);
    if (found == nullptr) return cudaErrorInvalidResourceHandle;
    if (format != nullptr) *format = found->format;
    if (extent != nullptr) *extent = found->extent;
    if (flags != nullptr) *flags = found->flags;
    return cudaSuccess;
  });
}
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  return cudaArrayGetInfo(format, nullptr, nullptr, const_cast<cudaArray_t>(array));
}
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                            cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

// ---- copies
// ----------------------------------------------------------------------------------------------------------

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return copy_now(linear(to, from, bytes, kind));
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return copy_later(linear(to, from, bytes, kind), stream);
}
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                           size_t bytes) {
  if (to_device != 0 || from_device != 0)
    return api([](Runtime&) { return cudaErrorInvalidDevice; });
  return copy_now(linear(to, from, bytes, cudaMemcpyDeviceToDevice));
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                size_t bytes, cudaStream_t stream) {
  if (to_device != 0 || from_device != 0)
    return api([](Runtime&) { return cudaErrorInvalidDevice; });
  return copy_later(linear(to, from, bytes, cudaMemcpyDeviceToDevice), stream);
}
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind) {
  if (!is_wide_enough(to_pitch, from_pitch, width))
    return api([](Runtime&) { return cudaErrorInvalidPitchValue; });
  return copy_now(plane(to, to_pitch, from, from_pitch, width, height, kind));
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  if (!is_wide_enough(to_pitch, from_pitch, width))
    return api([](Runtime&) { return cudaErrorInvalidPitchValue; });
  return copy_later(plane(to, to_pitch, from, from_pitch, width, height, kind), stream);
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* how) {
  if (how == nullptr) return api([](Runtime&) { return cudaErrorInvalidValue; });
  return copy_now(*how);
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* how, cudaStream_t stream) {
  if (how == nullptr) return api([](Runtime&) { return cudaErrorInvalidValue; });
  return copy_later(*how, stream);
}
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                                size_t width, size_t height, cudaMemcpyKind kind) {
  if (pitch < width) return api([](Runtime&) { return cudaErrorInvalidPitchValue; });
  if (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost)
    return api([](Runtime&) { return cudaErrorInvalidMemcpyDirection; });
  return copy_now(to_array(to, x, y, from, pitch, width, height, kind));
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from,
                                     size_t pitch, size_t width, size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream) {
  return copy_later(to_array(to, x, y, from, pitch, width, height, kind), stream);
}
cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, cudaMemcpyKind kind) {
  if (pitch < width) return api([](Runtime&) { return cudaErrorInvalidPitchValue; });
  if (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost)
    return api([](Runtime&) { return cudaErrorInvalidMemcpyDirection; });
  return copy_now(from_array(to, pitch, from, x, y, width, height, kind));
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x,
                                       size_t y, size_t width, size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
  return copy_later(from_array(to, pitch, from, x, y, width, height, kind), stream);
}
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                              cudaMemcpyKind kind) {
  return with_array_now(
      [&] { return copy_with_array(array_of(to), x, y, from, bytes, kind, true); });
}
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from,
                                   size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  if (!is_stream(stream)) return api([](Runtime&) { return cudaErrorInvalidResourceHandle; });
  return cudaMemcpyToArray(to, x, y, from, bytes, kind);
}
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                cudaMemcpyKind kind) {
  return with_array_now(
      [&] { return copy_with_array(array_of(from), x, y, to, bytes, kind, false); });
}
cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, size_t x, size_t y,
                                     size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  if (!is_stream(stream)) return api([](Runtime&) { return cudaErrorInvalidResourceHandle; });
  return cudaMemcpyFromArray(to, from, x, y, bytes, kind);
}
cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                   size_t from_x, size_t from_y, size_t bytes, cudaMemcpyKind) {
  return with_array_now([&] {
    return copy_between_arrays(array_of(to), to_x, to_y, array_of(from), from_x, from_y, bytes);
  });
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y,
                                     cudaArray_const_t from, size_t from_x, size_t from_y,
                                     size_t width, size_t height, cudaMemcpyKind kind) {
  cudaMemcpy3DParms how = to_array(to, to_x, to_y, nullptr, 0, width, height, kind);
  how.srcPtr = {};
  how.srcArray = const_cast<cudaArray_t>(from);
  how.srcPos = {0, from_y, 0};
  to_elements(from, width, from_x, how, how.srcPos);
  return copy_now(how);
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
  return copy_symbol(symbol, offset, bytes, true, from, kind, nullptr);
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes,
                                    size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_symbol(symbol, offset, bytes, true, from, kind, &stream);
}
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
  return copy_symbol(symbol, offset, bytes, false, to, kind, nullptr);
}
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_symbol(symbol, offset, bytes, false, to, kind, &stream);
}
cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  return api([&](Runtime& runtime) {
    if (pointer == nullptr) return cudaErrorInvalidValue;
    const Variable* variable = runtime.modules.variable(symbol);
    if (variable == nullptr) return cudaErrorInvalidSymbol;
    *pointer = reinterpret_cast<void*>(variable->address);
    return cudaSuccess;
  });
}
cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol) {
  return api([&](Runtime& runtime) {
    if (bytes == nullptr) return cudaErrorInvalidValue;
    const Variable* variable = runtime.modules.variable(symbol);
    if (variable == nullptr) return cudaErrorInvalidSymbol;
    *bytes = variable->declared->bytes;
    return cudaSuccess;
  });
}

// ---- memset
// ----------------------------------------------------------------------------------------------------------

static cudaMemsetParams bytes_of_value(void* pointer, size_t pitch, int value, size_t width,
                                       size_t height) {
  return {pointer, pitch, static_cast<unsigned>(value) & 0xff, 1, width, height};
}
cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream) {
  return fill_later(bytes_of_value(pointer, bytes, value, bytes, 1), stream);
}
cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
  return cudaMemsetAsync(pointer, value, bytes, nullptr);
}
cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  return fill_later(bytes_of_value(pointer, pitch, value, width, height), stream);
}
cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
  return cudaMemset2DAsync(pointer, pitch, value, width, height, nullptr);
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int value, cudaExtent extent,
                              cudaStream_t stream) {
  for (size_t slice = 0; slice < extent.depth; ++slice) {
    auto* first = static_cast<char*>(pointer.ptr) + slice * pointer.pitch * pointer.ysize;
    const cudaError_t error =
        cudaMemset2DAsync(first, pointer.pitch, value, extent.width, extent.height, stream);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}
cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent) {
  return cudaMemset3DAsync(pointer, value, extent, nullptr);
}

// ---- managed memory: hints
// -------------------------------------------------------------------------------------------

cudaError_t cudaMemPrefetchAsync_v2(const void* pointer, size_t bytes, cudaMemLocation location,
                                    unsigned, cudaStream_t stream) {
  return api([&](Runtime& runtime) {
    if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
    const Allocation* allocation = runtime.memory.find(pointer);
    const bool is_managed = allocation != nullptr && allocation->kind == MemoryKind::managed;
    if (!is_managed || bytes == 0) return cudaErrorInvalidValue;
    return location.type == cudaMemLocationTypeDevice && location.id != 0 ? cudaErrorInvalidDevice
                                                                          : cudaSuccess;
  });
}
cudaError_t cudaMemAdvise_v2(const void* pointer, size_t bytes, cudaMemoryAdvise,
                             cudaMemLocation location) {
  return cudaMemPrefetchAsync_v2(pointer, bytes, location, 0, nullptr);
}

// ---- memory pools: one, which all share
// ------------------------------------------------------------------------------

static cudaMemPool_t the_pool() { return reinterpret_cast<cudaMemPool_t>(0x10); }
static std::uint64_t release_threshold = 0;
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int) {
  *pool = the_pool();
  return cudaSuccess;
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int) {
  *pool = the_pool();
  return cudaSuccess;
}
cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t) { return cudaSuccess; }
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps*) {
  *pool = the_pool();
  return cudaSuccess;
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t) { return cudaSuccess; }
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) { return cudaSuccess; }
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr attribute, void* value) {
  return api([&](Runtime&) {
    if (attribute == cudaMemPoolAttrReleaseThreshold)
      release_threshold = *static_cast<const std::uint64_t*>(value);
    return cudaSuccess;
  });
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, const cudaMemAccessDesc*, size_t) {
  return cudaSuccess;
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr attribute, void* value) {
  return api([&](Runtime& runtime) {
    if (attribute <= cudaMemPoolReuseAllowInternalDependencies) {
      *static_cast<int*>(value) = 1;
    } else {
      *static_cast<std::uint64_t*>(value) = attribute == cudaMemPoolAttrReleaseThreshold
                                                ? release_threshold
                                                : runtime.memory.used_bytes();
    }
    return cudaSuccess;
  });
}

}  // extern "C"
