// How long a function's registers hold what is still read: which may be read before they are
// written, and which are never needed at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lanescope::exec {

struct RegisterUse {  // of one instruction, by register index
  std::vector<std::uint32_t> reads, writes;
  std::optional<std::uint32_t> target;      // branch: where to
  std::vector<std::uint32_t> more_targets;  // brx.idx
  bool conditional = false;                 // guarded: may also go on
  bool may_skip = false;                    // guarded: its writes may not happen
  bool ends = false;                        // ret, exit
};

// Registers that some path reads before it writes them, ascending.
[[nodiscard]] std::vector<std::uint32_t> live_at_entry(const std::vector<RegisterUse>& program,
                                                       std::size_t register_count);

// Where each register may live, so that few places are touched: registers of the same class whose
// values are never needed at the same time, and that no instruction uses together, get the same
// number. `classes`: of each register; `own_place` for one that shares with nobody. The numbers of
// all classes together count from 0.
//
// This holds lane by lane, whatever the lanes of a warp do meanwhile: each lane executes its own
// sequence of instructions, and an instruction writes only the lanes that execute it.
inline constexpr std::uint32_t own_place = 0xffff'ffffU;
[[nodiscard]] std::vector<std::uint32_t> shared_places(const std::vector<RegisterUse>& program,
                                                       const std::vector<std::uint32_t>& classes);

}  // namespace lanescope::exec
