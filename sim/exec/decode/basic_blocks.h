// The basic blocks of a function and their successors, for post-dominators (control_flow.h) and
// liveness (register_uses.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanescope::exec {

inline constexpr std::uint32_t no_target = 0xffff'ffffU;

struct BasicBlocks {
  std::vector<std::uint32_t> first;     // first instruction of each block; last element: the end
  std::vector<std::uint32_t> block_of;  // block of each instruction
  // Block indices; first.size() - 1 is the exit.
  std::vector<std::vector<std::uint32_t>> successors;
  [[nodiscard]] std::uint32_t exit() const { return static_cast<std::uint32_t>(first.size()) - 1; }
};

// `flow(i)` returns for instruction i its target, whether it may fall through, and whether it ends
// a block.
struct FlowOf {
  std::uint32_t target = no_target;
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
    if (f.target != no_target) leader[f.target] = true;
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
    if (f.target != no_target) blocks.successors[b].push_back(blocks.block_of[f.target]);
    for (const std::uint32_t target : f.more_targets)
      blocks.successors[b].push_back(blocks.block_of[target - f.more_from]);
    if (f.falls_through) blocks.successors[b].push_back(blocks.block_of[last + 1]);
    if (f.target == no_target && f.more_targets.empty() && !f.falls_through)
      blocks.successors[b].push_back(blocks.exit());
  }
  return blocks;
}

}  // namespace lanescope::exec
