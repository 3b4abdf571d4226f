// Immediate post-dominators by the iterative algorithm of Cooper, Harvey and Kennedy ("A Simple,
// Fast Dominance Algorithm") on the reversed graph of basic blocks.
#include "sim/exec/decode/control_flow.h"

#include <algorithm>
#include <utility>

#include "sim/exec/decode/basic_blocks.h"

namespace lanescope::exec {
namespace {

constexpr std::uint32_t none = no_target;

// The blocks in post order of the reversed graph, starting at the exit.
std::vector<std::uint32_t> reverse_graph_post_order(const BasicBlocks& blocks) {
  std::vector<std::vector<std::uint32_t>> predecessors(blocks.successors.size());
  for (std::uint32_t b = 0; b < blocks.successors.size(); ++b) {
    for (const std::uint32_t s : blocks.successors[b]) predecessors[s].push_back(b);
  }
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(blocks.successors.size(), false);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{blocks.exit(), 0}};
  seen[blocks.exit()] = true;
  while (!stack.empty()) {
    auto& [block, next] = stack.back();
    if (next < predecessors[block].size()) {
      const std::uint32_t p = predecessors[block][next++];
      if (!seen[p]) {
        seen[p] = true;
        stack.emplace_back(p, 0);
      }
    } else {
      order.push_back(block);
      stack.pop_back();
    }
  }
  return order;
}

// The immediate post-dominator of each block; `none` for blocks that never reach the exit (endless
// loops).
std::vector<std::uint32_t> immediate_post_dominators(const BasicBlocks& blocks) {
  const std::vector<std::uint32_t> order = reverse_graph_post_order(blocks);
  std::vector<std::uint32_t> number(blocks.successors.size(), none);
  for (std::uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
  std::vector<std::uint32_t> ipdom(blocks.successors.size(), none);
  ipdom[blocks.exit()] = blocks.exit();
  const auto meet = [&](std::uint32_t a, std::uint32_t b) {
    while (a != b) {
      while (number[a] < number[b]) a = ipdom[a];
      while (number[b] < number[a]) b = ipdom[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto block = order.rbegin(); block != order.rend(); ++block) {
      if (*block == blocks.exit()) continue;
      std::uint32_t found = none;
      for (const std::uint32_t s : blocks.successors[*block]) {
        if (ipdom[s] == none) continue;  // not reached yet, or never reaches the exit
        found = found == none ? s : meet(found, s);
      }
      if (found != ipdom[*block]) {
        ipdom[*block] = found;
        changed = true;
      }
    }
  }
  return ipdom;
}

}  // namespace

void set_reconvergence_points(std::span<Instruction> code, std::uint32_t first,
                              std::span<const std::vector<std::uint32_t>> tables) {
  if (code.empty()) return;
  const BasicBlocks blocks = find_blocks(code.size(), [&](std::size_t i) {
    const Instruction& in = code[i];
    const bool conditional = in.guard.exists();
    FlowOf f;
    if (in.flow == Flow::branch) {
      f = {in.target - first, conditional, true, {}, 0};
    } else if (in.flow == Flow::table) {
      f = {none, conditional, true, tables[in.detail], first};
    } else if (in.flow == Flow::exit || in.flow == Flow::trap || in.flow == Flow::ret) {
      // A guarded exit ends the lanes whose guard holds; for the others it is not a branch.
      f = {none, conditional, !conditional, {}, 0};
    }
    return f;
  });
  const std::vector<std::uint32_t> ipdom = immediate_post_dominators(blocks);
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i].flow != Flow::branch && code[i].flow != Flow::table) continue;
    const std::uint32_t reconvergence_point = ipdom[blocks.block_of[i]];
    code[i].reconverge =
        first + (reconvergence_point == none ? static_cast<std::uint32_t>(code.size())
                                             : blocks.first[reconvergence_point]);
  }
}

}  // namespace lanescope::exec
