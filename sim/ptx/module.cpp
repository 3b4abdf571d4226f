#include "sim/ptx/module.h"

#include <algorithm>

namespace lanescope::ptx {

bool Instruction::has(std::string_view modifier) const {
  return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

std::string Instruction::mnemonic() const {
  std::string text(row_of(opcode).name);
  for (const std::string_view modifier : modifiers) {
    text += '.';
    text += modifier;
  }
  return text;
}

const SourcePlace& Module::calling_place(std::uint32_t location) const {
  std::uint32_t outermost = location;
  while (callers[outermost] != 0) outermost = callers[outermost];
  const auto is_own = [&](const std::string& file) {
    return file == locations[outermost].file ||
           std::find(own_files.begin(), own_files.end(), file) != own_files.end();
  };
  while (!is_own(locations[location].file)) location = callers[location];
  return locations[location];
}

void Module::place_by_ptx_lines(const std::string& file) {
  locations.assign(1, {});
  for (Function& function : functions) {
    for (Instruction& instruction : function.instructions) {
      if (locations.back().line != instruction.ptx_line)
        locations.push_back({file, instruction.ptx_line, 0});
      instruction.loc = static_cast<std::uint32_t>(locations.size() - 1);
    }
  }
  callers.assign(locations.size(), 0);
}

const Function* Module::find_function(std::string_view name) const {
  const Function* declared = nullptr;
  for (const Function& function : functions) {
    if (function.name != name) continue;
    if (!function.is_declaration) return &function;
    declared = &function;
  }
  return declared;
}

}  // namespace lanescope::ptx
