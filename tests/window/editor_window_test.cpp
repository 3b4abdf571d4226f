// Changing a kernel's text in the real window.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "display_test.h"
#include "program_window.h"
#include "tests/temporary_folder.h"

namespace lanescope::app::test {
namespace {

class EditorWindowTest : public DisplayTest<1280, 720> {
 protected:
  std::unique_ptr<ProgramWindow> open(const std::vector<std::string>& arguments) {
    return std::make_unique<ProgramWindow>(
        ProgramWindow::Options{display_->name(),
                               folder_,
                               arguments,
                               {"XDG_STATE_HOME=" + (folder_ / "state").string(),
                                "XDG_DATA_HOME=" + (folder_ / "data").string()}});
  }
  static Json edits(const ProgramWindow& window) {
    return window.wait_for([](const Json& now) { return now["editor"].is_object(); });
  }
  // Saved, run, and `wanted`.
  static Json ran(const ProgramWindow& window, const std::function<bool(const Json&)>& wanted) {
    return window.wait_for([&](const Json& now) {
      return now["running"] == false &&
             (now["editor"].is_null() || now["editor"]["saved"] == true) && wanted(now);
    });
  }
  static std::uint64_t wavefronts(const Json& json) {
    return json["totals"]["shared_load"]["wavefronts"];
  }
};

TEST_F(EditorWindowTest, the_picture_follows_what_is_typed_broken_mended_undone_and_restored) {
  const auto window = open({"transpose", "--variant", "tile"});
  const Json before = window->wait_for_run();
  ASSERT_FALSE(before.empty());
  ASSERT_TRUE(before["controls"].contains("code.edit")) << before["controls"];
  window->click_on(before["controls"]["code.edit"]);
  const Json begun = edits(*window);
  ASSERT_FALSE(begun.empty());
  EXPECT_TRUE(begun["editor"]["file"].get<std::string>().ends_with("/edited/transpose/tile.cu"));
  EXPECT_FALSE(begun["editor"]["changed"]);

  // The row gets a word of padding, by finding and replacing.
  window->keys({"ctrl+h"});
  window->type("TILE + PAD");
  window->keys({"Tab"});
  window->type("TILE + 1");
  window->keys({"Return"});
  window->keys({"Return"});
  const Json padded = ran(*window, [&](const Json& now) {
    return !now["totals"].is_null() && wavefronts(now) * 8 < wavefronts(before);
  });
  ASSERT_FALSE(padded.empty());
  EXPECT_TRUE(padded["editor"]["changed"]);

  // Broken: the error stands at its line, and the picture stays.
  window->keys({"Escape", "ctrl+Home"});
  window->type("oops ");
  const Json broken =
      ran(*window, [](const Json& now) { return !now["editor"]["errors"].empty(); });
  ASSERT_FALSE(broken.empty());
  EXPECT_EQ(wavefronts(broken), wavefronts(padded));
  window->keys({"ctrl+z"});
  const Json mended = ran(*window, [](const Json& now) { return now["editor"]["errors"].empty(); });
  ASSERT_FALSE(mended.empty());
  EXPECT_EQ(wavefronts(mended), wavefronts(padded));

  ASSERT_TRUE(mended["controls"].contains("edit.restore")) << mended["controls"];
  window->click_on(mended["controls"]["edit.restore"]);
  const Json restored =
      ran(*window, [&](const Json& now) { return wavefronts(now) == wavefronts(before); });
  ASSERT_FALSE(restored.empty());
  EXPECT_FALSE(restored["editor"]["changed"]);
  window->keys({"Escape"});
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["editor"].is_null(); }).empty());
}

TEST_F(EditorWindowTest, what_is_typed_outlives_a_kill_and_what_another_program_writes_is_shown) {
  const tests::TemporaryFolder lesson;
  lesson.write("lesson.toml",
               "source = \"kernel.cu\"\nkernel = \"k\"\n[launch]\ngrid = [1]\nblock = [32]\n"
               "[[args]]\nname = \"a\"\ntype = \"float\"\ncount = \"1024\"\n");
  const std::string text = "__global__ void k(float* a) {\n    a[threadIdx.x] = 1;\n}\n";
  const auto kernel = lesson.write("kernel.cu", text);
  {
    const auto window = open({lesson.path().string()});
    ASSERT_FALSE(window->wait_for_run().empty());
    window->keys({"ctrl+i"});
    ASSERT_FALSE(edits(*window).empty());
    window->keys({"ctrl+Home"});
    window->type("// mine ");
    ASSERT_FALSE(window
                     ->wait_for([](const Json& now) {
                       return now["editor"].is_object() && now["editor"]["column"] == 8;
                     })
                     .empty());
    ::kill(window->process(), SIGKILL);
  }
  const auto window = open({lesson.path().string()});
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"ctrl+i"});
  ASSERT_FALSE(edits(*window).empty());
  ASSERT_FALSE(ran(*window, [&](const Json&) {
                 return tests::text_of(kernel) == "// mine " + text;
               }).empty());
  // As an input method sends it: two characters of Chinese.
  window->keys({"ctrl+Home"});
  window->type("// ");
  window->type_character(0x4e2d);
  window->type_character(0x6587);
  window->keys({"Return"});
  ASSERT_FALSE(ran(*window, [&](const Json&) {
                 return tests::text_of(kernel) == "// 中文\n// mine " + text;
               }).empty());
  // Elsewhere: two words a thread, so twice the lines.
  lesson.write("kernel.cu",
               "__global__ void k(float* a) {\n    a[threadIdx.x * 2] = 1;\n}\n// end\n");
  const Json followed = ran(*window, [](const Json& now) {
    return now["editor"]["lines"] == 5 && !now["totals"].is_null() &&
           now["totals"]["global_store"]["sectors"] == 8;
  });
  EXPECT_FALSE(followed.empty());
  window->keys({"ctrl+Home"});
  window->type("// last ");
  EXPECT_TRUE(window->close());  // before the pause is over, or after it
  EXPECT_TRUE(tests::text_of(kernel).starts_with("// last "));
}

}  // namespace
}  // namespace lanescope::app::test
