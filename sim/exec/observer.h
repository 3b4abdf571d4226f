// What the executor tells whoever listens. It never learns who that is.
#pragma once

#include <array>
#include <cstdint>

#include "sim/memory/access.h"

namespace lanescope::exec {

using Dim3 = std::array<std::uint32_t, 3>;  // x, y, z

// One executed memory instruction of one warp. Lives only during the call.
struct AccessRecord {
  std::uint32_t site = 0;         // index into Program::sites
  std::uint64_t block_index = 0;  // linear: x + grid.x * (y + grid.y * z)
  Dim3 block{};                   // blockIdx
  std::uint32_t warp = 0;         // in the block
  const memory::WarpAccess& access;
};

struct BarrierRecord {
  std::uint64_t block_index = 0;
  Dim3 block{};
  std::uint32_t warp = 0;
  std::uint32_t instruction = 0;  // index into Program::code
};

// One observer a worker thread: calls never overlap, and records of one block come in its order of
// execution, so an observer needs no locks. Blocks come in any order.
class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;
  virtual void on_access(const AccessRecord& record) = 0;
  virtual void on_barrier(const BarrierRecord& record) = 0;
};

}  // namespace lanescope::exec
