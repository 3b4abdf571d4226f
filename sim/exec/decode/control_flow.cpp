#include "sim/exec/decode/control_flow.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "sim/exec/decode/basic_blocks.h"
#include "sim/exec/state/divergence.h"

namespace lanescope::exec {
namespace {

constexpr std::uint32_t none = no_target;
constexpr std::uint32_t root = 0;  // the outermost region

// The graph of the function, as far as it can be reached. Blocks that only jump are left out: their
// edges go to where they jump.
struct Graph {
  std::vector<std::vector<std::uint32_t>> successors;  // without edges that end lanes
  std::vector<bool> ends_lanes;  // may end its lanes: has no successor, or one that ends them
  // Has a barrier, or calls a function that may have one: all threads have to come there together.
  std::vector<bool> may_wait;
  std::vector<std::uint32_t> target_of;  // of an edge to this block: where it leads
  // The block whose code it is. Another one only for the heads that split_loops() adds.
  std::vector<std::uint32_t> code_of;
  std::vector<std::uint32_t> order;      // reverse post order
  std::vector<std::uint32_t> number;     // position in `order`; none: can't be reached
  std::vector<std::uint32_t> dominator;  // immediate dominator
  // In instructions, with the jump that is needed when blocks lie in `order`.
  std::vector<std::uint32_t> length;
  // Begins or ends a round of a loop: its head, or a block that jumps back to it.
  std::vector<bool> turns_loop;
  std::uint32_t end = 0;  // the function's end, as a target
  // The block of a kernel that holds its only lone return. Lanes that go there have ended; that
  // they wait there for the others does no harm.
  std::uint32_t lone_return = none;

  [[nodiscard]] bool dominates(std::uint32_t a, std::uint32_t b) const {
    while (number[b] > number[a]) b = dominator[b];
    return a == b;
  }
  // Where the edge from block `from` to the code of block `to` leads.
  [[nodiscard]] std::uint32_t target(std::uint32_t from, std::uint32_t to) const {
    const auto leads_there = [&](std::uint32_t s) { return code_of[s] == to; };
    const auto found = std::ranges::find_if(successors[from], leads_there);
    return found == successors[from].end() ? to : *found;
  }
};

// Depth first from `start`; `successors(block)` is a range of blocks. Calls `leave(block)` in post
// order.
template <class Successors, class Leave>
void walk(std::uint32_t start, std::vector<bool>& seen, Successors successors, Leave leave) {
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{start, 0}};
  seen[start] = true;
  while (!stack.empty()) {
    auto& [block, next] = stack.back();
    const auto& edges = successors(block);
    if (next == edges.size()) {
      leave(block);
      stack.pop_back();
    } else if (const std::uint32_t to = edges[next++]; !seen[to]) {
      seen[to] = true;
      stack.emplace_back(to, 0);
    }
  }
}

using Edges = std::vector<std::vector<std::uint32_t>>;  // by block

Edges predecessors_of(const Graph& graph) {
  Edges predecessors(graph.successors.size());
  for (const std::uint32_t b : graph.order) {
    for (const std::uint32_t s : graph.successors[b]) predecessors[s].push_back(b);
  }
  return predecessors;
}

void find_dominators(Graph& graph, const Edges& predecessors) {
  std::vector<std::uint32_t>& dominator = graph.dominator;
  dominator.assign(graph.successors.size(), none);
  dominator[graph.order[0]] = graph.order[0];
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t b : graph.order) {
      if (b == graph.order[0]) continue;
      std::uint32_t found = none;
      for (std::uint32_t p : predecessors[b]) {
        if (dominator[p] == none) continue;
        while (found != none && found != p) {
          std::uint32_t& later = graph.number[found] > graph.number[p] ? found : p;
          later = dominator[later];
        }
        found = p;
      }
      changed = changed || dominator[b] != found;
      dominator[b] = found;
    }
  }
}

// A block that jumps back to `head` and makes an inner loop with it: a loop without another jump to
// the head, behind which all lanes that have not returned come to the same block. Lanes stay in an
// inner loop while the others wait behind it, so it has no barrier. none: there is none, or only
// one block jumps to `head`.
std::uint32_t inner_jump(const Graph& graph, const Edges& predecessors, std::uint32_t head) {
  std::vector<std::uint32_t> jumps;
  std::ranges::copy_if(predecessors[head], std::back_inserter(jumps),
                       [&](std::uint32_t b) { return graph.dominates(head, b); });
  if (jumps.size() < 2) return none;
  std::vector<std::uint32_t> loop_of(graph.successors.size(), none);  // marked with the jump
  for (const std::uint32_t jump : jumps) {
    std::vector<std::uint32_t> loop{head};
    loop_of[head] = jump;
    const auto add = [&](std::uint32_t b) {
      if (loop_of[b] == jump) return;
      loop_of[b] = jump;
      loop.push_back(b);
    };
    add(jump);
    bool is_inner = true;
    for (std::size_t i = 0; i < loop.size() && is_inner; ++i) {
      is_inner = !graph.may_wait[loop[i]] &&
                 (loop[i] == jump || std::ranges::find(jumps, loop[i]) == jumps.end());
      if (i == 0) continue;
      for (const std::uint32_t p : predecessors[loop[i]]) add(p);
    }
    std::uint32_t behind = none;
    for (const std::uint32_t b : loop) {
      for (const std::uint32_t s : graph.successors[b]) {
        if (loop_of[s] == jump || s == behind) continue;
        is_inner = is_inner && behind == none;
        behind = s;
      }
    }
    if (is_inner && behind != none) return jump;
  }
  return none;
}

// Several jumps back to one head may be several loops, one in the other, as `continue` makes them.
// Each outer one gets a head of its own, a block without code before the inner one's. The time for
// a head grows with the third power of its jumps, so only so many inner loops are looked for.
void split_loops(Graph& graph, Edges& predecessors) {
  constexpr int most_at_one_head = 32;
  int found = 0;
  for (std::size_t i = 0; i < graph.order.size();) {
    const std::uint32_t head = graph.order[i];
    const std::uint32_t inner =
        found < most_at_one_head ? inner_jump(graph, predecessors, head) : none;
    if (inner == none) {
      found = 0;
      ++i;
      continue;
    }
    ++found;
    const auto outer = static_cast<std::uint32_t>(graph.successors.size());
    std::erase(predecessors[head], inner);
    for (const std::uint32_t b : predecessors[head])
      std::ranges::replace(graph.successors[b], head, outer);
    graph.successors.push_back({head});
    predecessors.push_back(std::exchange(predecessors[head], {inner, outer}));
    graph.ends_lanes.push_back(false);
    graph.may_wait.push_back(false);
    graph.code_of.push_back(graph.code_of[head]);
    graph.dominator.push_back(i == 0 ? outer : std::exchange(graph.dominator[head], outer));
    graph.dominator[head] = outer;
    graph.order.insert(graph.order.begin() + static_cast<std::ptrdiff_t>(i), outer);
    graph.number.push_back(none);
    for (std::size_t n = i; n < graph.order.size(); ++n)
      graph.number[graph.order[n]] = static_cast<std::uint32_t>(n);
  }
}

Graph graph_of(std::span<const Instruction> code, const BasicBlocks& blocks, bool is_kernel) {
  Graph graph;
  graph.end = blocks.exit();
  const std::uint32_t count = blocks.exit();
  const auto only = [&](std::uint32_t b, Flow flow) {
    const Instruction& in = code[blocks.first[b]];
    return blocks.first[b + 1] - blocks.first[b] == 1 && in.flow == flow && !in.guard.exists();
  };
  graph.target_of.resize(count + 1);
  graph.target_of[count] = count;
  std::size_t lone_returns = 0;
  for (std::uint32_t b = 0; b < count; ++b) {
    std::uint32_t to = b;
    for (std::uint32_t steps = 0; steps < count && to < count && only(to, Flow::branch); ++steps)
      to = blocks.successors[to][0];
    graph.target_of[b] = to;
    if (is_kernel && only(b, Flow::exit)) {
      graph.lone_return = b;
      ++lone_returns;
    }
  }
  if (lone_returns != 1) graph.lone_return = none;

  graph.successors.resize(count + 1);
  graph.ends_lanes.resize(count + 1);
  graph.may_wait.resize(count + 1);
  for (std::uint32_t b = 0; b < count; ++b) {
    graph.may_wait[b] = std::ranges::any_of(
        code.subspan(blocks.first[b], blocks.first[b + 1] - blocks.first[b]),
        [](const Instruction& in) { return in.flow == Flow::barrier || in.flow == Flow::call; });
    const Instruction& last = code[blocks.first[b + 1] - 1];
    const bool leaves =
        !last.guard.exists() && (last.flow == Flow::exit || last.flow == Flow::call);
    for (std::uint32_t s : blocks.successors[b]) {
      s = graph.target_of[s];
      if (is_kernel ? s == count || only(s, Flow::exit) : leaves) {
        graph.ends_lanes[b] = true;
      } else if (std::ranges::find(graph.successors[b], s) == graph.successors[b].end()) {
        graph.successors[b].push_back(s);
      }
    }
  }

  std::vector<bool> seen(count + 1);
  walk(
      0, seen, [&](std::uint32_t b) -> const auto& { return graph.successors[b]; },
      [&](std::uint32_t b) { graph.order.push_back(b); });
  std::ranges::reverse(graph.order);
  graph.number.assign(count + 1, none);
  for (std::uint32_t i = 0; i < graph.order.size(); ++i) graph.number[graph.order[i]] = i;
  graph.code_of.resize(count + 1);
  std::iota(graph.code_of.begin(), graph.code_of.end(), 0);
  Edges predecessors = predecessors_of(graph);
  find_dominators(graph, predecessors);
  split_loops(graph, predecessors);
  graph.length.resize(graph.successors.size());
  for (const std::uint32_t b : graph.order) {
    if (b >= count) continue;
    const Instruction& last = code[blocks.first[b + 1] - 1];
    const bool jumps = last.flow == Flow::branch && !last.guard.exists();
    const bool goes_on = graph.successors[b].empty() ||
                         std::ranges::any_of(graph.successors[b], [&](std::uint32_t s) {
                           return graph.number[s] == graph.number[b] + 1;
                         });
    graph.length[b] = blocks.first[b + 1] - blocks.first[b] - (jumps ? 1 : 0) + (goes_on ? 0 : 1);
  }
  graph.turns_loop.resize(graph.successors.size());
  for (const std::uint32_t b : graph.order) {
    for (const std::uint32_t s : graph.successors[b]) {
      if (graph.dominates(s, b)) graph.turns_loop[b] = graph.turns_loop[s] = true;
    }
  }
  return graph;
}

struct Region {
  std::uint32_t parent = none;
  std::uint32_t depth = 0;
  std::uint32_t end = none;         // the block where its lanes meet
  std::uint32_t meet_again = none;  // where those that left meet them, in the region around it
};

// Assigns each block to its innermost region and finds where its branch's sides meet there.
class Regions {
 public:
  Regions(const Graph& graph, bool is_kernel)
      : graph_(graph),
        region_of_(graph.successors.size(), none),
        meeting_block_(graph.successors.size(), none) {
    // A kernel's exits together are an end that nobody waits at.
    regions_.push_back({none, 0, graph.end, none});
    std::vector<std::uint32_t> members = graph.order;
    std::erase(members, graph.end);
    solve(members, root, is_kernel ? Kind::exits : Kind::inner);
  }

  // The meeting points by depth for a branch at the end of `block`; none where there is none.
  [[nodiscard]] std::vector<std::uint32_t> meeting_blocks(std::uint32_t block) const {
    std::vector<std::uint32_t> found{meeting_block_[block]};
    for (std::uint32_t r = region_of_[block]; r != root; r = regions_[r].parent)
      found.push_back(regions_[r].meet_again);
    std::ranges::reverse(found);
    return found;
  }

  // The depth of the innermost region around `block` that lanes on their way to `target` stay in.
  [[nodiscard]] std::uint32_t depth_of_edge(std::uint32_t block, std::uint32_t target) const {
    std::uint32_t r = region_of_[block];
    while (r != root && regions_[r].end != target && !contains(r, region_of_[target]))
      r = regions_[r].parent;
    return regions_[r].depth;
  }
  [[nodiscard]] bool reached(std::uint32_t block) const { return region_of_[block] != none; }

 private:
  // Which ends of a region may be the block that a region inside ends before.
  enum class Kind : std::uint8_t {
    exits,    // the whole kernel: a lane that exits has not met the others
    to_exit,  // a region inside of it that has the kernel's exits outside
    loop,
    inner,
  };

  [[nodiscard]] bool contains(std::uint32_t outer, std::uint32_t inner) const {
    while (inner != none && inner != outer) inner = regions_[inner].parent;
    return inner == outer;
  }

  // A region's graph with each loop as one node, in topological order. Node `end` is the end.
  struct Node {
    std::vector<std::uint32_t> blocks;  // the head of the loop first
    std::vector<std::uint32_t> successors;
    std::vector<std::uint32_t> predecessors;
    std::uint32_t post_dominator = none;  // immediate; none: never reaches the end
    std::uint32_t dominator = 0;          // immediate
    std::uint64_t length = 0;             // in instructions
    // Of this node and those it dominates: their number, length, edges that lead out of them, and
    // nodes with an edge to the region's end.
    std::uint32_t dominated = 0;
    std::uint64_t dominated_length = 0;
    std::ptrdiff_t edges_out = 0;
    std::ptrdiff_t edges_to_end = 0;
    bool leaves_region = false;  // one of the edges leads out of the region, not to its end
    std::vector<std::uint32_t> leaves_to;  // where those of this node alone lead
    std::uint32_t number = 0;              // those that it dominates have the following numbers
    bool is_loop = false;
    bool has_entries = false;  // a loop that can be entered elsewhere than at its head
  };
  using Nodes = std::vector<Node>;

  struct Candidate {
    std::uint32_t from = 0;  // nodes
    std::uint32_t meets = 0;
    std::uint32_t after = 0;  // `from`'s post-dominator
    std::uint64_t length = 0;
    std::vector<std::uint32_t> members;  // nodes
  };

  void solve(const std::vector<std::uint32_t>& members, std::uint32_t region, Kind kind) {
    for (const std::uint32_t b : members) region_of_[b] = region;
    const Nodes nodes = nodes_of(members, region, kind);
    const std::vector<Candidate> inside =
        choose(candidates(nodes, region, kind), nodes.size(), kind);

    const auto block_of_node = [&](std::uint32_t node) {
      if (node == none) return none;
      if (node < nodes.size()) return nodes[node].blocks[0];
      return kind == Kind::exits ? graph_.lone_return : regions_[region].end;
    };
    std::vector<std::pair<std::vector<std::uint32_t>, std::pair<std::uint32_t, Kind>>> next;
    const auto add = [&](std::vector<std::uint32_t> blocks, std::uint32_t end,
                         std::uint32_t meet_again, Kind of) {
      next.push_back({std::move(blocks), {static_cast<std::uint32_t>(regions_.size()), of}});
      regions_.push_back({region, regions_[region].depth + 1, end, meet_again});
    };
    std::vector<bool> taken(nodes.size());
    for (const Candidate& c : inside) {
      std::vector<std::uint32_t> blocks;
      for (const std::uint32_t i : c.members) {
        taken[i] = true;
        blocks.insert(blocks.end(), nodes[i].blocks.begin(), nodes[i].blocks.end());
      }
      const bool to_exit = kind == Kind::exits && c.after == nodes.size();
      add(std::move(blocks), nodes[c.meets].blocks[0], block_of_node(c.after),
          to_exit ? Kind::to_exit : Kind::inner);
    }
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
      if (taken[i]) continue;
      const Node& node = nodes[i];
      // A loop with several heads has no place where all lanes pass on each round.
      if (node.is_loop && !node.has_entries) {
        add(node.blocks, node.blocks[0], block_of_node(meeting_behind(nodes, i, region, kind)),
            Kind::loop);
        continue;
      }
      for (const std::uint32_t b : node.blocks)
        meeting_block_[b] = block_of_node(meeting_node(nodes, i));
    }
    for (const auto& [blocks, what] : next) solve(blocks, what.first, what.second);
  }

  // The immediate post-dominator that is not a loop with several heads.
  static std::uint32_t meeting_node(const Nodes& nodes, std::uint32_t node) {
    do {
      node = nodes[node].post_dominator;
    } while (node < nodes.size() && nodes[node].has_entries);
    return node;
  }

  // Where an edge leads in the graph of the region.
  enum class Edge : std::uint8_t { inside, to_end, leaves };
  [[nodiscard]] Edge edge_to(std::uint32_t target, std::uint32_t region) const {
    if (target == regions_[region].end) return Edge::to_end;
    return region_of_[target] == region ? Edge::inside : Edge::leaves;
  }

  [[nodiscard]] Nodes nodes_of(const std::vector<std::uint32_t>& members, std::uint32_t region,
                               Kind kind) {
    Nodes nodes = find_loops(members, region);
    std::vector<std::uint32_t>& node_of = node_of_;
    const auto end = static_cast<std::uint32_t>(nodes.size());
    for (std::uint32_t i = 0; i < end; ++i) {
      Node& node = nodes[i];
      std::ranges::sort(node.blocks, {}, [&](std::uint32_t b) { return graph_.number[b]; });
      for (const std::uint32_t b : node.blocks) node_of[b] = i;
    }
    for (std::uint32_t i = 0; i < end; ++i) {
      Node& node = nodes[i];
      node.is_loop = node.blocks.size() > 1;
      for (const std::uint32_t b : node.blocks) {
        node.length += graph_.length[b];
        bool to_end = kind == Kind::exits && graph_.ends_lanes[b];
        for (const std::uint32_t s : graph_.successors[b]) {
          const Edge edge = edge_to(s, region);
          to_end = to_end || edge == Edge::to_end;
          if (edge != Edge::inside) continue;
          if (node_of[s] == i) {
            node.is_loop = true;
          } else {
            add_once(node.successors, node_of[s]);
            if (s != nodes[node_of[s]].blocks[0]) nodes[node_of[s]].has_entries = true;
          }
        }
        if (to_end) add_once(node.successors, end);
      }
      // An endless loop: its lanes never come.
      if (kind == Kind::exits && node.is_loop && node.successors.empty())
        node.successors.push_back(end);
      for (const std::uint32_t s : node.successors) {
        if (s != end) nodes[s].predecessors.push_back(i);
      }
    }
    for (std::uint32_t i = end; i-- > 0;) {
      for (std::uint32_t s : nodes[i].successors) {
        if (s != end && nodes[s].post_dominator == none) continue;
        std::uint32_t found = nodes[i].post_dominator;
        while (found != none && found != s) {
          std::uint32_t& earlier = found < s ? found : s;
          earlier = nodes[earlier].post_dominator;
        }
        nodes[i].post_dominator = s;
      }
    }
    for (std::uint32_t i = 1; i < end; ++i) {
      std::uint32_t found = none;
      for (std::uint32_t p : nodes[i].predecessors) {
        while (found != none && found != p) {
          std::uint32_t& later = found > p ? found : p;
          later = nodes[later].dominator;
        }
        found = p;
      }
      nodes[i].dominator = found;
    }
    add_up(nodes, region);
    return nodes;
  }

  static void add_once(std::vector<std::uint32_t>& list, std::uint32_t value) {
    if (std::ranges::find(list, value) == list.end()) list.push_back(value);
  }

  // The strongly connected components of the region's graph in topological order, by Tarjan's
  // algorithm. The edges to the region's end are not in that graph: it may be the head of the loop.
  [[nodiscard]] Nodes find_loops(const std::vector<std::uint32_t>& members, std::uint32_t region) {
    Nodes nodes;
    std::vector<std::uint32_t> low(graph_.successors.size(), none);
    std::vector<std::uint32_t> index(graph_.successors.size(), none);
    std::vector<std::uint32_t> open;
    std::vector<std::pair<std::uint32_t, std::size_t>> stack;
    std::uint32_t count = 0;
    const auto enter = [&](std::uint32_t b) {
      index[b] = low[b] = count++;
      open.push_back(b);
      stack.emplace_back(b, 0);
    };
    const std::uint32_t entry =
        *std::ranges::min_element(members, {}, [&](std::uint32_t b) { return graph_.number[b]; });
    enter(entry);
    while (!stack.empty()) {
      auto& [b, next] = stack.back();
      if (next < graph_.successors[b].size()) {
        const std::uint32_t s = graph_.successors[b][next++];
        if (edge_to(s, region) != Edge::inside) continue;
        if (index[s] == none) {
          enter(s);
        } else {
          low[b] = std::min(low[b], low[s]);  // of a closed component: none
        }
        continue;
      }
      const std::uint32_t block = b;
      stack.pop_back();
      if (!stack.empty()) low[stack.back().first] = std::min(low[stack.back().first], low[block]);
      if (low[block] != index[block]) continue;
      Node& node = nodes.emplace_back();
      std::uint32_t member = none;
      do {
        member = open.back();
        open.pop_back();
        low[member] = none;
        node.blocks.push_back(member);
      } while (member != block);
    }
    std::ranges::reverse(nodes);
    return nodes;
  }

  [[nodiscard]] std::vector<Candidate> candidates(const Nodes& nodes, std::uint32_t region,
                                                  Kind kind) const {
    std::vector<Candidate> found;
    std::vector<bool> leads_out;
    const auto end = static_cast<std::uint32_t>(nodes.size());
    for (std::uint32_t m = 1; m < end; ++m) {
      const std::uint32_t from = nodes[m].dominator;
      const std::uint32_t after = meeting_node(nodes, from);
      if (nodes[from].successors.size() < 2 || nodes[m].has_entries) continue;
      if (after == end && (kind == Kind::inner && region != root)) continue;
      if (after == end && kind == Kind::loop && nodes[m].leaves_region) continue;
      if (post_dominates(nodes, m, from)) continue;
      const bool only_loop = nodes[m].predecessors.size() < 2;
      if (only_loop && !(nodes[from].is_loop && meet_behind_loop(nodes, from, m, after, kind)))
        continue;
      if (!owns_what_follows(nodes, nodes[m], after)) continue;
      Candidate candidate{from, m, after, nodes[m].dominated_length, {}};
      std::vector<bool> seen(nodes.size());
      candidate.members = {from};
      seen[from] = true;
      std::vector<std::uint32_t> open = nodes[m].predecessors;
      while (!open.empty()) {
        const std::uint32_t node = open.back();
        open.pop_back();
        if (seen[node]) continue;
        seen[node] = true;
        candidate.members.push_back(node);
        for (const std::uint32_t p : nodes[node].predecessors) open.push_back(p);
      }
      // Lanes that leave a loop to `after` don't let the others wait at m.
      const auto goes_past = [&](std::uint32_t node) {
        return nodes[node].is_loop &&
               std::ranges::any_of(nodes[node].successors, [&](std::uint32_t s) {
                 return s != m && (s == end || !seen[s]);
               });
      };
      if (after != end && !only_loop && std::ranges::any_of(candidate.members, goes_past)) continue;
      // Nor do those that leave the region to a meeting point outside.
      if (region != root && leads_out.empty()) leads_out = leads_to_meeting(region);
      const auto goes_out = [&](std::uint32_t node) {
        return std::ranges::any_of(nodes[node].leaves_to,
                                   [&](std::uint32_t s) { return bool(leads_out[s]); });
      };
      if (std::ranges::any_of(candidate.members, goes_out)) continue;
      found.push_back(std::move(candidate));
    }
    return found;
  }

  static bool post_dominates(const Nodes& nodes, std::uint32_t a, std::uint32_t b) {
    while (b < a) b = nodes[b].post_dominator;
    return a == b;
  }

  // The blocks of a loop that lead to one of `targets`: how many, how many of them end a round, and
  // whether one of them begins or ends a round.
  struct WaysOut {
    std::size_t count = 0;
    std::size_t at_end = 0;
    bool at_turn = false;
  };
  [[nodiscard]] WaysOut ways_out(const std::vector<std::uint32_t>& loop,
                                 std::span<const std::uint32_t> targets) const {
    WaysOut ways;
    for (const std::uint32_t b : loop) {
      const auto is_target = [&](std::uint32_t s) {
        return std::ranges::find(targets, s) != targets.end();
      };
      const auto is_back = [&](std::uint32_t s) { return !is_target(s) && graph_.dominates(s, b); };
      if (std::ranges::none_of(graph_.successors[b], is_target)) continue;
      ++ways.count;
      if (std::ranges::any_of(graph_.successors[b], is_back)) ++ways.at_end;
      ways.at_turn = ways.at_turn || graph_.turns_loop[b];
    }
    return ways;
  }

  // Lanes leave loop `from` to m on different rounds, so they can meet there, though nobody else
  // comes to it. ptxas lets them if they leave where a round ends; if nothing is on all paths
  // behind the loop, also where a round begins, or in several places.
  [[nodiscard]] bool meet_behind_loop(const Nodes& nodes, std::uint32_t from, std::uint32_t m,
                                      std::uint32_t after, Kind kind) const {
    const bool to_exit = after == nodes.size();
    if (after == none || (to_exit && kind != Kind::exits)) return false;
    const std::vector<std::uint32_t>& loop = nodes[from].blocks;
    const WaysOut ways = ways_out(loop, nodes[m].blocks);
    if (to_exit) return ways.count > 1 || ways.at_turn;
    return ways.at_end == ways.count && ways_out(loop, {loop.data(), 1}).count == 1;
  }

  // Where the lanes that have left loop `node` meet. Those that begin the next round of the loop
  // around it elsewhere than at the end of a round do so without the others.
  [[nodiscard]] std::uint32_t meeting_behind(const Nodes& nodes, std::uint32_t node,
                                             std::uint32_t region, Kind kind) const {
    const std::uint32_t found = meeting_node(nodes, node);
    if (kind == Kind::loop && found == nodes.size()) {
      const WaysOut ways = ways_out(nodes[node].blocks, {&regions_[region].end, 1});
      if (ways.at_end < ways.count) return none;
    }
    return found;
  }

  // By block: whether lanes that are there may still meet others outside of `region`.
  [[nodiscard]] std::vector<bool> leads_to_meeting(std::uint32_t region) const {
    std::vector<bool> leads(graph_.successors.size());
    for (std::uint32_t r = region; r != root; r = regions_[r].parent) {
      if (regions_[r].meet_again != none) leads[regions_[r].meet_again] = true;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (auto b = graph_.order.rbegin(); b != graph_.order.rend(); ++b) {
        if (leads[*b]) continue;
        leads[*b] = std::ranges::any_of(graph_.successors[*b],
                                        [&](std::uint32_t s) { return bool(leads[s]); });
        changed = changed || leads[*b];
      }
    }
    return leads;
  }

  // Adds up what each node dominates. Dominators come first in `nodes`.
  void add_up(Nodes& nodes, std::uint32_t region) const {
    const auto end = static_cast<std::uint32_t>(nodes.size());
    for (Node& node : nodes) {
      node.dominated = 1;
      node.dominated_length = node.length;
      for (const std::uint32_t s : node.successors) {
        ++node.edges_out;
        if (s == end) {
          ++node.edges_to_end;
        } else {
          // Both ends of the edge are dominated by what dominates the dominator of its target.
          --nodes[nodes[s].dominator].edges_out;
        }
      }
      for (const std::uint32_t b : node.blocks) {
        for (std::uint32_t s : graph_.successors[b]) {
          if (edge_to(s, region) != Edge::leaves) continue;
          ++node.edges_out;
          node.leaves_region = true;
          node.leaves_to.push_back(s);
          while (region_of_[s] != region && graph_.dominator[s] != s) s = graph_.dominator[s];
          if (region_of_[s] == region) --nodes[node_of_[s]].edges_out;
        }
      }
    }
    for (std::uint32_t i = end; i-- > 1;) {
      Node& above = nodes[nodes[i].dominator];
      above.dominated += nodes[i].dominated;
      above.dominated_length += nodes[i].dominated_length;
      above.edges_out += nodes[i].edges_out;
      above.edges_to_end += nodes[i].edges_to_end;
      above.leaves_region = above.leaves_region || nodes[i].leaves_region;
    }
    std::vector<std::uint32_t> next(end, 1);
    for (std::uint32_t i = 1; i < end; ++i) {
      std::uint32_t& number = next[nodes[i].dominator];
      nodes[i].number = number;
      next[i] = number + 1;
      number += nodes[i].dominated;
    }
  }

  // Whether `node` dominates all that follows it up to `after`.
  static bool owns_what_follows(const Nodes& nodes, const Node& node, std::uint32_t after) {
    if (after == nodes.size()) return node.edges_out == node.edges_to_end;
    if (after == none) return node.edges_out == 0;
    const auto is_dominated = [&](std::uint32_t p) {
      return nodes[p].number - node.number < node.dominated;  // unsigned: not before it
    };
    return node.edges_out == std::ranges::count_if(nodes[after].predecessors, is_dominated);
  }

  // The longest come first. Of those that overlap, one stays: the first, unless it is found again
  // when the later one is divided.
  static std::vector<Candidate> choose(std::vector<Candidate> candidates, std::size_t node_count,
                                       Kind kind) {
    std::ranges::stable_sort(candidates, [](const Candidate& a, const Candidate& b) {
      return a.length != b.length ? a.length > b.length : a.meets > b.meets;
    });
    std::vector<std::size_t> chosen_for(node_count, candidates.size());  // by node
    std::vector<bool> is_chosen(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const Candidate& candidate = candidates[i];
      std::vector<bool> is_member(node_count);
      for (const std::uint32_t node : candidate.members) is_member[node] = true;
      const auto is_inside = [&](const Candidate& other) {
        if (!std::ranges::all_of(other.members, [&](std::uint32_t n) { return is_member[n]; })) {
          return false;
        }
        return (other.after < node_count && is_member[other.after]) ||
               (kind == Kind::exits && candidate.after == node_count &&
                other.after == candidate.meets);
      };
      const auto is_free = [&](std::uint32_t node) {
        const std::size_t other = chosen_for[node];
        return other == candidates.size() || is_inside(candidates[other]);
      };
      if (!std::ranges::all_of(candidate.members, is_free)) continue;
      for (const std::uint32_t node : candidate.members) {
        if (chosen_for[node] != candidates.size()) is_chosen[chosen_for[node]] = false;
        chosen_for[node] = i;
      }
      is_chosen[i] = true;
    }
    std::vector<Candidate> chosen;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (is_chosen[i]) chosen.push_back(std::move(candidates[i]));
    }
    return chosen;
  }

  const Graph& graph_;
  std::vector<Region> regions_;
  std::vector<std::uint32_t> region_of_;      // by block: the innermost
  std::vector<std::uint32_t> meeting_block_;  // by block: in its innermost region
  std::vector<std::uint32_t> node_of_ = std::vector<std::uint32_t>(graph_.successors.size());
};

}  // namespace

void set_reconvergence_points(std::span<Instruction> code, const FunctionFlow& function,
                              std::vector<MeetingPoints>& meeting_points) {
  if (code.empty()) return;
  const std::uint32_t first = function.first;
  const auto flow_of = [&](std::size_t i) {
    const Instruction& in = code[i];
    const bool conditional = in.guard.exists();
    FlowOf f;
    if (in.flow == Flow::branch) {
      f = {in.target - first, conditional, true, {}, 0};
    } else if (in.flow == Flow::table) {
      f = {none, conditional, true, function.tables[in.index], first};
    } else if (in.flow == Flow::exit || in.flow == Flow::ret ||
               (in.flow == Flow::call && in.never_returns != 0)) {
      // A guarded exit ends the lanes whose guard holds; for the others it is not a branch. A trap
      // ends the launch, and ptxas lets the code behind it follow.
      f = {none, conditional, !conditional, {}, 0};
    }
    return f;
  };
  const BasicBlocks blocks = find_blocks(code.size(), flow_of);
  const Graph graph = graph_of(code, blocks, function.is_kernel);
  const Regions regions(graph, function.is_kernel);
  const auto instruction_at = [&](std::uint32_t block) {
    if (block == none || block == graph.end) return Divergence::never;
    return first + blocks.first[graph.code_of[block]];
  };
  for (std::size_t i = 0; i < code.size(); ++i) {
    Instruction& in = code[i];
    if (in.flow != Flow::table && (in.flow != Flow::branch || !in.guard.exists())) continue;
    const std::uint32_t block = blocks.block_of[i];
    MeetingPoints points;
    std::uint32_t common = none;  // the deepest that no side leaves
    const auto add_target = [&](std::size_t instruction) {
      const std::uint32_t target =
          graph.target(block, graph.target_of[blocks.block_of[instruction]]);
      const bool reached = regions.reached(block) && target != graph.end && regions.reached(target);
      points.depth.push_back(reached ? regions.depth_of_edge(block, target) : 0);
      // Lanes that have ended wait at the lone return: that is a place to show, too.
      if (reached || target == graph.lone_return) common = std::min(common, points.depth.back());
    };
    if (in.flow == Flow::branch) {
      add_target(in.target - first);
    } else {
      for (const std::uint32_t target : function.tables[in.index]) add_target(target - first);
    }
    add_target(i + 1);
    if (regions.reached(block)) {
      for (const std::uint32_t at : regions.meeting_blocks(block))
        points.at.push_back(instruction_at(at));
    }
    // The sides that leave all meeting points do not count.
    while (common < points.at.size() && points.at[common] == Divergence::never) ++common;
    in.reconverge = first + static_cast<std::uint32_t>(code.size());
    if (common < points.at.size()) in.reconverge = std::min(in.reconverge, points.at[common]);
    if (in.flow == Flow::branch) {
      const auto leaves = [&](std::size_t side) {
        return points.depth[side] + 1 < points.at.size();
      };
      in.leaves = static_cast<std::uint8_t>((leaves(0) ? 1 : 0) | (leaves(1) ? 2 : 0));
    }
    in.meeting_points = static_cast<std::uint32_t>(meeting_points.size());
    meeting_points.push_back(std::move(points));
  }
}

}  // namespace lanescope::exec
