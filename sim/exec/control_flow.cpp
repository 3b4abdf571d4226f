// Immediate post-dominators by the iterative algorithm of Cooper, Harvey and Kennedy ("A Simple,
// Fast Dominance Algorithm") on the reversed graph of basic blocks; liveness by the usual backward
// equations.
#include "sim/exec/control_flow.h"

#include <algorithm>
#include <utility>

namespace lanescope::exec {
namespace {

constexpr std::uint32_t none = 0xffff'ffffU;

struct BasicBlocks {
  std::vector<std::uint32_t> first;     // instruction index; one more element: the end
  std::vector<std::uint32_t> block_of;  // of each instruction
  std::vector<std::vector<std::uint32_t>>
      successors;  // block indices; first.size() - 1 is the exit
  [[nodiscard]] std::uint32_t exit() const { return static_cast<std::uint32_t>(first.size()) - 1; }
};

// `flow(i)` gives {target or none, may fall through} of instruction i, and whether it ends a block.
struct FlowOf {
  std::uint32_t target = none;
  bool falls_through = true;
  bool ends_block = false;
  std::span<const std::uint32_t> more_targets;  // counted from more_from
  std::uint32_t more_from = 0;
};

template <class F>
BasicBlocks find_blocks(std::size_t count, F flow) {
  std::vector<bool> leader(count + 1, false);
  leader[0] = true;
  for (std::size_t i = 0; i < count; ++i) {
    const FlowOf f = flow(i);
    if (f.target != none) leader[f.target] = true;
    for (const std::uint32_t target : f.more_targets) leader[target - f.more_from] = true;
    if (f.ends_block) leader[i + 1] = true;
  }
  BasicBlocks blocks;
  blocks.block_of.resize(count + 1);
  for (std::size_t i = 0; i < count; ++i) {
    if (leader[i]) blocks.first.push_back(static_cast<std::uint32_t>(i));
    blocks.block_of[i] = static_cast<std::uint32_t>(blocks.first.size()) - 1;
  }
  blocks.first.push_back(static_cast<std::uint32_t>(count));
  blocks.block_of[count] = blocks.exit();
  blocks.successors.resize(blocks.first.size());
  for (std::uint32_t b = 0; b < blocks.exit(); ++b) {
    const std::size_t last = blocks.first[b + 1] - 1;
    const FlowOf f = flow(last);
    if (f.target != none) blocks.successors[b].push_back(blocks.block_of[f.target]);
    for (const std::uint32_t target : f.more_targets) {
      blocks.successors[b].push_back(blocks.block_of[target - f.more_from]);
    }
    if (f.falls_through) blocks.successors[b].push_back(blocks.block_of[last + 1]);
    if (f.target == none && f.more_targets.empty() && !f.falls_through)
      blocks.successors[b].push_back(blocks.exit());
  }
  return blocks;
}

// Blocks in post order of the reversed graph, from the exit.
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
        if (ipdom[s] == none) continue;  // not reached yet, or never leaves
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
      // A guarded exit ends the lanes it takes and the others go on: to the rest it is no branch.
      f = {none, conditional, !conditional, {}, 0};
    }
    return f;
  });
  const std::vector<std::uint32_t> ipdom = immediate_post_dominators(blocks);
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i].flow != Flow::branch && code[i].flow != Flow::table) continue;
    const std::uint32_t meeting = ipdom[blocks.block_of[i]];
    code[i].reconverge =
        first + (meeting == none ? static_cast<std::uint32_t>(code.size()) : blocks.first[meeting]);
  }
}

std::vector<std::uint32_t> live_at_entry(const std::vector<RegisterUse>& program,
                                         std::size_t register_count) {
  if (program.empty()) return {};
  const BasicBlocks blocks = find_blocks(program.size(), [&](std::size_t i) {
    const RegisterUse& use = program[i];
    FlowOf f;
    if (use.target) {
      f = {*use.target, use.conditional, true, {}, 0};
    } else if (!use.more_targets.empty()) {
      f = {none, use.conditional, true, use.more_targets, 0};
    } else if (use.ends) {
      f = {none, use.conditional, !use.conditional, {}, 0};
    }
    return f;
  });
  using Set = std::vector<bool>;
  std::vector<Set> live_in(blocks.first.size(), Set(register_count, false));
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t b = blocks.exit(); b-- > 0;) {
      Set live(register_count, false);
      for (const std::uint32_t s : blocks.successors[b]) {
        for (std::size_t r = 0; r < register_count; ++r) live[r] = live[r] || live_in[s][r];
      }
      for (std::uint32_t i = blocks.first[b + 1]; i-- > blocks.first[b];) {
        if (!program[i].may_skip) {
          for (const std::uint32_t r : program[i].writes) live[r] = false;
        }
        for (const std::uint32_t r : program[i].reads) live[r] = true;
      }
      if (live != live_in[b]) {
        live_in[b] = std::move(live);
        changed = true;
      }
    }
  }
  std::vector<std::uint32_t> result;
  for (std::size_t r = 0; r < register_count; ++r) {
    if (live_in[0][r]) result.push_back(static_cast<std::uint32_t>(r));
  }
  return result;
}

}  // namespace lanescope::exec
