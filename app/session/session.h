// The window's whole state, without a window: what the user can change, and what is shown for it.
//
// Its parts know nothing of each other; what concerns several of them is here. Every change is a
// command of a part or of the session. Commands that need more work start it and return at once;
// update() takes the result when it is ready. All functions are called on one thread (the
// window's); only the services run on others.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/session/history.h"
#include "app/session/lesson_run.h"
#include "app/session/lesson_sweeps.h"
#include "app/session/lesson_times.h"
#include "app/session/machines.h"
#include "app/session/selector.h"
#include "app/session/services.h"
#include "app/session/state.h"
#include "app/session/transfers.h"

namespace lanescope::app {

class Session {
 public:
  using Services = SessionServices;

  // Starts the first run. `first`: what to select when it is finished.
  Session(State initial, const ViewRequest& first, Services services);

  // Takes finished work. True: something that is shown has changed.
  bool update();
  // No work in progress that could change what is shown; measuring does not count.
  [[nodiscard]] bool settled() const;

  // --- what the parts share ---
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] const std::optional<LessonCard>& lesson() const { return card_; }
  // The chosen variant; nullptr when the lesson could not be read.
  [[nodiscard]] const LessonCard::Variant* variant() const { return variant_of(state_, card_); }
  [[nodiscard]] std::int64_t value_of(const lesson::Parameter& parameter) const {
    return app::value_of(state_, variant(), parameter);
  }

  // --- the parts ---
  [[nodiscard]] const LessonRun& run() const { return run_; }
  [[nodiscard]] LessonRun& run() { return run_; }
  [[nodiscard]] const Selector& selector() const { return selector_; }
  [[nodiscard]] Selector& selector() { return selector_; }
  [[nodiscard]] const History& history() const { return history_; }
  [[nodiscard]] History& history() { return history_; }
  [[nodiscard]] const LessonTimes& times() const { return times_; }
  [[nodiscard]] LessonTimes& times() { return times_; }
  [[nodiscard]] const LessonSweeps& sweeps() const { return sweeps_; }
  [[nodiscard]] LessonSweeps& sweeps() { return sweeps_; }
  [[nodiscard]] const Machines& machines() const { return machines_; }
  [[nodiscard]] Machines& machines() { return machines_; }
  [[nodiscard]] const Transfers& transfers() const { return transfers_; }
  [[nodiscard]] Transfers& transfers() { return transfers_; }

  // --- what concerns several of them ---
  // The sweep's points with their known results; slow for thousands of points. Changes with
  // sweep_revision().
  [[nodiscard]] SweepTable sweep_table() const;
  [[nodiscard]] std::uint64_t sweep_revision() const {
    return times_.revision() + sweeps_.revision();
  }
  // The sweep's point with exactly the current values; none: the sweep has no such point.
  [[nodiscard]] std::optional<std::size_t> present_point() const;

  void choose_lesson(const std::string& lesson);
  // Sets the variant ("": the first), its values and the view as one change: a step of a guide, a
  // point of a sweep. The view is applied once the run has finished. Without `machine` (as for
  // Machines::choose()) or `compiler`, the current one stays.
  void show_variant_setting(const std::string& variant, const lesson::Values& overrides,
                            const ViewRequest& view, const std::optional<std::string>& machine = {},
                            std::optional<compile::Compiler> compiler = {});
  // Sets everything but the settings, including the lesson, as one change. The selection is applied
  // once the run has finished, or at once if that run is already shown. If it names neither a
  // line nor an access, the costliest access is selected.
  void show_state(const State& wanted);
  void change_settings(const Settings& settings);
  void reload();      // runs again with the current files
  void cancel_run();  // the state goes back to that of the shown run

 private:
  void read_lesson();
  void begin_run();
  void restore(State state);
  [[nodiscard]] Changes changes();

  State state_;
  std::optional<LessonCard> card_;
  Describe describe_;
  History history_;
  LessonRun run_;
  Selector selector_;
  LessonTimes times_;
  LessonSweeps sweeps_;
  Machines machines_;
  Transfers transfers_;
};

}  // namespace lanescope::app
