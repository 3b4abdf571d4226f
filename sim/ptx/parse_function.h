// The body of a function: register declarations, nested scopes, labels, instructions.
#pragma once

#include <functional>

#include "sim/ptx/module.h"
#include "sim/ptx/token_stream.h"

namespace lanescope::ptx {

// Starts at the token after the opening '{' and reads up to and including the closing '}'.
// `read_loc` is called after the word ".loc" and returns the index of the location it set. Returns
// false if `in` has failed.
bool parse_body(TokenStream& in, Function& function, std::uint32_t& current_loc,
                const std::function<std::uint32_t()>& read_loc);

}  // namespace lanescope::ptx
