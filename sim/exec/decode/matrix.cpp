// Loads, stores and transposition of matrix fragments: ldmatrix, stmatrix, movmatrix (PTX ISA,
// "Warp Level Matrix Instructions"). They move 8 x 8 matrices of 16-bit elements between rows of 16
// bytes in shared memory and the fragments that tensor-core instructions read. The tensor-core
// instructions themselves are rejected.
//
// Lanes 0-7 provide the addresses of the first matrix's rows, lanes 8-15 those of the second's, and
// so on. The access is priced as a load (store) of 16 bytes by each of these lanes. Eight lanes
// form a pass group, so a matrix whose rows are in different banks takes one wavefront of 128
// bytes. How the hardware handles rows in the same banks was not measured.
#include "sim/exec/decode/decoder.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using Kind = ptx::Operand::Kind;

namespace {

// Transposes a matrix whose elements 2 * (l % 4) and the next one of row l / 4 are in lane l.
void transpose_fragments(const Lanes& lanes, const Instruction& in) {
  const std::uint32_t* a = lanes.row<std::uint32_t>(in.a);
  std::uint16_t matrix[8][8];
  for (std::uint32_t l = 0; l < warp_lanes; ++l) {
    matrix[l / 4][2 * (l % 4)] = static_cast<std::uint16_t>(a[l]);
    matrix[l / 4][2 * (l % 4) + 1] = static_cast<std::uint16_t>(a[l] >> 16);
  }
  std::uint32_t* d = lanes.write<std::uint32_t>(in.d);
  for_lanes(lanes.mask, [&](int lane) {
    const auto l = static_cast<std::uint32_t>(lane);
    d[lane] = matrix[2 * (l % 4)][l / 4] |
              static_cast<std::uint32_t>(matrix[2 * (l % 4) + 1][l / 4]) << 16;
  });
}

}  // namespace

// ldmatrix {registers}, [address]   stmatrix [address], {registers}
bool Decoder::emit_matrices(const In& in, memory::Op op) {
  if (!in.has("m8n8") || in.types[0] != ptx::Type::b16)
    return refuse(in, "only matrices of 8 x 8 elements of .b16 are executed");
  BlockOperation out;
  const bool loads = op == memory::Op::load;
  out.kind = loads ? BlockOperationKind::load_matrices : BlockOperationKind::store_matrices;
  out.count = in.has("x4") ? 4 : in.has("x2") ? 2 : 1;
  out.transposed = in.has("trans");
  const ptx::Operand& values = in.operands[loads ? 0 : 1];
  const std::span<const ptx::Operand> parts = parts_of(values);
  if (parts.size() != out.count) return refuse(in, "expected one register for each matrix");
  MemoryInstruction& access = loads ? out.from : out.to;
  access.op = op;
  access.bytes = 16;
  if (!fill_shared_address(in, in.operands[loads ? 1 : 0], access)) return false;
  for (std::uint32_t i = 0; i < out.count; ++i) {
    const ptx::Operand& value = parts[i];
    if (loads && value.kind == Kind::discard) continue;
    const auto row = loads ? destination(in, value, 4) : source(in, value, 4);
    if (!row) return false;
    access.registers[i] = *row;
  }
  access.site = add_site(in, access);
  return emit_block_operation(in, out);
}

bool Decoder::decode_ldmatrix(const In& in) { return emit_matrices(in, memory::Op::load); }
bool Decoder::decode_stmatrix(const In& in) { return emit_matrices(in, memory::Op::store); }

bool Decoder::decode_movmatrix(const In& in) {
  if (!in.has("m8n8") || !in.has("trans") || in.types[0] != ptx::Type::b16)
    return refuse(in, "this form is not known");
  if (!emit(in, &transpose_fragments, 4, 4)) return false;
  program_.code.back().flow = Flow::warp;
  return true;
}

}  // namespace lanescope::exec
