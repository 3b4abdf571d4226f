// The registers that each instruction of a function reads and writes, and what follows from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/ptx/module.h"

namespace lanescope::exec {

struct RegisterUse {  // one instruction; registers as indices into Function::registers
  std::vector<std::uint32_t> reads, writes;  // the guard counts as read
  std::vector<std::uint32_t> addresses;      // those of `reads` that give an address
  std::optional<std::uint32_t> target;       // branch: its target
  std::vector<std::uint32_t> more_targets;   // brx.idx: its targets
  bool conditional = false;                  // guarded branch: may also fall through
  bool may_skip = false;                     // guarded: its writes may not happen
  bool ends = false;                         // ret, exit
};

[[nodiscard]] std::vector<RegisterUse> register_uses(const ptx::Function& function);

// Registers that some path reads before writing them, ascending.
[[nodiscard]] std::vector<std::uint32_t> live_at_entry(const std::vector<RegisterUse>& uses,
                                                       std::size_t register_count);

// For each instruction the registers whose values nothing reads after it. Only those that one
// straight line writes, once, and reads.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> last_reads(
    const std::vector<RegisterUse>& uses, std::size_t register_count);

// For each register, whether its value may decide an address, or what a compare-and-swap expects.
// The order of instructions is ignored.
[[nodiscard]] std::vector<bool> reach_addresses(const std::vector<RegisterUse>& uses,
                                                std::size_t register_count);

// A slot for each register, numbered from 0, so that few are used: registers that hold values only
// within straight lines (last_reads), at different times, take turns in one. `sizes`: only
// registers of one size share a slot; 0: the register has a slot of its own.
//
// This is valid for each lane, however the lanes of a warp diverge: each lane executes its own
// sequence of instructions, and an instruction writes only the lanes that execute it.
[[nodiscard]] std::vector<std::uint32_t> register_slots(const std::vector<RegisterUse>& uses,
                                                        const std::vector<std::uint32_t>& sizes);

}  // namespace lanescope::exec
