// The reads of a block's shared memory since its last barrier, in case a write follows.
//
// A read matters to the search for races only if another thread writes the same word before the
// next barrier. So it is put down here in a few words, and looked at lane by lane only when a write
// comes that may race with it. Most writes are shown not to by their place: another part of the
// memory, or the same words by the same threads ("x[i] = f(x[i])").
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "sim/exec/checks/block_order.h"
#include "sim/exec/checks/shared_access.h"

namespace lanescope::exec {

class ReadLog {
 public:
  // `shift`: units have 2^shift bytes.
  explicit ReadLog(std::uint32_t shift) : shift_(shift) {}

  // One read, or several of one stamp that differ by constant distances: those of a loop, unrolled
  // or not.
  struct Read {
    std::uint64_t record = 0;     // lane 0's record; the lane is added to it
    std::uint32_t mask = 0;       // 0: it was taken out
    std::uint32_t units = 1;      // per lane
    std::uint32_t addresses = 0;  // index into `addresses_`, or is_affine
    // Affine: lane 0's address and the steps. Else the lowest and the highest address.
    std::uint32_t base = 0;
    std::uint32_t step_x = 0;
    std::uint32_t step_y = 0;
    // Affine: how many reads, and the distances from one to the next.
    std::uint32_t count = 1;
    std::uint32_t distance = 0;
    std::uint64_t record_distance = 0;
  };

  void clear();
  // `record`: of lane 0. `parts`: where the read is, one bit for each part of the memory.
  void add(const AffineAccess& load, std::uint64_t record, std::uint64_t parts,
           const BlockOrder& order);
  void add(const SharedAccess& read, std::uint64_t record, std::uint64_t parts,
           const BlockOrder& order);
  // Whether there is no room for another read: take_all().
  [[nodiscard]] bool is_full(const BlockOrder& order) const {
    return used_ >= max_chunks && phase_ == order.phase_start();
  }
  // Whether a read in these parts is not ordered before what the warp does now. May be true if not.
  [[nodiscard]] bool any(std::uint64_t parts, std::uint32_t warp, const BlockOrder& order) const {
    if ((parts & parts_) == 0 || phase_ != order.phase_start()) return false;
    for (std::uint32_t reader = 0; reader < BlockOrder::max_warps; ++reader) {
      if (!order.ordered_for_warp(last_of_[reader], reader * warp_lanes, warp)) return true;
    }
    return false;
  }

  // Takes the reads out that may race with a write in these parts, and calls what(read) for each.
  template <class What>
  void take(const SharedAccess& write, std::uint64_t parts, const BlockOrder& order, What what);
  template <class What>
  void take_all(What what);

  using Addresses = std::array<std::uint32_t, warp_lanes>;
  // Of one of the reads, for each lane of its mask.
  [[nodiscard]] Addresses addresses_of(const Read& read, std::uint32_t number) const;

 private:
  static constexpr std::uint32_t is_affine = 0xffff'ffffU;
  // Some reads of one warp, one after the other.
  struct Chunk {
    static constexpr std::uint32_t size = 32;
    std::uint64_t parts = 0;  // of all its reads
    std::uint32_t warp = 0;
    std::uint32_t count = 0;
    std::uint32_t left = 0;  // that were not taken out
    std::uint32_t last = 0;  // stamp of the last read
    std::array<Read, size> reads;
  };
  static constexpr std::uint32_t max_chunks = 256;
  // An affine read that the next may continue.
  struct Run {
    Read* read = nullptr;  // nullptr: it is over
    Chunk* chunk = nullptr;
    std::uint32_t next = 0;  // base and record of the next
    std::uint64_t next_record = 0;
  };

  [[nodiscard]] std::uint32_t units_of(std::uint32_t bytes) const {
    return std::max(bytes >> shift_, 1U);
  }
  void begin_phase(const BlockOrder& order) {
    if (phase_ == order.phase_start()) return;
    clear();
    phase_ = order.phase_start();
  }
  Chunk& chunk_for(std::uint32_t warp, std::uint64_t parts, const BlockOrder& order);
  [[nodiscard]] static bool continues(Run& run, const AffineAccess& load, std::uint32_t units,
                                      std::uint64_t record);

  // The write that take() looks at, in units.
  struct Write {
    static constexpr std::uint32_t set_words = 16;
    static constexpr std::uint64_t set_units = 32 * std::uint64_t{set_words};
    const SharedAccess& access;
    std::uint32_t units = 1;  // per lane
    std::uint64_t first = ~std::uint64_t{0};
    std::uint64_t last = 0;
    // The written units as a set that starts at `first`, if they are near each other.
    bool has_set = false;
    std::array<std::uint32_t, set_words> set{};
  };
  [[nodiscard]] Write write_of(const SharedAccess& access) const;
  void find_set(Write& write) const;
  // Whether a lane of the reads and another lane of the write share a unit. May be true if not.
  [[nodiscard]] bool may_meet(const Read& read, Write& write, std::uint32_t reader) const;
  // The same for one of them, at these addresses.
  [[nodiscard]] bool one_may_meet(const Addresses& at, const Read& read, Write& write,
                                  std::uint32_t reader) const;
  [[nodiscard]] static bool is_lane_by_lane(const Addresses& read, std::uint32_t mask,
                                            const Write& write);

  std::uint32_t shift_;
  std::uint32_t width_ = warp_lanes;  // of affine reads: the launch's (row_form.h)
  std::uint32_t phase_ = 0;           // of the reads
  std::uint64_t parts_ = 0;           // of all reads
  std::uint64_t looked_at_ = 0;       // by writes that left them where they are
  std::deque<Chunk> chunks_;          // the first `used_`
  std::uint32_t used_ = 0;
  std::array<Chunk*, BlockOrder::max_warps> present_{};         // each warp's last chunk
  std::array<std::uint32_t, BlockOrder::max_warps> last_of_{};  // stamp of each warp's last read
  std::vector<Addresses> addresses_;
  std::array<Run, 2> runs_{};  // the latest two: loops mostly read two arrays in turn
  std::uint32_t older_ = 0;    // of these
};

template <class What>
void ReadLog::take_all(What what) {
  for (std::uint32_t c = 0; c < used_; ++c) {
    for (std::uint32_t i = 0; i < chunks_[c].count; ++i) {
      if (chunks_[c].reads[i].mask != 0) what(chunks_[c].reads[i]);
    }
  }
  clear();
}

template <class What>
void ReadLog::take(const SharedAccess& write, std::uint64_t parts, const BlockOrder& order,
                   What what) {
  if (!any(parts, write.warp, order)) return;
  // Rather than look at the same reads for ever.
  if (looked_at_ > 64 * Chunk::size * (used_ + 1)) return take_all(what);
  Write units = write_of(write);
  for (std::uint32_t c = 0; c < used_; ++c) {
    Chunk& chunk = chunks_[c];
    const std::uint32_t thread = chunk.warp * warp_lanes;
    if ((chunk.parts & parts) == 0 || order.ordered_for_warp(chunk.last, thread, write.warp))
      continue;
    for (std::uint32_t i = 0; i < chunk.count; ++i) {
      Read& read = chunk.reads[i];
      looked_at_ += read.count;
      const auto stamp = static_cast<std::uint32_t>(read.record >> 32);
      if (read.mask == 0 || order.ordered_for_warp(stamp, thread, write.warp) ||
          !may_meet(read, units, chunk.warp)) {
        continue;
      }
      what(read);
      read.mask = 0;
      if (--chunk.left == 0) chunk.parts = 0;
    }
  }
}

}  // namespace lanescope::exec
