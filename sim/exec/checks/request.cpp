#include "sim/exec/checks/request.h"

#include <algorithm>

namespace lanescope::exec {
namespace {

// Without branches, so that the loop is vectorised. The other lanes get 0.
template <class Sum, class From>
LANESCOPE_VECTORISED void set_all(Request& request, const From* from, std::uint64_t offset) {
  const std::uint32_t mask = request.access.mask;
  std::uint64_t* to = request.access.address.data();
  std::uint64_t lowest = ~std::uint64_t{0};
  std::uint64_t highest = 0;
  std::uint64_t bits = 0;
  std::uint64_t differ = 0;
  const auto start = static_cast<Sum>(from[0] + offset);
  for (std::uint32_t l = 0; l < warp_lanes; ++l) {
    const std::uint64_t takes_part = 0 - static_cast<std::uint64_t>(mask >> l & 1);
    const std::uint64_t address = static_cast<Sum>(from[l] + offset) & takes_part;
    to[l] = address;
    lowest = std::min(lowest, address | ~takes_part);
    highest = std::max(highest, address);
    bits |= address;
    differ |= address ^ (start + l * std::uint64_t{request.in.bytes});
  }
  request.lowest = lowest;
  request.highest = highest;
  request.bits = bits;
  request.is_row = mask == all_lanes && differ == 0;
}

}  // namespace

void Request::set_addresses(const std::uint64_t* from, std::uint64_t offset) {
  set_all<std::uint64_t>(*this, from, offset);
}
void Request::set_addresses(const std::uint32_t* from, std::uint64_t offset) {
  set_all<std::uint64_t>(*this, from, offset);
}
void Request::set_short_addresses(const std::uint32_t* from, std::uint64_t offset) {
  set_all<std::uint32_t>(*this, from, offset);
}

}  // namespace lanescope::exec
