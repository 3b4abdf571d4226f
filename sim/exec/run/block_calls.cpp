// Calls in the block runner: where the lanes go, and the functions of the CUDA runtime.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "sim/exec/lanes/lane_loops.h"
#include "sim/exec/run/block_runner.h"

namespace lanescope::exec {

bool BlockRunner::stop_block(DiagnosticKind kind, std::uint32_t pc, std::uint32_t warp,
                             std::uint32_t lanes, std::string message) {
  report(kind, Severity::error, pc, warp, lanes, std::move(message));
  status_ = BlockStatus::trapped;
  return false;
}

bool BlockRunner::call(std::uint32_t index, const Instruction& in, std::uint32_t pc,
                       std::uint32_t mask) {
  Warp& warp = warps_[index];
  const CallInstruction& call = program_.calls[in.index];
  if (mask != 0) {
    using Kind = CallInstruction::Kind;
    warp.lanes.mask = mask;
    switch (call.kind) {
      case Kind::function:
        return enter(index, call, program_.functions[call.function], pc, mask);
      case Kind::pointer:
        return call_pointer(index, call, pc, mask);
      case Kind::print:
        print(index, call, pc, mask);
        break;
      case Kind::parameter_buffer:
        get_parameter_buffer(index, call, pc, mask);
        break;
      case Kind::launch:
        launch_kernel(index, call, pc, mask);
        break;
      case Kind::take_error:
      case Kind::peek_error:
        read_error(index, call, mask);
        break;
      case Kind::heap_allocate:
        allocate_on_heap(index, call, pc, mask);
        break;
      case Kind::heap_free:
        free_on_heap(index, call, pc, mask);
        break;
      case Kind::assertion:
        return fail_assertion(index, call, pc, mask);
      case Kind::allocate:
        if (!allocate(index, call, pc, mask)) return false;
        break;
      case Kind::save_stack:
        for_lanes(mask, [&](int l) {
          write_lane(warp.lanes, call.destination, call.destination_bytes, l, warp.calls.top(l));
        });
        break;
      case Kind::restore_stack:
        if (!restore_stack(index, call, pc, mask)) return false;
        break;
    }
  }
  warp.flow.go_to(pc + 1);
  return true;
}

// Clears the kernel's variables. A function's variables are cleared when it begins.
void BlockRunner::clear_local() {
  if (program_.local_bytes == 0) return;
  const std::uint64_t kernel = std::min(program_.kernel_local_bytes, program_.local_bytes);
  for (std::uint32_t i = 0; i < warps_.size(); ++i) {
    for (int l = 0; l < warp_lanes; ++l) std::memset(local_of(i, l), 0, kernel);
  }
}

std::byte* BlockRunner::local_of(std::uint32_t warp, int lane) {
  const std::uint64_t thread = std::uint64_t{warp} * warp_lanes + static_cast<std::uint64_t>(lane);
  return block_memory_.local.data() + thread * program_.local_bytes;
}

bool BlockRunner::stack_is_full(std::uint32_t index, std::uint32_t pc, std::uint32_t mask) {
  return stop_block(
      DiagnosticKind::stack_overflow, pc, index, mask,
      fmt::format("the stack is full, {} calls deep: a thread has {} KiB for its calls and their "
                  "variables (endless recursion?); the launch ends here",
                  warps_[index].calls.depth(), max_stack_bytes / 1024));
}

bool BlockRunner::enter(std::uint32_t index, const CallInstruction& call,
                        const FunctionCode& function, std::uint32_t pc, std::uint32_t mask) {
  Warp& warp = warps_[index];
  CallStack::Locals locals;
  if (!warp.calls.enter(call, function, mask, pc + 1, warp.lanes, warp.flow, locals))
    return stack_is_full(index, pc, mask);
  if (checks_ != nullptr && checks_->follows_values(index)) follow_arguments(index, mask);
  // Bytes of earlier calls must not be visible: they would depend on which blocks ran before.
  if (locals.bytes != 0) {
    for_lanes(mask,
              [&](int l) { std::memset(local_of(index, l) + locals.address, 0, locals.bytes); });
  }
  for (const CopiedArgument& copied : function.copied_arguments)
    copy_argument(index, copied, locals.address + copied.offset, mask);
  return true;
}

void BlockRunner::copy_argument(std::uint32_t index, const CopiedArgument& copied,
                                std::uint64_t address, std::uint32_t mask) {
  const ParameterArea& area = copied.area;
  for (std::uint64_t at = 0; at < area.bytes; at += area_word_bytes) {
    const std::byte* word = warps_[index].lanes.rows[0] + area.offset_of(at);
    const std::uint64_t bytes = std::min<std::uint64_t>(area.bytes - at, area_word_bytes);
    for_lanes(mask, [&](int l) {
      std::memcpy(local_of(index, l) + address + at, word + l * area_word_bytes, bytes);
    });
  }
  if (checks_ != nullptr) checks_->on_copied_argument(index, mask, address, area.bytes);
}

// The checks follow undefined values to the frame of the called function and back.
void BlockRunner::follow_arguments(std::uint32_t index, std::uint32_t mask) {
  const Warp& warp = warps_[index];
  const CallStack::Innermost in = warp.calls.innermost();
  const std::byte* rows = warp.lanes.rows[0];
  checks_->on_frame(index, rows, in.function.row_bytes);
  std::uint32_t at = in.function.arguments_at;
  for (const ParameterArea& argument : in.call.arguments) {
    checks_->on_area_move(index, in.caller_rows + argument.at, rows + at, argument.size(), mask);
    at += argument.size();
  }
}

void BlockRunner::follow_results(std::uint32_t index, std::uint32_t mask) {
  const Warp& warp = warps_[index];
  const CallStack::Innermost in = warp.calls.innermost();
  std::uint32_t at = in.function.results_at;
  for (const ParameterArea& result : in.call.results) {
    checks_->on_area_move(index, warp.lanes.rows[0] + at, in.caller_rows + result.at, result.size(),
                          mask);
    at += result.size();
  }
}

// Lanes that call different functions execute them one function after the other.
bool BlockRunner::call_pointer(std::uint32_t index, const CallInstruction& call, std::uint32_t pc,
                               std::uint32_t mask) {
  Warp& warp = warps_[index];
  const auto* addresses = warp.lanes.read<std::uint64_t>(call.value);
  const std::uint64_t address = addresses[std::countr_zero(mask)];
  std::uint32_t same = 0;
  for_lanes(mask, [&](int l) { same |= static_cast<std::uint32_t>(addresses[l] == address) << l; });
  const auto called = std::ranges::find(program_.functions, address, &FunctionCode::address);
  if (called == program_.functions.end()) {
    return stop_block(DiagnosticKind::invalid_call, pc, index, same,
                      fmt::format("the kernel calls through the pointer 0x{:x}, which points to no "
                                  "function; the launch ends here",
                                  address));
  }
  const FunctionCode& function = *called;
  if (call.argument_bytes() != function.argument_bytes ||
      (!call.results.empty() && call.result_bytes() != function.result_bytes)) {
    return stop_block(
        DiagnosticKind::invalid_call, pc, index, same,
        fmt::format(
            "the called pointer points to {}, which takes other arguments; the launch ends here",
            function.name));
  }
  if (const std::uint32_t others = warp.flow.active() & ~same; others != 0) {
    // The other lanes execute this instruction again, and are counted then.
    changes_[pc].active -= static_cast<std::uint64_t>(std::popcount(others));
    changes_[pc + 1].active += static_cast<std::uint64_t>(std::popcount(others));
    if (program_.code[pc].guard.exists())
      guarded_threads_[pc] -= static_cast<std::uint64_t>(std::popcount(mask & ~same));
    warp.flow.split(same, pc, pc, pc + 1);
  }
  return enter(index, call, function, pc, same);
}

void BlockRunner::return_from_call(std::uint32_t index, std::uint32_t pc, std::uint32_t mask) {
  Warp& warp = warps_[index];
  if (mask == 0) return warp.flow.go_to(pc + 1);
  const bool follows = checks_ != nullptr && checks_->follows_values(index);
  if (follows) follow_results(index, mask);
  const std::byte* rows = warp.lanes.rows[0];
  const std::uint32_t bytes = warp.calls.innermost().function.row_bytes;
  warp.calls.leave(mask, pc + 1, warp.lanes, warp.flow);
  if (follows && warp.lanes.rows[0] != rows) checks_->on_frame(index, rows, bytes);
}

// Counts as one branch, however many targets it has.
bool BlockRunner::jump_by_table(std::uint32_t index, const Instruction& in, std::uint32_t pc,
                                std::uint32_t mask) {
  Warp& warp = warps_[index];
  const std::vector<std::uint32_t>& table = program_.branch_tables[in.index];
  ++counts_.branches;
  std::array<Divergence::Side, warp_lanes + 1> sides{};
  std::size_t count = 0;
  const MeetingPoints& points = program_.meeting_points[in.meeting_points];
  const auto add = [&](std::uint32_t target, std::uint32_t lanes, std::uint32_t depth) {
    std::size_t i = 0;
    while (i < count && sides[i].target != target) ++i;
    if (i == count) sides[count++] = {target, 0, depth};
    sides[i].lanes |= lanes;
  };
  std::uint32_t outside = 0;
  if (mask != 0) {
    warp.lanes.mask = mask;
    const auto* indices = warp.lanes.read<std::uint32_t>(in.a);
    for_set_lanes(mask, [&](int l) {
      if (indices[l] >= table.size()) {
        outside |= 1U << l;
      } else {
        add(table[indices[l]], 1U << l, points.depth[indices[l]]);
      }
    });
    if (outside != 0) {
      return stop_block(
          DiagnosticKind::invalid_call, pc, index, outside,
          fmt::format("the jump's index is {}, but its table has {} entries; the launch ends here",
                      indices[std::countr_zero(outside)], table.size()));
    }
  }
  if (const std::uint32_t others = warp.flow.active() & ~mask; others != 0)
    add(pc + 1, others, points.depth.back());
  if (count == 1) {
    warp.flow.go_out_to(sides[0].target, sides[0].depth);
    return true;
  }
  ++counts_.divergent_branches;
  ++changes_[pc].divergent;
  warp.flow.split(std::span(sides).first(count), points.at);
  return true;
}

namespace {

constexpr std::size_t max_text_bytes = 64 * 1024;

// Reads memory at generic addresses for the emulator itself: texts and arguments of printf and
// assert. These are not accesses of the kernel, so they are not counted.
class GenericReader {
 public:
  // `footprint`: marks global bytes as read; nullptr if blocks run one after the other.
  GenericReader(const LaunchState& launch, const BlockMemory& block, Footprint* footprint)
      : launch_(launch), block_(block), footprint_(footprint) {}

  // Returns false and leaves `out` unchanged if any of these bytes does not exist. `thread`: linear
  // index in the block.
  [[nodiscard]] bool read(std::uint64_t address, std::span<std::byte> out,
                          std::uint32_t thread) const {
    const std::uint64_t offset = address % window_bytes;
    const auto copy = [&](const std::byte* base, std::uint64_t bytes) {
      if (offset > bytes || bytes - offset < out.size()) return false;
      std::memcpy(out.data(), base + offset, out.size());
      return true;
    };
    switch (address / window_bytes) {
      case shared_window / window_bytes:
        return copy(block_.shared.data(), launch_.shared_bytes);
      case local_window / window_bytes: {
        const std::uint64_t stride = launch_.program.local_bytes;
        return copy(block_.local.data() + thread * stride, stride);
      }
      case constant_window / window_bytes:
        return copy(launch_.constant_bank.data(), launch_.constant_bank.size());
      case param_window / window_bytes:
        return copy(launch_.parameters.data(), launch_.parameters.size());
      default:
        break;
    }
    const GlobalMemory::Array* array = launch_.memory.find(address, out.size());
    if (array == nullptr) return false;
    const std::uint64_t start = address - array->address;
    std::memcpy(out.data(), array->data + start, out.size());
    if (footprint_ != nullptr) {
      const auto index = static_cast<std::size_t>(array - launch_.memory.arrays().data());
      if (footprint_->wants_reads(index)) footprint_->mark(index, Touch::read, start, out.size());
    }
    return true;
  }

  // Reads up to the terminating zero or the maximum length. nullopt if the memory can't be read.
  [[nodiscard]] std::optional<std::string> text(std::uint64_t address, std::uint32_t thread) const {
    std::string text;
    while (text.size() < max_text_bytes) {
      char c = 0;
      if (!read(address + text.size(), std::as_writable_bytes(std::span(&c, 1)), thread))
        return std::nullopt;
      if (c == 0) break;
      text += c;
    }
    return text;
  }

 private:
  const LaunchState& launch_;
  const BlockMemory& block_;
  Footprint* footprint_;
};

}  // namespace

void BlockRunner::print(std::uint32_t index, const CallInstruction& call, std::uint32_t pc,
                        std::uint32_t mask) {
  Warp& warp = warps_[index];
  const GenericReader reader(launch_, block_memory_, footprint_);
  std::uint32_t unwritten = 0;
  for_lanes(mask, [&](int l) {
    const std::uint32_t thread = index * warp_lanes + static_cast<std::uint32_t>(l);
    const std::byte* frame = warp.lanes.rows[0];
    const auto format = read_area<std::uint64_t>(frame + call.arguments[0].at, l);
    const auto arguments = read_area<std::uint64_t>(frame + call.arguments[1].at, l);
    const PrintSource source{
        [&](std::uint64_t offset, std::uint32_t bytes) -> std::optional<std::uint64_t> {
          std::uint64_t value = 0;
          const auto out = std::as_writable_bytes(std::span(&value, 1)).first(bytes);
          if (!reader.read(arguments + offset, out, thread)) return std::nullopt;
          if (checks_ != nullptr && checks_->is_unwritten(arguments + offset, bytes, thread))
            unwritten |= 1U << l;
          return value;
        },
        [&](std::uint64_t address) { return reader.text(address, thread); }};
    const auto text = reader.text(format, thread);
    const Printed printed = text ? format_print(*text, source) : Printed{"", -1};
    print_log_.add(position_.index, printed.text);
    if (!call.results.empty())
      write_area<std::int32_t>(warp.lanes.rows[0] + call.results[0].at, l, printed.arguments);
  });
  if (unwritten == 0) return;
  report(DiagnosticKind::uninitialised_read, Severity::error, pc, index, unwritten,
         fmt::format("printf gets a value that nothing has written{}", more_lanes(unwritten)));
}

bool BlockRunner::fail_assertion(std::uint32_t index, const CallInstruction& call, std::uint32_t pc,
                                 std::uint32_t mask) {
  const Warp& warp = warps_[index];
  const GenericReader reader(launch_, block_memory_, footprint_);
  const int lane = std::countr_zero(mask);
  const std::uint32_t thread = index * warp_lanes + static_cast<std::uint32_t>(lane);
  const auto text = [&](std::size_t argument) {
    const std::byte* area = warp.lanes.rows[0] + call.arguments[argument].at;
    return reader.text(read_area<std::uint64_t>(area, lane), thread).value_or("?");
  };
  const auto line = read_area<std::uint32_t>(warp.lanes.rows[0] + call.arguments[2].at, lane);
  return stop_block(DiagnosticKind::assertion_failed, pc, index, mask,
                    fmt::format("assertion `{}` failed ({}:{}, {}){}; the launch ends here",
                                text(0), text(1), line, text(3),
                                std::popcount(mask) > 1
                                    ? fmt::format(" in {} threads of the warp", std::popcount(mask))
                                    : ""));
}

bool BlockRunner::allocate(std::uint32_t index, const CallInstruction& call, std::uint32_t pc,
                           std::uint32_t mask) {
  Warp& warp = warps_[index];
  std::uint32_t refused = 0;
  for_lanes(mask, [&](int l) {
    const std::uint64_t bytes = read_lane(warp.lanes, call.value, call.value_bytes, l);
    const std::uint64_t address =
        (warp.calls.top(l) + call.alignment - 1) / call.alignment * call.alignment;
    if (bytes > max_stack_bytes || !warp.calls.set_top(l, address + bytes)) {
      refused |= 1U << l;
      return;
    }
    if (bytes != 0) std::memset(local_of(index, l) + address, 0, bytes);
    write_lane(warp.lanes, call.destination, call.destination_bytes, l, address);
  });
  return refused == 0 || stack_is_full(index, pc, refused);
}

bool BlockRunner::restore_stack(std::uint32_t index, const CallInstruction& call, std::uint32_t pc,
                                std::uint32_t mask) {
  Warp& warp = warps_[index];
  std::uint32_t refused = 0;
  for_lanes(mask, [&](int l) {
    const std::uint64_t top = read_lane(warp.lanes, call.value, call.value_bytes, l);
    if (top > warp.calls.top(l) || !warp.calls.set_top(l, top)) refused |= 1U << l;
  });
  if (refused == 0) return true;
  return stop_block(DiagnosticKind::invalid_call, pc, index, refused,
                    "stackrestore gets a value that no stacksave returned; the launch ends here");
}

}  // namespace lanescope::exec
