// The code pane of a kernel that includes a file, in the real window.
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "display_test.h"
#include "program_window.h"
#include "tests/temporary_folder.h"

namespace lanescope::app::test {
namespace {

class CodeFilesWindowTest : public DisplayTest<1600, 900> {};

TEST_F(CodeFilesWindowTest, follow_the_access_and_are_chosen_by_mouse_and_keys) {
  const tests::TemporaryFolder lesson;
  lesson.write("lesson.toml",
               "source = \"kernel.cu\"\nkernel = \"k\"\n[launch]\ngrid = [1]\nblock = [32]\n"
               "[[args]]\nname = \"a\"\ntype = \"float\"\ncount = \"1024\"\n");
  lesson.write(
      "kernel.cu",
      "#include \"tile.cuh\"\n__global__ void k(float* a) {\n  a[0] = 1;\n  spread(a);\n}\n");
  lesson.write("tile.cuh",
               "__device__ inline void spread(float* a) {\n  a[threadIdx.x * 32] += 1;\n}\n");
  const auto window = std::make_unique<ProgramWindow>(
      ProgramWindow::Options{display_->name(), folder_, {lesson.path().string()}, {}});
  const Json first = window->wait_for_run();
  ASSERT_FALSE(first.empty());
  const std::string file = first["file"];
  EXPECT_TRUE(file.ends_with("/tile.cuh")) << file;
  EXPECT_EQ(first["line"], 2);
  window->keys({"ctrl+Up"});
  const Json own = window->wait_for([](const Json& now) { return now["file"] == ""; });
  ASSERT_FALSE(own.empty());
  EXPECT_EQ(own["line"], 3);
  ASSERT_TRUE(own["controls"].contains("code.file.1")) << own["controls"];
  window->click_on(own["controls"]["code.file.1"]);
  const Json header =
      window->wait_for([&](const Json& now) { return now["file"] == file && now["line"] == 2; });
  EXPECT_FALSE(header.empty());
}

}  // namespace
}  // namespace lanescope::app::test
