// A lesson's prose as HTML: the same Markdown that the window shows (viz/scene/prose.h).
#pragma once

#include <string>
#include <string_view>

namespace lanescope::app {

// Blocks: paragraphs, lists, tables, fenced code. `heading`: what a heading becomes ("h4").
[[nodiscard]] std::string blocks_html(std::string_view markdown, std::string_view heading = "h4");
// What stands in one line, without the paragraph around it: for choices and list items.
[[nodiscard]] std::string line_html(std::string_view markdown);

}  // namespace lanescope::app
