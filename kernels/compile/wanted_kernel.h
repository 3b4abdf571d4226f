// The kernel that a lesson names by more than a plain name: an instance of a template, "scan<int, 2
// * TILE>", or one of several overloads, "add(float*, int)".
//
// The compiler itself is asked: one line behind the text takes the kernel's address. That
// instantiates the template, resolves the overload as C++ does (typedefs, parameters and constants
// of the text included), and leaves the kernel's symbol in the PTX, from where it is taken.
//
// Rejected: an explicit instantiation, which says nothing about the symbol; nvrtcAddNameExpression,
// which only NVRTC has.
#pragma once

#include <string>
#include <string_view>

#include "kernels/compile/compile.h"

namespace lanescope::compile {

inline constexpr std::string_view wanted_kernel_name = "/lanescope/kernel";  // in messages

// Whether the kernel is named by more than a plain name, and can be part of an expression.
[[nodiscard]] bool is_kernel_expression(std::string_view kernel);

// What follows the text, with its own #line; empty if the kernel has a plain name.
[[nodiscard]] std::string wanted_kernel_text(std::string_view kernel, Compiler compiler);

// Whether the text was rejected because it has no such kernel.
[[nodiscard]] bool lacks_wanted_kernel(const Failure& failure);

// Takes what wanted_kernel_text() left out of the PTX; in its place, the symbol follows as a
// comment in the last line, so that it is kept with the text.
[[nodiscard]] std::string with_wanted_kernel(std::string ptx);
// The symbol in that comment; empty: there is none.
[[nodiscard]] std::string wanted_kernel_in(std::string_view ptx);

}  // namespace lanescope::compile
