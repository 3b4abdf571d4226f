// The launches of a whole program in the real window: from the list to a launch, its parameter, a
// comparison of two, and a lesson of its own.
#include <filesystem>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "display_test.h"
#include "program_window.h"

namespace lanescope::app::test {
namespace {

namespace fs = std::filesystem;

class LaunchesWindowTest : public DisplayTest<1600, 900> {
 protected:
  // Its two launches differ in the distance between the elements that two neighbours read.
  [[nodiscard]] fs::path write_program() const {
    return write("program.cu",
                 "__global__ void twice(float* a, int step) {\n"
                 "  a[(blockIdx.x * blockDim.x + threadIdx.x) * step] *= 2;\n}\n"
                 "int main() {\n  float* a;\n  cudaMalloc(&a, 8192);\n  cudaMemset(a, 0, 8192);\n"
                 "  twice<<<4, 64>>>(a, 1);\n  twice<<<2, 64>>>(a, 8);\n"
                 "  return cudaDeviceSynchronize();\n}\n");
  }
  // The launch is shown, with this many sectors of its loads.
  static Json shows(const ProgramWindow& window, int launch, int sectors) {
    return window.wait_for([&](const Json& now) {
      return now["kernel"] == "twice" && now["running"] == false && now["totals"].is_object() &&
             now["totals"]["global_load"]["sectors"] == sectors &&
             (now["page"] != "program" || now["program"].value("open", 0) == launch);
    });
  }
  static Json open_list(const ProgramWindow& window) {
    const Json now = window.state();
    if (now["page"] != "program") window.click_on(now["controls"]["page.program"]);
    return window.wait_for([](const Json& later) { return later["page"] == "program"; });
  }
};

TEST_F(LaunchesWindowTest, are_opened_changed_compared_and_kept_as_lessons) {
  const auto window = std::make_unique<ProgramWindow>(ProgramWindow::Options{
      display_->name(), folder_, {write_program().string()}, {}, false, true});
  const Json list = shows(*window, 1, 32);  // 8 warps, 4 sectors each
  ASSERT_FALSE(list.empty()) << window->state().dump();
  EXPECT_EQ(list["page"], "program");
  EXPECT_EQ(list["program"]["groups"], 2);

  window->keys({"shift+c"});  // this launch is A of the comparison
  window->keys({"Down"});
  const Json chosen =
      window->wait_for([](const Json& now) { return now["program"].value("launch", 0) == 2; });
  ASSERT_FALSE(chosen.empty()) << window->state().dump();
  window->click_on(chosen["controls"]["program.open"]);
  ASSERT_FALSE(shows(*window, 2, 128).empty()) << window->state().dump();  // 4 warps, 32 each
  window->click_on(chosen["controls"]["program.open"]);
  EXPECT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["notice"].get<std::string>().starts_with("Launch 2 is open");
                   })
                   .empty());

  window->keys({"c"});
  const Json both = window->wait_for([](const Json& now) {
    return now["page"] == "compare" && now["compare"].is_object() &&
           now["compare"]["running"] == false;
  });
  ASSERT_FALSE(both.empty()) << window->state().dump();
  EXPECT_EQ(both["compare"]["likeness"], "same") << both["compare"].dump();

  window->keys({"Escape"});
  const Json second = shows(*window, 2, 128);
  ASSERT_TRUE(second["controls"].contains("top.BLOCK+")) << second["controls"].dump();
  EXPECT_EQ(second["params"]["BLOCK"], 64);
  window->click_on(second["controls"]["top.BLOCK+"]);
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return now["params"]["BLOCK"] == 96; }).empty());

  const Json again = open_list(*window);
  ASSERT_FALSE(again.empty());
  window->click_on(again["controls"]["program.keep"]);
  const Json kept =
      window->wait_for([](const Json& now) { return now["notice"].get<std::string>() != ""; });
  ASSERT_FALSE(kept.empty());
  const fs::path lesson = folder_ / "data/lanescope/kernels-of-mine/program-launch-2/lesson.toml";
  EXPECT_NE(kept["notice"].get<std::string>().find(lesson.string()), std::string::npos)
      << kept["notice"];
  EXPECT_EQ(run_program({"sim", lesson.string()}, {}, folder_).code, 0);
}

}  // namespace
}  // namespace lanescope::app::test
