// What the compilers print -> messages with a place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/compile/compile.h"

namespace lanescope::compile {

// NVRTC:  "/lanescope/source.cu(6): error: identifier "PAX" is undefined", the line and a caret
// below it. The log names no column, but its caret shows one: taken where the shown line equals the
// text's, else 0.
[[nodiscard]] std::vector<Message> parse_nvrtc_log(std::string_view log, const Source& source);

// clang (-fno-caret-diagnostics):  "/lanescope/source.cu:6:37: error: use of undeclared identifier
// 'PAX'".
[[nodiscard]] std::vector<Message> parse_clang_log(std::string_view log, const Source& source);

// What ptxas tells of each kernel when it is asked to (--ptxas-options=-v): registers a thread of
// the one with this symbol. Empty: nothing is told of it.
[[nodiscard]] std::optional<std::uint32_t> registers_in_log(std::string_view log,
                                                            std::string_view symbol);

// Is any of these an error?
[[nodiscard]] bool has_error(const std::vector<Message>& messages);

// Line `number` of a text, from 1, without its line end; empty when there is no such line.
[[nodiscard]] std::string line_of(std::string_view text, int number);

}  // namespace lanescope::compile
