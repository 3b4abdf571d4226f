#include "sim/exec/checks/shared_shadow.h"

#include <algorithm>
#include <bit>

#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {
namespace {

// Packs a record into one word: stamp, site, strength, thread. Later records compare greater.
constexpr std::uint64_t pack(std::uint32_t stamp, std::uint32_t site, Strength strength,
                             std::uint32_t thread) {
  return std::uint64_t{stamp} << 32 | std::uint64_t{site} << 12 |
         static_cast<std::uint64_t>(strength) << 10 | thread;
}
constexpr std::uint32_t stamp_of(std::uint64_t record) {
  return static_cast<std::uint32_t>(record >> 32);
}
constexpr std::uint32_t thread_of(std::uint64_t record) {
  return static_cast<std::uint32_t>(record & 0x3ff);
}
constexpr SharedRecord unpack(std::uint64_t record) {
  return {stamp_of(record), static_cast<std::uint32_t>(record >> 12 & 0xf'ffff), thread_of(record),
          static_cast<Strength>(record >> 10 & 3)};
}

// PTX ISA, "Memory Consistency Model": two strong operations do not race. A volatile operation is
// strong too, so it does not race with an atomic one. Strictly, two volatile operations do not race
// either. They are reported all the same, because nothing orders the store before the load, and
// code from before Volta that relies on it is what this check should find. In a kernel with fences,
// volatile accesses by different warps count as flags.
bool may_race(const SharedRecord& first, const SharedAccess& access, const BlockOrder& order) {
  const Strength a = first.strength;
  const Strength b = access.strength;
  const bool are_flags = order.has_fences() && first.thread / warp_lanes != access.warp;
  return a == Strength::plain || b == Strength::plain ||
         (!are_flags && a == Strength::volatile_ && b == Strength::volatile_);
}

// Whether a race of a lane with this record is ruled out at a glance: it is of an earlier phase, of
// the same thread, or neither access is plain and one of them is strong. `phase`: the stamp of the
// phase's start, as in a record.
constexpr std::uint64_t strength_bits = 3U << 10;
constexpr bool is_quiet_record(std::uint64_t record, std::uint64_t phase, std::uint32_t thread,
                               bool is_strong) {
  return record < phase || thread_of(record) == thread ||
         (is_strong && (record & strength_bits) != 0);
}
static_assert(static_cast<int>(Strength::plain) == 0);

}  // namespace

SharedShadow::SharedShadow(std::uint64_t bytes, std::uint32_t unit_bytes, bool find_races,
                           bool find_uninitialised)
    : shift_(static_cast<std::uint32_t>(std::countr_zero(unit_bytes))),
      find_races_(find_races),
      find_uninitialised_(find_uninitialised),
      units_((bytes + unit_bytes - 1) / unit_bytes),
      written_(units_ / 64 + 2),
      log_(shift_),
      memory_parts_(bytes) {
  if (!find_races) return;
  last_writer_.resize(units_);
  plain_writer_.resize(units_);
  other_writer_.resize(units_);
  reader_.resize(units_);
  other_reader_.resize(units_);
}

void SharedShadow::start_block(bool forget_all) {
  if (written_count_ != 0) std::fill(written_.begin(), written_.end(), 0);
  written_count_ = 0;
  last_write_ = 0;
  last_other_writer_ = 0;
  last_plain_writer_ = 0;
  last_noted_read_ = 0;
  last_write_of_ = {};
  knowing_at_ = 0;
  log_.clear();
  if (!forget_all) return;
  for (auto* records : {&last_writer_, &plain_writer_, &other_writer_, &reader_, &other_reader_})
    std::fill(records->begin(), records->end(), 0);
}

void SharedShadow::mark_written(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t last = (address + bytes - 1) >> shift_;
  for (std::uint64_t unit = address >> shift_; unit <= last; unit = (unit / 64 + 1) * 64) {
    const std::uint64_t rest = std::min<std::uint64_t>(last - unit, 63 - unit % 64);
    const std::uint64_t units = ~std::uint64_t{0} >> (63 - rest) << (unit % 64);
    std::uint64_t& word = written_[unit / 64];
    written_count_ += static_cast<std::uint64_t>(std::popcount(units & ~word));
    word |= units;
  }
}

void SharedShadow::forget(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t last = (address + bytes - 1) >> shift_;
  for (std::uint64_t unit = address >> shift_; unit <= last; ++unit) {
    if (!is_written(unit)) continue;
    written_[unit / 64] &= ~(std::uint64_t{1} << (unit % 64));
    --written_count_;
  }
}

bool SharedShadow::any_written(std::uint64_t first, std::uint64_t bytes) const {
  for (std::uint64_t at = first; at < first + bytes && at >> shift_ < units_; ++at) {
    if (is_written(at >> shift_)) return true;
  }
  return false;
}

void SharedShadow::on_access(const SharedAccess& access, BlockOrder& order,
                             SharedFindings& findings) {
  if (access.reads && find_uninitialised_ && written_count_ != units_)
    check_written(access, findings);
  if (find_races_) {
    const std::uint64_t parts = memory_parts_.of(access.first, access.last + access.bytes - 1);
    if (access.writes) {
      const std::uint32_t stamp = order.tick();  // separates this store from the next of its kind
      write(access, parts, stamp, order, findings);
    } else {
      if (last_write_ >= order.phase_start() && (parts & written_parts_) != 0 &&
          !knows_all_writes(access.warp, order)) {
        check_read(access, order, findings);
      }
      make_room(order);
      log_.add(access, pack(order.now(), access.site, access.strength, access.warp * warp_lanes),
               parts, order);
    }
  }
  if (access.writes && written_count_ != units_)
    for_set_lanes(access.mask, [&](int l) { mark_written(access.address[l], access.bytes); });
}

// A partly written access may be a structure with padding or a vector with an unused element. So
// only an access without any written byte is reported.
void SharedShadow::check_written(const SharedAccess& access, SharedFindings& findings) const {
  const std::uint64_t units = units_of(access.bytes);
  std::uint32_t bad = 0;
  std::uint64_t last_good = ~std::uint64_t{0};
  for_lanes(access.mask, [&](int l) {
    const std::uint64_t first = access.address[l] >> shift_;
    if (first == last_good) return;
    bool any = false;
    for (std::uint64_t unit = first; unit < first + units; ++unit) any = any || is_written(unit);
    if (any) {
      last_good = first;
    } else {
      bad |= 1U << l;
    }
  });
  if (bad != 0) findings.on_uninitialised(access, bad);
}

// Whether every lane reads a written byte.
bool SharedShadow::all_written(const AffineAccess& load) const {
  const std::uint64_t units = units_of(load.bytes);
  if ((load.step_x | load.step_y) == 0) {
    const std::uint64_t first = load.base >> shift_;
    for (std::uint64_t unit = first; unit < first + units; ++unit) {
      if (is_written(unit)) return true;
    }
    return false;
  }
  // Looks at one unit per address. If all of these are written the answer is yes; otherwise
  // check_written decides.
  return load.holds_for_addresses(
      [&](std::uint64_t address) { return is_written(address >> shift_); });
}

bool SharedShadow::knows_all_writes(std::uint32_t warp, const BlockOrder& order) {
  if (knowing_warp_ == warp && knowing_at_ == order.now()) return true;
  for (std::uint32_t writer = 0; writer < BlockOrder::max_warps; ++writer) {
    const std::uint32_t stamp = last_write_of_[writer];
    if (!order.ordered_for_warp(stamp, writer * warp_lanes, warp)) return false;
  }
  // What a warp knows grows only with the stamps, which each write changes, too.
  knowing_warp_ = warp;
  knowing_at_ = order.now();
  return true;
}

// Whether no lane reads what another thread wrote, with nothing to order the two.
bool SharedShadow::is_quiet(const AffineAccess& load, const BlockOrder& order) const {
  const std::uint32_t units = units_of(load.bytes);
  const bool has_others = last_other_writer_ >= order.phase_start();
  const auto is_for_units = [&](std::uint64_t address, const auto& is_fine) {
    const std::uint64_t first = address >> shift_;
    for (std::uint64_t u = first; u < first + units; ++u) {
      if (!is_fine(last_writer_[u])) return false;
      if (has_others && (!is_fine(plain_writer_[u]) || !is_fine(other_writer_[u]))) return false;
    }
    return true;
  };
  const auto is_ordered = [&](std::uint64_t record) {
    return order.ordered_for_warp(stamp_of(record), thread_of(record), load.warp);
  };
  if (load.holds_for_addresses(
          [&](std::uint64_t address) { return is_for_units(address, is_ordered); })) {
    return true;
  }
  const std::uint64_t phase = std::uint64_t{order.phase_start()} << 32;
  for (std::uint32_t l = 0; l < warp_lanes; ++l) {
    const std::uint32_t thread = load.warp * warp_lanes + l;
    const bool is_fine = is_for_units(load.address(l), [&](std::uint64_t record) {
      return is_quiet_record(record, phase, thread, false);
    });
    if (!is_fine) return false;
  }
  return true;
}

bool SharedShadow::on_affine_load(const AffineAccess& load, const BlockOrder& order) {
  if (find_uninitialised_ && written_count_ != units_ && !all_written(load)) return false;
  if (!find_races_) return true;
  const std::uint64_t parts = memory_parts_.of(load.first(), load.last());
  if (last_write_ >= order.phase_start() && (parts & written_parts_) != 0 &&
      !knows_all_writes(load.warp, order) && !is_quiet(load, order)) {
    return false;
  }
  make_room(order);
  log_.add(load, pack(order.now(), load.site, Strength::plain, load.warp * warp_lanes), parts,
           order);
  return true;
}

// Whether no record in [first, first + count) is of the present phase; then they become records of
// these lanes.
LANESCOPE_VECTORISED bool SharedShadow::enter(std::uint64_t* first, std::uint32_t count,
                                              std::uint64_t phase, std::uint64_t record) {
  std::uint64_t known = 0;
  for (std::uint32_t i = 0; i < count; ++i) known |= std::uint64_t{first[i] >= phase};
  if (known != 0) return false;
  for (std::uint32_t i = 0; i < count; ++i) first[i] = record + i;
  return true;
}

bool SharedShadow::on_affine_store(const AffineAccess& store, BlockOrder& order) {
  const std::uint64_t parts = memory_parts_.of(store.first(), store.last());
  const bool is_row =
      store.step_x == store.bytes && store.bytes == std::uint64_t{1} << shift_ &&
      (store.width == warp_lanes || store.step_y == std::uint64_t{store.width} * store.bytes);
  if (!is_row || !find_races_ || log_.any(parts, store.warp, order) ||
      std::max(last_noted_read_, last_other_writer_) >= order.phase_start()) {
    return false;
  }
  const std::uint64_t phase = std::uint64_t{order.phase_start()} << 32;
  const std::uint64_t mine =
      pack(order.now() + 1, store.site, Strength::plain, store.warp * warp_lanes);
  if (!enter(&last_writer_[store.first() >> shift_], warp_lanes, phase, mine)) return false;
  enter_write(store.warp, parts, order.tick(), order);
  if (written_count_ != units_) mark_written(store.first(), store.to_last - store.to_first + 1);
  return true;
}

void SharedShadow::enter_write(std::uint32_t warp, std::uint64_t parts, std::uint32_t stamp,
                               const BlockOrder& order) {
  if (write_phase_ != order.phase_start()) written_parts_ = 0;
  write_phase_ = order.phase_start();
  written_parts_ |= parts;
  last_write_ = stamp;
  last_write_of_[warp] = stamp;
}

// Reads do not come in their order: ReadLog::take() leaves some where they are.
void SharedShadow::enter_read(std::uint64_t unit, std::uint64_t record, std::uint64_t phase,
                              const BlockOrder& order) {
  const std::uint64_t known = reader_[unit];
  if (known >= phase && thread_of(known) == thread_of(record)) {
    reader_[unit] = std::max(known, record);
    return;
  }
  const bool takes_over =
      known < phase ||
      (known < record && order.ordered(stamp_of(known), thread_of(known), thread_of(record)));
  if (takes_over) {
    reader_[unit] = record;
    return;
  }
  std::uint64_t& other = other_reader_[unit];
  const bool is_older = other >= phase && thread_of(other) == thread_of(record) && other > record;
  if (!is_older) other = record;
}

void SharedShadow::note(const ReadLog::Read& read, const BlockOrder& order) {
  last_noted_read_ = order.now();
  const std::uint64_t phase = std::uint64_t{order.phase_start()} << 32;
  for (std::uint32_t i = 0; i < read.count; ++i) {
    const ReadLog::Addresses at = log_.addresses_of(read, i);
    for_set_lanes(read.mask, [&](int lane) {
      const auto l = static_cast<std::uint32_t>(lane);
      const std::uint64_t record = read.record + i * read.record_distance + l;
      const std::uint64_t first = at[l] >> shift_;
      for (std::uint64_t u = first; u < first + read.units; ++u) {
        enter_read(u, record, phase, order);
      }
    });
  }
}

void SharedShadow::check_read(const SharedAccess& access, const BlockOrder& order,
                              SharedFindings& findings) {
  const std::uint32_t units = units_of(access.bytes);
  const std::uint64_t phase = std::uint64_t{order.phase_start()} << 32;
  const bool has_others = last_other_writer_ >= order.phase_start();
  const bool is_strong = access.strength == Strength::strong;
  for_lanes(access.mask, [&](int l) {
    const std::uint32_t thread = access.warp * warp_lanes + static_cast<std::uint32_t>(l);
    const std::uint64_t first = access.address[l] >> shift_;
    const auto races = [&](std::uint64_t writer) {
      if (is_quiet_record(writer, phase, thread, is_strong)) return false;
      if (order.ordered(stamp_of(writer), thread_of(writer), thread)) return false;
      const SharedRecord record = unpack(writer);
      if (!may_race(record, access, order)) return false;
      findings.on_race(access, l, record, true);
      return true;
    };
    for (std::uint64_t u = first; u < first + units; ++u) {
      if (races(last_writer_[u])) return;
      if (has_others && (races(plain_writer_[u]) || races(other_writer_[u]))) return;
    }
  });
}

// Enters writes of one unit a lane, as long as no lane meets a record that asks for a closer look.
// Returns the lanes that are left.
template <bool is_strong>
std::uint32_t SharedShadow::write_quietly(const SharedAccess& access, std::uint64_t record,
                                          std::uint64_t phase) {
  std::uint64_t* last_writer = last_writer_.data();
  std::uint64_t* other_writer = other_writer_.data();
  // False: the lane needs a closer look.
  const auto enters = [&](std::uint32_t l) {
    const std::uint64_t mine = record + l;
    const std::uint64_t u = access.address[l] >> shift_;
    const std::uint64_t last = last_writer[u];
    if (last >= phase) {
      if (is_strong && (last & strength_bits) == 0) return false;
      if (thread_of(last) != thread_of(mine)) {
        if (!is_strong) return false;
        other_writer[u] = last;
      }
    }
    last_writer[u] = mine;
    return true;
  };
  if (access.mask == all_lanes) {
    for (std::uint32_t l = 0; l < warp_lanes; ++l) {
      if (!enters(l)) return all_lanes << l;
    }
    return 0;
  }
  for (std::uint32_t rest = access.mask; rest != 0; rest &= rest - 1) {
    if (!enters(static_cast<std::uint32_t>(std::countr_zero(rest)))) return rest;
  }
  return 0;
}

void SharedShadow::write(const SharedAccess& access, std::uint64_t parts, std::uint32_t stamp,
                         const BlockOrder& order, SharedFindings& findings) {
  log_.take(access, parts, order, [&](const ReadLog::Read& read) { note(read, order); });
  enter_write(access.warp, parts, stamp, order);
  const std::uint32_t units = units_of(access.bytes);
  const std::uint64_t phase = std::uint64_t{order.phase_start()} << 32;
  const bool is_strong = access.strength == Strength::strong;
  // Beside the last writer. What an atomic write follows in `other_writer_` is no plain write.
  const bool has_others = !is_strong && last_other_writer_ >= order.phase_start();
  const bool has_plain = has_others || last_plain_writer_ >= order.phase_start();
  const bool has_readers = last_noted_read_ >= order.phase_start();
  const std::uint64_t record = pack(stamp, access.site, access.strength, access.warp * warp_lanes);
  std::uint32_t lanes = access.mask;
  if (units == 1 && !has_plain && !has_readers) {
    lanes = is_strong ? write_quietly<true>(access, record, phase)
                      : write_quietly<false>(access, record, phase);
  }
  std::uint32_t lane = 0;
  bool is_reported = false;
  const auto check = [&](std::uint64_t earlier, bool writes) {
    const std::uint32_t thread = access.warp * warp_lanes + lane;
    if (is_reported || is_quiet_record(earlier, phase, thread, is_strong)) return;
    if (order.ordered(stamp_of(earlier), thread_of(earlier), thread)) return;
    const SharedRecord other = unpack(earlier);
    if (!may_race(other, access, order)) return;
    findings.on_race(access, static_cast<int>(lane), other, writes);
    is_reported = true;
  };
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    is_reported = false;
    const std::uint64_t first = access.address[lane] >> shift_;
    for (std::uint64_t u = first; u < first + units; ++u) {
      const std::uint64_t last = last_writer_[u];
      const bool is_own = thread_of(last) == thread_of(record + lane);
      const bool is_first = last < phase;
      last_writer_[u] = record + lane;
      if (!is_first && !is_own) check(last, true);
      if (has_plain || last_plain_writer_ == stamp) check(plain_writer_[u], true);
      if (has_others) check(other_writer_[u], true);
      if (has_readers) {
        check(reader_[u], false);
        check(other_reader_[u], false);
      }
      // Two atomic writes do not race, but a later access may race with either, and with the plain
      // write before them.
      if (!is_strong || is_first) continue;
      if ((last & strength_bits) == 0) {
        plain_writer_[u] = last;
        last_plain_writer_ = stamp;
      } else if (!is_own) {
        other_writer_[u] = last;
      }
    }
  }
  if (is_strong) last_other_writer_ = stamp;
}

}  // namespace lanescope::exec
