// A lesson's prose as HTML: the same Markdown that the window shows (viz/picture/prose/prose.h).
#pragma once

#include <string>
#include <string_view>

namespace lanescope::app {

// `markdown`: paragraphs, lists, tables, fenced code. Headings are <h4>.
[[nodiscard]] std::string blocks_html(std::string_view markdown);
// One line without an enclosing paragraph: for choices and list items.
[[nodiscard]] std::string line_html(std::string_view markdown);

}  // namespace lanescope::app
