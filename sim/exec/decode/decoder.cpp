#include "sim/exec/decode/decoder.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "sim/exec/decode/address_origins.h"
#include "sim/exec/decode/control_flow.h"
#include "sim/exec/decode/kernel_names.h"
#include "sim/exec/lanes/affine.h"
#include "sim/exec/lanes/lane_loops.h"

namespace lanescope::exec {

using ptx::Opcode;

namespace {

constexpr std::size_t max_diagnostics = 20;

template <class T>
constexpr Handler copy_lanes = &unary<T, T, [](T a) { return a; }>;

}  // namespace

Handler copy_handler(std::uint32_t bytes) {
  return bytes == 2   ? copy_lanes<std::uint16_t>
         : bytes == 4 ? copy_lanes<std::uint32_t>
         : bytes == 8 ? copy_lanes<std::uint64_t>
                      : nullptr;
}

Decoder::Decoder(const ptx::Module& module, const CallGraph& graph, Program& program)
    : module_(module), graph_(graph), entry_(*graph.functions.front()), program_(program) {}

Decoder::Decoder(const Decoder& kernel, std::uint32_t function)
    : module_(kernel.module_),
      graph_(kernel.graph_),
      function_number_(function),
      entry_(*graph_.functions[function]),
      program_(kernel.program_),
      variable_index_(kernel.variable_index_) {}

bool Decoder::run() {
  if (is_kernel()) {
    program_.text = module_.text;
    program_.name = std::string(entry_.name);
    program_.plain_name = kernel_name(entry_.name).plain;
    program_.required_block = entry_.required_block;
    program_.max_block_threads = entry_.max_block_threads;
    name_functions();
  }
  const std::vector<RegisterUse> uses = register_uses(entry_);
  lay_out_registers(uses);
  lay_out_areas();
  lay_out_variables();
  if (is_kernel()) lay_out_parameters();

  // A PTX instruction becomes one or several decoded ones (mov of a vector), so labels are
  // renumbered.
  const auto first = static_cast<std::uint32_t>(program_.code.size());
  const std::size_t first_table = program_.branch_tables.size();
  code_.first = first;
  if (!is_kernel()) load_register_parameters();
  for (std::size_t i = first; i < program_.code.size(); ++i) program_.code[i].continues = true;
  program_.origins.resize(program_.code.size(), {function_number_, PtxOrigin::none});
  const std::vector<std::vector<std::uint32_t>> lasts = last_reads(uses, entry_.registers.size());
  std::vector<std::uint32_t> first_of(entry_.instructions.size() + 1);
  for (std::size_t i = 0; i < entry_.instructions.size(); ++i) {
    first_of[i] = static_cast<std::uint32_t>(program_.code.size());
    decode_one(entry_.instructions[i]);
    set_form_handlers(entry_.instructions[i], first_of[i]);
    note_row_use(entry_.instructions[i], uses[i], lasts[i], first_of[i]);
    program_.origins.resize(program_.code.size(),
                            {function_number_, static_cast<std::uint32_t>(i)});
    for (std::size_t rest = first_of[i] + 1; rest < program_.code.size(); ++rest)
      program_.code[rest].continues = true;
    if (diagnostics_.size() >= max_diagnostics) return false;
  }
  if (!diagnostics_.empty()) return false;
  first_of.back() = static_cast<std::uint32_t>(program_.code.size());
  // The code that follows belongs to another function.
  if (graph_.functions.size() > 1) push_end();
  program_.origins.resize(program_.code.size(), {function_number_, PtxOrigin::none});
  program_.row_uses.resize(program_.code.size());
  find_copied_bytes(first_of);
  program_.register_rows.push_back(register_rows_);
  const std::span<Instruction> body = std::span(program_.code).subspan(first);
  for (Instruction& instruction : body) {
    if (instruction.flow == Flow::branch) instruction.target = first_of[instruction.target];
  }
  for (std::size_t i = first_table; i < program_.branch_tables.size(); ++i) {
    for (std::uint32_t& target : program_.branch_tables[i]) target = first_of[target];
  }
  program_.continues_before.assign(1, 0);
  for (const Instruction& instruction : program_.code) {
    program_.continues_before.push_back(program_.continues_before.back() +
                                        (instruction.continues ? 1 : 0));
  }
  set_reconvergence_points(body, {first, is_kernel(), program_.branch_tables},
                           program_.meeting_points);
  find_rows_to_clear(uses);
  return diagnostics_.empty();
}

void Decoder::name_functions() {
  for (std::size_t i = 0; i < module_.functions.size(); ++i) {
    const ptx::Function& function = module_.functions[i];
    if (&function == &entry_) program_.address = address_of_function(i);
    if (function.is_declaration) continue;
    program_.function_addresses.emplace(function.name, address_of_function(i));
    if (function.is_entry && graph_.names.contains(function.name))
      program_.named_kernels.push_back(function.name);
  }
}

bool Decoder::decode_one(const In& in) {
  if (in.types.empty() && row_of(in.opcode).needs_type) return refuse(in, "expected a type");
  switch (in.opcode) {
#define EXECUTABLE(name, min_operands, max_operands, type, result) \
  case Opcode::name:                                               \
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

bool Decoder::refuse(const In& in, std::string why) {
  Diagnostic diagnostic;
  diagnostic.kind = DiagnosticKind::ptx_unsupported;
  // What a header's function does is done by the line of the kernel that calls it.
  diagnostic.place = module_.calling_place(in.loc);
  diagnostic.ptx_line = in.ptx_line;
  diagnostic.message = fmt::format("the emulator can't execute '{}' (PTX line {}): {}",
                                   in.mnemonic(), in.ptx_line, why);
  diagnostics_.push_back(std::move(diagnostic));
  return false;
}

const SourcePlace& Decoder::place_of(const In& in) const {
  // Launches are calls of functions in a header inside NVRTC, which nobody can open.
  const SourcePlace& place = module_.locations[in.loc];
  return place.file.ends_with("__nv_nvrtc_builtin_header.h") ? module_.calling_place(in.loc)
                                                             : place;
}

Instruction& Decoder::push(const In& in, Flow flow) {
  Instruction instruction;
  instruction.flow = flow;
  if (in.guard) {
    instruction.guard = register_rows_[in.guard->reg];
    instruction.guard_flip = in.guard->negated ? all_lanes : 0;
  }
  program_.code.push_back(instruction);
  program_.places.push_back(place_of(in));
  program_.ptx_lines.push_back(in.ptx_line);
  return program_.code.back();
}

void Decoder::push_compute(const In& in, Handler handler, Row d, Row a, Row b, Row c) {
  Instruction& out = push(in, Flow::compute);
  out.handler = handler;
  out.d = d;
  out.a = a;
  out.b = b;
  out.c = c;
}

void Decoder::set_form_handlers(const In& in, std::size_t first) {
  bool plain = program_.code.size() == first + 1;
  for (const ptx::Operand& operand : in.operands) {
    plain = plain && operand.kind != ptx::Operand::Kind::vector;  // mov of parts
  }
  if (in.opcode == Opcode::cvt && in.types.size() == 2) {
    plain = plain && register_bytes(in.operands[0]) == ptx::bytes_of(in.types[0]) &&
            (in.operands[1].kind != ptx::Operand::Kind::reg ||
             register_bytes(in.operands[1]) == ptx::bytes_of(in.types[1]));
  }
  for (std::size_t i = first; i < program_.code.size(); ++i) {
    Instruction& out = program_.code[i];
    if (out.flow != Flow::compute) continue;
    const auto note = [&](Row row, unsigned as_row, unsigned as_predicate) {
      if (!row.exists()) return;
      const bool is_predicate = predicate_rows_.contains(row.value);
      out.operands =
          static_cast<std::uint8_t>(out.operands | (is_predicate ? as_predicate : as_row));
    };
    note(out.d, row_d, predicate_d);
    note(out.a, row_a, 0);
    note(out.b, row_b, 0);
    note(out.c, row_c, predicate_c);
    if (in.opcode == Opcode::setp && predicate_rows_.contains(out.second.value))
      out.operands = static_cast<std::uint8_t>(out.operands | second_predicate);
    out.by_form = form_handler_of(in, out, plain);
  }
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
  push_compute(in, handler, *d, rows[0], rows[1], rows[2]);
  return true;
}

bool Decoder::emit_predicate(const In& in, Handler handler) {
  std::uint32_t flip = 0;
  const auto a = predicate_source(in, in.operands[1], flip);
  const auto d = a ? predicate_destination(in, in.operands[0]) : std::nullopt;
  if (!d) return false;
  Instruction& out = push(in, Flow::compute);
  out.handler = handler;
  out.a = *a;
  out.d = *d;
  out.immediate = flip != 0 ? 1 : 0;
  return true;
}

bool Decoder::emit_nothing(const In& in) {
  push(in, Flow::nothing);
  return true;
}

Scope scope_of(const ptx::Instruction& in, Scope otherwise) {
  if (in.has("sys")) return Scope::system;
  if (in.has("gpu") || in.has("gl")) return Scope::grid;  // gl: membar
  if (in.has("cta") || in.has("cluster")) return Scope::block;
  return otherwise;
}

bool Decoder::suffixes_known(const In& in, std::string_view known) {
  const auto is_known = [known](std::string_view suffix) {
    for (std::size_t at = known.find(suffix); at != std::string_view::npos;
         at = known.find(suffix, at + 1)) {
      const std::size_t end = at + suffix.size();
      if ((at == 0 || known[at - 1] == ' ') && (end == known.size() || known[end] == ' '))
        return true;
    }
    return false;
  };
  for (const std::string_view suffix : in.modifiers) {
    if (!ptx::type_named(suffix) && !is_known(suffix))
      return refuse(in, fmt::format(".{} is not executed here", suffix));
  }
  return true;
}

tl::expected<Program, std::vector<Diagnostic>> decode(const ptx::Module& module,
                                                      const ptx::Function& entry) {
  const CallGraph graph = call_graph(module, entry);
  Program program;
  Decoder decoder(module, graph, program);
  if (!decoder.run() || !decoder.run_functions())
    return tl::unexpected(std::move(decoder.diagnostics()));
  // The next warp's rows follow, so the size is aligned like the first warp's rows.
  program.warp_row_bytes = static_cast<std::uint32_t>(align_up(program.warp_row_bytes, 64));
  program.address_origins = address_origins(program);
  for (const std::uint32_t load : expected_loads(program)) {
    Strength& strength = program.memory[load].strength;
    strength = std::max(strength, Strength::volatile_);
  }
  return program;
}

tl::expected<std::vector<Program>, std::vector<Diagnostic>> decode_with_launched(
    const ptx::Module& module, const ptx::Function& entry) {
  std::vector<Program> programs;
  std::vector<const ptx::Function*> kernels{&entry};
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    auto program = decode(module, *kernels[i]);
    if (!program) return tl::unexpected(std::move(program.error()));
    for (const std::string_view name : program->named_kernels) {
      const ptx::Function* named = module.find_function(name);
      if (std::ranges::find(kernels, named) == kernels.end()) kernels.push_back(named);
    }
    programs.push_back(*std::move(program));
  }
  return programs;
}

}  // namespace lanescope::exec
