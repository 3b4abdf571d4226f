// What is wrong with a deck, seen with the lessons that it shows: everything that its author can
// mend, with file, line and key. `lanescope check-scenes` prints it; a test wants none of it of the
// shipped decks.
#pragma once

#include <vector>

#include "app/session/lecture/deck.h"
#include "app/session/run.h"

namespace lanescope::app {

// Runs nothing: lessons, variants, values, machines, steps and sweeps that are not there; a title
// or notes in one language only.
[[nodiscard]] std::vector<lesson::Error> check_deck(const Deck& deck);

// Runs every scene by one compiler: a kernel that doesn't compile or run, a line, an access or a
// wavefront that the view names and the run has not.
[[nodiscard]] std::vector<lesson::Error> check_deck_runs(const Deck& deck,
                                                         compile::Compiler compiler);

}  // namespace lanescope::app
