// Kernels by their source names: PTX contains mangled C++ names (Itanium C++ ABI).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/ptx/module.h"

namespace lanescope::exec {

[[nodiscard]] std::string demangled(std::string_view name);  // returns an unmangled name unchanged

struct KernelName {
  std::string plain;                    // "transpose_tile", "reduce<256u>", "ns::k"
  std::vector<std::string> parameters;  // "float const*", "int"; empty if `has_parameters` is false
  bool has_parameters = false;          // false for extern "C" names, which carry no types
};
[[nodiscard]] KernelName kernel_name(std::string_view mangled);

// The entry function with that plain name, or with plain name and parameters as kernel_names()
// writes them, or with that symbol. Blanks and unnamed namespaces do not count, and neither do the
// namespaces of an extern "C" kernel, which only the text knows. Template arguments may be omitted
// if there is only one instance. nullptr: there is none, or there are several of the plain name.
[[nodiscard]] const ptx::Function* find_kernel(const ptx::Module& module, std::string_view name);
// The names of all kernels, in the module's order: the plain name, or, where several have the same,
// "add(float*, int)".
[[nodiscard]] std::vector<std::string> kernel_names(const ptx::Module& module);

}  // namespace lanescope::exec
