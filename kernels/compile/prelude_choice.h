// Selects the paragraphs of the prelude that a kernel needs: those that define a name in its text,
// and those that they need in turn.
//
// Why: CUDA has about two thousand names, and clang takes 30 ms to read a thousand of them, longer
// than all its other work on a kernel. A text that uses twenty names pays for twenty: the transpose
// compiles in 2/3 of the time that it took with a small prelude read whole.
//
// How: the prelude's texts are split into paragraphs at blank lines. A name belongs to the first
// paragraph that contains it, because C++ declares before use. Comments, strings, names of one or
// two letters and C++ keywords are ignored. So nothing is listed twice, and a paragraph that needs
// another gets it without saying so. A paragraph that adds to another one (an overload, a
// specialisation) begins with "// gives NAME ...": it comes with each of these names and owns no
// other. "// gives always" comes with every text; "// gives <HEADER>" comes if the kernel includes
// that header; "// gives std::NAME" comes if the kernel uses that name (or NAME, after `using
// namespace std`).
//
// Names that the kernel's text #defines are undefined first, as if the prelude had never defined
// them. A text that builds names with ## gets all paragraphs except those of headers: such names
// can't be found without preprocessing.
#pragma once

#include <cctype>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::compile {

class PreludeChoice {
 public:
  // (name, text) pairs in the order in which they precede the kernel. The texts must outlive this
  // object.
  explicit PreludeChoice(std::vector<std::pair<std::string_view, std::string_view>> texts);

  // Returns the prelude for `text`, the kernel's text with its parameters' #defines. Each paragraph
  // begins with its own #line: "/lanescope/NAME.h".
  [[nodiscard]] std::string operator()(std::string_view text) const;

 private:
  struct Paragraph {
    std::string_view name;  // of its text
    std::size_t line;       // of its first line in that text, from 1
    std::string_view text;
    bool always;
    std::size_t header;  // index of the header's first paragraph; npos: not part of a header
    std::vector<std::string> needs;  // the names that it contains
  };
  std::vector<Paragraph> paragraphs_;
  std::map<std::string, std::vector<std::size_t>, std::less<>> owners_;  // name -> paragraphs
};

// The name in `#include <name>` or `#include "name"`; empty for any other line.
[[nodiscard]] std::string_view included_header(std::string_view line);

[[nodiscard]] inline bool begins_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
[[nodiscard]] inline bool continues_name(char c) {
  return begins_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// The texts of the folder prelude, embedded in the program. kernels/compile/CMakeLists.txt
// generates their definitions.
namespace prelude {
extern const std::string_view common, stdlib;  // for both compilers
// for clang
extern const std::string_view asynchronous, atomics, bf16, conversions, cooperative_groups,
    curand_kernel, fp16, fp8, halves, integers, keywords, libm, loads, math, textures, threads,
    vectors, video, warp;
// for programs (program_headers.h)
extern const std::string_view program, program_bf16, program_fp16, program_halves;
}  // namespace prelude

}  // namespace lanescope::compile
