#include "sim/survey/surveyor.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace lanescope::survey {

using memory::Op;
using memory::Space;

Surveyor::Surveyor(Surveying& surveying)
    : surveying_(surveying),
      memo_(surveying.launch_.sites.size(), surveying.launch_.machine),
      recent_array_(surveying.launch_.sites.size()),
      costs_(surveying.warps_per_block_),
      events_(surveying.warps_per_block_),
      sums_(surveying.arrays_.size()),
      sites_(surveying.launch_.sites.size() * report::space_count) {}

// --- block by block ---

void Surveyor::enter(std::uint64_t block_index) {
  if (block_ == block_index) return;
  leave();
  block_ = block_index;
}

void Surveyor::leave() {
  if (!block_) return;
  const std::uint64_t first = *block_ * costs_.size();
  Cost sum;
  for (std::size_t warp = 0; warp < costs_.size(); ++warp) {
    sum += costs_[warp];
    if (first + warp < surveying_.warps_.size()) surveying_.warps_[first + warp] = costs_[warp];
    costs_[warp] = {};
    events_[warp] = 0;
  }
  if (*block_ < surveying_.blocks_.size()) surveying_.blocks_[*block_] = sum;
  total_ += sum;
  block_.reset();
}

// A launch that can run has fewer warps than WarpNumber can hold.
std::uint32_t Surveyor::number_of(const Where& where) const {
  constexpr std::uint64_t most = std::numeric_limits<WarpNumber>::max() - 1;
  const std::uint64_t number = where.block_index * surveying_.warps_per_block_ + where.warp;
  return static_cast<WarpNumber>(std::min(number, most));
}

// --- accesses ---

exec::AccessCounter Surveyor::on_affine_access(const exec::AffineAccessRecord& record) {
  enter(record.block_index);
  const Where where{record.site, record.block_index, record.warp, record.space, record.op};
  if (record.space != Space::global) {
    note(where, memo_.of(record, 0, 0));
    return {};
  }
  const std::uint64_t origin = origin_of(record.base);
  const auto array = surveying_.arrays_.find(record.base, recent_array_[record.site]);
  if (!array) {  // a variable of the module
    KnownImprint& known = memo_.of(record, 1, origin);
    note(where, known);
    moves_outside_ += known.imprint.moves;
    touches_outside_ += memory::warp_lanes;
    return {};
  }
  recent_array_[record.site] = *array;
  const report::ArrayInfo& info = surveying_.arrays_.array(*array);
  KnownImprint& known = memo_.of(record, info.element_bytes, origin);
  note(where, known);
  add_inside(where, known.imprint, *array, static_cast<std::int64_t>(origin - info.address));
  return {};
}

void Surveyor::on_access(const exec::AccessRecord& record) {
  enter(record.block_index);
  const memory::WarpAccess& access = record.access;
  const Where where{record.site, record.block_index, record.warp, access.space, access.op};
  const std::uint64_t first =
      access.mask == 0 ? 0
                       : access.address[static_cast<std::size_t>(std::countr_zero(access.mask))];
  if (access.space != Space::global) {
    const std::uint64_t origin =
        access.space == Space::shared ? first & ~(memo_.period(access.space) - 1) : 0;
    note(where, memo_.of(record.site, access, record.copy, 0, origin));
    return;
  }
  const std::uint64_t origin = origin_of(first);
  const ArrayMaps& arrays = surveying_.arrays_;
  const auto array = arrays.find(first, recent_array_[record.site]);
  const std::uint32_t element_bytes = array ? arrays.array(*array).element_bytes : 1;
  KnownImprint& known = memo_.of(record.site, access, record.copy, element_bytes, origin);
  note(where, known);
  if (array) {
    recent_array_[record.site] = *array;
    const auto offset = static_cast<std::int64_t>(origin - arrays.array(*array).address);
    const bool is_inside =
        offset + known.imprint.first_byte >= 0 &&
        offset + known.imprint.end_byte <= static_cast<std::int64_t>(arrays.bytes(*array));
    if (is_inside) return add_inside(where, known.imprint, *array, offset);
  }
  add_scattered(where, known.imprint, access, record.copy, origin);
}

void Surveyor::note(const Where& where, KnownImprint& known) {
  costs_[where.warp] += known.imprint.cost;
  ++sites_[site_index(where.site, where.space)].requests;
  if (where.space == Space::shared) add_shared(where, known);
  ++events_[where.warp];
}

void Surveyor::add_shared(const Where& where, KnownImprint& known) {
  auto& words = sites_[site_index(where.site, where.space)].bank_words;
  for (std::size_t bank = 0; bank < words.size(); ++bank)
    words[bank] += known.imprint.banks.words[bank];
  ++rows_total_;
  if (rows_.size() >= surveying_.launch_.limits.rows) return;
  if (known.pattern == KnownImprint::no_pattern) known.pattern = pattern_index(known.imprint.banks);
  rows_.push_back(
      {where.block_index,
       {number_of(where), events_[where.warp],
        static_cast<std::uint32_t>(site_index(where.site, where.space)), known.pattern}});
}

std::uint32_t Surveyor::pattern_index(const BankPattern& pattern) {
  const auto [entry, is_new] =
      pattern_index_.try_emplace(pattern, static_cast<std::uint32_t>(patterns_.size()));
  if (is_new) patterns_.push_back(pattern);
  return entry->second;
}

// --- global memory ---

ArrayMaps::Touch Surveyor::touch_of(const Where& where, std::size_t array) const {
  return {array, where.op, number_of(where) + 1, surveying_.surveyors_.size() == 1};
}

void Surveyor::count_touches(const Where& where, std::size_t array, std::uint64_t touches) {
  if (where.op != Op::store) sums_[array].reads += touches;
  if (where.op != Op::load) sums_[array].writes += touches;
}

void Surveyor::add_inside(const Where& where, const Imprint& imprint, std::size_t array,
                          std::int64_t offset) {
  ArrayMaps& maps = surveying_.arrays_;
  const report::ArrayInfo& info = maps.array(array);
  const ArrayMaps::Touch touch = touch_of(where, array);
  const std::int64_t element = offset / static_cast<std::int64_t>(info.element_bytes);
  for (const Imprint::Elements& run : imprint.elements) {
    maps.add_elements(touch, static_cast<std::uint64_t>(element + run.first), run.count,
                      run.threads);
  }
  count_touches(where, array, imprint.touches);
  const std::int64_t first = offset / static_cast<std::int64_t>(memory::sector_bytes);
  const auto end = static_cast<std::int64_t>(sector_count(info));
  for (const Imprint::Sector& sector : imprint.sectors) {
    const std::int64_t at = first + sector.at;
    if (at < 0 || at >= end) {
      add_sector(where, info.address + static_cast<std::uint64_t>(at) * memory::sector_bytes,
                 sector);
      continue;
    }
    maps.add_sector(touch, static_cast<std::uint64_t>(at), sector.moves, sector.used);
    sums_[array].moves += sector.moves;
    sums_[array].used += sector.used;
  }
}

// Lanes in several arrays, or outside every array.
void Surveyor::add_scattered(const Where& where, const Imprint& imprint,
                             const memory::WarpAccess& access, const memory::AsyncCopy* copy,
                             std::uint64_t origin) {
  ArrayMaps& maps = surveying_.arrays_;
  for (std::uint32_t rest = access.mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    const std::uint64_t bytes = copy != nullptr ? copy->bytes_read[lane] : access.bytes;
    const std::uint64_t address = access.address[lane];
    const auto array = maps.find(address, recent_array_[where.site]);
    if (!array || bytes == 0) {
      touches_outside_ += bytes != 0 ? 1 : 0;
      continue;
    }
    recent_array_[where.site] = *array;
    const report::ArrayInfo& info = maps.array(*array);
    const std::uint64_t first = (address - info.address) / info.element_bytes;
    const std::uint64_t last = (address - info.address + bytes - 1) / info.element_bytes;
    const std::uint64_t count = std::min(last + 1, info.count) - first;
    maps.add_elements(touch_of(where, *array), first, count, 1);
    count_touches(where, *array, count);
  }
  for (const Imprint::Sector& sector : imprint.sectors) {
    add_sector(where, origin + static_cast<std::uint64_t>(sector.at) * memory::sector_bytes,
               sector);
  }
}

void Surveyor::add_sector(const Where& where, std::uint64_t address,
                          const Imprint::Sector& sector) {
  ArrayMaps& maps = surveying_.arrays_;
  const auto array = maps.find(address, recent_array_[where.site]);
  if (!array) {
    moves_outside_ += sector.moves;
    return;
  }
  maps.add_sector(touch_of(where, *array),
                  (address - maps.array(*array).address) / memory::sector_bytes, sector.moves,
                  sector.used);
  sums_[*array].moves += sector.moves;
  sums_[*array].used += sector.used;
}

// --- Barriers and branches ---

void Surveyor::on_barrier(const exec::BarrierRecord& record) {
  enter(record.block_index);
  ++events_[record.warp];
}

void Surveyor::on_branch(const exec::BranchRecord& record) {
  enter(record.block_index);
  Cost& cost = costs_[record.warp];
  ++cost.branches;
  if (record.taken != 0 && record.taken != record.active) ++cost.divergent_branches;
}

namespace {

// The sum, limited to the largest value of T.
template <class T>
T saturated(T value, std::uint32_t more) {
  const std::uint64_t sum = std::uint64_t{value} + more;
  return static_cast<T>(std::min<std::uint64_t>(sum, std::numeric_limits<T>::max()));
}

template <class T>
void add(T* at, std::uint64_t count, std::uint32_t more, bool alone) {
  if (alone) {
    for (std::uint64_t i = 0; i < count; ++i) at[i] = saturated(at[i], more);
    return;
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::atomic_ref<T> shared(at[i]);
    T value = shared.load(std::memory_order_relaxed);
    while (
        !shared.compare_exchange_weak(value, saturated(value, more), std::memory_order_relaxed)) {
    }
  }
}

// Stores the lowest warp number, ignoring `nobody`. Blocks come in roughly ascending order, so most
// calls find a lower number already there.
void note_first(std::uint32_t* at, std::uint64_t count, std::uint32_t warp, bool alone) {
  const auto is_later = [warp](std::uint32_t value) { return value == no_warp || value > warp; };
  if (alone) {
    for (std::uint64_t i = 0; i < count; ++i) at[i] = is_later(at[i]) ? warp : at[i];
    return;
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::atomic_ref<std::uint32_t> shared(at[i]);
    std::uint32_t value = shared.load(std::memory_order_relaxed);
    while (is_later(value) &&
           !shared.compare_exchange_weak(value, warp, std::memory_order_relaxed)) {
    }
  }
}

}  // namespace

template <class T>
T* LazyMap<T>::make(std::uint64_t size) {
  const std::lock_guard lock(mutex_);
  if (values_.empty()) {
    values_.resize(size);
    data_.store(values_.data(), std::memory_order_release);
  }
  return values_.data();
}

ArrayMaps::ArrayMaps(const std::vector<report::ArrayInfo>& arrays, std::uint64_t max_bytes) {
  std::uint64_t left = max_bytes;
  for (const report::ArrayInfo& array : arrays) {
    Maps& maps = maps_.emplace_back();
    maps.array = array;
    maps.bytes = array.count * array.element_bytes;
    maps.sectors = sector_count(array);
    // Assume that all maps of the array get allocated: whether they are kept must not depend on
    // which is touched first.
    const std::uint64_t bytes = array.count * (2 * sizeof(std::uint16_t) + sizeof(std::uint32_t)) +
                                maps.sectors * 2 * sizeof(std::uint32_t);
    maps.is_kept = bytes <= left;
    if (maps.is_kept) left -= bytes;
  }
}

void ArrayMaps::add_elements(const Touch& touch, std::uint64_t first, std::uint64_t count,
                             std::uint32_t threads) {
  Maps& maps = maps_[touch.array];
  if (!maps.is_kept) return;
  const std::uint64_t all = maps.array.count;
  if (touch.op != memory::Op::store) add(maps.reads.get(all) + first, count, threads, touch.alone);
  if (touch.op != memory::Op::load) add(maps.writes.get(all) + first, count, threads, touch.alone);
  note_first(maps.first_warp.get(all) + first, count, touch.warp, touch.alone);
}

void ArrayMaps::add_sector(const Touch& touch, std::uint64_t sector, std::uint32_t moves,
                           std::uint32_t used) {
  Maps& maps = maps_[touch.array];
  if (!maps.is_kept) return;
  if (moves != 0) add(maps.sector_moves.get(maps.sectors) + sector, 1, moves, touch.alone);
  if (used != 0) add(maps.sector_used.get(maps.sectors) + sector, 1, used, touch.alone);
}

std::vector<ArraySurvey> ArrayMaps::take() {
  std::vector<ArraySurvey> all;
  for (Maps& maps : maps_) {
    ArraySurvey& array = all.emplace_back();
    array.array = maps.array;
    array.array.fnv1a64.clear();
    array.has_maps = maps.is_kept;
    array.reads = maps.reads.take();
    array.writes = maps.writes.take();
    array.first_warp = maps.first_warp.take();
    array.sector_moves = maps.sector_moves.take();
    array.sector_used = maps.sector_used.take();
  }
  return all;
}

}  // namespace lanescope::survey
