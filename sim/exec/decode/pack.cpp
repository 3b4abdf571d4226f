// mov between a register and its parts (PTX ISA, "mov": the forms with a vector). Parts are joined
// in pairs, each pair into a register of twice the size, so that every decoded instruction has two
// sources and works lane by lane.
//
// A 128-bit register is two 64-bit rows, the lower half first. It can only be moved, loaded,
// stored, compared and exchanged, always as these two halves.
#include "sim/exec/decode/decoder.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using Kind = ptx::Operand::Kind;

namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

// Extracts part number `immediate` of a wide register.
template <class Part, class Whole>
void take_part(const Lanes& lanes, const Instruction& in) {
  const Whole* a = lanes.read<Whole>(in.a);
  Part* d = lanes.write<Part>(in.d);
  const unsigned shift = in.immediate * 8U * static_cast<unsigned>(sizeof(Part));
  for_lanes(lanes.mask, [=](int l) { d[l] = static_cast<Part>(a[l] >> shift); });
}

// Extracts a byte into a 16-bit row.
template <class Whole>
void take_byte(const Lanes& lanes, const Instruction& in) {
  const Whole* a = lanes.read<Whole>(in.a);
  U16* d = lanes.write<U16>(in.d);
  const unsigned shift = in.immediate * 8U;
  for_lanes(lanes.mask, [=](int l) { d[l] = static_cast<U16>((a[l] >> shift) & 0xff); });
}

Handler take(std::uint32_t part_bytes, std::uint32_t whole_bytes) {
  if (part_bytes == 1 && whole_bytes == 2) return &take_byte<U16>;
  if (part_bytes == 1 && whole_bytes == 4) return &take_byte<U32>;
  if (part_bytes == 1 && whole_bytes == 8) return &take_byte<U64>;
  if (part_bytes == 2 && whole_bytes == 4) return &take_part<U16, U32>;
  if (part_bytes == 2 && whole_bytes == 8) return &take_part<U16, U64>;
  if (part_bytes == 4 && whole_bytes == 8) return &take_part<U32, U64>;
  return nullptr;
}

Handler join(std::uint32_t part_bytes) {
  switch (part_bytes) {
    case 1:
      return &binary<U16, U16, U16, [](U16 a, U16 b) { return (a & 0xff) | (b << 8); }>;
    case 2:
      return &binary<U32, U16, U16, [](U16 a, U16 b) { return a | static_cast<U32>(b) << 16; }>;
    default:
      return &binary<U64, U32, U32, [](U32 a, U32 b) { return a | static_cast<U64>(b) << 32; }>;
  }
}

}  // namespace

Row Decoder::half_of(const ptx::Operand& wide, std::uint32_t half) const {
  return Row{register_rows_[wide.index].value + half * (8 * warp_lanes + form_bytes)};
}

// mov.b64 {lo, hi}, a and mov.b64 d, {lo, hi}, and similar forms down to bytes.
bool Decoder::mov_vector(const In& in) {
  const bool unpack = in.operands[0].kind == Kind::vector;
  const ptx::Operand& vector = in.operands[unpack ? 0 : 1];
  const ptx::Operand& whole = in.operands[unpack ? 1 : 0];
  const std::uint32_t whole_bytes = ptx::bytes_of(in.types[0]);
  const auto count = static_cast<std::uint32_t>(vector.elements.size());
  if ((count != 2 && count != 4) || whole_bytes < count)
    return refuse(in, "the value can't be split into this many elements");
  if (whole_bytes == 16) return mov_wide_vector(in, whole, vector, unpack);
  const std::uint32_t part_bytes = whole_bytes / count;
  const std::uint32_t row_bytes = part_bytes == 1 ? 2 : part_bytes;
  if (unpack) {
    const auto from = source(in, whole, whole_bytes);
    if (!from) return false;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (vector.elements[i].kind == Kind::discard) continue;
      const auto part = destination(in, vector.elements[i], row_bytes);
      if (!part) return false;
      push_compute(in, take(part_bytes, whole_bytes), *part, *from);
      program_.code.back().immediate = static_cast<std::uint8_t>(i);
    }
    return true;
  }
  Row parts[4];
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto part = source(in, vector.elements[i], row_bytes);
    if (!part) return false;
    parts[i] = *part;
  }
  const auto d = destination(in, whole, whole_bytes);
  if (!d) return false;
  if (count == 4) {
    const Row low = new_row(2 * part_bytes);
    const Row high = new_row(2 * part_bytes);
    push_compute(in, join(part_bytes), low, parts[0], parts[1]);
    push_compute(in, join(part_bytes), high, parts[2], parts[3]);
    push_compute(in, join(2 * part_bytes), *d, low, high);
  } else {
    push_compute(in, join(part_bytes), *d, parts[0], parts[1]);
  }
  return true;
}

bool Decoder::mov_wide(const In& in) {
  for (const ptx::Operand& operand : in.operands) {
    if (register_bytes(operand) != 16) return refuse(in, "expected registers of 128 bits");
  }
  for (std::uint32_t i = 0; i < 2; ++i)
    push_compute(in, copy_handler(8), half_of(in.operands[0], i), half_of(in.operands[1], i));
  return true;
}

bool Decoder::mov_wide_vector(const In& in, const ptx::Operand& whole, const ptx::Operand& vector,
                              bool unpack) {
  if (whole.kind != Kind::reg || register_bytes(whole) != 16)
    return refuse(in, "expected a register of 128 bits");
  if (vector.elements.size() != 2) return refuse(in, "128 bits are moved as two halves of 64");
  for (std::uint32_t i = 0; i < 2; ++i) {
    const ptx::Operand& half = vector.elements[i];
    if (unpack && half.kind == Kind::discard) continue;
    const auto row = unpack ? destination(in, half, 8) : source(in, half, 8);
    if (!row) return false;
    push_compute(in, copy_handler(8), unpack ? *row : half_of(whole, i),
                 unpack ? half_of(whole, i) : *row);
  }
  return true;
}

}  // namespace lanescope::exec
