// The selected access of a warp, and how the selection is carried over to a new run. Pure functions
// over a report.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/selection/pages.h"
#include "sim/metrics/counts.h"
#include "sim/report/report.h"

namespace lanescope::app {

// Which accesses the stage shows: the selected one, or only those of one space.
enum class View : std::uint8_t { automatic, bank, global };

// What to show about a line: the cost of its accesses, or which lanes take part.
enum class Subject : std::uint8_t { memory, divergence };

struct Selection {
  report::Dim3 block{0, 0, 0};
  std::uint32_t warp = 0;  // in the block
  int line = 0;            // from 1; 0: none
  // Index into the warp's events; none: the warp accesses nothing on that line.
  std::optional<std::size_t> event;
  std::optional<std::uint32_t> wavefront;  // of a shared access; none: all of them
  Subject subject = Subject::memory;
  std::string file{};  // of the line: "" is the kernel's text, see report::file_of
  bool operator==(const Selection&) const = default;
};

// Atomics include reductions.
[[nodiscard]] bool is_of_kind(const memory::WarpAccess& access, const report::AccessKind& kind);

// The initial view, from `--view`: "auto", "bank", "global" or "divergence"; a page of pages.def:
// times, sweep=NAME, map=array:A:moved (see app/figures/launch_maps.h), index or
// index=4/2:32/8 (a shape that is tried out, see launch_shape_of), launches or launches=2 (a group
// of launches, as the page numbers them) ...; and any of access=KIND
// (the costliest of that kind: global_load), line= (of an included file line=tile.cuh:12), event=,
// wavefront=, step= (from 1, as on the screen), warp=, lane= and block=x/y/z (from 0, as in CUDA),
// separated by commas:
// "bank,line=13,wavefront=5". The last item may be compare, or compare=A with everything in which A
// differs: "bank,compare=variant=tile,PAD=0". Of several pages the last one counts.
struct ViewRequest {
  View view = View::automatic;
  bool divergence = false;
  Page page = Page::stage;
  // Which sweep; which map; side A of the comparison, for state_from(). Empty: none given.
  std::string page_argument{};
  std::optional<report::AccessKind> access;
  std::optional<int> line;
  std::string line_file{};                 // what its file's name ends with; "": the kernel's text
  std::optional<std::size_t> event;        // from 0
  std::optional<std::uint32_t> wavefront;  // from 0
  std::uint32_t warp = 0;
  report::Dim3 block{0, 0, 0};
  std::optional<std::size_t> warp_step;  // on the page of a warp's steps, from 0
  std::optional<std::uint32_t> lane;
  // Empty if the view is of another page.
  [[nodiscard]] std::string argument_of(Page wanted) const {
    return page == wanted ? page_argument : std::string();
  }
  bool operator==(const ViewRequest&) const = default;
};
// The words for the pages with such an argument: "times, index, machine, steps"; "sweep=NAME, ...".
[[nodiscard]] std::string words_of_pages(PageArgument::Kind kind);

// A grid and a block in the index explorer.
struct LaunchShape {
  report::Dim3 grid{1, 1, 1}, block{1, 1, 1};
};
// "4/2:32/8/1": x/y/z of the grid, then of the block; 1 where left out. nullopt: not of this form.
// May break a GPU's limits.
[[nodiscard]] std::optional<LaunchShape> launch_shape_of(std::string_view text);
[[nodiscard]] std::string text_of(const LaunchShape& shape);

// Empty text: the default. The error names the wrong word.
[[nodiscard]] tl::expected<ViewRequest, std::string> parse_view(std::string_view text);
// The selection that the request means in `report`. What the warp lacks is clamped or ignored.
[[nodiscard]] Selection selection_from(const ViewRequest& request, const report::Report& report);
// What the request names and the report lacks: "block=99/0/0: the grid has 32/32/1 blocks, numbered
// from 0". Empty: it has everything.
[[nodiscard]] std::vector<std::string> lacking(const ViewRequest& request,
                                               const report::Report& report);

// Clamped to the blocks of the grid, to the block and warp of the launch, and to `count`
// wavefronts; without a wavefront or with `count` 0: none.
[[nodiscard]] report::Dim3 clamped_to_grid(report::Dim3 block, const report::Dim3& grid);
void clamp_position(const report::Report& report, Selection& selection);
[[nodiscard]] std::optional<std::uint32_t> clamped_wavefront(std::optional<std::uint32_t> wavefront,
                                                             std::uint32_t count);

// The selected warp's trace; nullptr: the report has none.
[[nodiscard]] const report::WarpTrace* trace_of(const report::Report& report,
                                                const Selection& selection);
// The selected access or barrier; nullptr: none.
[[nodiscard]] const report::Event* event_of(const report::Report& report,
                                            const Selection& selection);
// Wavefronts or transactions of the selected access: report::Event::steps.
[[nodiscard]] std::uint32_t wavefronts_of(const report::Report& report, const Selection& selection);

// The access to show first: the one with the highest ratio of cost to ideal; if equal, a load from
// shared memory, then any other shared access, then the most expensive; then the first executed.
// None: the warp has no access that `view` shows.
[[nodiscard]] std::optional<std::size_t> costliest_event(const report::WarpTrace& trace,
                                                         View view = View::automatic);
// A line of a report's file; line 0: any.
struct FileLine {
  std::string file;  // as Selection::file
  int line = 0;
  bool operator==(const FileLine&) const = default;
};
[[nodiscard]] bool is_on(const report::Report& report, const SourcePlace& place,
                         const FileLine& line);

// The same, among the accesses of one kind, and of one line if given.
[[nodiscard]] std::optional<std::size_t> costliest_event_of(const report::Report& report,
                                                            const report::WarpTrace& trace,
                                                            const report::AccessKind& kind,
                                                            const FileLine& line = {});

// Events are alike if kind, space and operation are equal.
// How many events like this one precede it on its line.
[[nodiscard]] std::size_t occurrence(const report::WarpTrace& trace, std::size_t event);
// The n-th event (from 0) on `line` of the trace's report that is like `like`; the last one if
// there are fewer.
struct NthEvent {
  std::optional<std::size_t> event;
  bool is_last = false;  // there are fewer
};
[[nodiscard]] NthEvent nth_like(const report::Report& report, const report::WarpTrace& trace,
                                const report::Event& like, const FileLine& line, std::size_t n);

// Selects `event` with its line and all its wavefronts.
[[nodiscard]] Selection with_event(const report::Report& report, Selection selection,
                                   std::size_t event);
// Selects a line of the selected file and this warp's costliest access on it.
[[nodiscard]] Selection with_line(const report::Report& report, Selection selection, int line);
// Selects a file and the line in it that matters most: of its costliest access in this warp, or,
// for divergence, of its most divergent branch; otherwise its first line with something to show.
[[nodiscard]] Selection with_file(const report::Report& report, Selection selection,
                                  const std::string& file);
// Selects the costliest access of the warp.
[[nodiscard]] Selection default_selection(const report::Report& report, Selection selection,
                                          View view);

// The same access in another run of the same kernel or in another warp: same space, operation and
// occurrence, on the line of `wanted`. Fallbacks: that line, the nearest access of that space and
// operation, the nearest line with one. The subject stays. Block and warp are clamped to those in
// `now`.
[[nodiscard]] Selection carried_over(const report::Report& before, const Selection& selected,
                                     const report::Report& now, Selection wanted);

// Selects the finding's line and warp, and the warp's access with the finding's address. Keeps the
// block, because the report has traces of only one block.
[[nodiscard]] Selection at_finding(const report::Report& report, Selection selection,
                                   const Diagnostic& finding);

// The lane of the chosen access that the finding names; none: it names another access or no thread.
[[nodiscard]] std::optional<int> lane_of_finding(const report::Report& report,
                                                 const Selection& selection,
                                                 const Diagnostic& finding);

// The subject to show first: divergence if warps diverge and no kind of access costs more than its
// ideal; otherwise memory.
[[nodiscard]] Subject suggested_subject(const report::Report& report);
// Switches the subject. If the chosen line has nothing to show for it, selects the line that has
// most.
[[nodiscard]] Selection with_subject(const report::Report& report, Selection selection,
                                     Subject subject);
// The line whose branches diverge most often; the first of several. If none diverges, a line with a
// branch. Line 0: no branches. With `file`, only of that file.
[[nodiscard]] FileLine most_divergent_line(const report::Report& report,
                                           const std::optional<std::string>& file = {});
// Lines of a file for stepping, ascending: lines with an access, or lines that were executed.
[[nodiscard]] std::vector<int> lines_to_walk(const report::Report& report, Subject subject,
                                             std::string_view file = {});

// Lines of a file with at least one access, ascending.
[[nodiscard]] std::vector<int> lines_with_accesses(const report::Report& report,
                                                   std::string_view file = {});
// The nearest line of the file with accesses, the earlier of two equally near; `line` itself if it
// has one. 0: none.
[[nodiscard]] int nearest_line_with_access(const report::Report& report, int line,
                                           std::string_view file = {});

}  // namespace lanescope::app
