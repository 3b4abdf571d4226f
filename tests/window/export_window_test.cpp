// Ctrl+E and Ctrl+C in the real window: exported files and the clipboard.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include "display_test.h"
#include "picture_file.h"
#include "program_window.h"
#include "tests/export/csv_reader.h"
#include "tests/export/xml_tree.h"
#include "tests/lesson/small_transpose.h"
#include "tests/temporary_folder.h"

namespace lanescope::app::test {
namespace {

namespace fs = std::filesystem;
using lanescope::testing::parse_xml;
using lanescope::testing::read_csv;
using lanescope::testing::XmlDocument;
using lanescope::testing::XmlElement;
using lanescope::tests::text_of;

bool has_text(const XmlDocument& svg, const std::string& part) {
  for (const XmlElement* text : svg.root->all("text")) {
    if (text->text.find(part) != std::string::npos) return true;
  }
  return false;
}

class ExportWindowTest : public DisplayTest<1600, 900> {
 protected:
  std::unique_ptr<ProgramWindow> open(std::vector<std::string> arguments = {"transpose",
                                                                            "--variant", "tile"},
                                      std::vector<std::string> environment = {}) const {
    return std::make_unique<ProgramWindow>(ProgramWindow::Options{
        display_->name(), folder_, std::move(arguments), std::move(environment)});
  }
  static Json wait_for_notice(const ProgramWindow& window, const std::string& part) {
    return window.wait_for([&](const Json& now) {
      return now["notice"].get<std::string>().find(part) != std::string::npos;
    });
  }
  // Waits for the notice of a saved file with this extension; returns the file.
  fs::path saved(const ProgramWindow& window, const std::string& extension) const {
    const Json json = wait_for_notice(window, extension);
    if (json.empty()) return {};
    EXPECT_EQ(json["overlay"], "none");
    const std::string notice = json["notice"];
    const std::size_t begin = notice.find('/');
    return begin == std::string::npos ? fs::path() : fs::path(notice.substr(begin));
  }
  // Goes through both lists: `subject` steps down in the first, `form` in the second.
  static void choose(const ProgramWindow& window, int subject, int form) {
    window.keys({"ctrl+e"});
    ASSERT_FALSE(wait_for_overlay(window, "export_view").empty());
    std::vector<std::string> keys(static_cast<std::size_t>(subject), "Down");
    keys.emplace_back("Return");
    keys.insert(keys.end(), static_cast<std::size_t>(form), "Down");
    keys.emplace_back("Return");
    window.keys(keys);
  }
  static Json wait_for_overlay(const ProgramWindow& window, const std::string& overlay) {
    return window.wait_for([&](const Json& now) { return now["overlay"] == overlay; });
  }
  // Into the file that is offered.
  static void export_view(const ProgramWindow& window, int subject, int form) {
    choose(window, subject, form);
    EXPECT_FALSE(wait_for_overlay(window, "save_as").empty());
    window.keys({"Return"});
  }
  // Into a file that is typed.
  static void save_as(const ProgramWindow& window, const std::string& name) {
    choose(window, 0, 0);
    const Json asked = window.wait_for(
        [](const Json& now) { return now["overlay"] == "save_as" && now["typing"]; });
    ASSERT_FALSE(asked.empty());
    window.keys({"ctrl+a"});
    window.type(name);
    window.keys({"Return"});
  }
  // The clipboard as another program on the display reads it.
  std::string clipboard() const {
    ::setenv("DISPLAY", display_->name().c_str(), 1);
    if (glfwInit() == GLFW_FALSE) return {};
    glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    GLFWwindow* window = glfwCreateWindow(16, 16, "reader", nullptr, nullptr);
    const char* text = window != nullptr ? glfwGetClipboardString(window) : nullptr;
    const std::string found = text != nullptr ? text : "";
    glfwTerminate();
    return found;
  }
};

TEST_F(ExportWindowTest, a_typed_path_is_used_its_folder_is_made_and_remembered) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  save_as(*window, "notes/day/one");
  EXPECT_EQ(saved(*window, ".svg"), folder_ / "notes/day/one.svg");

  choose(*window, 0, 0);
  const Json offered = wait_for_overlay(*window, "save_as");
  ASSERT_FALSE(offered.empty());
  EXPECT_NE(offered["save_path"].get<std::string>().find("notes/day/lanescope-"),
            std::string::npos);
  window->keys({"Escape", "Escape", "Escape", "F12"});
  EXPECT_EQ(saved(*window, ".png").parent_path(), folder_ / "notes/day");
}

TEST_F(ExportWindowTest, a_file_that_exists_is_replaced_only_after_a_second_enter) {
  std::ofstream(folder_ / "one.svg") << "old";
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  save_as(*window, "one");
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["save_path"] == "one"; }).empty());
  EXPECT_EQ(window->state()["overlay"], "save_as");
  EXPECT_EQ(text_of(folder_ / "one.svg"), "old");
  window->keys({"Return"});
  EXPECT_EQ(saved(*window, "one.svg"), folder_ / "one.svg");
  EXPECT_NE(text_of(folder_ / "one.svg"), "old");
}

TEST_F(ExportWindowTest, all_of_it_is_done_by_mouse) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  choose(*window, 0, 0);
  const Json asked = wait_for_overlay(*window, "save_as");
  ASSERT_TRUE(asked["controls"].contains("save.save"));
  const auto middle = [](const Json& box) {
    return std::pair(static_cast<int>(box[0].get<float>() + box[2].get<float>() / 2),
                     static_cast<int>(box[1].get<float>() + box[3].get<float>() / 2));
  };
  const auto [x, y] = middle(asked["controls"]["save.save"]);
  window->click(x, y);
  EXPECT_EQ(saved(*window, ".svg"), folder_ / "lanescope-transpose-tile-picture.svg");
}

TEST_F(ExportWindowTest, ctrl_e_and_enter_three_times_save_the_present_view_as_svg) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  export_view(*window, 0, 0);
  const fs::path file = saved(*window, ".svg");
  ASSERT_EQ(file, folder_ / "lanescope-transpose-tile-picture.svg");
  const XmlDocument svg = parse_xml(text_of(file));
  ASSERT_EQ(svg.error, "");
  EXPECT_TRUE(has_text(svg, "32-way"));
  EXPECT_TRUE(has_text(svg, "MODEL (H200 rules)"));  // the caption
  EXPECT_GT(svg.root->all("title").size(), 32U);     // tooltips
  export_view(*window, 0, 0);
  EXPECT_EQ(saved(*window, "picture-2.svg"), folder_ / "lanescope-transpose-tile-picture-2.svg");
}

TEST_F(ExportWindowTest, esc_leads_back_and_out_and_nothing_is_written) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"ctrl+e", "Return", "Return", "Escape", "Escape"});
  ASSERT_FALSE(wait_for_overlay(*window, "export_view").empty());
  window->keys({"Escape"});
  ASSERT_FALSE(wait_for_overlay(*window, "none").empty());
  for (const auto& entry : fs::directory_iterator(folder_))
    EXPECT_EQ(entry.path().filename().string().find("lanescope-transpose"), std::string::npos);
}

TEST_F(ExportWindowTest, the_present_view_as_png_is_its_picture_and_the_window_stays_whole) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  export_view(*window, 0, 1);
  const fs::path file = saved(*window, ".png");
  ASSERT_FALSE(file.empty());
  const Picture picture = read_picture(file);
  EXPECT_GT(picture.width, 500);
  EXPECT_LT(picture.width, 1600);
  EXPECT_GT(different_colors(picture), 40);
  EXPECT_GT(code_colors(read_picture(window->save_picture())), 20);
}

TEST_F(ExportWindowTest, the_access_is_a_table_of_its_lanes) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  export_view(*window, 0, 2);
  const fs::path file = saved(*window, ".csv");
  ASSERT_FALSE(file.empty());
  const auto lines = read_csv(text_of(file));
  ASSERT_EQ(lines.size(), 33U);
  EXPECT_EQ(lines[0][0], "lane");
}

TEST_F(ExportWindowTest, ctrl_c_copies_the_picture_as_svg) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"ctrl+c"});
  ASSERT_FALSE(wait_for_notice(*window, "SVG").empty());
  const XmlDocument svg = parse_xml(clipboard());
  ASSERT_EQ(svg.error, "");
  EXPECT_TRUE(has_text(svg, "32-way"));
}

TEST_F(ExportWindowTest, ctrl_c_on_a_sweep_copies_its_points_as_csv) {
  lanescope::testing::write_small_transpose(folder_ / "kernels");
  const auto window =
      open({"transpose", "--variant", "tile", "--set", "N=64", "--view", "sweep=padding"},
           {"LANESCOPE_KERNELS=" + (folder_ / "kernels").string()});
  ASSERT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["sweep"].is_object() && now["sweep"]["running"] == false &&
                            now["sweep"]["done"] == 5 && now["running"] == false;
                   })
                   .empty());
  window->keys({"ctrl+c"});
  ASSERT_FALSE(wait_for_notice(*window, "CSV").empty());
  const auto lines = read_csv(clipboard());
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_EQ(lines[0][1], "sweep");
  EXPECT_EQ(lines[1][1], "padding");
}

bool map_is_shown(const Json& now) {
  return now["maps"].is_object() && now["maps"]["working"] == false &&
         now["maps"]["shown"].is_object() && now["running"] == false;
}

TEST_F(ExportWindowTest, ctrl_c_on_a_map_copies_its_picture) {
  const auto window =
      open({"transpose", "--variant", "tile", "--set", "N=64", "--view", "map=array:A"});
  ASSERT_FALSE(window->wait_for(map_is_shown).empty());
  window->keys({"ctrl+c"});
  ASSERT_FALSE(wait_for_notice(*window, "SVG").empty());
  const XmlDocument svg = parse_xml(clipboard());
  ASSERT_EQ(svg.error, "");
  EXPECT_FALSE(svg.root->all("image").empty());
  EXPECT_TRUE(has_text(svg, "MODEL (H200 rules)"));
}

TEST_F(ExportWindowTest, the_table_of_a_map_has_a_row_for_each_element) {
  const auto window =
      open({"transpose", "--variant", "tile", "--set", "N=64", "--view", "map=array:A"});
  ASSERT_FALSE(window->wait_for(map_is_shown).empty());
  export_view(*window, 0, 2);
  const fs::path file = saved(*window, ".csv");
  ASSERT_EQ(file, folder_ / "lanescope-transpose-tile-N-64-map.csv");
  const auto lines = read_csv(text_of(file));
  ASSERT_EQ(lines.size(), 64U * 64U + 1);
  EXPECT_EQ(lines[0][1], "element");
}

TEST_F(ExportWindowTest, a_table_of_very_many_rows_is_written_while_the_window_goes_on) {
  const auto window =
      open({"transpose", "--variant", "tile", "--set", "N=320", "--view", "map=array:A"});
  ASSERT_FALSE(window->wait_for(map_is_shown).empty());
  export_view(*window, 0, 2);
  const fs::path file = saved(*window, ".csv");
  ASSERT_FALSE(file.empty());
  const std::string csv = text_of(file);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 320 * 320 + 1);
}

TEST_F(ExportWindowTest, a_comparison_is_exported_with_both_sides_in_its_caption) {
  const auto window = open({"transpose", "--variant", "tile", "--set", "N=64", "--set", "PAD=1",
                            "--view", "bank,compare=PAD=0"});
  ASSERT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["running"] == false && now["compare"].is_object() &&
                            now["compare"]["running"] == false &&
                            now["compare"]["a"]["params"].is_object();
                   })
                   .empty());
  export_view(*window, 0, 0);
  const fs::path picture = saved(*window, ".svg");
  ASSERT_EQ(picture, folder_ / "lanescope-transpose-tile-N-64-PAD-1-compare.svg");
  const std::string made_by = parse_xml(text_of(picture)).root->all("desc").at(0)->text;
  EXPECT_NE(made_by.find("A: shared tile, N 64, PAD 0"), std::string::npos) << made_by;
  EXPECT_NE(made_by.find("B: shared tile, N 64, PAD 1"), std::string::npos) << made_by;
  export_view(*window, 0, 3);
  const Json table = Json::parse(text_of(saved(*window, ".json")));
  EXPECT_EQ(table["made_by"]["a"]["params"]["PAD"], 0);
  EXPECT_GT(table["rows"].size(), 4U);
}

TEST_F(ExportWindowTest, a_warps_steps_are_exported_as_a_table) {
  const auto window =
      open({"transpose", "--variant", "tile", "--set", "N=64", "--view", "steps,step=3,lane=5"});
  ASSERT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["running"] == false && now["steps"].is_object();
                   })
                   .empty());
  export_view(*window, 0, 2);
  const auto lines = read_csv(text_of(saved(*window, ".csv")));
  ASSERT_GT(lines.size(), 10U);
  EXPECT_EQ(lines[0][0], "step");
  EXPECT_EQ(lines[1][0], "1");
}

TEST_F(ExportWindowTest, the_program_draws_maps_comparisons_and_steps_as_png) {
  for (const std::string view : {"map=array:A:reads", "compare=PAD=0", "steps,step=9"}) {
    const fs::path file = folder_ / (view.substr(0, 3) + ".png");
    const Ended ended = run_program({"export", "transpose", "--variant", "tile", "--set", "N=64",
                                     "--set", "PAD=1", "--view", view, "-o", file.string()},
                                    {"DISPLAY=" + display_->name()}, folder_);
    ASSERT_EQ(ended.code, 0) << ended.err;
    const Picture picture = read_picture(file);
    EXPECT_GT(picture.width, 900);
    EXPECT_GT(different_colors(picture), 40) << view;
  }
}

TEST_F(ExportWindowTest, a_picture_goes_to_the_clipboard_by_the_tool_that_is_there) {
  const fs::path tools = folder_ / "tools";
  fs::create_directory(tools);
  std::ofstream(tools / "xclip") << "#!/bin/sh\necho \"$@\" > " << (folder_ / "arguments").string()
                                 << "\ncat > " << (folder_ / "copied.png").string() << "\n";
  fs::permissions(tools / "xclip", fs::perms::owner_all);
  const std::string path = std::getenv("PATH");
  const auto window = open({"transpose", "--variant", "tile"},
                           {"PATH=" + tools.string() + ":" + path, "WAYLAND_DISPLAY="});
  ASSERT_FALSE(window->wait_for_run().empty());
  choose(*window, 0, 5);
  ASSERT_FALSE(wait_for_notice(*window, "PNG").empty());
  EXPECT_NE(text_of(folder_ / "arguments").find("-t image/png"), std::string::npos);
  EXPECT_GT(different_colors(read_picture(folder_ / "copied.png")), 40);
}

TEST_F(ExportWindowTest, without_such_a_tool_it_says_how_to_get_one) {
  const fs::path tools = folder_ / "none";
  fs::create_directory(tools);
  // The folder also needs the kernel's compiler.
  for (const fs::directory_entry& entry : fs::directory_iterator("/usr/bin")) {
    if (entry.path().filename().string().starts_with("clang"))
      fs::create_symlink(fs::canonical(entry.path()), tools / entry.path().filename());
  }
  const auto window = open({"transpose", "--variant", "tile"}, {"PATH=" + tools.string()});
  ASSERT_FALSE(window->wait_for_run().empty());
  choose(*window, 0, 5);
  EXPECT_FALSE(wait_for_notice(*window, "xclip").empty());
}

TEST_F(ExportWindowTest, a_handout_is_made_while_the_window_goes_on) {
  const auto window = open({"offset"});
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"ctrl+e", "Up", "Up", "Return", "Return", "Return"});
  ASSERT_FALSE(wait_for_overlay(*window, "none").empty());
  const fs::path file = saved(*window, ".html");
  ASSERT_EQ(file, folder_ / "lanescope-offset-handout.html");
  const std::string html = text_of(file);
  EXPECT_NE(html.find("<svg "), std::string::npos);
  EXPECT_NE(html.find("</html>"), std::string::npos);
}

TEST_F(ExportWindowTest, closing_while_a_handout_is_made_ends_at_once) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"ctrl+e", "Up", "Up", "Return", "Return", "Return"});
  EXPECT_TRUE(window->close());
}

}  // namespace
}  // namespace lanescope::app::test
