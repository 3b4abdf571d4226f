// Finds kernels in the text of a .cu file without compiling it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace lanescope::app {

struct KernelInText {
  // As a lesson file names it: with its namespaces, and a template with its arguments:
  // "foo::transpose<32>".
  std::string name;
  std::string function;    // the last part of it, without arguments: "transpose"
  std::string parameters;  // between the parentheses; a template's with its arguments put in
};

// `text`: without comments and strings (bare_code()). `wanted`: "transpose", "foo::transpose" or
// "transpose<32>". If it is empty: the first kernel that is no template, else the first template
// that the text instantiates or launches with arguments. The error lists what there is.
[[nodiscard]] tl::expected<KernelInText, std::string> kernel_in_text(const std::string& text,
                                                                     const std::string& wanted);

// The parts between commas that no bracket encloses, without blanks around them: "a<1, 2> b, c"
// gives "a<1, 2> b" and "c". None of an empty text.
[[nodiscard]] std::vector<std::string> split_at_commas(std::string_view text);

}  // namespace lanescope::app
