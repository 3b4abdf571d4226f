// Divergence: which lanes of a warp execute next, and where lanes that took different paths meet
// again.
//
// A stack of (next instruction, lanes, meeting point). The top executes. If the lanes disagree on a
// branch, the current entry waits at the meeting point and one entry per side is pushed. An entry
// that reaches its meeting point is popped, and the one below continues with the lanes of both
// sides. Threads that exit leave every entry. A call is also an entry, for the lanes that take part
// in it. Entries of the function are above it, and when its last lane has returned, the caller's
// entry below continues.
//
// Lanes may also leave a meeting point behind them without ending: those that leave a loop while
// the others meet at its head, or those that take a path past the block at which the others meet.
// Meeting points are therefore nested by depth (control_flow.h), and an entry knows the depth of
// its own. Lanes that leave to an outer depth are taken out of the entries that wait inside, and
// nobody waits for them there.
//
// This is how compilers lay out code for GPUs since Volta, where lanes wait for each other at
// barriers (BSSY, BSYNC) that they may leave (BREAK, EXIT). Independent thread scheduling lets
// lanes of a warp wait for each other in ways that this order can't serve (a spin lock between
// lanes): such a kernel reaches its instruction limit and gets an error that says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanescope::exec {

struct Program;

class Divergence {
 public:
  // A meeting point that does not exist.
  static constexpr std::uint32_t never = 0xffff'ffffU;

  // All of `lanes` start at instruction 0.
  void start(std::uint32_t lanes) {
    stack_.clear();
    stack_.push_back({0, never, lanes, 0});
  }

  [[nodiscard]] bool finished() const { return stack_.empty(); }
  [[nodiscard]] std::uint32_t next() const { return stack_.back().next; }
  [[nodiscard]] std::uint32_t active() const { return stack_.back().lanes; }
  // Where the active lanes wait for others; an instruction that does not exist if they do not.
  [[nodiscard]] std::uint32_t reconvergence_point() const { return stack_.back().reconvergence; }
  // Lanes that have not exited.
  [[nodiscard]] std::uint32_t alive() const {
    std::uint32_t lanes = 0;
    for (const Entry& entry : stack_) lanes |= entry.lanes;
    return lanes;
  }
  [[nodiscard]] bool diverged() const { return stack_.size() > 1; }
  // Lanes for whose next instruction `matches(instruction)` is true.
  template <class Matches>
  [[nodiscard]] std::uint32_t lanes_before(Matches matches) const {
    std::uint32_t found = 0;
    std::uint32_t elsewhere = 0;  // a waiting entry's lanes include those that are still to come
    for (auto entry = stack_.rbegin(); entry != stack_.rend(); ++entry) {
      if (matches(entry->next)) found |= entry->lanes & ~elsewhere;
      elsewhere |= entry->lanes;
    }
    return found;
  }

  // The active lanes continue at `instruction`. If that is their meeting point, they join the lanes
  // that wait there.
  void go_to(std::uint32_t instruction) {
    stack_.back().next = instruction;
    join();
  }
  // The same, and the lanes leave the meeting points that are deeper than `depth`.
  void go_out_to(std::uint32_t instruction, std::uint32_t depth);

  // The active lanes go to the targets of `sides`, which together are all active lanes. The first
  // side runs first.
  struct Side {
    std::uint32_t target = 0;
    std::uint32_t lanes = 0;
    std::uint32_t depth = never;  // they leave the meeting points that are deeper
  };
  // They meet at meeting_points[i] of depth i, the innermost first; `never`: not at that depth.
  void split(std::span<const Side> sides, std::span<const std::uint32_t> meeting_points);
  // `taken` (some but not all active lanes) goes to `target`, the rest to `fall_through`; no
  // depths.
  void split(std::uint32_t taken, std::uint32_t target, std::uint32_t fall_through,
             std::uint32_t reconvergence);

  // These active lanes have ended.
  void exit(std::uint32_t lanes);

  // `called` of the active lanes enter the function at `first`. All active lanes, called or not,
  // later continue at `return_to`. Returns the height of the stack below the call.
  std::size_t enter(std::uint32_t called, std::uint32_t first, std::uint32_t return_to);
  // `returning` of the active lanes leave the call above `height`; the other active lanes continue
  // at `next`. Returns true if no lane is left in the call; its caller then continues.
  bool leave(std::uint32_t returning, std::uint32_t next, std::size_t height);
  [[nodiscard]] std::size_t height() const { return stack_.size(); }

 private:
  struct Entry {
    std::uint32_t next;
    std::uint32_t reconvergence;
    std::uint32_t lanes;
    std::uint32_t depth;  // of `reconvergence`, counted in the function
  };
  // Waits at `meeting_point`; the same lanes, on top, are still to come.
  void wait_at(std::uint32_t meeting_point, std::uint32_t depth);
  // Takes the lanes out of all entries that wait deeper than `depth`. Returns their new entry.
  Entry take_out(std::uint32_t lanes, std::uint32_t instruction, std::uint32_t depth);
  void drop_empty();
  // Lanes that reached their meeting point join the lanes that wait there.
  void join() {
    while (!stack_.empty() && stack_.back().next == stack_.back().reconvergence) stack_.pop_back();
  }
  std::vector<Entry> stack_;
};

// The lanes that have not exited. Those that wait at the kernel's end for the rest of the warp have
// exited on the device.
[[nodiscard]] std::uint32_t running_lanes(const Program& program, const Divergence& flow);

}  // namespace lanescope::exec
