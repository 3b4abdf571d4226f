#include "app/session/selector.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "app/session/compare/difference.h"
#include "app/session/compare/line_match.h"
#include "sim/exec/state/observer.h"

namespace lanescope::app {
namespace {

std::size_t wrapped(std::size_t index, int direction, std::size_t count) {
  return (index + count + static_cast<std::size_t>(direction + static_cast<int>(count))) % count;
}

// Line numbers of one kernel mean nothing in another.
bool same_kernel(const Outcome& a, const Outcome& b) {
  return a.resolved.source_path == b.resolved.source_path && a.resolved.kernel == b.resolved.kernel;
}

// The line of the newer text where this one stands: paired with it, or moved past others; 0: none.
int moved_line(const LineMatch& match, int line, const Outcome& before, const Outcome& now,
               const std::string& file) {
  const LinePair pair = pair_of_a(match, line);
  if (pair.same) return pair.b;
  const std::string_view text = line_at(before, {file, line, 0});
  int nearest = 0;
  for (const LinePair& each : match) {
    const bool is_it =
        each.b != 0 && !each.same && !text.empty() && line_at(now, {file, each.b, 0}) == text;
    if (is_it && (nearest == 0 || std::abs(each.b - line) < std::abs(nearest - line)))
      nearest = each.b;
  }
  return nearest != 0 ? nearest : pair.b;
}

// With the line where the selected one stands in the newer text; as it was if it is gone.
Selection on_moved_line(Selection selection, const Outcome& before, const Outcome& now) {
  const std::string* text_before = text_of_file(before, selection.file);
  const std::string* text_now = text_of_file(now, selection.file);
  if (text_before != nullptr && text_now != nullptr && *text_before != *text_now) {
    const LineMatch match = match_lines(*text_before, *text_now);
    const int line = moved_line(match, selection.line, before, now, selection.file);
    selection.line = line != 0 ? line : selection.line;
  }
  return selection;
}

// The selection of the run before, in a newer one of the same kernel.
Selection carried_to(const Outcome& now, const Selection& selection, const Outcome& before) {
  const Selection next =
      carried_over(before.report, selection, now.report, on_moved_line(selection, before, now));
  const bool is_gone = selection.subject == Subject::memory && selection.event && !next.event &&
                       before.resolved.source_text != now.resolved.source_text;
  return is_gone ? default_selection(now.report, next, View::automatic) : next;
}

// The report has the selected access, and on the selected line.
bool is_of(const Selection& selection, const report::Report& report) {
  const report::Event* event = event_of(report, selection);
  return event != nullptr && event->place.line == selection.line &&
         report::is_in_file(report, event->place, selection.file);
}

// The state was made without a look at its run, so the costliest access is shown.
bool chooses_nothing(const Selection& selection) { return selection.line == 0 && !selection.event; }

// The warp with number 0, unless it touches no memory and another one of the block does: a
// program's launch can have many warps without work.
Selection at_first_access(Selection selection, const report::Report& report) {
  if (selection.event || selection.warp != 0) return selection;
  for (const report::WarpTrace& trace : report.traces) {
    if (!costliest_event(trace, View::automatic)) continue;
    if (trace.position.warp == 0) return selection;
    selection.warp = trace.position.warp;
    return default_selection(report, selection, View::automatic);
  }
  return selection;
}

}  // namespace

Selector::Selector(State& state, const OutcomePtr& shown, const ViewRequest& first, Changes changes)
    : state_(state), shown_(shown), changes_(std::move(changes)), first_(first) {
  state_.selection.block = first.block;
  state_.selection.warp = first.warp;
}

const report::WarpTrace* Selector::trace() const {
  return shown_ ? trace_of(shown_->report, state_.selection) : nullptr;
}

const report::Event* Selector::event() const {
  return shown_ ? event_of(shown_->report, state_.selection) : nullptr;
}

std::uint32_t Selector::wavefronts() const {
  return shown_ ? wavefronts_of(shown_->report, state_.selection) : 0;
}

std::optional<int> Selector::found_lane() const {
  return found_.selection == state_.selection ? found_.lane : std::nullopt;
}

// ---- commands ----

void Selector::select(Change change, const Selection& selection) {
  if (selection != state_.selection) {
    changes_.remember(change);
    state_.selection = selection;
  }
}

void Selector::choose_line(int line) {
  if (shown_) select(Change::line, with_line(shown_->report, state_.selection, line));
}

void Selector::choose_own_line(int line) {
  if (!shown_) return;
  Selection next = state_.selection;
  next.file.clear();
  select(Change::line, with_line(shown_->report, next, line));
}

void Selector::choose_file(const std::string& file) {
  if (shown_ && text_of_file(*shown_, file) != nullptr)
    select(Change::line, with_file(shown_->report, state_.selection, file));
}

void Selector::move_file(int direction) {
  if (!shown_) return;
  const std::vector<IncludedFile>& included = shown_->included;
  const auto at = std::ranges::find(included, state_.selection.file, &IncludedFile::name);
  const std::size_t now =
      at == included.end() ? 0 : static_cast<std::size_t>(at - included.begin()) + 1;
  const std::size_t next = wrapped(now, direction, included.size() + 1);
  if (next != now) choose_file(next == 0 ? std::string() : included[next - 1].name);
}

void Selector::move_line(int direction) {
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

void Selector::follow(const FileLine& line, std::optional<std::size_t> event) {
  const report::WarpTrace* traced = trace();
  if (traced == nullptr) return;
  // The report of a long trace has only its beginning.
  const bool is_there = event && *event < traced->events.size();
  Selection next = state_.selection;
  next.file = line.file;
  select(Change::event, is_there ? with_event(shown_->report, next, *event)
                                 : with_line(shown_->report, next, line.line));
}

void Selector::choose_event(std::size_t event) {
  if (shown_) select(Change::event, with_event(shown_->report, state_.selection, event));
}

void Selector::move_event(int direction) {
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

void Selector::choose_wavefront(std::optional<std::uint32_t> wavefront) {
  const std::uint32_t count = wavefronts();
  if (count == 0) return;
  Selection next = state_.selection;
  next.wavefront = clamped_wavefront(wavefront, count);
  select(Change::wavefront, next);
}

void Selector::move_wavefront(int direction) {
  const std::optional<std::uint32_t>& at = state_.selection.wavefront;
  if (direction > 0) {
    choose_wavefront(at ? *at + 1 : 0);
  } else if (at) {
    choose_wavefront(*at > 0 ? std::optional(*at - 1) : std::nullopt);
  }
}

void Selector::choose_warp(std::uint32_t warp) {
  if (!shown_) return;
  Selection wanted = state_.selection;
  wanted.warp = warp;
  select(Change::warp, carried_over(shown_->report, state_.selection, shown_->report, wanted));
}

void Selector::move_warp(int direction) {
  const std::uint32_t warps = shown_ ? shown_->report.warps_per_block() : 0;
  if (warps > 1)
    choose_warp(static_cast<std::uint32_t>(wrapped(state_.selection.warp, direction, warps)));
}

void Selector::choose_block(report::Dim3 block) {
  if (!shown_) return;
  block = clamped_to_grid(block, shown_->report.grid);
  if (block != state_.selection.block) {
    changes_.remember(Change::block);
    state_.selection.block = block;
    changes_.run();
  }
}

void Selector::move_block(int direction) {
  if (!shown_) return;
  const report::Dim3& grid = shown_->report.grid;
  const std::uint64_t total = static_cast<std::uint64_t>(grid[0]) * grid[1] * grid[2];
  if (total < 2) return;
  const std::uint64_t number = exec::number_of(state_.selection.block, grid);
  const std::uint64_t next = direction > 0 ? number + 1 : number + total - 1;
  choose_block(exec::position_of(next % total, grid));
}

void Selector::choose_site(std::uint32_t site) {
  const report::WarpTrace* events = trace();
  if (events == nullptr || site >= shown_->report.sites.size()) return;
  for (std::size_t i = 0; i < events->events.size(); ++i) {
    const report::Event& event = events->events[i];
    if (event.kind == report::EventKind::access && event.site == site) {
      select(Change::site, with_event(shown_->report, state_.selection, i));
      return;
    }
  }
  const SourcePlace& place = shown_->report.sites[site].place;
  Selection next = state_.selection;
  next.file = report::file_of(shown_->report, place);
  select(Change::site, with_line(shown_->report, next, place.line));
}

void Selector::choose_view(View view) {
  if (shown_) select(Change::site, default_selection(shown_->report, state_.selection, view));
}

void Selector::choose_view(Subject subject) {
  if (shown_ && subject != state_.selection.subject)
    select(Change::site, with_subject(shown_->report, state_.selection, subject));
}

void Selector::choose_view(const ViewRequest& view) {
  awaited_.restored.reset();
  if (shown_) select(Change::site, selection_from(view, shown_->report));
}

void Selector::go_to(const Diagnostic& finding) {
  if (!shown_ || finding.place.line == 0) return;
  const Selection there = at_finding(shown_->report, state_.selection, finding);
  if (!finding.block || *finding.block == state_.selection.block) {
    select(Change::site, there);
    found_ = {state_.selection, lane_of_finding(shown_->report, state_.selection, finding)};
    return;
  }
  changes_.remember(Change::block);
  state_.selection = there;
  state_.selection.block = *finding.block;
  awaited_.finding = finding;
  changes_.run();
}

void Selector::go_to_worst_warp() {
  const report::Event* chosen = event();
  if (chosen == nullptr || chosen->kind != report::EventKind::access ||
      chosen->site >= shown_->report.sites.size())
    return;
  const report::WarpPosition worst = shown_->report.sites[chosen->site].worst_at;
  if (worst.block == state_.selection.block) {
    choose_warp(worst.warp);
    return;
  }
  changes_.remember(Change::block);
  Selection wanted = state_.selection;
  wanted.warp = worst.warp;
  state_.selection = carried_over(shown_->report, state_.selection, shown_->report, wanted);
  state_.selection.block = worst.block;
  changes_.run();
}

// ---- for the session ----

void Selector::will_change(Change change) {
  awaited_.finding.reset();
  // Another value keeps the view: both are parts of a setting.
  if (change != Change::parameter) awaited_.view.reset();
}

void Selector::await(const ViewRequest& view) {
  awaited_.restored.reset();
  awaited_.view = view;
}

void Selector::restored(bool needs_run) {
  awaited_.view.reset();
  if (needs_run) {
    awaited_.restored = state_.selection;
  } else if (shown_ && chooses_nothing(state_.selection)) {
    state_.selection = default_selection(shown_->report, state_.selection, View::automatic);
  }
}

void Selector::run_failed() { awaited_.finding.reset(); }

Selection Selector::selection_in(const Outcome& run) {
  const Selection& now = state_.selection;
  if (awaited_.view) return selection_from(*awaited_.view, run.report);
  if (awaited_.restored) {
    const Selection& wanted = *awaited_.restored;
    if (chooses_nothing(wanted)) return default_selection(run.report, wanted, View::automatic);
    // A program has run again with another text, or what was shown of it is restored.
    const bool is_edited = shown_ && is_same_kernel(*shown_, run) &&
                           shown_->resolved.source_text != run.resolved.source_text;
    if (is_edited && is_of(wanted, shown_->report)) return carried_to(run, wanted, *shown_);
    return is_of(wanted, run.report) ? wanted : with_line(run.report, wanted, wanted.line);
  }
  if (!shown_)
    return at_first_access(selection_from(std::exchange(first_, {}), run.report), run.report);
  if (const std::optional<Diagnostic>& finding = awaited_.finding) {
    const Selection there = at_finding(run.report, now, *finding);
    found_ = {there, lane_of_finding(run.report, there, *finding)};
    return there;
  }
  if (same_kernel(*shown_, run)) return carried_to(run, now, *shown_);
  if (shown_->request.lesson == run.request.lesson)
    return default_selection(run.report, now, View::automatic);
  // Another lesson begins as if it were opened first: its subject and warp are its own.
  Selection fresh;
  fresh.block = now.block;
  return at_first_access(default_selection(run.report, fresh, View::automatic), run.report);
}

void Selector::accept(const Outcome& run) {
  state_.selection = selection_in(run);
  forget();
}

}  // namespace lanescope::app
