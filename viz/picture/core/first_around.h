// Which part of a long list to show.
#pragma once

#include <algorithm>

namespace lanescope::picture {

// The first of `shown` neighbours among `all`, with `chosen` in their middle as far as the ends
// allow. `shown` is at most `all`.
template <class Index>
[[nodiscard]] constexpr Index first_around(Index chosen, Index all, Index shown) {
  const Index half = shown / 2;
  return std::min(chosen > half ? chosen - half : Index{0}, all - shown);
}

}  // namespace lanescope::picture
