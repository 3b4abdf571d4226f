// A lesson's prose: Markdown as blocks, and blocks as a picture of a given width.
//
// What is understood: paragraphs, headings, **bold**, *emphasis*, `code`, lists (one level), fenced
// code, tables. Of anything else the text is shown and the form is lost; HTML is text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "viz/scene/draw_list.h"
#include "viz/scene/style.h"

namespace lanescope::scene {

// A stretch of text that looks the same.
struct ProseSpan {
  std::string text;  // "\n" is a line break that was asked for
  bool strong = false;
  bool emphasis = false;
  bool code = false;
  bool operator==(const ProseSpan&) const = default;
};
using ProseLine = std::vector<ProseSpan>;

struct ProseBlock {
  enum class Kind : std::uint8_t { paragraph, heading, item, code, table } kind = Kind::paragraph;
  ProseLine spans;   // paragraph, heading, item
  std::string mark;  // item: "•", "1."; empty: one more paragraph of the same item
  std::string code;  // code: its lines, without the last line's end
  struct Table {
    std::vector<AlignX> columns;
    std::vector<std::vector<ProseLine>> rows;  // the first is the head
  } table{};
};
using Prose = std::vector<ProseBlock>;

// A line's end in the source is a blank, but between Chinese characters it is nothing.
[[nodiscard]] Prose parse_prose(std::string_view markdown);

// Markdown that shows `text` as it is, its lines and their indentation too: for messages, in which
// __global__ and * mean themselves.
[[nodiscard]] std::string as_markdown(std::string_view text);

struct ProseLook {
  float size = 14;          // units; code is a little smaller
  Color color{0, 0, 0, 0};  // alpha 0: the palette's text
  bool is_heading = false;  // all of it is bold
};

// `width` pixels wide; as high as it has to be, which is the list's height. Text is never left out:
// a word that is wider than the line is broken. No hit areas.
[[nodiscard]] DrawList build_prose(const Prose& prose, const Style& style, float width,
                                   const ProseLook& look = {});

}  // namespace lanescope::scene
