#include "app/window/panels/guide/answer_draft.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

using Kind = AnswerKey::Kind;
using lesson::QuestionKind;

class AnswerDraftTest : public ::testing::Test {
 protected:
  AnswerDraftTest() { asked_.question = &question_; }
  bool press(Kind kind, int value = 0) { return draft_.press({kind, value}, asked_, 4); }
  bool move(int right, int down) { return draft_.press({Kind::move, 0, right, down}, asked_, 4); }

  lesson::Question question_;
  AskedQuestion asked_;
  AnswerDraft draft_;
};

TEST_F(AnswerDraftTest, digits_make_a_number_and_letters_are_left_to_the_window) {
  EXPECT_TRUE(press(Kind::digit, 0));
  EXPECT_TRUE(press(Kind::digit, 3));
  EXPECT_TRUE(press(Kind::digit, 2));
  EXPECT_FALSE(press(Kind::letter, 0));
  EXPECT_FALSE(move(1, 0));
  EXPECT_EQ(draft_.answer(QuestionKind::number).number, 32);
  EXPECT_TRUE(press(Kind::erase));
  EXPECT_EQ(draft_.typed, "3");
}

TEST_F(AnswerDraftTest, a_minus_stands_first_and_alone_is_no_number) {
  EXPECT_TRUE(press(Kind::minus));
  EXPECT_TRUE(draft_.answer(QuestionKind::number).empty());
  press(Kind::digit, 4);
  EXPECT_TRUE(press(Kind::minus));
  EXPECT_EQ(draft_.answer(QuestionKind::number).number, -4);
}

TEST_F(AnswerDraftTest, more_digits_than_a_number_has_are_not_taken) {
  for (int i = 0; i < 40; ++i) press(Kind::digit, 9);
  EXPECT_TRUE(draft_.answer(QuestionKind::number).number.has_value());
}

TEST_F(AnswerDraftTest, steps_stay_in_the_range) {
  question_.min = 1;
  question_.max = 3;
  draft_.move(question_, 1);
  EXPECT_EQ(draft_.typed, "1");
  draft_.move(question_, -1);
  EXPECT_EQ(draft_.typed, "1");
  for (int i = 0; i < 5; ++i) draft_.move(question_, 1);
  EXPECT_EQ(draft_.typed, "3");
}

TEST_F(AnswerDraftTest, a_held_button_takes_growing_steps_until_it_is_released) {
  question_.min = 0;
  question_.max = 1000;
  draft_.typed = "3";
  for (int i = 0; i < 10; ++i) draft_.move(question_, 1);
  EXPECT_EQ(draft_.typed, "13");
  for (int i = 0; i < 10; ++i) draft_.move(question_, 1);
  EXPECT_EQ(draft_.typed, "110");
  draft_.move(question_, 1);
  EXPECT_EQ(draft_.typed, "200");
  draft_.move(question_, -1);
  EXPECT_EQ(draft_.typed, "100");
  draft_.release();
  draft_.move(question_, -1);
  EXPECT_EQ(draft_.typed, "99");
}

TEST_F(AnswerDraftTest, plus_in_an_empty_field_is_one) {
  question_.min = 0;
  question_.max = 8;
  for (int i = 0; i < 3; ++i) draft_.move(question_, 1);
  EXPECT_EQ(draft_.typed, "3");
}

TEST_F(AnswerDraftTest, a_digit_replaces_the_number_that_plus_or_minus_has_made) {
  draft_.move(question_, 1);
  draft_.move(question_, 1);
  press(Kind::digit, 3);
  press(Kind::digit, 2);
  EXPECT_EQ(draft_.typed, "32");
}

TEST_F(AnswerDraftTest, what_is_selected_is_replaced_or_cleared) {
  press(Kind::digit, 3);
  EXPECT_TRUE(press(Kind::select_all));
  EXPECT_EQ(draft_.typed, "3");
  press(Kind::digit, 4);
  press(Kind::digit, 5);
  EXPECT_EQ(draft_.typed, "45");
  press(Kind::select_all);
  press(Kind::erase);
  EXPECT_EQ(draft_.typed, "");
}

TEST_F(AnswerDraftTest, a_letter_chooses_and_one_beyond_the_last_changes_nothing) {
  question_.kind = QuestionKind::choice;
  question_.choices = {{"one", {}}, {"two", {}}};
  EXPECT_TRUE(press(Kind::letter, 1));
  EXPECT_EQ(draft_.choice, "two");
  EXPECT_TRUE(press(Kind::letter, 5));
  EXPECT_EQ(draft_.choice, "two");
  EXPECT_FALSE(press(Kind::digit, 1));
}

TEST_F(AnswerDraftTest, marks_are_set_taken_away_and_kept_in_order) {
  question_.kind = QuestionKind::sectors;
  asked_.canvas.lines = {0, 128};
  move(0, 1);  // the cursor appears
  EXPECT_EQ(draft_.cursor, 0);
  move(0, 1);
  press(Kind::mark);
  draft_.toggle(1);
  EXPECT_EQ(draft_.marks, (std::vector<int>{1, 4}));
  draft_.toggle(4);
  EXPECT_EQ(draft_.answer(QuestionKind::sectors).marks, std::vector<int>{1});
  for (int i = 0; i < 20; ++i) move(1, 0);
  EXPECT_EQ(draft_.cursor, 7);
}

TEST_F(AnswerDraftTest, the_first_space_marks_the_first_place) {
  question_.kind = QuestionKind::sectors;
  asked_.canvas.lines = {0, 128};
  press(Kind::mark);
  EXPECT_EQ(draft_.cursor, 0);
  EXPECT_EQ(draft_.marks, std::vector<int>{0});
}

TEST_F(AnswerDraftTest, begins_with_the_wrong_first_try_that_the_hint_is_about) {
  Answer first;
  first.marks = {1, 2};
  draft_.follow("a", "one", first);
  EXPECT_EQ(draft_.marks, first.marks);
  draft_.follow("a", "two");
  EXPECT_TRUE(draft_.marks.empty());
}

TEST_F(AnswerDraftTest, another_question_clears_the_draft_and_the_same_one_keeps_it) {
  draft_.follow("a", "one");
  press(Kind::digit, 5);
  draft_.follow("a", "one");
  EXPECT_EQ(draft_.typed, "5");
  draft_.follow("b", "one");
  EXPECT_EQ(draft_.typed, "");
}

}  // namespace
}  // namespace lanescope::app
