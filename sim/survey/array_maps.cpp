#include "sim/survey/array_maps.h"

#include <algorithm>
#include <limits>

namespace lanescope::survey {
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
