// A lesson's prose as HTML: the same Markdown that the window shows (viz/picture/prose/prose.h).
#pragma once

#include <string>
#include <string_view>

#include "viz/text/glossary.h"

namespace lanescope::app {

// `markdown`: paragraphs, lists, tables, fenced code. Headings are <h4>.
// `glossary`: the first use of each term is an <abbr> with its explanation; nullptr: none is.
[[nodiscard]] std::string blocks_html(std::string_view markdown,
                                      const text::Glossary* glossary = nullptr);
// One line without an enclosing paragraph: for choices and list items.
[[nodiscard]] std::string line_html(std::string_view markdown);

}  // namespace lanescope::app
