// Liveness of a function's registers: which may be read before they are written, and which are
// never live at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lanescope::exec {

struct RegisterUse {  // one instruction, with register indices
  std::vector<std::uint32_t> reads, writes;
  std::optional<std::uint32_t> target;      // branch: its target
  std::vector<std::uint32_t> more_targets;  // brx.idx: its targets
  bool conditional = false;                 // guarded branch: may also fall through
  bool may_skip = false;                    // guarded: its writes may not happen
  bool ends = false;                        // ret, exit
};

// Registers that some path reads before writing them, ascending.
[[nodiscard]] std::vector<std::uint32_t> live_at_entry(const std::vector<RegisterUse>& program,
                                                       std::size_t register_count);

// Assigns a place to each register so that few places are used. Registers of the same class share a
// number if they are never live at the same time and no instruction uses both. `classes`: the class
// of each register; `own_place` for one that never shares. Places of all classes are numbered
// together from 0.
//
// This is valid for each lane, however the lanes of a warp diverge: each lane executes its own
// sequence of instructions, and an instruction writes only the lanes that execute it.
inline constexpr std::uint32_t own_place = 0xffff'ffffU;
[[nodiscard]] std::vector<std::uint32_t> shared_places(const std::vector<RegisterUse>& program,
                                                       const std::vector<std::uint32_t>& classes);

}  // namespace lanescope::exec
