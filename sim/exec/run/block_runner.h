// Runs blocks one after the other on one worker thread: warps, their turns, barriers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/exec/checks/checks.h"
#include "sim/exec/run/call_stack.h"
#include "sim/exec/run/memory_unit.h"
#include "sim/exec/run/print.h"
#include "sim/exec/state/divergence.h"
#include "sim/exec/state/launch_state.h"
#include "sim/exec/state/observer.h"

namespace lanescope::exec {

enum class BlockStatus : std::uint8_t { completed, budget_exceeded, cancelled, trapped };

class BlockRunner {
 public:
  // `global`: of all runners that work on one thread; nullptr: no races in global memory are looked
  // for.
  BlockRunner(LaunchState& launch, Observer& observer, Footprint* footprint, GlobalShadow* global);

  BlockStatus run(std::uint64_t block_index);
  // The same in parts, for blocks that run together, each with a runner of its own: start(), then
  // pass() until it returns true (the block has ended), then finish().
  void start(std::uint64_t block_index);
  [[nodiscard]] bool pass();  // gives each warp that can go on one turn
  BlockStatus finish();

  [[nodiscard]] const InstructionCounts& counts() const { return counts_; }
  // Indexed like Program::code; sums over all blocks of this runner.
  [[nodiscard]] std::vector<InstructionProfile> profile() const;
  [[nodiscard]] DiagnosticLog& log() { return log_; }
  // Of the present block: where its first warp is that can go on; if all wait, the first that has
  // not ended.
  [[nodiscard]] SourcePlace place() const;
  [[nodiscard]] const PrintLog& print_log() const { return print_log_; }

 private:
  enum class WarpStatus : std::uint8_t { ready, waiting, done };
  struct Warp {
    WarpStatus status = WarpStatus::ready;
    std::uint32_t valid_lanes = 0;  // lanes with a thread: the last warp may be partial
    std::uint32_t barrier = 0;      // the barrier that a waiting warp waits at
    std::uint32_t barrier_instruction = 0;
    bool reached_barrier = false;  // ends the warp's turn
    Divergence flow;
    Lanes lanes;
    std::byte* rows = nullptr;  // the kernel's frame
    CallStack calls;
  };
  static constexpr std::uint32_t barrier_count = 16;  // PTX ISA, bar: a CTA has 16
  struct Barrier {
    std::uint32_t arrived_threads = 0;
    std::uint32_t expected_threads = 0;  // 0: all threads of the block
    std::uint32_t popc = 0;              // number of true predicates, for a reduction
    bool all = true;
  };

  void fill_fixed_rows(Warp& warp, std::uint32_t index);
  // Runs the warp until it waits, ends or its turn is over. Returns false if the block must stop,
  // with `status_` set.
  bool run_turn(std::uint32_t index);
  std::uint64_t turn_ = 0;  // instructions that the present turn may execute
  // Part of a turn; `executed`: the instructions of the turn so far. `one_by_one`: reports each
  // instruction to the observer or the checks; instructions and their order are the same. Returns
  // early if the pace must change.
  template <bool one_by_one>
  bool run_warp(std::uint32_t index, std::uint64_t& executed);
  [[nodiscard]] bool is_followed(std::uint32_t index) const {
    return (followed_ >> index & 1U) != 0;
  }
  [[nodiscard]] bool runs_one_by_one(std::uint32_t index) const {
    return is_followed(index) || (checks_ != nullptr && checks_->follows_values(index));
  }
  [[nodiscard]] InstructionRecord record_of(std::uint32_t index, std::uint32_t pc,
                                            std::uint32_t executing) const;
  void report_result(std::uint32_t index, std::uint32_t pc, std::uint32_t executing);
  static void compute(const Lanes& lanes, const Instruction& in);
  void read_clock(const Lanes& lanes, const Instruction& in, std::uint64_t in_this_turn) const;
  std::uint64_t account(std::uint32_t first, std::uint32_t last, std::uint32_t active);
  void retire(Warp& warp);  // call when all lanes have exited
  bool change_flow(std::uint32_t index, const Instruction& in, std::uint32_t pc,
                   std::uint32_t mask);
  void branch(Warp& warp, const Instruction& in, std::uint32_t pc, std::uint32_t mask);
  bool arrive(std::uint32_t index, const Instruction& in, std::uint32_t pc, std::uint32_t mask);
  [[nodiscard]] bool is_complete(const Barrier& barrier) const;
  // Lets the waiting warps continue; returns false if none waited.
  bool release(std::uint32_t id);
  // Releases barriers completed by warps that ended; returns false if no warp can continue.
  bool release_barriers();
  void write_reduction(Warp& warp, const Barrier& barrier);
  // --- Calls (block_calls.cpp). They return false if the block must stop, with `status_` set. ---
  bool call(std::uint32_t index, const Instruction& in, std::uint32_t pc, std::uint32_t mask);
  bool call_pointer(std::uint32_t index, const CallInstruction& call, std::uint32_t pc,
                    std::uint32_t mask);
  bool enter(std::uint32_t index, const CallInstruction& call, const FunctionCode& function,
             std::uint32_t pc, std::uint32_t mask);
  void copy_argument(std::uint32_t index, const CopiedArgument& copied, std::uint64_t address,
                     std::uint32_t mask);
  void follow_arguments(std::uint32_t index, std::uint32_t mask);
  void follow_results(std::uint32_t index, std::uint32_t mask);
  void return_from_call(std::uint32_t index, std::uint32_t pc, std::uint32_t mask);
  bool jump_by_table(std::uint32_t index, const Instruction& in, std::uint32_t pc,
                     std::uint32_t mask);
  void print(std::uint32_t index, const CallInstruction& call, std::uint32_t pc,
             std::uint32_t mask);
  // Nested launches (nested_calls.cpp). What the device runtime refuses is reported, and the thread
  // goes on with CUDA's error.
  void get_parameter_buffer(std::uint32_t index, const CallInstruction& call, std::uint32_t pc,
                            std::uint32_t mask);
  void launch_kernel(std::uint32_t index, const CallInstruction& call, std::uint32_t pc,
                     std::uint32_t mask);
  void read_error(std::uint32_t index, const CallInstruction& call, std::uint32_t mask);
  // The device heap (heap_calls.cpp).
  void allocate_on_heap(std::uint32_t index, const CallInstruction& call, std::uint32_t pc,
                        std::uint32_t mask);
  void free_on_heap(std::uint32_t index, const CallInstruction& call, std::uint32_t pc,
                    std::uint32_t mask);
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
  std::byte* local_of(std::uint32_t warp, int lane);  // the lane's local memory, from address 0

  // The first warp that is ready: in an endless loop it is inside the loop. If all wait, the first
  // that has not ended. nullptr: all have ended.
  [[nodiscard]] const Warp* first_to_go_on() const;
  // The instruction at `pc`, or the nearest before it that has a line of the source.
  [[nodiscard]] std::uint32_t with_line(std::uint32_t pc) const;
  void report(DiagnosticKind kind, Severity severity, std::uint32_t pc, std::uint32_t warp,
              std::uint32_t lanes, std::string message);
  bool charge();  // false if cancelled or over the limit
  // Instructions of the launch's budget that are used: those of all workers, as far as they have
  // added theirs, and all of this one.
  [[nodiscard]] std::uint64_t used() const;
  void pay();  // adds this worker's to the launch's

  LaunchState& launch_;
  const Program& program_;
  Observer& observer_;
  InstructionCounts counts_;
  // Indexed like Program::code: the difference in counts from the preceding instruction.
  std::vector<InstructionProfile> changes_;
  // Lanes whose guard held, indexed like Program::code.
  std::vector<std::uint64_t> guarded_threads_;
  std::uint64_t charged_ = 0;      // the part of counts_.warp_instructions in the launch's budget
  std::uint64_t block_start_ = 0;  // counts_.warp_instructions at the start of the block
  bool yields_ = false;            // the warp ends its turn early to wait for others
  DiagnosticLog log_;
  std::unique_ptr<Checks> checks_;  // nullptr if all checks are off
  PrintLog print_log_;
  Footprint* footprint_;
  FrameBudget frame_budget_{0, max_register_bytes};
  BlockMemory block_memory_;
  MemoryUnit memory_;
  std::vector<std::byte> rows_;  // rows of all warps
  std::vector<Warp> warps_;
  std::uint32_t ended_warps_ = 0;  // ended warps of this block
  Barrier barriers_[barrier_count];
  BlockPosition position_;
  bool reports_branches_ = false;  // whether the observer wants this block's branches
  std::uint32_t followed_ = 0;     // this block's result of Observer::warps_to_follow
  BlockStatus status_ = BlockStatus::completed;
};

}  // namespace lanescope::exec
