#include "sim/exec/state/divergence.h"

#include <algorithm>

#include "sim/exec/program/program.h"

namespace lanescope::exec {

void Divergence::split(std::uint32_t taken, std::uint32_t target, std::uint32_t fall_through,
                       std::uint32_t reconvergence) {
  const Side sides[] = {{target, taken}, {fall_through, stack_.back().lanes & ~taken}};
  split(sides, reconvergence);
}

void Divergence::split(std::span<const Side> sides, std::uint32_t reconvergence) {
  // A loop whose lanes leave one after the other would push the same meeting point repeatedly. If
  // the entry itself goes to `reconvergence`, an entry for that point already waits below.
  if (stack_.back().reconvergence == reconvergence) {
    stack_.pop_back();
  } else {
    stack_.back().next = reconvergence;
  }
  for (auto side = sides.rbegin(); side != sides.rend(); ++side) {
    if (side->target != reconvergence) stack_.push_back({side->target, reconvergence, side->lanes});
  }
  join();
}

void Divergence::exit(std::uint32_t lanes) {
  for (Entry& entry : stack_) entry.lanes &= ~lanes;
  std::erase_if(stack_, [](const Entry& entry) { return entry.lanes == 0; });
  join();
}

std::size_t Divergence::enter(std::uint32_t called, std::uint32_t first, std::uint32_t return_to) {
  // Not go_to: the caller's lanes wait here even if they have reached their meeting point.
  stack_.back().next = return_to;
  stack_.push_back({first, never, called});
  return stack_.size() - 1;
}

bool Divergence::leave(std::uint32_t returning, std::uint32_t next, std::size_t height) {
  if (returning != stack_.back().lanes) stack_.back().next = next;
  const auto call = stack_.begin() + static_cast<std::ptrdiff_t>(height);
  for (auto entry = call; entry != stack_.end(); ++entry) entry->lanes &= ~returning;
  stack_.erase(std::remove_if(call, stack_.end(), [](const Entry& e) { return e.lanes == 0; }),
               stack_.end());
  const bool done = stack_.size() == height;
  join();
  return done;
}

std::uint32_t running_lanes(const Program& program, const Divergence& flow) {
  return flow.alive() & ~flow.lanes_before([&](std::uint32_t at) {
    return at >= program.code.size() ||
           (program.code[at].flow == Flow::exit && !program.code[at].guard.exists());
  });
}

}  // namespace lanescope::exec
