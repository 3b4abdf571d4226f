#include "sim/exec/checks/read_log.h"

#include <algorithm>
#include <bit>

#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

void ReadLog::clear() {
  used_ = 0;
  parts_ = 0;
  looked_at_ = 0;
  runs_ = {};
  addresses_.clear();
  present_.fill(nullptr);
  last_of_.fill(0);
}

ReadLog::Chunk& ReadLog::chunk_for(std::uint32_t warp, std::uint64_t parts,
                                   const BlockOrder& order) {
  Chunk*& present = present_[warp];
  if (present == nullptr || present->count == Chunk::size) {
    if (used_ == chunks_.size()) chunks_.emplace_back();
    present = &chunks_[used_++];
    present->parts = 0;
    present->warp = warp;
    present->count = 0;
    present->left = 0;
  }
  parts_ |= parts;
  present->parts |= parts;
  present->last = order.now();
  last_of_[warp] = order.now();
  ++present->left;
  return *present;
}

inline bool ReadLog::continues(Run& run, const AffineAccess& load, std::uint32_t units,
                               std::uint64_t record) {
  if (run.read == nullptr || run.chunk->warp != load.warp) return false;
  Read& read = *run.read;
  const auto base = static_cast<std::uint32_t>(load.base);
  if (read.step_x != static_cast<std::uint32_t>(load.step_x) ||
      read.step_y != static_cast<std::uint32_t>(load.step_y) || read.mask == 0 ||
      read.units != units || (read.record ^ record) >> 32 != 0) {
    return false;
  }
  if (read.count == 1) {
    read.distance = base - read.base;
    read.record_distance = record - read.record;
  } else if (base != run.next || record != run.next_record) {
    return false;
  }
  ++read.count;
  run.next = base + read.distance;
  run.next_record = record + read.record_distance;
  return true;
}

void ReadLog::add(const AffineAccess& load, std::uint64_t record, std::uint64_t parts,
                  const BlockOrder& order) {
  begin_phase(order);
  const std::uint32_t units = units_of(load.bytes);
  for (std::uint32_t i = 0; i < 2; ++i) {
    const std::uint32_t which = older_ ^ i;
    if (!continues(runs_[which], load, units, record)) continue;
    parts_ |= parts;
    runs_[which].chunk->parts |= parts;
    older_ = 1 - which;
    return;
  }
  Chunk& chunk = chunk_for(load.warp, parts, order);
  Read& read = chunk.reads[chunk.count++];
  read.record = record;
  read.mask = all_lanes;
  read.units = units;
  read.addresses = is_affine;
  read.base = static_cast<std::uint32_t>(load.base);
  read.step_x = static_cast<std::uint32_t>(load.step_x);
  read.step_y = static_cast<std::uint32_t>(load.step_y);
  read.count = 1;
  runs_[older_] = {&read, &chunk, 0, 0};
  older_ = 1 - older_;
  width_ = load.width;
}

void ReadLog::add(const SharedAccess& access, std::uint64_t record, std::uint64_t parts,
                  const BlockOrder& order) {
  begin_phase(order);
  Chunk& chunk = chunk_for(access.warp, parts, order);
  Read& read = chunk.reads[chunk.count++];
  read.record = record;
  read.mask = access.mask;
  read.units = units_of(access.bytes);
  read.addresses = static_cast<std::uint32_t>(addresses_.size());
  Addresses& addresses = addresses_.emplace_back();
  for (std::size_t l = 0; l < warp_lanes; ++l)
    addresses[l] = static_cast<std::uint32_t>(access.address[l]);
  read.base = static_cast<std::uint32_t>(access.first);
  read.step_x = static_cast<std::uint32_t>(access.last);
  read.count = 1;
}

ReadLog::Addresses ReadLog::addresses_of(const Read& read, std::uint32_t number) const {
  if (read.addresses != is_affine) return addresses_[read.addresses];
  Addresses at;
  write_affine(at.data(), read.base + number * read.distance, read.step_x, read.step_y, width_);
  return at;
}

ReadLog::Write ReadLog::write_of(const SharedAccess& access) const {
  Write write{access};
  write.units = units_of(access.bytes);
  write.first = access.first >> shift_;
  write.last = (access.last >> shift_) + write.units - 1;
  return write;
}

void ReadLog::find_set(Write& write) const {
  write.has_set = true;
  for_set_lanes(write.access.mask, [&](int l) {
    const std::uint64_t at = (write.access.address[l] >> shift_) - write.first;
    for (std::uint64_t u = at; u < at + write.units; ++u) write.set[u / 32] |= 1U << (u % 32);
  });
}

// Whether each lane of the write read what it writes, and no other lane read that.
LANESCOPE_VECTORISED bool ReadLog::is_lane_by_lane(const Addresses& read, std::uint32_t mask,
                                                   const Write& write) {
  if ((write.access.mask & ~mask) != 0) return false;
  std::uint32_t differ = 0;
  std::uint32_t falls = 0;  // where addresses don't rise from lane to lane, two may be equal
  for (std::uint32_t l = 0; l < warp_lanes; ++l) {
    const auto written = static_cast<std::uint32_t>(write.access.address[l]);
    differ |= (read[l] ^ written) & (0 - (write.access.mask >> l & 1));
  }
  for (std::uint32_t l = 1; l < warp_lanes; ++l) falls |= std::uint32_t{read[l] <= read[l - 1]};
  return differ == 0 && falls == 0;
}

namespace {

// Whether one of these units, counted from the first of a set, is in the set.
LANESCOPE_VECTORISED bool meets(const std::uint32_t* at, std::uint32_t mask, std::uint32_t shift,
                                std::uint32_t first, const std::uint32_t* set,
                                std::uint32_t set_words) {
  std::uint32_t hits = 0;
  for (std::uint32_t l = 0; l < warp_lanes; ++l) {
    const std::uint32_t u = (at[l] >> shift) - first;
    const std::uint32_t word = set[u / 32 & (set_words - 1)];
    hits |= (word >> (u & 31)) & (mask >> l) & std::uint32_t{u < 32 * set_words} & 1;
  }
  return hits != 0;
}

}  // namespace

bool ReadLog::may_meet(const Read& read, Write& write, std::uint32_t reader) const {
  std::uint64_t low = read.base;
  std::uint64_t high = read.step_x;
  if (read.addresses == is_affine) {
    high = low;
    const auto widen = [&](std::uint32_t step, std::uint32_t last) {
      const std::int64_t to = std::int64_t{static_cast<std::int32_t>(step)} * last;
      (to < 0 ? low : high) += static_cast<std::uint64_t>(to);
    };
    widen(read.step_x, width_ - 1);
    widen(read.step_y, warp_lanes / width_ - 1);
    if (read.count > 1) widen(read.distance, read.count - 1);
  }
  const std::uint64_t first = low >> shift_;
  const std::uint64_t last = (high >> shift_) + read.units - 1;
  if (last < write.first || first > write.last) return false;
  for (std::uint32_t i = 0; i < read.count; ++i) {
    if (one_may_meet(addresses_of(read, i), read, write, reader)) return true;
  }
  return false;
}

bool ReadLog::one_may_meet(const Addresses& at, const Read& read, Write& write,
                           std::uint32_t reader) const {
  const bool is_own = reader == write.access.warp && read.units == write.units;
  if (is_own && is_lane_by_lane(at, read.mask, write)) return false;
  if (write.last - write.first >= Write::set_units) return true;
  if (!write.has_set) find_set(write);
  for (std::uint32_t i = 0; i < read.units; ++i) {
    if (meets(at.data(), read.mask, shift_, static_cast<std::uint32_t>(write.first) - i,
              write.set.data(), Write::set_words)) {
      return true;
    }
  }
  return false;
}

}  // namespace lanescope::exec
