// How often a test repeats something with other random values.
#pragma once

#include <algorithm>

namespace lanescope::tests {

#ifdef LANESCOPE_SANITIZED
inline constexpr bool has_sanitizers = true;
#else
inline constexpr bool has_sanitizers = false;
#endif

// A tenth with sanitizers: they make everything slower by ten, and watch the code that runs, which
// is the same for most values. What it computes is compared in the other configurations.
template <class Number>
constexpr Number repetitions(Number all) {
  return has_sanitizers ? std::max(static_cast<Number>(all / 10), Number{1}) : all;
}

}  // namespace lanescope::tests
