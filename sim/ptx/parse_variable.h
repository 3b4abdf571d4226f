// Variable declarations: ".shared .align 4 .b8 S[4224];", parameters, initialisers.
#pragma once

#include <optional>
#include <vector>

#include "sim/ptx/module.h"
#include "sim/ptx/token_stream.h"

namespace lanescope::ptx {

// Starts after the linkage directives, at ".space". Reads "a, b[3] = {...}" up to, but not
// including, the ';', the ',' of a parameter list or the ')'. `single`: a parameter, exactly one
// name.
[[nodiscard]] std::vector<Variable> parse_variables(TokenStream& in, bool single, bool is_extern);

}  // namespace lanescope::ptx
