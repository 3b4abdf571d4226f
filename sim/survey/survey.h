// The memory accesses of a whole launch, over all blocks: how often each element of each array was
// read and written, how often each sector was moved and for how many bytes, the cost of each block
// and each warp, and how the banks served each shared-memory request.
//
// Plain data that does not depend on the number of worker threads; surveyor.h fills it in. All
// numbers are MODEL: simulated, by the memory rules of `machine`.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "sim/memory/memory_rules.h"
#include "sim/report/report.h"

namespace lanescope::survey {

using report::Dim3;

// Numbers the warps of a launch: block number in the grid x warps_per_block + warp in the block.
// "First" and "ascending" refer to this order.
using WarpNumber = std::uint32_t;

// A count with this value means "this many or more".
inline constexpr std::uint16_t max_counted = std::numeric_limits<std::uint16_t>::max();
// Value in first_warp if no warp touched the element; otherwise first_warp holds WarpNumber + 1.
inline constexpr std::uint32_t no_warp = 0;

// One array argument of the kernel.
struct ArraySurvey {
  report::ArrayInfo array;  // name, type, elements, shape; no hash
  // False: the maps would exceed Limits::array_bytes. All vectors are then empty, but the sums
  // below are valid.
  bool has_maps = true;

  // Per element, array.count entries in the array's own order. A vector that would hold only zeros
  // is empty (for example, the reads of an array that no thread reads).
  //
  // The number of threads that read or wrote the element, summed over the executed instructions. A
  // thread that loads 16 bytes of a float array reads four elements. Atomics read and write.
  std::vector<std::uint16_t> reads;       // 0..max_counted
  std::vector<std::uint16_t> writes;      // 0..max_counted
  std::vector<std::uint32_t> first_warp;  // the lowest warp that touched the element, plus 1

  // Per 32-byte sector: ceil(bytes / 32) entries. The first sector starts at the array's beginning,
  // because arrays are 256-byte aligned. Empty as above.
  //
  // How often the sector was moved: once for each request that uses any of it. Atomics: as often as
  // lanes queue for it. Other machines: once for each transaction that contains it, used or not.
  std::vector<std::uint32_t> sector_moves;
  // Distinct bytes of the sector used, summed over requests. 32 x moves / used is the number of
  // bytes moved for each byte used.
  std::vector<std::uint32_t> sector_used;

  // Sums of the vectors above. Exact even if maps are saturated or missing.
  std::uint64_t total_reads = 0;
  std::uint64_t total_writes = 0;
  std::uint64_t total_moves = 0;  // of `sector_moves`
  std::uint64_t total_used = 0;   // of `sector_used`

  // The lowest warp that touched the element; nullopt: none did.
  [[nodiscard]] std::optional<WarpNumber> first_warp_of(std::uint64_t element) const {
    if (first_warp.empty() || first_warp[element] == no_warp) return std::nullopt;
    return first_warp[element] - 1;
  }

  bool operator==(const ArraySurvey& other) const;  // maps and sums
};

// The number of 32-byte sectors that contain the array.
[[nodiscard]] std::uint64_t sector_count(const report::ArrayInfo& array);
// Bytes moved for each byte used of a sector: 1 is ideal, 32 / (bytes per lane) the worst for one
// lane. 0 if the sector was never moved; infinite if it was moved but never used (other machines
// only).
[[nodiscard]] double moved_per_used(const ArraySurvey& array, std::uint64_t sector);

// The cost of one warp, one block or the launch.
struct Cost {
  std::uint64_t requests = 0;        // executed memory instructions in all spaces
  std::uint64_t global_sectors = 0;  // like report::Counts::sectors of global memory ...
  std::uint64_t global_ideal = 0;    // ... and ideal_sectors, for loads, stores and atomics
  std::uint64_t shared_wavefronts = 0;
  std::uint64_t shared_ideal = 0;
  std::uint64_t local_sectors = 0;
  std::uint64_t local_ideal = 0;
  std::uint64_t constant_transactions = 0;
  std::uint64_t constant_ideal = 0;
  std::uint64_t branches = 0;            // executed conditional branches
  std::uint64_t divergent_branches = 0;  // those where some lanes jump and some do not

  Cost& operator+=(const Cost& other);
  bool operator==(const Cost&) const = default;
};

// How the banks serve one shared-memory request.
struct BankPattern {
  std::uint16_t wavefronts = 0;
  std::uint16_t ideal = 0;  // wavefronts without conflicts
  std::uint16_t ways = 0;   // N-way; 1: no conflict
  // Words that each bank serves, over all wavefronts. A word that two pass groups use is served
  // twice; lanes of an atomic are served one by one. 0 from Survey::bank_count() on.
  std::array<std::uint8_t, memory::banks> words{};

  [[nodiscard]] bool has_conflicts() const { return wavefronts > ideal; }
  bool operator==(const BankPattern&) const = default;
  auto operator<=>(const BankPattern&) const = default;
};
// The pattern of any shared-memory access, such as one from a report's traces. `copy`: the
// asynchronous copy that it is half of, or nullptr.
[[nodiscard]] BankPattern bank_pattern(const memory::WarpAccess& access,
                                       const memory::AsyncCopy* copy,
                                       const memory::MemoryRules& machine);

// One executed shared-memory request.
struct SharedRow {
  WarpNumber warp = 0;
  std::uint32_t event = 0;    // its index in report::WarpTrace::events of that warp
  std::uint32_t site = 0;     // index into Survey::sites
  std::uint32_t pattern = 0;  // index into Survey::patterns
  bool operator==(const SharedRow&) const = default;
};

// One memory instruction of the program in one space. An index into Survey::sites is also an index
// into Report::sites of the same launch.
struct Site {
  SourcePlace place;
  int ptx_line = 0;
  memory::Space space = memory::Space::global;
  memory::Op op = memory::Op::load;
  std::uint32_t bytes = 0;     // per lane
  std::uint64_t requests = 0;  // executed requests
  // Shared memory: words that each bank served, over all requests (including those without a row).
  std::array<std::uint64_t, memory::banks> bank_words{};
  bool operator==(const Site&) const = default;
};

struct Survey {
  memory::MemoryRules machine;  // whose rules apply
  Dim3 grid{1, 1, 1};
  Dim3 block{1, 1, 1};
  std::uint32_t warps_per_block = 1;
  std::uint64_t blocks_run = 0;  // the whole grid, or the number of blocks asked for
  bool complete = true;          // false: the instruction limit was reached
  bool in_order = false;         // blocks ran one after the other, since they depend on each other

  std::vector<ArraySurvey> arrays;  // in the order of the kernel's parameters
  // Sectors moved and elements touched outside every array: accesses out of range, or lines of
  // other machines that extend beyond an array's end.
  std::uint64_t moves_outside = 0;
  std::uint64_t touches_outside = 0;

  Cost total;
  // By block number: all blocks of the run, or the first Limits::blocks of them.
  std::vector<Cost> blocks;
  bool blocks_truncated = false;
  // By WarpNumber; empty if there are more than Limits::warps.
  std::vector<Cost> warps;

  std::vector<Site> sites;
  std::vector<BankPattern> patterns;  // distinct patterns, in order of their first row
  // Ascending by warp, then event. If there are more than Limits::rows, the first ones executed are
  // kept, block after block in ascending order. So the last block may lack the end of each warp.
  std::vector<SharedRow> rows;
  std::uint64_t rows_total = 0;  // executed shared-memory requests
  bool rows_truncated = false;   // rows.size() < rows_total

  [[nodiscard]] int bank_count() const { return machine.bank_count(); }
  [[nodiscard]] WarpNumber warp_number(const Dim3& block_index, std::uint32_t warp) const;
  // blockIdx, and the warp in the block.
  [[nodiscard]] report::WarpPosition position_of(WarpNumber warp) const;
  [[nodiscard]] std::uint64_t block_number(const Dim3& block_index) const;
  [[nodiscard]] Dim3 block_index(std::uint64_t number) const;
  // Indices into `rows`, [first, last), for one warp or one block.
  struct Range {
    std::size_t first = 0, last = 0;
    [[nodiscard]] std::size_t size() const { return last - first; }
  };
  [[nodiscard]] Range rows_of_warp(WarpNumber warp) const;
  [[nodiscard]] Range rows_of_block(std::uint64_t number) const;
  // Approximate host memory, in bytes.
  [[nodiscard]] std::uint64_t memory_bytes() const;

  bool operator==(const Survey&) const = default;
};

// Upper limits for what is kept. Deterministic: nothing depends on the number of threads.
struct Limits {
  // For all maps of arrays: about 2.3 bytes for each byte of a float array. Arrays are handled in
  // order; one that does not fit any more has no maps.
  std::uint64_t array_bytes = 512ULL << 20;
  std::uint64_t warps = 1U << 20;
  std::uint64_t blocks = 1U << 20;
  std::uint64_t rows = 1U << 20;
};

}  // namespace lanescope::survey
