// The frames of a warp's calls: registers, arguments and results, and how much of each thread's
// stack is in use.
//
// A frame holds the rows of a function's registers, and Lanes::rows[0] moves from frame to frame:
// whoever computes never learns that there are several. The lanes of a call run in it together,
// whatever the depth, and those that did not take part wait in the frame below.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/exec/divergence.h"
#include "sim/exec/instruction.h"
#include "sim/exec/program.h"

namespace lanescope::exec {

// Bytes of all frames of a block that is running; shared by its warps.
struct FrameBudget {
  std::uint64_t used = 0;
  std::uint64_t limit = 0;
};

class CallStack {
 public:
  // A block begins: only the kernel's own frame is there, at `rows`.
  void start(const Program& program, Lanes& lanes, std::byte* rows, FrameBudget& budget);

  // The frame that `function` gets on the stack of each of these lanes, in local memory.
  struct Locals {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
  };
  // `called` of the active lanes go to `function`, and from there on at `return_to`. False, with
  // nothing changed, when the stack is full.
  [[nodiscard]] bool enter(const CallInstruction& call, const FunctionCode& function,
                           std::uint32_t called, std::uint32_t return_to, Lanes& lanes,
                           Divergence& flow, Locals& locals);

  // In a function that was called: these lanes return, the others of them go on at `next`.
  void leave(std::uint32_t returning, std::uint32_t next, Lanes& lanes, Divergence& flow);

  // Threads have ended: drops the frames that nobody is in any more.
  void drop_empty(Lanes& lanes, const Divergence& flow);

  [[nodiscard]] bool in_kernel() const { return frames_.empty(); }
  [[nodiscard]] std::size_t depth() const { return frames_.size(); }

  // Local memory below this address is in use by the thread of this lane.
  [[nodiscard]] std::uint64_t top(int lane) const { return tops_[static_cast<std::size_t>(lane)]; }
  // False when the stack is full.
  [[nodiscard]] bool set_top(int lane, std::uint64_t top);

 private:
  using Tops = std::array<std::uint64_t, warp_lanes>;
  struct Frame {
    const CallInstruction* call;
    const FunctionCode* function;
    std::byte* caller_rows;
    std::size_t height;  // of the divergence's stack, below the lanes that were called
    std::size_t chunk;   // where `rows` begin in chunks_
    std::size_t chunk_used;
    Tops tops;  // the caller's
  };
  struct Chunk {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size = 0;
  };

  void drop(Lanes& lanes);
  [[nodiscard]] std::byte* allocate(std::size_t bytes);
  [[nodiscard]] bool fits(std::uint64_t top, std::size_t depth) const;

  const Program* program_ = nullptr;
  FrameBudget* budget_ = nullptr;
  std::byte* kernel_rows_ = nullptr;
  std::vector<Frame> frames_;
  Tops tops_{};
  std::vector<Chunk> chunks_;  // kept from block to block
  std::size_t chunk_ = 0;      // that is being filled
  std::size_t chunk_used_ = 0;
};

}  // namespace lanescope::exec
