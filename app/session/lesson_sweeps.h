// The sweeps of the lesson: which one is chosen, and its points, run while it is shown. Part of a
// session.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/session/change.h"
#include "app/session/services.h"
#include "app/session/state.h"
#include "app/session/sweeps/table.h"

namespace lanescope::app {

class LessonSweeps {
 public:
  // Both references must outlive this object.
  LessonSweeps(State& state, const std::optional<LessonCard>& card, const SessionServices& services,
               Changes changes);

  // nullptr: the lesson has none
  [[nodiscard]] const lesson::Sweep* chosen() const;
  [[nodiscard]] bool all_variants() const { return selection_.all_variants; }
  [[nodiscard]] const SweepRunner& runner() const { return runner_; }
  // The sweep is shown and not finished.
  [[nodiscard]] bool running() const {
    return shown_ && (runner_.running() || started_ != selection_);
  }
  // The lesson's names for readers, without the machine's.
  [[nodiscard]] SweepTitles titles() const;
  // The point of this launch; none: the sweep has no such point.
  [[nodiscard]] std::optional<std::size_t> point_of(const TimingKey& key) const;
  // Increases when a result has changed.
  [[nodiscard]] std::uint64_t revision() const { return revision_; }

  // While the sweep is shown, its missing points are simulated.
  void show(bool shown);
  // A sweep's name, or that of its parameter. False: the lesson has no such sweep.
  bool choose(std::string_view name);
  void move(int direction);            // cyclic
  void toggle_variants();              // between all variants of the sweep and the chosen one
  void load_point(std::size_t point);  // sets the point's variant and values in the state
  void cancel();
  void resume();  // simulates missing and failed points

  void lesson_read() { ++selection_.description; }
  // Takes finished work and starts what is missing. True: something that is shown has changed.
  bool update();

 private:
  // Determines the sweep's points. Reading the lesson again changes `description`.
  struct Selected {
    std::uint64_t description = 0;
    std::string name;  // empty: the lesson's first
    std::string variant;
    bool all_variants = false;
    compile::Compiler compiler = compile::Compiler::automatic;
    std::string machine{};
    CheckSet checks = CheckSet::all();
    lesson::Values set{};  // chosen values of the parameters that the sweep itself does not set
    bool operator==(const Selected&) const = default;
  };

  void follow_state();
  [[nodiscard]] AskedPoint asked_point(const lesson::Sweep& swept) const;
  // Those that are simulated: all of the sweep, or the chosen one.
  [[nodiscard]] std::vector<std::string> variants_of(const lesson::Sweep& swept) const;
  // All of them have the parameter, and not all have this value anyway.
  [[nodiscard]] bool can_take(const std::vector<std::string>& variants,
                              const std::string& parameter, std::int64_t value) const;

  State& state_;
  const std::optional<LessonCard>& card_;
  Changes changes_;
  Selected selection_;
  std::optional<Selected> started_;
  bool shown_ = false;
  std::uint64_t revision_ = 0;
  SweepRunner runner_;
};

}  // namespace lanescope::app
