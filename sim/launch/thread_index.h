// Which thread is which: from a thread's position in a launch to its number, and back.
//
// The index is a number of six digits in mixed radix. The lowest digit is threadIdx.x, then
// threadIdx.y and .z, then blockIdx.x, .y and .z. The radices are the extents of block and grid.
// The three low digits are the thread's number in its block, which gives warp and lane. All six are
// its index in the launch. Unused dimensions are digits of radix 1, which are always 0. So the nine
// textbook formulas, for (1D, 2D, 3D grid) x (1D, 2D, 3D block), are one formula.
//
// Source: CUDA C++ Programming Guide, "Thread Hierarchy" ("the thread ID of a thread of index (x,
// y, z) is x + y Dx + z Dx Dy") and "SIMT Architecture" ("each warp contains threads of
// consecutive, increasing thread IDs with the first warp containing thread 0"). Numbering blocks in
// the same way is a convention of kernels, not of the hardware.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace lanescope::launch {

inline constexpr std::uint32_t lanes_per_warp = 32;

using Dim3 = std::array<std::uint32_t, 3>;  // x, y, z

struct Shape {
  Dim3 grid{1, 1, 1};   // gridDim: blocks
  Dim3 block{1, 1, 1};  // blockDim: threads
  bool operator==(const Shape&) const = default;
};

struct ThreadPosition {
  Dim3 block{};   // blockIdx
  Dim3 thread{};  // threadIdx
  bool operator==(const ThreadPosition&) const = default;
};

// --- Limits of a launch ---

// Those of compute capability 2.0 and later (CUDA C++ Programming Guide, "Technical Specifications
// per Compute Capability"; before 3.0 grids were smaller in x).
inline constexpr std::uint32_t max_threads_per_block = 1024;  // also of the block's x and y
inline constexpr std::uint32_t max_block_z = 64;
inline constexpr std::uint64_t max_grid_x = 0x7fff'ffffULL;
inline constexpr std::uint64_t max_grid_yz = 65535;

enum class LimitViolation : std::uint8_t {
  none,
  zero,           // an extent is 0
  grid_extent,    // an extent of the grid is too large
  block_extent,   // an extent of the block is too large
  block_threads,  // each extent is allowed, their product is not
  countless       // the launch has 2^63 threads or more: allowed by CUDA, but not countable here
};
struct LimitCheck {
  LimitViolation violation = LimitViolation::none;
  bool of_grid = false;       // zero: the extent belongs to the grid
  std::size_t axis = 0;       // zero, grid_extent, block_extent: 0 for x
  std::uint64_t value = 0;    // the extent or number of threads asked for
  std::uint64_t allowed = 0;  // upper limit
  [[nodiscard]] bool ok() const { return violation == LimitViolation::none; }
};
// The first limit that is exceeded: grid before block, x before y.
[[nodiscard]] LimitCheck check_limits(const Shape& shape);

// The functions below require shapes within the limits and positions within their shape.

// --- The block: warps and lanes ---

[[nodiscard]] std::uint32_t threads_in(const Dim3& block);  // 1..1024
[[nodiscard]] std::uint64_t blocks_in(const Dim3& grid);
[[nodiscard]] std::uint64_t threads_in(const Shape& shape);  // in the whole launch

// 0..threads - 1: (z * Dy + y) * Dx + x.
[[nodiscard]] std::uint32_t thread_number(const Dim3& block, const Dim3& thread);
[[nodiscard]] Dim3 thread_at(const Dim3& block, std::uint32_t number);
[[nodiscard]] constexpr std::uint32_t warp_of(std::uint32_t thread_number) {
  return thread_number / lanes_per_warp;
}
[[nodiscard]] constexpr std::uint32_t lane_of(std::uint32_t thread_number) {
  return thread_number % lanes_per_warp;
}
[[nodiscard]] std::uint32_t warps_in(const Dim3& block);
// Lanes of the last warp that have no thread, 0..31.
[[nodiscard]] std::uint32_t idle_lanes(const Dim3& block);

// --- The whole launch ---

[[nodiscard]] std::uint64_t block_number(const Dim3& grid, const Dim3& block);
[[nodiscard]] Dim3 block_at(const Dim3& grid, std::uint64_t number);
// The thread's index: block_number * threads_in(block) + thread_number.
[[nodiscard]] std::uint64_t global_index(const Shape& shape, const ThreadPosition& position);
[[nodiscard]] ThreadPosition thread_position_at(const Shape& shape, std::uint64_t index);

// How many of x, y, z the extents use: 1, 2 or 3.
[[nodiscard]] int dimensions_of(const Dim3& extents);
// The result of one of the nine formulas: it uses the given number of dimensions (1..3) of grid and
// block and ignores the others. Correct if the launch uses no more dimensions than that.
[[nodiscard]] std::uint64_t index_by_formula(const Shape& shape, const ThreadPosition& position,
                                             int grid_dimensions, int block_dimensions);
// True if the formula ignores no dimension in use, so no two threads get the same number.
[[nodiscard]] bool formula_fits(const Shape& shape, int grid_dimensions, int block_dimensions);

// One digit of the index.
struct Digit {
  std::uint32_t value = 0;   // 0..radix - 1
  std::uint32_t radix = 1;   // the extent
  std::uint64_t weight = 1;  // value of a 1 in this digit: the product of all lower radices
  bool operator==(const Digit&) const = default;
};
// Lowest first: threadIdx.x, .y, .z, blockIdx.x, .y, .z.
using Digits = std::array<Digit, 6>;
[[nodiscard]] Digits digits_of(const Shape& shape, const ThreadPosition& position);

}  // namespace lanescope::launch
