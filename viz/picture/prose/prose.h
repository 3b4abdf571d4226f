// A lesson's prose: parses Markdown into blocks, and draws blocks as a picture of a given width.
//
// Supported: paragraphs, headings, **bold**, *emphasis*, `code`, lists (one level), fenced code,
// tables. Anything else is shown as plain text; HTML is text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

// A run of text in one style.
struct ProseSpan {
  std::string text;  // "\n" is an explicit line break
  bool strong = false;
  bool emphasis = false;
  bool code = false;
  std::optional<std::size_t> term{};  // index in the glossary: the span is a link to it
  bool operator==(const ProseSpan&) const = default;
};
using ProseLine = std::vector<ProseSpan>;

struct ProseBlock {
  enum class Kind : std::uint8_t { paragraph, heading, item, code, table } kind = Kind::paragraph;
  ProseLine spans;   // paragraph, heading, item
  std::string mark;  // item: "•", "1."; empty: another paragraph of the same item
  std::string code;  // code: its lines, without the last line end
  struct Table {
    std::vector<AlignX> columns;
    std::vector<std::vector<ProseLine>> rows;  // the first is the header
  } table{};
};
using Prose = std::vector<ProseBlock>;

// A line end in the source is a blank, or nothing next to Chinese characters.
[[nodiscard]] Prose parse_prose(std::string_view markdown);

// Makes the first use of each term a link: in paragraphs, lists and tables, not in code, titles or
// names (*emphasis*).
void link_terms(Prose& prose, const text::Glossary& glossary);

// Markdown that shows `text` literally, including line breaks and indentation: for messages that
// contain __global__ or *.
[[nodiscard]] std::string as_markdown(std::string_view text);

inline constexpr float prose_line_share = 1.5F;  // line height, relative to the font size

struct ProseStyle {
  float size = 14;          // units; code is slightly smaller
  Color color{0, 0, 0, 0};  // alpha 0: the palette's text
  bool is_heading = false;  // bold
  bool is_linked = false;   // terms of the glossary are links
};

// `width` pixels wide, and as high as necessary: see the list's height. No text is left out: a word
// wider than the line is broken. Hit areas: links, of the kind `term`, one for each line they are
// on.
[[nodiscard]] DrawList build_prose(const Prose& prose, const Style& style, float width,
                                   const ProseStyle& prose_style = {});

}  // namespace lanescope::picture
