#include "app/session/start/ptx_lesson.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/session/start/own_kernel.h"
#include "kernels/lesson_file/names.h"
#include "sim/exec/decode/decode.h"
#include "sim/exec/decode/kernel_names.h"
#include "sim/exec/program/program.h"
#include "sim/ptx/parser.h"

namespace lanescope::app {
namespace {

// The lesson file's word for what the instruction loads or stores. Untyped bits of 4 and 8 bytes
// are mostly floating-point numbers. Those of 2 bytes are what the kernel computes with:
// `short_float`, if it is not null.
const char* element_type(ptx::Type type, std::uint64_t bytes, const char* short_float = nullptr) {
  const std::string_view name = ptx::name_of(type);
  if (name.starts_with("f16")) return "half";
  if (name.starts_with("bf16")) return "bf16";
  const char kind = name.empty() ? 'b' : name[0];
  switch (bytes) {
    case 1:
      return kind == 's' ? "char" : "uchar";
    case 2:
      if (kind == 'b' && short_float != nullptr) return short_float;
      return kind == 's' ? "short" : "ushort";
    case 4:
      return kind == 's' ? "int" : kind == 'u' ? "uint" : "float";
    default:
      return kind == 's' ? "longlong" : kind == 'u' ? "ulonglong" : "double";
  }
}

// The 16-bit floating-point type that the instructions use: "half" or "bf16". Null: they use both,
// or neither.
const char* short_float_of(const ptx::Function& entry) {
  const char* only = nullptr;
  for (const ptx::Instruction& each : entry.instructions) {
    for (const ptx::Type type : each.types) {
      const std::string_view name = ptx::name_of(type);
      if (!name.starts_with("f16") && !name.starts_with("bf16")) continue;
      const char* own = name.starts_with("f16") ? "half" : "bf16";
      if (only != nullptr && std::string_view(only) != own) return nullptr;
      only = own;
    }
  }
  return only;
}

// A name that a lesson file can have: PTX's may hold '$' and '%'.
std::string name_for_lesson(std::string_view ptx_name, std::set<std::string>& taken) {
  std::string name(ptx_name);
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0)
    name.insert(name.begin(), '_');
  while (!lesson::is_identifier(name) || !taken.insert(name).second) name += '_';
  return name;
}

// A structure that is passed by value: the PTX knows its size only.
std::string structure_text(const ptx::Variable& parameter, const std::string& name) {
  const bool is_of_words = parameter.bytes % 4 == 0 && parameter.alignment >= 4;
  const bool has_align = parameter.bytes % parameter.alignment == 0;
  return fmt::format(
      "\n[[args]]\nname = \"{}\"\n# {}'{}' is a structure of {} bytes; in place of this stand-in, "
      "which is all 0: its members\nstruct = \"Structure\"\nmembers = [\n  {{ name = \"{}\", "
      "type = \"{}\", count = {} }},\n]\n{}",
      name, by_hand_mark, name, parameter.bytes, is_of_words ? "words" : "bytes",
      is_of_words ? "uint" : "uchar", is_of_words ? parameter.bytes / 4 : parameter.bytes,
      has_align ? fmt::format("align = {}\n", parameter.alignment) : "");
}

struct PtxArray {
  const char* type = "float";
  bool is_written = false;
};

// By parameter: those that an access's address comes from.
std::map<std::size_t, PtxArray> arrays_of(const exec::Program& program,
                                          const ptx::Function& entry) {
  std::map<std::size_t, PtxArray> arrays;
  const char* short_float = short_float_of(entry);
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
      array.type = element_type(type, ptx::bytes_of(type), short_float);
    }
  }
  return arrays;
}

}  // namespace

std::map<std::size_t, std::string> array_types_of(const exec::Program& program,
                                                  const ptx::Function& entry) {
  std::map<std::size_t, std::string> types;
  for (const auto& [parameter, array] : arrays_of(program, entry)) types[parameter] = array.type;
  return types;
}

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
  GuessedLaunch launch;
  launch.grid = fmt::format("\"ceil_div(N, {})\"", asked != 0 ? std::to_string(asked) : block);
  launch.block = block;
  if (asked != 0) launch.from = lesson::LaunchGuess::reqntid;
  std::string toml = fmt::format("# {}\nsource = \"{}\"\nkernel = \"{}\"\n\n{}", comment, file_name,
                                 wanted, launch_text_for(launch));
  const bool has_dynamic = std::ranges::any_of(module->variables, [](const ptx::Variable& each) {
    return each.space == ptx::StateSpace::shared && each.bytes == 0;
  });
  if (has_dynamic) toml += "dynamic_shared = 4096\n";
  const std::map<std::size_t, PtxArray> arrays = arrays_of(*program, *entry);
  std::set<std::string> taken;
  for (std::size_t i = 0; i < entry->params.size(); ++i) {
    const ptx::Variable& parameter = entry->params[i];
    const std::string name = name_for_lesson(parameter.name, taken);
    if (parameter.bytes != ptx::bytes_of(parameter.type)) {
      toml += structure_text(parameter, name);
      continue;
    }
    const auto array = arrays.find(i);
    if (array == arrays.end()) {
      const bool is_real = ptx::is_floating(parameter.type);
      const char* type = parameter.bytes == 8 && !is_real ? "longlong"
                         : parameter.bytes == 4 && !is_real
                             ? "int"
                             : element_type(parameter.type, parameter.bytes);
      toml += fmt::format("\n[[args]]\nname = \"{}\"\ntype = \"{}\"\nvalue = \"{}\"\n", name, type,
                          is_real || parameter.bytes == 1 ? "1" : "N");
      continue;
    }
    toml += fmt::format("\n[[args]]\nname = \"{}\"\ntype = \"{}\"\ncount = \"N\"\n", name,
                        array->second.type);
    if (!array->second.is_written) toml += "init = \"iota\"\n";
  }
  return toml;
}

}  // namespace lanescope::app
