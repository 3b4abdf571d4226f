// Parsing of the arguments: which are accepted, which are refused, and what the commands receive.
// The window is a fake here.

#include "app/command_line/command_line.h"

#include <gtest/gtest.h>

#include <optional>

#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

// Records the options it was opened with.
struct FakeScreen {
  std::optional<WindowOptions> opened;
  std::optional<ShotOptions> shot;
  int exit_code = 0;

  Screen screen() {
    return {[this](const WindowOptions& options) {
              opened = options;
              return exit_code;
            },
            [this](const ShotOptions& options) -> tl::expected<void, Problem> {
              shot = options;
              if (exit_code == 0) return {};
              Problem problem;
              problem.exit_code = exit_code;
              problem.message = "no display";
              return tl::unexpected(problem);
            }};
  }
};

Result run_with(FakeScreen& fake, const std::vector<std::string>& arguments) {
  return run_command_line(arguments, fake.screen());
}
Result run_without_window(const std::vector<std::string>& arguments) {
  return run_command_line(arguments, Screen{});
}

void expect_wrong_usage(const std::vector<std::string>& arguments, const std::string& because) {
  FakeScreen fake;
  const Result result = run_with(fake, arguments);
  EXPECT_EQ(result.exit_code, 2) << because;
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find(because), std::string::npos) << result.err;
  EXPECT_FALSE(fake.opened || fake.shot);
}

TEST(CommandLine, help_goes_to_the_standard_output_and_names_every_command) {
  const Result result = run_without_window({"--help"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  for (const char* command : {"list", "sim", "access", "shot"})
    EXPECT_NE(result.out.find(command), std::string::npos) << command;
}

TEST(CommandLine, help_is_another_word_for_its_option) {
  EXPECT_EQ(run_without_window({"help"}).out, run_without_window({"--help"}).out);
  EXPECT_EQ(run_without_window({"help", "sim"}).out, run_without_window({"sim", "--help"}).out);
  EXPECT_EQ(run_without_window({"help"}).exit_code, 0);
}

TEST(CommandLine, help_names_excluded_options_in_one_order_at_every_start) {
  const std::string help = run_without_window({"sim", "--help"}).out;
  EXPECT_NE(help.find("--against NAME=VALUE ... Excludes: --dump --json\n"), std::string::npos)
      << help;
}

TEST(CommandLine, a_kernel_without_a_lesson_or_without_a_file_says_what_to_do) {
  const tests::TemporaryFolder folder;
  const std::string kernel = folder.write("k.cu", "__global__ void k() {}\n").string();
  const Result alone = run_without_window({"sim", kernel});
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_NE(alone.err.find("lanescope new " + kernel), std::string::npos) << alone.err;
  const Result missing = run_without_window({"sim", "nosuch.cu"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_NE(missing.err.find("nosuch.cu: no such file"), std::string::npos) << missing.err;
}

TEST(CommandLine, help_of_a_command_lists_its_options) {
  const Result result = run_without_window({"sim", "--help"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.out.find("--against"), std::string::npos) << result.out;
}

TEST(CommandLine, version_is_the_program_and_its_number) {
  const Result result = run_without_window({"--version"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.out.starts_with("lanescope ")) << result.out;
}

TEST(CommandLine, an_unknown_command_is_refused_with_the_list_of_commands) {
  const std::string all =
      "access, advise, check-lessons, check-scenes, compare, count, export, grade, launches, lint, "
      "list, machines, merge, new, progress, run, shot, sim, steps, survey, sweep, time, "
      "transfers, validate";
  expect_wrong_usage({"frobnicate"}, all);
  expect_wrong_usage({"frobnicate", "transpose"}, all);
}

TEST(CommandLine, unknown_options_and_extra_arguments_are_refused) {
  expect_wrong_usage({"--frobnicate"}, "--frobnicate");
  expect_wrong_usage({"list", "--frobnicate"}, "--frobnicate");
  expect_wrong_usage({"list", "extra"}, "extra");
  expect_wrong_usage({"sim", "transpose", "extra"}, "extra");
  expect_wrong_usage({"list", "sim", "transpose"}, "sim");
}

TEST(CommandLine, what_a_program_is_given_stands_behind_two_dashes) {
  expect_wrong_usage({"my.cu", "20", "fast"}, "lanescope run my.cu -- 20 fast");
}

TEST(CommandLine, what_a_command_needs_must_be_given) {
  expect_wrong_usage({"sim"}, "LESSON");
  expect_wrong_usage({"access"}, "--csv");
  expect_wrong_usage({"shot", "transpose"}, "--output");
  expect_wrong_usage({"shot", "-o", "a.png"}, "LESSON");
}

TEST(CommandLine, the_option_with_the_bad_value_is_named) {
  expect_wrong_usage({"sim", "transpose", "--set", "PAD"}, "--set: 'PAD'");
  expect_wrong_usage({"sim", "transpose", "--set"}, "--set");
  expect_wrong_usage({"sim", "transpose", "--against", "PAD=x"}, "--against: 'PAD=x'");
  expect_wrong_usage({"sim", "transpose", "--blocks", "0"}, "--blocks: '0'");
  expect_wrong_usage({"sim", "transpose", "--compiler", "gcc"}, "--compiler");
  expect_wrong_usage({"sim", "transpose", "--threads", "-1"}, "--threads");
  expect_wrong_usage({"shot", "transpose", "-o", "a.png", "--size", "big"}, "--size: 'big'");
  expect_wrong_usage({"shot", "transpose", "-o", "a.png", "--theme", "pink"}, "--theme");
  expect_wrong_usage({"shot", "transpose", "-o", "a.png", "--language", "xx"}, "--language");
  expect_wrong_usage({"shot", "transpose", "-o", "a.png", "--scale", "300"}, "--scale");
  expect_wrong_usage({"shot", "transpose", "-o", "a.png", "--view", "sideways"}, "--view");
  expect_wrong_usage({"shot", "transpose", "-o", "a.gif"}, "a.gif");
}

TEST(CommandLine, an_option_before_a_command_that_does_not_take_it_is_refused) {
  expect_wrong_usage({"--machine", "tesla-k40", "list"}, "'list' does not take --machine");
  expect_wrong_usage({"--set", "PAD=1", "machines"}, "'machines' does not take --set");
  expect_wrong_usage({"--theme", "light", "sim", "transpose"}, "'sim' does not take --theme");
}

TEST(CommandLine, json_cannot_hold_two_states) {
  expect_wrong_usage({"sim", "transpose", "--json", "--against", "PAD=1"}, "--against");
}

TEST(CommandLine, no_arguments_open_the_window_on_the_transpose_lesson) {
  FakeScreen fake;
  EXPECT_EQ(run_with(fake, {}).exit_code, 0);
  ASSERT_TRUE(fake.opened);
  EXPECT_EQ(fake.opened->lesson, "transpose");
  EXPECT_FALSE(fake.opened->width);  // the size of the last session applies
  EXPECT_FALSE(fake.opened->scale_percent);
}

TEST(CommandLine, a_lesson_opens_the_window_there) {
  FakeScreen fake;
  const Result result =
      run_with(fake, {"transpose", "--variant", "tile", "--set", "PAD=1", "--theme", "light"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  ASSERT_TRUE(fake.opened);
  EXPECT_EQ(fake.opened->variant, "tile");
  EXPECT_EQ(fake.opened->overrides, (lesson::Values{{"PAD", 1}}));
  EXPECT_EQ(fake.opened->theme, "light");
}

TEST(CommandLine, the_windows_exit_code_is_the_programs) {
  FakeScreen fake;
  fake.exit_code = 3;
  EXPECT_EQ(run_with(fake, {}).exit_code, 3);
}

TEST(CommandLine, a_missing_lesson_file_is_not_taken_for_a_misspelt_command) {
  FakeScreen fake;
  const Result result = run_with(fake, {"nowhere/lesson.toml"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("nowhere/lesson.toml"), std::string::npos) << result.err;
  EXPECT_EQ(result.err.find("command"), std::string::npos) << result.err;
}

TEST(CommandLine, shot_receives_every_option) {
  FakeScreen fake;
  const Result result =
      run_with(fake, {"shot",       "--set", "PAD=1",   "--set",    "N=64",       "transpose",
                      "--variant",  "tile",  "--size",  "1280x720", "--theme",    "light",
                      "--language", "zh",    "--scale", "150",      "--compiler", "clang",
                      "--view",     "bank",  "-o",      "a.png"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "");
  ASSERT_TRUE(fake.shot);
  const ShotOptions& shot = *fake.shot;
  EXPECT_EQ(shot.lesson, "transpose");
  EXPECT_EQ(shot.variant, "tile");
  EXPECT_EQ(shot.overrides, (lesson::Values{{"N", 64}, {"PAD", 1}}));
  EXPECT_EQ(shot.width, 1280);
  EXPECT_EQ(shot.height, 720);
  EXPECT_EQ(shot.theme, "light");
  EXPECT_EQ(shot.language, "zh");
  EXPECT_EQ(shot.scale_percent, 150);
  EXPECT_EQ(shot.compiler, compile::Compiler::clang);
  EXPECT_EQ(shot.view, "bank");
  EXPECT_EQ(shot.output, "a.png");
}

TEST(CommandLine, a_shot_that_fails_says_why) {
  FakeScreen fake;
  fake.exit_code = 3;
  const Result result = run_with(fake, {"shot", "transpose", "-o", "a.png"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.err, "no display\n");
}

TEST(CommandLine, a_build_without_a_window_says_so) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{}, std::vector<std::string>{"shot", "transpose", "-o", "a.png"}}) {
    const Result result = run_without_window(arguments);
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find("window"), std::string::npos) << result.err;
  }
}

TEST(CommandLine, a_machine_reaches_the_window_and_the_default_one_as_none) {
  FakeScreen fake;
  EXPECT_EQ(run_with(fake, {"transpose", "--machine", "tesla-c1060"}).exit_code, 0);
  ASSERT_TRUE(fake.opened);
  EXPECT_EQ(fake.opened->machine, "tesla-c1060");
  EXPECT_EQ(run_with(fake, {"transpose", "--machine", "h200"}).exit_code, 0);
  EXPECT_EQ(fake.opened->machine, "");
}

TEST(CommandLine, an_unknown_machine_is_wrong_usage_that_lists_the_others) {
  expect_wrong_usage({"sim", "transpose", "--machine", "tesla-c1061"},
                     "did you mean 'tesla-c1060'");
  expect_wrong_usage({"shot", "transpose", "-o", "a.png", "--machine", "nothing"},
                     "no such machine");
}

TEST(CommandLine, machines_lists_every_machine_and_one_with_its_sources) {
  const Result list = run_without_window({"machines"});
  EXPECT_EQ(list.exit_code, 0);
  for (const char* id : {"geforce-8800-gtx", "tesla-c1060", "a100", "h200", "b200"})
    EXPECT_NE(list.out.find(id), std::string::npos) << id;
  EXPECT_EQ(run_without_window({"machines", "tesla-c1061"}).exit_code, 2);
}

}  // namespace
}  // namespace lanescope::app
