// Divergence: which lanes of a warp execute next, and where lanes that took different ways meet
// again.
//
// A stack of (next instruction, lanes, where they meet). The top executes. A branch on which the
// lanes disagree leaves the meeting point below and pushes one entry a side; an entry that arrives
// at its meeting point is popped, and the one below goes on with both sides' lanes. The meeting
// point is the branch's immediate post-dominator (control_flow.h). Threads that exit leave every
// entry. A call is an entry too, for the lanes that take part in it; whatever they do in the
// function is above it, and where its last lane has returned the entry below, the caller's, goes
// on.
//
// This is how GPUs before Volta work and how compilers still lay out code. Independent thread
// scheduling lets lanes of a warp wait for each other in ways that this order can't serve (a spin
// lock between lanes): such a kernel runs into its budget and is told so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanescope::exec {

class Divergence {
 public:
  // All of `lanes` at instruction 0.
  void start(std::uint32_t lanes) {
    stack_.clear();
    stack_.push_back({0, never, lanes});
  }

  [[nodiscard]] bool finished() const { return stack_.empty(); }
  [[nodiscard]] std::uint32_t next() const { return stack_.back().next; }
  [[nodiscard]] std::uint32_t active() const { return stack_.back().lanes; }
  // Where the active lanes wait for others; an instruction that does not exist where they don't.
  [[nodiscard]] std::uint32_t meeting() const { return stack_.back().meet; }
  // Lanes that have not exited.
  [[nodiscard]] std::uint32_t alive() const { return stack_.empty() ? 0 : stack_.front().lanes; }
  [[nodiscard]] bool diverged() const { return stack_.size() > 1; }
  // Lanes whose next instruction is one for which `matches(instruction)` holds.
  template <class Matches>
  [[nodiscard]] std::uint32_t lanes_before(Matches matches) const {
    std::uint32_t found = 0;
    std::uint32_t elsewhere = 0;  // an entry's lanes include those of the entries above it
    for (auto entry = stack_.rbegin(); entry != stack_.rend(); ++entry) {
      if (matches(entry->next)) found |= entry->lanes & ~elsewhere;
      elsewhere |= entry->lanes;
    }
    return found;
  }

  // The active lanes go on at `instruction`; lanes that arrive where others wait for them join
  // these.
  void go_to(std::uint32_t instruction) {
    stack_.back().next = instruction;
    while (stack_.back().next == stack_.back().meet) stack_.pop_back();
  }

  // `taken` (a part of the active lanes, neither none nor all) goes to `target`, the rest to
  // `fall_through`.
  void split(std::uint32_t taken, std::uint32_t target, std::uint32_t fall_through,
             std::uint32_t meet);

  // The same to any number of targets; together the sides are all active lanes. The first runs
  // first.
  struct Side {
    std::uint32_t target = 0;
    std::uint32_t lanes = 0;
  };
  void split(std::span<const Side> sides, std::uint32_t meet);

  // The given active lanes have ended.
  void exit(std::uint32_t lanes);

  // `called` of the active lanes go to the function at `first`; all of these, and with them the
  // others, go on at `return_to`. Gives the height of the stack below the call.
  std::size_t enter(std::uint32_t called, std::uint32_t first, std::uint32_t return_to);
  // `returning` of the active lanes leave the call above `height`; the other active ones go on at
  // `next`. True when no lane is left in the call: then its caller goes on.
  bool leave(std::uint32_t returning, std::uint32_t next, std::size_t height);
  [[nodiscard]] std::size_t height() const { return stack_.size(); }

 private:
  static constexpr std::uint32_t never = 0xffff'ffffU;
  struct Entry {
    std::uint32_t next;
    std::uint32_t meet;
    std::uint32_t lanes;
  };
  // Lanes that have arrived where others wait for them join these.
  void join() {
    while (!stack_.empty() && stack_.back().next == stack_.back().meet) stack_.pop_back();
  }
  std::vector<Entry> stack_;
};

}  // namespace lanescope::exec
