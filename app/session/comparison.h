// Comparison of A and B: a kept state and the current one.
//
// State::compared holds the number of the kept side, so that undo restores the comparison like
// everything else. Kept sides stay here by number, the newest with their outcomes, so that
// exchanging the sides shows both at once, before the session has run its new state. A kept side
// without an outcome is run on a separate thread. If another block is selected, the side is run
// again there to trace it: both sides show the same block if both have it.
//
// All functions are called on the session's thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/session/compare/difference.h"
#include "app/session/compare/line_match.h"
#include "app/session/run/run.h"
#include "app/session/selection/selection.h"
#include "app/session/session.h"

namespace lanescope::app {

enum class Likeness : std::uint8_t {
  same,   // equal line, space, operation and occurrence
  last,   // equal line, space and operation; fewer occurrences there: the last one
  alike,  // equal space and operation only: the costliest such access
  none,   // no such access
};

struct AccessLink {
  Likeness likeness = Likeness::none;
  Selection selection;  // in the other run; without an event if there is none
};

// `match`: of the kernel texts, `from`'s first. Block and warp of `selected` are clamped to those
// in `to`; a warp without a trace there has no link. The divergence view links lines only. The
// wavefront is not linked: see clamped_wavefront.
[[nodiscard]] AccessLink linked(const Outcome& from, const Selection& selected, const Outcome& to,
                                const LineMatch& match);

// The first access of the selected warp that costs more or less than its counterpart. None: the
// selected one does, it is no access with a counterpart, or all accesses cost the same.
[[nodiscard]] std::optional<std::size_t> first_that_differs(const Outcome& from,
                                                            const Selection& selected,
                                                            const Outcome& to,
                                                            const LineMatch& match);

struct ComparedSide {
  State state;         // including its selection
  OutcomePtr outcome;  // null: not yet run
  lesson::Text variant_title;
  std::optional<PointTime> time;  // of exactly this launch, if known
  std::string problem;            // why there is no outcome; empty: no error
};

// The default side to compare with.
struct Partner {
  enum class Kind : std::uint8_t {
    before_edit,  // the kernel text before the last change
    padding,      // PAD switched on or off
    before,       // the state shown before
    variant       // the lesson's next variant
  };
  Kind kind = Kind::before;
  ComparedSide side;
  // It is the later of the two: padding added, the lesson's next variant. The earlier one is A, so
  // that a comparison reads from left to right.
  bool comes_after = false;
};

// Results for both sides, computed once for each pair of outcomes.
struct Compared {
  OutcomePtr a, b;
  LineMatch match;  // of the kernel texts
  LineMatch back;   // the same, from B to A
  std::vector<Difference> differences;
  std::vector<ComparedNumber> numbers;  // for the launches
  std::optional<PointTime> time_a, time_b;
};

class Comparison {
 public:
  struct Services {
    Runner run;
    Describe describe;
    std::function<void()> wake{};  // called on another thread when update() has something to take
  };
  // The session must outlive the comparison.
  Comparison(Session& session, Services services);

  // Call after Session::update(). True: something that is shown has changed.
  bool update();
  // A side is being run.
  [[nodiscard]] bool running() const { return worker_.busy(); }

  // --- what is shown ---
  [[nodiscard]] bool active() const { return kept() != nullptr; }  // a side is kept
  // The current state is A and the kept one B: the kept one is a partner that comes after, or the
  // sides were exchanged and differ only in the kernel text, of which the files hold one version.
  [[nodiscard]] bool present_is_a() const;
  [[nodiscard]] ComparedSide present() const;
  [[nodiscard]] const ComparedSide* other() const;  // the kept side; nullptr: none
  // nullptr: a side has no outcome (yet).
  [[nodiscard]] const Compared* compared() const;
  // The access on the kept side that corresponds to the current selection.
  [[nodiscard]] AccessLink link() const;
  // first_that_differs() of the current selection.
  [[nodiscard]] std::optional<std::size_t> first_that_differs() const;
  [[nodiscard]] std::optional<Partner> partner() const;

  // --- commands; each is an undo step ---
  // Keeps the current state. False: its run failed, or there is none yet.
  bool keep();
  // Keeps any state and runs it.
  void keep(const State& state);
  bool keep_partner();  // false: there is no partner
  void clear();
  void exchange();

 private:
  using SidePtr = std::shared_ptr<ComparedSide>;
  struct Kept {
    SidePtr side;
    bool present_is_a = false;
  };
  static constexpr std::size_t max_kept = 200;  // as many as undo steps
  static constexpr std::size_t max_outcomes = 12;

  [[nodiscard]] const Kept* kept() const;
  [[nodiscard]] bool is_edited() const;
  [[nodiscard]] std::uint64_t put(Kept kept);
  void show(State state, Kept kept);
  [[nodiscard]] bool is_settled() const;
  [[nodiscard]] bool knows_present() const;  // its outcome belongs to the current state
  [[nodiscard]] OutcomePtr outcome_at_hand() const;
  [[nodiscard]] std::optional<PointTime> time_of_side(const ComparedSide& side) const;
  bool take_run();
  void want_run();
  void notice_previous();

  Session& session_;
  Services services_;
  std::map<std::uint64_t, Kept> kept_;
  std::uint64_t newest_ = 0;
  ComparedSide last_;                     // the state last shown with its run
  std::optional<ComparedSide> previous_;  // the one before last_
  SidePtr run_for_;                       // the side that the worker runs
  SidePtr traced_for_;                    // side and block of the last attempt to trace
  report::Dim3 traced_block_{};
  mutable Compared compared_;
  mutable std::uint64_t compared_times_ = 0;  // Session::sweep_revision() at that time
  Worker worker_;                             // last, so that its thread ends first
};

}  // namespace lanescope::app
