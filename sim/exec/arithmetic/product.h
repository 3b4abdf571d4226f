// Products of integers: the low half, which wraps, and the high half.
#pragma once

#include <cstdint>
#include <type_traits>

namespace lanescope::exec {

// Unsigned arithmetic wraps like the hardware's. Narrow types are widened to 32 bits first, because
// C++ would compute in int.
template <class T>
using Wide = std::conditional_t<sizeof(T) < 4, std::uint32_t, std::make_unsigned_t<T>>;

template <class T>
constexpr T wrap_mul(T a, T b) {
  return static_cast<T>(static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b));
}

// The high half of the full product.
template <class T>
T mul_high(T a, T b) {
  if constexpr (sizeof(T) == 8) {
    __extension__ using Full = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    return static_cast<T>((static_cast<Full>(a) * static_cast<Full>(b)) >> 64);
  } else {
    using Full = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    return static_cast<T>((static_cast<Full>(a) * static_cast<Full>(b)) >> (8 * sizeof(T)));
  }
}

}  // namespace lanescope::exec
