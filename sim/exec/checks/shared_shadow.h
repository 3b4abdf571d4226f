// Finds races and uninitialised reads: records the most recent accesses to each word of a block's
// shared memory.
//
// A race is two accesses to the same byte by different threads with no synchronisation between them
// (BlockOrder), at least one of them a write, not both atomic. Five records are kept per word: the
// last write, an atomic and a plain one before it, and the last reads by two different threads.
// With these, the first race on a word is found in whatever order the emulator runs the warps.
// Among several readers, the reported one may not be the first.
//
// Cost: most loads come in phases that only read (a tile between two barriers). A read matters only
// if a write follows before the next barrier. So reads go to a log, which is examined word by word
// only when a write comes near one of them that is not ordered before it; the barrier empties it.
// Tried: updating the records at every read (3 times the time of a tiled matrix product).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/exec/checks/block_order.h"
#include "sim/exec/lanes/instruction.h"
#include "sim/exec/program/program.h"
#include "sim/exec/state/observer.h"

namespace lanescope::exec {

// A recorded access to shared memory.
struct SharedRecord {
  std::uint32_t stamp = 0;
  std::uint32_t site = 0;
  std::uint32_t thread = 0;
  Strength strength = Strength::plain;
};

// One warp's access. The addresses of lanes in `mask` are in range and multiples of `bytes`.
struct SharedAccess {
  std::uint32_t site = 0;
  std::uint32_t warp = 0;
  std::uint32_t mask = 0;
  std::uint32_t bytes = 4;  // per lane
  bool reads = true;
  bool writes = false;
  Strength strength = Strength::plain;
  const std::uint64_t* address = nullptr;
};

// A plain load by all lanes of a warp at affine addresses (row_form.h), in range and aligned.
struct AffineLoad {
  std::uint32_t site = 0;
  std::uint32_t warp = 0;
  std::uint32_t bytes = 4;  // per lane
  std::uint32_t width = warp_lanes;
  std::uint64_t base = 0;
  std::uint64_t step_x = 0;
  std::uint64_t step_y = 0;
  std::uint64_t first = 0;  // all lanes' bytes are in [first, last]
  std::uint64_t last = 0;

  [[nodiscard]] std::uint64_t address(std::uint32_t lane) const {
    return affine_lane(base, step_x, step_y, width, lane);
  }
  // Whether f(address) holds for each of the lanes' different addresses.
  template <class F>
  [[nodiscard]] bool holds_for_addresses(F f) const {
    const std::uint32_t columns = step_x == 0 ? 1 : width;
    const std::uint32_t rows = step_y == 0 ? 1 : warp_lanes / width;
    for (std::uint32_t y = 0; y < rows; ++y) {
      for (std::uint32_t x = 0; x < columns; ++x) {
        if (!f(base + step_x * x + step_y * y)) return false;
      }
    }
    return true;
  }
};

// Receives the findings; at most one per lane and access.
class SharedFindings {
 public:
  // The current access of `lane` races with `first`. The address is that of the access.
  virtual void on_race(const SharedAccess& access, int lane, const SharedRecord& first,
                       bool first_writes) = 0;
  virtual void on_uninitialised(const SharedAccess& access, std::uint32_t lanes) = 0;

 protected:
  ~SharedFindings() = default;
};

class SharedShadow {
 public:
  // For `bytes` of shared memory. `unit_bytes`: 1, 2 or 4, the size of the program's narrowest
  // access to shared memory.
  SharedShadow(std::uint64_t bytes, std::uint32_t unit_bytes, bool find_races,
               bool find_uninitialised);

  void start_block(bool forget_all);
  void on_access(const SharedAccess& access, BlockOrder& order, SharedFindings& findings);
  // The common load, without looking at its lanes. Returns false if nothing was done and the
  // addresses are needed.
  [[nodiscard]] bool on_affine_load(const AffineLoad& load, const BlockOrder& order);
  // Marks bytes that were not written by a memory access of the kernel.
  void mark_written(std::uint64_t address, std::uint64_t bytes);
  // The bytes hold an undefined value from now on.
  void forget(std::uint64_t address, std::uint64_t bytes);
  [[nodiscard]] bool any_written(std::uint64_t first, std::uint64_t bytes) const;

  static constexpr std::uint32_t max_sites = 1U << 20;

 private:
  struct Read {
    std::uint64_t record;  // lane 0's record; the lane is added to it
    std::uint32_t mask;
    std::uint32_t units;                 // per lane
    std::uint32_t addresses;             // index into `addresses_`, or is_affine
    std::uint32_t base, step_x, step_y;  // for affine reads
  };
  using Addresses = std::array<std::uint32_t, warp_lanes>;
  static constexpr std::uint32_t is_affine = 0xffff'ffffU;

  [[nodiscard]] bool is_written(std::uint64_t unit) const {
    return (written_[unit / 64] >> (unit % 64) & 1) != 0;
  }
  void check_written(const SharedAccess& access, SharedFindings& findings) const;
  [[nodiscard]] bool all_written(const AffineLoad& load) const;
  // Whether all writes are ordered before what the warp does now.
  [[nodiscard]] bool knows_all_writes(std::uint32_t warp, const BlockOrder& order);
  [[nodiscard]] bool is_quiet(const AffineLoad& load, const BlockOrder& order) const;
  // One bit for each 64th of the memory that the bytes [first, last] lie in, or between them.
  [[nodiscard]] std::uint64_t parts_of(std::uint64_t first, std::uint64_t last) const {
    return (~std::uint64_t{0} << (first >> part_shift_)) &
           (~std::uint64_t{0} >> (63 - (last >> part_shift_)));
  }
  Read& new_read(std::uint32_t warp, const BlockOrder& order);
  void log_read(const SharedAccess& access, std::uint64_t parts, const BlockOrder& order);
  // Whether a logged read may be near a write by the warp and not ordered before it.
  [[nodiscard]] bool meets_logged_reads(std::uint32_t warp, std::uint64_t parts,
                                        const BlockOrder& order) const;
  void note_logged_reads(const BlockOrder& order);
  void check_read(const SharedAccess& access, const BlockOrder& order, SharedFindings& findings);
  void write(const SharedAccess& access, std::uint64_t parts, std::uint32_t stamp,
             const BlockOrder& order, SharedFindings& findings);

  std::uint32_t shift_;
  bool find_races_;
  bool find_uninitialised_;
  std::uint64_t units_;
  std::uint64_t written_count_ = 0;
  // Stamps, 0 in a new block. No record of that kind is later.
  std::uint32_t last_write_ = 0;
  std::uint32_t last_other_writer_ = 0;  // entered in `other_writer_` or `plain_writer_`
  std::uint32_t last_noted_read_ = 0;    // in `reader_` and `other_reader_`
  std::array<std::uint32_t, BlockOrder::max_warps> last_write_of_{};  // by each warp
  std::uint32_t write_phase_ = 0;                                     // the phase of the last write
  std::uint64_t written_parts_ = 0;  // parts_of() all writes of that phase
  // knows_all_writes() held for this warp at this stamp.
  std::uint32_t knowing_warp_ = 0;
  std::uint32_t knowing_at_ = 0;
  std::vector<std::uint64_t> written_;      // one bit per unit
  std::vector<std::uint64_t> last_writer_;  // packed records, one per unit
  // What an atomic write has followed: a plain write, or an atomic one by another thread.
  std::vector<std::uint64_t> plain_writer_;
  std::vector<std::uint64_t> other_writer_;
  std::vector<std::uint64_t> reader_;
  std::vector<std::uint64_t> other_reader_;  // a thread other than that of `reader_`
  std::vector<Read> log_;
  std::vector<Addresses> addresses_;
  std::uint32_t log_phase_ = 0;       // the phase of the reads in the log
  std::uint32_t width_ = warp_lanes;  // of affine reads: the launch's (row_form.h)
  std::uint32_t part_shift_ = 0;
  std::uint64_t log_parts_ = 0;  // where the logged reads are
  // Of each warp, the stamp of its last read in the log.
  std::array<std::uint32_t, BlockOrder::max_warps> last_logged_of_{};
};

}  // namespace lanescope::exec
