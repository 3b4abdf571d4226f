// The memory rules of machines other than the measured H200.
//
// `MemoryRules` says which rules apply to a machine. By default they are the H200's, as measured
// (global.h, shared.h). Only documented differences are modelled: atomics on global memory, local
// memory and asynchronous copies are priced as on the H200 everywhere.
//
// Sources: CUDA C Programming Guide 4.2 (2012), Appendix F.3 (compute capability 1.x), F.4 (2.x)
// and F.5.3 (3.x, shared memory); later editions for 3.5 and up.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/memory/access.h"
#include "sim/memory/global.h"
#include "sim/memory/shared.h"

namespace lanescope::memory {

// How a load or store of global memory is divided into transactions.
enum class GlobalRule : std::uint8_t {
  sectors,  // the distinct 32-byte sectors of the warp (measured on the H200; documented since 3.5)
  // 2.x: a load uses 128-byte lines, a store 32-byte sectors. One request is the warp for up to 4
  // bytes per lane, each half-warp for 8, each quarter-warp for 16 (F.4.2).
  cached_lines,
  // 1.2 and 1.3: each half-warp uses segments of 32, 64 or 128 bytes (for 1, 2, or more bytes per
  // lane). A segment is halved as long as only one half of it is used (F.3.2.2).
  segments,
  // 1.0 and 1.1: each half-warp uses one aligned segment if lane k accesses the k-th word, else 32
  // bytes for each lane (F.3.2.1).
  sequential_segments,
};

// How shared memory serves a load or store.
enum class SharedRule : std::uint8_t {
  measured,  // 32 banks, pass groups as measured on the H200
  // 3.x in its default mode: 32 banks of 8 bytes, which serve words i and i + 32 of an aligned run
  // of 64 together (F.5.3.2). One request is the warp for up to 8 bytes per lane, each half-warp
  // for 16.
  paired_rows,
  // 2.x: 32 banks. One request is the warp for up to 4 bytes per lane, each half-warp for 8, each
  // quarter-warp for 16, which takes one wavefront more than its banks need (F.4.3).
  whole_warp,
  // 1.x: 16 banks. Each half-warp is a request, 4 bytes at a time. In one step, one word is
  // broadcast to all lanes that read it, and every other bank serves one word to one lane (F.3.3).
  half_warps,
};

struct MemoryRules {
  GlobalRule global = GlobalRule::sectors;
  SharedRule shared = SharedRule::measured;
  // 1.x: each half-warp makes its own constant request (5.3.2.4).
  bool constant_by_half_warp = false;

  [[nodiscard]] int bank_count() const { return shared == SharedRule::half_warps ? 16 : banks; }
  // True if all rules are those of the H200.
  [[nodiscard]] bool is_measured() const { return *this == MemoryRules{}; }
  bool operator==(const MemoryRules&) const = default;
};

// Like the functions without a machine, which use the H200's rules. Under other rules `tag_lookups`
// counts the transactions, `sectors` the 32-byte parts that they move, counted again for each
// request. The ideal is the least that the machine's own requests could move.
[[nodiscard]] GlobalCost global_cost(const WarpAccess& access, const MemoryRules& machine);
[[nodiscard]] SharedCost shared_cost(const WarpAccess& access, const MemoryRules& machine);
// The wavefronts behind shared_cost(access, machine), which `schedule.cost` equals. With 16 banks,
// `bank_words` and `bank_load` are 0 for the other 16. The additional wavefront of `whole_warp`
// serves no lane, because the guide does not say what it does. Under `paired_rows` one bank may
// serve two words in a wavefront.
[[nodiscard]] SharedSchedule shared_schedule(const WarpAccess& access, const MemoryRules& machine);

// Constant memory: the distinct addresses of each request; `ideal`: the number of requests.
struct ConstantCost {
  std::uint32_t transactions = 0;
  std::uint32_t ideal = 0;
  bool operator==(const ConstantCost&) const = default;
};
[[nodiscard]] ConstantCost constant_cost(const WarpAccess& access, const MemoryRules& machine);

// One transfer between the machine's memory or cache and a part of the warp.
struct Transaction {
  std::uint64_t address = 0;  // address of the first byte, a multiple of `bytes`
  std::uint32_t bytes = 0;    // 32, 64 or 128
  std::uint32_t lanes = 0;    // lanes served by it, mask
  std::uint8_t request = 0;   // the part of the warp: half 0 or 1, quarter 0..3
};
// The transactions of a load or store under any rule except `sectors`, in the order of issue.
[[nodiscard]] std::vector<Transaction> transactions(const WarpAccess& access,
                                                    const MemoryRules& machine);

}  // namespace lanescope::memory
