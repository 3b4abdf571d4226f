// The words of the shipped lessons: explained before they are used, one word for one thing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/session/course/progress.h"
#include "kernels/lesson_file/course.h"
#include "kernels/lesson_file/guide.h"
#include "kernels/lesson_file/guide_text.h"
#include "sim/text/source_line.h"
#include "tests/lesson/guides.h"
#include "tests/some.h"
#include "viz/picture/kernel/code.h"
#include "viz/picture/kernel/code_tokens.h"
#include "viz/picture/prose/prose.h"
#include "viz/text/texts.h"

namespace lanescope::app::test {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

struct Section {
  std::string lesson, step;  // step empty: the exercise
  std::string key;
  std::string text;  // without code, titles and placeholders
};

std::string words_of(const std::string& markdown) {
  std::string text;
  for (const picture::ProseBlock& block : picture::parse_prose(markdown)) {
    if (block.kind == picture::ProseBlock::Kind::heading) continue;
    const auto add = [&](const picture::ProseLine& line) {
      for (const picture::ProseSpan& span : line) {
        if (!span.code) text += span.text;
      }
      text += '\n';
    };
    add(block.spans);
    for (const auto& row : block.table.rows) {
      for (const picture::ProseLine& cell : row) add(cell);
    }
  }
  return text;
}

std::string without_placeholders(std::string_view markdown) {
  std::string text;
  std::size_t at = 0;
  for (const lesson::Placeholder& place : lesson::placeholders_of(markdown)) {
    text += markdown.substr(at, place.begin - at);
    at = place.end;
  }
  return text + std::string(markdown.substr(at));
}

// Every section of every guide, in the order in which a learner comes to it.
std::vector<Section> sections_in(const std::string& language) {
  std::vector<Section> all;
  tests::for_each_guide([&](const std::string& id, const lesson::Guide& guide) {
    const auto add = [&](const std::string& step, const std::string& key) {
      const std::string text = without_placeholders(guide.text(key, language).text);
      if (!text.empty()) all.push_back({id, step, key, words_of(text)});
    };
    add(guide.steps.front().name, lesson::goal_section);
    for (const lesson::GuideStep& step : guide.steps) {
      add(step.name, lesson::step_section(step.name));
      for (const lesson::Question& question : step.questions) {
        add(step.name, lesson::question_section(question.name));
        for (const lesson::Choice& choice : question.choices)
          add(step.name, lesson::choice_section(question.name, choice.name));
        add(step.name, lesson::hint_section(question.name));
        add(step.name, lesson::answer_section(question.name));
      }
    }
    if (!guide.exercise) return;
    add("", lesson::exercise_section);
    for (const lesson::Goal& goal : guide.exercise->goals)
      add("", lesson::goal_line_section(goal.name));
    add("", lesson::exercise_done_section);
  });
  return all;
}

class ShippedWords : public ::testing::TestWithParam<std::string> {
 protected:
  text::Texts texts_{GetParam()};
};

// Other terms are links where they come early; these have to be explained in the text.
TEST_P(ShippedWords, that_matter_most_are_explained_where_they_are_first_used) {
  const text::Glossary& glossary = texts_.glossary();
  const std::vector<Section> sections = sections_in(GetParam());
  for (const text::Term& term : tests::some(glossary.terms())) {
    if (!term.is_core) continue;
    ASSERT_NE(term.lesson, "") << term.id;
    const Section* first = nullptr;
    for (const Section& section : sections) {
      for (const text::Glossary::Use& use : glossary.uses_in(section.text)) {
        if (first == nullptr && use.term == glossary.index_of(term)) first = &section;
      }
    }
    ASSERT_NE(first, nullptr) << "no lesson uses '" << term.word << "'";
    const std::string where = first->lesson + ", " + first->key;
    EXPECT_EQ(first->lesson, term.lesson) << "'" << term.word << "' is used in " << where;
    if (!term.step_name.empty())
      EXPECT_EQ(first->step, term.step_name) << "'" << term.word << "' is used in " << where;
  }
}

TEST_P(ShippedWords, are_the_glossarys_where_it_names_others_to_avoid) {
  std::vector<text::Term> others;
  for (const text::Term& term : tests::some(texts_.glossary().terms())) {
    for (const std::string& word : term.avoid) {
      others.push_back({});
      others.back().id = others.back().word = word;
    }
  }
  const text::Glossary avoided(others);
  const auto in = [&](const std::string& text) {
    std::vector<std::string> found;
    for (const auto& use : avoided.uses_in(text)) found.push_back(others[use.term].word);
    return found;
  };
  for (const Section& section : tests::some(sections_in(GetParam())))
    EXPECT_THAT(in(section.text), IsEmpty()) << section.lesson << ", " << section.key;
  for (const lesson::CataloguePart& part : lesson::course_catalogue().parts) {
    EXPECT_THAT(in(part.title.in(GetParam())), IsEmpty()) << part.name;
    for (const lesson::CatalogueEntry& entry : part.lessons) {
      ASSERT_TRUE(entry.lesson) << entry.id;
      EXPECT_THAT(in(entry.lesson->title().in(GetParam())), IsEmpty()) << entry.id;
      for (const lesson::VariantInfo& variant : entry.lesson->variants())
        EXPECT_THAT(in(variant.title.in(GetParam())), IsEmpty()) << entry.id << variant.name;
    }
  }
}

TEST_P(ShippedWords, of_the_glossary_are_taught_in_steps_that_exist) {
  for (const text::Term& term : tests::some(texts_.glossary().terms())) {
    if (term.lesson.empty()) continue;
    const auto taught_in = lesson::find(term.lesson);
    ASSERT_TRUE(taught_in) << term.id << ": " << taught_in.error().formatted();
    ASSERT_NE(taught_in->guide(), nullptr) << term.id;
    if (!term.step_name.empty()) {
      EXPECT_TRUE(taught_in->guide()->step_number(term.step_name))
          << term.id << ": " << term.step_name;
    }
  }
}

// While a question is open, the pages of the sweeps and of the times may be closed: what is read
// before the answer sends nobody there.
TEST_P(ShippedWords, send_to_no_page_that_an_open_question_closes) {
  for (const lesson::CatalogueEntry& entry : lesson::catalogue()) {
    ASSERT_TRUE(entry.lesson) << entry.id;
    const auto guide = entry.lesson->guide();
    if (guide == nullptr) continue;
    for (const lesson::GuideStep& step : guide->steps) {
      std::vector<std::string> keys;
      if (!step.questions.empty()) keys.push_back(lesson::step_section(step.name));
      for (const lesson::Question& question : step.questions) {
        keys.push_back(lesson::question_section(question.name));
        keys.push_back(lesson::hint_section(question.name));
      }
      for (const std::string& key : keys) {
        const std::string text(guide->text(key, GetParam()).text);
        EXPECT_THAT(text, Not(AnyOf(HasSubstr("**X**"), HasSubstr("**S**"))))
            << entry.id << ", " << key;
      }
    }
  }
}

// Without the comment marks.
std::vector<std::string> comments_in(const std::string& source) {
  std::vector<std::string> comments;
  bool in_comment = false;
  for (const std::string_view line : lines_of(source)) {
    for (const picture::Token& token : picture::tokens_of(line, in_comment)) {
      if (token.kind != picture::TokenKind::comment) continue;
      const std::string_view comment = line.substr(token.begin, token.end - token.begin);
      const std::size_t words = comment.find_first_not_of("/* ");
      if (words != std::string_view::npos) comments.emplace_back(comment.substr(words));
    }
  }
  return comments;
}

TEST(ShippedKernels, tell_nothing_in_comments_while_a_question_is_open) {
  const text::Texts texts("en");
  picture::Style style;
  style.texts = &texts;
  style.measure = picture::typical_text_width;
  std::size_t questions = 0;
  std::size_t hidden = 0;
  for (const lesson::CataloguePart& part : lesson::course_catalogue().parts) {
    for (const lesson::CatalogueEntry& entry : part.lessons) {
      ASSERT_TRUE(entry.lesson && entry.lesson->guide() != nullptr) << entry.id;
      for (const lesson::GuideStep& step : entry.lesson->guide()->steps) {
        questions += step.questions.size();
        const auto resolved = entry.lesson->resolve(step.setting.variant, step.setting.set);
        ASSERT_TRUE(resolved) << entry.id;
        const std::string& source = resolved->source_text;
        const std::vector<std::string> comments = comments_in(source);
        hidden += comments.size();
        const auto tells = [&](const std::string& text) {
          for (const std::string& comment : comments) {
            if (text.find(comment) != std::string::npos) return true;
          }
          return false;
        };
        picture::CodeInput input;
        input.text = source;
        input.hides_comments = true;
        const auto lines = static_cast<int>(lines_of(source).size());
        const picture::DrawList code =
            picture::build_code(input, style, 1600, 22.0F * static_cast<float>(lines + 2));
        for (const picture::Label& label : code.labels)
          EXPECT_FALSE(tells(label.text)) << entry.id << ", " << step.name << ": " << label.text;
        EXPECT_EQ(static_cast<int>(code.hits.size()), lines) << entry.id << ", " << step.name;
        for (int line = 1; line <= lines; ++line) {
          const std::string shown = picture::code_in_line(source, line);
          EXPECT_FALSE(tells(shown)) << entry.id << ", " << step.name << ": " << shown;
          EXPECT_EQ(source_line(source, line).substr(0, shown.size()), shown);
        }
      }
    }
  }
  EXPECT_GT(questions, 100U);
  EXPECT_GT(hidden, 100U);
}

// "Which numbers go into it?" helps nobody: where the program knows no unit, the lesson says more.
TEST(ShippedQuestions, that_ask_for_a_number_without_a_unit_have_a_hint_of_their_own) {
  for (const lesson::CataloguePart& part : lesson::course_catalogue().parts) {
    for (const lesson::CatalogueEntry& entry : part.lessons) {
      ASSERT_TRUE(entry.lesson && entry.lesson->guide() != nullptr) << entry.id;
      const lesson::Guide& guide = *entry.lesson->guide();
      for (const lesson::GuideStep& step : guide.steps) {
        for (const lesson::Question& question : step.questions) {
          const bool has_unit = !question.unit.empty() && question.unit != "none";
          if (question.kind != lesson::QuestionKind::number || has_unit) continue;
          for (const std::string& language : text::language_codes()) {
            EXPECT_FALSE(guide.text(lesson::hint_section(question.name), language).text.empty())
                << entry.id << ", " << question.name << ", " << language;
          }
        }
      }
    }
  }
}

// As in lesson 1: "This block has {threads_per_block} threads".
TEST(QuestionsToDoAgain, have_the_sizes_that_they_were_asked_with) {
  const lesson::CourseCatalogue course = lesson::course_catalogue();
  const lesson::CatalogueEntry& entry = course.parts.front().lessons.front();
  ASSERT_TRUE(entry.lesson && entry.lesson->guide());
  std::size_t sizes = 0;
  for (const lesson::GuideStep& step : entry.lesson->guide()->steps) {
    for (const lesson::Question& question : step.questions) {
      const std::string text =
          section_of({&entry, &step, &question}, lesson::question_section(question.name), "en");
      EXPECT_EQ(text.find("…"), std::string::npos) << question.name << ": " << text;
      EXPECT_EQ(text.find('{'), std::string::npos) << question.name << ": " << text;
      ++sizes;
    }
  }
  EXPECT_GT(sizes, 5U);
}

// A worksheet has the questions without the window.
TEST_P(ShippedWords, of_a_question_can_be_followed_on_paper) {
  for (const lesson::CatalogueEntry& entry : lesson::catalogue()) {
    const auto guide = entry.lesson ? entry.lesson->guide() : nullptr;
    if (guide == nullptr) continue;
    for (const lesson::GuideStep& step : guide->steps) {
      for (const lesson::Question& question : step.questions) {
        const std::string key = lesson::question_section(question.name);
        const std::string text(guide->text(key, GetParam()).text);
        for (const char* word : {"lick ", "over over", "he plot", "he curve", "ress **", "点击",
                                 "单击", "悬停", "曲线", "图上的值", "按 **"})
          EXPECT_THAT(text, Not(HasSubstr(word))) << entry.id << ", " << key;
      }
    }
  }
}

// Paper has no keys. What ends an exercise is not printed.
TEST_P(ShippedWords, of_a_handout_name_no_key) {
  for (const lesson::CatalogueEntry& entry : lesson::catalogue()) {
    const auto guide = entry.lesson ? entry.lesson->guide() : nullptr;
    if (guide == nullptr) continue;
    for (const std::string& key : guide->needed_sections()) {
      if (key == lesson::exercise_done_section) continue;
      const std::string text(guide->text(key, GetParam(), lesson::Medium::handout).text);
      for (const char* word : {"ress **", "按 **"})
        EXPECT_THAT(text, Not(HasSubstr(word))) << entry.id << ", " << key;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ShippedWords, ::testing::ValuesIn(text::language_codes()));

}  // namespace
}  // namespace lanescope::app::test
