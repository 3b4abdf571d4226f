// The commands list, check-lessons, lint, grade and progress, as a process.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "kernels/compile/compile.h"
#include "tests/command_line/program.h"
#include "tests/paths.h"

namespace lanescope::app::testing {
namespace {

using Json = nlohmann::json;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

constexpr const char* lesson = R"(source = "k.cu"
kernel = "k"
[params]
STEP = { default = 2, min = 1, max = 8 }
[launch]
grid = [1]
block = [32]
[[args]]
name = "out"
type = "int"
count = "32 * STEP"
)";
constexpr const char* kernel =
    "__global__ void k(int* out)\n{\n    out[threadIdx.x * STEP] = 1;\n}\n";
constexpr const char* guide = R"([[steps]]
name = "one"
[[steps.questions]]
name = "sectors"
kind = "number"
value = "access.sectors"
min = 0
max = 32
[[steps]]
name = "two"
[[steps.questions]]
name = "marks"
kind = "sectors"
[[steps]]
name = "three"
[exercise]
goals = [ { name = "few", when = "global_store.sectors == global_store.ideal_sectors" } ]
solution = { set = { STEP = 1 } }
)";
constexpr const char* prose =
    "# goal\ng\n# step.one\n## A\n# question.sectors\nq\n# answer.sectors\na\n# step.two\n## B\n"
    "# question.marks\nq\n# answer.marks\na\n# step.three\n## C\n# exercise\n## D\n# "
    "exercise.few\nf\n# exercise.done\nd\n";

// A course folder with one lesson, `step`, in the part `p`; and a file for progress.
class GuideCommands : public ::testing::Test {
 protected:
  GuideCommands() {
    std::filesystem::create_directories(folder_.path() / "step");
    (void)folder_.write("course.toml",
                        "[[parts]]\nname = \"p\"\ntitle = \"Part\"\nlessons = [\"step\"]\n");
    (void)folder_.write("step/lesson.toml", lesson);
    (void)folder_.write("step/k.cu", kernel);
    (void)folder_.write("step/guide.toml", guide);
    (void)folder_.write("step/guide.en.md", prose);
    (void)folder_.write("step/guide.zh.md", prose);
  }
  [[nodiscard]] Finished run(const std::vector<std::string>& arguments) const {
    return run_here(arguments, {{"LANESCOPE_KERNELS", folder_.path().string()},
                                {"LANESCOPE_PROGRESS", progress().string()}});
  }
  [[nodiscard]] std::filesystem::path progress() const {
    return folder_.path() / "state" / "progress.json";
  }
  void have_progress(const std::string& text) const {
    std::filesystem::create_directories(progress().parent_path());
    std::ofstream(progress()) << text;
  }

  TemporaryFolder folder_;
};

constexpr const char* some_progress =
    R"({"schema": "lanescope.progress/1", "lessons": {"step": {"step": "two", "steps_seen": ["one", "two"],
        "answers": {"sectors": {"given": 8, "right": true}}, "goals": [], "exercise_done": false}}})";

TEST_F(GuideCommands, list_shows_parts_steps_and_questions) {
  const Finished text = run({"list"});
  EXPECT_THAT(text.out, HasSubstr("Part 1: Part\n"));
  EXPECT_THAT(text.out, HasSubstr("step: step (3 steps, 2 questions, 15 minutes)"));
  const Finished finished = run({"list", "--json"});
  const Json json = Json::parse(finished.out);
  EXPECT_EQ(json.at("schema"), "lanescope.list/1");
  EXPECT_EQ(json.at("parts").at(0).at("name"), "p");
  EXPECT_EQ(json.at("parts").at(0).at("lessons"), Json::array({"step"}));
  const Json& first = json.at("lessons").at(0);
  EXPECT_EQ(first.at("id"), "step");
  EXPECT_EQ(first.at("part"), "p");
  EXPECT_EQ(first.at("steps"), 3);
  EXPECT_EQ(first.at("questions"), 2);
  EXPECT_EQ(first.at("exercise"), true);
  EXPECT_GT(first.value("minutes", 0), 10);  // the exercise alone takes ten
  EXPECT_EQ(first.at("guide_error"), nullptr);
}

// A language is only a file: the code does not know this one.
TEST_F(GuideCommands, a_language_that_somebody_adds_is_one_of_the_programs) {
  const TemporaryFolder texts;
  (void)texts.write("tlh.toml",
                    "[language]\nname = \"tlhIngan Hol\"\nhtml = \"tlh-Latn\"\n"
                    "[export]\nanswers = \"jangmey\"\n");
  (void)folder_.write("step/lesson.toml",
                      "title = { en = \"Step\", tlh = \"gho'\" }\n" + std::string(lesson));
  std::string own = prose;
  own.replace(own.find("\ng\n"), 3, "\nnuqneH\n");
  (void)folder_.write("step/guide.tlh.md", own);
  const Environment environment{{"LANESCOPE_KERNELS", folder_.path().string()},
                                {"LANESCOPE_TEXTS", texts.path().string()}};

  const Finished listed = run_program({"list", "--json"}, environment);
  ASSERT_EQ(listed.exit_code, 0) << listed.err;
  EXPECT_EQ(Json::parse(listed.out).at("lessons").at(0).at("title"),
            (Json{{"en", "Step"}, {"tlh", "gho'"}, {"zh", "Step"}}));

  const std::string file = (folder_.path() / "handout.html").string();
  const Finished made = run_program({"export", "step", "--what", "handout", "--language", "tlh",
                                     "--compiler", "clang", "-o", file},
                                    environment);
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const std::string html = text_of(file);
  EXPECT_THAT(html, HasSubstr("<html lang=\"tlh-Latn\">"));
  EXPECT_THAT(html, HasSubstr("gho"));
  EXPECT_THAT(html, HasSubstr("nuqneH"));
  EXPECT_THAT(html, HasSubstr("jangmey"));

  const Finished unknown = run_program(
      {"export", "step", "--what", "handout", "--language", "xx", "-o", file}, environment);
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("{en,tlh,zh}"));

  (void)folder_.write("step/guide.tlh.md", "");
  const Finished checked = run_program({"check-lessons", "step", "--files"}, environment);
  EXPECT_EQ(checked.exit_code, 1);
  EXPECT_THAT(checked.out, HasSubstr("guide.tlh.md: there is no section \"# step.one\"; "));
}

TEST_F(GuideCommands, an_unreadable_catalogue_is_reported) {
  const TemporaryFolder texts;
  (void)texts.write("tlh.toml", "[export]\nanswers = \n");
  const Finished listed = run_program({"list"}, {{"LANESCOPE_TEXTS", texts.path().string()}});
  EXPECT_EQ(listed.exit_code, 0);
  EXPECT_THAT(listed.err, HasSubstr("tlh.toml:2: not TOML"));
}

TEST_F(GuideCommands, a_broken_guide_is_a_finding_and_its_lesson_is_listed) {
  (void)folder_.write("step/guide.toml", "[[steps]]\n");
  const Finished finished = run({"list"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.out, HasSubstr("step: step"));
  EXPECT_THAT(finished.err, HasSubstr("guide.toml:1: steps[0]: name is missing"));
}

// A fifth of them, but in `./run test all`: each runs in other tests, too.
TEST_F(GuideCommands, grade_of_a_folder_has_a_row_and_a_page_for_each_whatever_it_does) {
  const auto submission = [&](const char* name, const std::string& body) {
    folder_.write(std::string("in/") + name,
                  "__global__ void k(int* out)\n{\n    " + body + "\n}\n");
  };
  submission("a.cu", "out[threadIdx.x * STEP] = 1;");
  submission("b.cu", "if (threadIdx.x % 2 == 0) out[threadIdx.x] = 1;");
  submission("c.cu", "out[threadIdx.x * STEP] = ;");
  submission("d.cu", "out[threadIdx.x * STEP + 1000] = 1;");
  std::filesystem::create_symlink("/etc/passwd", folder_.path() / "in" / "e.cu");
  const std::string in = (folder_.path() / "in").string();
  const auto grades = [&](const std::string& to, std::vector<std::string> more) {
    std::vector<std::string> words{
        "grade",         "step", "--set",    "STEP=1",
        "--submissions", in,     "--output", (folder_.path() / to).string()};
    words.insert(words.end(), more.begin(), more.end());
    const Finished finished = run_program(words, {{"LANESCOPE_KERNELS", folder_.path().string()}});
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    return text_of(folder_.path() / to / "grades.csv");
  };
  const std::string whole = grades("whole", {});
  EXPECT_THAT(whole, HasSubstr("a.cu,true,1,1,0,0,0,\r\n"));
  EXPECT_THAT(whole, HasSubstr("b.cu,false,0,1,0,0,0,\r\n"));
  EXPECT_THAT(whole, ContainsRegex("c.cu,false,,,,,,.*c.cu:3"));
  EXPECT_THAT(whole, HasSubstr("d.cu,false"));
  EXPECT_THAT(whole, ::testing::Not(HasSubstr("e.cu")));
  EXPECT_THAT(text_of(folder_.path() / "whole" / "b.md"),
              HasSubstr("**not met** | global_store.sectors = 4"));
  grades("one", {"--shard", "1/2"});
  grades("two", {"--shard", "2/2"});
  const Finished merged = run({"merge", (folder_.path() / "one/grades.csv").string(),
                               (folder_.path() / "two/grades.csv").string()});
  EXPECT_EQ(merged.out, whole) << merged.err;
}

TEST_F(GuideCommands, lint_finds_no_error_in_the_shipped_lessons) {
  const char* part = std::getenv("LANESCOPE_TEST_EVERYTHING") != nullptr ? "1/1" : "2/5";
  const Finished finished = run_program({"lint", "--no-cache", "--shard", part});
  EXPECT_EQ(finished.exit_code, 0) << finished.out;
  EXPECT_NE(finished.err.find(" 0 errors, 0 warnings"), std::string::npos) << finished.err;
}

TEST_F(GuideCommands, lint_ends_with_1_where_a_limit_is_broken_and_not_where_it_is_known) {
  const std::filesystem::path rules =
      folder_.write("rules.toml", "[limits]\nwarp_instructions = 1\n");
  const std::string known = (folder_.path() / "known.json").string();
  const std::vector<std::string> lint{"lint", "step", "--rules", rules.string()};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = lint;
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  };
  const Finished broken = with({});
  EXPECT_EQ(broken.exit_code, 1) << broken.err;
  EXPECT_NE(broken.out.find(" [warp_instructions]\n"), std::string::npos) << broken.out;
  EXPECT_EQ(with({"--write-baseline", known}).exit_code, 0);
  const Finished later = with({"--baseline", known});
  EXPECT_EQ(later.exit_code, 0) << later.out;
  EXPECT_EQ(later.out, "");
}

// A lesson of the user's own.
constexpr const char* own_lesson =
    "title = \"K\"\nsource = \"k.cu\"\nkernel = \"k\"\n[launch]\ngrid = [1]\nblock = [32, 32]\n"
    "[[args]]\nname = \"a\"\ntype = \"float\"\ncount = 1024\ninit = \"iota\"\n";
constexpr const char* own_tile =
    "__global__ void k(float* a) {\n  __shared__ float t[32][32];\n"
    "  t[threadIdx.y][threadIdx.x] = a[threadIdx.y * 32 + threadIdx.x];\n  __syncthreads();\n"
    "  a[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];\n}\n";

TEST_F(GuideCommands, lint_mends_a_kernel_so_that_it_keeps_its_limits) {
  const TemporaryFolder own;
  const std::filesystem::path kernel = own.write("k.cu", own_tile);
  const std::string lesson = own.write("lesson.toml", own_lesson).string();
  const std::string rules = folder_.write("rules.toml", "[limits]\nways = 2\n").string();
  EXPECT_EQ(run({"lint", lesson, "--rules", rules}).exit_code, 1);
  const Finished fixed = run({"lint", lesson, "--rules", rules, "--fix"});
  EXPECT_EQ(fixed.exit_code, 0) << fixed.out;
  EXPECT_THAT(fixed.err, HasSubstr("one more element in each row of 't'"));
  EXPECT_EQ(run({"lint", lesson, "--rules", rules}).exit_code, 0);
  EXPECT_THAT(text_of(kernel), HasSubstr("t[32][32 + 1];"));
}

TEST_F(GuideCommands, lint_does_not_mend_files_in_the_folders_of_lessons) {
  const std::filesystem::path kernel = folder_.write("own/k.cu", own_tile);
  const std::string lesson = folder_.write("own/lesson.toml", own_lesson).string();
  const std::string rules = folder_.write("rules.toml", "[limits]\nways = 2\n").string();
  const Finished refused = run({"lint", lesson, "--rules", rules, "--fix"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr("k.cu: a shipped lesson's file is not changed"));
  EXPECT_EQ(text_of(kernel), own_tile);
  EXPECT_EQ(run({"lint", "--fix"}).exit_code, 2);
}

// The threads' axes are those of the other variant's blocks, too.
TEST_F(GuideCommands, lint_does_not_mend_one_variant_at_the_cost_of_another) {
  const TemporaryFolder own;
  const std::string text =
      "__global__ void k(float* a) {\n  int i = threadIdx.x, j = threadIdx.y;\n"
      "  a[i * 32 + j] = 2 * a[i * 32 + j];\n}\n";
  const std::filesystem::path kernel = own.write("k.cu", text);
  const std::string lesson =
      own.write("lesson.toml", std::string(own_lesson) +
                                   "[[variants]]\nname = \"square\"\n[[variants]]\nname = "
                                   "\"flat\"\nlaunch = { block = [32, 8] }\n")
          .string();
  const std::string rules =
      folder_.write("rules.toml", "[limits]\nsectors_per_request = 8\n").string();
  EXPECT_EQ(run({"lint", lesson, "--rules", rules, "--fix"}).exit_code, 1);
  EXPECT_EQ(text_of(kernel), text);
}

TEST_F(GuideCommands, lint_writes_annotations_of_github_and_a_report_of_gitlab) {
  const std::filesystem::path rules =
      folder_.write("rules.toml", "[limits]\nwarp_instructions = 1\n");
  const auto as = [&](const char* format) {
    return run({"lint", "step", "--rules", rules.string(), "--format", format}).out;
  };
  EXPECT_EQ(as("github").substr(0, 13), "::error file=") << as("github");
  const auto report = nlohmann::json::parse(as("gitlab"));
  ASSERT_FALSE(report.empty());
  EXPECT_EQ(report[0].at("check_name"), "warp_instructions");
  EXPECT_EQ(report[0].at("severity"), "major");
  EXPECT_TRUE(report[0].at("location").at("lines").contains("begin"));
}

TEST_F(GuideCommands, lint_writes_sarif_with_rule_place_and_fingerprint) {
  const std::filesystem::path rules =
      folder_.write("rules.toml", "[limits]\nwarp_instructions = 1\n");
  const auto log = nlohmann::json::parse(
      run({"lint", "step", "--rules", rules.string(), "--format", "sarif"}).out);
  EXPECT_EQ(log.at("version"), "2.1.0");
  const auto& one = log.at("runs").at(0);
  EXPECT_EQ(one.at("tool").at("driver").at("name"), "Lanescope");
  const auto& result = one.at("results").at(0);
  EXPECT_EQ(result.at("ruleId"), "warp_instructions");
  EXPECT_EQ(result.at("level"), "error");
  EXPECT_TRUE(result.at("partialFingerprints").contains("lanescope/v1"));
  const auto& place = result.at("locations").at(0).at("physicalLocation");
  EXPECT_TRUE(place.at("region").at("startLine").is_number());
  EXPECT_TRUE(place.at("artifactLocation").at("uri").is_string());
}

TEST_F(GuideCommands, lint_of_a_folder_takes_all_of_its_lesson_files) {
  const std::filesystem::path other = std::filesystem::path("step") / "other.lesson.toml";
  (void)folder_.write(other, tests::text_of(folder_.path() / "step/lesson.toml"));
  const std::string folder = (folder_.path() / "step").string();
  EXPECT_NE(run({"lint", folder}).err.find("of 2 lessons:"), std::string::npos)
      << run({"lint", folder}).err;
  std::filesystem::remove(folder_.path() / "step/lesson.toml");
  EXPECT_NE(run({"lint", folder}).err.find("of 1 lesson:"), std::string::npos)
      << run({"lint", folder}).err;
}

TEST_F(GuideCommands, lint_takes_its_part_of_the_lessons) {
  EXPECT_NE(run({"lint", "step", "step", "step", "--shard", "2/3"}).err.find("of 1 lesson:"),
            std::string::npos);
  EXPECT_EQ(run({"lint", "step", "--shard", "4/3"}).exit_code, 2);
}

TEST_F(GuideCommands, check_lessons_finds_nothing_wrong_with_a_good_one) {
  const Finished finished = run({"check-lessons", "step"});
  EXPECT_EQ(finished.exit_code, 0) << finished.out << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("1 lesson, 0 problems"));
}

TEST_F(GuideCommands, check_lessons_notes_that_a_lesson_has_no_guide) {
  std::filesystem::remove(folder_.path() / "step/guide.toml");
  const Finished finished = run({"check-lessons", "step", "--files"});
  EXPECT_EQ(finished.exit_code, 0) << finished.out << finished.err;
  EXPECT_THAT(finished.out,
              HasSubstr("lesson.toml: note: the lesson has no guide\n1 lesson, 0 problems"));
}

TEST_F(GuideCommands, check_lessons_prints_a_line_for_each_problem_and_ends_with_1) {
  (void)folder_.write("step/k.cu", "__global__ void k(int* out) { out[threadIdx.x * STEP] = ; }\n");
  (void)folder_.write("step/guide.zh.md", "");
  const Finished finished = run({"check-lessons", "step", "--compiler", "clang"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.out, HasSubstr("guide.zh.md: there is no section \"# step.one\"; "));
  EXPECT_THAT(finished.out, HasSubstr("by clang"));
  const Finished files = run({"check-lessons", "step", "--files"});
  EXPECT_EQ(files.exit_code, 1);
  EXPECT_THAT(files.out, ::testing::Not(HasSubstr("by clang")));
}

TEST_F(GuideCommands, grade_says_what_is_met_and_ends_with_0_or_1) {
  const Finished begun = run({"grade", "step"});
  EXPECT_EQ(begun.exit_code, 1);
  EXPECT_THAT(begun.out, HasSubstr("NOT met"));
  EXPECT_THAT(begun.out, HasSubstr("global_store.sectors = 8, global_store.ideal_sectors = 4"));
  const Finished solved = run({"grade", "step", "--set", "STEP=1"});
  EXPECT_EQ(solved.exit_code, 0) << solved.out;
  EXPECT_THAT(solved.out, HasSubstr("passed"));
  const Finished by_path = run({"grade", (folder_.path() / "step").string(), "--set", "STEP=1"});
  EXPECT_EQ(by_path.exit_code, 0) << by_path.err;
}

TEST_F(GuideCommands, grade_as_json_has_every_figure) {
  const Finished finished = run({"grade", "step", "--json"});
  const Json json = Json::parse(finished.out);
  EXPECT_EQ(json.at("schema"), "lanescope.grade/1");
  EXPECT_EQ(json.at("passed"), false);
  EXPECT_EQ(json.at("params").at("STEP"), 2);
  EXPECT_EQ(json.at("goals").at(0).at("figures").at("global_store.sectors"), 8);
}

TEST_F(GuideCommands, grade_takes_a_kernel_of_ones_own) {
  const auto own = folder_.write("own.cu",
                                 "__global__ void k(int* out)\n{\n    out[threadIdx.x] = "
                                 "1;\n}\n");
  EXPECT_EQ(run({"grade", "step", "--kernel", own.string()}).exit_code, 0);
}

TEST_F(GuideCommands, grade_takes_the_own_copy_with_the_values_it_was_solved_with_and_names_it) {
  const auto copy = folder_.path() / "data/lanescope/exercises/step";
  std::filesystem::create_directories(copy);
  std::ofstream(copy / "lesson.toml") << "base = \"step\"\n" << lesson;
  std::ofstream(copy / "k.cu") << kernel;
  const auto progress = folder_.write(
      "solved.json",
      R"({"schema": "lanescope.progress/1", "lessons": {"step": {"step": ".exercise", "steps_seen": [],
          "answers": {}, "goals": [], "exercise_done": true, "solved":
          {"on": "2026-11-26", "variant": "", "values": {"STEP": 1}}}}})");
  const Environment solved{{"XDG_DATA_HOME", (folder_.path() / "data").string()},
                           {"LANESCOPE_KERNELS", folder_.path().string()},
                           {"LANESCOPE_PROGRESS", progress.string()}};
  const Finished passed = run_here({"grade", "step"}, solved);
  EXPECT_EQ(passed.exit_code, 0) << passed.out << passed.err;
  EXPECT_THAT(passed.out, HasSubstr((copy / "k.cu").string()));
  // Values given come before these; a path is taken as it is.
  EXPECT_EQ(run_here({"grade", "step", "--set", "STEP=2"}, solved).exit_code, 1);
  const Finished shipped = run_here({"grade", (folder_.path() / "step").string()}, solved);
  EXPECT_EQ(shipped.exit_code, 1);
  EXPECT_THAT(shipped.out, HasSubstr((folder_.path() / "step/k.cu").string()));
}

TEST_F(GuideCommands, check_lessons_needs_no_clang_for_a_kernel_that_only_nvrtc_compiles) {
  for (const compile::Availability& each : compile::available()) {
    if (!each.usable && each.compiler != compile::Compiler::nvcc) GTEST_SKIP() << each.why_not;
  }
  const Finished finished =
      run({"check-lessons", std::string(LANESCOPE_SOURCE_DIR) + "/kernels/lessons/nested"});
  EXPECT_EQ(finished.exit_code, 0) << finished.out;
}

TEST_F(GuideCommands, new_writes_a_lesson_file_that_runs_and_none_over_another) {
  const std::filesystem::path own = folder_.write(
      "own/scale.cu",
      "__global__ void scale(float* x, int n)\n{\n    int i = blockIdx.x * blockDim.x + "
      "threadIdx.x;\n    if (i < n) x[i] *= 2;\n}\n");
  const Finished made = run({"new", own.string()});
  EXPECT_EQ(made.exit_code, 0) << made.err;
  const std::string lesson_file = (folder_.path() / "own/lesson.toml").string();
  EXPECT_THAT(made.out, HasSubstr(lesson_file));
  const Finished ran = run({"sim", lesson_file});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(run({"new", own.string(), "--kernel", "other"}).exit_code, 2);
  EXPECT_EQ(run({"new", (folder_.path() / "nothing.cu").string()}).exit_code, 2);
}

TEST_F(GuideCommands, wrong_input_to_grade_ends_with_2) {
  EXPECT_EQ(run({"grade"}).exit_code, 2);
  EXPECT_EQ(run({"grade", "nothing"}).exit_code, 2);
  EXPECT_EQ(run({"grade", "step", "--set", "STEP=9"}).exit_code, 2);
  EXPECT_EQ(run({"grade", "step", "--kernel", "/nothing.cu"}).exit_code, 2);
}

TEST_F(GuideCommands, progress_is_shown_and_can_be_forgotten) {
  have_progress(some_progress);
  EXPECT_THAT(run({"progress"}).out,
              ContainsRegex("step +1 of 3 steps +1 of 2 questions, 1 right"));
  EXPECT_EQ(Json::parse(run({"progress", "--json"}).out).at("lessons").at("step").at("step"),
            "two");
  EXPECT_EQ(run({"progress", "--reset", "other"}).exit_code, 2);
  EXPECT_EQ(run({"progress", "--reset", "step"}).exit_code, 0);
  EXPECT_THAT(run({"progress"}).out, HasSubstr("0 of 3 steps"));
  have_progress(some_progress);
  EXPECT_EQ(run({"progress", "--reset"}).exit_code, 0);
  EXPECT_THAT(run({"progress"}).out, HasSubstr("0 of 3 steps"));
}

TEST_F(GuideCommands, progress_counts_a_wrong_answer_whose_question_was_then_shown) {
  have_progress(R"({"schema": "lanescope.progress/1", "lessons": {"step": {"step": "two",
      "steps_seen": ["one", "two"], "answers": {"sectors": {"given": null, "right": null,
      "tries": 1, "first": 4}}, "goals": [], "exercise_done": false}}})");
  EXPECT_THAT(run({"progress"}).out, ContainsRegex("1 of 2 questions, 0 right"));
}

TEST_F(GuideCommands, a_broken_progress_file_is_reported_and_not_changed) {
  have_progress("{");
  const Finished finished = run({"progress"});
  EXPECT_EQ(finished.exit_code, 2);
  EXPECT_THAT(finished.err, HasSubstr("progress.json: it can't be read"));
  EXPECT_THAT(finished.out, HasSubstr("0 of 3 steps"));
}

}  // namespace
}  // namespace lanescope::app::testing
