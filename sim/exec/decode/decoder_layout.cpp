// Lays out registers in rows, variables in their spaces, parameters in their buffer.
#include <algorithm>

#include <fmt/format.h>

#include "sim/exec/decode/decoder.h"
#include "sim/exec/decode/kernel_names.h"

namespace lanescope::exec {
namespace {

constexpr std::uint64_t max_parameter_bytes = 32764;  // PTX ISA, "Kernel Function Parameters"

}  // namespace

// A row's form precedes the row; both are aligned to 32 bytes.
Row Decoder::new_row(std::uint32_t bytes) {
  const auto start = static_cast<std::uint32_t>(align_up(program_.warp_row_bytes, form_bytes));
  const Row row{start + form_bytes};
  program_.warp_row_bytes = row.value + bytes * warp_lanes;
  program_.rows.push_back({row, bytes});
  return row;
}

Row Decoder::new_predicate() {
  const Row row{program_.warp_row_bytes};
  program_.warp_row_bytes += 4;
  predicate_rows_.insert(row.value);
  return row;
}

// A program with few rows runs faster (affine.h). A register that reaches an address has a row of
// its own, because address_origins() follows rows without regard to the order of instructions.
void Decoder::lay_out_registers(const std::vector<RegisterUse>& uses) {
  const std::size_t count = entry_.registers.size();
  const std::vector<bool> alone = reach_addresses(uses, count);
  std::vector<std::uint32_t> sizes(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t bytes = ptx::bytes_of(entry_.registers[i].type);
    // 8-bit registers are only loaded, stored and converted: they use 16-bit rows.
    if (bytes != 0 && bytes <= 8 && !alone[i]) sizes[i] = std::max(bytes, 2U);
  }
  const std::vector<std::uint32_t> slots = register_slots(uses, sizes);
  register_rows_.resize(count);
  std::vector<Row> rows(count);  // of the slots
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t bytes = ptx::bytes_of(entry_.registers[i].type);
    if (bytes == 0) continue;
    Row& row = rows[slots[i]];
    if (!row.exists()) {
      row = new_row(std::clamp(bytes, 2U, 8U));
      if (bytes == 16) new_row(8);  // followed by the upper half: half_of()
    }
    register_rows_[i] = row;
  }
  for (std::size_t i = 0; i < entry_.registers.size(); ++i) {
    if (ptx::bytes_of(entry_.registers[i].type) == 0) register_rows_[i] = new_predicate();
  }
}

std::uint32_t Decoder::add_variable(const ptx::Variable& variable) {
  using ptx::StateSpace;
  ProgramVariable out;
  out.name = demangled(variable.name);
  out.ptx_name = variable.name;
  out.space = variable.space;
  out.bytes = variable.bytes;
  out.alignment = variable.alignment;
  out.initial = variable.initial;
  out.addresses = variable.addresses;
  out.is_reference = variable.is_reference;
  const auto allocate = [&](std::uint64_t& used) {
    used = align_up(used, variable.alignment);
    out.address = used;
    used += variable.bytes;
  };
  switch (variable.space) {
    case StateSpace::shared:
      if (variable.bytes == 0) break;  // dynamic: placed later, after all static ones
      allocate(program_.static_shared_bytes);
      break;
    case StateSpace::local:
      allocate(program_.local_bytes);
      break;
    case StateSpace::constant:
      allocate(program_.constant_bytes);
      break;
    default:
      break;  // .global: placed at launch
  }
  if (variable.space == StateSpace::local)
    code_.local_alignment = std::max<std::uint64_t>(code_.local_alignment, variable.alignment);
  // A table that this kernel does not use may name functions that have no body here.
  std::erase_if(out.addresses, [this](const ptx::AddressInitialiser& item) {
    const ptx::Function* function = module_.find_function(item.symbol);
    return function != nullptr && function->is_declaration;
  });
  program_.variables.push_back(std::move(out));
  return static_cast<std::uint32_t>(program_.variables.size() - 1);
}

// Shared arrays that only other kernels of the module use take no space in this one.
void Decoder::lay_out_variables() {
  if (is_kernel()) {
    for (const ptx::Variable& variable : module_.variables) {
      if (variable.space == ptx::StateSpace::shared && !graph_.names.contains(variable.name))
        continue;
      variable_index_[variable.name] = add_variable(variable);
    }
  }
  own_variables_.resize(entry_.variables.size());
  for (std::size_t i = 0; i < entry_.variables.size(); ++i) {
    const ptx::Variable& variable = entry_.variables[i];
    if (variable.space != ptx::StateSpace::param) own_variables_[i] = add_variable(variable);
  }
  place_dynamic_shared();
}

// All dynamic arrays of a kernel start at the same address (CUDA C++ Programming Guide,
// __shared__).
void Decoder::place_dynamic_shared() {
  const auto is_dynamic = [](const ProgramVariable& variable) {
    return variable.space == ptx::StateSpace::shared && variable.bytes == 0;
  };
  std::uint64_t alignment = 16;
  for (const ProgramVariable& variable : program_.variables) {
    if (is_dynamic(variable)) alignment = std::max<std::uint64_t>(alignment, variable.alignment);
  }
  program_.dynamic_shared_start = align_up(program_.static_shared_bytes, alignment);
  for (ProgramVariable& variable : program_.variables) {
    if (is_dynamic(variable)) variable.address = program_.dynamic_shared_start;
  }
}

void Decoder::lay_out_parameters() {
  std::uint64_t offset = 0;
  for (const ptx::Variable& parameter : entry_.params) {
    offset = align_up(offset, parameter.alignment);
    if (parameter.bytes > max_parameter_bytes || offset > max_parameter_bytes) {
      Diagnostic diagnostic;
      diagnostic.kind = DiagnosticKind::ptx_unsupported;
      diagnostic.ptx_line = parameter.ptx_line;
      diagnostic.message =
          fmt::format("a kernel takes at most {} bytes of parameters (PTX line {})",
                      max_parameter_bytes, parameter.ptx_line);
      diagnostics_.push_back(std::move(diagnostic));
      return;
    }
    const auto at = static_cast<std::uint32_t>(offset);
    parameter_index_[parameter.name] = {&parameter, at};
    program_.parameters.push_back({at, parameter.bytes, parameter.type});
    offset += parameter.bytes;
  }
  program_.parameter_bytes = static_cast<std::uint32_t>(offset);
}

const ptx::Variable* Decoder::find_parameter(std::string_view name, std::uint32_t& offset) const {
  const auto found = parameter_index_.find(name);
  if (found == parameter_index_.end()) return nullptr;
  offset = found->second.second;
  return found->second.first;
}

std::optional<std::uint32_t> Decoder::find_variable(const ptx::Operand& symbol) const {
  if (symbol.index != ptx::Operand::not_local) return own_variables_[symbol.index];
  const auto found = variable_index_.find(symbol.name);
  if (found == variable_index_.end()) return std::nullopt;
  return found->second;
}

// A register that some path reads before writing must hold the same value in every run, whichever
// warp used its row before. Compilers produce few of these; other registers need no clearing.
void Decoder::find_rows_to_clear(const std::vector<RegisterUse>& uses) {
  for (const std::uint32_t index : live_at_entry(uses, entry_.registers.size())) {
    const bool is_predicate = ptx::bytes_of(entry_.registers[index].type) == 0;
    (is_predicate ? program_.predicates_to_clear : program_.rows_to_clear)
        .push_back(register_rows_[index]);
    if (ptx::bytes_of(entry_.registers[index].type) == 16) {
      ptx::Operand wide;
      wide.index = index;
      program_.rows_to_clear.push_back(half_of(wide, 1));
    }
  }
}

}  // namespace lanescope::exec
