// The figures of a machine. One table serves the file reader, the command line, the page and the
// texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace lanescope::machine {

enum class Figure : std::uint8_t {
  multiprocessors,
  clock_mhz,  // maximum clock of the multiprocessors
  warp_size,
  // shared and global memory
  pass_lanes,  // lanes per shared memory pass
  banks,
  bank_bytes,
  sector_bytes,  // smallest transaction
  line_bytes,    // line of the cache in front, or largest transaction
  // launch limits
  threads_per_block,
  block_x,
  block_y,
  block_z,
  grid_x,
  grid_y,
  grid_z,
  // multiprocessor
  threads_per_sm,
  warps_per_sm,
  blocks_per_sm,
  registers_per_sm,
  registers_per_block,
  registers_per_thread,
  register_unit,        // register allocation unit
  register_partitions,  // partitions of the register file; a warp's registers lie in one
  // Partitions assumed when a launch is checked, if that is a different number (6.0, to allow for
  // 6.1).
  register_check_partitions,
  warp_unit,  // warp allocation granularity
  shared_per_sm,
  shared_per_block,        // default limit
  shared_per_block_optin,  // limit for kernels that opt in
  shared_unit,
  shared_reserved,  // reserved by CUDA in each block
  // memory
  l2_bytes,
  memory_clock_mhz,  // two transfers per clock cycle
  memory_bus_bits,
  bandwidth_gb_s,  // as the manufacturer states it, if clock and bus width are not known
};
inline constexpr std::size_t figure_count = 34;

enum class Unit : std::uint8_t { number, bytes, bits, megahertz, gigabytes_per_second };

struct FigureInfo {
  Figure figure;
  std::string_view key;  // in machine files and, after "machine.figure.", in the texts
  Unit unit;
  double least;  // range that a machine file may give
  double most;
};
[[nodiscard]] std::span<const FigureInfo> figures();  // in the order of the enum
[[nodiscard]] const FigureInfo& info_of(Figure figure);
[[nodiscard]] std::optional<Figure> figure_from(std::string_view key);

}  // namespace lanescope::machine
