#include "app/window/panels/kernel/editor_scroll.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

constexpr float panel = 500;  // from the numbers of the lines to the edge
constexpr float margin = 24;
constexpr float character = 9;

// The clip of a line with a cost ends where the column of the costs begins.
TEST(EditorScroll, shows_the_caret_and_what_was_typed_before_it_beside_a_cost) {
  const float seen = panel - editor_cost_w;
  float left = 0;
  for (float caret = 0; caret < 4 * panel; caret += character) {
    left = scrolled_to_caret(left, caret, seen, margin);
    EXPECT_GE(caret - left, std::min(caret, 6 * character)) << caret;
    EXPECT_LE(caret - left + margin, seen) << caret;
  }
  for (float caret = 4 * panel; caret >= 0; caret -= character) {
    left = scrolled_to_caret(left, caret, seen, margin);
    EXPECT_GE(caret - left, 0) << caret;
    EXPECT_LE(caret - left + margin, seen) << caret;
  }
  EXPECT_EQ(left, 0);
}

TEST(EditorScroll, does_not_move_a_line_that_has_room) {
  EXPECT_EQ(scrolled_to_caret(0, panel - editor_cost_w - margin, panel - editor_cost_w, margin), 0);
  EXPECT_EQ(scrolled_to_caret(30, 100, panel, margin), 30);
}

TEST(EditorScroll, shows_the_caret_in_a_panel_that_is_hardly_wider_than_the_costs) {
  const float left = scrolled_to_caret(0, 300, 10, margin);
  EXPECT_GE(300 - left, 0);
  EXPECT_LT(300 - left, 10);
}

}  // namespace
}  // namespace lanescope::app
