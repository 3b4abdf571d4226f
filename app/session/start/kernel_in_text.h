// Finds kernels in the text of a .cu file without compiling it.
#pragma once

#include <cstddef>
#include <optional>
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

// A template's arguments and what is between <<< and >>>, at one launch.
struct LaunchInText {
  std::string template_arguments;  // "<32>"; empty: none
  std::vector<std::string> configuration;
};

// The code of a text for the functions below: without comments and strings (bare_code()), and with
// one blank, or one end of a line, for each run of blanks. Lines and columns are lost. The error:
// a word is longer than any name, so that nothing can be read from the text.
[[nodiscard]] tl::expected<std::string, std::string> code_to_read(std::string_view text);

// `text`: of code_to_read(). `wanted`: "transpose", "foo::transpose" or
// "transpose<32>". If it is empty: the first kernel that is no template, else the first template
// that the text instantiates or launches with arguments, else the first template.
//
// What only the function that launches a template knows is guessed: its own template parameters
// become float, 32 or true. So are all arguments where the text has none. The error lists what
// there is.
[[nodiscard]] tl::expected<KernelInText, std::string> kernel_in_text(const std::string& text,
                                                                     const std::string& wanted);

// The names of the kernels that kernel_in_text() takes, in the order of the text.
[[nodiscard]] std::vector<std::string> kernels_in_text(const std::string& text);

// The launches of that function, in the order of the text.
[[nodiscard]] std::vector<LaunchInText> launches_of(const std::string& text,
                                                    const std::string& function);

// Where the word begins; npos if it is not there. "int" is no word of "print".
[[nodiscard]] std::size_t find_word(std::string_view text, std::string_view word,
                                    std::size_t from = 0);

// Reads a text from left to right. No function here calls itself for each character, as std::regex
// does: texts may be long.
struct TextReader {
  std::string_view text;
  std::size_t at = 0;

  void skip_blanks();
  // Each skips blanks first. Empty or false where something else stands there.
  std::string_view word();
  bool take(std::string_view mark);
  // What is between the bracket here, one of ( [ { <, and the one that closes it. nullopt: there is
  // none, or a ';' stands before its end (not in braces), or that is more than 64 KiB away (not in
  // braces).
  std::optional<std::string_view> bracketed();
};

[[nodiscard]] std::string without_blanks(std::string_view text);  // around it

// The parts between commas that no bracket encloses, without blanks around them: "a<1, 2> b, c"
// gives "a<1, 2> b" and "c". None of an empty text.
[[nodiscard]] std::vector<std::string> split_at_commas(std::string_view text);

}  // namespace lanescope::app
