#include <algorithm>
#include <bit>
#include <optional>

#include <fmt/format.h>

#include "sim/exec/checks/checks.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {
namespace {

struct StuckLoop {
  std::uint32_t first = 0;  // first and last instruction, both inclusive
  std::uint32_t last = 0;
  // The loop has volatile or atomic accesses to global memory, or plain loads with fences, and no
  // stores to global memory.
  bool polls_global = false;
  bool takes_lock = false;  // one of these accesses is an exchange or a compare-and-swap
};

// Whether the lanes hold different addresses in this row.
bool differs(const MemoryInstruction& in, const Divergence& flow, const Lanes& lanes) {
  if (in.address_bytes != 8) return false;
  const std::uint64_t* address = lanes.read<std::uint64_t>(in.address);
  const int first = std::countr_zero(flow.active());
  bool different = false;
  for_lanes(flow.active(), [&](int l) { different = different || address[l] != address[first]; });
  return different;
}

// Whether both addresses were computed from parameters or variables that are all different ones.
bool of_different_arrays(const Program& program, const MemoryInstruction& a,
                         const MemoryInstruction& b) {
  if (std::max(a.site, b.site) >= program.address_origins.size()) return false;
  const AddressOrigin& from = program.address_origins[a.site];
  const AddressOrigin& other = program.address_origins[b.site];
  if (from.lost || from.loaded_part || other.lost || other.loaded_part) return false;
  return std::ranges::none_of(from.constants, [&](std::uint32_t constant) {
    return std::ranges::find(other.constants, constant) != other.constants.end();
  });
}

bool is_fence(const Program& program, const Instruction& in) {
  return in.flow == Flow::warp && in.warp_sync != 0 &&
         program.warp_syncs[in.warp_sync - 1].kind == WarpSyncKind::fence;
}

// The innermost loop around the instruction at `pc`.
std::optional<StuckLoop> loop_around(const Program& program, std::uint32_t pc) {
  std::optional<StuckLoop> found;
  for (std::uint32_t i = pc; i < program.code.size(); ++i) {
    const Instruction& in = program.code[i];
    if (in.flow != Flow::branch || in.target > pc) continue;
    if (!found || i - in.target < found->last - found->first) {
      found.emplace();
      found->first = in.target;
      found->last = i;
    }
  }
  if (!found) return found;
  bool stores = false;
  bool plain_loads = false;
  bool fences = false;
  for (std::uint32_t i = found->first; i <= found->last; ++i) {
    if (is_fence(program, program.code[i])) fences = true;
    if (program.code[i].flow != Flow::memory) continue;
    const MemoryInstruction& in = program.memory[program.code[i].index];
    if (!may_be_global(in)) continue;
    if (in.op == memory::Op::store) stores = true;
    if (in.op == memory::Op::atomic) found->polls_global = true;
    if (in.op == memory::Op::load)
      (in.strength == Strength::plain ? plain_loads : found->polls_global) = true;
    if (in.atomic == AtomicKind::cas || in.atomic == AtomicKind::exch) found->takes_lock = true;
  }
  // Plain loads without a fence can't wait for others, since the compiler may load only once. A
  // long loop over an array consists of such loads.
  if (plain_loads && fences) found->polls_global = true;
  found->polls_global = found->polls_global && !stores;
  return found;
}

// Whether a thread of another block may write what the loop's loads wait for: the program has a
// store to such an array, and not only to the very element that each thread reads itself.
bool others_may_write(const Program& program, const StuckLoop& loop, const Divergence& flow,
                      const Lanes& lanes) {
  for (std::uint32_t i = loop.first; i <= loop.last; ++i) {
    if (program.code[i].flow != Flow::memory) continue;
    const MemoryInstruction& load = program.memory[program.code[i].index];
    if (!may_be_global(load) || load.op == memory::Op::store) continue;
    const bool own = differs(load, flow, lanes);
    for (const MemoryInstruction& store : program.memory) {
      if (!may_be_global(store) || store.op == memory::Op::load) continue;
      if (of_different_arrays(program, load, store)) continue;
      const bool same = store.address.value == load.address.value && store.offset == load.offset;
      if (!own || !same) return true;
    }
  }
  return false;
}

// "kernel.cu:12", "kernel.cu:12-15": in the file of its first instruction that has a line.
std::string lines_of(const Program& program, const StuckLoop& loop) {
  int low = 0;
  int high = 0;
  const std::string* file = nullptr;
  for (std::uint32_t i = loop.first; i <= loop.last; ++i) {
    const SourcePlace& place = program.places[i];
    if (place.line == 0 || (file != nullptr && *file != place.file)) continue;
    file = &place.file;
    low = low == 0 ? place.line : std::min(low, place.line);
    high = std::max(high, place.line);
  }
  if (low == 0) {
    return fmt::format("PTX lines {}-{}", program.ptx_lines[loop.first],
                       program.ptx_lines[loop.last]);
  }
  return low == high ? fmt::format("{}:{}", *file, low) : fmt::format("{}:{}-{}", *file, low, high);
}

}  // namespace

StuckFinding describe_stuck(const Program& program, const Divergence& flow, const Lanes& lanes,
                            std::uint64_t budget, std::uint64_t block_index, std::uint64_t blocks) {
  StuckFinding finding;
  finding.message = fmt::format(
      "the run has reached its limit of {} warp instructions; the kernel was stopped here", budget);
  const auto loop = loop_around(program, flow.next());
  if (!loop) return finding;
  const std::string lines = lines_of(program, *loop);
  const bool lanes_wait = flow.diverged();
  const bool others_begin =
      block_index + 1 < blocks && others_may_write(program, *loop, flow, lanes);
  if (loop->polls_global && others_begin && !(loop->takes_lock && lanes_wait)) {
    finding.kind = DiagnosticKind::waits_for_block;
    finding.message += fmt::format(
        ". Its loop ({}) seems to wait until another block changes global memory: blocks run one "
        "after the other here, as they may on a GPU, and {} of {} have not begun",
        lines, blocks - block_index - 1, blocks);
    return finding;
  }
  if (blocks == 0 && loop->polls_global) {
    finding.message += fmt::format(
        ". Its loop ({}) seems to wait until another block changes global memory; all blocks of "
        "this launch have run in turns, and none has done it",
        lines);
    return finding;
  }
  finding.message += fmt::format(", in a loop ({}) that may be endless", lines);
  if (lanes_wait && loop->polls_global) {
    finding.message +=
        ". It may wait for lanes of its own warp: these run in lock step here, and those that have "
        "left the loop wait for the others";
  }
  return finding;
}

}  // namespace lanescope::exec
