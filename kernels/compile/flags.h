// The flags that a lesson file or --flags may give, and what they mean to each compiler.
//
// They are few: those that change what a kernel means. Where the program already decides (the
// architecture, line information, what is written), or where only the host's half is meant, a flag
// is refused, so that none is silently without effect.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/compile/compile.h"

namespace lanescope::compile {

// Why the flag may not be given; empty: it may. A flag is one text with its value: "-DX=1",
// "--maxrregcount=32".
[[nodiscard]] std::string flag_problem(std::string_view flag);

// The words of a text, parted at blanks that are not in quotes; '' is a word.
[[nodiscard]] std::vector<std::string> words_in(std::string_view text);

// "-D X=1 -use_fast_math" -> "-DX=1", "-use_fast_math": the words, each flag joined with its value.
[[nodiscard]] std::vector<std::string> flags_in(std::string_view text);

// Moves the folders of -I to `include`; relative ones are in `base`.
void take_folders(std::vector<std::string>& flags, std::vector<std::filesystem::path>& include,
                  const std::filesystem::path& base);

// Whether a macro's value ends with its line in any text: no line end, no comment, no backslash at
// its end.
[[nodiscard]] bool is_of_one_line(std::string_view value);

// "#define X 1", "#undef Y": one line for each -D and -U; of several for one name the last. They
// are text, as parameters are, because an option would also apply to the compilers' own headers and
// to the prelude.
[[nodiscard]] std::string macro_lines(const std::vector<std::string>& flags);

struct CompilerFlags {
  std::string standard = "c++17";    // of C++
  std::vector<std::string> options;  // all others, as the compiler writes them
  std::vector<Message> warnings;     // of flags that change numbers, but not with this compiler
};
[[nodiscard]] CompilerFlags flags_for(const std::vector<std::string>& flags, Compiler compiler);

}  // namespace lanescope::compile
