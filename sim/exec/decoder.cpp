#include "sim/exec/decoder.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/exec/control_flow.h"
#include "sim/exec/decode_float.h"
#include "sim/exec/kernel_names.h"
#include "sim/exec/rounding.h"

namespace lanescope::exec {

using ptx::Opcode;

namespace {
constexpr std::size_t max_diagnostics = 20;
}

Decoder::Decoder(const ptx::Module& module, const ptx::Function& entry, Program& program)
    : module_(module), entry_(entry), program_(program) {}

bool Decoder::run() {
  program_.text = module_.text;
  program_.name = std::string(entry_.name);
  lay_out_registers();
  lay_out_variables();
  lay_out_parameters();

  // One PTX instruction becomes one or (mov of a vector) several: labels move along.
  std::vector<std::uint32_t> first_of(entry_.instructions.size() + 1);
  for (std::size_t i = 0; i < entry_.instructions.size(); ++i) {
    first_of[i] = static_cast<std::uint32_t>(program_.code.size());
    decode_one(entry_.instructions[i]);
    for (std::size_t rest = first_of[i] + 1; rest < program_.code.size(); ++rest) {
      program_.code[rest].continues = true;
    }
    if (diagnostics_.size() >= max_diagnostics) return false;
  }
  if (!diagnostics_.empty()) return false;
  first_of.back() = static_cast<std::uint32_t>(program_.code.size());
  for (Instruction& instruction : program_.code) {
    if (instruction.flow == Flow::branch) instruction.target = first_of[instruction.target];
  }
  set_reconvergence_points(program_.code);
  find_rows_to_clear();
  return diagnostics_.empty();
}

namespace {

// Opcodes whose decoders ask for in.types[0].
bool needs_a_type(Opcode opcode) {
  switch (opcode) {
    case Opcode::activemask:
    case Opcode::applypriority:
    case Opcode::bar:
    case Opcode::barrier:
    case Opcode::bra:
    case Opcode::discard:
    case Opcode::exit:
    case Opcode::fence:
    case Opcode::isspacep:
    case Opcode::membar:
    case Opcode::nanosleep:
    case Opcode::pmevent:
    case Opcode::prefetch:
    case Opcode::prefetchu:
    case Opcode::ret:
    case Opcode::trap:
      return false;
    default:
      return true;
  }
}

}  // namespace

bool Decoder::decode_one(const In& in) {
  if (row_of(in.opcode).refused.empty() && in.types.empty() && needs_a_type(in.opcode)) {
    return refuse(in, "expected a type");
  }
  if (in.opcode == Opcode::call) return refuse_call(in);
  switch (in.opcode) {
#define EXECUTABLE(name, min_operands, max_operands) \
  case Opcode::name:                                 \
    return decode_##name(in);
#define REFUSED(name, why) \
  case Opcode::name:       \
    return refuse(in, why);
#include "sim/ptx/opcodes.def"
#undef EXECUTABLE
#undef REFUSED
  }
  return refuse(in, "not in the table of opcodes");
}

bool Decoder::has_calls() const {
  return std::any_of(entry_.instructions.begin(), entry_.instructions.end(),
                     [](const In& in) { return in.opcode == Opcode::call; });
}

// call (result), name, (arguments)   call name
bool Decoder::refuse_call(const In& in) {
  std::string_view callee;
  for (const ptx::Operand& operand : in.operands) {
    if (operand.kind == ptx::Operand::Kind::symbol && callee.empty()) callee = operand.name;
  }
  if (callee == "vprintf") return refuse(in, "printf is not executed yet; take it out");
  if (callee == "__assertfail") return refuse(in, "assert is not executed yet; take it out");
  if (callee.empty()) return refuse(in, "calls through pointers are not executed");
  return refuse(
      in,
      fmt::format("it calls {}, which the compiler did not inline, and calls are not executed yet; "
                  "__forceinline__ before the function helps",
                  demangled(callee)));
}

bool Decoder::refuse(const In& in, std::string why) {
  Diagnostic diagnostic;
  diagnostic.kind = DiagnosticKind::ptx_unsupported;
  diagnostic.place = module_.locations[in.loc].place;
  diagnostic.ptx_line = in.ptx_line;
  diagnostic.message = fmt::format("the emulator can't execute '{}' (PTX line {}): {}",
                                   in.mnemonic(), in.ptx_line, why);
  diagnostics_.push_back(std::move(diagnostic));
  return false;
}

Instruction& Decoder::push(const In& in, Flow flow) {
  Instruction instruction;
  instruction.flow = flow;
  if (in.guard) {
    instruction.guard = register_rows_[in.guard->reg];
    instruction.guard_flip = in.guard->negated ? all_lanes : 0;
  }
  program_.code.push_back(instruction);
  program_.places.push_back(module_.locations[in.loc].place);
  program_.ptx_lines.push_back(in.ptx_line);
  return program_.code.back();
}

bool Decoder::emit(const In& in, Handler handler, std::uint32_t d_bytes, std::uint32_t a_bytes,
                   std::uint32_t b_bytes, std::uint32_t c_bytes) {
  if (handler == nullptr) return refuse(in, "this type or combination of suffixes is not executed");
  const std::uint32_t bytes[] = {a_bytes, b_bytes, c_bytes};
  Row rows[3];
  for (std::size_t i = 0; i < 3 && bytes[i] != 0; ++i) {
    const auto row = source(in, in.operands[i + 1], bytes[i]);
    if (!row) return false;
    rows[i] = *row;
  }
  const auto d = destination(in, in.operands[0], d_bytes);
  if (!d) return false;
  Instruction& out = push(in, Flow::compute);
  out.handler = handler;
  out.d = *d;
  out.a = rows[0];
  out.b = rows[1];
  out.c = rows[2];
  return true;
}

bool Decoder::emit_nothing(const In& in) {
  push(in, Flow::nothing);
  return true;
}

bool Decoder::float_suffixes_known(const In& in) {
  for (const std::string_view suffix : in.modifiers) {
    for (const std::string_view unknown : {"ftz", "sat", "xorsign", "abs", "NaN", "relu"}) {
      if (suffix == unknown) return refuse(in, fmt::format(".{} is not executed yet", unknown));
    }
  }
  return true;
}

bool Decoder::emit_float(const In& in, FloatOperation operation) {
  if (!float_suffixes_known(in)) return false;
  const std::uint32_t n = ptx::bytes_of(in.types[0]);
  const auto direction = direction_of(in);
  const std::uint32_t sources = static_cast<std::uint32_t>(in.operands.size()) - 1;
  if (!emit(in, float_handler(operation, in.types[0], direction.has_value()), n, n,
            sources > 1 ? n : 0, sources > 2 ? n : 0)) {
    return false;
  }
  if (direction) program_.code.back().immediate = static_cast<std::uint8_t>(*direction);
  return true;
}

tl::expected<Program, std::vector<Diagnostic>> decode(const ptx::Module& module,
                                                      const ptx::Function& entry) {
  Program program;
  Decoder decoder(module, entry, program);
  if (!decoder.run()) return tl::unexpected(std::move(decoder.diagnostics()));
  return program;
}

}  // namespace lanescope::exec
