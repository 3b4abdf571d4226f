// What is known of a register's 32 lanes without looking at them.
//
// Most registers of most kernels are the same in every lane (a parameter, a loop counter), or grow
// by a fixed step from lane to lane (an index computed from threadIdx, an address computed from
// it). Such a row is kept as three numbers, and its lanes are written only when an instruction
// needs them one by one. Adding two such rows is three additions instead of 32. A load or store
// with such an address is priced by a look-up and done by a copy; its addresses are never written
// out.
//
// Lane l = x + width * y has the value base + step_x * x + step_y * y, modulo 2^(8 * bytes).
// `width` belongs to the launch: blockDim.x if that is 1 .. 16 and a power of two, so that
// threadIdx.x and .y of a 16 x 16 block are such rows too; else 32, and y is always 0.
//
// The head of affine.h lists what was tried and measured.
#pragma once

#include <cstdint>

namespace lanescope::exec {

struct RowForm {
  static constexpr std::uint32_t lanes = 1;    // the 32 lanes are written out
  static constexpr std::uint32_t affine = 2;   // base and steps are valid, lane 0 is written out
  static constexpr std::uint32_t uniform = 4;  // affine, and both steps are 0

  std::uint64_t base = 0;
  std::uint64_t step_x = 0;
  std::uint64_t step_y = 0;
  std::uint32_t known = lanes;  // a combination of the bits above, at least one
  std::uint32_t bytes = 4;      // per lane: 2, 4 or 8
};

// The value of one lane.
template <class T>
[[nodiscard]] constexpr T affine_lane(T base, T step_x, T step_y, std::uint32_t width,
                                      std::uint32_t lane) {
  return base + step_x * (lane % width) + step_y * (lane / width);
}

// Of all 32 lanes, without a division for each.
template <class T>
constexpr void write_affine(T* to, T base, T step_x, T step_y, std::uint32_t width) {
  for (const T* end = to + 32; to != end; base = static_cast<T>(base + step_y)) {
    T value = base;
    for (std::uint32_t x = 0; x < width; ++x, value = static_cast<T>(value + step_x)) *to++ = value;
  }
}

// `value` rounded up to a multiple of `alignment`.
[[nodiscard]] constexpr std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

// The form is right before the row's first lane. Its size keeps the row's vectors aligned.
inline constexpr std::uint32_t form_bytes = 32;
static_assert(sizeof(RowForm) == form_bytes);

}  // namespace lanescope::exec
