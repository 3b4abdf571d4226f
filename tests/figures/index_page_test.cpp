// The page of indices: what it says of the launch.
#include "app/figures/pages/index_page.h"

#include <gtest/gtest.h>

#include "tests/figures/session_of.h"
#include "tests/session/reports.h"

namespace lanescope::app {
namespace {

using lesson::LaunchGuess;

// As the comment in the lesson file says, which Lanescope wrote.
TEST(IndexPage, calls_the_block_a_guess_only_where_nothing_in_the_text_tells_it) {
  for (const LaunchGuess guess : {LaunchGuess::none, LaunchGuess::launch, LaunchGuess::indices,
                                  LaunchGuess::reqntid, LaunchGuess::all}) {
    const auto session = test::session_of(
        test::tile_report(32), [guess](Outcome& outcome) { outcome.resolved.guessed = guess; });
    IndexChoice choice;
    choice.follow(*session);
    ASSERT_TRUE(choice.is_launched());
    const picture::IndexInput input = index_input(choice, *session);
    EXPECT_EQ(input.guesses_grid, guess != LaunchGuess::none) << lesson::name_of(guess);
    EXPECT_EQ(input.guesses_block, guess == LaunchGuess::all) << lesson::name_of(guess);
  }
}

}  // namespace
}  // namespace lanescope::app
