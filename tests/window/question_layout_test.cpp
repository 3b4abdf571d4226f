// Every question of every lesson, as it stands open on the stage: nothing is cut off.
#include "app/window/panels/guide/question_layout.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "app/window/toolkit/layout.h"
#include "kernels/lesson_file/course.h"
#include "kernels/lesson_file/guide.h"
#include "kernels/lesson_file/lesson.h"
#include "tests/lesson/guides.h"
#include "tests/some.h"
#include "viz/text/texts.h"

namespace lanescope::app {
namespace {

using lesson::QuestionKind;
using picture::Rect;

constexpr const char* usual_code = "B[y * n + x] = S[threadIdx.x][threadIdx.y];";
// The longest line that a question is about, in the lesson caches.
constexpr const char* long_code =
    "for (int k = 0; k < WORDS; k += BLOCK) count += in[first + k] == r;";

struct Asked {
  std::string name;
  QuestionWords words;
  std::string hint;  // the lesson's own, if it has one
};

std::vector<Asked> every_question(const std::string& language) {
  std::vector<Asked> all;
  tests::for_each_guide([&](const std::string& id, const lesson::Guide& guide) {
    const auto text = [&](const std::string& key) {
      return std::string(guide.text(key, language).text);
    };
    for (const lesson::GuideStep& step : guide.steps) {
      for (const lesson::Question& question : step.questions) {
        Asked asked;
        asked.name = id + "/" + question.name + " " + language;
        asked.words.text = text(lesson::question_section(question.name));
        for (const lesson::Choice& choice : question.choices)
          asked.words.choices.push_back(text(lesson::choice_section(question.name, choice.name)));
        asked.words.code = id == "caches" ? long_code : usual_code;
        asked.words.has_field = question.kind == QuestionKind::number;
        asked.words.is_marked =
            question.kind == QuestionKind::sectors || question.kind == QuestionKind::banks;
        asked.words.has_beside = &question != &step.questions.front();
        asked.hint = text(lesson::hint_section(question.name));
        all.push_back(std::move(asked));
      }
    }
  });
  return all;
}

// The stage beside the guide of a step, with the strip of eleven pages.
Rect stage_of(float width, float height, float scale) {
  LayoutInput input;
  input.width = width;
  input.height = height;
  input.scale = scale;
  input.tabs.assign(11, {72 * scale, 50 * scale});
  input.guide = GuideDisplay::led;
  input.code_lines = 40;
  input.asks = true;
  return layout_for(input).stage;
}

bool inside(const Rect& inner, const Rect& outer) {
  return inner.x >= outer.x - 1 && inner.y >= outer.y - 1 &&
         inner.x + inner.w <= outer.x + outer.w + 1 && inner.y + inner.h <= outer.y + outer.h + 1;
}

bool apart(const Rect& a, const Rect& b) {
  return a.h < 1 || b.h < 1 || a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y ||
         b.y + b.h <= a.y;
}

class QuestionLayoutTest
    : public testing::TestWithParam<std::tuple<const char*, std::pair<float, float>, float>> {
 protected:
  QuestionLayoutTest() {
    style_.texts = &texts_;
    style_.scale = std::get<2>(GetParam());
    style_.measure = picture::typical_text_width;
  }
  [[nodiscard]] QuestionLayout place(const QuestionWords& words) const {
    return question_layout(words, stage_, style_,
                           [&](const std::string&, const std::string& markdown, float width,
                               const picture::ProseStyle& prose_style) {
                             return picture::build_prose(picture::parse_prose(markdown), style_,
                                                         width, prose_style)
                                 .height;
                           });
  }
  text::Texts texts_{std::get<0>(GetParam())};
  std::vector<Asked> questions_ = every_question(std::get<0>(GetParam()));
  Rect stage_ = stage_of(std::get<1>(GetParam()).first, std::get<1>(GetParam()).second,
                         std::get<2>(GetParam()));
  picture::Style style_;
};

TEST_P(QuestionLayoutTest, no_choice_is_cut_off_and_nothing_covers_another) {
  ASSERT_GT(questions_.size(), 100U);
  for (const Asked& asked : tests::some(questions_)) {
    const QuestionLayout layout = place(asked.words);
    EXPECT_FALSE(layout.scrolls())
        << asked.name << ": " << layout.content_h << " in " << layout.body.h;
    for (const Rect& part : {layout.body, layout.picture, layout.buttons, layout.beside})
      EXPECT_TRUE(part.h < 1 || inside(part, stage_)) << asked.name;
    EXPECT_TRUE(apart(layout.body, layout.picture)) << asked.name;
    EXPECT_TRUE(apart(layout.body, layout.buttons)) << asked.name;
    EXPECT_TRUE(apart(layout.picture, layout.buttons)) << asked.name;
    EXPECT_TRUE(apart(layout.buttons, layout.beside)) << asked.name;
    const Rect content{0, 0, layout.body.w, layout.content_h};
    EXPECT_TRUE(inside(layout.text->rect, content)) << asked.name;
    if (!asked.words.is_marked) {
      std::string shown;
      for (const std::string& line : layout.code_lines) shown += (shown.empty() ? "" : " ") + line;
      EXPECT_EQ(shown, asked.words.code) << asked.name << ": the line of code is whole";
      EXPECT_TRUE(inside(layout.code, content) && apart(layout.code, layout.text->rect));
    }
    const Rect* above = &layout.text->rect;
    for (const QuestionLayout::Choice& choice : layout.choices) {
      EXPECT_TRUE(inside(choice.box, content)) << asked.name;
      EXPECT_TRUE(inside(choice.words.rect, choice.box)) << asked.name;
      EXPECT_TRUE(apart(*above, choice.box)) << asked.name;
      above = &choice.box;
    }
    if (asked.words.has_field)
      EXPECT_TRUE(inside(layout.field, content) && apart(*above, layout.field)) << asked.name;
    if (asked.words.is_marked) EXPECT_GT(layout.picture.h, stage_.h * 0.45F) << asked.name;
  }
}

// One clicks again where one has clicked before.
TEST_P(QuestionLayoutTest, a_hint_moves_neither_the_buttons_nor_the_picture_where_it_has_room) {
  std::size_t steady = 0;
  for (const Asked& asked : questions_) {
    if (asked.hint.size() > 150) continue;
    QuestionWords words = asked.words;
    const QuestionLayout before = place(words);
    words.verdict = "Not yet";
    words.hint = asked.hint.empty() ? "Follow the lanes to the last one." : asked.hint;
    const QuestionLayout after = place(words);
    if (!before.is_steady) continue;
    ++steady;
    EXPECT_EQ(before.buttons, after.buttons) << asked.name;
    EXPECT_EQ(before.picture, after.picture) << asked.name;
    EXPECT_EQ(before.body.y, after.body.y) << asked.name;
  }
  const bool is_small = stage_.h < 400;
  EXPECT_GT(steady, is_small ? 0 : questions_.size() / 2);
}

TEST_P(QuestionLayoutTest, with_hint_and_refusal_the_buttons_are_whole) {
  for (const Asked& asked : tests::some(questions_)) {
    QuestionWords words = asked.words;
    words.verdict = "Not yet";
    words.hint = asked.hint.empty() ? words.text : asked.hint;
    words.refusal = texts_.get("guide.refused.out_of_range");
    const QuestionLayout layout = place(words);
    EXPECT_TRUE(inside(layout.buttons, stage_)) << asked.name;
    EXPECT_TRUE(inside(layout.refusal->rect, stage_)) << asked.name;
    EXPECT_TRUE(apart(layout.refusal->rect, layout.buttons)) << asked.name;
    EXPECT_TRUE(apart(layout.body, layout.buttons)) << asked.name;
    EXPECT_TRUE(apart(layout.body, layout.refusal->rect)) << asked.name;
    // What scrolls shows the whole hint at once.
    if (layout.hint_is_in_content) {
      EXPECT_GE(layout.body.h, std::min(layout.hint.h, layout.content_h)) << asked.name;
    } else {
      EXPECT_TRUE(inside(layout.hint, stage_)) << asked.name;
      EXPECT_TRUE(apart(layout.hint, layout.body)) << asked.name;
      EXPECT_TRUE(apart(layout.hint, layout.buttons)) << asked.name;
      EXPECT_TRUE(apart(layout.hint, layout.picture)) << asked.name;
      EXPECT_TRUE(apart(layout.hint, layout.refusal->rect)) << asked.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EverySize, QuestionLayoutTest,
                         testing::Combine(testing::Values("en", "zh"),
                                          testing::Values(std::pair{1280.0F, 720.0F},
                                                          std::pair{1600.0F, 900.0F},
                                                          std::pair{1920.0F, 1080.0F}),
                                          testing::Values(1.0F, 1.5F)));

TEST(QuestionLayout, the_answer_before_is_seen_beside_a_question_where_there_is_room) {
  picture::Style style;
  text::Texts texts("en");
  style.texts = &texts;
  style.measure = picture::typical_text_width;
  const ProseHeight two_lines = [](const std::string&, const std::string&, float,
                                   const picture::ProseStyle& prose_style) {
    return 3 * prose_style.size;
  };
  QuestionWords number;
  number.text = "How many?";
  number.has_field = number.has_beside = true;
  number.code = usual_code;
  const QuestionLayout below = question_layout(number, {0, 0, 943, 556}, style, two_lines);
  EXPECT_GT(below.beside.h, 200);
  EXPECT_EQ(below.beside.w, 943);
  QuestionWords choice;
  choice.text = "Which?";
  choice.choices = {"this", "that", "the other", "none", "all"};
  choice.has_beside = true;
  choice.code = usual_code;
  const QuestionLayout right = question_layout(choice, {0, 0, 943, 556}, style, two_lines);
  EXPECT_EQ(right.beside.h, 556);
  EXPECT_GT(right.beside.w, 400);
  const QuestionLayout alone = question_layout(number, {0, 0, 493, 371}, style, two_lines);
  EXPECT_EQ(alone.beside.h, 0);
  number.has_beside = false;
  EXPECT_EQ(question_layout(number, {0, 0, 943, 556}, style, two_lines).beside.h, 0);
}

TEST(QuestionLayout, a_hint_moves_neither_the_text_nor_the_choices_where_there_is_room) {
  picture::Style style;
  text::Texts texts("en");
  style.texts = &texts;
  style.measure = picture::typical_text_width;
  const ProseHeight line = [](const std::string&, const std::string&, float,
                              const picture::ProseStyle& prose_style) {
    return 1.5F * prose_style.size;
  };
  QuestionWords words;
  words.text = "Which?";
  words.choices = {"this", "that"};
  words.code = usual_code;
  const Rect stage{0, 0, 943, 556};
  const QuestionLayout before = question_layout(words, stage, style, line);
  words.verdict = "Not yet";
  words.hint = "Think of lane 31.";
  words.refusal = "Choose another one.";
  const QuestionLayout after = question_layout(words, stage, style, line);
  EXPECT_GT(after.hint.h, 0);
  EXPECT_EQ(before.body.y, after.body.y);
  for (std::size_t i = 0; i < words.choices.size(); ++i)
    EXPECT_EQ(before.choices[i].box, after.choices[i].box);
}

}  // namespace
}  // namespace lanescope::app
