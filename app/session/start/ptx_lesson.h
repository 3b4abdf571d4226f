// A lesson.toml for a kernel that comes as PTX.
#pragma once

#include <string>

#include <tl/expected.hpp>

namespace lanescope::app {

// As lesson_text_for() of own_kernel.h. A parameter is an array if an access's address comes from
// it, and its elements are as wide as that access; the block is that of .reqntid, if given.
// `kernel`: its name as in the PTX or in the source; empty: the first one.
[[nodiscard]] tl::expected<std::string, std::string> lesson_text_for_ptx(
    std::string ptx, const std::string& file_name, const std::string& comment,
    const std::string& kernel);

}  // namespace lanescope::app
