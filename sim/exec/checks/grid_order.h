// The order between blocks of one launch, as far as they make one: by fences around an atomic or
// volatile word. Nothing else orders them, in whatever order the emulator runs them.
//
// PTX ISA, "Memory Consistency Model". A release pattern (a fence, then a strong write of a word)
// synchronizes with an acquire pattern (a strong read of the word, then a fence) if the read
// observes the write: its value, or what atomic operations have made of it since. Both the fence
// and the access need a scope that contains the other thread: here, at least that of the GPU. What
// synchronizes is ordered, with everything before the one and after the other (causality order).
//
// What a thread knows of other blocks is a node of a graph, which never changes once it is made:
//   - what a fence had behind it: the stamps (BlockOrder) below which the accesses of its block
//     are ordered, and the node that its warp knew;
//   - the first n releases that a word has got;
//   - two other nodes together.
// So an access to a flag costs the same however many blocks have touched it before. The graph is
// searched only where two blocks do meet at one word. Tried: a vector clock for each flag, merged
// at each access (a counter of 65536 blocks has 65536 entries, copied 65536 times).
//
// Where the truth would cost more than it is worth, it says "ordered": a race is missed then, but
// none is made up. That holds for lanes of one warp whose fences were executed at different times,
// for warps of a block that meet at flags of their own, and for a fence behind a barrier of the
// block, which counts for the flag that another thread has read before it: the common "the last
// block" is written like that.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/exec/checks/block_order.h"

namespace lanescope::exec {

// Of one launch; shared by the blocks of one worker.
class GridOrder {
 public:
  using Node = std::uint32_t;
  static constexpr Node nothing = 0;

  // What a fence has behind it: these accesses of its block, by their stamps.
  struct Fenced {
    std::uint32_t block = 0;
    std::uint32_t warp = 0;
    std::uint32_t lanes = 0;       // that executed it
    std::uint32_t all_below = 0;   // of every thread
    std::uint32_t own_below = 0;   // of `lanes`
    std::uint32_t warp_below = 0;  // of the warp's other lanes
    BlockOrder::Clock known{};     // of each other warp
  };

  GridOrder();
  [[nodiscard]] Node fenced(const Fenced& what, Node knows);
  [[nodiscard]] Node together(Node a, Node b);

  // Whether any word has got a release. If not, reads of flags need not be told.
  [[nodiscard]] bool any_flags() const { return !flags_.empty(); }
  // What a strong read of the word observes.
  [[nodiscard]] Node read_flag(std::uint64_t word);
  // A strong write by a warp that releases this; `nothing`: it has no fence behind it. `updates`:
  // an atomic operation, behind which the earlier releases can still be observed.
  void write_flag(std::uint64_t word, std::uint32_t block, Node released, bool updates);

  // Whether who knows this knows the access of that thread of that block; `warp`: and those of all
  // threads of its warp until this stamp.
  enum class Known : std::uint8_t { no, thread, warp };
  [[nodiscard]] Known knows(Node node, std::uint32_t block, std::uint32_t thread,
                            std::uint32_t stamp);
  // Whether there were so many flags and fences that later ones are not kept: who does not know an
  // access here may know it all the same.
  [[nodiscard]] bool is_full() const { return nodes_.size() >= max_nodes; }

 private:
  static constexpr std::size_t max_nodes = 1U << 24;
  static constexpr std::uint32_t no_log = 0;
  static constexpr std::uint32_t fenced_log = 0xffff'ffffU;
  static constexpr std::uint32_t many_logs = 0xffff'ffffU;
  struct NodeData {
    Node left = nothing;  // of `fenced`: what the fence's warp knew
    Node right = nothing;
    std::uint32_t log = no_log;    // fenced_log: it is fenced_[at]
    std::uint32_t at = 0;          // the first `at` releases of the log
    std::uint32_t reach = no_log;  // the log that can be reached from here, or many_logs
  };
  // The releases that one word has got since it was last overwritten.
  struct Log {
    std::vector<Node> releases;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> of_block;
    std::vector<std::uint32_t> foreign;  // of releases: those that reach another log
    Node all = nothing;                  // the node of all releases, once it was asked for
    std::uint32_t search = 0;            // the search that has seen the first `seen`
    std::uint32_t seen = 0;
  };
  Node add(const NodeData& data);
  // The same for the part of the node that its own block has made. `seen`: nodes, counted on.
  [[nodiscard]] Known covers(Node node, std::uint32_t block, std::uint32_t thread,
                             std::uint32_t stamp, std::uint32_t& seen);

  std::vector<NodeData> nodes_;
  std::vector<std::uint32_t> searched_;  // for each node, the last search that has seen it
  std::vector<Fenced> fenced_;
  std::vector<Log> logs_;
  std::unordered_map<std::uint64_t, std::uint32_t> flags_;  // for each word its log
  std::uint32_t search_ = 0;
  std::vector<Node> stack_;
  std::vector<Node> covering_;  // the stack of covers()
};

// What the warps of the present block know of other blocks, and hand over to them.
class BlockInGrid {
 public:
  explicit BlockInGrid(GridOrder& grid) : grid_(grid) {}

  void start_block(std::uint32_t block);
  // After BlockOrder::fence. The fence's scope is the grid's or more.
  void fence(std::uint32_t warp, std::uint32_t lanes, const BlockOrder& order);
  // A strong access of that scope to a word by these lanes of the warp. `updates`: an atomic
  // operation, which writes; `reads`: its value is used.
  void strong_access(std::uint32_t warp, std::uint32_t lanes, std::uint64_t word, bool reads,
                     bool writes, bool updates);
  void arrive(std::uint32_t barrier, std::uint32_t warp);
  void release(std::uint32_t barrier, std::uint32_t waiting);
  void sync_lanes(std::uint32_t warp, std::uint32_t lanes);
  // The warp accesses a flag that is its block's own: an mbarrier, or a word of shared memory or of
  // the scope of the block. All that do so know what each of them knew before.
  void meet(std::uint32_t warp);

  // Whether the access of that thread is ordered before what this lane does now; `warp`: those of
  // all threads of its warp until this stamp, before what any lane does.
  [[nodiscard]] GridOrder::Known knows(std::uint32_t warp, std::uint32_t lane, std::uint32_t block,
                                       std::uint32_t thread, std::uint32_t stamp) const;
  // The same if it executed a fence now.
  [[nodiscard]] bool lacks_fence(std::uint32_t warp, std::uint32_t block, std::uint32_t thread,
                                 std::uint32_t stamp) const {
    return grid_.knows(warps_[warp].read, block, thread, stamp) != GridOrder::Known::no;
  }
  // The same, and the flag was read before a barrier of the block that lies before the access.
  [[nodiscard]] bool lacks_fence_behind_barrier(std::uint32_t warp, std::uint32_t block,
                                                std::uint32_t thread, std::uint32_t stamp) const {
    return grid_.knows(warps_[warp].behind_barrier, block, thread, stamp) != GridOrder::Known::no;
  }
  [[nodiscard]] bool any() const { return any_; }
  [[nodiscard]] bool hears() const { return any_ || grid_.any_flags(); }

 private:
  struct Known {
    GridOrder::Node known = GridOrder::nothing;           // before what comes now
    GridOrder::Node read = GridOrder::nothing;            // read from flags, without a fence since
    GridOrder::Node behind_barrier = GridOrder::nothing;  // the part of `read` before a barrier
    GridOrder::Node released = GridOrder::nothing;        // with the next write of a flag
    // The last fence, if it is not part of `released` yet, and what its warp knew: most fences are
    // followed by another one before a flag is written.
    GridOrder::Fenced fence;
    GridOrder::Node fence_knew = GridOrder::nothing;
    bool has_fence = false;
    std::uint32_t known_lanes = 0;
    std::uint32_t read_lanes = 0;
    std::uint32_t released_lanes = 0;
    void join(const Known& other, GridOrder& grid);
    void learn(const Known& other, GridOrder& grid);  // the same, for all lanes of a warp
    void enter_fence(GridOrder& grid);                // in `released`
  };

  GridOrder& grid_;
  std::uint32_t block_ = 0;
  bool any_ = false;  // a warp of this block knows or releases anything
  std::array<Known, BlockOrder::max_warps> warps_{};
  std::array<Known, BlockOrder::barrier_count> barriers_{};
  Known met_;  // by flags of the block's own
};

}  // namespace lanescope::exec
