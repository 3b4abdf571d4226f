#include "sim/launch/thread_index.h"

#include <limits>

namespace lanescope::launch {
namespace {

constexpr std::array<std::uint64_t, 3> max_grid_extents{max_grid_x, max_grid_yz, max_grid_yz};
constexpr std::array<std::uint64_t, 3> max_block_extents{max_threads_per_block,
                                                         max_threads_per_block, max_block_z};

std::uint64_t number_of(const Dim3& extents, const Dim3& at) {
  return (std::uint64_t{at[2]} * extents[1] + at[1]) * extents[0] + at[0];
}

Dim3 at_number(const Dim3& extents, std::uint64_t number) {
  Dim3 at{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    at[axis] = static_cast<std::uint32_t>(number % extents[axis]);
    number /= extents[axis];
  }
  return at;
}

// The first `count` of x, y and z; the others become `otherwise`.
Dim3 first(const Dim3& from, int count, std::uint32_t otherwise) {
  Dim3 kept{otherwise, otherwise, otherwise};
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(count); ++axis)
    kept[axis] = from[axis];
  return kept;
}

// Precondition: each extent was checked and is below 2^32. Each product is tested before the next.
bool countable(const Shape& shape) {
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  std::uint64_t product = 1;
  for (const Dim3* extents : {&shape.block, &shape.grid}) {
    for (const std::uint32_t extent : *extents) {
      if (product > most / extent) return false;
      product *= extent;
    }
  }
  return true;
}

}  // namespace

LimitCheck check_limits(const Shape& shape) {
  for (const bool of_grid : {true, false}) {
    const Dim3& extents = of_grid ? shape.grid : shape.block;
    const auto& largest = of_grid ? max_grid_extents : max_block_extents;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (extents[axis] == 0) return {LimitViolation::zero, of_grid, axis, 0, largest[axis]};
      if (extents[axis] > largest[axis]) {
        return {of_grid ? LimitViolation::grid_extent : LimitViolation::block_extent, of_grid, axis,
                extents[axis], largest[axis]};
      }
    }
  }
  const std::uint64_t threads =
      std::uint64_t{shape.block[0]} * shape.block[1] * shape.block[2];  // at most 2^26
  if (threads > max_threads_per_block)
    return {LimitViolation::block_threads, false, 0, threads, max_threads_per_block};
  if (!countable(shape)) return {LimitViolation::countless, true, 0, 0, 0};
  return {};
}

std::uint32_t threads_in(const Dim3& block) { return block[0] * block[1] * block[2]; }

std::uint64_t blocks_in(const Dim3& grid) { return std::uint64_t{grid[0]} * grid[1] * grid[2]; }

std::uint64_t threads_in(const Shape& shape) {
  return blocks_in(shape.grid) * threads_in(shape.block);
}

std::uint32_t thread_number(const Dim3& block, const Dim3& thread) {
  return static_cast<std::uint32_t>(number_of(block, thread));
}

Dim3 thread_at(const Dim3& block, std::uint32_t number) { return at_number(block, number); }

std::uint32_t warps_in(const Dim3& block) {
  return (threads_in(block) + lanes_per_warp - 1) / lanes_per_warp;
}

std::uint32_t idle_lanes(const Dim3& block) {
  return warps_in(block) * lanes_per_warp - threads_in(block);
}

std::uint64_t block_number(const Dim3& grid, const Dim3& block) { return number_of(grid, block); }

Dim3 block_at(const Dim3& grid, std::uint64_t number) { return at_number(grid, number); }

std::uint64_t global_index(const Shape& shape, const ThreadPosition& position) {
  return index_by_formula(shape, position, 3, 3);
}

ThreadPosition thread_position_at(const Shape& shape, std::uint64_t index) {
  const std::uint32_t threads = threads_in(shape.block);
  return {block_at(shape.grid, index / threads),
          thread_at(shape.block, static_cast<std::uint32_t>(index % threads))};
}

int dimensions_of(const Dim3& extents) { return extents[2] > 1 ? 3 : extents[1] > 1 ? 2 : 1; }

std::uint64_t index_by_formula(const Shape& shape, const ThreadPosition& position,
                               int grid_dimensions, int block_dimensions) {
  const Dim3 block = first(shape.block, block_dimensions, 1);
  const std::uint64_t before =
      number_of(first(shape.grid, grid_dimensions, 1), first(position.block, grid_dimensions, 0));
  return before * threads_in(block) + number_of(block, first(position.thread, block_dimensions, 0));
}

bool formula_fits(const Shape& shape, int grid_dimensions, int block_dimensions) {
  return grid_dimensions >= dimensions_of(shape.grid) &&
         block_dimensions >= dimensions_of(shape.block);
}

Digits digits_of(const Shape& shape, const ThreadPosition& position) {
  Digits digits;
  std::uint64_t weight = 1;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const bool of_thread = i < 3;
    const std::size_t axis = i % 3;
    digits[i] = {of_thread ? position.thread[axis] : position.block[axis],
                 of_thread ? shape.block[axis] : shape.grid[axis], weight};
    weight *= digits[i].radix;
  }
  return digits;
}

}  // namespace lanescope::launch
