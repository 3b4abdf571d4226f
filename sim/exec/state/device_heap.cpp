#include "sim/exec/state/device_heap.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "sim/exec/lanes/row_form.h"

namespace lanescope::exec {
namespace {

constexpr std::uint64_t unused_bytes = 16;  // behind each allocation

// What an allocation takes of the heap.
std::uint64_t taken_by(std::uint64_t bytes) {
  return align_up(bytes, DeviceHeap::min_alignment) + unused_bytes;
}

}  // namespace

DeviceHeap::DeviceHeap(std::uint64_t address, std::uint64_t bytes, WrittenBytes& written)
    : address_(address), end_(address + bytes), next_(address), written_(written) {}

std::uint64_t DeviceHeap::allocate(std::uint64_t bytes, std::uint64_t alignment,
                                   const SourcePlace& place) {
  if (bytes > this->bytes() || alignment > this->bytes()) return 0;
  const std::uint64_t size = taken_by(bytes);
  if (size >= refused_) return 0;
  std::optional<std::uint64_t> found = find_room(next_, size, alignment);
  if (!found) found = find_room(address_, size, alignment);
  if (!found) {
    if (alignment == min_alignment) refused_ = size;
    return 0;
  }
  forget_freed(*found, *found + size);
  live_[*found] = {bytes, index_of(place), 0};
  written_.forget(*found - address_, bytes);
  in_use_ += size;
  next_ = *found + size;
  return *found;
}

// The first place from `first` on, where nothing lives.
std::optional<std::uint64_t> DeviceHeap::find_room(std::uint64_t first, std::uint64_t size,
                                                   std::uint64_t alignment) const {
  std::uint64_t start = align_up(first, alignment);
  for (auto next = live_.lower_bound(first);; ++next) {
    const std::uint64_t end = next == live_.end() ? end_ : next->first;
    if (start <= end && end - start >= size) return start;
    if (next == live_.end()) return std::nullopt;
    start = align_up(next->first + taken_by(next->second.bytes), alignment);
  }
}

std::string DeviceHeap::release(std::uint64_t address, const SourcePlace& place) {
  if (address == 0) return "";
  const auto found = live_.find(address);
  if (found != live_.end()) {
    Allocation allocation = found->second;
    allocation.freed_at = index_of(place);
    in_use_ -= taken_by(allocation.bytes);
    refused_ = std::numeric_limits<std::uint64_t>::max();
    live_.erase(found);
    freed_[address] = allocation;
    return "";
  }
  if (const auto freed = freed_.find(address); freed != freed_.end())
    return fmt::format("free gets 0x{:x} again: {}", address, describe(address, 1));
  if (is_live(address, 1)) {
    const auto around = last_from(live_, address);
    return fmt::format(
        "free gets 0x{:x}, {} bytes after the start of {} bytes that malloc gave at {}", address,
        address - around->first, around->second.bytes, place_of(around->second.allocated_at));
  }
  return fmt::format("free gets 0x{:x}, which malloc did not return", address);
}

DeviceHeap::Allocations::const_iterator DeviceHeap::last_from(const Allocations& all,
                                                              std::uint64_t address) {
  const auto after = all.upper_bound(address);
  return after == all.begin() ? all.end() : std::prev(after);
}

bool DeviceHeap::is_live(std::uint64_t address, std::uint64_t bytes) const {
  const auto found = last_from(live_, address);
  if (found == live_.end()) return false;
  const std::uint64_t offset = address - found->first;
  return offset < found->second.bytes && found->second.bytes - offset >= bytes;
}

std::string DeviceHeap::describe(std::uint64_t address, std::uint64_t bytes) const {
  const auto freed = last_from(freed_, address);
  if (freed != freed_.end() &&
      address - freed->first < std::max<std::uint64_t>(freed->second.bytes, 1)) {
    return fmt::format("{} bytes after the start of {} bytes that malloc gave at {}, freed at {}",
                       address - freed->first, freed->second.bytes,
                       place_of(freed->second.allocated_at), place_of(freed->second.freed_at));
  }
  const auto before = last_from(live_, address);
  const auto after = live_.upper_bound(address);
  if (before != live_.end()) {
    const Allocation& allocation = before->second;
    const std::string place = place_of(allocation.allocated_at);
    const std::uint64_t end = before->first + allocation.bytes;
    if (address < end) {
      return fmt::format("the last {} bytes lie past the end of {} bytes that malloc gave at {}",
                         address + bytes - end, allocation.bytes, place);
    }
    if (after == live_.end() || address - end <= after->first - address) {
      return fmt::format("{} bytes past the end of {} bytes that malloc gave at {}", address - end,
                         allocation.bytes, place);
    }
  }
  if (after == live_.end()) return "in the device heap, where nothing is allocated";
  return fmt::format("{} bytes before {} bytes that malloc gave at {}", after->first - address,
                     after->second.bytes, place_of(after->second.allocated_at));
}

std::string DeviceHeap::place_of(std::uint32_t index) const {
  const SourcePlace& place = places_[index];
  return place.line > 0 ? fmt::format("{}:{}", place.file, place.line) : "an unknown line";
}

void DeviceHeap::forget_freed(std::uint64_t first, std::uint64_t end) {
  auto each = freed_.lower_bound(first);
  if (each != freed_.begin()) {
    const auto before = std::prev(each);
    if (before->first + taken_by(before->second.bytes) > first) each = before;
  }
  while (each != freed_.end() && each->first < end) each = freed_.erase(each);
}

std::uint32_t DeviceHeap::index_of(const SourcePlace& place) {
  const auto known = std::ranges::find(places_, place);
  const auto index = static_cast<std::uint32_t>(known - places_.begin());
  if (known == places_.end()) places_.push_back(place);
  return index;
}

}  // namespace lanescope::exec
