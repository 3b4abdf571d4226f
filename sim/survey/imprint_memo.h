// Imprints that were worked out before, by instruction: most accesses of a kernel are like one that
// came earlier, some whole lines further on. Internal to sim/survey.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <unordered_map>
#include <vector>

#include "sim/exec/observer.h"
#include "sim/survey/imprint.h"

namespace lanescope::survey {

struct KnownImprint {
  static constexpr std::uint32_t no_pattern = std::numeric_limits<std::uint32_t>::max();
  Imprint imprint;
  std::uint32_t pattern = no_pattern;  // of its banks, as the surveyor numbers them
};

class ImprintMemo {
 public:
  ImprintMemo(std::size_t sites, const memory::Machine& machine);

  // The reference holds until the next call. `origin`: of the access's lowest bytes, in its space.
  KnownImprint& of(const exec::AffineAccessRecord& record, std::uint32_t element_bytes,
                   std::uint64_t origin);
  KnownImprint& of(std::uint32_t site, const memory::WarpAccess& access,
                   const memory::AsyncCopy* copy, std::uint32_t element_bytes,
                   std::uint64_t origin);
  // Where accesses of the space begin to be alike: a multiple of this many bytes.
  [[nodiscard]] std::uint64_t period(memory::Space space) const {
    return space == memory::Space::shared ? shared_period_ : memory::line_bytes;
  }

 private:
  static constexpr std::size_t most_known = 256;  // of one site, of each kind

  struct Affine {
    std::uint64_t place = 0;  // of the base in a period
    std::uint64_t step_x = 0, step_y = 0;
    memory::Space space = memory::Space::global;
    std::uint32_t element_bytes = 0;
    KnownImprint known;
  };
  // All that decides what an access leaves, whichever instruction it is of.
  struct Shape {
    std::uint32_t mask = 0;
    std::uint32_t element_bytes = 0;
    memory::Space space = memory::Space::global;
    std::array<std::uint64_t, memory::warp_lanes> at{};  // from the origin; 0 for other lanes
    bool operator==(const Shape&) const = default;
  };
  struct CopyShape {
    Shape from, to;
    bool is_read = false;  // which half
    std::array<std::uint8_t, memory::warp_lanes> bytes_read{};
    bool operator==(const CopyShape&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Shape& shape) const;
    std::size_t operator()(const CopyShape& shape) const;
  };
  struct OfSite {
    std::deque<Affine> affine;
    std::array<Affine*, 64> recent{};  // by place / 2, around
    std::unordered_map<Shape, KnownImprint, Hash> shapes;
    std::unordered_map<CopyShape, KnownImprint, Hash> copies;
  };
  static Shape shape_of(const memory::WarpAccess& access, std::uint32_t element_bytes,
                        std::uint64_t origin);

  memory::Machine machine_;
  std::uint64_t shared_period_;
  std::vector<OfSite> sites_;  // of Program::sites
  KnownImprint unkept_;        // of the last access that is not kept
};

}  // namespace lanescope::survey
