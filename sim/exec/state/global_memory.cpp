#include "sim/exec/state/global_memory.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "sim/exec/lanes/row_form.h"
#include "sim/exec/state/zero_bytes.h"

namespace lanescope::exec {
namespace {

constexpr std::uint64_t alignment = 256;    // guaranteed by cudaMalloc (CUDA C++ Programming Guide)
constexpr std::uint64_t gap = 16ULL << 20;  // so that a slightly wrong index reaches no other array
constexpr std::uint64_t near = 1ULL << 30;  // a larger distance is not useful in a message
constexpr auto no_array = static_cast<std::size_t>(-1);  // of a texture: it has been removed

// Where add() places what comes after an array.
std::uint64_t next_address(std::uint64_t address, std::uint64_t bytes) {
  return align_up(address + bytes + gap, alignment);
}

}  // namespace

bool GlobalMemory::add(std::string name, std::uint64_t bytes) {
  Storage data(zero_bytes(std::max<std::uint64_t>(align_up(bytes, 64), 64)));
  if (data == nullptr) return false;
  std::byte* first = data.get();
  append({std::move(name), next_, bytes, first}, std::move(data));
  next_ = next_address(next_, bytes);
  return true;
}

void GlobalMemory::add_at(std::string name, std::uint64_t address, std::uint64_t bytes,
                          std::byte* data) {
  append({std::move(name), address, bytes, data}, nullptr);
}

WrittenBytes* GlobalMemory::begin_unwritten(std::size_t array) {
  arrays_[array].written = WrittenBytes::make(arrays_[array].bytes);
  return arrays_[array].written.get();
}

void GlobalMemory::settle_written() {
  for (const Array& array : arrays_) {
    if (array.written != nullptr && !array.written->is_all()) array.written->settle();
  }
}

void GlobalMemory::append(Array array, Storage storage) {
  const std::pair<std::uint64_t, std::size_t> entry(array.address, arrays_.size());
  by_address_.insert(std::ranges::upper_bound(by_address_, entry), entry);
  arrays_.push_back(std::move(array));
  storage_.push_back(std::move(storage));
}

void GlobalMemory::remove(std::uint64_t address) {
  const auto entry = std::ranges::lower_bound(by_address_, address, {},
                                              &std::pair<std::uint64_t, std::size_t>::first);
  if (entry == by_address_.end() || entry->first != address) return;
  const std::size_t index = entry->second;
  if (next_ == next_address(address, arrays_[index].bytes)) next_ = address;
  by_address_.erase(entry);
  for (auto& each : by_address_) each.second -= each.second > index ? 1 : 0;
  for (std::optional<Texture>& texture : textures_) {
    if (!texture || texture->array < index || texture->array == no_array) continue;
    texture->array = texture->array == index ? no_array : texture->array - 1;
  }
  arrays_.erase(arrays_.begin() + static_cast<std::ptrdiff_t>(index));
  storage_.erase(storage_.begin() + static_cast<std::ptrdiff_t>(index));
}

const GlobalMemory::Array* GlobalMemory::find_among_many(std::uint64_t address,
                                                         std::uint64_t bytes) const {
  // The last one that starts at the address or before it.
  const auto next = std::ranges::upper_bound(by_address_, address, {},
                                             &std::pair<std::uint64_t, std::size_t>::first);
  if (next == by_address_.begin()) return nullptr;
  const Array& array = arrays_[std::prev(next)->second];
  if (!contains(array, address, bytes)) return nullptr;
  return (!is_heap(array) || heap_->is_live(address, bytes)) ? &array : nullptr;
}

std::size_t GlobalMemory::add_texture(const Texture& texture) {
  const auto free =
      std::ranges::find_if(textures_, [](const auto& each) { return !each.has_value(); });
  const auto i = static_cast<std::size_t>(free - textures_.begin());
  if (free == textures_.end()) {
    textures_.emplace_back(texture);
  } else {
    *free = texture;
  }
  return i;
}

bool GlobalMemory::add_heap() {
  if (heap_ != nullptr) return true;
  if (!add("the device heap", heap_bytes_)) return false;
  WrittenBytes* written = begin_unwritten(arrays_.size() - 1);
  if (written == nullptr) return false;
  heap_ = std::make_unique<DeviceHeap>(arrays_.back().address, heap_bytes_, *written);
  return true;
}

void GlobalMemory::remove_heap() {
  if (heap_ != nullptr) remove(heap_->address());
  heap_ = nullptr;
  heap_bytes_ = DeviceHeap::usual_bytes;
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
