#include "sim/exec/state/global_memory.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/exec/lanes/row_form.h"

namespace lanescope::exec {
namespace {

constexpr std::uint64_t first_address = 0x10'0000'0000ULL;
constexpr std::uint64_t alignment = 256;    // guaranteed by cudaMalloc (CUDA C++ Programming Guide)
constexpr std::uint64_t gap = 16ULL << 20;  // so that a slightly wrong index reaches no other array
constexpr std::uint64_t near = 1ULL << 30;  // a larger distance is not useful in a message

}  // namespace

bool GlobalMemory::add(std::string name, std::uint64_t bytes) {
  // calloc returns untouched pages, which cost nothing until they are written.
  std::unique_ptr<std::byte, Free> data(
      static_cast<std::byte*>(std::calloc(std::max<std::uint64_t>(align_up(bytes, 64), 64), 1)));
  if (data == nullptr) return false;
  Array array;
  array.name = std::move(name);
  array.bytes = bytes;
  array.data = data.get();
  array.address = arrays_.empty()
                      ? first_address
                      : align_up(arrays_.back().address + arrays_.back().bytes + gap, alignment);
  arrays_.push_back(std::move(array));
  storage_.push_back(std::move(data));
  return true;
}

bool GlobalMemory::add_heap() {
  if (heap_ != nullptr) return true;
  if (!add("the device heap", DeviceHeap::size_bytes)) return false;
  heap_ = std::make_unique<DeviceHeap>(arrays_.back().address);
  return true;
}

std::uint32_t GlobalMemory::side_of(std::uint64_t address) const {
  std::uint64_t best = near;
  std::uint32_t side = 0;
  std::uint32_t first = 1;  // the number of this array's lower side
  for (const Array& array : arrays_) {
    const bool below = address < array.address;
    const std::uint64_t end = array.address + array.bytes;
    const std::uint64_t distance =
        below ? array.address - address : address - std::min(address, end);
    if (distance < best) {
      best = distance;
      side = below ? first : first + 1;
    }
    first += 2;
  }
  return side;
}

std::string GlobalMemory::describe(std::uint64_t address, std::uint64_t bytes,
                                   std::uint64_t element_bytes) const {
  std::string text = fmt::format("address 0x{:x} is far from every array", address);
  std::uint64_t best = near;
  // "element 1027 of 0 to 1023"; empty if the access starts inside an element.
  const auto element = [&](const Array& array) -> std::string {
    const auto offset = static_cast<std::int64_t>(address - array.address);
    const auto size = static_cast<std::int64_t>(element_bytes);
    if (offset % size != 0 || array.bytes < element_bytes) return "";
    return fmt::format(", as element {} of 0 to {}, {} bytes each", offset / size,
                       array.bytes / element_bytes - 1, size);
  };
  for (const Array& array : arrays_) {
    const std::uint64_t end = array.address + array.bytes;
    if (address >= array.address && address < end) {
      if (is_heap(array)) return heap_->describe(address, bytes);
      return fmt::format("the last {} bytes lie past the end of {} ({} bytes)",
                         address + bytes - end, array.name, array.bytes);
    }
    if (address >= end && address - end < best) {
      best = address - end;
      text = fmt::format("{} bytes past the end of {} ({} bytes){}", best, array.name, array.bytes,
                         element(array));
    }
    if (address < array.address && array.address - address < best) {
      best = array.address - address;
      text = fmt::format("{} bytes before {} ({} bytes){}", best, array.name, array.bytes,
                         element(array));
    }
  }
  return text;
}

}  // namespace lanescope::exec
