// How long a notice lies over the window.
#include "app/window/toolkit/notice.h"

#include <string>

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

TEST(NoticeLife, ends_by_itself_and_the_later_the_longer_it_is) {
  NoticeLife life;
  EXPECT_FALSE(life.is_over("Saved", 100));
  EXPECT_FALSE(life.is_over("Saved", 109));
  EXPECT_TRUE(life.is_over("Saved", 111));
  const std::string words(200, 'x');
  EXPECT_FALSE(life.is_over(words, 111));
  EXPECT_FALSE(life.is_over(words, 125)) << "still being read";
  EXPECT_TRUE(life.is_over(words, 132));
  EXPECT_FALSE(life.is_over("", 140));
}

TEST(NoticeLife, ends_when_the_mouse_moves_beside_it_once_it_could_be_read) {
  NoticeLife life;
  EXPECT_FALSE(life.is_over("Saved", 0));
  EXPECT_FALSE(life.is_left(1, 1, false));
  EXPECT_FALSE(life.is_left(2, 1, false)) << "nobody can have read it";
  EXPECT_FALSE(life.is_over("Saved", 5));
  EXPECT_FALSE(life.is_left(3, 1, false)) << "where the mouse was before";
  EXPECT_FALSE(life.is_left(3, 1, false)) << "at rest";
  EXPECT_FALSE(life.is_left(4, 1, true)) << "on the notice";
  EXPECT_TRUE(life.is_left(5, 1, false));
}

}  // namespace
}  // namespace lanescope::app
