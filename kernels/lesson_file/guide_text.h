// A guide's prose in one language, such as guide.en.md, divided into sections. A `# key` line
// outside a fenced block begins a section, which ends at the next one.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::lesson {

// Where a text is read. A passage between `<!-- window -->` and `<!-- /window -->` is for the
// window alone: it says what to press. One between `<!-- answers -->` and `<!-- /answers -->`
// repeats what an earlier question asked, or speaks of the picture that comes with the answers: a
// worksheet, which has neither, leaves it out.
enum class Medium : std::uint8_t { window, handout, worksheet };

struct Section {
  std::string text;   // Markdown, without blank lines around it; as in the window
  int line = 0;       // of `# key`, from 1
  int text_line = 0;  // of the first line of `text`
  std::string handout{}, worksheet{};
  [[nodiscard]] const std::string& in(Medium medium) const {
    return medium == Medium::window ? text : medium == Medium::handout ? handout : worksheet;
  }
};

struct GuideText {
  std::string file;  // as in messages; may not exist
  std::map<std::string, Section> sections;
};

// Text before the first section, a duplicate section, an invalid key and a passage without its end
// are errors with a line.
[[nodiscard]] tl::expected<GuideText, Error> read_guide_text(std::string_view text,
                                                             const std::string& file);

// "{access.sectors}" and the like in Markdown.
struct Placeholder {
  std::string name;           // the text between the braces
  std::size_t begin = 0;      // offset of '{' in the text
  std::size_t end = 0;        // offset after '}'
  int line = 0;               // in the text, from 0
  bool in_code_span = false;  // between backquotes, where CUDA code may have braces too
};
// In order. Fenced blocks are code and have no placeholders.
[[nodiscard]] std::vector<Placeholder> placeholders_of(std::string_view markdown);

}  // namespace lanescope::lesson
