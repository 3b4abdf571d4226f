// The source files that a PTX text names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::launches {

// The names of `.file NUMBER "name"` that a `.loc` uses, each once, as in the text.
[[nodiscard]] std::vector<std::string> source_files_of(std::string_view ptx);

}  // namespace lanescope::launches
