#include "sim/exec/run/block_runner.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {
namespace {

// Instructions that a warp executes in one turn. Large enough that switching costs nothing, small
// enough that warps waiting for each other in a loop make progress and a cancelled run ends at
// once.
constexpr std::uint64_t turn = 20'000;

// Without a call of the library for the commonest mask.
std::uint64_t lanes_in(std::uint32_t mask) {
  if (mask == all_lanes) return warp_lanes;
  return static_cast<std::uint64_t>(std::popcount(mask));
}

}  // namespace

BlockRunner::BlockRunner(LaunchState& launch, Observer& observer, Footprint* footprint,
                         GlobalShadow* global)
    : launch_(launch),
      program_(launch.program),
      observer_(observer),
      changes_(launch.program.code.size() + 1),
      guarded_threads_(launch.program.code.size()),
      log_(launch.checks),
      checks_(Checks::make(launch, log_, global)),
      footprint_(footprint),
      block_memory_{{}, {}, AsyncCopies(launch.warps_per_block, launch.shared_bytes)},
      memory_(launch, observer, block_memory_, log_, footprint, checks_.get()) {
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
    warp.rows = warp.lanes.rows[0];
    warp.lanes.rows[1] = launch.constant_rows.data();
    warp.lanes.width = launch.width;
    warp.lanes.last_x = launch.width - 1;
    warp.lanes.last_y = warp_lanes / launch.width - 1;
    for (const RowInfo& info : program_.rows) {
      RowForm form;
      form.bytes = info.bytes;
      warp.lanes.form(info.row) = form;
    }
    fill_fixed_rows(warp, i);
  }
}

void BlockRunner::fill_fixed_rows(Warp& warp, std::uint32_t index) {
  const Dim3& size = launch_.config.block;
  for (const SpecialRow& special : program_.special_rows) {
    auto* row = reinterpret_cast<std::uint32_t*>(warp.lanes.at(special.row));
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
          break;  // set at the start of each block
      }
    }
    find_form(warp.lanes, special.row);  // threadIdx is affine for most shapes of blocks
  }
}

void BlockRunner::start(std::uint64_t block_index) {
  position_.index = block_index;
  position_.block = position_of(block_index, launch_.config.grid);
  std::fill(block_memory_.shared.begin(), block_memory_.shared.end(), std::byte{0});
  block_memory_.copies.start_block();
  clear_local();
  frame_budget_.used = 0;
  std::fill(std::begin(barriers_), std::end(barriers_), Barrier{});
  status_ = BlockStatus::completed;
  ended_warps_ = 0;
  reports_branches_ = observer_.wants_branches(block_index);
  followed_ = observer_.warps_to_follow(block_index);
  memory_.start_block(position_);
  block_start_ = counts_.warp_instructions;
  if (checks_ != nullptr) checks_->start_block(block_index, position_.block);
  for (Warp& warp : warps_) {
    warp.status = WarpStatus::ready;
    warp.flow.start(warp.valid_lanes);
    warp.calls.start(program_, warp.lanes, warp.rows, frame_budget_);
    for (const Row row : program_.rows_to_clear) warp.lanes.set_uniform(row, 0);
    for (const Row row : program_.predicates_to_clear) warp.lanes.predicate(row) = 0;
    for (const SpecialRow& special : program_.special_rows) {
      if (special.special < Special::ctaid_x || special.special > Special::smid) continue;
      const auto axis =
          static_cast<std::size_t>(special.special) - static_cast<std::size_t>(Special::ctaid_x);
      const std::uint32_t value =
          special.special == Special::smid
              ? static_cast<std::uint32_t>(block_index % model_multiprocessors)
              : position_.block[axis];
      warp.lanes.set_uniform(special.row, value);
    }
  }
}

BlockStatus BlockRunner::run(std::uint64_t block_index) {
  start(block_index);
  while (!pass()) {
  }
  return finish();
}

bool BlockRunner::pass() {
  if (program_.code.empty()) return true;
  bool any_ready = false;
  bool all_done = true;
  for (std::uint32_t i = 0; i < warps_.size(); ++i) {
    if (warps_[i].status == WarpStatus::ready) {
      any_ready = true;
      const bool go_on = run_turn(i);
      if (!charge() || !go_on) return true;
    }
    all_done = all_done && warps_[i].status == WarpStatus::done;
  }
  return all_done || (!any_ready && !release_barriers());
}

BlockStatus BlockRunner::finish() {
  pay();
  memory_.finish_block();
  return status_;
}

std::uint64_t BlockRunner::used() const {
  return launch_.instructions_used.load(std::memory_order_relaxed) + counts_.warp_instructions -
         charged_;
}

void BlockRunner::pay() {
  launch_.instructions_used.fetch_add(counts_.warp_instructions - charged_,
                                      std::memory_order_relaxed);
  charged_ = counts_.warp_instructions;
}

bool BlockRunner::charge() {
  if (launch_.stop.stop_requested()) {
    status_ = BlockStatus::cancelled;
    return false;
  }
  // Not after each turn: with barriers they are short, and the workers would wait for each other.
  // Blocks that run together are on one thread.
  if (launch_.config.is_cooperative || counts_.warp_instructions - charged_ >= turn) pay();
  if (used() <= launch_.max_warp_instructions) return true;
  status_ = BlockStatus::budget_exceeded;
  if (const Warp* warp = first_to_go_on()) {
    const StuckFinding stuck = describe_stuck(
        program_, warp->flow, warp->lanes, launch_.max_warp_instructions, position_.index,
        launch_.config.is_cooperative ? 0 : launch::blocks_in(launch_.config.grid));
    report(stuck.kind, Severity::error, warp->flow.next(),
           static_cast<std::uint32_t>(warp - warps_.data()), warp->flow.active(), stuck.message);
  }
  return false;
}

const BlockRunner::Warp* BlockRunner::first_to_go_on() const {
  for (const WarpStatus wanted : {WarpStatus::ready, WarpStatus::waiting}) {
    for (const Warp& warp : warps_) {
      if (warp.status == wanted && !warp.flow.finished()) return &warp;
    }
  }
  return nullptr;
}

SourcePlace BlockRunner::place() const {
  const Warp* warp = first_to_go_on();
  return warp != nullptr ? program_.places[with_line(warp->flow.next())] : SourcePlace{};
}

std::uint32_t BlockRunner::with_line(std::uint32_t pc) const {
  std::uint32_t at =
      std::min<std::uint32_t>(pc, static_cast<std::uint32_t>(program_.code.size()) - 1);
  // clang gives line 0 to code that it generates, such as a loop's jump back. The preceding line is
  // more useful.
  while (at > 0 && program_.places[at].line == 0) --at;
  return at;
}

// A warp executed instructions [first, last) with these lanes active. Only the two ends are
// recorded; profile() computes the sums.
std::uint64_t BlockRunner::account(std::uint32_t first, std::uint32_t last, std::uint32_t active) {
  const std::uint64_t lanes = lanes_in(active);
  changes_[first].executions += 1;
  changes_[first].active += lanes;
  changes_[last].executions -= 1;
  changes_[last].active -= lanes;
  return last - first -
         (launch_.program.continues_before[last] - launch_.program.continues_before[first]);
}

void BlockRunner::compute(const Lanes& lanes, const Instruction& in) {
  if (lanes.mask == all_lanes && in.by_form != nullptr && in.by_form(lanes, in)) return;
  in.handler(lanes, in);
}

// Stores the block's clock: the instructions executed by its warps. `in_this_turn` of them are not
// in the counter yet.
void BlockRunner::read_clock(const Lanes& lanes, const Instruction& in,
                             std::uint64_t in_this_turn) const {
  const std::uint64_t now = counts_.warp_instructions - block_start_ + in_this_turn;
  if (lanes.mask == all_lanes) return lanes.set_uniform(in.d, now);
  std::uint64_t* d = lanes.write<std::uint64_t>(in.d);
  for_lanes(lanes.mask, [=](int l) { d[l] = now; });
}

InstructionRecord BlockRunner::record_of(std::uint32_t index, std::uint32_t pc,
                                         std::uint32_t executing) const {
  const Warp& warp = warps_[index];
  return {position_.index, position_.block,    index,     pc, warp.flow.active(),
          executing,       warp.calls.depth(), warp.lanes};
}

void BlockRunner::report_result(std::uint32_t index, std::uint32_t pc, std::uint32_t executing) {
  if (executing != 0) observer_.on_result(record_of(index, pc, executing));
}

bool BlockRunner::run_turn(std::uint32_t index) {
  std::uint64_t executed = 0;
  // The run's limit ends a turn early: only the rest of a straight line goes beyond it.
  const std::uint64_t limit = launch_.max_warp_instructions;
  turn_ = 1 + std::min(turn - 1, limit - std::min(used(), limit));
  yields_ = false;
  warps_[index].reached_barrier = false;
  bool go_on = true;
  if (!runs_one_by_one(index)) go_on = run_warp<false>(index, executed);
  if (go_on && runs_one_by_one(index)) go_on = run_warp<true>(index, executed);
  counts_.warp_instructions += executed;
  return go_on;
}

template <bool one_by_one>
bool BlockRunner::run_warp(std::uint32_t index, std::uint64_t& executed_in_turn) {
  Warp& warp = warps_[index];
  Lanes& lanes = warp.lanes;
  const Instruction* code = program_.code.data();
  const auto end = static_cast<std::uint32_t>(program_.code.size());
  std::uint64_t executed = executed_in_turn;
  bool go_on = true;
  const bool runs_together = launch_.config.is_cooperative;
  [[maybe_unused]] const bool followed = one_by_one && is_followed(index);
  // One by one, a turn lasts as long as it would otherwise: to the end of the straight line.
  [[maybe_unused]] bool in_line = executed != 0;
  [[maybe_unused]] bool slows_down = false;
  while (go_on && !warp.reached_barrier && !yields_ && warp.status == WarpStatus::ready &&
         (executed < turn_ || (one_by_one && in_line)) && !slows_down) {
    std::uint32_t pc = warp.flow.next();
    const std::uint32_t active = warp.flow.active();
    if (pc >= end) {  // a function body that does not end in ret
      warp.flow.exit(active);
      if (warp.flow.finished()) retire(warp);
      continue;
    }
    // A straight line ends before the next instruction that may change which lanes execute.
    const std::uint32_t start = pc;
    const std::uint32_t reconvergence_point = warp.flow.reconvergence_point();
    const std::uint32_t line_end =
        reconvergence_point > pc ? std::min(reconvergence_point, end) : end;
    std::uint32_t stop = one_by_one ? pc + 1 : line_end;
    if constexpr (one_by_one) {
      in_line = stop < line_end;
      if (followed) {
        const Row guard = code[pc].guard;
        const std::uint32_t holds =
            guard.exists() ? lanes.predicate(guard) ^ code[pc].guard_flip : all_lanes;
        observer_.on_instruction(record_of(index, pc, active & holds));
      }
    }
    std::uint32_t mask = active;
    const Instruction* in = code + pc;
    for (; pc < stop; ++pc, ++in) {
      mask = active;
      if (in->guard.exists()) {
        mask &= lanes.predicate(in->guard) ^ in->guard_flip;
        guarded_threads_[pc] += lanes_in(mask);
      }
      if constexpr (one_by_one) {
        if (mask != 0 && checks_ != nullptr && checks_->follows_values(index)) {
          lanes.mask = mask;
          checks_->on_instruction(pc, lanes, index);
        }
      }
      if (in->flow > Flow::nothing) break;
      if (mask == 0) continue;
      lanes.mask = mask;
      if (in->flow == Flow::compute) {
        compute(lanes, *in);
      } else if (in->flow == Flow::memory) {
        // A store of an undefined value must be seen.
        const bool is_followed_store = one_by_one && checks_ != nullptr &&
                                       program_.memory[in->index].op == memory::Op::store &&
                                       checks_->follows_values(index);
        // Where blocks run together, one may wait here for what another block writes.
        const bool polls = runs_together && may_poll(program_.memory[in->index]);
        const bool may_repeat = mask == all_lanes && !is_followed_store && !polls;
        if (may_repeat && memory_.repeat(in->index, lanes, index)) continue;
        memory_.execute(in->index, lanes, index, may_repeat);
        if (polls) {
          yields_ = true;
          stop = pc + 1;
        }
        if constexpr (!one_by_one) {
          if (checks_ != nullptr && checks_->follows_values(index)) {
            slows_down = true;
            stop = pc + 1;
          }
        }
      } else if (in->flow == Flow::warp) {
        if (in->warp_sync != 0 && checks_ != nullptr)
          checks_->on_warp_sync(pc, lanes, warp.flow, index);
        in->handler(lanes, *in);
        if constexpr (!one_by_one) {
          if (in->warp_sync != 0 && checks_ != nullptr && checks_->follows_values(index)) {
            slows_down = true;
            stop = pc + 1;
          }
        }
      } else if (in->flow == Flow::clock) {
        read_clock(lanes, *in,
                   executed + pc - start -
                       (program_.continues_before[pc] - program_.continues_before[start]));
      }
    }
    if (pc == stop) {
      executed += account(start, stop, active);
      if constexpr (one_by_one) {
        if (followed) report_result(index, start, mask);
      }
      warp.flow.go_to(pc);
      continue;
    }
    executed += account(start, pc + 1, active);
    lanes.mask = mask;
    [[maybe_unused]] const std::size_t depth = one_by_one ? warp.calls.depth() : 0;
    go_on = change_flow(index, *in, pc, mask);
    if constexpr (one_by_one) {
      in_line = false;
      const bool has_result = in->flow == Flow::block || in->flow == Flow::call;
      if (followed && has_result && warp.calls.depth() == depth) report_result(index, pc, mask);
    }
  }
  executed_in_turn = executed;
  return go_on;
}

void BlockRunner::retire(Warp& warp) {
  warp.status = WarpStatus::done;
  ++ended_warps_;
}

// Executes an instruction that ends a straight line. Returns false if the block must stop, with
// `status_` set.
bool BlockRunner::change_flow(std::uint32_t index, const Instruction& in, std::uint32_t pc,
                              std::uint32_t mask) {
  Warp& warp = warps_[index];
  switch (in.flow) {
    case Flow::branch:
      branch(warp, in, pc, mask);
      return true;
    case Flow::exit: {
      const bool all = mask == warp.flow.active();
      warp.flow.exit(mask);
      warp.calls.drop_empty(warp.lanes, warp.flow);
      if (!all) warp.flow.go_to(pc + 1);
      if (warp.flow.finished()) retire(warp);
      return true;
    }
    case Flow::barrier:
      if (mask != 0 && !arrive(index, in, pc, mask)) return status_ == BlockStatus::completed;
      warp.flow.go_to(pc + 1);
      return true;
    case Flow::call:
      return call(index, in, pc, mask);
    case Flow::ret:
      return_from_call(index, pc, mask);
      return true;
    case Flow::table:
      return jump_by_table(index, in, pc, mask);
    case Flow::trap:
      if (mask == 0) {
        warp.flow.go_to(pc + 1);
        return true;
      }
      report(DiagnosticKind::trap, Severity::error, pc, index, mask,
             in.immediate == 0 ? "the kernel executed trap: the launch ends here"
                               : "the kernel executed brkpt, a breakpoint: without a debugger a "
                                 "GPU ends the launch with an error; it ends here, too");
      status_ = BlockStatus::trapped;
      return false;
    case Flow::block:
      warp.flow.go_to(pc + 1);
      // A wait that is not over: another warp may complete it.
      yields_ =
          mask != 0 && !memory_.operate(program_.block_operations[in.index], warp.lanes, index);
      return true;
    case Flow::compute:
    case Flow::warp:
    case Flow::memory:
    case Flow::clock:
    case Flow::nothing:
      break;  // does not end a straight line
  }
  return true;
}

std::vector<InstructionProfile> BlockRunner::profile() const {
  std::vector<InstructionProfile> profile(program_.code.size());
  InstructionProfile sum;
  for (std::size_t i = 0; i < profile.size(); ++i) {
    sum.executions += changes_[i].executions;
    sum.active += changes_[i].active;
    profile[i] = sum;
    profile[i].threads = program_.code[i].guard.exists() ? guarded_threads_[i] : sum.active;
    profile[i].divergent = changes_[i].divergent;
    profile[i].all_taken = changes_[i].all_taken;
  }
  return profile;
}

void BlockRunner::branch(Warp& warp, const Instruction& in, std::uint32_t pc, std::uint32_t mask) {
  if (in.guard.exists()) {
    ++counts_.branches;
    if (reports_branches_) {
      const auto index = static_cast<std::uint32_t>(&warp - warps_.data());
      observer_.on_branch({position_.index, position_.block, index, pc, warp.flow.active(), mask});
    }
  }
  const std::uint32_t others = warp.flow.active() & ~mask;
  if (mask != 0 && others != 0) {
    ++counts_.divergent_branches;
    ++changes_[pc].divergent;
    const MeetingPoints& points = program_.meeting_points[in.meeting_points];
    const Divergence::Side sides[] = {{in.target, mask, points.depth[0]},
                                      {pc + 1, others, points.depth[1]}};
    return warp.flow.split(sides, points.at);
  }
  const unsigned side = others == 0 ? 0 : 1;
  changes_[pc].all_taken += others == 0 ? 1 : 0;
  const std::uint32_t next = side == 0 ? in.target : pc + 1;
  if ((in.leaves >> side & 1U) == 0) return warp.flow.go_to(next);
  warp.flow.go_out_to(next, program_.meeting_points[in.meeting_points].depth[side]);
}

// Returns true if the warp continues at once (bar.arrive), false if it waits or the block failed.
bool BlockRunner::arrive(std::uint32_t index, const Instruction& in, std::uint32_t pc,
                         std::uint32_t mask) {
  Warp& warp = warps_[index];
  const BarrierInstruction& instruction = program_.barriers[in.index];
  const int first = std::countr_zero(mask);
  warp.lanes.mask = mask;
  const std::uint32_t id = warp.lanes.read<std::uint32_t>(instruction.id)[first];
  if (id >= barrier_count) {
    status_ = BlockStatus::trapped;
    report(DiagnosticKind::divergent_barrier, Severity::error, pc, index, mask,
           fmt::format("barrier {} does not exist: a block has barriers 0 to {}", id,
                       barrier_count - 1));
    return false;
  }
  const std::uint32_t running =
      mask == warp.flow.alive() ? mask : running_lanes(program_, warp.flow);
  if (mask != running) {
    report(DiagnosticKind::divergent_barrier, Severity::error, pc, index, running & ~mask,
           fmt::format("only {} of the warp's {} running threads reach this barrier; the emulator "
                       "lets the whole warp arrive; a GPU may hang or go on with wrong data",
                       std::popcount(mask), std::popcount(running)));
  }
  ++counts_.barriers;
  observer_.on_barrier({position_.index, position_.block, index, pc});
  Barrier& barrier = barriers_[id];
  if (instruction.threads.exists())
    barrier.expected_threads = warp.lanes.read<std::uint32_t>(instruction.threads)[first];
  barrier.arrived_threads += warp_lanes;  // PTX ISA, bar: counted in whole warps
  if (instruction.predicate.exists()) {
    const std::uint32_t p =
        (warp.lanes.predicate(instruction.predicate) ^ instruction.predicate_flip) & mask;
    barrier.popc += static_cast<std::uint32_t>(std::popcount(p));
    barrier.all = barrier.all && p == mask;
  }
  const bool waits = instruction.kind != BarrierKind::arrive;
  if (checks_ != nullptr) checks_->on_barrier_arrival(id, index, waits);
  if (waits) {
    warp.status = WarpStatus::waiting;
    warp.barrier = id;
    warp.barrier_instruction = pc;
    warp.reached_barrier = true;  // also for the last warp to arrive: the others run first
  }
  // Released at once, as on the device: a warp that only arrives may come again for the next phase.
  if (is_complete(barrier)) release(id);
  return !waits;
}

void BlockRunner::write_reduction(Warp& warp, const Barrier& barrier) {
  const BarrierInstruction& in = program_.barriers[program_.code[warp.barrier_instruction].index];
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

bool BlockRunner::is_complete(const Barrier& barrier) const {
  if (barrier.expected_threads != 0) {
    const std::uint32_t whole_warps =
        (barrier.expected_threads + warp_lanes - 1) / warp_lanes * warp_lanes;
    return barrier.arrived_threads >= whole_warps;
  }
  // Warps that have ended count as arrived: since Volta a barrier waits for the threads that have
  // not exited (CUDA C++ Programming Guide, "Independent Thread Scheduling"), so a whole warp may
  // return early.
  return barrier.arrived_threads >= (launch_.warps_per_block - ended_warps_) * warp_lanes;
}

bool BlockRunner::release(std::uint32_t id) {
  const Barrier barrier = barriers_[id];
  barriers_[id] = Barrier{};
  std::uint32_t waiting = 0;
  for (std::uint32_t i = 0; i < warps_.size(); ++i) {
    Warp& warp = warps_[i];
    if (warp.status != WarpStatus::waiting || warp.barrier != id) continue;
    write_reduction(warp, barrier);
    if ((followed_ >> i & 1U) != 0) report_result(i, warp.barrier_instruction, warp.flow.active());
    warp.status = WarpStatus::ready;
    warp.flow.go_to(warp.barrier_instruction + 1);
    if (warp.flow.finished()) retire(warp);
    waiting |= 1U << i;
  }
  if (checks_ != nullptr) checks_->on_barrier_release(id, waiting, barrier.expected_threads == 0);
  return waiting != 0;
}

bool BlockRunner::release_barriers() {
  bool released = false;
  for (std::uint32_t id = 0; id < barrier_count; ++id) {
    if (barriers_[id].arrived_threads == 0 || !is_complete(barriers_[id])) continue;
    released = release(id) || released;
  }
  if (released) return true;
  status_ = BlockStatus::trapped;
  for (std::uint32_t i = 0; i < warps_.size(); ++i) {
    if (warps_[i].status != WarpStatus::waiting) continue;
    report(DiagnosticKind::divergent_barrier, Severity::error, warps_[i].barrier_instruction, i,
           warps_[i].flow.active(),
           fmt::format("barrier {} is never completed: every warp of the block waits or has ended",
                       warps_[i].barrier));
    break;
  }
  return false;
}

void BlockRunner::report(DiagnosticKind kind, Severity severity, std::uint32_t pc,
                         std::uint32_t warp, std::uint32_t lanes, std::string message) {
  const std::uint32_t at = with_line(pc);
  const FindingKey key{
      kind, severity, 0, program_.ptx_lines[at], 0, status_ != BlockStatus::completed};
  log_.add(position_.index, key, [&] {
    return diagnostic_at(launch_, at, kind, severity, position_.block, warp, lanes, message);
  });
}

}  // namespace lanescope::exec
