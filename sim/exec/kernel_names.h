// Kernels by the names their authors know: PTX carries C++ names mangled (Itanium C++ ABI).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/ptx/module.h"

namespace lanescope::exec {

[[nodiscard]] std::string demangled(
    std::string_view name);  // the name itself when it is not mangled

struct KernelName {
  std::string plain;                    // "transpose_tile", "reduce<256u>", "ns::k"
  std::vector<std::string> parameters;  // "float const*", "int"; empty with `has_parameters` false
  bool has_parameters = false;          // extern "C" names carry no types
};
[[nodiscard]] KernelName kernel_name(std::string_view mangled);

// The entry function whose plain name is `name` (template arguments may be left out when one
// instance exists).
[[nodiscard]] const ptx::Function* find_kernel(const ptx::Module& module, std::string_view name);
[[nodiscard]] std::vector<std::string> kernel_names(const ptx::Module& module);  // plain, in order

}  // namespace lanescope::exec
