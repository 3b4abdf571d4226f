// The memory that the device can reach, with the addresses that the program sees.
//
// cudaMalloc() and the like give addresses in a range that the process reserves and that nobody may
// access; the bytes are elsewhere. So host code that dereferences such a pointer faults, as it does
// with a GPU, and the handler here says which allocation it was. Pinned and managed memory is the
// host's own: host and kernels use the same address and bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/exec/state/global_memory.h"

namespace lanescope::runtime {

enum class MemoryKind : std::uint8_t {
  device,      // cudaMalloc and the like
  pinned,      // cudaMallocHost, cudaHostAlloc
  managed,     // cudaMallocManaged, __managed__
  registered,  // cudaHostRegister: the program's own
  variable,    // a __device__ or __constant__ variable
  array,       // cudaMallocArray and the like: no pointer of the program leads there
};

struct Allocation {
  std::uint64_t address = 0;  // as kernels and, but for cudaArrays, the program see it
  std::uint64_t bytes = 0;
  MemoryKind kind = MemoryKind::device;
  std::byte* data = nullptr;
  std::uint64_t number = 0;  // counts allocations from 1
  unsigned flags = 0;        // of cudaHostAlloc, cudaHostRegister
  std::string call;          // "cudaMalloc"
  // The program's calls that asked for it (calling_code()); empty: not known (keep_callers()).
  std::vector<const void*> made_by;
  std::uint64_t version = 1;  // changes whenever the bytes may have changed
  // Which bytes something has written (DeviceMemory::know_unwritten); nullptr: all count as
  // written.
  exec::WrittenBytes* written = nullptr;

  [[nodiscard]] bool host_can_reach() const {
    return kind == MemoryKind::pinned || kind == MemoryKind::managed ||
           kind == MemoryKind::registered;
  }
  [[nodiscard]] std::string name() const;  // "allocation 3", for messages
};

// Allocation::call of a __managed__ variable, which the program does not free.
inline constexpr const char* managed_variable = "__managed__";

class DeviceMemory {
 public:
  DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  // From now on Allocation::made_by is known.
  void keep_callers() { keeps_callers_ = true; }
  // From now on it is known which bytes of memory of MemoryKind::device were written. The host
  // writes its own, and managed memory, without a call.
  void know_unwritten() { knows_unwritten_ = true; }

  // nullptr: there is not so much memory. The bytes are zero. `name`: as findings call it; empty:
  // "allocation N".
  Allocation* allocate(std::uint64_t bytes, MemoryKind kind, std::string call,
                       std::string name = "");
  // `host`: the program's memory, that it may access.
  Allocation* add_host(void* host, std::uint64_t bytes, MemoryKind kind, std::string call);
  void release(Allocation& allocation);
  void release_all();

  // The allocation that contains the address; nullptr: there is none.
  [[nodiscard]] Allocation* find(std::uint64_t address);
  [[nodiscard]] Allocation* find(const void* pointer) {
    return find(reinterpret_cast<std::uint64_t>(pointer));
  }
  // Whether one of them overlaps these bytes.
  [[nodiscard]] bool overlaps(std::uint64_t address, std::uint64_t bytes);
  // Where the bytes of the address are. Precondition: `allocation` contains it.
  [[nodiscard]] static std::byte* bytes_at(const Allocation& allocation, std::uint64_t address) {
    return allocation.data + (address - allocation.address);
  }
  // Whether the device has memory within the 2 MiB page of this address, so that a GPU would access
  // it without a fault.
  [[nodiscard]] bool is_mapped(std::uint64_t address);

  [[nodiscard]] std::uint64_t total_bytes() const { return total_; }
  [[nodiscard]] std::uint64_t used_bytes() const { return used_; }
  [[nodiscard]] exec::GlobalMemory& emulated() { return emulated_; }
  [[nodiscard]] std::map<std::uint64_t, Allocation>& all() { return allocations_; }

  // For the fault handler: the allocation that was freed last at this address.
  [[nodiscard]] const Allocation* find_freed(std::uint64_t address) const;

 private:
  [[nodiscard]] std::optional<std::uint64_t> find_address(std::uint64_t bytes);

  exec::GlobalMemory emulated_;
  std::map<std::uint64_t, Allocation> allocations_;  // by address
  std::map<std::uint64_t, Allocation> freed_;
  std::uint64_t next_;
  bool keeps_callers_ = false;
  bool knows_unwritten_ = false;
  std::uint64_t count_ = 0;
  std::uint64_t total_ = 0, used_ = 0;
};

}  // namespace lanescope::runtime
