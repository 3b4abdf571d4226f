// One block after the other on one worker thread: warps, their turns, barriers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/exec/call_stack.h"
#include "sim/exec/checks/checks.h"
#include "sim/exec/divergence.h"
#include "sim/exec/generic_reader.h"
#include "sim/exec/launch_state.h"
#include "sim/exec/memory_unit.h"
#include "sim/exec/observer.h"
#include "sim/exec/print_log.h"

namespace lanescope::exec {

enum class BlockStatus : std::uint8_t { completed, budget_exceeded, cancelled, trapped };

class BlockRunner {
 public:
  BlockRunner(LaunchState& launch, Observer& observer, Footprint* footprint);

  BlockStatus run(std::uint64_t block_index);

  [[nodiscard]] const InstructionCounts& counts() const { return counts_; }
  // Of Program::code, over all blocks that this runner ran.
  [[nodiscard]] std::vector<InstructionProfile> profile() const;
  [[nodiscard]] DiagnosticLog& log() { return log_; }
  [[nodiscard]] const PrintLog& print_log() const { return print_log_; }

 private:
  enum class WarpStatus : std::uint8_t { ready, waiting, done };
  struct Warp {
    WarpStatus status = WarpStatus::ready;
    std::uint32_t valid_lanes = 0;  // threads that exist: the last warp may be partial
    std::uint32_t barrier = 0;      // waiting: at which
    std::uint32_t barrier_instruction = 0;
    bool turn_over = false;  // came to a barrier
    Divergence flow;
    Lanes lanes;
    std::byte* rows = nullptr;  // the kernel's own frame
    CallStack calls;
  };
  static constexpr std::uint32_t barrier_count = 16;  // PTX ISA, bar: a CTA has 16
  struct Barrier {
    std::uint32_t arrived_threads = 0;
    std::uint32_t expected_threads = 0;  // 0: all of the block
    std::uint32_t popc = 0;              // of a reduction's predicates
    bool all = true;
  };

  void start_block(std::uint64_t block_index);
  BlockStatus run_block();
  void fill_fixed_rows(Warp& warp, std::uint32_t index);
  void find_form(Warp& warp, Row where) const;
  // Runs until the warp waits, ends or has had its turn. False: the block must stop, with
  // `status_`. `followed`: one instruction after the other is told to the observer; what is
  // executed, and in which order, is the same.
  template <bool followed>
  bool run_warp(std::uint32_t index);
  void tell_instruction(std::uint32_t index, std::uint32_t pc);
  void tell_result(std::uint32_t index, std::uint32_t pc, std::uint32_t executing);
  static void compute(const Lanes& lanes, const Instruction& in);
  void tell_time(const Lanes& lanes, const Instruction& in, std::uint64_t in_this_turn) const;
  std::uint64_t account(std::uint32_t first, std::uint32_t last, std::uint32_t active);
  void retire(Warp& warp);  // all its lanes have exited
  bool change_flow(std::uint32_t index, const Instruction& in, std::uint32_t pc,
                   std::uint32_t mask);
  void branch(Warp& warp, const Instruction& in, std::uint32_t pc, std::uint32_t mask);
  bool arrive(std::uint32_t index, const Instruction& in, std::uint32_t pc, std::uint32_t mask);
  [[nodiscard]] bool is_complete(const Barrier& barrier) const;
  // Lets its warps go on; false when none waited.
  bool release(std::uint32_t id);
  // Of those that are complete since warps ended; false when no warp can go on.
  bool release_barriers();
  void write_reduction(Warp& warp, const Barrier& barrier);
  // --- calls (block_calls.cpp); false: the block must stop, with `status_` ---
  bool call(std::uint32_t index, const Instruction& in, std::uint32_t pc, std::uint32_t mask);
  bool call_pointer(std::uint32_t index, const CallInstruction& call, std::uint32_t pc,
                    std::uint32_t mask);
  bool enter(std::uint32_t index, const CallInstruction& call, const FunctionCode& function,
             std::uint32_t pc, std::uint32_t mask);
  void return_from_call(std::uint32_t index, std::uint32_t pc, std::uint32_t mask);
  bool jump_by_table(std::uint32_t index, const Instruction& in, std::uint32_t pc,
                     std::uint32_t mask);
  void print(std::uint32_t index, const CallInstruction& call, std::uint32_t mask);
  bool fail_assertion(std::uint32_t index, const CallInstruction& call, std::uint32_t pc,
                      std::uint32_t mask);
  bool allocate(std::uint32_t index, const CallInstruction& call, std::uint32_t pc,
                std::uint32_t mask);
  bool restore_stack(std::uint32_t index, const CallInstruction& call, std::uint32_t pc,
                     std::uint32_t mask);
  bool stack_is_full(std::uint32_t index, std::uint32_t pc, std::uint32_t mask);
  bool stop_block(DiagnosticKind kind, std::uint32_t pc, std::uint32_t warp, std::uint32_t lanes,
                  std::string message);
  void clear_local();
  std::byte* local_of(std::uint32_t warp, int lane);  // its local memory, from address 0

  void report(DiagnosticKind kind, Severity severity, std::uint32_t pc, std::uint32_t warp,
              std::uint32_t lanes, std::string message);
  bool charge();  // books the turn's instructions; false when cancelled or over the budget

  LaunchState& launch_;
  const Program& program_;
  Observer& observer_;
  InstructionCounts counts_;
  // Of Program::code: by how much more is executed here than by the instruction before.
  std::vector<InstructionProfile> changes_;
  std::vector<std::uint64_t> guarded_threads_;  // of Program::code: lanes whose guard held
  std::uint64_t charged_ = 0;      // of counts_.warp_instructions, booked in the launch's budget
  std::uint64_t block_start_ = 0;  // counts_.warp_instructions as the block began
  bool gives_way_ = false;         // the warp's turn ends early: it waits for others
  DiagnosticLog log_;
  std::unique_ptr<Checks> checks_;  // nullptr: all are off
  PrintLog print_log_;
  Footprint* footprint_;
  FrameBudget frame_budget_{0, max_register_bytes};
  BlockMemory block_memory_;
  MemoryUnit memory_;
  std::vector<std::byte> rows_;  // of all warps
  std::vector<Warp> warps_;
  std::uint32_t ended_warps_ = 0;  // of this block
  Barrier barriers_[barrier_count];
  BlockPlace place_;
  bool tells_branches_ = false;  // of this block
  std::uint32_t followed_ = 0;   // of its warps: Observer::warps_to_follow
  BlockStatus status_ = BlockStatus::completed;
};

}  // namespace lanescope::exec
