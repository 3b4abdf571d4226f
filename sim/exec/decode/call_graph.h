// The functions of a module that a kernel may reach: those that it names, those named by the tables
// of pointers or virtual functions that it uses, and if it calls pointers, all whose address the
// module takes: another launch may have left the pointer.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "sim/ptx/module.h"

namespace lanescope::exec {

struct CallGraph {
  // Functions with bodies, the entry first, in the order found.
  std::vector<const ptx::Function*> functions;
  // All names that they use, those of variables of the module, of functions without a body and of
  // kernels that they may launch among them.
  std::set<std::string_view> names;
  // A function may call itself, or calls go through pointers: the depth is known only at run time.
  bool may_recurse = false;

  // Index into `functions`.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const;
};

[[nodiscard]] CallGraph call_graph(const ptx::Module& module, const ptx::Function& entry);

}  // namespace lanescope::exec
