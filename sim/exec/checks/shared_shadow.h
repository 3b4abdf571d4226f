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

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "sim/exec/checks/block_order.h"
#include "sim/exec/checks/read_log.h"
#include "sim/exec/checks/shared_access.h"
#include "sim/exec/state/memory_parts.h"

namespace lanescope::exec {

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
  [[nodiscard]] bool on_affine_load(const AffineAccess& load, const BlockOrder& order);
  // The same for a plain store.
  [[nodiscard]] bool on_affine_store(const AffineAccess& store, BlockOrder& order);
  // Marks bytes that were not written by a memory access of the kernel.
  void mark_written(std::uint64_t address, std::uint64_t bytes);
  // The bytes hold an undefined value from now on.
  void forget(std::uint64_t address, std::uint64_t bytes);
  [[nodiscard]] bool any_written(std::uint64_t first, std::uint64_t bytes) const;

  static constexpr std::uint32_t max_sites = 1U << 20;

 private:
  [[nodiscard]] bool is_written(std::uint64_t unit) const {
    return (written_[unit / 64] >> (unit % 64) & 1) != 0;
  }
  void check_written(const SharedAccess& access, SharedFindings& findings) const;
  [[nodiscard]] bool all_written(const AffineAccess& load) const;
  // Whether all writes are ordered before what the warp does now.
  [[nodiscard]] bool knows_all_writes(std::uint32_t warp, const BlockOrder& order);
  [[nodiscard]] bool is_quiet(const AffineAccess& load, const BlockOrder& order) const;
  [[nodiscard]] std::uint32_t units_of(std::uint32_t bytes) const {
    return std::max(bytes >> shift_, 1U);
  }
  void enter_read(std::uint64_t unit, std::uint64_t record, std::uint64_t phase,
                  const BlockOrder& order);
  // Enters a logged read in `reader_` and `other_reader_`.
  void note(const ReadLog::Read& read, const BlockOrder& order);
  void make_room(const BlockOrder& order) {
    if (log_.is_full(order)) log_.take_all([&](const ReadLog::Read& read) { note(read, order); });
  }
  static bool enter(std::uint64_t* first, std::uint32_t count, std::uint64_t phase,
                    std::uint64_t record);
  void enter_write(std::uint32_t warp, std::uint64_t parts, std::uint32_t stamp,
                   const BlockOrder& order);
  void check_read(const SharedAccess& access, const BlockOrder& order, SharedFindings& findings);
  template <bool is_strong>
  std::uint32_t write_quietly(const SharedAccess& access, std::uint64_t record,
                              std::uint64_t phase);
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
  std::uint32_t last_plain_writer_ = 0;  // in `plain_writer_`
  std::uint32_t last_noted_read_ = 0;    // in `reader_` and `other_reader_`
  std::array<std::uint32_t, BlockOrder::max_warps> last_write_of_{};  // by each warp
  std::uint32_t write_phase_ = 0;                                     // the phase of the last write
  std::uint64_t written_parts_ = 0;                                   // of all writes of that phase
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
  ReadLog log_;
  MemoryParts memory_parts_;
};

}  // namespace lanescope::exec
