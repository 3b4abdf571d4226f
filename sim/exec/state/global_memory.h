// The device memory of a launch: named arrays at device addresses, stored in host memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/exec/state/device_heap.h"
#include "sim/exec/state/written_bytes.h"
#include "sim/texture/texture.h"

namespace lanescope::exec {

// Kernels name textures and surfaces by 64-bit values from here on. They are no addresses.
inline constexpr std::uint64_t texture_window = 0x0700'0000'0000ULL;

class GlobalMemory {
 public:
  struct Array {
    std::string name;
    std::uint64_t address = 0;  // device address, a multiple of 256 like cudaMalloc's
    std::uint64_t bytes = 0;
    std::byte* data = nullptr;
    // Which of its bytes something has written; nullptr: all count as written.
    std::unique_ptr<WrittenBytes> written = nullptr;
  };

  // An array seen as a texture or a surface.
  struct Texture {
    texture::Texture how;
    std::size_t array = 0;
    std::uint64_t offset = 0;  // of the first texel, bytes
  };

  // Adds an array of zero bytes; returns false if the host has not enough memory.
  [[nodiscard]] bool add(std::string name, std::uint64_t bytes);

  // Adds an array at this address, whose bytes the caller owns. It overlaps no other array, and is
  // not among the addresses from 64 GiB up that add() chooses.
  void add_at(std::string name, std::uint64_t address, std::uint64_t bytes, std::byte* data);
  // From now on it is known which bytes of the array are written: none yet. Valid as long as the
  // array. nullptr: there is no memory for it.
  WrittenBytes* begin_unwritten(std::size_t array);
  // A launch has ended.
  void settle_written();
  // Removes the array that starts there. The indices of those after it change. Its textures lose
  // it, and keep their handles until they are removed.
  void remove(std::uint64_t address);

  // Says that a .global variable of a module has its array at this address, so that it keeps its
  // value from launch to launch. `name`: the start of its name in the module's text.
  void place_variable(const char* name, std::uint64_t address) { variables_[name] = address; }
  void forget_variable(const char* name) { variables_.erase(name); }
  [[nodiscard]] std::optional<std::uint64_t> variable_at(const char* name) const {
    const auto found = variables_.find(name);
    return found == variables_.end() ? std::nullopt : std::optional(found->second);
  }

  // Adds the array "the device heap", unless there is one: like a context, the memory has one heap.
  [[nodiscard]] bool add_heap();
  // Its size (cudaLimitMallocHeapSize), which can be set until it is added.
  [[nodiscard]] std::uint64_t heap_bytes() const { return heap_bytes_; }
  void set_heap_bytes(std::uint64_t bytes) { heap_bytes_ = bytes; }
  // The next heap is empty and has the usual size.
  void remove_heap();
  [[nodiscard]] DeviceHeap* heap() const { return heap_.get(); }  // nullptr: there is none
  [[nodiscard]] bool is_heap(const Array& array) const {
    return heap_ != nullptr && array.address == heap_->address();
  }

  [[nodiscard]] const std::vector<Array>& arrays() const { return arrays_; }
  [[nodiscard]] std::span<std::byte> bytes_of(std::size_t array) const {
    return {arrays_[array].data, arrays_[array].bytes};
  }

  // The array that contains all of [address, address + bytes); nullptr if there is none. Of the
  // heap, only what is allocated counts.
  [[nodiscard]] const Array* find(std::uint64_t address, std::uint64_t bytes) const {
    if (arrays_.size() > few) return find_among_many(address, bytes);
    for (const Array& array : arrays_) {
      if (contains(array, address, bytes))
        return (!is_heap(array) || heap_->is_live(address, bytes)) ? &array : nullptr;
    }
    return nullptr;
  }

  // Returns its index: the lowest that is free. Precondition: the texels lie in the array.
  std::size_t add_texture(const Texture& texture);
  void remove_texture(std::size_t i) { textures_[i].reset(); }
  // What kernels get for the texture with this index.
  [[nodiscard]] static constexpr std::uint64_t texture_handle(std::size_t i, bool is_surface) {
    return texture_window + 32 * (i + 1) + (is_surface ? 16 : 0);
  }
  // nullptr: the value is no handle, or one of the other kind, or the array has been removed.
  [[nodiscard]] const Texture* find_texture(std::uint64_t handle, bool is_surface) const {
    const std::uint64_t i = (handle - texture_window) / 32 - 1;
    const bool is_handle = i < textures_.size() && handle == texture_handle(i, is_surface) &&
                           textures_[i] && textures_[i]->array < arrays_.size();
    return is_handle ? &*textures_[i] : nullptr;
  }

  // Where an address outside every array lies: a number for each array and each of its sides, 0 if
  // no array is near. Two errors on one line of source are told apart by it.
  [[nodiscard]] std::uint32_t side_of(std::uint64_t address) const;

  // For messages: "12 bytes past the end of B", "4 bytes before A", "far from every array", and the
  // index that this would be with elements of `element_bytes`.
  [[nodiscard]] std::string describe(std::uint64_t address, std::uint64_t bytes,
                                     std::uint64_t element_bytes) const;

 private:
  struct Free {
    void operator()(std::byte* data) const { std::free(data); }
  };
  using Storage = std::unique_ptr<std::byte, Free>;  // nullptr: the caller's

  static constexpr std::size_t few = 8;  // searched one after the other
  static bool contains(const Array& array, std::uint64_t address, std::uint64_t bytes) {
    const std::uint64_t offset = address - array.address;
    return offset < array.bytes && array.bytes - offset >= bytes;
  }
  [[nodiscard]] const Array* find_among_many(std::uint64_t address, std::uint64_t bytes) const;
  void append(Array array, Storage storage);

  std::vector<Array> arrays_;
  std::vector<std::optional<Texture>> textures_;
  std::vector<Storage> storage_;                                   // like arrays_
  std::vector<std::pair<std::uint64_t, std::size_t>> by_address_;  // sorted; indices into arrays_
  std::uint64_t next_ = 0x10'0000'0000ULL;                         // where add() places an array
  std::map<const char*, std::uint64_t> variables_;
  std::uint64_t heap_bytes_ = DeviceHeap::usual_bytes;
  std::unique_ptr<DeviceHeap> heap_;
};

}  // namespace lanescope::exec
