#include "sim/exec/run/call_stack.h"

#include <algorithm>
#include <cstring>

#include "sim/exec/lanes/lane_loops.h"
#include "sim/exec/program/parameter_area.h"

namespace lanescope::exec {
namespace {

constexpr std::size_t chunk_bytes = 1U << 20;
constexpr std::size_t rows_alignment = 64;

std::byte* aligned(std::byte* bytes) {
  return reinterpret_cast<std::byte*>(
      align_up(reinterpret_cast<std::uintptr_t>(bytes), rows_alignment));
}

}  // namespace

void CallStack::start(const Program& program, Lanes& lanes, std::byte* rows, FrameBudget& budget) {
  program_ = &program;
  budget_ = &budget;
  kernel_rows_ = rows;
  lanes.rows[0] = rows;
  frames_.clear();
  tops_.fill(program.kernel_local_bytes);
  chunk_ = 0;
  chunk_used_ = 0;
}

bool CallStack::fits(std::uint64_t top, std::size_t depth) const {
  if (program_->stack_is_bounded) return true;
  return top - program_->kernel_local_bytes + depth * frame_overhead_bytes <= max_stack_bytes;
}

bool CallStack::set_top(int lane, std::uint64_t top) {
  if (top > program_->local_bytes || !fits(top, frames_.size())) return false;
  tops_[static_cast<std::size_t>(lane)] = top;
  return true;
}

std::byte* CallStack::allocate(std::size_t bytes) {
  const std::size_t wanted = align_up(bytes, rows_alignment);
  while (chunk_ < chunks_.size() && chunks_[chunk_].size < chunk_used_ + wanted) {
    ++chunk_;
    chunk_used_ = 0;
  }
  if (chunk_ == chunks_.size()) {
    Chunk chunk;
    chunk.size = std::max(chunk_bytes, wanted);
    // Not cleared: rows that may be read before they are written are cleared separately
    // (Program::rows_to_clear).
    chunk.bytes.reset(new std::byte[chunk.size + rows_alignment]);
    chunks_.push_back(std::move(chunk));
    chunk_used_ = 0;
  }
  std::byte* rows = aligned(chunks_[chunk_].bytes.get()) + chunk_used_;
  chunk_used_ += wanted;
  return rows;
}

bool CallStack::enter(const CallInstruction& call, const FunctionCode& function,
                      std::uint32_t called, std::uint32_t return_to, Lanes& lanes, Divergence& flow,
                      Locals& locals) {
  std::uint64_t top = 0;
  for_lanes(called, [&](int l) { top = std::max(top, tops_[static_cast<std::size_t>(l)]); });
  locals.address = align_up(top, function.local_alignment);
  locals.bytes = function.local_bytes;
  top = locals.address + locals.bytes;
  if (!fits(top, frames_.size() + 1)) return false;
  if (budget_->used + function.row_bytes > budget_->limit) return false;
  budget_->used += function.row_bytes;

  Frame frame{&call, &function, lanes.rows[0], 0, chunk_, chunk_used_, tops_};
  for_lanes(called, [&](int l) { tops_[static_cast<std::size_t>(l)] = top; });
  std::byte* rows = allocate(function.row_bytes);
  Lanes callee = lanes;
  callee.rows[0] = rows;
  callee.mask = called;
  std::uint32_t at = function.arguments_at;
  for (const ParameterArea& argument : call.arguments) {
    std::memcpy(rows + at, lanes.rows[0] + argument.at, argument.size());
    at += argument.size();
  }
  for (const RowInfo& info : function.rows) {
    RowForm form;
    form.bytes = info.bytes;
    callee.form(info.row) = form;
  }
  for (const SpecialRow& special : function.special_rows) {
    std::memcpy(callee.at(special.row) - form_bytes,
                kernel_rows_ + special.kernel_row.value - form_bytes, form_bytes + 4 * warp_lanes);
  }
  for (const Row row : function.rows_to_clear) callee.set_uniform(row, 0);
  for (const Row row : function.predicates_to_clear) callee.predicate(row) = 0;
  for (const LocalAddress& local : function.local_addresses)
    callee.set_uniform(local.row, locals.address + local.offset);
  frame.height = flow.enter(called, function.first, return_to);
  frames_.push_back(frame);
  lanes.rows[0] = rows;
  return true;
}

void CallStack::leave(std::uint32_t returning, std::uint32_t next, Lanes& lanes, Divergence& flow) {
  const Frame& frame = frames_.back();
  std::uint32_t at = frame.function->results_at;
  for (const ParameterArea& result : frame.call->results) {
    for (std::uint32_t word = 0; word < result.words(); ++word) {
      const std::byte* from = lanes.rows[0] + at + word * area_word_row_bytes;
      std::byte* to = frame.caller_rows + result.at + word * area_word_row_bytes;
      for_lanes(returning, [=](int l) { write_area(to, l, read_area<std::uint64_t>(from, l)); });
    }
    at += result.size();
  }
  if (flow.leave(returning, next, frame.height)) drop(lanes);
}

void CallStack::drop(Lanes& lanes) {
  const Frame& frame = frames_.back();
  lanes.rows[0] = frame.caller_rows;
  tops_ = frame.tops;
  chunk_ = frame.chunk;
  chunk_used_ = frame.chunk_used;
  budget_->used -= frame.function->row_bytes;
  frames_.pop_back();
}

void CallStack::drop_empty(Lanes& lanes, const Divergence& flow) {
  while (!frames_.empty() && flow.height() <= frames_.back().height) drop(lanes);
}

}  // namespace lanescope::exec
