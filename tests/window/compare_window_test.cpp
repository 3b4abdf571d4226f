// The comparison of A and B in the real window: keep A, change B, swap the sides, look at both.
// Also its picture without a window.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "display_test.h"
#include "picture_file.h"
#include "program_window.h"

namespace lanescope::app::test {
namespace {

namespace fs = std::filesystem;

class CompareWindowTest : public DisplayTest<1600, 900> {
 protected:
  std::unique_ptr<ProgramWindow> open(std::vector<std::string> arguments = {
                                          "transpose", "--variant", "tile"}) const {
    return std::make_unique<ProgramWindow>(
        ProgramWindow::Options{display_->name(), folder_, std::move(arguments), {}});
  }
  // Keeps A without padding, then shows B with padding on the comparison page.
  std::unique_ptr<ProgramWindow> open_page(Json& json) const {
    auto window = open();
    if (window->wait_for_run().empty()) return window;
    window->keys({"shift+c", "p", "c"});
    json = window->wait_for([](const Json& now) { return pads(now, 0, 1); });
    return window;
  }
  // Both sides have run, with these paddings.
  static bool pads(const Json& now, int a, int b) {
    return now["page"] == "compare" && now["running"] == false && now["compare"].is_object() &&
           now["compare"]["running"] == false && now["compare"]["a"]["params"].is_object() &&
           now["compare"]["b"]["params"].is_object() &&
           now["compare"]["a"]["params"].value("PAD", -1) == a &&
           now["compare"]["b"]["params"].value("PAD", -1) == b;
  }
  Ended program(const std::vector<std::string>& arguments) const {
    return run_program(arguments, {"DISPLAY=" + display_->name()}, folder_);
  }
  // Writes a lesson whose kernel reads every `step`-th element. It has its own folder, because the
  // window watches that folder and writes its state to the other one.
  fs::path write_lesson(int step, const std::string& end = {}) const {
    const fs::path folder = folder_ / "own";
    fs::create_directories(folder);
    std::ofstream(folder / "lesson.toml") << R"(source = "own.cu"
kernel = "own"
[launch]
grid = [4]
block = [64]
[[args]]
name = "A"
type = "float"
count = "8192"
init = "iota"
[[args]]
name = "B"
type = "float"
count = "8192"
)";
    std::ofstream(folder / "own.cu")
        << "extern \"C\" __global__ void own(const float* A, float* B) {\n"
        << "  const unsigned i = blockIdx.x * 64 + threadIdx.x;\n"
        << "  B[i] = A[i * " << step << "];\n}\n"
        << end;
    return folder / "lesson.toml";
  }
};

TEST_F(CompareWindowTest, the_page_offers_the_padding_and_enter_takes_it) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"c"});
  const Json empty = window->wait_for([](const Json& now) { return now["page"] == "compare"; });
  ASSERT_FALSE(empty.empty());
  EXPECT_TRUE(empty["compare"].is_null());
  EXPECT_TRUE(empty["controls"].contains("compare.partner"));
  window->keys({"Return"});
  const Json json = window->wait_for([](const Json& now) { return pads(now, 0, 1); });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["compare"]["a"]["present"], true);  // padding is added from left to right
  EXPECT_EQ(json["params"]["PAD"], 0);               // the run in the window is unchanged
  window->keys({"c"});
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["page"] == "stage"; }).empty());
}

TEST_F(CompareWindowTest, both_buttons_of_the_empty_page_take_a_click) {
  for (const std::string button : {"compare.partner", "compare.keep"}) {
    const auto window = open();
    ASSERT_FALSE(window->wait_for_run().empty());
    window->keys({"c"});
    const Json empty =
        window->wait_for([&](const Json& now) { return now["controls"].contains(button); });
    ASSERT_FALSE(empty.empty()) << button;
    window->click_on(empty["controls"][button]);
    EXPECT_FALSE(
        window->wait_for([](const Json& now) { return now["compare"].is_object(); }).empty())
        << button;
  }
}

TEST_F(CompareWindowTest, what_was_kept_stands_beside_what_was_changed) {
  Json json;
  const auto window = open_page(json);
  ASSERT_FALSE(json.empty());
  const Json& compare = json["compare"];
  EXPECT_EQ(compare["differences"], Json::array({"parameter"}));
  EXPECT_EQ(compare["likeness"], "same");
  EXPECT_EQ(compare["event"], json["event"]);
  EXPECT_EQ(compare["wavefronts"], 32);
  EXPECT_EQ(json["wavefronts"], 1);
  EXPECT_GT(different_colors(read_picture(window->save_picture())), 40);
}

TEST_F(CompareWindowTest, wavefronts_are_walked_on_both_sides_as_far_as_the_longer_one) {
  Json json;
  const auto window = open_page(json);
  ASSERT_FALSE(json.empty());
  window->keys({"bracketright", "bracketright", "bracketright"});
  const Json third = window->wait_for([](const Json& now) { return now["compare"]["step"] == 2; });
  ASSERT_FALSE(third.empty());
  EXPECT_EQ(third["wavefront"], 0);  // B has only one wavefront
  window->keys({"End"});
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return now["compare"]["step"] == 31; }).empty());
  window->keys({"a"});
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return now["compare"]["step"].is_null(); }).empty());
}

TEST_F(CompareWindowTest, exchanging_swaps_them_and_undo_swaps_them_back) {
  Json json;
  const auto window = open_page(json);
  ASSERT_FALSE(json.empty());
  window->keys({"e"});
  const Json swapped = window->wait_for([](const Json& now) { return pads(now, 1, 0); });
  ASSERT_FALSE(swapped.empty());
  EXPECT_EQ(swapped["params"]["PAD"], 0);
  EXPECT_EQ(swapped["event"], json["event"]);
  window->keys({"ctrl+z"});
  const Json back = window->wait_for([](const Json& now) { return pads(now, 0, 1); });
  ASSERT_FALSE(back.empty());
  window->keys({"ctrl+z", "ctrl+z"});  // undoes PAD, then keeping A
  EXPECT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["compare"].is_null() && now["params"]["PAD"] == 0;
                   })
                   .empty());
}

TEST_F(CompareWindowTest, a_lane_under_the_mouse_is_marked_on_both_sides) {
  Json json;
  const auto window = open_page(json);
  ASSERT_FALSE(json.empty());
  window->keys({"Left", "Left", "Left"});  // to the global load
  const Json global = window->wait_for([](const Json& now) {
    return now["access"]["space"] == "global" && now["access"]["op"] == "load";
  });
  ASSERT_FALSE(global.empty());
  std::vector<Json> lanes;
  for (const Json& place : global["compare"]["places"]) {
    if (place[0] == "lane" && place[1] == 5) lanes.push_back(place[2]);
  }
  ASSERT_EQ(lanes.size(), 2U);  // one on each side
  const Picture before = read_picture(window->save_picture());
  window->click_on(lanes[0]);
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["compare"]["lane"] == 5; }).empty());
  const Picture after = read_picture(window->save_picture());
  ASSERT_EQ(before.width, after.width);
  // The curve below the lane of the other side has changed colour, too.
  const auto changed = [&](const Json& rect) {
    const int x0 = rect[0].get<int>();
    const int y0 = rect[1].get<int>() + rect[3].get<int>();
    int count = 0;
    for (int y = y0 + 1; y < y0 + 12; ++y) {
      for (int x = x0; x < x0 + rect[2].get<int>(); ++x) {
        const auto at = static_cast<std::size_t>((y * before.width + x) * 3);
        count += before.rgb[at] != after.rgb[at] ? 1 : 0;
      }
    }
    return count;
  };
  EXPECT_GT(changed(lanes[1]), 5);
}

TEST_F(CompareWindowTest, what_is_cleared_comes_back_by_undo) {
  Json json;
  const auto window = open_page(json);
  ASSERT_FALSE(json.empty());
  ASSERT_TRUE(json["controls"].contains("compare.clear"));
  window->click_on(json["controls"]["compare.clear"]);
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["compare"].is_null(); }).empty());
  window->keys({"ctrl+z"});
  EXPECT_FALSE(window->wait_for([](const Json& now) { return pads(now, 0, 1); }).empty());
}

TEST_F(CompareWindowTest, another_lesson_can_be_kept_and_is_gone_back_to) {
  const auto window = open({"offset"});
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"shift+c"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["compare"].is_object(); }).empty());
  window->keys({"F2"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["overlay"] == "lessons"; }).empty());
  window->keys({"s", "t", "r", "u", "c", "t", "Return"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["lesson"] == "structures"; }).empty());
  window->keys({"h", "h", "c"});  // closes the guide and its question, then opens the comparison
  const Json json = window->wait_for([](const Json& now) {
    return now["page"] == "compare" && now["running"] == false &&
           now["compare"]["b"]["params"].is_object();
  });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["compare"]["a"]["lesson"], "offset");
  window->keys({"e"});
  const Json back = window->wait_for(
      [](const Json& now) { return now["lesson"] == "offset" && now["running"] == false; });
  ASSERT_FALSE(back.empty());
  EXPECT_EQ(back["compare"]["b"]["lesson"], "offset");
  EXPECT_EQ(back["compare"]["a"]["lesson"], json["lesson"]);
}

TEST_F(CompareWindowTest, an_edit_of_the_kernel_is_compared_with_the_text_before_it) {
  const auto window = open({write_lesson(2).string()});
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"shift+c", "c"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["compare"].is_object(); }).empty());
  write_lesson(1);
  const Json edited = window->wait_for([](const Json& now) {
    return now["compare"].is_object() && now["compare"]["differences"] == Json::array({"text"});
  });
  ASSERT_FALSE(edited.empty());
  EXPECT_EQ(edited["compare"]["likeness"], "same");
  EXPECT_EQ(edited["compare"]["b"]["present"], true);
  EXPECT_EQ(edited["totals"]["global_load"]["sectors"], 8 * 4);  // 8 warps
  window->keys({"e"});
  const Json swapped =
      window->wait_for([](const Json& now) { return now["compare"]["a"]["present"] == true; });
  ASSERT_FALSE(swapped.empty());
  EXPECT_EQ(swapped["totals"]["global_load"]["sectors"], 8 * 4);  // the files contain the new text
}

TEST_F(CompareWindowTest, the_text_begins_with_the_line_that_differs) {
  std::string end;
  for (int line = 5; line <= 80; ++line) end += "// a line\n";
  const auto window = open({write_lesson(2, end).string()});
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"shift+c", "c", "v"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["compare"].is_object(); }).empty());
  write_lesson(2, end + "// one more\n");
  const Json edited = window->wait_for([](const Json& now) {
    return now["compare"].is_object() && now["compare"]["differences"] == Json::array({"text"}) &&
           std::ranges::any_of(now["compare"]["places"], [](const Json& place) {
             return place[0] == "code_line" && place[1] == 81;
           });
  });
  EXPECT_FALSE(edited.empty());
}

TEST_F(CompareWindowTest, a_shot_has_both_sides) {
  const Ended ended = program({"shot", "transpose", "--variant", "tile", "--set", "PAD=1", "--view",
                               "bank,compare=PAD=0", "--size", "1280x720", "-o", "shot.png"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const Picture picture = read_picture(folder_ / "shot.png");
  ASSERT_EQ(picture.width, 1280);
  EXPECT_GT(different_colors(picture), 60);
}

TEST_F(CompareWindowTest, an_invalid_side_is_reported_and_nothing_is_written) {
  for (const char* side : {"compare=PAD", "compare=variant=tyle", "compare=kernel=mine.cu"}) {
    const Ended ended = program({"shot", "transpose", "--view", side, "-o", "shot.png"});
    EXPECT_EQ(ended.code, 2) << side << ": " << ended.err;
    EXPECT_FALSE(ended.err.empty());
    EXPECT_FALSE(fs::exists(folder_ / "shot.png"));
  }
}

}  // namespace
}  // namespace lanescope::app::test
