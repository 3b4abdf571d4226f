// A lesson.toml for a kernel that comes as PTX.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include <tl/expected.hpp>

#include "sim/exec/program/program.h"
#include "sim/ptx/module.h"

namespace lanescope::app {

// As lesson_text_for() of own_kernel.h. A parameter is an array if an access's address comes from
// it, and its elements are as wide as that access; the block is that of .reqntid, if given.
// `kernel`: its name as in the PTX or in the source; empty: the first one.
[[nodiscard]] tl::expected<std::string, std::string> lesson_text_for_ptx(
    std::string ptx, const std::string& file_name, const std::string& comment,
    const std::string& kernel);

// Types of the elements, as in a lesson file, of those parameters from which an access's address
// comes. `program`: of that function.
[[nodiscard]] std::map<std::size_t, std::string> array_types_of(const exec::Program& program,
                                                                const ptx::Function& entry);

}  // namespace lanescope::app
