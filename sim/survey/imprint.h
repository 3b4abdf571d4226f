// The effect of one access on a survey: the elements and sectors that it touches, relative to an
// origin, and its cost. Accesses that differ only by whole lines have the same effect at another
// place, so it is computed once for all of them. Internal to sim/survey.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <unordered_map>
#include <vector>

#include "sim/exec/state/observer.h"
#include "sim/memory/async_copy.h"
#include "sim/memory/memory_rules.h"
#include "sim/survey/survey.h"

namespace lanescope::survey {

struct Imprint {
  // Neighbouring elements that are each touched by the same number of threads.
  struct Elements {
    std::int64_t first = 0;  // relative to the element at the origin
    std::uint32_t count = 0;
    std::uint32_t threads = 0;
  };
  struct Sector {
    std::int64_t at = 0;  // relative to the sector at the origin
    std::uint32_t moves = 0;
    std::uint32_t used = 0;  // distinct bytes used
  };

  Cost cost;
  // Global memory only:
  std::vector<Elements> elements;  // ascending, not adjacent
  std::vector<Sector> sectors;     // ascending
  // All bytes used lie in [first_byte, end_byte), relative to the origin.
  std::int64_t first_byte = 0;
  std::int64_t end_byte = 0;
  std::uint64_t touches = 0;  // sum over `elements`
  std::uint64_t moves = 0;    // sum over `sectors`
  std::uint64_t used = 0;
  // Shared memory only:
  BankPattern banks;
};

// The multiple of 128 at or below the address: elements, sectors and lines all begin there.
[[nodiscard]] constexpr std::uint64_t origin_of(std::uint64_t address) {
  return address & ~std::uint64_t{memory::line_bytes - 1};
}

// `copy`: the copy that the access is half of, or nullptr. `element_bytes`: element size of the
// array that contains the access. `origin`: a value of origin_of; for global memory only.
[[nodiscard]] Imprint imprint_of(const memory::WarpAccess& access, const memory::AsyncCopy* copy,
                                 const memory::MemoryRules& machine, std::uint32_t element_bytes,
                                 std::uint64_t origin);

// A cache of imprints by instruction: most accesses of a kernel equal an earlier one, shifted by
// whole lines. Internal to sim/survey.

struct KnownImprint {
  static constexpr std::uint32_t no_pattern = std::numeric_limits<std::uint32_t>::max();
  Imprint imprint;
  std::uint32_t pattern = no_pattern;  // the surveyor's index of its bank pattern
};

class ImprintMemo {
 public:
  ImprintMemo(std::size_t sites, const memory::MemoryRules& machine);

  // The reference is valid until the next call. `origin`: the address that the imprint is relative
  // to. Accesses that differ by a multiple of `period` must pass origins that differ by the same.
  KnownImprint& of(const exec::AffineAccessRecord& record, std::uint32_t element_bytes,
                   std::uint64_t origin);
  KnownImprint& of(std::uint32_t site, const memory::WarpAccess& access,
                   const memory::AsyncCopy* copy, std::uint32_t element_bytes,
                   std::uint64_t origin);
  // Accesses of the space shifted by a multiple of this many bytes are alike.
  [[nodiscard]] std::uint64_t period(memory::Space space) const {
    return space == memory::Space::shared ? shared_period_ : memory::line_bytes;
  }

 private:
  static constexpr std::size_t max_known_accesses = 256;  // entries per site, for each kind

  struct Affine {
    std::uint64_t offset = 0;  // of the base, modulo the period
    std::uint64_t step_x = 0, step_y = 0;
    memory::Space space = memory::Space::global;
    std::uint32_t element_bytes = 0;
    KnownImprint known;
  };
  // Everything that determines the imprint of an access, whatever its instruction.
  struct Shape {
    std::uint32_t mask = 0;
    std::uint32_t element_bytes = 0;
    memory::Space space = memory::Space::global;
    // Relative to the origin; 0 for lanes outside the mask.
    std::array<std::uint64_t, memory::warp_lanes> at{};
    bool operator==(const Shape&) const = default;
  };
  struct CopyShape {
    Shape from, to;
    bool is_read = false;  // the read half of a copy, not the write half
    std::array<std::uint8_t, memory::warp_lanes> bytes_read{};
    bool operator==(const CopyShape&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Shape& shape) const;
    std::size_t operator()(const CopyShape& shape) const;
  };
  struct OfSite {
    std::deque<Affine> affine;
    std::array<Affine*, 64> recent{};  // indexed by offset / 2, modulo the size
    std::unordered_map<Shape, KnownImprint, Hash> shapes;
    std::unordered_map<CopyShape, KnownImprint, Hash> copies;
  };
  static Shape shape_of(const memory::WarpAccess& access, std::uint32_t element_bytes,
                        std::uint64_t origin);

  memory::MemoryRules machine_;
  std::uint64_t shared_period_;
  std::vector<OfSite> sites_;  // one for each entry of Program::sites
  KnownImprint unkept_;        // the most recent access that was not cached
};

}  // namespace lanescope::survey
