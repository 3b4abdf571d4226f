// The sweep page in the real window, and its picture without one.
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "display_test.h"
#include "picture_file.h"
#include "program_window.h"
#include "tests/lesson/small_transpose.h"
#include "tests/temporary_folder.h"

namespace lanescope::app::test {
namespace {

namespace fs = std::filesystem;

class SweepWindowTest : public DisplayTest<1600, 900> {
 protected:
  void SetUp() override {
    DisplayTest<1600, 900>::SetUp();
    if (!folder_.empty()) lanescope::testing::write_small_transpose(folder_ / "kernels");
  }
  [[nodiscard]] std::string kernels() const {
    return "LANESCOPE_KERNELS=" + (folder_ / "kernels").string();
  }
  std::unique_ptr<ProgramWindow> open(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"transpose", "--variant", "tile", "--set", "N=64"});
    return std::make_unique<ProgramWindow>(
        ProgramWindow::Options{display_->name(), folder_, std::move(more), {kernels()}});
  }
  // Opens the sweep over paddings and waits until all of it is shown.
  std::unique_ptr<ProgramWindow> open_sweep(Json& state) const {
    auto window = open({"--view", "sweep=padding"});
    state = window->wait_for(is_done);
    return window;
  }
  static bool is_done(const Json& now) {
    return now["sweep"].is_object() && now["sweep"]["running"] == false &&
           now["sweep"]["done"] == now["sweep"]["total"] && !now["sweep"]["points"].empty() &&
           now["running"] == false;
  }
  Ended program(const std::vector<std::string>& arguments) const {
    return run_program(arguments, {"DISPLAY=" + display_->name(), kernels()}, folder_);
  }
};

TEST_F(SweepWindowTest, x_opens_the_page_and_runs_the_sweep_and_leaves_it) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"x"});
  const Json json = window->wait_for(is_done);
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["page"], "sweep");
  EXPECT_EQ(json["sweep"]["name"], "padding");  // what this variant is about
  EXPECT_EQ(json["sweep"]["total"], 5);
  EXPECT_EQ(json["sweep"]["variants"], Json::array({"tile"}));
  EXPECT_EQ(json["sweep"]["present"], 0);  // PAD 0
  window->keys({"shift+x"});
  const Json next = window->wait_for(
      [](const Json& now) { return is_done(now) && now["sweep"]["name"] == "size"; });
  EXPECT_FALSE(next.empty());
  window->keys({"x"});
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["page"] == "stage"; }).empty());
}

TEST_F(SweepWindowTest, a_click_uses_the_values_of_a_point_and_stays) {
  Json json;
  const auto window = open_sweep(json);
  ASSERT_FALSE(json.empty());
  ASSERT_EQ(json["sweep"]["points"].size(), 5U);
  EXPECT_EQ(json["sweep"]["present"], 0);
  window->click_on(json["sweep"]["points"][3]);
  const Json after = window->wait_for(
      [](const Json& now) { return now["params"]["PAD"] == 3 && now["sweep"]["present"] == 3; });
  ASSERT_FALSE(after.empty());
  EXPECT_EQ(after["params"]["N"], 64);  // counts come from this N; times from 4096
  EXPECT_EQ(after["page"], "sweep");
  EXPECT_EQ(after["sweep"]["selected"], 3);
  EXPECT_EQ(after["sweep"]["pointed"], 3);  // the mouse points at it
  const std::string notice = after["notice"];
  EXPECT_NE(notice.find("PAD 3; before: PAD 0"), std::string::npos) << notice;
  window->keys({"ctrl+z"});
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["params"]["PAD"] == 0; }).empty());
}

TEST_F(SweepWindowTest, a_button_shows_the_run_of_the_chosen_point) {
  Json json;
  const auto window = open_sweep(json);
  ASSERT_FALSE(json.empty());
  window->click_on(json["sweep"]["points"][2]);
  const Json chosen =
      window->wait_for([](const Json& now) { return now["controls"].contains("sweep.show_run"); });
  ASSERT_FALSE(chosen.empty());
  window->click_on(chosen["controls"]["sweep.show_run"]);
  EXPECT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["params"]["PAD"] == 2 && now["page"] == "stage";
                   })
                   .empty());
}

TEST_F(SweepWindowTest, arrows_walk_the_points_and_enter_shows_the_run_of_one) {
  Json json;
  const auto window = open_sweep(json);
  ASSERT_FALSE(json.empty());
  window->keys({"Right", "Right", "Right"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["sweep"]["pointed"] == 2; }).empty());
  EXPECT_EQ(window->state()["params"]["PAD"], json["params"]["PAD"]);  // nothing has changed yet
  window->keys({"Return"});
  EXPECT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["params"]["PAD"] == 2 && now["page"] == "stage";
                   })
                   .empty());
}

TEST_F(SweepWindowTest, all_variants_stand_beside_each_other) {
  Json json;
  const auto window = open_sweep(json);
  ASSERT_FALSE(json.empty());
  window->keys({"a"});
  const Json both =
      window->wait_for([](const Json& now) { return is_done(now) && now["sweep"]["total"] == 10; });
  ASSERT_FALSE(both.empty());
  EXPECT_EQ(both["sweep"]["variants"], Json::array({"tile", "rows4"}));
}

TEST_F(SweepWindowTest, esc_cancels_and_enter_goes_on) {
  // Each point is compiled anew, so even the quickest machine is in the middle when Esc comes.
  const fs::path lesson = folder_ / "long" / "lesson.toml";
  fs::create_directories(lesson.parent_path());
  std::ofstream(lesson) << "source = \"k.cu\"\nkernel = \"k\"\n"
                           "[params]\nP = { default = 1, min = 1, max = 1024 }\n"
                           "[launch]\ngrid = [1]\nblock = [32]\n"
                           "[[args]]\nname = \"out\"\ntype = \"int\"\ncount = 32\n"
                           "[[sweeps]]\nname = \"long\"\ntitle = \"long\"\nparameter = \"P\"\n"
                           "from = 1\nto = 256\nquantity = \"global_store.sectors\"\n";
  std::ofstream(lesson.parent_path() / "k.cu")
      << "__global__ void k(int* out)\n{\n    out[threadIdx.x] = P;\n}\n";
  const ProgramWindow window({display_->name(),
                              folder_,
                              {lesson.string(), "--view", "sweep=long"},
                              {"LANESCOPE_CACHE=off"}});
  ASSERT_FALSE(window
                   .wait_for([](const Json& now) {
                     return now["page"] == "sweep" && now["running"] == false &&
                            now["sweep"]["total"] == 256;
                   })
                   .empty());
  window.keys({"Escape"});
  const Json cancelled =
      window.wait_for([](const Json& now) { return now["sweep"]["running"] == false; });
  ASSERT_FALSE(cancelled.empty());
  ASSERT_EQ(cancelled["sweep"]["cancelled"], true);
  EXPECT_LT(cancelled["sweep"]["done"], cancelled["sweep"]["total"]);
  window.keys({"Return"});
  const Json resumed = window.wait_for([&](const Json& now) {
    return now["sweep"]["running"] == true || now["sweep"]["done"] > cancelled["sweep"]["done"];
  });
  ASSERT_FALSE(resumed.empty());
  EXPECT_EQ(resumed["sweep"]["cancelled"], false);
}

TEST_F(SweepWindowTest, its_points_and_its_plot_are_saved_and_it_says_where) {
  Json json;
  const auto window = open_sweep(json);
  ASSERT_FALSE(json.empty());
  const auto says = [](const std::string& file) {
    return [file](const Json& now) {
      return now["notice"].get<std::string>().find(file) != std::string::npos;
    };
  };
  window->keys({"ctrl+s"});
  ASSERT_FALSE(window->wait_for(says("lanescope-transpose-padding.csv")).empty());
  const std::string text = tests::text_of(folder_ / "lanescope-transpose-padding.csv");
  EXPECT_NE(text.find("transpose,padding,tile,H200,64,1,1,"), std::string::npos) << text;
  const Json button = window->state()["controls"]["sweep.png"];
  ASSERT_TRUE(button.is_array());
  window->click_on(button);
  ASSERT_FALSE(window->wait_for(says("lanescope-transpose-padding-2.png")).empty());
  const Picture picture = read_picture(folder_ / "lanescope-transpose-padding-2.png");
  ASSERT_GT(picture.width, 0);
  EXPECT_GT(different_colors(picture), 20);
  // The window shows its panels again.
  EXPECT_GT(code_colors(read_picture(window->save_picture())), 20);
}

TEST_F(SweepWindowTest, a_shot_has_the_page_with_all_of_its_points) {
  const Ended ended = program({"shot", "transpose", "--variant", "tile", "--view", "sweep=padding",
                               "--size", "1280x720", "-o", "shot.png"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const Picture picture = read_picture(folder_ / "shot.png");
  ASSERT_EQ(picture.width, 1280);
  EXPECT_GT(stage_pixels(picture, 0x5aabff, 24), 200);  // the line
}

TEST_F(SweepWindowTest, an_unknown_sweep_is_reported) {
  const Ended ended = program({"shot", "transpose", "--view", "sweep=pading", "-o", "shot.png"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("size, padding"), std::string::npos) << ended.err;
  EXPECT_FALSE(fs::exists(folder_ / "shot.png"));
}

TEST_F(SweepWindowTest, the_command_draws_the_plot_alone) {
  const Ended ended = program({"sweep", "transpose", "--parameter", "PAD", "--from", "0", "--to",
                               "8", "--set", "N=64", "-o", "plot.png", "--size", "800x600"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const Picture picture = read_picture(folder_ / "plot.png");
  ASSERT_EQ(picture.width, 800);
  ASSERT_EQ(picture.height, 600);
  EXPECT_GT(different_colors(picture), 20);
}

TEST_F(SweepWindowTest, without_a_display_the_plot_is_not_on_this_machine) {
  const Ended ended = run_program({"sweep", "transpose", "--parameter", "PAD", "--from", "0",
                                   "--to", "1", "--set", "N=64", "-o", "plot.png"},
                                  {"DISPLAY=:4242", "WAYLAND_DISPLAY="}, folder_);
  EXPECT_EQ(ended.code, 3) << ended.err;
  EXPECT_NE(ended.err, "");
  EXPECT_FALSE(fs::exists(folder_ / "plot.png"));
}

}  // namespace
}  // namespace lanescope::app::test
