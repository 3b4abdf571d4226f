// A GPU model: its known figures with their sources, and the memory rules that apply to it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/memory/memory_rules.h"
#include "sim/text/localised.h"

namespace lanescope::machine {

// The machine whose memory rules apply when none is named: the rules were measured on it.
inline constexpr std::string_view default_id = "h200";

// The figures of a machine. One table serves the file reader, the command line, the page and the
// texts.
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

struct SourcedValue {
  double value = 0;
  std::string source;  // where the figure comes from; never empty
};

// Peak memory bandwidth.
struct Bandwidth {
  double gigabytes_per_second = 0;  // powers of ten
  bool computed = false;            // 2 x clock x width; else the manufacturer's figure
  std::string source;
};

struct Profile {
  std::string id;            // as in the file: "tesla-c1060"
  std::string name;          // "Tesla C1060"
  int major = 0, minor = 0;  // compute capability
  int year = 0;
  memory::MemoryRules memory;
  std::string memory_source;
  // Registers are allocated to whole blocks (1.x), not to warps.
  bool registers_by_block = false;
  // Registers per thread for which the allocation unit is doubled (2.x).
  std::vector<std::uint32_t> doubled_register_unit;
  std::array<std::optional<SourcedValue>, figure_count> figures;
  std::vector<Localised> notes;  // omissions and assumptions

  [[nodiscard]] const std::optional<SourcedValue>& at(Figure figure) const {
    return figures[static_cast<std::size_t>(figure)];
  }
  [[nodiscard]] std::optional<double> value(Figure figure) const;
  // The figure, rounded to a whole number.
  [[nodiscard]] std::optional<std::uint64_t> count(Figure figure) const;
  [[nodiscard]] int architecture() const { return major * 10 + minor; }
  [[nodiscard]] std::optional<Bandwidth> bandwidth() const;
};

}  // namespace lanescope::machine
