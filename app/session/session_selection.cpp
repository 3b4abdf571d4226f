// Session: selecting lines, events, wavefronts and warps of the outcome. Only another block needs a
// new run.
#include <algorithm>

#include "app/session/session.h"

namespace lanescope::app {
namespace {

std::size_t wrapped(std::size_t index, int direction, std::size_t count) {
  return (index + count + static_cast<std::size_t>(direction + static_cast<int>(count))) % count;
}

}  // namespace

void Session::select(UndoStep change, const Selection& selection) {
  if (selection != state_.selection) {
    remember(change);
    state_.selection = selection;
  }
}

void Session::choose_line(int line) {
  if (shown_) select(UndoStep::line, with_line(shown_->report, state_.selection, line));
}

void Session::choose_own_line(int line) {
  if (!shown_) return;
  Selection next = state_.selection;
  next.file.clear();
  select(UndoStep::line, with_line(shown_->report, next, line));
}

void Session::choose_file(const std::string& file) {
  if (shown_ && text_of_file(*shown_, file) != nullptr)
    select(UndoStep::line, with_file(shown_->report, state_.selection, file));
}

void Session::step_file(int direction) {
  if (!shown_) return;
  const std::vector<IncludedFile>& included = shown_->included;
  const auto at = std::ranges::find(included, state_.selection.file, &IncludedFile::name);
  const std::size_t now =
      at == included.end() ? 0 : static_cast<std::size_t>(at - included.begin()) + 1;
  const std::size_t next = wrapped(now, direction, included.size() + 1);
  if (next != now) choose_file(next == 0 ? std::string() : included[next - 1].name);
}

void Session::step_line(int direction) {
  if (!shown_) return;
  const Selection& now = state_.selection;
  const std::vector<int> lines = lines_to_walk(shown_->report, now.subject, now.file);
  if (lines.empty()) return;
  const int at = state_.selection.line;
  if (direction > 0) {
    const auto next = std::upper_bound(lines.begin(), lines.end(), at);
    choose_line(next != lines.end() ? *next : lines.back());
  } else {
    const auto here = std::lower_bound(lines.begin(), lines.end(), at);
    choose_line(here != lines.begin() ? *(here - 1) : lines.front());
  }
}

void Session::follow(const FileLine& line, std::optional<std::size_t> event) {
  const report::WarpTrace* traced = trace();
  if (traced == nullptr) return;
  // The report of a long trace has only its beginning.
  const bool is_there = event && *event < traced->events.size();
  Selection next = state_.selection;
  next.file = line.file;
  select(UndoStep::event, is_there ? with_event(shown_->report, next, *event)
                                   : with_line(shown_->report, next, line.line));
}

void Session::choose_event(std::size_t event) {
  if (shown_) select(UndoStep::event, with_event(shown_->report, state_.selection, event));
}

void Session::step_event(int direction) {
  const report::WarpTrace* events = trace();
  if (events == nullptr || events->events.empty()) return;
  const auto count = static_cast<std::ptrdiff_t>(events->events.size());
  std::ptrdiff_t at = state_.selection.event ? static_cast<std::ptrdiff_t>(*state_.selection.event)
                                             : (direction > 0 ? -1 : count);
  for (at += direction; at >= 0 && at < count; at += direction) {
    if (events->events[static_cast<std::size_t>(at)].kind == report::EventKind::access) {
      choose_event(static_cast<std::size_t>(at));
      return;
    }
  }
}

void Session::choose_wavefront(std::optional<std::uint32_t> wavefront) {
  const std::uint32_t count = wavefronts();
  if (count == 0) return;
  Selection next = state_.selection;
  next.wavefront = clamped_wavefront(wavefront, count);
  select(UndoStep::wavefront, next);
}

void Session::step_wavefront(int direction) {
  const std::optional<std::uint32_t>& at = state_.selection.wavefront;
  if (direction > 0) {
    choose_wavefront(at ? *at + 1 : 0);
  } else if (at) {
    choose_wavefront(*at > 0 ? std::optional(*at - 1) : std::nullopt);
  }
}

void Session::choose_warp(std::uint32_t warp) {
  if (!shown_) return;
  Selection wanted = state_.selection;
  wanted.warp = warp;
  select(UndoStep::warp, carried_over(shown_->report, state_.selection, shown_->report, wanted));
}

void Session::step_warp(int direction) {
  const std::uint32_t warps = shown_ ? shown_->report.warps_per_block() : 0;
  if (warps > 1)
    choose_warp(static_cast<std::uint32_t>(wrapped(state_.selection.warp, direction, warps)));
}

void Session::choose_site(std::uint32_t site) {
  const report::WarpTrace* events = trace();
  if (events == nullptr || site >= shown_->report.sites.size()) return;
  for (std::size_t i = 0; i < events->events.size(); ++i) {
    const report::Event& event = events->events[i];
    if (event.kind == report::EventKind::access && event.site == site) {
      select(UndoStep::site, with_event(shown_->report, state_.selection, i));
      return;
    }
  }
  const SourcePlace& place = shown_->report.sites[site].place;
  Selection next = state_.selection;
  next.file = report::file_of(shown_->report, place);
  select(UndoStep::site, with_line(shown_->report, next, place.line));
}

void Session::choose_view(View view) {
  if (shown_) select(UndoStep::site, default_selection(shown_->report, state_.selection, view));
}

void Session::go_to(const Diagnostic& finding) {
  if (!shown_ || finding.place.line == 0) return;
  const Selection there = at_finding(shown_->report, state_.selection, finding);
  if (!finding.block || *finding.block == state_.selection.block) {
    select(UndoStep::site, there);
    found_ = {state_.selection, lane_of_finding(shown_->report, state_.selection, finding)};
    return;
  }
  remember(UndoStep::block);
  state_.selection = there;
  state_.selection.block = *finding.block;
  requested_finding_ = finding;
  run();
}

std::optional<int> Session::found_lane() const {
  return found_.selection == state_.selection ? found_.lane : std::nullopt;
}

void Session::choose_view(Subject subject) {
  if (shown_ && subject != state_.selection.subject)
    select(UndoStep::site, with_subject(shown_->report, state_.selection, subject));
}

void Session::go_to_worst_warp() {
  const report::Event* chosen = event();
  if (chosen == nullptr || chosen->kind != report::EventKind::access ||
      chosen->site >= shown_->report.sites.size())
    return;
  const report::WarpPosition worst = shown_->report.sites[chosen->site].worst_at;
  if (worst.block == state_.selection.block) {
    choose_warp(worst.warp);
    return;
  }
  remember(UndoStep::block);
  state_.selection = carried_over(shown_->report, state_.selection, shown_->report, [&] {
    Selection wanted = state_.selection;
    wanted.warp = worst.warp;
    return wanted;
  }());
  state_.selection.block = worst.block;
  run();
}

}  // namespace lanescope::app
