// A parameter that has the name of something that the kernel declares.
//
// Parameters are macros: with N = 1024, `int N` becomes `int 1024`, and a compiler then complains
// about a number that nobody wrote there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/compile/compile.h"

namespace lanescope::compile {

struct ParameterClash {
  std::string name, value;   // of the parameter
  int line = 0, column = 0;  // from 1
  bool is_member = false;    // `.N`, `->N` or `::N`; false: N is declared
};

// Declarations and member names that are a parameter's name, in the order of the text. Not found
// where only the meaning of other names could tell a declaration from an expression (`T * N`), in
// preprocessor lines, and after an #undef of the name.
[[nodiscard]] std::vector<ParameterClash> parameter_clashes(std::string_view text,
                                                            const Source& source);

// If the compiler found an error on the line of such a clash, in the text or in one of its own
// headers, that clash is told instead of what the compiler said. In a header of others, the message
// has no place: the parameter is to be renamed.
void explain_parameter_clash(Failure& failure, const Source& source);

}  // namespace lanescope::compile
