// Turns what the compilers print into messages with a file and line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/compile/compile.h"

namespace lanescope::compile {

// NVRTC prints `/lanescope/source.cu(6): error: identifier "PAX" is undefined`, then the line and a
// caret below it. The column comes from the caret. It is 0 if the shown line differs from the
// text's.
[[nodiscard]] std::vector<Message> parse_nvrtc_log(std::string_view log, const Source& source);

// clang (-fno-caret-diagnostics) prints `/lanescope/source.cu:6:37: error: use of undeclared
// identifier 'PAX'`.
[[nodiscard]] std::vector<Message> parse_clang_log(std::string_view log, const Source& source);

// nvcc prints what its parts say: the front end as NVRTC does, the preprocessor, which is gcc's, as
// clang does; and of itself `nvcc fatal   : Unknown option '--foo'`. Only the first megabyte is
// read.
[[nodiscard]] std::vector<Message> parse_nvcc_log(std::string_view log, const Source& source);

// The registers per thread of the kernel with this symbol, as ptxas reports them
// (--ptxas-options=-v). nullopt if the log does not have them.
[[nodiscard]] std::optional<std::uint32_t> registers_in_log(std::string_view log,
                                                            std::string_view symbol);

// Whether an error is on a line of the kernel's text that launches a kernel: <<<.
[[nodiscard]] bool refuses_launch(const Failure& failure, const Source& source);
// Gives those errors this text instead, once for each line.
void explain_launches(Failure& failure, const Source& source, const std::string& why);

// Whether templates are nested deeper than NVRTC's and nvcc's front end goes by itself: 200. NVRTC
// has no option that changes it.
[[nodiscard]] bool nests_too_deep(const Failure& failure);

// Whether something is used that only later GPUs than those of preferred_architecture have, such as
// __cluster_dims__.
[[nodiscard]] bool needs_later_architecture(const Failure& failure);

[[nodiscard]] bool has_error(const std::vector<Message>& messages);

// Line `number` of a text, from 1, without its line end; empty if there is no such line.
[[nodiscard]] std::string line_of(std::string_view text, int number);

}  // namespace lanescope::compile
