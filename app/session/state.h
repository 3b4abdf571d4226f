// Everything a user can change, and the run that it asks for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/session/files/settings.h"
#include "app/session/lesson_card.h"
#include "app/session/run/run.h"
#include "app/session/selection/selection.h"

namespace lanescope::app {

// One value: saved by undo, compared in tests.
struct State {
  std::string lesson;   // a shipped id or a path
  std::string variant;  // empty: the lesson's first
  // Values that differ from the lesson's defaults, in any of its variants.
  lesson::Values overrides;
  compile::Compiler compiler = compile::Compiler::automatic;
  std::string machine{};  // RunRequest::machine
  Selection selection;
  Settings settings;  // not undone: nobody expects Ctrl+Z to change the theme
  // The comparison's kept side, by number; 0: no comparison.
  std::uint64_t compared = 0;
  bool operator==(const State&) const = default;
};

// The state's variant, or the lesson's first; nullptr: none.
[[nodiscard]] const LessonCard::Variant* variant_of(const State& state, const LessonCard& card);
[[nodiscard]] const LessonCard::Variant* variant_of(const State& state,
                                                    const std::optional<LessonCard>& card);
// The chosen value; else the variant's, else (nullptr) the lesson's default.
[[nodiscard]] std::int64_t value_of(const State& state, const LessonCard::Variant* variant,
                                    const lesson::Parameter& parameter);

// Without the values of parameters that only other variants of the card's lesson have. A parameter
// that no variant has stays, so that the run reports the misspelling.
[[nodiscard]] lesson::Values values_for(const LessonCard::Variant& variant, const LessonCard& card,
                                        lesson::Values values);

// For that variant of the card's lesson, with values_for() it.
[[nodiscard]] RunRequest request_of(const State& state, const LessonCard& card,
                                    const LessonCard::Variant& variant);
// For the state's own variant; if the card has none of that name, the run reports it.
[[nodiscard]] RunRequest request_of(const State& state, const LessonCard& card);

// True if lesson, variant, values, compiler and machine are equal.
[[nodiscard]] bool runs_the_same(const State& a, const State& b);

}  // namespace lanescope::app
