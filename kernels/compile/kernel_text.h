// The kernel's text as both compilers see it, and the way back to the name the user knows.
//
// Both compilers get a fixed, absolute name: NVRTC would put the working directory before a
// relative one, a quote or a space in the user's path would be at the mercy of each compiler's
// escapes, and equal texts would give unequal PTX.
#pragma once

#include <string>
#include <string_view>

#include "kernels/compile/compile.h"
#include "kernels/compile/prelude_choice.h"

namespace lanescope::compile {

inline constexpr std::string_view internal_source_name = "/lanescope/source.cu";

// What the kernel needs of a compiler's prelude, the defines, the kernel's text. The lines of the
// text keep their numbers. The defines are text and not options, which would come before the
// compilers' own headers: a parameter named T or N broke those (seen with NVRTC 13).
[[nodiscard]] std::string framed_text(const Source& source, const PreludeChoice& prelude,
                                      Compiler compiler);

// The text with the #includes of what the prelude has taken away, line by line: the numbers of the
// other lines stay. Those are C's and C++'s common headers and CUDA's own; of clang's, which has no
// Toolkit, also CUDA's optional ones that the prelude stands for (cuda_fp16.h). Other #includes
// stay, and are the compiler's to find or to refuse.
[[nodiscard]] std::string without_known_headers(std::string_view text, Compiler compiler);

// The PTX with `.file N "/lanescope/source.cu"` naming the user's file instead. Characters that
// would end the PTX string (quotes, control characters) become '_'.
[[nodiscard]] std::string with_source_name(std::string_view ptx, std::string_view name);

}  // namespace lanescope::compile
