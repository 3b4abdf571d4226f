// What the executor tells whoever listens. It never learns who that is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/exec/instruction.h"
#include "sim/memory/access.h"
#include "sim/memory/async_copy.h"

namespace lanescope::exec {

using Dim3 = std::array<std::uint32_t, 3>;  // x, y, z

// Blocks of a grid and threads of a block are numbered x first: x + size.x * (y + size.y * z).
[[nodiscard]] inline Dim3 position_of(std::uint64_t number, const Dim3& size) {
  return {static_cast<std::uint32_t>(number % size[0]),
          static_cast<std::uint32_t>(number / size[0] % size[1]),
          static_cast<std::uint32_t>(number / size[0] / size[1])};
}
[[nodiscard]] inline std::uint64_t number_of(const Dim3& position, const Dim3& size) {
  return position[0] +
         std::uint64_t{size[0]} * (position[1] + std::uint64_t{size[1]} * position[2]);
}

// One executed memory instruction of one warp. Lives only during the call.
struct AccessRecord {
  std::uint32_t site = 0;         // index into Program::sites
  std::uint64_t block_index = 0;  // its number in the grid
  Dim3 block{};                   // blockIdx
  std::uint32_t warp = 0;         // in the block
  const memory::WarpAccess& access;
  // The asynchronous copy that the access is one half of; nullptr: it is none. Both halves together
  // decide what each costs.
  const memory::AsyncCopy* copy = nullptr;
};

// The same of a load or store by all 32 lanes whose addresses are base + step_x * x + step_y * y,
// lane = x + width * y: told without writing the addresses out.
struct AffineAccessRecord {
  std::uint32_t site = 0;
  std::uint64_t block_index = 0;
  const Dim3& block;
  std::uint32_t warp = 0;
  memory::Space space = memory::Space::global;
  memory::Op op = memory::Op::load;
  std::uint8_t bytes = 4;
  std::uint32_t width = 32;
  std::uint64_t base = 0;  // in the space's own numbers, as WarpAccess::address
  std::uint64_t step_x = 0;
  std::uint64_t step_y = 0;

  [[nodiscard]] memory::WarpAccess written_out() const;
};

// Where accesses of the same site, in the same space, with equal steps and a base that is equal in
// `same_bits` are counted by adding 1 each, any number at once, before the run ends. Valid as long
// as the observer is.
struct AccessCounter {
  std::uint64_t* count = nullptr;  // nullptr: each has to be told
  std::uint64_t same_bits = 127;   // of 127
};

struct BarrierRecord {
  std::uint64_t block_index = 0;
  Dim3 block{};
  std::uint32_t warp = 0;
  std::uint32_t instruction = 0;  // index into Program::code
};

// One executed conditional branch of one warp.
struct BranchRecord {
  std::uint64_t block_index = 0;
  Dim3 block{};
  std::uint32_t warp = 0;
  std::uint32_t instruction = 0;  // index into Program::code
  std::uint32_t active = 0;       // lanes that came to it
  std::uint32_t taken = 0;        // those of them that jump
};

// One instruction of Program::code as one warp executes it. Lives only during the call.
struct InstructionRecord {
  std::uint64_t block_index = 0;
  const Dim3& block;
  std::uint32_t warp = 0;
  std::uint32_t instruction = 0;  // index into Program::code
  std::uint32_t active = 0;       // lanes that came to it
  std::uint32_t executing = 0;    // those of them whose guard holds
  std::size_t depth = 0;          // calls that the warp is in; 0: in the kernel itself
  const Lanes& lanes;             // of that frame: Program::register_rows are its rows
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
  // False: accesses of this block may come through on_affine_access.
  [[nodiscard]] virtual bool wants_addresses(std::uint64_t /*block_index*/) const { return true; }
  // May say where accesses just like this one can be counted instead of being told.
  virtual AccessCounter on_affine_access(const AffineAccessRecord& /*record*/) { return {}; }
  virtual void on_barrier(const BarrierRecord& record) = 0;
  // Branches are frequent and their sums are in RunResult::profile: they are told of only where an
  // observer asks, once a block.
  [[nodiscard]] virtual bool wants_branches(std::uint64_t /*block_index*/) const { return false; }
  virtual void on_branch(const BranchRecord& /*record*/) {}
  // Warps whose instructions are told one by one, bit w for warp w. Asked once a block: following a
  // warp is slow, not following it costs nothing.
  [[nodiscard]] virtual std::uint32_t warps_to_follow(std::uint64_t /*block_index*/) const {
    return 0;
  }
  // Before each of their instructions; what it does to memory is told after this.
  virtual void on_instruction(const InstructionRecord& /*record*/) {}
  // After each that some lane executed: its destination registers hold the results. Of a barrier,
  // when it lets the warp go. Instructions that lead elsewhere have none and are not told again.
  virtual void on_result(const InstructionRecord& /*record*/) {}
};

}  // namespace lanescope::exec
