// The events that the executor reports to an observer. The executor does not know what the observer
// does with them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/exec/lanes/instruction.h"
#include "sim/launch/thread_index.h"
#include "sim/memory/access.h"
#include "sim/memory/async_copy.h"

namespace lanescope::exec {

using launch::Dim3;

// Blocks of a grid and threads of a block are numbered alike.
[[nodiscard]] inline Dim3 position_of(std::uint64_t number, const Dim3& size) {
  return launch::block_at(size, number);
}
[[nodiscard]] inline std::uint64_t number_of(const Dim3& position, const Dim3& size) {
  return launch::block_number(size, position);
}

// One executed memory instruction of one warp. Lives only during the call.
struct AccessRecord {
  std::uint32_t site = 0;         // index into Program::sites
  std::uint64_t block_index = 0;  // linear index in the grid
  Dim3 block{};                   // blockIdx
  std::uint32_t warp = 0;         // index in the block
  const memory::WarpAccess& access;
  // The asynchronous copy that the access is half of; nullptr if there is none. The cost of each
  // half depends on both.
  const memory::AsyncCopy* copy = nullptr;
};

// The same for a load or store by all 32 lanes at affine addresses: lane x + width * y accesses
// base + step_x * x + step_y * y. The addresses are not written out.
struct AffineAccessRecord {
  std::uint32_t site = 0;
  std::uint64_t block_index = 0;
  const Dim3& block;
  std::uint32_t warp = 0;
  memory::Space space = memory::Space::global;
  memory::Op op = memory::Op::load;
  std::uint8_t bytes = 4;
  std::uint32_t width = 32;
  std::uint64_t base = 0;  // in the space's own addresses, like WarpAccess::address
  std::uint64_t step_x = 0;
  std::uint64_t step_y = 0;

  [[nodiscard]] std::uint64_t address(std::uint32_t lane) const {
    return affine_lane(base, step_x, step_y, width, lane);
  }
  [[nodiscard]] memory::WarpAccess written_out() const {
    memory::WarpAccess access{space, op, bytes, all_lanes, {}};
    write_affine(access.address.data(), base, step_x, step_y, width);
    return access;
  }
};

// Where the emulator counts further accesses of the same site and space with equal steps, and with
// a base that is equal in `same_bits`. It adds 1 for each, possibly several at once, before the run
// ends. Valid as long as the observer.
struct AccessCounter {
  std::uint64_t* count = nullptr;  // nullptr: report each access
  std::uint64_t same_bits = 127;   // a mask within 127
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
  std::uint32_t active = 0;       // lanes that reach it
  std::uint32_t taken = 0;        // lanes that jump
};

// One instruction of Program::code as one warp executes it. Lives only during the call.
struct InstructionRecord {
  std::uint64_t block_index = 0;
  const Dim3& block;
  std::uint32_t warp = 0;
  std::uint32_t instruction = 0;  // index into Program::code
  std::uint32_t active = 0;       // lanes that reach it
  std::uint32_t executing = 0;    // active lanes whose guard holds
  std::size_t depth = 0;          // depth of calls; 0: in the kernel itself
  const Lanes& lanes;             // for this frame, with the rows of Program::register_rows
};

// There is one observer per worker thread. Its calls never overlap, so it needs no locks. A
// worker's blocks come in ascending order, and the records of one block in execution order.
class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;
  virtual void on_access(const AccessRecord& record) = 0;
  // If false, accesses of this block may be reported through on_affine_access.
  [[nodiscard]] virtual bool wants_addresses(std::uint64_t /*block_index*/) const { return true; }
  // May return a counter, so that further accesses like this one are counted instead of reported.
  virtual AccessCounter on_affine_access(const AffineAccessRecord& /*record*/) { return {}; }
  virtual void on_barrier(const BarrierRecord& record) = 0;
  // Branches are frequent, and RunResult::profile has their sums. They are reported only if the
  // observer asks, once per block.
  [[nodiscard]] virtual bool wants_branches(std::uint64_t /*block_index*/) const { return false; }
  virtual void on_branch(const BranchRecord& /*record*/) {}
  // Warps whose instructions are reported one by one, bit w for warp w. Asked once per block.
  // Following a warp is slow; not following it costs nothing.
  [[nodiscard]] virtual std::uint32_t warps_to_follow(std::uint64_t /*block_index*/) const {
    return 0;
  }
  // Called before each of their instructions; its memory accesses are reported after this.
  virtual void on_instruction(const InstructionRecord& /*record*/) {}
  // Called after each instruction that some lane executed, when its destination registers hold the
  // results. For a barrier, called when the warp is released. Instructions that change the control
  // flow have no results and are not reported again.
  virtual void on_result(const InstructionRecord& /*record*/) {}
};

}  // namespace lanescope::exec
