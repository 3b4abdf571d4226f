// The memory rules of other machines than the one we measured.
//
// A Machine says which rules hold; without one the H200's do, as measured (global.h, shared.h).
// Only what NVIDIA documented as different differs: atomics on global memory, local memory and
// asynchronous copies are priced as on the H200 everywhere.
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

// What a load or store of global memory becomes.
enum class GlobalRule : std::uint8_t {
  sectors,  // the 32-byte sectors that the warp touches (measured on the H200; documented
            // since 3.5)
  // 2.x: a load takes the 128-byte lines that it touches, a store 32-byte sectors, request by
  // request: the warp for up to 4 bytes a lane, each half for 8, each quarter for 16 (F.4.2).
  cached_lines,
  // 1.2 and 1.3: each half-warp takes segments of 32, 64 or 128 bytes (for 1, 2, more bytes a
  // lane), halved as long as only one half of them is wanted (F.3.2.2).
  segments,
  // 1.0 and 1.1: each half-warp takes one aligned segment if lane k wants its k-th word, else 32
  // bytes for each lane (F.3.2.1).
  sequential_segments,
};

// How shared memory serves a load or store.
enum class SharedRule : std::uint8_t {
  measured,  // 32 banks, pass groups as measured on the H200
  // 3.x in its default mode: 32 banks that give 8 bytes: words i and i + 32 of one aligned run of
  // 64 together (F.5.3.2). The warp at once for up to 8 bytes a lane, each half for 16.
  paired_rows,
  // 2.x: 32 banks; the warp at once for up to 4 bytes a lane, each half for 8, each quarter for 16,
  // which take one wavefront more than their banks need (F.4.3).
  whole_warp,
  // 1.x: 16 banks; each half-warp on its own, 4 bytes at a time. A step gives one word to all lanes
  // that want it, and of every other bank one word to one lane (F.3.3).
  half_warps,
};

struct Machine {
  GlobalRule global = GlobalRule::sectors;
  SharedRule shared = SharedRule::measured;
  // 1.x: each half of the warp makes a constant request of its own (5.3.2.4).
  bool constant_by_half_warp = false;

  [[nodiscard]] int bank_count() const { return shared == SharedRule::half_warps ? 16 : banks; }
  // Nothing differs from the H200.
  [[nodiscard]] bool is_measured() const { return *this == Machine{}; }
  bool operator==(const Machine&) const = default;
};

// As the functions without a machine, which price on the H200. Off it `tag_lookups` are the
// transactions, `sectors` 32-byte parts of what they move, asked for again by each request; the
// ideal is the least that the machine's own requests could move.
[[nodiscard]] GlobalCost global_cost(const WarpAccess& access, const Machine& machine);
[[nodiscard]] SharedCost shared_cost(const WarpAccess& access, const Machine& machine);
// `schedule.cost` is shared_cost(access, machine). `bank_words` and `bank_load` are 0 from
// machine.bank_count() on. A wavefront that serves nothing is one that the guide tells of without
// saying what it does. On 3.x one bank may give two words in a wavefront.
[[nodiscard]] SharedSchedule shared_schedule(const WarpAccess& access, const Machine& machine);

// Constant memory: the different addresses of each request; `ideal`: the requests.
struct ConstantCost {
  std::uint32_t transactions = 0;
  std::uint32_t ideal = 0;
  bool operator==(const ConstantCost&) const = default;
};
[[nodiscard]] ConstantCost constant_cost(const WarpAccess& access, const Machine& machine);

// One transfer between the machine's memory (or its cache) and a part of the warp.
struct Transaction {
  std::uint64_t address = 0;  // of the first byte, a multiple of `bytes`
  std::uint32_t bytes = 0;    // 32, 64 or 128
  std::uint32_t lanes = 0;    // served by it, mask
  std::uint8_t request = 0;   // which part of the warp: half 0 or 1, quarter 0..3
};
// Of a load or store under another rule than `sectors`, in the order in which they are issued.
[[nodiscard]] std::vector<Transaction> transactions(const WarpAccess& access,
                                                    const Machine& machine);

}  // namespace lanescope::memory
