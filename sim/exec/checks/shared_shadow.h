// Who touched each word of a block's shared memory last, to find races and reads of what nobody
// wrote.
//
// A race is two accesses to the same byte by different threads, at least one of them a write, not
// both atomic, with nothing between them that orders them (BlockOrder). For each word four records
// are kept: the last write, an atomic one before it, and the last reads of two different threads.
// That finds the first race on a word whatever the order in which the emulator runs the warps; of
// many readers it may name another than the first.
//
// Cost: most loads come in phases that only read (a tile between two barriers). A read matters only
// to a write that follows before the barrier, so reads are noted in a log, as they come, and looked
// at word by word only when such a write comes; the barrier empties the log. Tried: records at
// every read (3 times the time of a tiled matrix product).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/exec/checks/block_order.h"
#include "sim/exec/instruction.h"
#include "sim/exec/program.h"

namespace lanescope::exec {

// An access to shared memory as it was recorded.
struct SharedRecord {
  std::uint32_t stamp = 0;
  std::uint32_t site = 0;
  std::uint32_t thread = 0;
  Strength strength = Strength::plain;
};

// One warp's access: lanes in `mask` have addresses in range, multiples of `bytes`.
struct SharedAccess {
  std::uint32_t site = 0;
  std::uint32_t warp = 0;
  std::uint32_t mask = 0;
  std::uint32_t bytes = 4;  // a lane
  bool reads = true;
  bool writes = false;
  Strength strength = Strength::plain;
  const std::uint64_t* address = nullptr;
};

// A load by all 32 lanes at base + step_x * x + step_y * y, lane = x + width * y.
struct AffineSharedLoad {
  std::uint32_t site = 0;
  std::uint32_t warp = 0;
  std::uint32_t bytes = 4;  // a lane
  std::uint32_t width = warp_lanes;
  Strength strength = Strength::plain;
  std::uint64_t base = 0;
  std::uint64_t step_x = 0;
  std::uint64_t step_y = 0;

  [[nodiscard]] std::uint64_t address(std::uint32_t lane) const {
    return base + step_x * (lane % width) + step_y * (lane / width);
  }
};

// What the shadow tells; a lane at most once an access.
class SharedFindings {
 public:
  // `lane` does now what races with `first`. The address is of the access.
  virtual void on_race(const SharedAccess& access, int lane, const SharedRecord& first,
                       bool first_writes) = 0;
  virtual void on_uninitialised(const SharedAccess& access, std::uint32_t lanes) = 0;

 protected:
  ~SharedFindings() = default;
};

class SharedShadow {
 public:
  // Of `bytes` of shared memory. `unit_bytes`: 1, 2 or 4, what the program's narrowest access to
  // shared memory can tell apart.
  SharedShadow(std::uint64_t bytes, std::uint32_t unit_bytes, bool find_races,
               bool find_uninitialised);

  void start_block(bool forget_all);
  void on_access(const SharedAccess& access, BlockOrder& order, SharedFindings& findings);
  // The usual load, without a look at its lanes. False: nothing was done, the addresses are needed.
  [[nodiscard]] bool on_affine_load(const AffineSharedLoad& load, const BlockOrder& order);
  // Bytes that something other than an access of the kernel's has written.
  void mark_written(std::uint64_t address, std::uint64_t bytes);

  static constexpr std::uint32_t max_sites = 1U << 20;

 private:
  struct Read {
    std::uint64_t record;  // of lane 0; the lane is added
    std::uint32_t mask;
    std::uint32_t units;      // a lane
    std::uint32_t addresses;  // index into `addresses_`, or is_affine
    std::uint32_t width;      // affine
    std::uint32_t base, step_x, step_y;
  };
  using Addresses = std::array<std::uint32_t, warp_lanes>;
  static constexpr std::uint32_t is_affine = 0xffff'ffffU;

  [[nodiscard]] bool is_written(std::uint64_t unit) const {
    return (written_[unit / 64] >> (unit % 64) & 1) != 0;
  }
  void check_written(const SharedAccess& access, SharedFindings& findings) const;
  [[nodiscard]] bool all_written(const AffineSharedLoad& load) const;
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
  std::uint32_t last_write_ = 0;             // stamp
  std::vector<std::uint64_t> written_;       // a bit a unit
  std::vector<std::uint64_t> last_writer_;   // packed records, a unit each
  std::vector<std::uint64_t> other_writer_;  // before it, atomically, another thread
  std::vector<std::uint64_t> reader_;
  std::vector<std::uint64_t> other_reader_;  // of another thread than `reader_`
  std::vector<Read> log_;
  std::vector<Addresses> addresses_;
  std::uint32_t log_phase_ = 0;  // the phase that the log is of
};

}  // namespace lanescope::exec
