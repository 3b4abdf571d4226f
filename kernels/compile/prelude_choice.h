// Which of the prelude a kernel needs: the paragraphs that its text names, and those that these
// name.
//
// Why: CUDA has some two thousand names, and clang reads a thousand of them in 30 ms, more than the
// rest of its work on a kernel takes. A text that uses twenty of them pays for twenty: the
// transpose compiles in 2/3 of the time that it took with a small prelude read whole.
//
// How: the prelude's texts are paragraphs, apart by blank lines. A name belongs to the first
// paragraph of the texts in which it stands, since C++ declares before it uses; comments, strings,
// names of one or two letters and C++'s own words do not count. So nothing is listed twice, and a
// paragraph that needs another gets it without saying so. A paragraph that adds to what another has
// (an overload, a specialisation) begins with "// gives NAME ...": it comes with each of these
// names and owns no other. "// gives always" comes with every text, "// gives <HEADER>" where the
// kernel includes that header, "// gives std::NAME" where it names that (or NAME, after `using
// namespace std`).
//
// A name that the text itself #defines is undefined first, as if the prelude's had never been.
// A text that makes names with ## gets all paragraphs but those of headers: such names can't be
// seen without preprocessing it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::compile {

class PreludeChoice {
 public:
  // (name, text) in the order in which they stand before the kernel. The texts must outlive this.
  explicit PreludeChoice(std::vector<std::pair<std::string_view, std::string_view>> texts);

  // What stands before `text`; `text` is the kernel's with the values of its parameters. Each
  // paragraph begins with a #line of its own: "/lanescope/NAME.h".
  [[nodiscard]] std::string operator()(std::string_view text) const;

 private:
  struct Paragraph {
    std::string_view name;  // of its text
    std::size_t line;       // of its first line there, from 1
    std::string_view text;
    bool always;
    std::size_t header;              // of the first paragraph of its header's text; none: npos
    std::vector<std::string> needs;  // the names in it
  };
  std::vector<Paragraph> paragraphs_;
  std::map<std::string, std::vector<std::size_t>, std::less<>> owners_;  // name -> paragraphs
};

// The headers that `text` includes, e.g. "cuda_fp16.h", in their order.
[[nodiscard]] std::vector<std::string_view> included_headers(std::string_view text);

// The name in `#include <name>` or `#include "name"`; empty for any other line.
[[nodiscard]] std::string_view included_header(std::string_view line);

}  // namespace lanescope::compile
