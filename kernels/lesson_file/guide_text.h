// The prose of a guide in one language: guide.en.md, cut into sections. A line `# key` outside of a
// fenced block begins one; its text goes on until the next.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::lesson {

struct Section {
  std::string text;   // Markdown, without blank lines around it
  int line = 0;       // of `# key`, from 1
  int text_line = 0;  // of the first line of `text`
};

struct GuideText {
  std::string file;  // as in messages; empty: there is no such file
  std::map<std::string, Section> sections;
};

// Text before the first section, a section that is there twice, a key that can't be one: an error
// with its line.
[[nodiscard]] tl::expected<GuideText, Error> read_guide_text(std::string_view text,
                                                             const std::string& file);

// "{access.sectors}" and the like in Markdown.
struct Placeholder {
  std::string name;           // what stands between the braces
  std::size_t begin = 0;      // of '{' ...
  std::size_t end = 0;        // ... and behind '}', in bytes of the text
  int line = 0;               // in the text, from 0
  bool in_code_span = false;  // between backquotes: may also be CUDA's own braces
};
// In the text's order. Fenced blocks have none: they are code.
[[nodiscard]] std::vector<Placeholder> placeholders_of(std::string_view markdown);

}  // namespace lanescope::lesson
