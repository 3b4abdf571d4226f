// The kernel's text as the compilers see it, and the translation back to the file name that the
// user knows.
//
// All compilers get a fixed, absolute file name. NVRTC would prepend the working directory to a
// relative one, each compiler escapes quotes and spaces in a path in its own way, and equal texts
// would give different PTX.
#pragma once

#include <string>
#include <string_view>

#include "kernels/compile/compile.h"
#include "kernels/compile/prelude_choice.h"

namespace lanescope::compile {

inline constexpr std::string_view internal_source_name = "/lanescope/source.cu";

// Returns the part of the prelude that the kernel needs, then the defines, then the kernel's text,
// then the line that asks for the wanted kernel (wanted_kernel.h). Lines of the kernel keep their
// numbers. The prelude has also what Source::header_texts need. The defines are text because
// options would also apply to the compilers' own headers: a parameter named T or N broke those
// (seen with NVRTC 13).
[[nodiscard]] std::string framed_text(const Source& source, const PreludeChoice& prelude,
                                      Compiler compiler);

// The same for nvcc, which needs no prelude.
[[nodiscard]] std::string framed_text(const Source& source, Compiler compiler);

// One line per define, "#define NAME value": those of flags, then the parameters.
[[nodiscard]] std::string defines_of(const Source& source);

// The text with blank lines in place of #includes whose contents the prelude provides; other lines
// keep their numbers. Removed are the common headers of C and C++ and CUDA's own. For clang, which
// has no Toolkit, CUDA's optional headers that the prelude replaces (cuda_fp16.h) are removed too.
// The compiler finds or rejects all others. nvcc reads the whole text as it stands.
[[nodiscard]] std::string without_known_headers(std::string_view text, Compiler compiler);

// Whether without_known_headers() removes it.
[[nodiscard]] bool is_known_header(std::string_view name, Compiler compiler);

// Whether a header serves host code only, as far as is known by its name: the C and C++ libraries,
// those of the system, CUDA's libraries, the samples' helpers, graphics. Where a text that includes
// one does not compile, it is skipped (host_code.h). `is_quoted`: written as "name"; then only
// names that nobody else's header has.
[[nodiscard]] bool is_host_header(std::string_view name, bool is_quoted);

// The PTX with the user's file name in `.file N "/lanescope/source.cu"`. Characters that would end
// the PTX string (quotes, control characters) become '_'.
[[nodiscard]] std::string with_source_name(std::string_view ptx, std::string_view name);

}  // namespace lanescope::compile
