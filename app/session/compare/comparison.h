// A against B: a state that was kept, and the present one beside it.
//
// What is kept has a number in State::compared, so that undo gives back what was compared with what
// as it gives back everything else. Sides that were kept stay here by their numbers, the newest
// with their outcomes: exchanging the two shows both at once, before the session has run its new
// state. What is kept without an outcome is run on a thread of its own, and so is what has to be
// traced in another block: both sides show the same one where they have it.
//
// One thread calls all of this, the session's.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/session/compare/difference.h"
#include "app/session/compare/link.h"
#include "app/session/compare/numbers.h"
#include "app/session/session.h"

namespace lanescope::app {

struct ComparedSide {
  State state;         // with its selection
  OutcomePtr outcome;  // null: it has not run yet
  lesson::Text variant_title;
  std::optional<PointTime> time;  // of exactly this launch, as far as it was known
  std::string problem;            // why there is no outcome; empty: none went wrong
};

// What lies nearest to be compared with.
struct Partner {
  enum class Kind : std::uint8_t {
    before_edit,  // the kernel's text before it was changed
    padding,      // PAD on or off
    before,       // what was shown before
    variant       // the lesson's next
  };
  Kind kind = Kind::before;
  ComparedSide side;
};

// What both sides together say. Worked out once for each pair of outcomes.
struct Compared {
  OutcomePtr a, b;
  LineMatch match;  // of their kernels' texts
  LineMatch back;   // the same from B to A
  std::vector<Difference> differences;
  std::vector<ComparedNumber> numbers;  // of the launches
  std::optional<PointTime> time_a, time_b;
};

class Comparison {
 public:
  struct Services {
    Runner run;
    Describe describe;
    std::function<void()> wake{};  // called on another thread when update() has something to take
  };
  // The session outlives it.
  Comparison(Session& session, Services services);

  // After Session::update(). True when anything shown changed.
  bool update();
  // A side is being run.
  [[nodiscard]] bool running() const { return worker_.busy(); }

  // --- what is shown ---
  [[nodiscard]] bool active() const { return kept() != nullptr; }  // something is kept
  // The present state stands at A, what was kept at B: they were exchanged, and differ in the
  // kernel's text alone, which the files can't have twice.
  [[nodiscard]] bool present_is_a() const;
  [[nodiscard]] ComparedSide present() const;
  [[nodiscard]] const ComparedSide* other() const;  // what was kept; nullptr: nothing
  // nullptr: a side has no outcome (yet).
  [[nodiscard]] const Compared* compared() const;
  // In what was kept, what is looked at in the present state.
  [[nodiscard]] AccessLink link() const;
  [[nodiscard]] std::optional<Partner> partner() const;

  // --- commands; each is a step of undo ---
  // The present state. False: its run failed, or there is none yet.
  bool keep();
  // Any state: it is run.
  void keep(const State& state);
  bool keep_partner();  // false: there is none
  void clear();
  void exchange();

 private:
  using SidePtr = std::shared_ptr<ComparedSide>;
  struct Kept {
    SidePtr side;
    bool present_is_a = false;
  };
  static constexpr std::size_t most_kept = 200;  // as many as steps of undo
  static constexpr std::size_t most_outcomes = 12;

  [[nodiscard]] const Kept* kept() const;
  [[nodiscard]] const Kept* kept_with(std::uint64_t number) const;
  [[nodiscard]] std::uint64_t put(Kept kept);
  void show(State state, Kept kept);
  [[nodiscard]] bool is_settled() const;
  [[nodiscard]] bool knows_present() const;  // its outcome is of what is chosen
  [[nodiscard]] OutcomePtr outcome_at_hand() const;
  [[nodiscard]] std::optional<PointTime> time_of_side(const ComparedSide& side) const;
  bool take_run();
  void want_run();
  void notice_previous();

  Session& session_;
  Services services_;
  std::map<std::uint64_t, Kept> kept_;
  std::uint64_t newest_ = 0;
  ComparedSide last_;                     // that was shown with its run
  std::optional<ComparedSide> previous_;  // before it
  SidePtr run_for_;                       // what the worker runs
  SidePtr traced_for_;                    // the side and the block that were tried last
  report::Dim3 traced_block_{};
  mutable Compared compared_;
  mutable std::uint64_t compared_times_ = 0;  // Session::sweep_revision() then
  Worker worker_;                             // last: its thread ends first
};

}  // namespace lanescope::app
