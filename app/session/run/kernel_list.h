// Which kernels a text has, for the message that the wanted one is not among them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/ptx/module.h"

namespace lanescope::app {

// The templates of kernels in a text, with their parameters: "scan<typename T, int B>". By the
// words alone, as a compiler says nothing of templates that nothing instantiates.
[[nodiscard]] std::vector<std::string> kernel_templates_in(std::string_view text);

// What to say where find_kernel() finds no kernel of that name. The kernels are listed in the form
// in which a lesson file names them. `source`: the file's name.
[[nodiscard]] std::string no_such_kernel(const std::string& source, const std::string& kernel,
                                         const ptx::Module& module, std::string_view text);

}  // namespace lanescope::app
