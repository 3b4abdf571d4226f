// Finds races and uninitialised reads: records the most recent accesses to each word of a block's
// shared memory.
//
// A race is two accesses to the same byte by different threads with no synchronisation between them
// (BlockOrder), at least one of them a write, not both atomic. Four records are kept per word: the
// last write, an atomic one before it, and the last reads by two different threads. With these, the
// first race on a word is found in whatever order the emulator runs the warps. Among several
// readers, the reported one may not be the first.
//
// Cost: most loads come in phases that only read (a tile between two barriers). A read matters only
// if a write follows before the next barrier. So reads go to a log, which is examined word by word
// only when such a write comes; the barrier empties it. Tried: updating the records at every read
// (3 times the time of a tiled matrix product).
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
  [[nodiscard]] bool on_affine_load(const AffineAccessRecord& load, Strength strength,
                                    const BlockOrder& order);
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
    std::uint32_t units;      // per lane
    std::uint32_t addresses;  // index into `addresses_`, or is_affine
    std::uint32_t width;      // for affine reads
    std::uint32_t base, step_x, step_y;
  };
  using Addresses = std::array<std::uint32_t, warp_lanes>;
  static constexpr std::uint32_t is_affine = 0xffff'ffffU;

  [[nodiscard]] bool is_written(std::uint64_t unit) const {
    return (written_[unit / 64] >> (unit % 64) & 1) != 0;
  }
  void check_written(const SharedAccess& access, SharedFindings& findings) const;
  [[nodiscard]] bool all_written(const AffineAccessRecord& load) const;
  Read& new_read(const BlockOrder& order);
  void log_read(const SharedAccess& access, const BlockOrder& order);
  void note_logged_reads(const BlockOrder& order);
  void check_read(const SharedAccess& access, const BlockOrder& order, SharedFindings& findings);
  void write(const SharedAccess& access, std::uint32_t stamp, const BlockOrder& order,
             SharedFindings& findings);

  std::uint32_t shift_;
  bool find_races_;
  bool find_uninitialised_;
  std::uint64_t units_;
  std::uint64_t written_count_ = 0;
  std::uint32_t last_write_ = 0;             // the stamp
  std::vector<std::uint64_t> written_;       // one bit per unit
  std::vector<std::uint64_t> last_writer_;   // packed records, one per unit
  std::vector<std::uint64_t> other_writer_;  // an earlier atomic write by another thread
  std::vector<std::uint64_t> reader_;
  std::vector<std::uint64_t> other_reader_;  // a thread other than that of `reader_`
  std::vector<Read> log_;
  std::vector<Addresses> addresses_;
  std::uint32_t log_phase_ = 0;  // the phase of the reads in the log
};

}  // namespace lanescope::exec
