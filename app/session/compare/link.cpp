#include "app/session/compare/link.h"

namespace lanescope::app {
namespace {

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
  clamp_place(to.report, wanted);
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
  NthEvent found;
  if (line != 0) {
    found = nth_like(*trace, *event, line, occurrence(*own, *selected.event));
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

}  // namespace lanescope::app
