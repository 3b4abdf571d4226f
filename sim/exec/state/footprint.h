// Which words of global memory a worker's blocks read, wrote and reduced.
//
// Blocks run on several threads. As long as no word written by one worker was touched by another,
// the result is the same as running the blocks one after the other, with any number of threads.
// Words reduced by several workers (for example by an atomic addition of integers whose result is
// not read) are also harmless, if all workers use the same operation and none accesses the word
// otherwise: such operations may come in any order. The footprints of two workers show whether this
// holds: one bit per word, and an AND. If it does not hold, the run is repeated in order.
//
// Tried: marking sectors (too coarse: blocks that share a sector of a row are common and harmless),
// a log of accesses (100 times the memory). A bit per word costs 1/32 of the arrays for each of
// read, written and reduced, and a coalesced access sets its 32 bits with one or two ORs.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <optional>
#include <vector>

#include "sim/exec/state/global_memory.h"

namespace lanescope::exec {

enum class Touch : std::uint8_t { read, written, reduced };

class Footprint {
 public:
  // `granularity_bytes`: 1 or 4; 1 if the program has accesses of 1 or 2 bytes. `only_read`: for
  // each array, whether no instruction is known to write it. Its reads need not be marked; a write
  // to it is then a conflict.
  Footprint(const GlobalMemory& memory, std::uint32_t granularity_bytes,
            std::vector<bool> only_read);

  // Adds the arrays that the memory got since.
  void cover(const GlobalMemory& memory);

  [[nodiscard]] bool wants_reads(std::size_t array) const { return !only_read_[array]; }

  // Bytes [offset, offset + bytes) of array `array` were touched. Precondition: they are in range.
  void mark(std::size_t array, Touch touch, std::uint64_t offset, std::uint64_t bytes) {
    std::uint64_t* bits = touched_[static_cast<std::size_t>(touch)][array].get();
    if (bits == nullptr) [[unlikely]]
      bits = allocate(touch, array);
    const std::uint64_t first = offset >> shift_;
    const std::uint64_t last = (offset + bytes - 1) >> shift_;
    const std::uint64_t low = ~std::uint64_t{0} << (first & 63);
    const std::uint64_t high = ~std::uint64_t{0} >> (63 - (last & 63));
    if (first / 64 == last / 64) {
      bits[first / 64] |= low & high;
      return;
    }
    bits[first / 64] |= low;
    for (std::uint64_t i = first / 64 + 1; i < last / 64; ++i) bits[i] = ~std::uint64_t{0};
    bits[last / 64] |= high;
  }

  // Words of `array` were reduced by this operation. `operation` is not 0, and is equal for
  // operations that may come in any order.
  void note_reduction(std::size_t array, std::uint8_t operation) {
    std::uint8_t& known = reductions_[array];
    known = known == 0 || known == operation ? operation : mixed;
  }

  // The first array (by index) with a conflict: a word that one worker wrote and the other touched,
  // that one reduced and the other read, or that they reduced by different operations; or a change
  // to an array that counts as only read.
  [[nodiscard]] std::optional<std::size_t> first_conflict(const Footprint& other) const;

  // Adds the marks of `other`, which has the same memory and granularity.
  void add(const Footprint& other);
  // Bytes of `array` marked in at least one of the ways `touches`, in whole words.
  [[nodiscard]] std::uint64_t bytes_touched(std::size_t array,
                                            std::initializer_list<Touch> touches) const;

 private:
  struct Free {
    void operator()(std::uint64_t* bits) const { std::free(bits); }
  };
  // From calloc: pages that are never marked cost nothing. nullptr until the first mark: a program
  // may have many arrays of which a launch touches few.
  using Bits = std::unique_ptr<std::uint64_t, Free>;

  std::uint64_t* allocate(Touch touch, std::size_t array);
  [[nodiscard]] const std::uint64_t* bits_of(Touch touch, std::size_t array) const {
    return touched_[static_cast<std::size_t>(touch)][array].get();
  }
  // Whether a word was marked here as `mine` and there as `theirs`.
  [[nodiscard]] bool meets(Touch mine, const Footprint& other, Touch theirs,
                           std::size_t array) const;
  [[nodiscard]] bool changed(std::size_t array) const;

  std::uint32_t shift_;
  std::vector<bool> only_read_;
  std::vector<std::uint64_t> sizes_;  // for each array, in 64-bit words
  static constexpr std::uint8_t mixed = 0xff;
  std::vector<Bits> touched_[3];          // indexed by Touch
  std::vector<std::uint8_t> reductions_;  // for each array, the operation that reduced it; 0: none
};

}  // namespace lanescope::exec
