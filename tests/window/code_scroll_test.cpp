#include "app/window/panels/kernel/code_scroll.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

bool shows(int first, int line, int visible) { return first <= line && line < first + visible; }

TEST(CodeScroll, the_chosen_line_is_seen_again_when_the_room_shrinks) {
  CodeScroll scroll;
  EXPECT_EQ(scroll.first_line({16, "", {}}, 60, 30, 0), 1);
  const int first =
      scroll.first_line({16, "", {}}, 60, 9, 0);  // larger text, a message, a smaller window
  EXPECT_TRUE(shows(first, 16, 9)) << first;
  EXPECT_TRUE(shows(scroll.first_line({16, "", {}}, 60, 7, 0), 16, 7));
}

TEST(CodeScroll, the_wheel_is_free_while_nothing_changes) {
  CodeScroll scroll;
  scroll.first_line({16, "", {}}, 60, 20, 0);
  EXPECT_EQ(scroll.first_line({16, "", {}}, 60, 20, 30), 31);
  EXPECT_EQ(scroll.first_line({16, "", {}}, 60, 20, 0), 31);
  EXPECT_EQ(scroll.first_line({16, "", {}}, 60, 20, 100), 41);  // it stops at the last line
  EXPECT_TRUE(shows(scroll.first_line({17, "", {}}, 60, 20, 0), 17, 20));
}

TEST(CodeScroll, the_lines_that_a_step_names_are_seen_when_it_opens) {
  CodeScroll scroll;
  scroll.first_line({11, "one", {}}, 14, 9, 0);
  EXPECT_EQ(scroll.first_line({11, "one", {}}, 14, 9, -20), 1);  // to the top, by the wheel
  const int again = scroll.first_line({11, "two", {11}}, 14, 9, 0);
  EXPECT_TRUE(shows(again, 11, 9)) << again;
  const int head = scroll.first_line({13, "three", {3}}, 14, 9, 0);
  EXPECT_TRUE(shows(head, 3, 9)) << head;  // the chosen line does not fit beside it
  EXPECT_EQ(scroll.first_line({11, "four", {3}}, 14, 9, 0), 3);  // both fit, without context
  const int smaller = scroll.first_line({11, "four", {}}, 14, 5, 0);
  EXPECT_TRUE(shows(smaller, 3, 5)) << smaller;
  EXPECT_TRUE(shows(scroll.first_line({14, "four", {}}, 14, 5, 0), 14, 5));
}

TEST(CodeScroll, a_chosen_line_that_the_step_names_comes_first) {
  CodeScroll scroll;
  EXPECT_TRUE(shows(scroll.first_line({18, "one", {5, 18}}, 20, 9, 0), 18, 9));
}

TEST(CodeScroll, another_file_begins_at_its_chosen_line) {
  CodeScroll scroll;
  scroll.first_line({30, "", {}}, 60, 20, 0);
  scroll.first_line({30, "", {}}, 60, 20, -60);  // to the top, by the wheel
  EXPECT_TRUE(shows(scroll.first_line({30, "", {}, "tile.cuh"}, 60, 20, 0), 30, 20));
}

TEST(CodeScroll, a_text_that_fits_stands_at_its_top) {
  CodeScroll scroll;
  EXPECT_EQ(scroll.first_line({5, "", {}}, 10, 20, 3), 1);
}

}  // namespace
}  // namespace lanescope::app
