#include "app/session/course/question.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

namespace lanescope::app::test {
namespace {

using lesson::Question;
using lesson::QuestionKind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

FactNames names() {
  FactNames names;
  names.parameters = {"N"};
  return names;
}

Question number(const std::string& value) {
  Question question;
  question.kind = QuestionKind::number;
  question.value.text = value;
  return question;
}

Question choice(const std::vector<std::pair<std::string, std::string>>& choices) {
  Question question;
  question.kind = QuestionKind::choice;
  for (const auto& [name, when] : choices) question.choices.push_back({name, {when, {}}});
  return question;
}

Question marks(QuestionKind kind) {
  Question question;
  question.kind = kind;
  return question;
}

Answer number_answer(std::int64_t value) {
  Answer answer;
  answer.number = value;
  return answer;
}

Answer choice_answer(const std::string& name) {
  Answer answer;
  answer.choice = name;
  return answer;
}

Answer marks_answer(std::vector<int> marks) {
  Answer answer;
  answer.marks = std::move(marks);
  return answer;
}

report::Event access(memory::Space space, std::uint64_t base, std::uint64_t step,
                     std::uint8_t bytes = 4) {
  report::Event event;
  event.access.space = space;
  event.access.bytes = bytes;
  event.access.mask = 0xffffffffU;
  for (std::size_t lane = 0; lane < 32; ++lane) event.access.address[lane] = base + lane * step;
  return event;
}

tl::expected<Truth, std::string> truth(const Question& question, const Facts& facts,
                                       const report::Event* event = nullptr) {
  const FactNames known = names();
  return truth_of({question, facts, known, event});
}

TEST(NumberQuestion, the_truth_is_the_expressions_value) {
  const auto found = truth(number("N / 8 + 1"), {{"N", 64}});
  ASSERT_TRUE(found && found->is_known);
  EXPECT_TRUE(is_right(*found, number_answer(9)));
  EXPECT_FALSE(is_right(*found, number_answer(8)));
}

TEST(NumberQuestion, a_value_of_an_unknown_fact_is_unknown_and_no_answer_is_right) {
  const auto found = truth(number("cold_us"), {});
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->is_known);
  EXPECT_FALSE(is_right(*found, number_answer(0)));
}

TEST(NumberQuestion, one_of_its_unit_is_said_in_the_singular) {
  Question question = number("1");
  for (const std::string& unit : lesson::guide_units()) {
    question.unit = unit;
    const std::string one = number_text(question, 1, text::Texts("en"));
    EXPECT_FALSE(one.ends_with('s')) << one;
  }
  question.unit = "branches";
  EXPECT_EQ(number_text(question, 1, text::Texts("en")), "1 branch");
  EXPECT_EQ(number_text(question, 12345, text::Texts("en")), "12,345 branches");
}

TEST(ChoiceQuestion, the_truth_is_the_one_that_holds) {
  const Question question = choice({{"more", "N > 8"}, {"same", "N == 8"}, {"less", "N < 8"}});
  for (const auto& [n, name] : {std::pair(9, "more"), std::pair(8, "same"), std::pair(7, "less")}) {
    const auto found = truth(question, {{"N", n}});
    ASSERT_TRUE(found && found->is_known);
    EXPECT_TRUE(is_right(*found, choice_answer(name)));
    EXPECT_FALSE(is_right(*found, choice_answer("other")));
  }
}

TEST(ChoiceQuestion, none_or_several_that_hold_are_an_error_that_names_them) {
  const Question question = choice({{"a", "N > 8"}, {"b", "N > 16"}});
  EXPECT_THAT(truth(question, {{"N", 1}}).error(), HasSubstr("no choice's"));
  EXPECT_THAT(truth(question, {{"N", 32}}).error(), HasSubstr("a, b"));
}

TEST(ChoiceQuestion, an_unknown_fact_in_any_choice_makes_it_unknown) {
  const auto found = truth(choice({{"a", "N > 8"}, {"b", "cold_us > 3"}}), {{"N", 9}});
  ASSERT_TRUE(found) << found.error();
  EXPECT_FALSE(found->is_known);
}

TEST(ChoiceQuestion, a_wrong_expression_is_an_error_that_names_the_choice) {
  EXPECT_THAT(truth(choice({{"a", "M > 8"}, {"b", "1"}}), {{"N", 9}}).error(),
              HasSubstr("choice 'a'"));
}

// The sectors touched, found byte by byte, on the lines of the canvas.
std::vector<int> sectors_on(const MarkCanvas& canvas, const memory::WarpAccess& access) {
  std::set<int> marks;
  for (std::size_t lane = 0; lane < 32; ++lane) {
    if (!access.lane_is_active(static_cast<int>(lane))) continue;
    for (std::uint64_t i = 0; i < access.bytes; ++i) {
      const std::uint64_t byte = access.address[lane] + i;
      for (std::size_t line = 0; line < canvas.lines.size(); ++line) {
        if (byte / 128 * 128 == canvas.lines[line])
          marks.insert(static_cast<int>(line * 4 + byte / 32 % 4));
      }
    }
  }
  return {marks.begin(), marks.end()};
}

TEST(SectorQuestion, the_truth_is_every_sector_that_a_lane_touches) {
  std::mt19937 random(3);
  for (int i = 0; i < 200; ++i) {
    report::Event event =
        access(memory::Space::global, 0x10000 + random() % 64 * 4, random() % 40 * 4);
    event.access.mask = static_cast<std::uint32_t>(random()) | 1U;
    const MarkCanvas canvas = canvas_of(QuestionKind::sectors, &event);
    const auto found = truth(marks(QuestionKind::sectors), {}, &event);
    ASSERT_TRUE(found) << found.error();
    EXPECT_EQ(found->answer.marks, sectors_on(canvas, event.access));
    // Everything touched lies on the canvas.
    EXPECT_EQ(refusal_of(marks(QuestionKind::sectors), found->answer, canvas), Refusal::none);
  }
}

TEST(SectorQuestion, the_canvas_of_a_coalesced_access_does_not_show_where_it_begins) {
  const report::Event event = access(memory::Space::global, 0x10000 + 20 * 4, 4);
  const MarkCanvas canvas = canvas_of(QuestionKind::sectors, &event);
  EXPECT_THAT(canvas.lines, ElementsAre(0x10000, 0x10080, 0x10100, 0x10180));
  const auto found = truth(marks(QuestionKind::sectors), {}, &event);
  ASSERT_TRUE(found);
  EXPECT_THAT(found->answer.marks, ElementsAre(2, 3, 4, 5, 6));
}

TEST(SectorQuestion, the_canvas_of_a_scattered_access_is_the_lines_that_it_touches) {
  const report::Event event = access(memory::Space::global, 0x10000, 4096);
  const MarkCanvas canvas = canvas_of(QuestionKind::sectors, &event);
  EXPECT_EQ(canvas.lines.size(), 32U);
  EXPECT_EQ(canvas.lines[1], 0x11000U);
  EXPECT_EQ(canvas.marks(), 128);
}

TEST(BankQuestion, the_truth_is_every_bank_that_gives_a_word) {
  const report::Event event = access(memory::Space::shared, 8, 16);
  const auto found = truth(marks(QuestionKind::banks), {}, &event);
  ASSERT_TRUE(found) << found.error();
  EXPECT_THAT(found->answer.marks, ElementsAre(2, 6, 10, 14, 18, 22, 26, 30));
  EXPECT_EQ(canvas_of(QuestionKind::banks, &event).marks(), 32);
}

TEST(MarkQuestion, without_such_an_access_is_an_error) {
  const report::Event shared = access(memory::Space::shared, 0, 4);
  const report::Event global = access(memory::Space::global, 0, 4);
  EXPECT_THAT(truth(marks(QuestionKind::sectors), {}, &shared).error(), HasSubstr("global"));
  EXPECT_THAT(truth(marks(QuestionKind::banks), {}, &global).error(), HasSubstr("shared"));
  EXPECT_FALSE(truth(marks(QuestionKind::banks), {}, nullptr));
}

TEST(MarkQuestion, missed_and_wrong_marks_are_kept_apart) {
  Truth truth;
  truth.is_known = true;
  truth.answer.marks = {1, 2, 5};
  const MarkDifference told = difference(truth, marks_answer({2, 3, 5, 7}));
  EXPECT_THAT(told.missed, ElementsAre(1));
  EXPECT_THAT(told.wrong, ElementsAre(3, 7));
  EXPECT_THAT(difference(truth, truth.answer).missed, IsEmpty());
  EXPECT_TRUE(is_right(truth, marks_answer({1, 2, 5})));
  EXPECT_FALSE(is_right(truth, marks_answer({1, 2})));
}

// --- refused answers ---

TEST(Refused, an_empty_answer_of_every_kind) {
  const MarkCanvas canvas{{}, 32};
  EXPECT_EQ(refusal_of(number("1"), {}, canvas), Refusal::empty);
  EXPECT_EQ(refusal_of(choice({{"a", "1"}}), {}, canvas), Refusal::empty);
  EXPECT_EQ(refusal_of(marks(QuestionKind::banks), {}, canvas), Refusal::empty);
  // An answer of the wrong kind counts as empty.
  EXPECT_EQ(refusal_of(number("1"), choice_answer("a"), canvas), Refusal::empty);
}

TEST(Refused, a_number_outside_of_its_range) {
  Question question = number("1");
  question.min = 0;
  question.max = 128;
  EXPECT_EQ(refusal_of(question, number_answer(-1), {}), Refusal::out_of_range);
  EXPECT_EQ(refusal_of(question, number_answer(0), {}), Refusal::none);
  EXPECT_EQ(refusal_of(question, number_answer(128), {}), Refusal::none);
  EXPECT_EQ(refusal_of(question, number_answer(129), {}), Refusal::out_of_range);
  EXPECT_EQ(refusal_of(number("1"), number_answer(-5), {}), Refusal::none);
}

TEST(Refused, a_choice_that_is_not_offered_and_marks_beside_the_canvas) {
  EXPECT_EQ(refusal_of(choice({{"a", "1"}}), choice_answer("b"), {}), Refusal::unknown_choice);
  EXPECT_EQ(refusal_of(choice({{"a", "1"}}), choice_answer("a"), {}), Refusal::none);
  const MarkCanvas canvas{{}, 32};
  EXPECT_EQ(refusal_of(marks(QuestionKind::banks), marks_answer({0, 31}), canvas), Refusal::none);
  EXPECT_EQ(refusal_of(marks(QuestionKind::banks), marks_answer({32}), canvas),
            Refusal::out_of_range);
  EXPECT_EQ(refusal_of(marks(QuestionKind::banks), marks_answer({-1}), canvas),
            Refusal::out_of_range);
}

TEST(Refused, each_reason_has_a_text_of_its_own) {
  std::set<std::string> keys;
  for (const Refusal refusal :
       {Refusal::nothing_asked, Refusal::empty, Refusal::out_of_range, Refusal::unknown_choice,
        Refusal::running, Refusal::run_failed, Refusal::broken}) {
    EXPECT_TRUE(keys.insert(text_key(refusal)).second);
  }
  EXPECT_STREQ(text_key(Refusal::none), "");
}

}  // namespace
}  // namespace lanescope::app::test
