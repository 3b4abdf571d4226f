// Moving values and converting addresses: mov, cvta, isspacep (PTX ISA, "Data Movement and
// Conversion Instructions").
#include <fmt/format.h>

#include "sim/exec/decode/decoder.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using ptx::StateSpace;
using ptx::Type;
using Kind = ptx::Operand::Kind;

bool Decoder::decode_mov(const In& in) {
  const Type type = in.types[0];
  if (type == Type::pred) {
    return emit_predicate(in, [](const Lanes& lanes, const Instruction& i) {
      write_predicate(lanes, i.d, lanes.predicate(i.a) ^ (i.immediate != 0 ? all_lanes : 0));
    });
  }
  if (in.operands[0].kind == Kind::vector || in.operands[1].kind == Kind::vector)
    return mov_vector(in);
  const std::uint32_t n = ptx::bytes_of(type);
  if (n == 16) return mov_wide(in);
  return emit(in, copy_handler(n), n, n);
}

bool Decoder::decode_cvta(const In& in) {
  StateSpace space = StateSpace::generic;
  for (const std::string_view suffix : in.modifiers) {
    if (const auto named = ptx::space_named(suffix)) space = *named;
  }
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  if (n != 8) return refuse(in, "only 64-bit addresses are executed");
  const std::uint64_t window = window_of(space);
  const bool to_space = in.has("to");
  if (!to_space && in.operands[1].kind == Kind::symbol && !is_on_stack(in.operands[1])) {
    const auto variable = find_variable(in.operands[1]);
    if (!variable)
      return refuse(in,
                    fmt::format("nothing is declared under the name '{}'", in.operands[1].name));
    const auto d = destination(in, in.operands[0], 8);
    if (!d) return false;
    push_compute(in, copy_handler(8), *d,
                 constant_row({.kind = Constant::Kind::variable_generic,
                               .lane_bytes = 8,
                               .value = static_cast<std::uint64_t>(in.operands[1].offset),
                               .index = *variable}));
    return true;
  }
  if (!emit(in,
            &binary<std::uint64_t, std::uint64_t, std::uint64_t,
                    [](std::uint64_t a, std::uint64_t b) { return a + b; }>,
            8, 8)) {
    return false;
  }
  program_.code.back().b = constant_row(
      {.kind = Constant::Kind::bits, .lane_bytes = 8, .value = to_space ? 0 - window : window});
  return true;
}

bool Decoder::decode_isspacep(const In& in) {
  StateSpace space = StateSpace::generic;
  for (const std::string_view suffix : in.modifiers) {
    if (suffix == "shared::cluster") space = StateSpace::shared;
    if (const auto named = ptx::space_named(suffix)) space = *named;
  }
  const auto a = source(in, in.operands[1], 8);
  const auto d = a ? predicate_destination(in, in.operands[0]) : std::nullopt;
  if (!d) return false;
  Instruction& out = push(in, Flow::compute);
  out.handler = [](const Lanes& lanes, const Instruction& i) {
    const std::uint64_t* address = lanes.read<std::uint64_t>(i.a);
    std::uint32_t bits = 0;
    for (int l = 0; l < warp_lanes; ++l)
      bits |= static_cast<std::uint32_t>(address[l] / window_bytes == i.immediate) << l;
    write_predicate(lanes, i.d, bits);
  };
  out.a = *a;
  out.d = *d;
  out.immediate = static_cast<std::uint8_t>(window_of(space) / window_bytes);
  return true;
}

}  // namespace lanescope::exec
