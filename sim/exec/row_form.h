// What is known of a register's 32 lanes without looking at them.
//
// Most registers of most kernels are the same in every lane (a parameter, a loop counter), or grow
// by a fixed step from lane to lane (an index made of threadIdx, an address made of it). Such a row
// is kept as three numbers, and its lanes are written only when an instruction wants them one by
// one. Adding two such rows is three additions instead of 32, and a load or store whose address is
// such a row is priced by a look-up and done by a copy, with no address ever written out.
//
// Lane l = x + width * y stands for base + step_x * x + step_y * y, modulo 2^(8 * bytes). `width`
// is of the launch: blockDim.x where that is 1 .. 16 and a power of two, so that threadIdx.x and .y
// of a 16 x 16 block are such rows too; else 32, and y is always 0.
//
// Tried, and what it brought, is told at the head of affine.h.
#pragma once

#include <cstdint>

namespace lanescope::exec {

struct RowForm {
  static constexpr std::uint32_t lanes = 1;    // the 32 lanes are written out
  static constexpr std::uint32_t affine = 2;   // base and steps hold, and lane 0 is written out
  static constexpr std::uint32_t uniform = 4;  // affine, and both steps are 0

  std::uint64_t base = 0;
  std::uint64_t step_x = 0;
  std::uint64_t step_y = 0;
  std::uint32_t known = lanes;  // of the bits above, one at least
  std::uint32_t bytes = 4;      // a lane: 2, 4 or 8
};

// It stands right before the row's first lane, and the vectors of a row stay aligned.
inline constexpr std::uint32_t form_bytes = 32;
static_assert(sizeof(RowForm) == form_bytes);

}  // namespace lanescope::exec
