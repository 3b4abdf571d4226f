#include "app/session/start/ptx_lesson.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/exec/decode/decode.h"
#include "sim/exec/decode/kernel_names.h"
#include "sim/exec/program/program.h"
#include "sim/ptx/parser.h"

namespace lanescope::app {
namespace {

// The lesson file's word for what the instruction loads or stores. Untyped bits of 4 and 8 bytes
// are mostly floating-point numbers.
const char* element_type(ptx::Type type, std::uint64_t bytes) {
  const std::string_view name = ptx::name_of(type);
  const char kind = name.empty() ? 'b' : name[0];
  switch (bytes) {
    case 1:
      return kind == 's' ? "char" : "uchar";
    case 2:
      return kind == 's' ? "short" : "ushort";
    case 4:
      return kind == 's' ? "int" : kind == 'u' ? "uint" : "float";
    default:
      return kind == 's' ? "longlong" : kind == 'u' ? "ulonglong" : "double";
  }
}

struct PtxArray {
  const char* type = "float";
  bool is_written = false;
};

// By parameter: those that an access's address comes from.
std::map<std::size_t, PtxArray> arrays_of(const exec::Program& program,
                                          const ptx::Function& entry) {
  std::map<std::size_t, PtxArray> arrays;
  for (std::size_t i = 0; i < program.sites.size(); ++i) {
    const exec::SiteInfo& site = program.sites[i];
    if (site.space != memory::Space::global) continue;
    const auto instruction =
        std::ranges::find(entry.instructions, site.ptx_line, &ptx::Instruction::ptx_line);
    for (const std::uint32_t constant : program.address_origins[i].constants) {
      const exec::Constant& from = program.constants[constant];
      if (from.kind != exec::Constant::Kind::parameter) continue;
      const auto parameter =
          std::ranges::find(program.parameters, from.value, &exec::ParameterInfo::offset);
      if (parameter == program.parameters.end()) continue;
      const auto number = static_cast<std::size_t>(parameter - program.parameters.begin());
      const bool is_new = !arrays.contains(number);
      PtxArray& array = arrays[number];
      array.is_written |= site.op != memory::Op::load;
      if (!is_new || instruction == entry.instructions.end() || instruction->types.empty())
        continue;
      const ptx::Type type = instruction->types.back();
      array.type = element_type(type, ptx::bytes_of(type));
    }
  }
  return arrays;
}

}  // namespace

tl::expected<std::string, std::string> lesson_text_for_ptx(std::string ptx,
                                                           const std::string& file_name,
                                                           const std::string& comment,
                                                           const std::string& kernel) {
  const auto module = ptx::parse(std::move(ptx));
  if (!module)
    return tl::unexpected(fmt::format("{}: {}", module.error().ptx_line, module.error().message));
  const std::vector<std::string> names = exec::kernel_names(*module);
  if (names.empty()) return tl::unexpected(std::string("it has no kernel (.entry)"));
  const std::string wanted = kernel.empty() ? names.front() : kernel;
  const ptx::Function* entry = exec::find_kernel(*module, wanted);
  if (entry == nullptr) {
    return tl::unexpected(
        fmt::format("it has no kernel '{}'; it has: {}", wanted, fmt::join(names, ", ")));
  }
  const auto program = exec::decode(*module, *entry);
  if (!program) {
    const Diagnostic& first = program.error().front();
    return tl::unexpected(fmt::format("{}: {}", first.ptx_line, first.message));
  }
  const std::uint64_t asked =
      entry->required_block[0] * entry->required_block[1] * entry->required_block[2];
  std::string block = fmt::format(
      "{}",
      entry->max_block_threads == 0 ? 256 : std::min<std::uint64_t>(256, entry->max_block_threads));
  if (asked != 0) block = fmt::format("{}", fmt::join(entry->required_block, ", "));
  std::string toml = fmt::format(
      "# {}\nsource = \"{}\"\nkernel = \"{}\"\n\n[params]\nN = {{ default = 4096, min = 1, max = "
      "1048576 }}\n\n[launch]\ngrid = [\"ceil_div(N, {})\"]\nblock = [{}]\n",
      comment, file_name, wanted, asked != 0 ? std::to_string(asked) : block, block);
  const bool has_dynamic = std::ranges::any_of(module->variables, [](const ptx::Variable& each) {
    return each.space == ptx::StateSpace::shared && each.bytes == 0;
  });
  if (has_dynamic) toml += "dynamic_shared = 4096\n";
  const std::map<std::size_t, PtxArray> arrays = arrays_of(*program, *entry);
  for (std::size_t i = 0; i < entry->params.size(); ++i) {
    const ptx::Variable& parameter = entry->params[i];
    const auto array = arrays.find(i);
    if (array == arrays.end()) {
      const bool is_real = ptx::name_of(parameter.type)[0] == 'f';
      const char* type = parameter.bytes == 8 && !is_real ? "longlong"
                         : parameter.bytes == 4 && !is_real
                             ? "int"
                             : element_type(parameter.type, parameter.bytes);
      toml += fmt::format("\n[[args]]\nname = \"{}\"\ntype = \"{}\"\nvalue = \"{}\"\n",
                          parameter.name, type, is_real ? "1" : "N");
      continue;
    }
    toml += fmt::format("\n[[args]]\nname = \"{}\"\ntype = \"{}\"\ncount = \"N\"\n", parameter.name,
                        array->second.type);
    if (!array->second.is_written) toml += "init = \"iota\"\n";
  }
  return toml;
}

}  // namespace lanescope::app
