// Control flow, barriers and fences (PTX ISA, "Control Flow" and "Parallel Synchronization"
// instructions).
#include "sim/exec/decode/decoder.h"

namespace lanescope::exec {

bool Decoder::decode_bra(const In& in) {
  const std::uint32_t target = in.operands[0].index;
  Instruction& out = push(in, Flow::branch);
  out.target = target;  // still counted in PTX instructions; run() translates it
  return true;
}

bool Decoder::decode_exit(const In& in) {
  push(in, Flow::exit);
  return true;
}

// In the kernel itself, ret ends the threads.
bool Decoder::decode_ret(const In& in) {
  if (!is_kernel() && !store_register_results(in)) return false;
  push(in, is_kernel() ? Flow::exit : Flow::ret);
  return true;
}

void Decoder::push_end() {
  Instruction end;
  end.flow = is_kernel() ? Flow::exit : Flow::ret;
  end.continues = true;
  program_.code.push_back(end);
  program_.places.push_back(program_.places.empty() ? SourcePlace{} : program_.places.back());
  program_.ptx_lines.push_back(program_.ptx_lines.empty() ? 0 : program_.ptx_lines.back());
}

// brx.idx a, list
bool Decoder::decode_brx(const In& in) {
  const ptx::Operand& list = in.operands[1];
  if (list.kind != ptx::Operand::Kind::list) return refuse(in, "expected .branchtargets");
  const auto index = source(in, in.operands[0], 4);
  if (!index) return false;
  Instruction& out = push(in, Flow::table);
  out.a = *index;
  out.index = static_cast<std::uint32_t>(program_.branch_tables.size());
  auto& table = program_.branch_tables.emplace_back();
  for (const ptx::Operand& target : list.elements) {
    table.push_back(target.index);  // still counted in PTX instructions; run() translates it
  }
  return true;
}

bool Decoder::decode_trap(const In& in) {
  push(in, Flow::trap);
  return true;
}

// Without a debugger to take over, an H200 ends the launch with cudaErrorLaunchFailure.
bool Decoder::decode_brkpt(const In& in) {
  push(in, Flow::trap).immediate = 1;
  return true;
}

bool Decoder::decode_bar(const In& in) {
  if (in.has("warp")) {  // the lanes run in lock step, so only the checks need this
    push(in, Flow::warp).handler = [](const Lanes&, const Instruction&) {};
    return name_members(in, WarpSyncKind::barrier, 0);
  }
  return emit_barrier(in);
}

bool Decoder::decode_barrier(const In& in) {
  if (in.has("cluster")) return refuse(in, "thread-block clusters are not emulated");
  return emit_barrier(in);
}

// bar.sync a{, b}   bar.arrive a, b   bar.red.op d, a{, b}, p
bool Decoder::emit_barrier(const In& in) {
  BarrierInstruction out;
  std::size_t next = 0;
  if (in.has("red")) {
    out.kind = in.has("popc")  ? BarrierKind::reduce_popc
               : in.has("and") ? BarrierKind::reduce_and
                               : BarrierKind::reduce_or;
    const auto d = out.kind == BarrierKind::reduce_popc ? destination(in, in.operands[0], 4)
                                                        : predicate_destination(in, in.operands[0]);
    if (!d) return false;
    out.destination = *d;
    const auto p = predicate_source(in, in.operands.back(), out.predicate_flip);
    if (!p) return false;
    out.predicate = *p;
    next = 1;
  } else if (in.has("arrive")) {
    out.kind = BarrierKind::arrive;
  }
  const std::size_t last = in.operands.size() - (in.has("red") ? 1 : 0);
  if (next >= last) return refuse(in, "expected a barrier's number");
  const auto id = source(in, in.operands[next], 4);
  if (!id) return false;
  out.id = *id;
  if (next + 1 < last) {
    const auto threads = source(in, in.operands[next + 1], 4);
    if (!threads) return false;
    out.threads = *threads;
  }
  Instruction& instruction = push(in, Flow::barrier);
  instruction.index = static_cast<std::uint32_t>(program_.barriers.size());
  program_.barriers.push_back(out);
  return true;
}

// The emulator executes the accesses of a block one after the other, so fences have no effect. Only
// the checks are told about them.
// A proxy fence orders accesses of one thread on different ways, not those of different threads; it
// counts like a fence of the block.
bool Decoder::emit_fence(const In& in) {
  push(in, Flow::warp).handler = [](const Lanes&, const Instruction&) {};
  const bool is_weak = in.has("proxy") || in.has("mbarrier_init");
  program_.warp_syncs.push_back(
      {WarpSyncKind::fence, Row{}, nullptr, is_weak ? Scope::block : scope_of(in, Scope::block)});
  program_.code.back().warp_sync = static_cast<std::uint32_t>(program_.warp_syncs.size());
  return true;
}

bool Decoder::decode_membar(const In& in) { return emit_fence(in); }
bool Decoder::decode_fence(const In& in) { return emit_fence(in); }
bool Decoder::decode_nanosleep(const In& in) { return emit_nothing(in); }
// There is only one launch: no earlier one to wait for, no later one to release.
bool Decoder::decode_griddepcontrol(const In& in) { return emit_nothing(in); }
bool Decoder::decode_pmevent(const In& in) { return emit_nothing(in); }

}  // namespace lanescope::exec
