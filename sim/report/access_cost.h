// The cost of one access in any space, and the access as an event of a trace.
#pragma once

#include <cstdint>

#include "sim/exec/program/program.h"
#include "sim/exec/state/observer.h"
#include "sim/memory/async_copy.h"
#include "sim/memory/memory_rules.h"
#include "sim/report/report.h"

namespace lanescope::report {

struct AccessCost {
  Counts counts;           // requests == 1
  std::uint32_t cost = 0;  // sectors, or wavefronts
  std::uint32_t ideal = 0;
  std::uint32_t ways = 0;  // shared memory: N-way
};
[[nodiscard]] AccessCost price(const memory::WarpAccess& access,
                               const memory::MemoryRules& machine = {});
// The half of an asynchronous copy in this space: the load from global memory or the store to
// shared memory.
[[nodiscard]] AccessCost price_of_half(memory::Space space, const memory::AsyncCopyCost& copy);

// Event::site is an index into Program::sites.
[[nodiscard]] Event access_event(const exec::AccessRecord& record, const AccessCost& cost,
                                 const exec::Program& program, const memory::MemoryRules& machine);
[[nodiscard]] Event barrier_event(const exec::BarrierRecord& record, const exec::Program& program);

}  // namespace lanescope::report
