#include "sim/exec/divergence.h"

#include <algorithm>

namespace lanescope::exec {

void Divergence::split(std::uint32_t taken, std::uint32_t target, std::uint32_t fall_through,
                       std::uint32_t meet) {
  const std::uint32_t others = stack_.back().lanes & ~taken;
  // A loop whose lanes leave one after the other would push the same meeting point again and again:
  // when the entry itself is headed for `meet`, it is what waits below, and needs no copy.
  if (stack_.back().meet == meet) {
    stack_.pop_back();
  } else {
    stack_.back().next = meet;
  }
  // The taken side runs first.
  if (fall_through != meet) stack_.push_back({fall_through, meet, others});
  if (target != meet) stack_.push_back({target, meet, taken});
  // Only when both sides are at the meeting point already (a branch to the next instruction).
  while (stack_.back().next == stack_.back().meet) stack_.pop_back();
}

void Divergence::exit(std::uint32_t lanes) {
  for (Entry& entry : stack_) entry.lanes &= ~lanes;
  std::erase_if(stack_, [](const Entry& entry) { return entry.lanes == 0; });
  while (!stack_.empty() && stack_.back().next == stack_.back().meet) stack_.pop_back();
}

}  // namespace lanescope::exec
