#include "sim/exec/state/footprint.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <new>
#include <utility>

#include "sim/exec/state/zero_bytes.h"

namespace lanescope::exec {

Footprint::Footprint(const GlobalMemory& memory, std::uint32_t granularity_bytes,
                     std::vector<bool> only_read)
    : shift_(granularity_bytes == 1 ? 0 : 2), only_read_(std::move(only_read)) {
  cover(memory);
}

void Footprint::cover(const GlobalMemory& memory) {
  only_read_.resize(memory.arrays().size());
  for (std::size_t i = sizes_.size(); i < memory.arrays().size(); ++i) {
    const GlobalMemory::Array& array = memory.arrays()[i];
    sizes_.push_back((array.bytes >> shift_) / 64 + 2);
    for (auto& side : touched_) side.emplace_back();
    reductions_.push_back(0);
  }
}

std::uint64_t* Footprint::allocate(Touch touch, std::size_t array) {
  Bits& bits = touched_[static_cast<std::size_t>(touch)][array];
  bits.reset(reinterpret_cast<std::uint64_t*>(zero_bytes(sizes_[array] * sizeof(std::uint64_t))));
  if (bits == nullptr) throw std::bad_alloc();
  return bits.get();
}

bool Footprint::changed(std::size_t array) const {
  const auto any = [&](Touch touch) {
    const std::uint64_t* bits = bits_of(touch, array);
    return bits != nullptr &&
           std::any_of(bits, bits + sizes_[array], [](std::uint64_t word) { return word != 0; });
  };
  return any(Touch::written) || any(Touch::reduced);
}

void Footprint::add(const Footprint& other) {
  for (std::size_t touch = 0; touch < std::size(touched_); ++touch) {
    for (std::size_t array = 0; array < sizes_.size(); ++array) {
      const std::uint64_t* theirs = other.touched_[touch][array].get();
      if (theirs == nullptr) continue;
      std::uint64_t* mine = touched_[touch][array].get();
      if (mine == nullptr) mine = allocate(static_cast<Touch>(touch), array);
      for (std::uint64_t i = 0; i < sizes_[array]; ++i) mine[i] |= theirs[i];
    }
  }
}

std::uint64_t Footprint::bytes_touched(std::size_t array,
                                       std::initializer_list<Touch> touches) const {
  std::uint64_t units = 0;
  for (std::uint64_t i = 0; i < sizes_[array]; ++i) {
    std::uint64_t any = 0;
    for (const Touch touch : touches) {
      const std::uint64_t* bits = bits_of(touch, array);
      if (bits != nullptr) any |= bits[i];
    }
    units += static_cast<std::uint64_t>(std::popcount(any));
  }
  return units << shift_;
}

bool Footprint::meets(Touch mine, const Footprint& other, Touch theirs, std::size_t array) const {
  const std::uint64_t* a = bits_of(mine, array);
  const std::uint64_t* b = other.bits_of(theirs, array);
  if (a == nullptr || b == nullptr) return false;
  for (std::uint64_t i = 0; i < sizes_[array]; ++i) {
    if ((a[i] & b[i]) != 0) return true;
  }
  return false;
}

std::optional<std::size_t> Footprint::first_conflict(const Footprint& other) const {
  using enum Touch;
  for (std::size_t array = 0; array < sizes_.size(); ++array) {
    if (only_read_[array]) {
      if (changed(array) || other.changed(array)) return array;
      continue;
    }
    const auto meet = [&](Touch mine, Touch theirs) { return meets(mine, other, theirs, array); };
    if (meet(written, read) || meet(written, written) || meet(read, written)) return array;
    const std::uint8_t mine = reductions_[array];
    const std::uint8_t theirs = other.reductions_[array];
    if (mine == 0 && theirs == 0) continue;
    if (meet(reduced, read) || meet(reduced, written) || meet(read, reduced) ||
        meet(written, reduced))
      return array;
    const bool may_meet = mine == theirs && mine != mixed;
    if (!may_meet && meet(reduced, reduced)) return array;
  }
  return std::nullopt;
}

}  // namespace lanescope::exec
