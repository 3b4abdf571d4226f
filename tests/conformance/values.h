// Input arrays: corner cases first, then pseudo-random values that are the same on every machine.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace lanescope::conformance {

// SplitMix64 (Steele, Lea, Flood 2014): the i-th number of stream `seed`.
inline std::uint64_t random_word(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t z = (seed * 0x1000003 + i + 1) * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

// values[i] = value(i).
template <class F>
auto each(std::size_t count, F value) {
  std::vector<std::decay_t<decltype(value(std::size_t{}))>> values;
  values.reserve(count);
  for (std::size_t i = 0; i < count; ++i) values.push_back(value(i));
  return values;
}

// Numbers with few significant bits: long sums and products are exact in any order.
inline std::vector<float> quarters(std::size_t count, std::uint64_t seed) {
  return each(count, [&](std::size_t i) {
    return static_cast<float>(static_cast<int>(random_word(seed, i) % 65) - 32) / 4;
  });
}

// Element i is corner i / stride % corners for the first 64 elements, so two arrays with different
// `stride` pair every corner of `T` with every other. Random bits (of any magnitude) follow.
template <class T>
std::vector<T> integers(std::size_t count, std::size_t stride, std::uint64_t seed = 1) {
  using U = std::make_unsigned_t<T>;
  using limits = std::numeric_limits<T>;
  const std::array<T, 8> corners = {T{0},
                                    T{1},
                                    static_cast<T>(-1),
                                    limits::min(),
                                    limits::max(),
                                    static_cast<T>(limits::max() - 1),
                                    static_cast<T>(limits::min() + 1),
                                    static_cast<T>(0x5a)};
  return each(count, [&](std::size_t i) {
    if (i < 64) return corners[i / stride % 8];
    const std::uint64_t word = random_word(seed + stride * 7919, i);
    const int drop = static_cast<int>(random_word(seed + stride, i) % (8 * sizeof(T)));
    const U bits = static_cast<U>(static_cast<U>(word) >> drop);
    return static_cast<T>(i % 2 == 0 ? bits : static_cast<U>(~bits));
  });
}

// In [low, high].
inline std::vector<int> ints_between(int low, int high, std::size_t count, std::uint64_t seed = 1) {
  return each(count, [&](std::size_t i) {
    const auto span = static_cast<std::uint64_t>(std::int64_t{high} - low) + 1;
    return static_cast<int>(low + static_cast<std::int64_t>(random_word(seed, i) % span));
  });
}

// Like integers(): 100 pairs of corners (zeros, infinities, NaN, subnormals, ...), then numbers of
// both signs and moderate magnitude.
template <class T>
std::vector<T> reals(std::size_t count, std::size_t stride, std::uint64_t seed = 1) {
  using limits = std::numeric_limits<T>;
  const std::array<T, 10> corners = {T{0},
                                     -T{0},
                                     T{1},
                                     T{-1.5},
                                     limits::infinity(),
                                     -limits::infinity(),
                                     limits::quiet_NaN(),
                                     limits::max(),
                                     -limits::min(),
                                     3 * limits::denorm_min()};
  return each(count, [&](std::size_t i) {
    if (i < 100) return corners[i / stride % 10];
    const std::uint64_t word = random_word(seed + stride * 7919, i);
    const T unit = static_cast<T>(static_cast<std::int64_t>(word)) / static_cast<T>(1ULL << 62);
    return std::ldexp(unit, static_cast<int>(word % 41) - 20);
  });
}

// In [low, high), with so few significant bits that sums of thousands are exact.
template <class T>
std::vector<T> reals_between(T low, T high, std::size_t count, std::uint64_t seed = 1) {
  return each(count, [&](std::size_t i) {
    return low + (high - low) * static_cast<T>(random_word(seed, i) % 4096) / 4096;
  });
}

}  // namespace lanescope::conformance
