// One block after the other on one worker thread: warps, their turns, barriers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/exec/divergence.h"
#include "sim/exec/launch_state.h"
#include "sim/exec/memory_unit.h"
#include "sim/exec/observer.h"

namespace lanescope::exec {

enum class BlockStatus : std::uint8_t { completed, budget_exceeded, cancelled, trapped };

class BlockRunner {
 public:
  BlockRunner(LaunchState& launch, Observer& observer, Footprint* footprint);

  BlockStatus run(std::uint64_t block_index);

  [[nodiscard]] const InstructionCounts& counts() const { return counts_; }
  [[nodiscard]] DiagnosticLog& log() { return log_; }

 private:
  enum class WarpStatus : std::uint8_t { ready, waiting, done };
  struct Warp {
    WarpStatus status = WarpStatus::ready;
    std::uint32_t valid_lanes = 0;  // threads that exist: the last warp may be partial
    std::uint32_t barrier = 0;      // waiting: at which
    std::uint32_t barrier_instruction = 0;
    Divergence flow;
    Lanes lanes;
  };
  static constexpr std::uint32_t barrier_count = 16;  // PTX ISA, bar: a CTA has 16
  struct Barrier {
    std::uint32_t arrived_threads = 0;
    std::uint32_t expected_threads = 0;  // 0: all of the block
    std::uint32_t popc = 0;              // of a reduction's predicates
    bool all = true;
  };

  void start_block(std::uint64_t block_index);
  void fill_fixed_rows(Warp& warp, std::uint32_t index);
  // Runs until the warp waits, ends or has had its turn. False: the block must stop, with
  // `status_`.
  bool run_warp(std::uint32_t index);
  void branch(Warp& warp, const Instruction& in, std::uint32_t pc, std::uint32_t mask);
  bool arrive(std::uint32_t index, const Instruction& in, std::uint32_t pc, std::uint32_t mask);
  // Lets go every barrier that is complete; false when no warp can go on.
  bool release_barriers();
  void write_reduction(Warp& warp, const Barrier& barrier);
  void report(DiagnosticKind kind, Severity severity, std::uint32_t pc, std::uint32_t warp,
              std::uint32_t lanes, std::string message);
  bool charge();  // books the turn's instructions; false when cancelled or over the budget

  LaunchState& launch_;
  const Program& program_;
  Observer& observer_;
  InstructionCounts counts_;
  std::uint64_t charged_ = 0;  // of counts_.warp_instructions, booked in the launch's budget
  std::uint64_t block_start_ = 0;
  DiagnosticLog log_;
  BlockMemory block_memory_;
  MemoryUnit memory_;
  std::vector<std::byte> rows_;  // of all warps
  std::vector<Warp> warps_;
  Barrier barriers_[barrier_count];
  BlockPlace place_;
  BlockStatus status_ = BlockStatus::completed;
};

}  // namespace lanescope::exec
