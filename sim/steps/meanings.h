// The meaning of registers, where the PTX determines it with certainty. Internal to sim/steps.
//
// Compilers report lines, not variables: optimised code has no debug information about registers.
// But a register that is written once, with a parameter, a special register or a variable's
// address, keeps that meaning for its whole life.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/ptx/module.h"
#include "sim/steps/listing.h"

namespace lanescope::steps {

// Symbols by their names in the source.
class SymbolNames {
 public:
  SymbolNames(const ptx::Function& kernel, const std::vector<std::string>& parameters);
  // "tile", "n"; a parameter without a name is "param_2"; else the symbol itself.
  [[nodiscard]] std::string of(std::string_view symbol) const;
  // Empty if the symbol is not a parameter or has no name.
  [[nodiscard]] std::string parameter(std::string_view symbol) const;

 private:
  std::map<std::string_view, std::string> parameters_;
  std::map<std::string_view, std::string> short_names_;
};

// Sets Register::meaning.
void find_meanings(const ptx::Function& function, const SymbolNames& symbols,
                   std::vector<Register>& registers);
// Sets Register::reading and Register::number.
void find_readings(const ptx::Function& function, std::vector<Register>& registers);

}  // namespace lanescope::steps
