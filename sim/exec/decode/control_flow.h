// Finds where divergent sides meet again, before the program runs.
//
// Lanes that leave do not wait and are not waited for, so a branch's sides meet at the first block
// that all lanes that stay pass. What staying means is decided region by region. A region is a part
// of the function whose lanes meet at one block, its end: they either come there or have left the
// region. Inside a region, the sides of a branch meet at the branch's immediate post-dominator in
// the region's own graph, without the edges that leave. Regions nest:
//
// - The outermost region is the function. A called function's lanes meet behind the call; a
//   kernel's exits are no meeting point, so there an exit leaves.
// - A loop is a region that ends at the loop's head: lanes meet there on each round. Those that
//   leave the loop meet behind it, in the region around it, but not at the head of a loop around
//   it, if they come to that from the middle of a round.
// - Several jumps back to one head may be several loops, one in the other, as `continue` makes
//   them. One is an inner loop if all its lanes that do not return leave it to the same block.
// - Where no block is on all paths, as behind `if (a || b) X; else Y;` or a branch that returns on
//   one side, sides still meet at a block that paths from several of them reach. Such a block m and
//   its immediate dominator b make a region: from b to m. Of several such regions that overlap the
//   one whose m is followed by the most code is taken, as long as only paths through m reach that
//   code. A region is none if lanes leave a loop in it to where all of b's lanes meet, or leave it
//   to a meeting point outside of the loop around it.
// - Lanes that leave a loop where a round ends meet there, even if nobody else comes to that block.
//
// This is what ptxas does, found by comparing the barriers in its machine code (BSSY, BSYNC, BREAK)
// for thousands of random control flow graphs; it is not documented. Over such graphs of structured
// loops, switches, breaks, `continue` and returns the counts agree in 97 of 100, over branches
// alone in all. Differences remain in loops with several entries, in loops that read volatile
// memory, whose jumps back ptxas leaves alone, and where it rewrites the code first.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/exec/program/program.h"

namespace lanescope::exec {

// One function's code, and what is outside of it. Targets and tables count from `first`, the index
// of code[0].
struct FunctionFlow {
  std::uint32_t first = 0;
  bool is_kernel = true;                               // its `exit` is also its return
  std::span<const std::vector<std::uint32_t>> tables;  // Program::branch_tables
};

// Sets for each conditional branch and table of `code`:
// - Instruction::reconverge, the first instruction that all lanes of all sides reach, if they have
//   not left; code.size() if there is none.
// - Instruction::meeting_points, with an element appended to `meeting_points`.
void set_reconvergence_points(std::span<Instruction> code, const FunctionFlow& function,
                              std::vector<MeetingPoints>& meeting_points);

}  // namespace lanescope::exec
