// Which functions of a module a kernel may come to: those it names, and those that a table of
// pointers or of virtual functions names which it uses.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "sim/ptx/module.h"

namespace lanescope::exec {

struct CallGraph {
  // With bodies, the entry first, in the order in which they are come upon.
  std::vector<const ptx::Function*> functions;
  // Everything else by name that they use: variables of the module, functions without a body.
  std::set<std::string_view> names;
  // A function may call itself, or calls go through pointers: how deep is known only when it runs.
  bool may_recurse = false;

  // Index into `functions`.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const;
};

[[nodiscard]] CallGraph call_graph(const ptx::Module& module, const ptx::Function& entry);

}  // namespace lanescope::exec
