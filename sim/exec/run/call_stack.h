// The frames of a warp's calls: registers, arguments, results, and each thread's stack pointer.
//
// A frame holds the rows of a function's registers. Lanes::rows[0] moves from frame to frame, so
// handlers need not know that there are several. The lanes of one call share its frame; lanes that
// did not take part wait in the frame below.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/exec/lanes/instruction.h"
#include "sim/exec/program/program.h"
#include "sim/exec/state/divergence.h"

namespace lanescope::exec {

// Memory for all frames of a running block; shared by its warps.
struct FrameBudget {
  std::uint64_t used = 0;
  std::uint64_t limit = 0;
};

class CallStack {
 public:
  // Starts a block: the only frame is the kernel's, at `rows`.
  void start(const Program& program, Lanes& lanes, std::byte* rows, FrameBudget& budget);

  // The memory for local variables that `function` gets on the stack of each of these lanes.
  struct Locals {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
  };
  // `called` of the active lanes go to `function` and later continue at `return_to`. Returns false
  // if the stack is full; nothing has changed then.
  [[nodiscard]] bool enter(const CallInstruction& call, const FunctionCode& function,
                           std::uint32_t called, std::uint32_t return_to, Lanes& lanes,
                           Divergence& flow, Locals& locals);

  // In a called function: the `returning` lanes return, its other lanes continue at `next`.
  void leave(std::uint32_t returning, std::uint32_t next, Lanes& lanes, Divergence& flow);

  // Drops the frames without lanes, after threads have exited.
  void drop_empty(Lanes& lanes, const Divergence& flow);

  [[nodiscard]] std::size_t depth() const { return frames_.size(); }
  // The innermost call. Precondition: depth() > 0.
  struct Innermost {
    const CallInstruction& call;
    const FunctionCode& function;
    std::byte* caller_rows;
  };
  [[nodiscard]] Innermost innermost() const {
    const Frame& frame = frames_.back();
    return {*frame.call, *frame.function, frame.caller_rows};
  }

  // The lane's stack pointer: its thread uses local memory below this address.
  [[nodiscard]] std::uint64_t top(int lane) const { return tops_[static_cast<std::size_t>(lane)]; }
  // Returns false if the stack is full.
  [[nodiscard]] bool set_top(int lane, std::uint64_t top);

 private:
  using Tops = std::array<std::uint64_t, warp_lanes>;
  struct Frame {
    const CallInstruction* call;
    const FunctionCode* function;
    std::byte* caller_rows;
    std::size_t height;  // height of the divergence stack below the called lanes
    std::size_t chunk;   // index in chunks_ of the chunk that contains `rows`
    std::size_t chunk_used;
    Tops tops;  // the caller's stack pointers
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
  std::vector<Chunk> chunks_;  // reused from block to block
  std::size_t chunk_ = 0;      // the chunk being filled
  std::size_t chunk_used_ = 0;
};

}  // namespace lanescope::exec
