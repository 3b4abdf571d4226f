// What an asynchronous copy from global to shared memory costs (PTX cp.async: 4, 8 or 16 bytes a
// lane). It is one instruction, but not a load followed by a store: data goes from the places where
// it lies in a 128-byte line straight to those where it belongs, and both have to fit.
//
// Rules and numbers: measured on an H200, tests/data/h200_async_copies.csv (docs in
// tests/data/README.md).
#pragma once

#include <array>
#include <cstdint>

#include "sim/memory/access.h"
#include "sim/memory/global.h"
#include "sim/memory/shared.h"

namespace lanescope::memory {

struct AsyncCopy {
  WarpAccess from;       // global, load: the lanes that read any byte
  WarpAccess to;         // shared, store: all lanes that take part; as many bytes a lane as `from`
  bool past_l1 = false;  // .cg; else .ca
  // How much is read is known only when the copy runs (a register, a predicate): .cg then stores
  // zeros in all lanes' places first.
  bool fills_zeros = false;
  // 1 to from.bytes, of the lanes in from.mask. What a lane does not read it writes as zeros.
  std::array<std::uint8_t, warp_lanes> bytes_read{};
};

struct AsyncCopyCost {
  // .ca: as of a load. .cg: `tag_lookups` are the different pairs of a global line and a shared
  // line, `sectors` those of a global line and a 32-byte sector of shared memory.
  GlobalCost read;
  // .ca: pass groups as of a store; a group takes as many wavefronts as the most lanes that one
  // lane has to take turns with, itself included: those that read from its bank (if a line lay in
  // 32 banks as shared memory does) or write to it. `ideal_wavefronts`: the pass groups.
  // .cg: one wavefront carries up to four sectors from one global line to one shared line, each to
  // one of its own. All four fill the same half or halves of their sector from the same half or
  // halves, and for all the numbers of the two sectors in their lines are both even or odd, or for
  // all they are not. `worst_ways`: the most wavefronts between two lines. `ideal_wavefronts`: what
  // copies of 128 bytes each would take, and the zeros.
  SharedCost written;

  bool operator==(const AsyncCopyCost&) const = default;
};

[[nodiscard]] AsyncCopyCost async_copy_cost(const AsyncCopy& copy);

// The wavefronts of the shared side, for the picture: as shared_schedule, with two lines' copies as
// a group where the copy passes by L1. Their number and what may be in one is the measured rule,
// their order is not observable.
[[nodiscard]] SharedSchedule async_copy_schedule(const AsyncCopy& copy);

}  // namespace lanescope::memory
