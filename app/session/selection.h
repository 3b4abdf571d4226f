// Which of a warp's accesses is looked at, and how that choice outlives a new run. Pure functions
// over a report.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "sim/report/report.h"

namespace lanescope::app {

// What the stage is asked to show: whatever is chosen, or only accesses of one space.
enum class View : std::uint8_t { automatic, bank, global };

// What of a line is looked at: what its accesses cost, or who takes part in it.
enum class Subject : std::uint8_t { memory, divergence };

struct Selection {
  report::Dim3 block{0, 0, 0};
  std::uint32_t warp = 0;  // in the block
  int line = 0;            // of the kernel's text, from 1; 0: none
  std::optional<std::size_t>
      event;  // index into the warp's events; none: the warp does nothing on that line
  std::optional<std::uint32_t> wavefront;  // of a shared access; none: all of them at once
  Subject subject = Subject::memory;
  bool operator==(const Selection&) const = default;
};

// The accesses of one space and operation, as they are counted: an atomic is one with its
// reduction.
struct AccessKind {
  memory::Space space = memory::Space::global;
  memory::Op op = memory::Op::load;  // load, store or atomic
  bool operator==(const AccessKind&) const = default;
};
// "global_load", "shared_store" ... as in the report's totals.
[[nodiscard]] std::optional<AccessKind> access_kind_named(std::string_view name);
[[nodiscard]] std::string name_of(const AccessKind& kind);
[[nodiscard]] const std::vector<AccessKind>& access_kinds();
[[nodiscard]] bool is_of_kind(const memory::WarpAccess& access, const AccessKind& kind);

// What `--view` asks to see first: "auto", "bank", "global", "divergence", "times", "index" or
// "machine", "steps" and any of access=KIND (the costliest of that kind: global_load), sweep=NAME,
// map=banks, map=array:A:moved (a map of the launch, as app/figures/launch_maps.h reads it), line=,
// event=, wavefront=, step= (as on the screen, from 1), warp=, lane= and block=x/y/z (from 0, as
// CUDA counts), separated by commas: "bank,line=13,wavefront=5". Last of all may stand compare, or
// compare=A with all that tells A apart: "bank,compare=variant=tile,PAD=0".
struct ViewRequest {
  View view = View::automatic;
  bool divergence = false;
  bool times = false;                // the page of the times, in place of the stage
  bool index = false;                // the index explorer's
  bool machine = false;              // the machine's
  std::optional<std::string> sweep;  // the page of this sweep
  // The comparison's page; what the other side, A, is, as state_from reads it. Empty: nothing.
  std::optional<std::string> compare;
  std::optional<std::string> map;  // the page of this map
  std::optional<AccessKind> access;
  std::optional<int> line;
  std::optional<std::size_t> event;        // from 0
  std::optional<std::uint32_t> wavefront;  // from 0
  std::uint32_t warp = 0;
  report::Dim3 block{0, 0, 0};
  bool steps = false;               // the page of the warp's life
  std::optional<std::size_t> step;  // of it, from 0
  std::optional<std::uint32_t> lane;
  bool operator==(const ViewRequest&) const = default;
};
// Empty text: the default. The error names the word that is wrong.
[[nodiscard]] tl::expected<ViewRequest, std::string> parse_view(std::string_view text);
// What the request chooses in `report`; what it names and the warp lacks is clamped or passed over.
[[nodiscard]] Selection chosen_by(const ViewRequest& request, const report::Report& report);

// The traced warp the selection names; nullptr when the report has no trace of it.
[[nodiscard]] const report::WarpTrace* trace_of(const report::Report& report,
                                                const Selection& selection);
// The chosen access or barrier; nullptr when there is none.
[[nodiscard]] const report::Event* event_of(const report::Report& report,
                                            const Selection& selection);
// Wavefronts of the chosen access, or its transactions: report::Event::steps.
[[nodiscard]] std::uint32_t wavefronts_of(const report::Report& report, const Selection& selection);

// The access worth looking at first: the worst ratio of cost to ideal; among equals a load from
// shared memory, then any other shared access, then the dearest; then the first executed. None when
// the warp accesses nothing `view` shows.
[[nodiscard]] std::optional<std::size_t> costliest_event(const report::WarpTrace& trace,
                                                         View view = View::automatic);
// The same among the accesses of one source line.
[[nodiscard]] std::optional<std::size_t> costliest_event_on(const report::WarpTrace& trace,
                                                            int line);

// The same among the accesses of one kind, and of one line where one is given (0: anywhere).
[[nodiscard]] std::optional<std::size_t> costliest_event_of(const report::WarpTrace& trace,
                                                            const AccessKind& kind, int line = 0);

// Chooses `event`: its line comes with it, all its wavefronts are shown.
[[nodiscard]] Selection with_event(const report::Report& report, Selection selection,
                                   std::size_t event);
// Chooses a source line, and this warp's costliest access on it.
[[nodiscard]] Selection with_line(const report::Report& report, Selection selection, int line);
// The costliest access of the warp.
[[nodiscard]] Selection first_choice(const report::Report& report, Selection selection, View view);

// The same access in another run of the same kernel or in another warp: the same line, space,
// operation and occurrence; the same line where that is gone; the costliest access where even the
// line is. Block and warp are clamped to what `now` has.
[[nodiscard]] Selection carried_over(const report::Report& before, const Selection& selected,
                                     const report::Report& now, Selection wanted);

// Where the finding was made: its line, its warp, and of the warp's accesses there the one with its
// address. The block is not changed: traces are of one.
[[nodiscard]] Selection at_finding(const report::Report& report, Selection selection,
                                   const Diagnostic& finding);

// What is worth looking at first: divergence where warps split and no kind of access costs more
// than it has to, memory otherwise.
[[nodiscard]] Subject worth_looking_at(const report::Report& report);
// Looks at the other; where the chosen line has nothing to say about it, at the line that has most.
[[nodiscard]] Selection with_subject(const report::Report& report, Selection selection,
                                     Subject subject);
// The line whose branches diverge most often, the first of several; one that diverges never where
// none does. 0: there is no branch.
[[nodiscard]] int most_divergent_line(const report::Report& report);
// Lines to walk along, ascending: those with an access, or those with something that was executed.
[[nodiscard]] std::vector<int> lines_to_walk(const report::Report& report, Subject subject);

// Lines with at least one access, ascending.
[[nodiscard]] std::vector<int> lines_with_accesses(const report::Report& report);
// The nearest of them, of two equally near the earlier; `line` itself where it has one. 0: none.
[[nodiscard]] int nearest_line_with_access(const report::Report& report, int line);

}  // namespace lanescope::app
