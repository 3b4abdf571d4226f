#include "tests/memory/accesses.h"

#include <algorithm>
#include <array>

namespace lanescope::memory {

void PrintTo(const WarpAccess& access, std::ostream* out) {
  *out << "space " << static_cast<int>(access.space) << " op " << static_cast<int>(access.op)
       << " bytes " << static_cast<int>(access.bytes) << " mask 0x" << std::hex << access.mask
       << std::dec << " addresses";
  for (const std::uint64_t address : access.address) *out << ' ' << address;
}

}  // namespace lanescope::memory

namespace lanescope::memory::testing {

WarpAccess pattern(Kind kind, const std::function<std::uint64_t(std::uint64_t lane)>& address_of,
                   std::uint32_t mask) {
  WarpAccess access{
      .space = kind.space, .op = kind.op, .bytes = kind.bytes, .mask = mask, .address = {}};
  for (std::size_t lane = 0; lane < warp_lanes; ++lane) access.address[lane] = address_of(lane);
  return access;
}

WarpAccess strided(Kind kind, std::int64_t stride_bytes, std::uint64_t first, std::uint32_t mask) {
  return pattern(
      kind,
      [=](std::uint64_t lane) { return first + lane * static_cast<std::uint64_t>(stride_bytes); },
      mask);
}

std::uint32_t RandomAccesses::mask() {
  switch (below(6)) {
    case 0:
      return static_cast<std::uint32_t>(random_());
    case 1:
      return static_cast<std::uint32_t>(random_() & random_() & random_());  // few lanes
    case 2:
      return all_lanes >> below(32);  // the end of an array
    default:
      return all_lanes;
  }
}

WarpAccess RandomAccesses::next(Space space) {
  static constexpr std::array<std::uint8_t, 5> widths{1, 2, 4, 8, 16};
  const Kind kind{space, static_cast<Op>(below(4)), widths[below(widths.size())]};
  const std::uint64_t align = below(5) == 0 ? 1 : kind.bytes;
  const std::uint64_t base = 65536 + below(512) * align;
  const std::uint64_t span = std::uint64_t{1} << below(14);  // in units of `align`
  const auto scattered = [&](std::uint64_t) { return base + below(span) * align; };
  WarpAccess access;
  switch (below(8)) {
    case 0:
    case 1: {  // up to 80 elements either way
      const auto stride =
          static_cast<std::int64_t>(below(161) * align) - static_cast<std::int64_t>(80 * align);
      access = strided(kind, stride, base, mask());
      break;
    }
    case 2: {  // whole lines apart
      const auto stride = static_cast<std::int64_t>(128 * below(9)) - 512;
      access = strided(kind, stride, base, mask());
      break;
    }
    case 3: {  // a permutation of neighbours
      const std::uint64_t flip = below(32);
      access = pattern(
          kind, [&](std::uint64_t lane) { return base + (lane ^ flip) * kind.bytes; }, mask());
      break;
    }
    case 4:  // adjacent lanes, or lanes two apart, share an address; one pair may not
      access = pattern(kind, scattered, mask());
      for (std::size_t lane = 0, distance = 1 + below(2); lane < warp_lanes; ++lane)
        access.address[lane] = access.address[lane & ~distance];
      if (below(3) == 0) access.address[below(warp_lanes)] = base;
      break;
    case 5:
      access = pattern(kind, scattered, mask());
      std::ranges::sort(access.address);
      break;
    default:
      access = pattern(kind, scattered, mask());
  }
  return access;
}

}  // namespace lanescope::memory::testing
