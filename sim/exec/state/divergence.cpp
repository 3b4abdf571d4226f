#include "sim/exec/state/divergence.h"

#include <algorithm>
#include <array>

#include "sim/exec/program/program.h"

namespace lanescope::exec {

void Divergence::wait_at(std::uint32_t meeting_point, std::uint32_t depth) {
  Entry& waiting = stack_.back();
  // A loop whose lanes leave one after the other would push the same meeting point repeatedly. If
  // the entry itself goes there, an entry for that point already waits below.
  if (meeting_point == never || meeting_point == waiting.reconvergence) return;
  waiting.next = meeting_point;
  stack_.push_back({never, meeting_point, waiting.lanes, depth});
}

Divergence::Entry Divergence::take_out(std::uint32_t lanes, std::uint32_t instruction,
                                       std::uint32_t depth) {
  auto entry = stack_.rbegin();
  for (; entry->depth > depth; ++entry) entry->lanes &= ~lanes;
  entry->lanes &= ~lanes;  // it waits at the outermost of the meeting points that they leave
  return {instruction, entry->reconvergence, lanes, entry->depth};
}

void Divergence::drop_empty() {
  std::erase_if(stack_, [](const Entry& entry) { return entry.lanes == 0; });
}

void Divergence::go_out_to(std::uint32_t instruction, std::uint32_t depth) {
  if (stack_.back().depth > depth) {
    const Entry outside = take_out(stack_.back().lanes, instruction, depth);
    drop_empty();
    stack_.push_back(outside);
  }
  go_to(instruction);
}

void Divergence::split(std::span<const Side> sides, std::span<const std::uint32_t> meeting_points) {
  for (std::uint32_t depth = stack_.back().depth; depth < meeting_points.size(); ++depth)
    wait_at(meeting_points[depth], depth);
  const Entry all = stack_.back();
  stack_.pop_back();
  bool some_left = false;
  std::array<Entry, 33> pushed;
  std::size_t count = 0;
  for (auto side = sides.rbegin(); side != sides.rend(); ++side) {
    Entry entry{side->target, all.reconvergence, side->lanes, all.depth};
    if (all.depth > side->depth) {
      entry = take_out(side->lanes, side->target, side->depth);
      some_left = true;
    }
    if (entry.next != entry.reconvergence) pushed[count++] = entry;
  }
  if (some_left) drop_empty();
  stack_.insert(stack_.end(), pushed.begin(), pushed.begin() + static_cast<std::ptrdiff_t>(count));
  join();
}

void Divergence::split(std::uint32_t taken, std::uint32_t target, std::uint32_t fall_through,
                       std::uint32_t reconvergence) {
  const Side sides[] = {{target, taken}, {fall_through, stack_.back().lanes & ~taken}};
  wait_at(reconvergence, stack_.back().depth);
  split(sides, {});
}

void Divergence::exit(std::uint32_t lanes) {
  for (Entry& entry : stack_) entry.lanes &= ~lanes;
  drop_empty();
  join();
}

std::size_t Divergence::enter(std::uint32_t called, std::uint32_t first, std::uint32_t return_to) {
  // Not go_to: the caller's lanes wait here even if they have reached their meeting point.
  stack_.back().next = return_to;
  stack_.push_back({first, never, called, 0});
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
