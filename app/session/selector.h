// Selects blocks, warps, lines, accesses and wavefronts of the shown run. Part of a session.
//
// Only another block needs a new run. What is to be selected once a run has finished waits here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/session/change.h"
#include "app/session/state.h"

namespace lanescope::app {

class Selector {
 public:
  // Both references must outlive this object. `shown`: the shown run; null before the first, when
  // `first` is selected.
  Selector(State& state, const OutcomePtr& shown, const ViewRequest& first, Changes changes);

  [[nodiscard]] const report::WarpTrace* trace() const;  // of the selected warp; nullptr: none
  [[nodiscard]] const report::Event* event() const;      // the selected event; nullptr: none
  [[nodiscard]] std::uint32_t wavefronts() const;        // of the selected event
  // The lane of the finding that go_to() went to, until something else is selected.
  [[nodiscard]] std::optional<int> found_lane() const;

  void choose_line(int line);      // of the selected file
  void choose_own_line(int line);  // of the kernel's text
  void move_line(int direction);   // to the file's next line with accesses
  // "", or the name of one of Outcome::included: what matters most in it. Others are ignored.
  void choose_file(const std::string& file);
  void move_file(int direction);  // through all of them, cyclic
  void choose_event(std::size_t event);
  void move_event(int direction);  // to the warp's next access; skips barriers
  // Follows a playing position: selects its line, and its access if it is at one. Consecutive calls
  // are undone together.
  void follow(const FileLine& line, std::optional<std::size_t> event);
  void choose_wavefront(std::optional<std::uint32_t> wavefront);
  void move_wavefront(int direction);  // before the first: all wavefronts
  void choose_warp(std::uint32_t warp);
  void move_warp(int direction);          // cyclic
  void choose_block(report::Dim3 block);  // clamped to the grid
  void move_block(int direction);         // x fastest, cyclic
  void choose_site(std::uint32_t site);   // an access of the kernel, as it occurs in this warp
  void choose_view(View view);            // selects the costliest access that the view shows
  void choose_view(Subject subject);      // on the chosen line, or on the line with most of it
  void choose_view(const ViewRequest& view);
  void go_to(const Diagnostic& finding);  // selects the finding's line and warp, in its block
  void go_to_worst_warp();  // selects the block and warp in which the selected access costs most

  // --- for the session ---
  // The view that the next run's end selects.
  void await(const ViewRequest& view);
  // The state is restored, with its selection: in the shown run, or (`needs_run`) in the next.
  void restored(bool needs_run);
  // Before the state changes otherwise: what was awaited is no longer wanted.
  void will_change(Change change);
  // The newest run has failed.
  void run_failed();
  // Nothing waits any more.
  void forget() { awaited_ = {}; }
  // Before `run` is shown: selects in it what was awaited, or what was selected before.
  void accept(const Outcome& run);

 private:
  void select(Change change, const Selection& selection);
  [[nodiscard]] Selection selection_in(const Outcome& run);

  struct Awaited {
    std::optional<ViewRequest> view;
    std::optional<Selection> restored;
    std::optional<Diagnostic> finding;
  };
  struct Found {
    Selection selection;
    std::optional<int> lane;
  };

  State& state_;
  const OutcomePtr& shown_;
  Changes changes_;
  ViewRequest first_;
  Awaited awaited_;
  Found found_;
};

}  // namespace lanescope::app
