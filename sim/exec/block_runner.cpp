#include "sim/exec/block_runner.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "sim/exec/lane_loops.h"

namespace lanescope::exec {
namespace {

// Instructions that a warp executes before the next one has its turn: long enough to cost nothing,
// short enough that warps which wait for each other in a loop make progress, and that a cancelled
// run ends at once.
constexpr std::uint64_t turn = 20'000;

}  // namespace

BlockRunner::BlockRunner(LaunchState& launch, Observer& observer, Footprint* footprint)
    : launch_(launch),
      program_(launch.program),
      observer_(observer),
      memory_(launch, observer, block_memory_, log_, footprint) {
  block_memory_.shared.resize(launch.shared_bytes);
  block_memory_.local.resize(static_cast<std::size_t>(program_.local_bytes) *
                             launch.warps_per_block * warp_lanes);
  rows_.resize(static_cast<std::size_t>(program_.warp_row_bytes) * launch.warps_per_block + 64);
  warps_.resize(launch.warps_per_block);
  for (std::uint32_t i = 0; i < launch.warps_per_block; ++i) {
    Warp& warp = warps_[i];
    const std::uint32_t threads = launch.threads_per_block - i * warp_lanes;
    warp.valid_lanes = threads >= warp_lanes ? all_lanes : (1U << threads) - 1;
    const auto base = (reinterpret_cast<std::uintptr_t>(rows_.data()) + 63) / 64 * 64;
    warp.lanes.rows[0] =
        reinterpret_cast<std::byte*>(base) + static_cast<std::size_t>(program_.warp_row_bytes) * i;
    warp.lanes.rows[1] = launch.constant_rows.data();
    fill_fixed_rows(warp, i);
  }
}

void BlockRunner::fill_fixed_rows(Warp& warp, std::uint32_t index) {
  const Dim3& size = launch_.config.block;
  for (const SpecialRow& special : program_.special_rows) {
    std::uint32_t* row = warp.lanes.row<std::uint32_t>(special.row);
    for (std::uint32_t l = 0; l < warp_lanes; ++l) {
      const std::uint32_t thread = index * warp_lanes + l;
      const std::uint32_t bit = 1U << l;
      switch (special.special) {
        case Special::tid_x:
          row[l] = thread % size[0];
          break;
        case Special::tid_y:
          row[l] = thread / size[0] % size[1];
          break;
        case Special::tid_z:
          row[l] = thread / (size[0] * size[1]);
          break;
        case Special::laneid:
          row[l] = l;
          break;
        case Special::warpid:
          row[l] = index;
          break;
        case Special::lanemask_eq:
          row[l] = bit;
          break;
        case Special::lanemask_lt:
          row[l] = bit - 1;
          break;
        case Special::lanemask_le:
          row[l] = bit | (bit - 1);
          break;
        case Special::lanemask_ge:
          row[l] = ~(bit - 1);
          break;
        case Special::lanemask_gt:
          row[l] = ~(bit | (bit - 1));
          break;
        default:
          break;  // set for each block
      }
    }
  }
}

void BlockRunner::start_block(std::uint64_t block_index) {
  const Dim3& grid = launch_.config.grid;
  place_.index = block_index;
  place_.block = {static_cast<std::uint32_t>(block_index % grid[0]),
                  static_cast<std::uint32_t>(block_index / grid[0] % grid[1]),
                  static_cast<std::uint32_t>(block_index / grid[0] / grid[1])};
  std::fill(block_memory_.shared.begin(), block_memory_.shared.end(), std::byte{0});
  std::fill(block_memory_.local.begin(), block_memory_.local.end(), std::byte{0});
  std::fill(std::begin(barriers_), std::end(barriers_), Barrier{});
  status_ = BlockStatus::completed;
  block_start_ = counts_.warp_instructions;
  for (Warp& warp : warps_) {
    warp.status = WarpStatus::ready;
    warp.flow.start(warp.valid_lanes);
    for (std::size_t i = 0; i < program_.rows_to_clear.size(); ++i) {
      std::memset(warp.lanes.row<std::byte>(program_.rows_to_clear[i]), 0, program_.clear_bytes[i]);
    }
    for (const SpecialRow& special : program_.special_rows) {
      if (special.special < Special::ctaid_x || special.special > Special::ctaid_z) continue;
      const auto axis =
          static_cast<std::size_t>(special.special) - static_cast<std::size_t>(Special::ctaid_x);
      std::fill_n(warp.lanes.row<std::uint32_t>(special.row), warp_lanes, place_.block[axis]);
    }
  }
}

BlockStatus BlockRunner::run(std::uint64_t block_index) {
  start_block(block_index);
  if (program_.code.empty()) return status_;
  while (true) {
    bool any_ready = false;
    bool all_done = true;
    for (std::uint32_t i = 0; i < warps_.size(); ++i) {
      if (warps_[i].status == WarpStatus::ready) {
        any_ready = true;
        const bool go_on = run_warp(i);
        if (!charge() || !go_on) return status_;
      }
      all_done = all_done && warps_[i].status == WarpStatus::done;
    }
    if (all_done) return status_;
    if (!any_ready && !release_barriers()) return status_;
  }
}

bool BlockRunner::charge() {
  const std::uint64_t used = counts_.warp_instructions - charged_;
  charged_ = counts_.warp_instructions;
  const std::uint64_t before = launch_.instructions_used.fetch_add(used, std::memory_order_relaxed);
  if (launch_.stop.stop_requested()) {
    status_ = BlockStatus::cancelled;
    return false;
  }
  if (before + used <= launch_.max_warp_instructions) return true;
  status_ = BlockStatus::budget_exceeded;
  // Where the first warp stands that has not ended: in an endless loop that is inside the loop.
  for (std::uint32_t i = 0; i < warps_.size(); ++i) {
    if (warps_[i].flow.finished()) continue;
    report(DiagnosticKind::budget_exceeded, Severity::error, warps_[i].flow.next(), i,
           warps_[i].flow.active(),
           fmt::format("the run may execute {} warp instructions and has used them up; the kernel "
                       "was stopped here "
                       "(an endless loop?)",
                       launch_.max_warp_instructions));
    return false;
  }
  return false;
}

bool BlockRunner::run_warp(std::uint32_t index) {
  Warp& warp = warps_[index];
  const Instruction* code = program_.code.data();
  const auto end = static_cast<std::uint32_t>(program_.code.size());
  std::uint64_t thread_instructions = 0;
  std::uint64_t executed = 0;
  bool go_on = true;
  while (executed < turn) {
    const std::uint32_t pc = warp.flow.next();
    if (pc >= end) {  // a body that does not end in ret
      warp.flow.exit(warp.flow.active());
      if (!warp.flow.finished()) continue;
      warp.status = WarpStatus::done;
      break;
    }
    const Instruction& in = code[pc];
    std::uint32_t mask = warp.flow.active();
    if (in.guard.exists()) mask &= warp.lanes.predicate(in.guard) ^ in.guard_flip;
    if (!in.continues) {
      ++executed;
      thread_instructions +=
          mask == all_lanes ? warp_lanes : static_cast<std::uint64_t>(std::popcount(mask));
    }
    warp.lanes.mask = mask;
    switch (in.flow) {
      case Flow::compute:
      case Flow::warp:
        if (mask != 0) in.handler(warp.lanes, in);
        warp.flow.go_to(pc + 1);
        continue;
      case Flow::memory:
        if (mask != 0) memory_.execute(program_.memory[in.detail], warp.lanes, place_, index);
        warp.flow.go_to(pc + 1);
        continue;
      case Flow::branch:
        branch(warp, in, pc, mask);
        continue;
      case Flow::nothing:
        warp.flow.go_to(pc + 1);
        continue;
      case Flow::exit: {
        const bool all = mask == warp.flow.active();
        warp.flow.exit(mask);
        if (!all) warp.flow.go_to(pc + 1);
        if (!warp.flow.finished()) continue;
        warp.status = WarpStatus::done;
        break;
      }
      case Flow::barrier:
        if (mask != 0 && !arrive(index, in, pc, mask)) {
          go_on = status_ == BlockStatus::completed;
          break;
        }
        warp.flow.go_to(pc + 1);
        continue;
      case Flow::trap:
        if (mask == 0) {
          warp.flow.go_to(pc + 1);
          continue;
        }
        report(DiagnosticKind::trap, Severity::error, pc, index, mask,
               "the kernel executed trap: the launch ends here");
        status_ = BlockStatus::trapped;
        go_on = false;
        break;
    }
    break;
  }
  counts_.warp_instructions += executed;
  counts_.thread_instructions += thread_instructions;
  return go_on;
}

void BlockRunner::branch(Warp& warp, const Instruction& in, std::uint32_t pc, std::uint32_t mask) {
  if (in.guard.exists()) ++counts_.branches;
  if (mask == warp.flow.active()) {
    warp.flow.go_to(in.target);
  } else if (mask == 0) {
    warp.flow.go_to(pc + 1);
  } else {
    ++counts_.divergent_branches;
    warp.flow.split(mask, in.target, pc + 1, in.reconverge);
  }
}

// True when the warp goes on at once (bar.arrive); false when it waits or the block has failed.
bool BlockRunner::arrive(std::uint32_t index, const Instruction& in, std::uint32_t pc,
                         std::uint32_t mask) {
  Warp& warp = warps_[index];
  const BarrierInstruction& instruction = program_.barriers[in.detail];
  const int first = std::countr_zero(mask);
  const std::uint32_t id = warp.lanes.row<std::uint32_t>(instruction.id)[first];
  if (id >= barrier_count) {
    report(DiagnosticKind::divergent_barrier, Severity::error, pc, index, mask,
           fmt::format("barrier {} does not exist: a block has barriers 0 to {}", id,
                       barrier_count - 1));
    status_ = BlockStatus::trapped;
    return false;
  }
  // Threads that have returned early only wait for the others so that all leave together; to the
  // device they have ended.
  const auto ends = [&](std::uint32_t at) {
    return at >= program_.code.size() ||
           (program_.code[at].flow == Flow::exit && !program_.code[at].guard.exists());
  };
  const std::uint32_t running =
      mask == warp.flow.alive() ? mask : warp.flow.alive() & ~warp.flow.lanes_before(ends);
  if (mask != running) {
    report(DiagnosticKind::divergent_barrier, Severity::error, pc, index, running & ~mask,
           fmt::format("only {} of the warp's {} running threads reach this barrier; the emulator "
                       "lets the whole warp "
                       "arrive, the device may hang or go on with wrong data",
                       std::popcount(mask), std::popcount(running)));
  }
  ++counts_.barriers;
  observer_.on_barrier({place_.index, place_.block, index, pc});
  Barrier& barrier = barriers_[id];
  if (instruction.threads.exists()) {
    barrier.expected_threads = warp.lanes.row<std::uint32_t>(instruction.threads)[first];
  }
  barrier.arrived_threads += warp_lanes;  // PTX ISA, bar: counted in whole warps
  if (instruction.predicate.exists()) {
    const std::uint32_t p =
        (warp.lanes.predicate(instruction.predicate) ^ instruction.predicate_flip) & mask;
    barrier.popc += static_cast<std::uint32_t>(std::popcount(p));
    barrier.all = barrier.all && p == mask;
  }
  if (instruction.kind == BarrierKind::arrive) return true;
  warp.status = WarpStatus::waiting;
  warp.barrier = id;
  warp.barrier_instruction = pc;
  return false;
}

void BlockRunner::write_reduction(Warp& warp, const Barrier& barrier) {
  const BarrierInstruction& in = program_.barriers[program_.code[warp.barrier_instruction].detail];
  warp.lanes.mask = warp.flow.active();
  switch (in.kind) {
    case BarrierKind::reduce_popc: {
      std::uint32_t* d = warp.lanes.row<std::uint32_t>(in.destination);
      for_lanes(warp.lanes.mask, [&](int l) { d[l] = barrier.popc; });
      return;
    }
    case BarrierKind::reduce_and:
      return write_predicate(warp.lanes, in.destination, barrier.all ? all_lanes : 0);
    case BarrierKind::reduce_or:
      return write_predicate(warp.lanes, in.destination, barrier.popc != 0 ? all_lanes : 0);
    case BarrierKind::sync:
    case BarrierKind::arrive:
      return;
  }
}

bool BlockRunner::release_barriers() {
  std::uint32_t ended = 0;
  for (const Warp& warp : warps_) ended += warp.status == WarpStatus::done ? warp_lanes : 0;
  bool released = false;
  for (std::uint32_t id = 0; id < barrier_count; ++id) {
    Barrier& barrier = barriers_[id];
    if (barrier.arrived_threads == 0) continue;
    const bool whole_block = barrier.expected_threads == 0;
    const std::uint32_t expected =
        whole_block ? launch_.warps_per_block * warp_lanes - ended
                    : (barrier.expected_threads + warp_lanes - 1) / warp_lanes * warp_lanes;
    if (barrier.arrived_threads < expected) continue;
    bool told = false;
    for (std::uint32_t i = 0; i < warps_.size(); ++i) {
      Warp& warp = warps_[i];
      if (warp.status != WarpStatus::waiting || warp.barrier != id) continue;
      if (whole_block && ended != 0 && !told) {
        report(DiagnosticKind::divergent_barrier, Severity::warning, warp.barrier_instruction, i,
               warp.flow.active(),
               fmt::format("{} warps of the block have ended without this barrier; it must be "
                           "reached by all threads",
                           ended / warp_lanes));
        told = true;
      }
      write_reduction(warp, barrier);
      warp.status = WarpStatus::ready;
      warp.flow.go_to(warp.barrier_instruction + 1);
      if (warp.flow.finished()) warp.status = WarpStatus::done;
      released = true;
    }
    barrier = Barrier{};
  }
  if (released) return true;
  for (std::uint32_t i = 0; i < warps_.size(); ++i) {
    if (warps_[i].status != WarpStatus::waiting) continue;
    report(DiagnosticKind::divergent_barrier, Severity::error, warps_[i].barrier_instruction, i,
           warps_[i].flow.active(),
           fmt::format("barrier {} is never completed: every warp of the block waits or has ended",
                       warps_[i].barrier));
    break;
  }
  status_ = BlockStatus::trapped;
  return false;
}

void BlockRunner::report(DiagnosticKind kind, Severity severity, std::uint32_t pc,
                         std::uint32_t warp, std::uint32_t lanes, std::string message) {
  std::uint32_t at =
      std::min<std::uint32_t>(pc, static_cast<std::uint32_t>(program_.code.size()) - 1);
  // clang gives line 0 to what it made itself, such as a loop's jump back: the line before it says
  // more.
  while (at > 0 && program_.places[at].line == 0) --at;
  const std::uint32_t thread =
      warp * warp_lanes + (lanes == 0 ? 0U : static_cast<std::uint32_t>(std::countr_zero(lanes)));
  const Dim3& size = launch_.config.block;
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.kind = kind;
  diagnostic.place = program_.places[at];
  diagnostic.ptx_line = program_.ptx_lines[at];
  diagnostic.block = place_.block;
  diagnostic.thread =
      Dim3{thread % size[0], thread / size[0] % size[1], thread / (size[0] * size[1])};
  const Dim3& b = place_.block;
  const Dim3& t = *diagnostic.thread;
  diagnostic.message = fmt::format("{} [block ({},{},{}), thread ({},{},{})]", message, b[0], b[1],
                                   b[2], t[0], t[1], t[2]);
  log_.add(place_.index, std::move(diagnostic));
}

}  // namespace lanescope::exec
