#include "sim/exec/checks/request.h"

#include <algorithm>

namespace lanescope::exec {
namespace {

struct Span {
  std::uint64_t lowest = ~std::uint64_t{0};
  std::uint64_t highest = 0;
  std::uint64_t bits = 0;
};

// Without branches, so that the loop is vectorised.
LANESCOPE_VECTORISED Span span_of(const std::uint64_t* address, std::uint32_t mask) {
  Span span;
  for (std::uint32_t l = 0; l < warp_lanes; ++l) {
    const std::uint64_t takes_part = 0 - static_cast<std::uint64_t>(mask >> l & 1);
    span.lowest = std::min(span.lowest, address[l] | ~takes_part);
    span.highest = std::max(span.highest, address[l] & takes_part);
    span.bits |= address[l] & takes_part;
  }
  return span;
}

}  // namespace

void Request::find_span() {
  const Span span = span_of(access.address.data(), access.mask);
  lowest = span.lowest;
  highest = span.highest;
  bits = span.bits;
}

}  // namespace lanescope::exec
