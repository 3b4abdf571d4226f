// Loads, stores and atomics (PTX ISA, "Data Movement and Conversion Instructions" and "Parallel
// Synchronization"). Cache operators, eviction hints and memory orders are ignored: the emulator
// runs one warp at a time, so they change no value.
#include <algorithm>

#include <fmt/format.h>

#include "sim/exec/arithmetic/atomics.h"
#include "sim/exec/decode/decoder.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using ptx::StateSpace;
using ptx::Type;
using Kind = ptx::Operand::Kind;

namespace {

StateSpace space_of(const ptx::Instruction& in) {
  for (const std::string_view suffix : in.modifiers) {
    // Clusters are not emulated: each block is its own cluster.
    if (suffix == "shared::cluster") return StateSpace::shared;
    if (const auto named = ptx::space_named(suffix)) return *named;
  }
  return StateSpace::generic;
}

AtomicKind atomic_kind(const ptx::Instruction& in) {
  struct Name {
    std::string_view text;
    AtomicKind kind;
  };
  constexpr Name names[] = {{"add", AtomicKind::add},   {"min", AtomicKind::min},
                            {"max", AtomicKind::max},   {"and", AtomicKind::and_},
                            {"or", AtomicKind::or_},    {"xor", AtomicKind::xor_},
                            {"exch", AtomicKind::exch}, {"cas", AtomicKind::cas},
                            {"inc", AtomicKind::inc},   {"dec", AtomicKind::dec}};
  for (const Name& name : names) {
    if (in.has(name.text)) return name.kind;
  }
  return AtomicKind::none;
}

Strength strength_of(const ptx::Instruction& in) {
  for (const std::string_view strong : {"relaxed", "acquire", "release", "mmio"}) {
    if (in.has(strong)) return Strength::strong;
  }
  return in.has("volatile") ? Strength::volatile_ : Strength::plain;
}

// PTX ISA, "Memory Consistency Model": a volatile access has the scope of the system, an atomic
// operation without a suffix that of the GPU.
void fill_order(const ptx::Instruction& in, MemoryInstruction& out) {
  out.scope = scope_of(in, out.atomic == AtomicKind::none ? Scope::system : Scope::grid);
  out.acquires = in.has("acquire") || in.has("acq_rel");
  out.releases = in.has("release") || in.has("acq_rel");
}

}  // namespace

bool Decoder::decode_ld(const In& in) {
  if (space_of(in) == StateSpace::param) {
    const ptx::Operand& address = in.operands[1];
    const bool is_area = address.kind == Kind::address && find_area(address.elements[0]) != nullptr;
    return is_area ? access_area(in, true) : load_parameter(in, address);
  }
  return emit_memory(in, memory::Op::load, 0, 1);
}

bool Decoder::decode_ldu(const In& in) { return emit_memory(in, memory::Op::load, 0, 1); }

bool Decoder::decode_st(const In& in) {
  if (in.has("async")) return refuse(in, "asynchronous stores need thread-block clusters");
  if (in.has("bulk")) return refuse(in, "bulk copies (TMA) are not emulated");
  if (space_of(in) == StateSpace::param) return access_area(in, false);
  return emit_memory(in, memory::Op::store, 1, 0);
}

bool Decoder::load_parameter(const In& in, const ptx::Operand& address) {
  const Type type = in.types[0];
  const std::uint32_t element = ptx::bytes_of(type);
  if (address.kind != Kind::address) return refuse(in, "expected an address");
  if (element == 0 || element > 8) return refuse(in, "this type is not executed yet");
  std::uint32_t offset = 0;
  const ptx::Variable* parameter = address.elements[0].kind == Kind::symbol
                                       ? find_parameter(address.elements[0].name, offset)
                                       : nullptr;
  const std::span<const ptx::Operand> targets = parts_of(in.operands[0]);
  const std::int64_t first = offset + address.offset;
  if (parameter == nullptr) {
    // The address is computed, to index a structure.
    if (address.elements[0].kind == Kind::reg) return emit_memory(in, memory::Op::load, 0, 1);
    return refuse(in, "no parameter has this name");
  }
  if (address.offset < 0 ||
      static_cast<std::uint64_t>(address.offset) + targets.size() * element > parameter->bytes) {
    return refuse(in, "the parameter is smaller than what is read");
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const ptx::Operand& target = targets[i];
    if (target.kind == Kind::discard) continue;
    const std::uint32_t d_bytes = register_bytes(target);
    if (d_bytes < element) return refuse(in, "the register is smaller than what is read");
    const auto d = destination(in, target, d_bytes);
    if (!d) return false;
    // A parameter has the same value in all lanes: reading one copies a constant row.
    push_compute(in, copy_handler(d_bytes), *d,
                 constant_row({.kind = Constant::Kind::parameter,
                               .lane_bytes = d_bytes,
                               .value = static_cast<std::uint64_t>(first) + i * element,
                               .bytes_read = static_cast<std::uint8_t>(element),
                               .is_signed = ptx::is_signed(type)}));
  }
  return true;
}

bool Decoder::fill_address(const In& in, const ptx::Operand& address, MemoryInstruction& out) {
  if (address.kind != Kind::address || address.elements.empty())
    return refuse(in, "expected an address");
  const ptx::Operand& base = address.elements[0];
  out.address_bytes = base.kind == Kind::reg ? static_cast<std::uint8_t>(register_bytes(base)) : 8;
  if (out.address_bytes != 4 && out.address_bytes != 8)
    return refuse(in, "an address has 32 or 64 bits");
  const auto row = source(in, base, out.address_bytes);
  if (!row) return false;
  out.address = *row;
  out.offset = address.offset;
  return true;
}

bool Decoder::fill_values(const In& in, const ptx::Operand& values, MemoryInstruction& out) {
  if (out.type == Type::b128) return fill_wide_value(in, values, out);
  const std::span<const ptx::Operand> parts = parts_of(values);
  const std::size_t count = parts.size();
  if (count == 8) return refuse(in, "vectors of 8 elements need sm_100 and are not emulated");
  if (count != 1 && count != 2 && count != 4) return refuse(in, "a vector has 2 or 4 elements");
  out.elements = static_cast<std::uint8_t>(count);
  for (std::size_t i = 0; i < count; ++i) {
    const ptx::Operand& value = parts[i];
    if (value.kind == Kind::discard && out.op == memory::Op::load) continue;
    std::uint32_t bytes = register_bytes(value);
    if (value.kind != Kind::reg) bytes = std::max<std::uint32_t>(out.element_bytes, 2);
    if (bytes < out.element_bytes) return refuse(in, "the register is smaller than the access");
    const auto row =
        out.op == memory::Op::load ? destination(in, value, bytes) : source(in, value, bytes);
    if (!row) return false;
    out.registers[i] = *row;
    out.register_bytes[i] = static_cast<std::uint8_t>(bytes);
    out.moves[i] = move_of(out.op == memory::Op::load, out.element_bytes, out.sign_extend, bytes);
  }
  return true;
}

// A .b128 register: its two halves, as a vector of two elements.
bool Decoder::fill_wide_value(const In& in, const ptx::Operand& value, MemoryInstruction& out) {
  if (register_bytes(value) != 16) return refuse(in, "expected a register of 128 bits");
  out.elements = 2;
  out.element_bytes = 8;
  for (std::uint32_t half = 0; half < 2; ++half) {
    out.registers[half] = half_of(value, half);
    out.register_bytes[half] = 8;
    out.moves[half] = move_of(out.op == memory::Op::load, 8, false, 8);
  }
  return true;
}

std::uint32_t Decoder::add_site(const In& in, const MemoryInstruction& access) {
  SiteInfo site;
  site.place = module_.calling_place(in.loc);
  site.ptx_line = in.ptx_line;
  site.space = exec::space_of(access.space);
  site.is_generic = access.space == StateSpace::generic;
  site.op = access.op;
  site.bytes = access.bytes;
  program_.sites.push_back(std::move(site));
  return static_cast<std::uint32_t>(program_.sites.size() - 1);
}

bool Decoder::emit_memory(const In& in, memory::Op op, std::size_t value_operand,
                          std::size_t address_operand) {
  MemoryInstruction out;
  out.space = space_of(in);
  out.op = op;
  if (in.types.size() != 1) return refuse(in, "expected one type");
  out.type = in.types[0];
  out.element_bytes = static_cast<std::uint8_t>(ptx::bytes_of(out.type));
  if (out.element_bytes == 0 || (out.element_bytes > 8 && out.type != Type::b128))
    return refuse(in, "this type is not executed yet");
  out.sign_extend = ptx::is_signed(out.type);
  out.strength = strength_of(in);
  fill_order(in, out);
  if (!fill_address(in, in.operands[address_operand], out)) return false;
  if (!fill_values(in, in.operands[value_operand], out)) return false;
  if (out.space == StateSpace::param && !is_kernel()) {
    out.space = StateSpace::local;              // the copy of a parameter: formal_address
  } else if (out.space == StateSpace::param) {  // see MemoryUnit::find_constant
    out.space = StateSpace::constant;
    out.offset += static_cast<std::int64_t>(window_bytes);
  }
  out.bytes = static_cast<std::uint8_t>(out.element_bytes * out.elements);
  if (out.bytes > 16) return refuse(in, "accesses of more than 16 bytes a lane are not executed");

  out.site = add_site(in, out);
  return push_memory(in, out);
}

bool Decoder::push_memory(const In& in, const MemoryInstruction& access) {
  push(in, Flow::memory).index = static_cast<std::uint32_t>(program_.memory.size());
  program_.memory.push_back(access);
  return true;
}

// Operand `first`, and for cas also `first` + 1: registers, vectors of registers, or .b128
// registers.
bool Decoder::fill_atomic_operands(const In& in, std::size_t first, AtomicInstruction& out) {
  const std::uint32_t n = out.element_bytes;
  const auto fill = [&](const ptx::Operand& operand, bool is_source, Row* rows, std::size_t room) {
    if (n == 16) {
      if (register_bytes(operand) != 16) return refuse(in, "expected a register of 128 bits");
      for (std::uint32_t half = 0; half < 2; ++half) rows[half] = half_of(operand, half);
      return true;
    }
    const std::span<const ptx::Operand> parts = parts_of(operand);
    if (parts.size() != out.elements || out.elements > room)
      return refuse(in, "the vectors have different sizes");
    for (std::uint32_t i = 0; i < out.elements; ++i) {
      const ptx::Operand& element = parts[i];
      if (!is_source && element.kind == Kind::discard) continue;
      const auto row = is_source ? source(in, element, n) : destination(in, element, n);
      if (!row) return false;
      rows[i] = *row;
    }
    return true;
  };
  const ptx::Operand& operand = in.operands[first];
  if (operand.kind == Kind::vector) {
    const std::size_t count = operand.elements.size();
    if ((count != 2 && count != 4 && count != 8) || count * n > 16)
      return refuse(in, "a vector of this size is not known here");
    out.elements = static_cast<std::uint8_t>(count);
  }
  if (!fill(operand, true, out.operands, 8)) return false;
  if (out.kind == AtomicKind::cas) {
    if (in.operands.size() <= first + 1) return refuse(in, "cas takes four operands");
    if (!fill(in.operands[first + 1], true, out.replacements, 1 + n / 16)) return false;
  }
  // A whole vector may be discarded.
  const bool returns = first == 2 && in.operands[0].kind != Kind::discard;
  return !returns || fill(in.operands[0], false, out.results, 8);
}

// atom.op d, [a], b{, c}{, policy}   red.op [a], b{, policy}
bool Decoder::emit_atomic(const In& in, memory::Op op) {
  if (in.has("async")) return refuse(in, "asynchronous reductions need thread-block clusters");
  MemoryInstruction out;
  out.space = space_of(in);
  out.op = op;
  out.atomic = atomic_kind(in);
  AtomicInstruction atomic;
  atomic.kind = out.atomic;
  out.strength = Strength::strong;
  fill_order(in, out);
  if (in.types.size() != 1) return refuse(in, "expected one type");
  out.type = in.types[0];
  atomic.update = atomic_update(out.atomic, out.type);
  const bool is_wide =
      out.type == Type::b128 && (out.atomic == AtomicKind::exch || out.atomic == AtomicKind::cas);
  if (atomic.update == nullptr && !is_wide)
    return refuse(in, "PTX has no such atomic operation of this type, or it is not executed yet");
  // Half operands always keep subnormals, but PTX requires the suffix.
  const bool is_half = ptx::is_floating(out.type) && out.type != Type::f32 && out.type != Type::f64;
  if (is_half != in.has("noftz"))
    return refuse(in, is_half ? "adding halves needs .noftz" : ".noftz needs halves");
  atomic.element_bytes = out.element_bytes = static_cast<std::uint8_t>(ptx::bytes_of(out.type));
  const std::size_t first = op == memory::Op::atomic ? 1 : 0;
  if (in.operands.size() < first + 2) return refuse(in, "expected more operands");
  if (!fill_address(in, in.operands[first], out)) return false;
  if (!fill_atomic_operands(in, first + 1, atomic)) return false;
  out.bytes = static_cast<std::uint8_t>(atomic.element_bytes * atomic.elements);
  if (becomes_reduction(in, out)) out.op = memory::Op::reduction;
  out.site = add_site(in, out);
  program_.sites[out.site].adds_one = adds_one(in, out);
  if (out.space != StateSpace::shared) need_order(in, atomic);
  out.atomic_index = static_cast<std::uint32_t>(program_.atomics.size());
  program_.atomics.push_back(atomic);
  return push_memory(in, out);
}

// ptxas makes RED of an atom whose result nothing reads. Shared memory has no RED, and neither exch
// nor cas has one.
bool Decoder::becomes_reduction(const In& in, const MemoryInstruction& access) const {
  return access.op == memory::Op::atomic && access.space != StateSpace::shared &&
         access.atomic != AtomicKind::exch && access.atomic != AtomicKind::cas &&
         !is_read_anywhere(in.operands[0]);
}

// ptxas makes another instruction of such an addition (ATOMS.POPC.INC on an H200), which counts the
// lanes of a word.
bool Decoder::adds_one(const In& in, const MemoryInstruction& access) const {
  const ptx::Operand& added = in.operands[access.op == memory::Op::atomic ? 2 : 1];
  const bool is_unused = access.op == memory::Op::reduction || !is_read_anywhere(in.operands[0]);
  return access.space == StateSpace::shared && access.atomic == AtomicKind::add &&
         (access.type == Type::u32 || access.type == Type::s32) && added.kind == Kind::immediate &&
         added.bits == 1 && is_unused;
}

// Determines whether blocks may execute this concurrently, and if not, why.
void Decoder::need_order(const In& in, AtomicInstruction& atomic) {
  atomic.reduction = reduction_of(atomic.kind, in.types[0]);
  std::string why;
  if (atomic.reduction.update != nullptr) {
    if (in.opcode != ptx::Opcode::atom || !is_read_anywhere(in.operands[0])) return;
    why =
        "the kernel uses the result of an atomic operation on global memory, which depends on the "
        "order of the threads";
  } else if (atomic.kind == AtomicKind::add) {
    why = "the kernel adds floating-point numbers atomically, and their sum depends on the order";
  } else {
    why = fmt::format("the kernel uses {}, whose result depends on the order of the threads",
                      in.mnemonic());
  }
  run_in_order(in, why);
}

void Decoder::run_in_order(const In& in, const std::string& why) {
  if (!program_.order_reason.empty()) return;
  program_.order_reason = why;
  program_.order_place = module_.calling_place(in.loc);
}

// Whether an instruction may read this register. Compilers give every result its own register, so a
// register that occurs nowhere else is not read.
bool Decoder::is_read_anywhere(const ptx::Operand& operand) const {
  if (operand.kind != Kind::reg) return operand.kind != Kind::discard;
  for (const ptx::Variable& result : entry_.returns) {  // read when the function returns
    if (result.space == ptx::StateSpace::reg &&
        result.name == entry_.registers[operand.index].name) {
      return true;
    }
  }
  const auto names = [&](const auto& self, const ptx::Operand& other) -> bool {
    if (other.kind == Kind::reg) return other.index == operand.index;
    return std::any_of(other.elements.begin(), other.elements.end(),
                       [&](const ptx::Operand& element) { return self(self, element); });
  };
  for (const In& in : entry_.instructions) {
    if (in.guard && in.guard->reg == operand.index) return true;
    for (std::size_t i = in.opcode == ptx::Opcode::atom ? 1 : 0; i < in.operands.size(); ++i) {
      if (names(names, in.operands[i])) return true;
    }
  }
  return false;
}

bool Decoder::decode_atom(const In& in) { return emit_atomic(in, memory::Op::atomic); }
bool Decoder::decode_red(const In& in) { return emit_atomic(in, memory::Op::reduction); }

// A policy is only a hint for the caches: any value works.
bool Decoder::decode_createpolicy(const In& in) {
  const auto d = destination(in, in.operands[0], 8);
  if (!d) return false;
  push_compute(in, copy_handler(8), *d,
               constant_row({.kind = Constant::Kind::bits, .lane_bytes = 8, .value = 0}));
  return true;
}

bool Decoder::decode_prefetch(const In& in) {
  if (in.has("tensormap")) return refuse(in, "tensor maps (TMA) are not emulated");
  return emit_nothing(in);
}
bool Decoder::decode_prefetchu(const In& in) { return emit_nothing(in); }
bool Decoder::decode_applypriority(const In& in) { return emit_nothing(in); }
bool Decoder::decode_discard(const In& in) { return emit_nothing(in); }

}  // namespace lanescope::exec
