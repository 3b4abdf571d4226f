// The exercise in the real window, by mouse: the learner's file, what differs, what does not
// compile.
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "display_test.h"
#include "program_window.h"
#include "tests/temporary_folder.h"

namespace lanescope::app::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* begun_kernel = R"(__global__ void k(const int* in, int* out)
{
    __shared__ int s[32 * 32];
    int i = blockIdx.x * 32 + threadIdx.x;
    s[threadIdx.x * 32] = in[i];
    __syncthreads();
    out[i] = s[(31 - threadIdx.x) * 32] + 1;
}
)";
constexpr const char* solved_kernel = R"(__global__ void k(const int* in, int* out)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    out[i] = in[i + 31 - 2 * threadIdx.x] + 1;
}
)";
constexpr const char* wrong_kernel = R"(__global__ void k(const int* in, int* out)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    out[i] = i % 20 == 3 ? 0 : in[i + 31 - 2 * threadIdx.x] + 1;
}
)";
constexpr const char* broken_kernel = R"(__global__ void k(const int* in, int* out)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    out[i] = in[j] + 1;
}
)";
constexpr const char* exercise_lesson = R"(source = "k.cu"
kernel = "k"
[launch]
grid = [16]
block = [32]
[[args]]
name = "in"
type = "int"
count = 512
init = "iota"
[[args]]
name = "out"
type = "int"
count = 512
shape = [16, 32]
)";
constexpr const char* exercise_guide = R"([[steps]]
name = "one"
[exercise]
keeps = ["out"]
goals = [ { name = "free", when = "shared_load.conflicts == 0" } ]
solution = {}
)";
constexpr const char* exercise_prose =
    "# goal\nText.\n# step.one\n## One\nText.\n# exercise\n## Do it\n"
    "Without conflicts.\n# exercise.free\nNo conflicts\n"
    "# exercise.done\nWell done.\n";

class ExerciseWindowTest : public DisplayTest<1600, 900> {
 protected:
  void SetUp() override {
    DisplayTest<1600, 900>::SetUp();
    write("kernels/course.toml",
          "[[parts]]\nname = \"a\"\ntitle = { en = \"A\", zh = \"A\" }\n"
          "lessons = [\"own\", \"then\"]\n");
    for (const char* id : {"own", "then"}) {
      const std::string lesson = std::string("kernels/") + id + "/";
      write(lesson + "k.cu", begun_kernel);
      write(lesson + "lesson.toml", exercise_lesson);
      write(lesson + "guide.toml", exercise_guide);
      write(lesson + "guide.en.md", exercise_prose);
    }
    write("editor", "#!/bin/sh\nprintf '%s' \"$1\" > '" + (folder_ / "opened").string() + "'\n");
    ::chmod((folder_ / "editor").c_str(), 0755);
  }
  [[nodiscard]] fs::path own_file() const {
    return folder_ / "data" / "lanescope" / "exercises" / "own" / "k.cu";
  }
  void save(const std::string& text) const { std::ofstream(own_file()) << text; }
  [[nodiscard]] std::unique_ptr<ProgramWindow> open() const {
    return std::make_unique<ProgramWindow>(
        ProgramWindow::Options{display_->name(),
                               folder_,
                               {"own", "--step", "exercise"},
                               {"LANESCOPE_KERNELS=" + (folder_ / "kernels").string(),
                                "XDG_DATA_HOME=" + (folder_ / "data").string(),
                                "VISUAL=" + (folder_ / "editor").string()}});
  }
  static bool is_checked(const Json& now) {
    return now["guide"].is_object() && !now["guide"]["goals"].empty() && now["running"] == false;
  }
  static bool passes(const Json& now) { return is_checked(now) && now["guide"]["passed"] == true; }
  // Clicks on the control once it is there. False: it does not come.
  static bool click(const ProgramWindow& window, const std::string& id) {
    const Json json =
        window.wait_for([&](const Json& now) { return now["controls"].contains(id); });
    if (json.empty()) return false;
    const Json& rect = json["controls"][id];
    window.click_on(rect);
    return true;
  }
  // With the learner's own copy open.
  std::unique_ptr<ProgramWindow> open_copy() const {
    auto window = open();
    EXPECT_TRUE(click(*window, "guide.copy_path"));
    EXPECT_FALSE(window
                     ->wait_for([](const Json& now) {
                       return is_checked(now) && now["guide"]["own_copy"] == true;
                     })
                     .empty());
    return window;
  }
};

TEST_F(ExerciseWindowTest, the_file_opens_in_the_editor_of_the_environment) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for(is_checked).empty());
  ASSERT_TRUE(click(*window, "guide.open_file"));
  const Json json = window->wait_for([&](const Json& now) {
    return now["guide"]["own_copy"] == true && fs::exists(folder_ / "opened") &&
           fs::file_size(folder_ / "opened") > 0;
  });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(tests::text_of(folder_ / "opened"), own_file().string());
  EXPECT_NE(json["notice"].get<std::string>().find("k.cu"), std::string::npos) << json["notice"];
}

TEST_F(ExerciseWindowTest, an_editor_that_fails_is_one_message) {
  write("editor", "#!/bin/sh\nexit 4\n");
  const auto window = open();
  ASSERT_FALSE(window->wait_for(is_checked).empty());
  ASSERT_TRUE(click(*window, "guide.open_file"));
  Json json = window->wait_for([](const Json& now) {
    return now["notice"].get<std::string>().find("could not open") != std::string::npos;
  });
  ASSERT_FALSE(json.empty());
  EXPECT_NE(json["notice"].get<std::string>().find("code 4"), std::string::npos);
  window->keys({"t"});  // ends the notice; the box beside the button still says it
  json = window->wait_for([](const Json& now) { return now["notice"] == ""; });
  ASSERT_FALSE(json.empty());
  EXPECT_NE(json["guide"]["file_trouble"].get<std::string>().find("code 4"), std::string::npos);
  save(wrong_kernel);  // by another editor
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return now["guide"]["file_trouble"] == ""; }).empty());
}

TEST_F(ExerciseWindowTest, after_an_editor_has_failed_the_main_button_copies_the_path) {
  write("editor", "#!/bin/sh\nexit 4\n");
  const auto window = open();
  ASSERT_FALSE(window->wait_for(is_checked).empty());
  ASSERT_TRUE(click(*window, "guide.open_file_below"));
  ASSERT_TRUE(click(*window, "guide.copy_path_below"));
  const Json json = window->wait_for([](const Json& now) {
    return now["notice"].get<std::string>().find("k.cu") != std::string::npos &&
           now["notice"].get<std::string>().find("could not open") == std::string::npos;
  });
  ASSERT_FALSE(json.empty());
  EXPECT_TRUE(json["controls"].contains("guide.copy_path_below"));  // copying opens no editor
  EXPECT_FALSE(json["controls"].contains("guide.open_file_below"));
  save(wrong_kernel);  // by another editor: this one would fail again
  const Json saved =
      window->wait_for([](const Json& now) { return now["guide"]["file_trouble"] == ""; });
  ASSERT_FALSE(saved.empty());
  EXPECT_TRUE(saved["controls"].contains("guide.copy_path_below"));
}

TEST_F(ExerciseWindowTest, elements_that_differ_are_shown_on_the_arrays_map) {
  const auto window = open_copy();
  save(wrong_kernel);
  ASSERT_TRUE(click(*window, "guide.show_wrong.out"));
  const Json json = window->wait_for([](const Json& now) {
    return now["maps"].is_object() && now["maps"]["shown"].is_object() &&
           now["maps"]["shown"]["quantity"] == "wrong" && now["maps"]["working"] == false;
  });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["page"], "map");
  EXPECT_EQ(json["maps"]["shown"]["width"], 32);
  EXPECT_EQ(json["maps"]["shown"]["largest"], 1);
  save(solved_kernel);  // nothing differs any more
  EXPECT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return passes(now) && now["maps"]["shown"].is_object() &&
                            now["maps"]["shown"]["quantity"] != "wrong";
                   })
                   .empty());
}

TEST_F(ExerciseWindowTest, a_solved_exercise_is_solved_when_it_is_opened_again) {
  {
    const auto window = open_copy();
    save(solved_kernel);
    ASSERT_FALSE(window->wait_for(passes).empty());
    EXPECT_TRUE(window->close());
  }
  fs::remove(folder_ / "state.json");
  {
    const auto window = open();
    const Json json = window->wait_for(passes);
    ASSERT_FALSE(json.empty());
    EXPECT_EQ(json["guide"]["own_copy"], true);
    EXPECT_TRUE(json["guide"]["solved"].is_string());
    EXPECT_TRUE(window->close());
  }
  fs::remove(folder_ / "state.json");
  save(begun_kernel);
  const auto window = open();
  const Json json = window->wait_for(is_checked);
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["passed"], false);
  EXPECT_TRUE(json["guide"]["solved"].is_string());
}

TEST_F(ExerciseWindowTest,
       the_open_exercise_offers_the_file_first_and_a_solved_one_the_next_lesson) {
  const auto window = open_copy();
  Json json = window->wait_for(is_checked);
  ASSERT_FALSE(json.empty());
  ASSERT_TRUE(json["controls"].contains("guide.open_file_below"));
  ASSERT_TRUE(json["controls"].contains("guide.next_lesson"));
  EXPECT_GT(json["controls"]["guide.open_file_below"][0], json["controls"]["guide.next_lesson"][0]);
  save(solved_kernel);
  json = window->wait_for(passes);
  ASSERT_FALSE(json.empty());
  EXPECT_FALSE(json["controls"].contains("guide.open_file_below"));
  ASSERT_TRUE(json["controls"].contains("guide.next_lesson"));
  window->hover(json["controls"]["guide.next_lesson"]);
  EXPECT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["tooltip"] == "This lesson is done. Opens the next one.";
                   })
                   .empty());
}

TEST_F(ExerciseWindowTest,
       a_text_that_does_not_compile_makes_the_picture_stale_until_it_is_mended) {
  const auto window = open_copy();
  save(broken_kernel);
  const Json json = window->wait_for([](const Json& now) { return now["stale"] == true; });
  ASSERT_FALSE(json.empty());
  EXPECT_NE(json["problem"].get<std::string>().find("k.cu:4"), std::string::npos);
  save(solved_kernel);
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return passes(now) && now["stale"] == false; })
          .empty());
}

}  // namespace
}  // namespace lanescope::app::test
