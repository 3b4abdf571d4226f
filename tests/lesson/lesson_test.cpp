#include "kernels/lesson_file/lesson.h"

#include <gtest/gtest.h>

#include "tests/lesson/lesson_folder.h"

namespace lanescope::lesson::testing {
namespace {

TEST(LessonFile, a_minimal_lesson_has_one_variant_without_a_name) {
  const LessonFolder folder;
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  ASSERT_EQ(lesson->variants().size(), 1u);
  EXPECT_EQ(lesson->variants()[0].name, "");
  EXPECT_EQ(lesson->variants()[0].kernel, "scale");
}

TEST(LessonFile, a_lesson_is_named_after_its_folder) {
  const LessonFolder folder;
  const auto by_folder = loaded(folder);
  ASSERT_TRUE(by_folder);
  EXPECT_EQ(by_folder->id(), folder.path().filename());
  EXPECT_EQ(by_folder->title().english(), folder.path().filename());
  EXPECT_EQ(by_folder->path(), folder.file());
}

TEST(LessonFile, a_lesson_of_another_name_is_named_after_its_file) {
  const LessonFolder folder;
  folder.write("my_kernel.toml", minimal_lesson);
  const auto lesson = Lesson::load(folder.path() / "my_kernel.toml");
  ASSERT_TRUE(lesson);
  EXPECT_EQ(lesson->id(), "my_kernel");
}

TEST(LessonFile, titles_come_in_two_languages) {
  const LessonFolder folder("title = { en = \"Scale\", zh = \"缩放\" }\n" + minimal_lesson);
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  EXPECT_EQ(lesson->title().in("en"), "Scale");
  EXPECT_EQ(lesson->title().in("zh"), "缩放");
}

TEST(LessonFile, a_title_without_chinese_falls_back_to_english) {
  const LessonFolder folder("title = \"Scale\"\n" + minimal_lesson);
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  EXPECT_EQ(lesson->title().in("zh"), "Scale");
  EXPECT_EQ(lesson->title().in("de"), "Scale");
}

TEST(LessonFile, titles_and_labels_come_in_any_language) {
  const LessonFolder folder(
      "title = { en = \"Scale\", tlh = \"juv\", pt-BR = \"Escalar\" }\n" +
      changed(minimal_lesson, "PAD = 0",
              "PAD = { default = 0, label = { en = \"pad\", tlh = \"chel\" } }"));
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  EXPECT_EQ(lesson->title().in("tlh"), "juv");
  EXPECT_EQ(lesson->title().in("pt-BR"), "Escalar");
  EXPECT_EQ(lesson->title().in("zh"), "Scale");
  EXPECT_TRUE(lesson->title().has("tlh"));
  EXPECT_FALSE(lesson->title().has("zh"));
  EXPECT_EQ(lesson->parameters("")[1].label.in("tlh"), "chel");
}

TEST(LessonFile, parameters_keep_the_files_order) {
  const LessonFolder folder(changed(minimal_lesson, "PAD = 0", "Z = 1\nPAD = 0\nA = 2"));
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  std::vector<std::string> names;
  for (const Parameter& parameter : lesson->parameters("")) names.push_back(parameter.name);
  EXPECT_EQ(names, (std::vector<std::string>{"N", "Z", "PAD", "A"}));
}

TEST(LessonFile, a_parameter_has_its_range_and_label) {
  const LessonFolder folder(
      changed(minimal_lesson, "step = 32", "step = 32, label = { en = \"size\", zh = \"大小\" }"));
  const auto lesson = loaded(folder);
  ASSERT_TRUE(lesson);
  const std::vector<Parameter> parameters = lesson->parameters("");
  ASSERT_EQ(parameters.size(), 2u);
  EXPECT_EQ(parameters[0].default_value, 1024);
  EXPECT_EQ(parameters[0].min, 32);
  EXPECT_EQ(parameters[0].max, 4096);
  EXPECT_EQ(parameters[0].increment, 32);
  EXPECT_EQ(parameters[0].label.in("zh"), "大小");
  EXPECT_EQ(parameters[1].min, std::nullopt);
  EXPECT_EQ(parameters[1].increment, 1);
  EXPECT_EQ(parameters[1].label.in("en"), "PAD");
}

const std::string variants = minimal_lesson + R"([[variants]]
name = "plain"
[[variants]]
name = "padded"
title = { en = "Padded", zh = "填充" }
kernel = "scale_padded"
set = { PAD = 1, N = 2048 }
[[variants]]
name = "other"
source = "other.cu"
params = { PAD = 3, WIDTH = { default = 4, min = 1 } }
launch = { block = [32, 8], dynamic_shared = "WIDTH * 1024" }
[[variants.args]]
name = "n"
type = "int"
value = "N"
)";

class Variants : public ::testing::Test {
 protected:
  Variants() : folder_(variants) { folder_.write("other.cu", "// another text\n"); }
  LessonFolder folder_;
};

TEST_F(Variants, are_in_the_files_order) {
  const auto lesson = loaded(folder_);
  ASSERT_TRUE(lesson);
  ASSERT_EQ(lesson->variants().size(), 3u);
  EXPECT_EQ(lesson->variants()[0].name, "plain");
  EXPECT_EQ(lesson->variants()[1].name, "padded");
  EXPECT_EQ(lesson->variants()[2].name, "other");
}

TEST_F(Variants, keys_missing_in_a_variant_come_from_the_lesson) {
  const auto lesson = loaded(folder_);
  ASSERT_TRUE(lesson);
  const auto resolved = lesson->resolve("plain", {});
  ASSERT_TRUE(resolved);
  EXPECT_EQ(resolved->kernel, "scale");
  EXPECT_EQ(resolved->source_name, "kernel.cu");
  EXPECT_EQ(resolved->block, (std::array<std::int64_t, 3>{256, 1, 1}));
  EXPECT_EQ(lesson->variants()[0].title.english(), "plain");
}

TEST_F(Variants, set_gives_other_defaults) {
  const auto lesson = loaded(folder_);
  ASSERT_TRUE(lesson);
  EXPECT_EQ(lesson->variants()[1].set,
            (std::map<std::string, std::int64_t>{{"N", 2048}, {"PAD", 1}}));
  const auto resolved = lesson->resolve("padded", {});
  ASSERT_TRUE(resolved);
  EXPECT_EQ(resolved->params, (Values{{"N", 2048}, {"PAD", 1}}));
  EXPECT_EQ(resolved->kernel, "scale_padded");
  EXPECT_EQ(resolved->grid[0], 8);
  EXPECT_EQ(lesson->variants()[1].title.in("zh"), "填充");
}

TEST_F(Variants, values_given_by_set_can_still_be_changed) {
  const auto lesson = loaded(folder_);
  ASSERT_TRUE(lesson);
  const auto resolved = lesson->resolve("padded", {{"PAD", 5}});
  ASSERT_TRUE(resolved);
  EXPECT_EQ(resolved->params.at("PAD"), 5);
}

TEST_F(Variants, params_and_launch_join_the_lessons_key_by_key) {
  const auto lesson = loaded(folder_);
  ASSERT_TRUE(lesson);
  const auto resolved = lesson->resolve("other", {});
  ASSERT_TRUE(resolved);
  EXPECT_EQ(resolved->params, (Values{{"N", 1024}, {"PAD", 3}, {"WIDTH", 4}}));
  EXPECT_EQ(resolved->grid, (std::array<std::int64_t, 3>{4, 1, 1}));
  EXPECT_EQ(resolved->block, (std::array<std::int64_t, 3>{32, 8, 1}));
  EXPECT_EQ(resolved->dynamic_shared_bytes, 4096u);
}

TEST_F(Variants, args_take_the_place_of_the_lessons) {
  const auto lesson = loaded(folder_);
  ASSERT_TRUE(lesson);
  const auto resolved = lesson->resolve("other", {});
  ASSERT_TRUE(resolved);
  ASSERT_EQ(resolved->args.size(), 1u);
  EXPECT_EQ(resolved->args[0].name, "n");
  EXPECT_EQ(resolved->source_text, "// another text\n");
}

TEST_F(Variants, no_name_means_the_first) {
  const auto lesson = loaded(folder_);
  ASSERT_TRUE(lesson);
  const auto resolved = lesson->resolve("", {});
  ASSERT_TRUE(resolved);
  EXPECT_EQ(resolved->variant, "plain");
}

TEST_F(Variants, an_unknown_one_is_an_error_that_lists_the_known_ones) {
  const auto lesson = loaded(folder_);
  ASSERT_TRUE(lesson);
  const auto resolved = lesson->resolve("paded", {});
  ASSERT_FALSE(resolved);
  EXPECT_NE(resolved.error().message.find("did you mean 'padded'?; there are plain, padded, other"),
            std::string::npos)
      << resolved.error().message;
}

TEST_F(Variants, an_unknown_one_has_no_parameters) {
  const auto lesson = loaded(folder_);
  ASSERT_TRUE(lesson);
  EXPECT_TRUE(lesson->parameters("nothing").empty());
}

TEST(LessonFile, that_is_a_kernels_text_is_recognised) {
  const LessonFolder folder;
  const auto lesson = Lesson::load(folder.path() / "kernel.cu");
  ASSERT_FALSE(lesson.has_value());
  EXPECT_NE(lesson.error().message.find("no lesson file beside it names it"), std::string::npos)
      << lesson.error().message;
}

TEST(LessonFile, that_is_a_whole_program_is_recognised) {
  LessonFolder folder;
  folder.write("program.cu",
               "__global__ void k() {}\nint  main (int, char**) { k<<<1, 1>>>(); }\n");
  const auto lesson = Lesson::load(folder.path() / "program.cu");
  ASSERT_FALSE(lesson.has_value());
  EXPECT_NE(lesson.error().message.find("\"lanescope run "), std::string::npos)
      << lesson.error().message;
}

}  // namespace
}  // namespace lanescope::lesson::testing
