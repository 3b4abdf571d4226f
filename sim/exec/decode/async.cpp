// Asynchronous copies and barriers in shared memory: cp.async, mbarrier (PTX ISA, "Asynchronous
// copy" and "Parallel Synchronization and Communication Instructions: mbarrier"). The instructions
// of the bulk copy engine (cp.async.bulk and related ones) are rejected.
#include <algorithm>
#include <optional>

#include "sim/exec/decode/decoder.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using ptx::StateSpace;
using Kind = ptx::Operand::Kind;

bool Decoder::emit_block_operation(const In& in, BlockOperation operation) {
  Instruction& instruction = push(in, Flow::block);
  instruction.index = static_cast<std::uint32_t>(program_.block_operations.size());
  program_.block_operations.push_back(operation);
  return true;
}

// The address of an instruction for shared memory only. Without a state space it is generic.
bool Decoder::fill_shared_address(const In& in, const ptx::Operand& address,
                                  MemoryInstruction& out) {
  const bool is_named = in.has("shared") || in.has("shared::cta") || in.has("shared::cluster");
  out.space = is_named ? StateSpace::shared : StateSpace::generic;
  return fill_address(in, address, out);
}

bool Decoder::decode_cp(const In& in) {
  if (in.has("reduce")) return refuse(in, "bulk reductions (TMA) are not emulated");
  if (!in.has("async")) return refuse(in, "this form is not known");
  if (in.has("bulk")) {
    return refuse(in, in.has("tensor") ? "bulk tensor copies (TMA) are not emulated"
                                       : "bulk copies (TMA) are not emulated");
  }
  if (in.has("mbarrier")) return emit_copy_arrival(in);
  BlockOperation out;
  if (in.has("commit_group")) {
    out.kind = BlockOperationKind::commit_copies;
    return emit_block_operation(in, out);
  }
  if (in.has("wait_all")) {
    out.kind = BlockOperationKind::wait_all_copies;
    return emit_block_operation(in, out);
  }
  if (in.has("wait_group")) {
    if (in.operands.size() != 1 || in.operands[0].kind != Kind::immediate)
      return refuse(in, "expected the number of groups that may still be pending");
    out.kind = BlockOperationKind::wait_copies;
    out.count = static_cast<std::uint32_t>(in.operands[0].bits);
    return emit_block_operation(in, out);
  }
  return emit_copy(in);
}

namespace {

// The constant value of an integer operand: an immediate, or a register whose only write is one
// `mov` of an immediate. The assembler recognises the same cases.
std::optional<std::uint64_t> constant_operand(const ptx::Function& function,
                                              const ptx::Operand& operand) {
  if (operand.kind == Kind::immediate) return operand.bits;
  if (operand.kind != Kind::reg) return std::nullopt;
  std::optional<std::uint64_t> value;
  for (const ptx::Instruction& in : function.instructions) {
    if (in.operands.empty()) continue;
    const auto is_the_register = [&](const ptx::Operand& to) {
      return to.kind == Kind::reg && to.index == operand.index;
    };
    const ptx::Operand& to = in.operands.front();
    if (!is_the_register(to) && std::ranges::none_of(to.elements, is_the_register)) continue;
    const bool moves = in.opcode == ptx::Opcode::mov && !in.guard && in.operands.size() == 2 &&
                       in.operands[1].kind == Kind::immediate;
    if (value || !moves) return std::nullopt;
    value = in.operands[1].bits;
  }
  return value;
}

}  // namespace

// cp.async.ca.shared.global [to], [from], 4 | 8 | 16 {, bytes to read | predicate} {, policy}
bool Decoder::emit_copy(const In& in) {
  const bool l1 = in.has("ca");
  if (in.operands.size() < 3 || l1 == in.has("cg") || in.operands[2].kind != Kind::immediate)
    return refuse(in, "this form is not known");
  const std::uint64_t bytes = in.operands[2].bits;
  if (bytes != 16 && (!l1 || (bytes != 4 && bytes != 8)))
    return refuse(in, "a copy has 4, 8 or 16 bytes; with .cg it has 16");
  BlockOperation out;
  out.kind = BlockOperationKind::copy;
  out.bypasses_l1 = !l1;
  out.from.op = memory::Op::load;
  out.to.op = memory::Op::store;
  out.from.space = StateSpace::global;
  out.from.bytes = out.to.bytes = static_cast<std::uint8_t>(bytes);
  if (!fill_address(in, in.operands[1], out.from)) return false;
  if (!fill_shared_address(in, in.operands[0], out.to)) return false;
  const std::size_t policies = in.has("L2::cache_hint") ? 1 : 0;
  if (in.operands.size() > 3 + policies) {
    const ptx::Operand& last = in.operands[3];
    if (last.kind == Kind::reg && entry_.registers[last.index].type == ptx::Type::pred) {
      const auto p = predicate_source(in, last, out.predicate_flip);
      if (!p) return false;
      out.predicate = *p;
      out.fills_zeros = true;
    } else {
      const auto size = source(in, last, 4);
      if (!size) return false;
      out.value = *size;
      const auto known = constant_operand(entry_, last);
      out.fills_zeros = !known || *known < bytes;
    }
  }
  out.from.site = add_site(in, out.from);
  out.to.site = add_site(in, out.to);
  return emit_block_operation(in, out);
}

// cp.async.mbarrier.arrive{.noinc}.b64 [barrier]
bool Decoder::emit_copy_arrival(const In& in) {
  BlockOperation out;
  out.kind = BlockOperationKind::mbarrier;
  out.action = MbarrierAction::arrive_after_copies;
  out.expects = !in.has("noinc");
  out.to.op = memory::Op::atomic;
  out.to.element_bytes = out.to.bytes = 8;
  if (in.operands.size() != 1) return refuse(in, "expected a barrier's address");
  if (!fill_shared_address(in, in.operands[0], out.to)) return false;
  out.to.site = add_site(in, out.to);
  return emit_block_operation(in, out);
}

namespace {

// The modifiers of an mbarrier instruction and what they mean. The first match applies.
struct MbarrierForm {
  std::string_view name;
  MbarrierAction action;
  memory::Op op;
  bool returns;          // the first operand is a state
  bool tests;            // the first operand is a predicate
  std::uint8_t operand;  // bytes of the operand after the address; 0: there is none
};
constexpr MbarrierForm mbarrier_forms[] = {
    {"init", MbarrierAction::init, memory::Op::store, false, false, 4},
    {"inval", MbarrierAction::invalidate, memory::Op::store, false, false, 0},
    {"arrive", MbarrierAction::arrive, memory::Op::atomic, true, false, 4},
    {"arrive_drop", MbarrierAction::arrive_and_drop, memory::Op::atomic, true, false, 4},
    {"test_wait", MbarrierAction::test_state, memory::Op::load, false, true, 8},
    {"try_wait", MbarrierAction::test_state, memory::Op::load, false, true, 8},
    {"expect_tx", MbarrierAction::expect_bytes, memory::Op::atomic, false, false, 4},
    {"complete_tx", MbarrierAction::complete_bytes, memory::Op::atomic, false, false, 4},
};

}  // namespace

bool Decoder::decode_mbarrier(const In& in) {
  if (in.has("pending_count")) {
    if (in.operands.size() != 2) return refuse(in, "expected a count and a state");
    const auto state = source(in, in.operands[1], 8);
    const auto d = state ? destination(in, in.operands[0], 4) : std::nullopt;
    if (!d) return false;
    // The lowest bits of a state: see SharedBarrier in block_operations.cpp.
    push_compute(in,
                 &unary<std::uint32_t, std::uint64_t,
                        [](std::uint64_t a) { return static_cast<std::uint32_t>(a & 0xf'ffff); }>,
                 *d, *state);
    return true;
  }
  const MbarrierForm* form = nullptr;
  for (const MbarrierForm& known : mbarrier_forms) {
    if (form == nullptr && in.has(known.name)) form = &known;
  }
  if (form == nullptr) return refuse(in, "this form is not known");
  BlockOperation out;
  out.kind = BlockOperationKind::mbarrier;
  out.action = form->action;
  out.expects = form->returns && in.has("expect_tx");
  out.to.op = form->op;
  out.to.element_bytes = out.to.bytes = 8;
  std::size_t next = form->returns || form->tests ? 1 : 0;
  // The form of old PTX without a state operand is refused.
  if (in.operands.size() <= next || in.operands[next].kind != Kind::address)
    return refuse(in, "expected a barrier's address");
  if (form->returns && in.operands[0].kind != Kind::discard) {
    const auto d = destination(in, in.operands[0], 8);
    if (!d) return false;
    out.result = *d;
  }
  if (form->tests) {
    const auto p = predicate_destination(in, in.operands[0]);
    if (!p) return false;
    out.predicate = *p;
  }
  if (!fill_shared_address(in, in.operands[next], out.to)) return false;
  ++next;
  if (in.has("parity")) out.action = MbarrierAction::test_parity;
  out.value_bytes = in.has("parity") ? 4 : form->operand;
  if (form->operand != 0 && next < in.operands.size()) {
    const auto value = source(in, in.operands[next], out.value_bytes);
    if (!value) return false;
    out.value = *value;
  } else if (form->tests || out.expects || !form->returns) {
    if (form->operand != 0) return refuse(in, "expected one more operand");
  }
  out.to.site = add_site(in, out.to);
  return emit_block_operation(in, out);
}

}  // namespace lanescope::exec
