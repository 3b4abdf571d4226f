// What a whole launch did to memory, over all of its blocks: how often each element of each array
// was read and written, how often each sector was moved and for how many bytes, what each block and
// each warp paid, and how the banks served each request of shared memory.
//
// Plain data, the same whatever the number of threads that made it; surveyor.h fills it in. All
// numbers are MODEL: simulated, by the memory rules of `machine`.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "sim/memory/machine.h"
#include "sim/report/report.h"

namespace lanescope::survey {

using report::Dim3;

// Warps of a launch in one row: number of the block in the grid x warps_per_block + warp in the
// block. "First" and "ascending" mean this order.
using WarpNumber = std::uint32_t;

// A count of this value says "so many or more".
inline constexpr std::uint16_t most_counted = std::numeric_limits<std::uint16_t>::max();
// In first_warp: no warp touched the element; else it holds the WarpNumber + 1.
inline constexpr std::uint32_t nobody = 0;

// One array argument of the kernel.
struct ArraySurvey {
  report::ArrayInfo array;  // name, type, elements, shape; no hash
  // False: its maps would have gone beyond Limits::array_bytes; all vectors are empty, and the sums
  // below hold nevertheless.
  bool has_maps = true;

  // Of each element, array.count of them in the array's own order; empty where it would hold
  // nothing but zeros (a whole array that no thread reads, say).
  //
  // Threads that read it, that wrote it, summed over the executed instructions. A thread that takes
  // 16 bytes of a float array reads four elements. Atomics read and write.
  std::vector<std::uint16_t> reads;       // 0..most_counted
  std::vector<std::uint16_t> writes;      // 0..most_counted
  std::vector<std::uint32_t> first_warp;  // the lowest of those that touched it: number + 1

  // Of each 32-byte sector, the first one at the array's beginning (arrays are 256-byte aligned):
  // ceil(bytes / 32) of them. Empty as above.
  //
  // How often it was moved: once for each request that wants any of it (atomics: as often as lanes
  // queue for it; other machines: for each transaction that it is part of, wanted or not).
  std::vector<std::uint32_t> sector_moves;
  // Different bytes of it that were wanted, summed request by request. 32 x moves / used is what
  // was moved for each byte used.
  std::vector<std::uint32_t> sector_used;

  // Exact, also where maps are cut at their largest value or missing.
  std::uint64_t total_reads = 0;   // sum of `reads`
  std::uint64_t total_writes = 0;  // sum of `writes`
  std::uint64_t total_moves = 0;   // sum of `sector_moves`
  std::uint64_t total_used = 0;    // sum of `sector_used`

  bool operator==(const ArraySurvey& other) const;  // maps and sums
};

// 32-byte sectors that an array takes.
[[nodiscard]] std::uint64_t sector_count(const report::ArrayInfo& array);
// Bytes moved for each byte used of a sector: 1 is ideal, 32 / (bytes a lane) the worst of one
// lane. 0 where it was never moved; infinite where it was moved though nobody wanted any of it
// (other machines only).
[[nodiscard]] double moved_per_used(const ArraySurvey& array, std::uint64_t sector);

// What one warp, one block or the launch paid.
struct Cost {
  std::uint64_t requests = 0;        // executed memory instructions, of all spaces
  std::uint64_t global_sectors = 0;  // as report::Counts::sectors of global memory ...
  std::uint64_t global_ideal = 0;    // ... and ideal_sectors: loads, stores and atomics
  std::uint64_t shared_wavefronts = 0;
  std::uint64_t shared_ideal = 0;
  std::uint64_t local_sectors = 0;
  std::uint64_t local_ideal = 0;
  std::uint64_t constant_transactions = 0;
  std::uint64_t constant_ideal = 0;
  std::uint64_t branches = 0;            // conditional ones, executed
  std::uint64_t divergent_branches = 0;  // of these, both ways taken by some lane

  Cost& operator+=(const Cost& other);
  bool operator==(const Cost&) const = default;
};

// How the banks serve one request of shared memory.
struct BankPattern {
  std::uint16_t wavefronts = 0;
  std::uint16_t ideal = 0;  // wavefronts without conflicts
  std::uint16_t ways = 0;   // N-way; 1: no conflict
  // Words that each bank gives, over all wavefronts: a word that two pass groups want is given
  // twice, lanes of an atomic are served one by one. 0 from Survey::bank_count() on.
  std::array<std::uint8_t, memory::banks> words{};

  [[nodiscard]] bool has_conflicts() const { return wavefronts > ideal; }
  bool operator==(const BankPattern&) const = default;
  auto operator<=>(const BankPattern&) const = default;
};
// Of any access of shared memory, such as one of a report's traces; `copy`: the asynchronous copy
// that it is one half of, or nullptr.
[[nodiscard]] BankPattern bank_pattern(const memory::WarpAccess& access,
                                       const memory::AsyncCopy* copy,
                                       const memory::Machine& machine);

// One executed request of shared memory.
struct SharedRow {
  WarpNumber warp = 0;
  std::uint32_t event = 0;    // its index in report::WarpTrace::events of that warp
  std::uint32_t site = 0;     // index into Survey::sites
  std::uint32_t pattern = 0;  // index into Survey::patterns
  bool operator==(const SharedRow&) const = default;
};

// One memory instruction of the program in one space. These are the sites of the report of the same
// launch, in their order: an index into Survey::sites is one into Report::sites.
struct Site {
  SourcePlace place;
  int ptx_line = 0;
  memory::Space space = memory::Space::global;
  memory::Op op = memory::Op::load;
  std::uint32_t bytes = 0;     // a lane
  std::uint64_t requests = 0;  // executed
  // Shared memory: words that each bank gave, over all requests (also those without a row).
  std::array<std::uint64_t, memory::banks> bank_words{};
  bool operator==(const Site&) const = default;
};

struct Survey {
  memory::Machine machine;  // whose rules
  Dim3 grid{1, 1, 1};
  Dim3 block{1, 1, 1};
  std::uint32_t warps_per_block = 1;
  std::uint64_t blocks_run = 0;  // all of the grid, or as many as were asked for
  bool complete = true;          // false: the budget of instructions was used up
  bool in_order = false;         // blocks ran one after the other, since they depend on each other

  std::vector<ArraySurvey> arrays;  // in the order of the kernel's parameters
  // Sectors moved, and threads' elements touched, that lie in no array (accesses out of range;
  // whole lines of other machines that reach beyond an array's end).
  std::uint64_t moves_outside = 0;
  std::uint64_t touches_outside = 0;

  Cost total;
  // By number of the block: of all that were to run, or the first Limits::blocks of them.
  std::vector<Cost> blocks;
  bool blocks_truncated = false;
  // By WarpNumber; empty where there are more than Limits::warps.
  std::vector<Cost> warps;

  std::vector<Site> sites;
  std::vector<BankPattern> patterns;  // different ones, in order of their first row
  // Ascending by warp, then event. Where there are more than Limits::rows: the first ones as
  // executed, block after block in ascending order, so the last block may lack the end of each
  // warp.
  std::vector<SharedRow> rows;
  std::uint64_t rows_total = 0;  // requests of shared memory
  bool rows_truncated = false;   // rows.size() < rows_total

  [[nodiscard]] int bank_count() const { return machine.bank_count(); }
  [[nodiscard]] WarpNumber warp_number(const Dim3& block_index, std::uint32_t warp) const;
  [[nodiscard]] report::WarpPlace place_of(WarpNumber warp) const;  // blockIdx, warp in the block
  [[nodiscard]] std::uint64_t block_number(const Dim3& block_index) const;
  [[nodiscard]] Dim3 block_index(std::uint64_t number) const;
  // Indices into `rows`, [first, last): of one warp, and of one block.
  struct Range {
    std::size_t first = 0, last = 0;
    [[nodiscard]] std::size_t size() const { return last - first; }
  };
  [[nodiscard]] Range rows_of_warp(WarpNumber warp) const;
  [[nodiscard]] Range rows_of_block(std::uint64_t number) const;
  // Of the host, in bytes, about.
  [[nodiscard]] std::uint64_t memory_bytes() const;

  bool operator==(const Survey&) const = default;
};

// How much is kept. Deterministic: nothing here depends on the number of threads.
struct Limits {
  // Of all maps of arrays: about 2.3 bytes for each byte of a float array. Arrays come in order;
  // one that does not fit any more has no maps.
  std::uint64_t array_bytes = 512ULL << 20;
  std::uint64_t warps = 1U << 20;
  std::uint64_t blocks = 1U << 20;
  std::uint64_t rows = 1U << 20;
};

}  // namespace lanescope::survey
