#include "sim/exec/state/footprint.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <new>
#include <utility>

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
    const std::uint64_t words = (array.bytes >> shift_) / 64 + 2;
    sizes_.push_back(words);
    for (auto& side : touched_) {
      side.emplace_back(static_cast<std::uint64_t*>(std::calloc(words, sizeof(std::uint64_t))));
      if (side.back() == nullptr) throw std::bad_alloc();
    }
    reductions_.push_back(0);
  }
}

bool Footprint::changed(std::size_t array) const {
  const auto any = [&](Touch touch) {
    const std::uint64_t* bits = touched_[static_cast<std::size_t>(touch)][array].get();
    return std::any_of(bits, bits + sizes_[array], [](std::uint64_t word) { return word != 0; });
  };
  return any(Touch::written) || any(Touch::reduced);
}

void Footprint::add(const Footprint& other) {
  for (std::size_t touch = 0; touch < std::size(touched_); ++touch) {
    for (std::size_t array = 0; array < sizes_.size(); ++array) {
      std::uint64_t* mine = touched_[touch][array].get();
      const std::uint64_t* theirs = other.touched_[touch][array].get();
      for (std::uint64_t i = 0; i < sizes_[array]; ++i) mine[i] |= theirs[i];
    }
  }
}

std::uint64_t Footprint::bytes_touched(std::size_t array,
                                       std::initializer_list<Touch> touches) const {
  std::uint64_t units = 0;
  for (std::uint64_t i = 0; i < sizes_[array]; ++i) {
    std::uint64_t any = 0;
    for (const Touch touch : touches)
      any |= touched_[static_cast<std::size_t>(touch)][array].get()[i];
    units += static_cast<std::uint64_t>(std::popcount(any));
  }
  return units << shift_;
}

std::optional<std::size_t> Footprint::first_conflict(const Footprint& other) const {
  const auto bits = [](const Footprint& of, Touch touch, std::size_t array) {
    return of.touched_[static_cast<std::size_t>(touch)][array].get();
  };
  for (std::size_t array = 0; array < sizes_.size(); ++array) {
    if (only_read_[array]) {
      if (changed(array) || other.changed(array)) return array;
      continue;
    }
    const std::uint64_t* my_reads = bits(*this, Touch::read, array);
    const std::uint64_t* my_writes = bits(*this, Touch::written, array);
    const std::uint64_t* reads = bits(other, Touch::read, array);
    const std::uint64_t* writes = bits(other, Touch::written, array);
    for (std::uint64_t i = 0; i < sizes_[array]; ++i) {
      const std::uint64_t clash =
          (my_writes[i] & (reads[i] | writes[i])) | (writes[i] & my_reads[i]);
      if (clash != 0) return array;
    }
    const std::uint8_t mine = reductions_[array];
    const std::uint8_t theirs = other.reductions_[array];
    if (mine == 0 && theirs == 0) continue;
    const bool may_meet = mine == theirs && mine != mixed;
    const std::uint64_t* my_sums = bits(*this, Touch::reduced, array);
    const std::uint64_t* sums = bits(other, Touch::reduced, array);
    for (std::uint64_t i = 0; i < sizes_[array]; ++i) {
      const std::uint64_t clash = (my_sums[i] & (reads[i] | writes[i])) |
                                  (sums[i] & (my_reads[i] | my_writes[i])) |
                                  (may_meet ? 0 : my_sums[i] & sums[i]);
      if (clash != 0) return array;
    }
  }
  return std::nullopt;
}

}  // namespace lanescope::exec
