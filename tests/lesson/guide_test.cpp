#include "kernels/lesson_file/guide.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/lesson_file/course.h"
#include "kernels/lesson_file/read_lesson.h"
#include "tests/lesson/lesson_folder.h"

namespace lanescope::lesson::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string lesson_text = R"(source = "kernel.cu"
kernel = "scale"
[params]
N = { default = 1024, min = 32, max = 4096, step = 32 }
[launch]
grid = ["N / 256"]
block = [256]
[[args]]
name = "A"
type = "float"
count = "N"
[[variants]]
name = "plain"
[[variants]]
name = "padded"
params.PAD = { default = 0, min = 0, max = 32 }
)";

const std::string guide_text = R"([[steps]]
name = "first"
[[steps.questions]]
name = "how-many"
kind = "number"
value = "access.sectors"
min = 0
max = 128
unit = "sectors"

[[steps]]
name = "second"
variant = "padded"
set = { PAD = 1, N = 64 }
view = "bank,line=3"
machine = "tesla-c1060"
[[steps.questions]]
name = "faster"
kind = "choice"
against = { set = { PAD = 2 } }
choices = [ { name = "yes", when = "1" }, { name = "no", when = "0" } ]
[[steps.questions]]
name = "which"
kind = "banks"

[exercise]
variant = "padded"
set = { PAD = 0 }
keeps = ["A"]
fixed = ["N"]
goals = [ { name = "free", when = "shared_load.conflicts == 0" } ]
solution = { variant = "padded", set = { PAD = 1 } }
)";

LessonSpec lesson_spec() {
  const auto spec = read_lesson(lesson_text, "lesson.toml");
  if (!spec) ADD_FAILURE() << spec.error().formatted();
  return spec.value_or(LessonSpec{});
}

tl::expected<Guide, Error> guide_of(const std::string& text) {
  return read_guide(text, "guide.toml", lesson_spec());
}

// The error message for guide_text after its only `from` is replaced by `to`.
std::string message_for(const std::string& from, const std::string& to) {
  const auto guide = guide_of(changed(guide_text, from, to));
  if (guide) ADD_FAILURE() << "nothing is wrong with: " << to;
  return guide ? "" : guide.error().formatted();
}

TEST(Guide, steps_have_their_variant_values_view_and_machine) {
  const auto guide = guide_of(guide_text);
  ASSERT_TRUE(guide) << guide.error().formatted();
  ASSERT_EQ(guide->steps.size(), 2U);
  EXPECT_EQ(guide->steps[0].setting.variant, "");
  EXPECT_THAT(guide->steps[0].setting.set, IsEmpty());
  const GuideStep& second = guide->steps[1];
  EXPECT_EQ(second.setting.variant, "padded");
  EXPECT_EQ(second.setting.set, (Values{{"N", 64}, {"PAD", 1}}));
  EXPECT_EQ(second.view.text, "bank,line=3");
  EXPECT_EQ(second.machine, "tesla-c1060");
}

TEST(Guide, questions_have_what_their_kind_needs) {
  const auto guide = guide_of(guide_text);
  ASSERT_TRUE(guide) << guide.error().formatted();
  const Question& number = guide->steps[0].questions[0];
  EXPECT_EQ(number.kind, QuestionKind::number);
  EXPECT_EQ(number.value.text, "access.sectors");
  EXPECT_EQ(number.min, 0);
  EXPECT_EQ(number.max, 128);
  EXPECT_EQ(number.unit, "sectors");
  const Question& choice = guide->steps[1].questions[0];
  ASSERT_EQ(choice.choices.size(), 2U);
  EXPECT_EQ(choice.choices[1].name, "no");
  EXPECT_EQ(choice.choices[1].when.text, "0");
  EXPECT_EQ(guide->steps[1].questions[1].kind, QuestionKind::banks);
  EXPECT_EQ(guide->question_count(), 3U);
  EXPECT_EQ(guide->question("which"), &guide->steps[1].questions[1]);
  EXPECT_EQ(guide->step_of("which"), &guide->steps[1]);
  EXPECT_EQ(guide->question("nothing"), nullptr);
}

TEST(Guide, a_second_run_is_of_the_steps_variant_unless_it_names_another) {
  const auto guide = guide_of(guide_text);
  ASSERT_TRUE(guide) << guide.error().formatted();
  const auto& against = guide->steps[1].questions[0].against;
  ASSERT_TRUE(against);
  EXPECT_EQ(against->variant, "padded");
  EXPECT_EQ(against->set, (Values{{"PAD", 2}}));
}

TEST(Guide, an_exercise_has_a_beginning_goals_and_a_solution) {
  const auto guide = guide_of(guide_text);
  ASSERT_TRUE(guide && guide->exercise);
  EXPECT_EQ(guide->exercise->beginning.set, (Values{{"PAD", 0}}));
  EXPECT_THAT(guide->exercise->keeps, ElementsAre("A"));
  EXPECT_THAT(guide->exercise->fixed, ElementsAre("N"));
  ASSERT_EQ(guide->exercise->goals.size(), 1U);
  EXPECT_EQ(guide->exercise->goals[0].when.text, "shared_load.conflicts == 0");
  EXPECT_EQ(guide->exercise->solution.set, (Values{{"PAD", 1}}));
}

TEST(Guide, an_error_names_file_line_and_key) {
  EXPECT_THAT(message_for("kind = \"banks\"", "kind = \"bank\""),
              ::testing::StartsWith(
                  "guide.toml:24: steps[1].questions[1].kind: unknown kind 'bank'; did you mean"));
}

TEST(Guide, an_unknown_name_is_an_error_that_lists_the_known_ones) {
  EXPECT_THAT(message_for("variant = \"padded\"\nset = { PAD = 1, N = 64 }", "variant = \"paded\""),
              HasSubstr("did you mean 'padded'"));
  EXPECT_THAT(message_for("set = { PAD = 1, N = 64 }", "set = { PDA = 1 }"),
              HasSubstr("no such parameter; did you mean 'PAD'"));
  EXPECT_THAT(message_for("set = { PAD = 1, N = 64 }", "set = { PAD = 33 }"),
              HasSubstr("PAD may be 0 to 32"));
  EXPECT_THAT(message_for("keeps = [\"A\"]", "keeps = [\"B\"]"), HasSubstr("no array 'B'"));
  EXPECT_THAT(message_for("fixed = [\"N\"]", "fixed = [\"M\"]"), HasSubstr("no parameter 'M'"));
}

TEST(Guide, what_is_missing_or_too_much_is_an_error) {
  EXPECT_THAT(message_for("value = \"access.sectors\"\n", ""), HasSubstr("value is missing"));
  EXPECT_THAT(message_for("kind = \"banks\"", ""), HasSubstr("kind is missing"));
  EXPECT_THAT(message_for("kind = \"banks\"", "kind = \"banks\"\nvalue = \"1\""),
              HasSubstr("only a question of kind \"number\" has it"));
  EXPECT_THAT(message_for("min = 0", "min = 200"), HasSubstr("min is 200, above max, 128"));
  EXPECT_THAT(message_for("unit = \"sectors\"", "unit = \"sector\""),
              HasSubstr("did you mean 'sectors'"));
  EXPECT_THAT(message_for(", { name = \"no\", when = \"0\" }", ""),
              HasSubstr("a question has 2 to 6"));
  EXPECT_THAT(message_for("name = \"no\"", "name = \"yes\""),
              HasSubstr("there is a choice 'yes' already"));
  EXPECT_THAT(message_for("name = \"second\"", "name = \"first\""),
              HasSubstr("there is a step 'first' already"));
  EXPECT_THAT(message_for("name = \"which\"", "name = \"how-many\""),
              HasSubstr("there is a question 'how-many' already"));
  EXPECT_THAT(message_for("name = \"which\"", "name = \"a.b\""), HasSubstr("letters, digits"));
  EXPECT_THAT(message_for("machine = ", "machin = "), HasSubstr("did you mean 'machine'"));
  EXPECT_THAT(message_for("name = \"free\"", "name = \"done\""), HasSubstr("'done' already"));
}

TEST(Guide, a_guide_without_steps_or_that_is_no_toml_is_an_error) {
  ASSERT_FALSE(guide_of(""));
  EXPECT_THAT(guide_of("").error().formatted(), HasSubstr("at least one [[steps]]"));
  ASSERT_FALSE(guide_of("[[steps]\n"));
  EXPECT_THAT(guide_of("[[steps]\n").error().formatted(), HasSubstr("guide.toml:1: not TOML"));
}

// --- prose ---

GuideText text_of(const std::string& text) {
  const auto guide = read_guide_text(text, "guide.en.md");
  if (!guide) ADD_FAILURE() << guide.error().formatted();
  return guide.value_or(GuideText{});
}

TEST(GuideText, a_section_goes_on_until_the_next) {
  const GuideText text = text_of("# goal\n\nOne.\n\nTwo.\n\n# step.first\n## Title\nBody\n");
  ASSERT_EQ(text.sections.size(), 2U);
  EXPECT_EQ(text.sections.at("goal").text, "One.\n\nTwo.");
  EXPECT_EQ(text.sections.at("goal").line, 1);
  EXPECT_EQ(text.sections.at("goal").text_line, 3);
  EXPECT_EQ(text.sections.at("step.first").text, "## Title\nBody");
  EXPECT_EQ(text.sections.at("step.first").line, 7);
}

TEST(GuideText, a_fenced_block_holds_no_section) {
  const GuideText text =
      text_of("# goal\n```c\n# define X\n~~~\n# x\n```\n# more\n~~~~\n# no\n~~~\n~~~~\nend\n");
  ASSERT_EQ(text.sections.size(), 2U);
  EXPECT_THAT(text.sections.at("goal").text, HasSubstr("# define X"));
  EXPECT_THAT(text.sections.at("more").text, HasSubstr("end"));
}

TEST(GuideText, lines_may_end_as_on_windows) {
  const GuideText text = text_of("\xEF\xBB\xBF# goal\r\nOne.\r\n# step.a\r\nTwo\r\n");
  EXPECT_EQ(text.sections.at("goal").text, "One.");
  EXPECT_EQ(text.sections.at("step.a").text, "Two");
}

TEST(GuideText, text_before_a_section_a_second_one_and_a_heading_are_errors) {
  for (const auto& [text, message] :
       {std::pair("\nHello\n# goal\n", "guide.en.md:2: text before the first section"),
        std::pair("# goal\nx\n# goal\n",
                  "guide.en.md:3: goal: there is a section 'goal' already, in "
                  "line 1"),
        std::pair("# A heading\n", "guide.en.md:1: \"# A heading\" can't be a section's key")}) {
    const auto guide = read_guide_text(text, "guide.en.md");
    ASSERT_FALSE(guide) << text;
    EXPECT_THAT(guide.error().formatted(), HasSubstr(message));
  }
}

TEST(GuideText, a_passage_is_left_out_where_it_does_not_belong) {
  const auto text = read_guide_text(
      "# goal\nOne. <!-- answers -->It was 32.<!-- /answers --> Two<!-- window -->: press **P**"
      "<!-- /window -->.\n\n<!-- window -->Press **X**.<!-- /window -->\n\nThree. "
      "<!-- answers -->No.<!-- /answers -->\n",
      "g.md");
  ASSERT_TRUE(text) << text.error().message;
  const Section& goal = text->sections.at("goal");
  EXPECT_EQ(goal.text, "One. It was 32. Two: press **P**.\n\nPress **X**.\n\nThree. No.");
  EXPECT_EQ(goal.handout, "One. It was 32. Two.\n\nThree. No.");
  EXPECT_EQ(goal.worksheet, "One. Two.\n\nThree.");
}

TEST(GuideText, a_passage_without_its_end_or_in_another_is_an_error) {
  for (const char* wrong :
       {"# a\nx <!-- window -->", "# a\nx <!-- /answers -->",
        "# a\n<!-- window --><!-- answers -->x<!-- /answers --><!-- /window -->",
        "# a\n<!-- window -->\n# b\n<!-- /window -->"}) {
    const auto text = read_guide_text(wrong, "g.md");
    ASSERT_FALSE(text) << wrong;
    EXPECT_EQ(text.error().line, 1) << wrong;
  }
}

TEST(GuideText, a_title_is_taken_off_its_text) {
  EXPECT_EQ(titled("## A title \n\nBody\n").title, "A title");
  EXPECT_EQ(titled("## A title \n\nBody\n").body, "Body\n");
  EXPECT_EQ(titled("Body").title, "");
  EXPECT_EQ(titled("Body").body, "Body");
  EXPECT_EQ(titled("## Only").title, "Only");
  EXPECT_EQ(titled("## Only").body, "");
}

TEST(GuideText, placeholders_have_their_place_and_fenced_code_has_none) {
  const auto found =
      placeholders_of("a {N}\n```\n{M}\n```\n`{x}` {access.sectors} { y } {3} {a-b}");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].name, "N");
  EXPECT_EQ(found[0].begin, 2U);
  EXPECT_EQ(found[0].end, 5U);
  EXPECT_EQ(found[0].line, 0);
  EXPECT_FALSE(found[0].in_code_span);
  EXPECT_EQ(found[1].name, "x");
  EXPECT_TRUE(found[1].in_code_span);
  EXPECT_EQ(found[2].name, "access.sectors");
  EXPECT_EQ(found[2].line, 4);
}

Guide guide_with(const std::string& english, const std::string& chinese) {
  auto guide = guide_of(guide_text);
  if (!guide) ADD_FAILURE() << guide.error().formatted();
  guide->texts["en"] = *read_guide_text(english, "guide.en.md");
  guide->texts["zh"] = *read_guide_text(chinese, "guide.zh.md");
  return *guide;
}

TEST(GuideText, a_missing_translation_falls_back_to_english_and_is_marked) {
  const Guide guide = guide_with("# goal\nHello\n# step.first\n## One\n", "# goal\n你好\n");
  EXPECT_EQ(guide.text("goal", "zh").text, "你好");
  EXPECT_FALSE(guide.text("goal", "zh").is_fallback);
  EXPECT_EQ(guide.text("step.first", "zh").text, "## One");
  EXPECT_TRUE(guide.text("step.first", "zh").is_fallback);
  EXPECT_FALSE(guide.text("step.first", "en").is_fallback);
  EXPECT_EQ(guide.text("step.second", "zh").text, "");
  EXPECT_FALSE(guide.text("step.second", "zh").is_fallback);
}

TEST(GuideText, every_section_that_is_shown_is_needed_in_its_order) {
  EXPECT_THAT(
      guide_with("", "").needed_sections(),
      ElementsAre("goal", "step.first", "question.how-many", "answer.how-many", "step.second",
                  "question.faster", "choice.faster.yes", "choice.faster.no", "answer.faster",
                  "question.which", "answer.which", "exercise", "exercise.free", "exercise.done"));
}

TEST(GuideText, a_hint_is_optional_but_not_in_one_language_alone) {
  std::string all;
  for (const std::string& key : guide_with("", "").needed_sections()) {
    const bool has_title = key.starts_with("step.") || key == "exercise";
    all += "# " + key + "\n" + (has_title ? "## Title\n" : "") + "text\n";
  }
  const std::string hint = "# hint.which\nLook at lane 0.\n";
  EXPECT_THAT(text_problems(guide_with(all + hint, all + hint)), IsEmpty());
  EXPECT_EQ(guide_with(all + hint, all).text("hint.which", "en").text, "Look at lane 0.");

  const auto alone = text_problems(guide_with(all + hint, all));
  ASSERT_EQ(alone.size(), 1U);
  EXPECT_THAT(alone[0].formatted(), HasSubstr("guide.zh.md: there is no section \"# hint.which\""));

  const std::string orphan = "# hint.witch\nLook.\n";
  const auto unknown = text_problems(guide_with(all + orphan, all));
  ASSERT_EQ(unknown.size(), 1U);
  EXPECT_THAT(unknown[0].formatted(), HasSubstr("no step uses this section"));
}

TEST(GuideText, missing_orphaned_and_untitled_sections_are_problems) {
  std::string all;
  const Guide empty = guide_with("", "");
  for (const std::string& key : empty.needed_sections()) {
    const bool has_title = key.starts_with("step.") || key == "exercise";
    all += "# " + key + "\n" + (has_title ? "## Title\n" : "") + "text\n";
  }
  EXPECT_THAT(text_problems(guide_with(all, all)), IsEmpty());

  const auto problems =
      text_problems(guide_with(changed(all, "# step.first\n## Title\n", "# step.first\n"),
                               changed(all, "# goal\n", "# gaol\n")));
  std::string texts;
  for (const Error& problem : problems) texts += problem.formatted() + "\n";
  EXPECT_EQ(problems.size(), 3U) << texts;
  EXPECT_THAT(texts,
              HasSubstr("guide.zh.md: there is no section \"# goal\"; guide.toml:1 needs it"));
  EXPECT_THAT(texts, HasSubstr("guide.zh.md:1: gaol: no step uses this section; did you mean"));
  EXPECT_THAT(texts, HasSubstr("guide.en.md:3: step.first: its title is missing"));
}

// --- with a lesson ---

TEST(Guide, a_lesson_without_one_has_none_and_no_error) {
  const LessonFolder folder;
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  EXPECT_EQ(lesson->guide(), nullptr);
  EXPECT_FALSE(lesson->guide_error());
}

TEST(Guide, comes_with_its_lesson_and_its_texts) {
  const LessonFolder folder(lesson_text);
  folder.write("guide.toml", guide_text);
  folder.write("guide.en.md", "# goal\nHello\n");
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson && lesson->guide() != nullptr);
  EXPECT_EQ(lesson->guide()->text("goal", "zh").text, "Hello");
}

TEST(Guide, a_file_beside_it_is_a_language) {
  const LessonFolder folder(lesson_text);
  folder.write("guide.toml", guide_text);
  folder.write("guide.en.md", "# goal\nHello\n# step.first\n## One\n");
  folder.write("guide.tlh.md", "# goal\nnuqneH\n");
  folder.write("guide.notes-of-mine-and-more.md", "no section\n");
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson && lesson->guide() != nullptr);
  const Guide& guide = *lesson->guide();
  EXPECT_EQ(guide.text("goal", "tlh").text, "nuqneH");
  EXPECT_FALSE(guide.text("goal", "tlh").is_fallback);
  EXPECT_EQ(guide.text("step.first", "tlh").text, "## One");
  EXPECT_TRUE(guide.text("step.first", "tlh").is_fallback);
}

TEST(Guide, a_language_of_the_title_is_one_of_the_guide) {
  const LessonFolder folder("title = { en = \"Scale\", tlh = \"juv\" }\n" +
                            std::string(lesson_text));
  folder.write("guide.toml", guide_text);
  folder.write("guide.en.md", "# goal\nHello\n");
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson && lesson->guide() != nullptr);
  std::string problems;
  for (const Error& problem : text_problems(*lesson->guide()))
    problems += problem.formatted() + "\n";
  EXPECT_THAT(problems, HasSubstr("guide.tlh.md: there is no section \"# goal\""));
}

TEST(Guide, a_broken_one_leaves_its_lesson_usable) {
  const LessonFolder folder(lesson_text);
  for (const auto& [file, text] :
       {std::pair("guide.toml", "[[steps]]\n"), std::pair("guide.zh.md", "no section\n")}) {
    folder.write("guide.toml", guide_text);
    folder.write("guide.zh.md", "");
    folder.write(file, text);
    const auto lesson = loaded(folder);
    ASSERT_TRUE(lesson);
    EXPECT_EQ(lesson->guide(), nullptr);
    ASSERT_TRUE(lesson->guide_error());
    EXPECT_THAT(lesson->guide_error()->file, HasSubstr(file));
    EXPECT_GT(lesson->guide_error()->line, 0);
    EXPECT_TRUE(lesson->resolve("padded", {}));
  }
}

TEST(Provokes, is_said_by_a_variant_or_by_all) {
  const LessonFolder folder(
      changed(lesson_text, "name = \"padded\"", "name = \"padded\"\nprovokes = [\"shared_race\"]"));
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  EXPECT_THAT(lesson->variants()[0].provokes, IsEmpty());
  EXPECT_THAT(lesson->variants()[1].provokes, ElementsAre("shared_race"));
}

// --- the order of lessons ---

TEST(CourseFile, has_parts_with_titles_and_lessons) {
  const auto parts = read_course(
      "[[parts]]\nname = \"a\"\ntitle = { en = \"A\", zh = \"甲\" }\nlessons = [\"x\", \"y\"]\n",
      "course.toml");
  ASSERT_TRUE(parts) << parts.error().formatted();
  ASSERT_EQ(parts->size(), 1U);
  EXPECT_EQ(parts->front().title.in("zh"), "甲");
  EXPECT_THAT(parts->front().lessons, ElementsAre("x", "y"));
}

TEST(CourseFile, what_is_wrong_has_its_place) {
  for (const auto& [text, message] :
       {std::pair("[[parts]]\nname = \"a\"\ntitle = \"A\"\n",
                  "course.toml:1: parts[0]: lessons is"),
        std::pair("[[parts]]\nname = \"a\"\ntitle = \"A\"\nlessons = [\"x\", \"x\"]\n",
                  "course.toml:4: parts[0].lessons: 'x' is listed already"),
        std::pair("[[part]]\n", "unknown key; did you mean 'parts'")}) {
    const auto parts = read_course(text, "course.toml");
    ASSERT_FALSE(parts) << text;
    EXPECT_THAT(parts.error().formatted(), HasSubstr(message));
  }
}

TEST(CourseFile, says_what_a_lesson_builds_on) {
  const auto parts = read_course(
      "[[parts]]\nname = \"a\"\ntitle = \"A\"\nlessons = [\"x\", \"y\"]\nafter = { y = [\"x\"] }\n"
      "[[parts]]\nname = \"b\"\ntitle = \"B\"\nlessons = [\"z\"]\nafter = { z = [\"x\", \"y\"] }\n",
      "course.toml");
  ASSERT_TRUE(parts) << parts.error().formatted();
  EXPECT_THAT(parts->at(0).after.at("y"), ElementsAre("x"));
  EXPECT_THAT(parts->at(1).after.at("z"), ElementsAre("x", "y"));
}

TEST(CourseFile, a_lesson_builds_on_lessons_that_stand_before_it) {
  const auto error_with = [](const std::string& after) {
    const auto parts = read_course(
        "[[parts]]\nname = \"a\"\ntitle = \"A\"\n"
        "lessons = [\"x\", \"y\"]\nafter = { " +
            after + " }\n",
        "course.toml");
    return parts ? std::string() : parts.error().formatted();
  };
  EXPECT_THAT(error_with("x = [\"y\"]"), HasSubstr("'y' does not stand before 'x'"));
  EXPECT_THAT(error_with("x = [\"x\"]"), HasSubstr("'x' does not stand before 'x'"));
  EXPECT_THAT(error_with("y = [\"gone\"]"), HasSubstr("course.toml:5: parts[0].after.y: no part"));
  EXPECT_THAT(error_with("other = [\"x\"]"), HasSubstr("'other' is no lesson of this part"));
}

TEST(GuideMinutes, count_words_questions_and_the_exercise) {
  Guide guide;
  guide.steps.resize(1);
  guide.steps[0].name = "only";
  std::string words;
  for (int i = 0; i < 130 * 7; ++i) words += "word ";
  guide.texts["en"].sections["step.only"] = Section{words, 1, 2};
  EXPECT_EQ(minutes_of(guide), 10);  // 7 minutes of text
  guide.steps[0].questions.resize(4);
  EXPECT_EQ(minutes_of(guide), 10);  // and 3 of questions
  guide.exercise.emplace();
  EXPECT_EQ(minutes_of(guide), 20);
  EXPECT_EQ(minutes_of(Guide{}), 5);
}

TEST(ShippedCourse, takes_between_five_minutes_and_an_hour_a_lesson) {
  const CourseCatalogue catalogue = course_catalogue();
  ASSERT_FALSE(catalogue.error) << catalogue.error->formatted();
  EXPECT_FALSE(catalogue.after.empty());
  for (const CataloguePart& part : catalogue.parts) {
    for (const CatalogueEntry& entry : part.lessons) {
      if (!entry.lesson || entry.lesson->guide() == nullptr) continue;
      EXPECT_GE(minutes_of(*entry.lesson->guide()), 10) << entry.id;
      EXPECT_LE(minutes_of(*entry.lesson->guide()), 60) << entry.id;
    }
  }
}

// A separate course folder in LANESCOPE_KERNELS; the shipped lessons are found as well.
class ShelfTest : public ::testing::Test {
 protected:
  ShelfTest() {
    for (const char* id : {"zz-one", "zz-two", "zz-three"}) {
      shelf_.write(std::string(id) + "/lesson.toml", minimal_lesson);
      shelf_.write(std::string(id) + "/kernel.cu", "// text\n");
    }
    ::setenv("LANESCOPE_KERNELS", shelf_.path().c_str(), 1);
  }
  ~ShelfTest() override { ::unsetenv("LANESCOPE_KERNELS"); }

  static std::vector<std::string> ids_of(const CataloguePart& part) {
    std::vector<std::string> ids;
    for (const CatalogueEntry& entry : part.lessons) ids.push_back(entry.id);
    return ids;
  }

  LessonFolder shelf_;
};

TEST_F(ShelfTest, follows_the_course_skips_missing_lessons_and_ends_with_the_rest) {
  shelf_.write(
      "course.toml",
      "[[parts]]\nname = \"p\"\ntitle = \"P\"\nlessons = [\"zz-two\", \"none\", \"zz-one\"]\n"
      "[[parts]]\nname = \"q\"\ntitle = \"Q\"\nlessons = [\"nothing\"]\n");
  const CourseCatalogue found = course_catalogue();
  EXPECT_FALSE(found.error);
  ASSERT_EQ(found.parts.size(), 2U);  // a part without lessons is left out
  EXPECT_THAT(ids_of(found.parts[0]), ElementsAre("zz-two", "zz-one"));
  EXPECT_EQ(found.parts[1].name, "");
  EXPECT_THAT(ids_of(found.parts[1]), ::testing::Contains("zz-three"));
}

TEST_F(ShelfTest, a_broken_course_hides_no_lesson) {
  shelf_.write("course.toml", "[[parts]]\n");
  const CourseCatalogue found = course_catalogue();
  ASSERT_TRUE(found.error);
  EXPECT_GT(found.error->line, 0);
  ASSERT_EQ(found.parts.size(), 1U);
  EXPECT_THAT(ids_of(found.parts[0]), ::testing::IsSupersetOf({"zz-one", "zz-two", "zz-three"}));
}

TEST(CourseFile, the_shipped_one_can_be_read) {
  const CourseCatalogue found = course_catalogue();
  EXPECT_FALSE(found.error) << found.error->formatted();
  EXPECT_GE(found.parts.size(), 3U);
}

}  // namespace
}  // namespace lanescope::lesson::testing
