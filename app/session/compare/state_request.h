// From a state to the run that it asks for.
#pragma once

#include "app/session/session.h"

namespace lanescope::app {

// Of that variant of the card's lesson; a parameter that only others have is left out, so that it
// is remembered but not passed on. One that none has is passed, so that its misspelling is
// reported.
[[nodiscard]] RunRequest request_of(const State& state, const LessonCard& card,
                                    const LessonCard::Variant& variant);
// Of its own variant; where the card has none of that name, the run will say so.
[[nodiscard]] RunRequest request_of(const State& state, const LessonCard& card);

// The variant that the state names, or the lesson's first; nullptr: there is none.
[[nodiscard]] const LessonCard::Variant* variant_of(const State& state, const LessonCard& card);

// Everything but what is looked at, and how.
[[nodiscard]] bool runs_the_same(const State& a, const State& b);

}  // namespace lanescope::app
