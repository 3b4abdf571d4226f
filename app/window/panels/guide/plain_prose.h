#pragma once

#include <string>
#include <string_view>

namespace lanescope::app {

// Markdown as plain text on one line.
[[nodiscard]] std::string plain_prose(std::string_view markdown);

}  // namespace lanescope::app
