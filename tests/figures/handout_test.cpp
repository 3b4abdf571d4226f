// The form of a handout. tests/command_line checks its content with the real program.
#include "app/figures/handout.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/export/xml_tree.h"

namespace lanescope::app {
namespace {

picture::DrawList picture(const picture::Color& color) {
  picture::DrawList list;
  list.width = 100;
  list.height = 50;
  picture::Box box;
  box.rect = {0, 0, 10, 10};
  box.fill = color;
  list.add(box);
  return list;
}

Handout small() {
  Handout handout;
  handout.lesson = "one";
  handout.title = "A <lesson>";
  handout.language = "en";
  handout.goal = "The *goal*.";
  HandoutStep& step = handout.steps.emplace_back();
  step.name = "first";
  step.title = "Look";
  step.body = "Text with `code`.";
  step.setting = "tile · N 64";
  step.caption = "made by a test";
  step.page = {picture({1, 1, 1, 1}), picture({0, 0, 0, 1})};
  step.code = {HandoutCode{"k.cu", {{"a = b;", "32×, 32-way", true}, {"// end of it", "", false}}}};
  step.questions = {{"How many?\n\nThink.", "k.cu:1", {}, "32 sectors", "Because.", {}},
                    {"Which?", "", {"this | that", "neither"}, "", "Nobody *knows*.", {}}};
  step.questions[1].form = {picture({1, 0, 0, 1}), picture({0, 1, 0, 1})};
  handout.exercise = "Do it.";
  handout.goals = {"no conflicts"};
  handout.costs = {{"tile · N 64", "Shared loads", "8", "32 wavefronts", "1", "32×"}};
  handout.provenance = "Lanescope";
  return handout;
}

const text::Texts& english() {
  static const text::Texts texts("en");
  return texts;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(HandoutMarkdown, has_its_pictures_beside_it_under_names_of_its_own) {
  const auto files = markdown_of(small(), "paper", false, english(), picture::typical_text_width);
  ASSERT_EQ(files.size(), 3U);
  EXPECT_EQ(files[0].name, "paper.md");
  EXPECT_EQ(files[1].name, "paper-question-2.svg");
  EXPECT_EQ(files[2].name, "paper-first.svg");
  EXPECT_TRUE(contains(files[0].content, "![Question 2](paper-question-2.svg)"));
  EXPECT_TRUE(contains(files[0].content, "![Look](paper-first.svg)"));
  const auto svg = lanescope::testing::parse_xml(files[2].content);
  ASSERT_EQ(svg.error, "");
  EXPECT_EQ(svg.root->all("desc").at(0)->text, "made by a test");
}

TEST(HandoutHtml, names_the_fonts_of_every_language) {
  const std::string html = html_of(small(), english(), picture::typical_text_width);
  for (const text::Language& language : text::languages().all) {
    for (const std::string& family : language.fonts)
      EXPECT_TRUE(contains(html, "'" + family + "'")) << family;
  }
}

TEST(HandoutMarkdown, sets_costs_behind_their_lines_as_comments) {
  const std::string text =
      markdown_of(small(), "p", false, english(), picture::typical_text_width)[0].content;
  EXPECT_TRUE(contains(text, "```cuda\na = b;  // 32×, 32-way\n// end of it\n```\n")) << text;
}

// The place of each part of a document; npos: it is not there.
std::vector<std::size_t> places(const std::string& text, const std::vector<std::string>& parts) {
  std::vector<std::size_t> found;
  for (const std::string& part : parts) found.push_back(text.find(part));
  return found;
}

TEST(HandoutMarkdown, a_step_that_asks_shows_its_picture_and_costs_with_the_answers) {
  const std::string text =
      markdown_of(small(), "p", false, english(), picture::typical_text_width)[0].content;
  const auto at = places(text, {"Question 2", "p-question-2.svg", "```cuda\na = b;\n", "## Answers",
                                "p-first.svg", "32-way"});
  EXPECT_TRUE(std::is_sorted(at.begin(), at.end())) << text;
  EXPECT_NE(at.back(), std::string::npos);
}

TEST(HandoutHtml, a_step_that_asks_shows_its_picture_and_costs_with_the_answers) {
  const std::string html = html_of(small(), english(), picture::typical_text_width);
  const auto at =
      places(html, {"Which?", "<figcaption>Question 2</figcaption>", "a = b;</td><td></td>",
                    "class=\"answers\"", "<figcaption>made by a test</figcaption>", "32-way"});
  EXPECT_TRUE(std::is_sorted(at.begin(), at.end()));
  EXPECT_NE(at.back(), std::string::npos);
}

TEST(Handout, without_answers_nothing_gives_one_away) {
  Handout handout = small();
  handout.has_answers = false;
  std::vector<NamedFile> files =
      markdown_of(handout, "p", false, english(), picture::typical_text_width);
  files.push_back({"p.html", html_of(handout, english(), picture::typical_text_width)});
  bool asks = false;
  for (const NamedFile& file : files) {
    EXPECT_FALSE(contains(file.content, "made by a test")) << file.name;
    EXPECT_FALSE(contains(file.content, "32-way")) << file.name;
    EXPECT_FALSE(contains(file.content, "32 wavefronts")) << file.name;
    asks = asks || contains(file.content, "Which?");
  }
  EXPECT_TRUE(asks);
}

// Titles, and the steps that ask nothing, tell what the questions ask.
TEST(Handout, without_answers_has_the_questions_with_the_text_and_code_that_they_need_and_no_more) {
  Handout handout = small();
  handout.has_answers = false;
  handout.steps.push_back(
      {"explains", "It was 32", "So it took 32.", "tile · N 128", {}, "", {}, {}});
  for (const std::string& content :
       {markdown_of(handout, "p", false, english(), picture::typical_text_width)[0].content,
        html_of(handout, english(), picture::typical_text_width)}) {
    for (const char* part :
         {"1. tile · N 64", "Text with", "Question 1 · k.cu:1", "a = b;", "this | that"})
      EXPECT_TRUE(contains(content, part)) << part;
    EXPECT_LT(content.find("Text with"), content.find("Question 1"));
    for (const char* part :
         {"The *goal*", "The <em>goal", "Look", "Do it.", "no conflicts", "It was 32", "N 128"})
      EXPECT_FALSE(contains(content, part)) << part << "\n" << content;
  }
}

TEST(Handout, without_answers_a_question_about_times_says_whose_they_are) {
  Handout handout = small();
  handout.steps[0].questions[1].origin = "RECORDED: NVIDIA H200";
  for (const bool answers : {false, true}) {
    handout.has_answers = answers;
    for (const std::string& content :
         {markdown_of(handout, "p", false, english(), picture::typical_text_width)[0].content,
          html_of(handout, english(), picture::typical_text_width)}) {
      const std::size_t first = content.find("RECORDED: NVIDIA H200");
      ASSERT_NE(first, std::string::npos);
      EXPECT_EQ(content.find("RECORDED: NVIDIA H200", first + 1), std::string::npos) << "once";
    }
  }
}

TEST(Handout, a_step_that_asks_nothing_keeps_its_picture_and_costs) {
  Handout handout = small();
  handout.steps[0].questions.clear();
  const std::string html = html_of(handout, english(), picture::typical_text_width);
  EXPECT_FALSE(contains(html, "class=\"answers\""));
  EXPECT_TRUE(contains(html, "made by a test</figcaption>"));
  EXPECT_TRUE(contains(html, "32-way"));
}

TEST(HandoutMarkdown, numbers_questions_and_answers_them_at_the_end) {
  const std::string text =
      markdown_of(small(), "p", false, english(), picture::typical_text_width)[0].content;
  EXPECT_TRUE(contains(text, "> **Question 1 · k.cu:1** How many?\n> \n> Think.\n")) << text;
  EXPECT_TRUE(contains(text, "> **Question 2** Which?\n>\n> - a) this | that\n> - b) neither\n"));
  const std::size_t answers = text.find("## Answers");
  ASSERT_NE(answers, std::string::npos);
  EXPECT_GT(answers, text.find("Question 2"));
  EXPECT_TRUE(contains(text, "1. **32 sectors**\n\n   Because.\n"));
  EXPECT_TRUE(contains(text, "2. **Nothing is known about it here**\n\n   Nobody *knows*.\n"));
}

TEST(HandoutMarkdown, has_the_exercise_and_the_counts) {
  const std::string text =
      markdown_of(small(), "p", false, english(), picture::typical_text_width)[0].content;
  EXPECT_TRUE(contains(text, "## Exercise\n\nDo it.\n\n- [ ] no conflicts\n"));
  EXPECT_TRUE(contains(text, "| tile · N 64 | Shared loads | 8 | 32 wavefronts | 1 | 32× |\n"));
}

TEST(HandoutHtml, is_whole_escaped_and_has_both_themes) {
  const std::string html = html_of(small(), english(), picture::typical_text_width);
  EXPECT_TRUE(html.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(html.ends_with("</html>\n"));
  EXPECT_TRUE(contains(html, "<title>A &lt;lesson&gt;</title>"));
  EXPECT_TRUE(contains(html, "{fill:#ffffff}"));
  EXPECT_TRUE(contains(html, "{fill:#000000}"));
  EXPECT_TRUE(contains(html, "<li>this | that</li>"));
  EXPECT_TRUE(contains(html, "32×, 32-way</td>"));
  EXPECT_FALSE(contains(html, "<script"));
  EXPECT_LT(html.find("Which?"), html.find("class=\"answers\""));
}

}  // namespace
}  // namespace lanescope::app
