// Turns a state into a run request.
#pragma once

#include "app/session/session.h"

namespace lanescope::app {

// For that variant of the card's lesson. Parameters that only other variants have are remembered
// but not passed on. A parameter that no variant has is passed, so that the run reports the
// misspelling.
[[nodiscard]] RunRequest request_of(const State& state, const LessonCard& card,
                                    const LessonCard::Variant& variant);
// For the state's own variant; if the card has none of that name, the run reports it.
[[nodiscard]] RunRequest request_of(const State& state, const LessonCard& card);

// The state's variant, or the lesson's first; nullptr: none.
[[nodiscard]] const LessonCard::Variant* variant_of(const State& state, const LessonCard& card);

// True if lesson, variant, values, compiler and machine are equal.
[[nodiscard]] bool runs_the_same(const State& a, const State& b);

}  // namespace lanescope::app
