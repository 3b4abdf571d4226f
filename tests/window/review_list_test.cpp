// The list of questions to do again: which words of a question it shows.
#include "app/window/panels/guide/review_list.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

TEST(ReviewList, shows_the_sentence_that_asks) {
  EXPECT_EQ(asked_in("Each lane reads 4 bytes. How many sectors are fetched? Count them."),
            "How many sectors are fetched?");
  EXPECT_EQ(asked_in("A row has 1.5 lines. Is it aligned? How many lines are read, 1 or 2?"),
            "How many lines are read, 1 or 2?");
  EXPECT_EQ(asked_in("Why?"), "Why?");
}

TEST(ReviewList, shows_the_sentence_that_asks_in_chinese) {
  EXPECT_EQ(asked_in("每个 lane 读 4 字节。一共取多少个扇区？请数一数。"), "一共取多少个扇区？");
}

TEST(ReviewList, shows_all_of_a_task_that_asks_nothing) {
  EXPECT_EQ(asked_in("Mark the sectors. Then answer."), "Mark the sectors. Then answer.");
  EXPECT_EQ(asked_in(""), "");
}

}  // namespace
}  // namespace lanescope::app
