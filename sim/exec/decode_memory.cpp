// Loads, stores and atomics (PTX ISA, "Data Movement and Conversion Instructions" and "Parallel
// Synchronization"). Cache operators, eviction hints and memory orders change no value that one
// warp at a time can see: read over.
#include <fmt/format.h>

#include "sim/exec/decoder.h"
#include "sim/exec/lane_loops.h"

namespace lanescope::exec {

using ptx::StateSpace;
using ptx::Type;
using Kind = ptx::Operand::Kind;

namespace {

StateSpace space_of(const ptx::Instruction& in) {
  for (const std::string_view suffix : in.modifiers) {
    if (const auto named = ptx::space_named(suffix)) return *named;
  }
  return StateSpace::generic;
}

memory::Space reported_space(StateSpace space) {
  switch (space) {
    case StateSpace::shared:
      return memory::Space::shared;
    case StateSpace::local:
      return memory::Space::local;
    case StateSpace::constant:
      return memory::Space::constant;
    default:
      return memory::Space::global;
  }
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

bool type_fits(AtomicKind kind, Type type) {
  switch (type) {
    case Type::u32:
    case Type::b32:
    case Type::u64:
    case Type::b64:
      return true;
    case Type::s32:
    case Type::s64:
      return kind != AtomicKind::inc && kind != AtomicKind::dec;
    case Type::f32:
    case Type::f64:
      return kind == AtomicKind::add;
    case Type::b16:
      return kind == AtomicKind::cas;
    default:
      return false;
  }
}

// A parameter is the same for all lanes: reading one is a move from a constant row.
template <class D>
void copy_row(const Lanes& lanes, const Instruction& in) {
  D* d = lanes.row<D>(in.d);
  const D* a = lanes.row<D>(in.a);
  for_lanes(lanes.mask, [=](int l) { d[l] = a[l]; });
}

}  // namespace

bool Decoder::decode_ld(const In& in) {
  if (space_of(in) == StateSpace::param) return load_parameter(in, in.operands[1]);
  return emit_memory(in, memory::Op::load, 0, 1);
}

bool Decoder::decode_ldu(const In& in) { return emit_memory(in, memory::Op::load, 0, 1); }

bool Decoder::decode_st(const In& in) {
  if (space_of(in) == StateSpace::param) {
    return has_calls() || refuse(in, "parameters of calls are not executed yet");
  }
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
  const bool is_vector = in.operands[0].kind == Kind::vector;
  const std::size_t count = is_vector ? in.operands[0].elements.size() : 1;
  const std::int64_t first = offset + address.offset;
  if (parameter == nullptr) {
    return has_calls() || refuse(in, "only parameters named directly are read yet");
  }
  if (address.offset < 0 ||
      static_cast<std::uint64_t>(address.offset) + count * element > parameter->bytes) {
    return refuse(in, "the parameter is smaller than what is read");
  }
  for (std::size_t i = 0; i < count; ++i) {
    const ptx::Operand& target = is_vector ? in.operands[0].elements[i] : in.operands[0];
    if (target.kind == Kind::discard) continue;
    const std::uint32_t d_bytes = register_bytes(target);
    if (d_bytes < element) return refuse(in, "the register is smaller than what is read");
    const auto d = destination(in, target, d_bytes);
    if (!d) return false;
    Instruction& out = push(in, Flow::compute);
    out.handler = d_bytes == 2   ? &copy_row<std::uint16_t>
                  : d_bytes == 4 ? &copy_row<std::uint32_t>
                                 : &copy_row<std::uint64_t>;
    out.d = *d;
    out.a = constant_row({.kind = Constant::Kind::parameter,
                          .lane_bytes = d_bytes,
                          .value = static_cast<std::uint64_t>(first) + i * element,
                          .bytes_read = static_cast<std::uint8_t>(element),
                          .is_signed = ptx::is_signed(type)});
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
  const bool is_vector = values.kind == Kind::vector;
  const std::size_t count = is_vector ? values.elements.size() : 1;
  if (count != 1 && count != 2 && count != 4) return refuse(in, "a vector has 2 or 4 elements");
  out.elements = static_cast<std::uint8_t>(count);
  for (std::size_t i = 0; i < count; ++i) {
    const ptx::Operand& value = is_vector ? values.elements[i] : values;
    if (value.kind == Kind::discard && out.op == memory::Op::load) continue;
    std::uint32_t bytes = register_bytes(value);
    if (value.kind != Kind::reg) bytes = std::max<std::uint32_t>(out.element_bytes, 2);
    if (bytes < out.element_bytes) return refuse(in, "the register is smaller than the access");
    const auto row =
        out.op == memory::Op::load ? destination(in, value, bytes) : source(in, value, bytes);
    if (!row) return false;
    out.registers[i] = *row;
    out.register_bytes[i] = static_cast<std::uint8_t>(bytes);
  }
  return true;
}

std::uint32_t Decoder::add_site(const In& in, const MemoryInstruction& access) {
  SiteInfo site;
  site.place = module_.locations[in.loc].place;
  site.ptx_line = in.ptx_line;
  site.space = reported_space(access.space);
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
  if (out.element_bytes == 0 || out.element_bytes > 8)
    return refuse(in, "this type is not executed yet");
  out.sign_extend = ptx::is_signed(out.type);
  if (!fill_address(in, in.operands[address_operand], out)) return false;
  if (!fill_values(in, in.operands[value_operand], out)) return false;
  out.bytes = static_cast<std::uint8_t>(out.element_bytes * out.elements);
  if (out.bytes > 16) return refuse(in, "accesses of more than 16 bytes a lane are not executed");

  out.site = add_site(in, out);

  Instruction& instruction = push(in, Flow::memory);
  instruction.detail = static_cast<std::uint32_t>(program_.memory.size());
  program_.memory.push_back(out);
  return true;
}

bool Decoder::emit_atomic(const In& in, memory::Op op) {
  MemoryInstruction out;
  out.space = space_of(in);
  out.op = op;
  out.atomic = atomic_kind(in);
  if (in.types.size() != 1 || !type_fits(out.atomic, in.types[0]) || in.has("noftz")) {
    return refuse(in, "this operation or type is not executed yet");
  }
  out.type = in.types[0];
  out.element_bytes = out.bytes = static_cast<std::uint8_t>(ptx::bytes_of(out.type));
  const std::size_t first = op == memory::Op::atomic ? 1 : 0;
  if (!fill_address(in, in.operands[first], out)) return false;
  const auto value = source(in, in.operands[first + 1], out.bytes);
  if (!value) return false;
  out.registers[0] = *value;
  if (out.atomic == AtomicKind::cas) {
    if (in.operands.size() < 4) return refuse(in, "cas takes four operands");
    // registers[0] is what the word must equal, `compare` what replaces it: PTX calls them b and c.
    const auto replacement = source(in, in.operands[3], out.bytes);
    if (!replacement) return false;
    out.compare = *replacement;
  }
  if (op == memory::Op::atomic && in.operands[0].kind != Kind::discard) {
    const auto d = destination(in, in.operands[0], out.bytes);
    if (!d) return false;
    out.registers[1] = *d;
  }
  out.site = add_site(in, out);
  if (out.space != StateSpace::shared) program_.has_global_atomics = true;

  Instruction& instruction = push(in, Flow::memory);
  instruction.detail = static_cast<std::uint32_t>(program_.memory.size());
  program_.memory.push_back(out);
  return true;
}

bool Decoder::decode_atom(const In& in) { return emit_atomic(in, memory::Op::atomic); }
bool Decoder::decode_red(const In& in) { return emit_atomic(in, memory::Op::reduction); }

bool Decoder::decode_prefetch(const In& in) { return emit_nothing(in); }
bool Decoder::decode_prefetchu(const In& in) { return emit_nothing(in); }
bool Decoder::decode_applypriority(const In& in) { return emit_nothing(in); }
bool Decoder::decode_discard(const In& in) { return emit_nothing(in); }

}  // namespace lanescope::exec
