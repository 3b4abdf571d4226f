// What is known of a machine, figure by figure: one table that the file reader, the command line,
// the page and the texts are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace lanescope::machine {

enum class Figure : std::uint8_t {
  multiprocessors,
  clock_mhz,  // of the multiprocessors, at most
  warp_size,
  // shared and global memory
  pass_lanes,  // that one pass over the banks may serve
  banks,
  bank_bytes,
  sector_bytes,  // the smallest transaction
  line_bytes,    // of the cache in front, or the largest transaction
  // a launch
  threads_per_block,
  block_x,
  block_y,
  block_z,
  grid_x,
  grid_y,
  grid_z,
  // a multiprocessor
  threads_per_sm,
  warps_per_sm,
  blocks_per_sm,
  registers_per_sm,
  registers_per_block,
  registers_per_thread,
  register_unit,        // registers that are given out together
  register_partitions,  // parts of the register file; a warp's registers lie in one
  // Parts that a launch is checked against, where these are more (6.0, for the sake of 6.1).
  register_check_partitions,
  warp_unit,  // warps that are given out together
  shared_per_sm,
  shared_per_block,        // without asking
  shared_per_block_optin,  // for kernels that ask
  shared_unit,
  shared_reserved,  // by CUDA, a block
  // memory
  l2_bytes,
  memory_clock_mhz,  // two transfers a clock
  memory_bus_bits,
  bandwidth_gb_s,  // as its maker states it, where clock and width are not known
};
inline constexpr std::size_t figure_count = 34;

enum class Unit : std::uint8_t { number, bytes, bits, megahertz, gigabytes_a_second };

struct FigureInfo {
  Figure figure;
  std::string_view key;  // in files, and behind "machine.figure." in the texts
  Unit unit;
  double least;  // what a file may say
  double most;
};
[[nodiscard]] std::span<const FigureInfo> figures();  // in the order of the enum
[[nodiscard]] const FigureInfo& info_of(Figure figure);
[[nodiscard]] std::optional<Figure> figure_from(std::string_view key);

}  // namespace lanescope::machine
