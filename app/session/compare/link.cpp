#include "app/session/compare/link.h"

#include <algorithm>

namespace lanescope::app {
namespace {

bool is_same_kind(const report::Event& event, const report::Event& like) {
  return event.kind == like.kind && event.access.space == like.access.space &&
         event.access.op == like.access.op;
}

// The event on that line that is like the given one and has the same number among these; the last
// one if there are fewer.
struct Found {
  std::optional<std::size_t> event;
  bool is_last = false;
};
Found found_on(const report::WarpTrace& trace, const report::Event& like, int line,
               std::size_t number) {
  Found found;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    if (trace.events[i].place.line != line || !is_same_kind(trace.events[i], like)) {
      continue;
    }
    found.event = i;
    if (number == 0) {
      return found;
    }
    --number;
  }
  found.is_last = true;
  return found;
}

std::size_t number_of(const report::WarpTrace& trace, std::size_t index) {
  const report::Event& event = trace.events[index];
  std::size_t number = 0;
  for (std::size_t i = 0; i < index; ++i) {
    const report::Event& earlier = trace.events[i];
    number += earlier.place.line == event.place.line && is_same_kind(earlier, event) ? 1 : 0;
  }
  return number;
}

// A changed line corresponds to another only within one kernel: the lines of two different kernels
// are unrelated.
int line_in(const Outcome& from, const Outcome& to, const LineMatch& match, int line) {
  const bool same_text = from.resolved.source_path == to.resolved.source_path &&
                         from.resolved.source_text == to.resolved.source_text;
  if (same_text) {
    return line;
  }
  const LinePair pair = pair_of_a(match, line);
  const bool same_file = from.resolved.source_path == to.resolved.source_path &&
                         from.resolved.kernel == to.resolved.kernel;
  return pair.same || same_file ? pair.b : 0;
}

Selection placed(const Selection& selected, const Outcome& to) {
  Selection wanted = selected;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    wanted.block[axis] = std::min(wanted.block[axis], std::max(to.report.grid[axis], 1U) - 1);
  }
  wanted.warp = std::min(wanted.warp, std::max(to.report.warps_per_block(), 1U) - 1);
  wanted.event.reset();
  wanted.wavefront.reset();
  wanted.line = 0;
  return wanted;
}

}  // namespace

AccessLink linked(const Outcome& from, const Selection& selected, const Outcome& to,
                  const LineMatch& match) {
  AccessLink link;
  link.selection = placed(selected, to);
  const int line = line_in(from, to, match, selected.line);
  if (selected.subject == Subject::divergence) {
    link.selection.line = line != 0 ? line : most_divergent_line(to.report);
    link.likeness = line != 0                  ? Likeness::same
                    : link.selection.line != 0 ? Likeness::alike
                                               : Likeness::none;
    return link;
  }
  link.selection.line = line;
  const report::WarpTrace* trace = trace_of(to.report, link.selection);
  const report::WarpTrace* own = trace_of(from.report, selected);
  const report::Event* event = event_of(from.report, selected);
  if (trace == nullptr || own == nullptr || event == nullptr) {
    return link;
  }
  Found found;
  if (line != 0) {
    found = found_on(*trace, *event, line, number_of(*own, *selected.event));
  }
  if (found.event) {
    link.likeness = found.is_last ? Likeness::last : Likeness::same;
  } else if (event->kind == report::EventKind::access) {
    const bool reduces = event->access.op == memory::Op::reduction;
    found.event = costliest_event_of(
        *trace, {event->access.space, reduces ? memory::Op::atomic : event->access.op});
    link.likeness = found.event ? Likeness::alike : Likeness::none;
  }
  if (found.event) {
    link.selection = with_event(to.report, link.selection, *found.event);
  }
  return link;
}

std::optional<std::uint32_t> linked_wavefront(std::optional<std::uint32_t> step,
                                              std::uint32_t count) {
  if (!step || count == 0) {
    return std::nullopt;
  }
  return std::min(*step, count - 1);
}

}  // namespace lanescope::app
