// The body of a function: register declarations, nested scopes, labels, instructions.
#pragma once

#include <functional>

#include "sim/ptx/module.h"
#include "sim/ptx/token_stream.h"

namespace lanescope::ptx {

// At the token behind the opening '{'; reads up to and including the closing '}'.
// `read_loc` is called at ".loc" (behind the word) and returns the index of the location it set.
// False when `in` has failed.
bool parse_body(TokenStream& in, Function& function, std::uint32_t& current_loc,
                const std::function<std::uint32_t()>& read_loc);

}  // namespace lanescope::ptx
