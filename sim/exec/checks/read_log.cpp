#include "sim/exec/checks/read_log.h"

#include <algorithm>
#include <bit>

#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

void ReadLog::clear() {
  used_ = 0;
  parts_ = 0;
  looked_at_ = 0;
  addresses_.clear();
  present_.fill(no_chunk);
}

void ReadLog::new_chunk(std::uint32_t warp) {
  if (used_ == chunks_.size()) chunks_.emplace_back();
  Chunk& chunk = chunks_[used_];
  chunk.parts = 0;
  chunk.warp = warp;
  chunk.count = 0;
  chunk.left = 0;
  present_[warp] = used_++;
}

inline ReadLog::Read& ReadLog::new_read(std::uint32_t warp, std::uint64_t parts,
                                        const BlockOrder& order) {
  if (phase_ != order.phase_start()) {
    clear();
    phase_ = order.phase_start();
  }
  if (present_[warp] == no_chunk || chunks_[present_[warp]].count == Chunk::size) new_chunk(warp);
  Chunk& chunk = chunks_[present_[warp]];
  parts_ |= parts;
  chunk.parts |= parts;
  chunk.last = order.now();
  ++chunk.left;
  return chunk.reads[chunk.count++];
}

void ReadLog::add(const AffineLoad& load, std::uint64_t record, std::uint64_t parts,
                  const BlockOrder& order) {
  Read& read = new_read(load.warp, parts, order);
  read.record = record;
  read.mask = all_lanes;
  read.units = std::max<std::uint32_t>(load.bytes >> shift_, 1);
  read.addresses = is_affine;
  read.base = static_cast<std::uint32_t>(load.base);
  read.step_x = static_cast<std::uint32_t>(load.step_x);
  read.step_y = static_cast<std::uint32_t>(load.step_y);
  width_ = load.width;
}

void ReadLog::add(const SharedAccess& access, std::uint64_t record, std::uint64_t parts,
                  const BlockOrder& order) {
  Read& read = new_read(access.warp, parts, order);
  read.record = record;
  read.mask = access.mask;
  read.units = std::max<std::uint32_t>(access.bytes >> shift_, 1);
  read.addresses = static_cast<std::uint32_t>(addresses_.size());
  Addresses& addresses = addresses_.emplace_back();
  for (std::size_t l = 0; l < warp_lanes; ++l)
    addresses[l] = static_cast<std::uint32_t>(access.address[l]);
  read.base = static_cast<std::uint32_t>(access.first);
  read.step_x = static_cast<std::uint32_t>(access.last);
}

ReadLog::Write ReadLog::write_of(const SharedAccess& access) const {
  Write write{access};
  write.units = std::max<std::uint32_t>(access.bytes >> shift_, 1);
  write.first = access.first >> shift_;
  write.last = (access.last >> shift_) + write.units - 1;
  return write;
}

void ReadLog::find_set(Write& write) const {
  write.has_set = true;
  for_set_lanes(write.access.mask, [&](int l) {
    const std::uint64_t at = (write.access.address[l] >> shift_) - write.first;
    for (std::uint64_t u = at; u < at + write.units; ++u)
      write.set[u / 64] |= std::uint64_t{1} << (u % 64);
  });
}

// Whether each lane of the write reads what it writes, and no other lane reads that.
LANESCOPE_VECTORISED bool ReadLog::is_lane_by_lane(const Read& read, const Write& write) const {
  if (read.units != write.units || (write.access.mask & ~read.mask) != 0) return false;
  std::uint32_t at[warp_lanes];
  for (std::uint32_t l = 0; l < warp_lanes; ++l) at[l] = address(read, l);
  std::uint32_t differ = 0;
  std::uint32_t falls = 0;  // where addresses don't rise from lane to lane, two may be equal
  const std::uint32_t mask = write.access.mask;
  for (std::uint32_t l = 0; l < warp_lanes; ++l) {
    const auto written = static_cast<std::uint32_t>(write.access.address[l]);
    differ |= (at[l] ^ written) & (0 - (mask >> l & 1));
  }
  for (std::uint32_t l = 1; l < warp_lanes; ++l) falls |= std::uint32_t{at[l] <= at[l - 1]};
  return differ == 0 && falls == 0;
}

bool ReadLog::may_meet(const Read& read, Write& write, std::uint32_t reader) const {
  std::uint64_t low = read.base;
  std::uint64_t high = read.step_x;
  if (read.addresses == is_affine) {
    const std::int64_t x = std::int64_t{static_cast<std::int32_t>(read.step_x)} * (width_ - 1);
    const std::int64_t y =
        std::int64_t{static_cast<std::int32_t>(read.step_y)} * (warp_lanes / width_ - 1);
    low = read.base + static_cast<std::uint64_t>(std::min<std::int64_t>(x, 0)) +
          static_cast<std::uint64_t>(std::min<std::int64_t>(y, 0));
    high = read.base + static_cast<std::uint64_t>(std::max<std::int64_t>(x, 0)) +
           static_cast<std::uint64_t>(std::max<std::int64_t>(y, 0));
  }
  const std::uint64_t first = low >> shift_;
  const std::uint64_t last = (high >> shift_) + read.units - 1;
  if (last < write.first || first > write.last) return false;
  if (reader == write.access.warp && is_lane_by_lane(read, write)) return false;
  if (write.last - write.first >= 64 * Write::set_words) return true;
  if (!write.has_set) find_set(write);
  bool meets = false;
  for_lanes(read.mask, [&](int l) {
    const std::uint64_t unit = address(read, static_cast<std::uint32_t>(l)) >> shift_;
    for (std::uint64_t i = 0; i < read.units; ++i) {
      const std::uint64_t u = unit + i - write.first;
      meets |= u < 64 * Write::set_words && (write.set[u / 64] >> (u % 64) & 1) != 0;
    }
  });
  return meets;
}

}  // namespace lanescope::exec
