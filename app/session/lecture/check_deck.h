// Checks a deck against the lessons that it shows: every problem that its author can fix, with
// file, line and key. `lanescope check-scenes` prints them; a test expects none for the shipped
// decks.
#pragma once

#include <vector>

#include "app/session/lecture/deck.h"
#include "app/session/run/run.h"

namespace lanescope::app {

// Without running anything: unknown lessons, variants, values, machines, steps and sweeps; a title
// or notes in one language only.
[[nodiscard]] std::vector<lesson::Error> check_deck(const Deck& deck);

// Runs every scene with one compiler: kernels that don't compile or run; lines, accesses or
// wavefronts that the view names and the run lacks.
[[nodiscard]] std::vector<lesson::Error> check_deck_runs(const Deck& deck,
                                                         compile::Compiler compiler);

}  // namespace lanescope::app
