#include "kernels/runtime/device_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "kernels/runtime/host_findings.h"
#include "sim/exec/state/zero_bytes.h"

namespace lanescope::runtime {
namespace {

// Below the emulator's windows for shared memory and the like (sim/exec/program/program.h), above
// what GlobalMemory places itself.
constexpr std::uint64_t first_address = 0x20'0000'0000;  // 128 GiB
constexpr std::uint64_t last_address = 0x100'0000'0000;  // 1 TiB
constexpr std::uint64_t alignment = 512;                 // as cudaMalloc's on a GPU
constexpr std::uint64_t gap = 1 << 20;                   // a slightly wrong index reaches no other
constexpr std::uint64_t page_bytes = 2 << 20;            // in which a GPU maps memory
constexpr std::size_t max_freed = 4096;

constexpr std::uint64_t rounded_up(std::uint64_t value, std::uint64_t to) {
  return (value + to - 1) / to * to;
}

// nullptr: no memory. The bytes are zero, and pages that nobody writes cost nothing.
std::byte* map_bytes(std::uint64_t bytes) {
  void* mapped = mmap(nullptr, std::max<std::uint64_t>(bytes, 1), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  exec::prefer_large_pages(static_cast<std::byte*>(mapped), bytes);
  return static_cast<std::byte*>(mapped);
}

constexpr std::uint64_t small_bytes = 64 * 1024;  // below, the C library's memory is quicker

std::byte* make_storage(std::uint64_t bytes) {
  return bytes < small_bytes
             ? static_cast<std::byte*>(std::calloc(std::max<std::uint64_t>(bytes, 64), 1))
             : map_bytes(bytes);
}

void free_storage(std::byte* data, std::uint64_t bytes) {
  if (bytes < small_bytes) {
    std::free(data);
  } else {
    munmap(data, bytes);
  }
}

}  // namespace

std::string Allocation::name() const { return fmt::format("allocation {} ({})", number, call); }

DeviceMemory::DeviceMemory() : next_(first_address) {
  // Without the reservation (a sanitizer has the range) all works but the fault of host code.
  (void)mmap(reinterpret_cast<void*>(first_address), last_address - first_address, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  total_ = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::optional<std::uint64_t> DeviceMemory::find_address(std::uint64_t bytes) {
  const std::uint64_t size = rounded_up(bytes + gap, alignment);
  if (next_ + size <= last_address) {
    const std::uint64_t address = next_;
    next_ += size;
    return address;
  }
  // The range is used up: the first gap that is large enough.
  std::uint64_t at = first_address;
  for (const auto& [address, allocation] : allocations_) {
    if (address < first_address || address >= last_address) continue;
    if (address >= at + size) break;
    at = rounded_up(address + allocation.bytes + gap, alignment);
  }
  if (at + size > last_address) return std::nullopt;
  return at;
}

Allocation* DeviceMemory::allocate(std::uint64_t bytes, MemoryKind kind, std::string call,
                                   std::string name) {
  if (bytes > total_ - std::min(used_, total_)) return nullptr;
  const bool is_host = kind == MemoryKind::pinned || kind == MemoryKind::managed;
  std::byte* data = is_host ? map_bytes(bytes) : make_storage(bytes);
  if (data == nullptr) return nullptr;
  const auto address =
      is_host ? std::optional(reinterpret_cast<std::uint64_t>(data)) : find_address(bytes);
  if (!address) {
    free_storage(data, bytes);
    return nullptr;
  }
  Allocation& made = allocations_[*address];
  made = {.address = *address,
          .bytes = bytes,
          .kind = kind,
          .data = data,
          .number = kind == MemoryKind::variable ? 0 : ++count_,
          .call = std::move(call),
          .made_by = keeps_callers_ ? calling_code() : Callers{}};
  used_ += bytes;
  emulated_.add_at(name.empty() ? made.name() : std::move(name), *address, bytes, data);
  if (kind == MemoryKind::device && knows_unwritten_)
    made.written = emulated_.begin_unwritten(emulated_.arrays().size() - 1);
  return &made;
}

Allocation* DeviceMemory::add_host(void* host, std::uint64_t bytes, MemoryKind kind,
                                   std::string call) {
  const auto address = reinterpret_cast<std::uint64_t>(host);
  Allocation& made = allocations_[address];
  made = {.address = address,
          .bytes = bytes,
          .kind = kind,
          .data = static_cast<std::byte*>(host),
          .number = ++count_,
          .call = std::move(call),
          .made_by = keeps_callers_ ? calling_code() : Callers{}};
  emulated_.add_at(made.name(), address, bytes, made.data);
  return &made;
}

void DeviceMemory::release(Allocation& allocation) {
  const std::uint64_t address = allocation.address;
  emulated_.remove(address);
  if (allocation.kind != MemoryKind::registered) {
    used_ -= allocation.bytes;
    if (allocation.kind == MemoryKind::pinned || allocation.kind == MemoryKind::managed) {
      munmap(allocation.data, std::max<std::uint64_t>(allocation.bytes, 1));
    } else {
      free_storage(allocation.data, allocation.bytes);
      if (freed_.size() >= max_freed) freed_.erase(freed_.begin());
      freed_[address] = allocation;
      freed_[address].written = nullptr;
    }
  }
  allocations_.erase(address);
}

void DeviceMemory::release_all() {
  while (!allocations_.empty()) release(allocations_.begin()->second);
  emulated_.remove_heap();
}

Allocation* DeviceMemory::find(std::uint64_t address) {
  const auto next = allocations_.upper_bound(address);
  if (next == allocations_.begin()) return nullptr;
  Allocation& allocation = std::prev(next)->second;
  const bool contains = address - allocation.address < std::max<std::uint64_t>(allocation.bytes, 1);
  return contains ? &allocation : nullptr;
}

bool DeviceMemory::overlaps(std::uint64_t address, std::uint64_t bytes) {
  const auto next = allocations_.lower_bound(address);
  return find(address) != nullptr || (next != allocations_.end() && next->first < address + bytes);
}

bool DeviceMemory::is_mapped(std::uint64_t address) {
  // Small allocations share a page, so the one before decides, and the one behind.
  const auto next = allocations_.upper_bound(address);
  if (next != allocations_.begin()) {
    const Allocation& before = std::prev(next)->second;
    if (address < rounded_up(before.address + before.bytes, page_bytes)) return true;
  }
  return next != allocations_.end() && address >= next->first / page_bytes * page_bytes;
}

const Allocation* DeviceMemory::find_freed(std::uint64_t address) const {
  const auto next = freed_.upper_bound(address);
  if (next == freed_.begin()) return nullptr;
  const Allocation& allocation = std::prev(next)->second;
  return address - allocation.address < allocation.bytes ? &allocation : nullptr;
}

}  // namespace lanescope::runtime
