// One executed warp instruction that accesses memory: the central data type of the simulator.
//
// The executor emits these, the cost functions in this folder price them, the report counts them
// and the pictures draw them. Nothing here depends on where an access came from.
#pragma once

#include <array>
#include <cstdint>

namespace lanescope::memory {

inline constexpr int warp_lanes = 32;

enum class Space : std::uint8_t { global, shared, local, constant };

// `atomic` returns the old value (PTX `atom`), `reduction` does not (PTX `red`).
enum class Op : std::uint8_t { load, store, atomic, reduction };
[[nodiscard]] constexpr bool is_atomic(Op op) { return op == Op::atomic || op == Op::reduction; }

struct WarpAccess {
  Space space = Space::global;
  Op op = Op::load;
  // Bytes per lane: 1, 2, 4, 8 or 16.
  std::uint8_t bytes = 4;
  // Bit l is set when lane l takes part.
  std::uint32_t mask = 0;
  // Byte address of each lane; meaningful only for lanes in `mask`.
  //   global:   the device address
  //   shared:   offset from the start of the block's shared memory (so address 0 is in bank 0)
  //   local:    offset in the thread's own local memory
  //   constant: offset in the constant bank
  std::array<std::uint64_t, warp_lanes> address{};

  [[nodiscard]] bool lane_is_active(int lane) const { return ((mask >> lane) & 1U) != 0; }
};

}  // namespace lanescope::memory
