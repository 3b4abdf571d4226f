// The cost of an asynchronous copy from global to shared memory (PTX cp.async: 4, 8 or 16 bytes per
// lane). It does not cost what a load and a store cost: data moves directly from its places in a
// 128-byte line to its places in shared memory, and both sides limit what moves together.
//
// Rules and numbers: measured on an H200, tests/data/h200_async_copies.csv (documented in
// tests/data/README.md).
#pragma once

#include <array>
#include <cstdint>

#include "sim/memory/access.h"
#include "sim/memory/global.h"
#include "sim/memory/shared.h"

namespace lanescope::memory {

struct AsyncCopy {
  WarpAccess from;           // global load: the lanes that read at least one byte
  WarpAccess to;             // shared store: all participating lanes; bytes per lane as in `from`
  bool bypasses_l1 = false;  // .cg; else .ca
  // The number of bytes read is known only at run time (a register, a predicate). A .cg copy then
  // first stores zeros to the places of all lanes.
  bool fills_zeros = false;
  // Bytes that each lane of from.mask reads, 1 to from.bytes. The lane writes zeros for the rest.
  std::array<std::uint8_t, warp_lanes> bytes_read{};
};

struct AsyncCopyCost {
  // .ca: the cost of the load. .cg: `tag_lookups` counts the distinct pairs of a global line and a
  // shared line, `sectors` the distinct pairs of a global line and a 32-byte sector of shared
  // memory.
  GlobalCost read;
  // .ca: the pass groups of a store. Two lanes take turns if they read from the same bank (with the
  // global line laid over 32 banks like shared memory) or write to the same bank. A group takes as
  // many wavefronts as the largest number of lanes that take turns with one lane, that lane
  // included. `ideal_wavefronts`: the number of pass groups.
  //
  // .cg: one wavefront carries up to four sectors from one global line to one shared line, each to
  // a different sector. All four copy the same half or halves of the source sector to the same half
  // or halves of the destination. The sector numbers within the two lines have equal parity for all
  // four or for none. `worst_ways`: the most wavefronts between two lines. `ideal_wavefronts`: the
  // wavefronts of copies of 128 bytes each, plus the zeros.
  SharedCost written;

  bool operator==(const AsyncCopyCost&) const = default;
};

[[nodiscard]] AsyncCopyCost async_copy_cost(const AsyncCopy& copy);

// The wavefronts of the shared side, for the picture. The format is that of shared_schedule; if the
// copy bypasses L1, a group is the copy between two lines. The number of wavefronts and what fits
// in one are measured; their order is not observable.
[[nodiscard]] SharedSchedule async_copy_schedule(const AsyncCopy& copy);

}  // namespace lanescope::memory
