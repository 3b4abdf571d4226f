#include "sim/steps/listing.h"

#include <algorithm>
#include <map>
#include <utility>

#include "sim/exec/decode/kernel_names.h"
#include "sim/exec/decode/register_uses.h"
#include "sim/ptx/print.h"
#include "sim/steps/meanings.h"

namespace lanescope::steps {
namespace {

using exec::Flow;

InstructionKind kind_of(const exec::Instruction& in) {
  switch (in.flow) {
    case Flow::memory:
    case Flow::block:
      return InstructionKind::access;
    case Flow::barrier:
      return InstructionKind::barrier;
    case Flow::branch:
    case Flow::table:
      return InstructionKind::branch;
    case Flow::call:
      return InstructionKind::call;
    case Flow::exit:
    case Flow::ret:
    case Flow::trap:
      return InstructionKind::end;
    case Flow::compute:
    case Flow::warp:
    case Flow::clock:
    case Flow::nothing:
      break;
  }
  return InstructionKind::compute;
}

std::vector<std::uint32_t> without_doubles(std::vector<std::uint32_t> all) {
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::vector<const ptx::Function*> functions_of(const ptx::Module& module,
                                               const exec::Program& program) {
  std::vector<const ptx::Function*> functions{module.find_function(program.name)};
  for (const exec::FunctionCode& function : program.functions) {
    functions.push_back(module.find_function(function.ptx_name));
  }
  return functions;
}

}  // namespace

Listing make_listing(const ptx::Module& module, const exec::Program& program,
                     const std::vector<std::string>& parameters) {
  Listing listing;
  const std::vector<const ptx::Function*> functions = functions_of(module, program);
  std::vector<std::vector<exec::RegisterUse>> uses;
  for (const ptx::Function* function : functions) {
    Function out;
    out.name = exec::kernel_name(function->name).plain;
    for (const ptx::Register& reg : function->registers) {
      out.registers.push_back({reg.name, reg.type, Reading::bits, {}});
    }
    listing.functions.push_back(std::move(out));
    uses.push_back(exec::register_uses(*function));
  }
  const SymbolNames symbols(*functions.front(), parameters);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    const exec::PtxOrigin& origin = program.origins[i];
    if (origin.instruction == exec::PtxOrigin::none) {
      listing.of_code.push_back(Listing::none);
      continue;
    }
    const auto [at, is_first] =
        known.try_emplace({origin.function, origin.instruction},
                          static_cast<std::uint32_t>(listing.instructions.size()));
    listing.of_code.push_back(at->second);
    const InstructionKind kind = kind_of(program.code[i]);
    if (!is_first) {  // one of several parts: one that is more than a computation decides
      InstructionKind& whole = listing.instructions[at->second].kind;
      if (kind != InstructionKind::compute) whole = kind;
      continue;
    }
    const ptx::Function& function = *functions[origin.function];
    const exec::RegisterUse& use = uses[origin.function][origin.instruction];
    Instruction out;
    out.text = ptx::instruction_text(function, function.instructions[origin.instruction],
                                     [&](std::string_view name) { return symbols.of(name); });
    out.place = program.places[i];
    out.ptx_line = program.ptx_lines[i];
    out.function = origin.function;
    out.kind = kind;
    out.reads = without_doubles(use.reads);
    out.writes = without_doubles(use.writes);
    listing.instructions.push_back(std::move(out));
  }
  for (std::size_t i = 0; i < functions.size(); ++i) {
    find_meanings(*functions[i], symbols, listing.functions[i].registers);
    find_readings(*functions[i], listing.functions[i].registers);
  }
  return listing;
}

}  // namespace lanescope::steps
