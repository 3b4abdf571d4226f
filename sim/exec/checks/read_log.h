// The reads of a block's shared memory since its last barrier, in case a write follows.
//
// A read matters to the search for races only if another thread writes the same word before the
// next barrier. So it is put down here in a few words, and looked at lane by lane only when a write
// comes that may race with it. Most writes are shown not to by their place: another part of the
// memory, or the same words by the same threads ("x[i] = f(x[i])").
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/exec/checks/block_order.h"
#include "sim/exec/checks/shared_access.h"

namespace lanescope::exec {

class ReadLog {
 public:
  // `shift`: units have 2^shift bytes.
  explicit ReadLog(std::uint32_t shift) : shift_(shift) {}

  struct Read {
    std::uint64_t record = 0;             // lane 0's record; the lane is added to it
    std::uint32_t mask = 0;               // 0: it was taken out
    std::uint32_t units = 1;              // per lane
    std::uint32_t addresses = is_affine;  // index into `addresses_`, or is_affine
    // Affine: lane 0's address and the steps. Else the lowest and the highest address.
    std::uint32_t base = 0;
    std::uint32_t step_x = 0;
    std::uint32_t step_y = 0;
  };

  void clear();
  // `record`: of lane 0. `parts`: where the read is, one bit for each part of the memory.
  void add(const AffineLoad& load, std::uint64_t record, std::uint64_t parts,
           const BlockOrder& order);
  void add(const SharedAccess& read, std::uint64_t record, std::uint64_t parts,
           const BlockOrder& order);
  // Whether there is no room for another read: take_all().
  [[nodiscard]] bool is_full(const BlockOrder& order) const {
    return used_ >= max_chunks && phase_ == order.phase_start();
  }

  // Takes the reads out that may race with a write in these parts, and calls what(read) for each.
  template <class What>
  void take(const SharedAccess& write, std::uint64_t parts, const BlockOrder& order, What what);
  template <class What>
  void take_all(What what);

  [[nodiscard]] std::uint32_t address(const Read& read, std::uint32_t lane) const {
    return read.addresses == is_affine
               ? affine_lane(read.base, read.step_x, read.step_y, width_, lane)
               : addresses_[read.addresses][lane];
  }

 private:
  static constexpr std::uint32_t is_affine = 0xffff'ffffU;
  using Addresses = std::array<std::uint32_t, warp_lanes>;
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
  // Enough for one phase of common large tiles: 32 warps with 64 reads each, four times over.
  static constexpr std::uint32_t max_chunks = 256;

  Read& new_read(std::uint32_t warp, std::uint64_t parts, const BlockOrder& order);
  void new_chunk(std::uint32_t warp);

  // The write that take() looks at, in units.
  struct Write {
    static constexpr std::uint32_t set_words = 8;
    const SharedAccess& access;
    std::uint32_t units = 1;  // per lane
    std::uint64_t first = ~std::uint64_t{0};
    std::uint64_t last = 0;
    // The written units as a set that starts at `first`, if they are near each other.
    bool has_set = false;
    std::array<std::uint64_t, set_words> set{};
  };
  [[nodiscard]] Write write_of(const SharedAccess& access) const;
  void find_set(Write& write) const;
  // Whether a lane of the read and another lane of the write share a unit. May be true if not.
  [[nodiscard]] bool may_meet(const Read& read, Write& write, std::uint32_t reader) const;
  [[nodiscard]] bool is_lane_by_lane(const Read& read, const Write& write) const;

  std::uint32_t shift_;
  std::uint32_t width_ = warp_lanes;  // of affine reads: the launch's (row_form.h)
  std::uint32_t phase_ = 0;           // of the reads
  std::uint64_t parts_ = 0;           // of all reads
  std::uint32_t looked_at_ = 0;       // by writes that left them where they are
  std::vector<Chunk> chunks_;         // the first `used_`
  std::uint32_t used_ = 0;
  static constexpr std::uint32_t no_chunk = 0xffff'ffffU;
  std::array<std::uint32_t, BlockOrder::max_warps> present_{};  // each warp's last chunk
  std::vector<Addresses> addresses_;
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
  if ((parts & parts_) == 0) return;
  if (phase_ != order.phase_start()) return clear();
  // Rather than look at the same reads for ever.
  if (looked_at_ > 64 * Chunk::size * (used_ + 1)) return take_all(what);
  Write units = write_of(write);
  for (std::uint32_t c = 0; c < used_; ++c) {
    Chunk& chunk = chunks_[c];
    const std::uint32_t thread = chunk.warp * warp_lanes;
    if ((chunk.parts & parts) == 0 || order.ordered_for_warp(chunk.last, thread, write.warp))
      continue;
    looked_at_ += chunk.count;
    for (std::uint32_t i = 0; i < chunk.count; ++i) {
      Read& read = chunk.reads[i];
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
