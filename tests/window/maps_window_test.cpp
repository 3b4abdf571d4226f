// The maps page in the real window, and its picture without one.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "display_test.h"
#include "picture_file.h"
#include "program_window.h"

namespace lanescope::app::test {
namespace {

namespace fs = std::filesystem;

class MapsWindowTest : public DisplayTest<1600, 900> {
 protected:
  std::unique_ptr<ProgramWindow> open(const std::string& map, Json& state) const {
    auto window = std::make_unique<ProgramWindow>(ProgramWindow::Options{
        display_->name(),
        folder_,
        {"transpose", "--variant", "tile", "--set", "N=256", "--view", "map=" + map},
        {}});
    state = window->wait_for(is_shown);
    return window;
  }
  static bool is_shown(const Json& now) {
    return now["maps"].is_object() && now["maps"]["working"] == false &&
           now["maps"]["shown"].is_object() && now["running"] == false;
  }
  // The middle of a cell, whether the view shows the whole map or a part.
  struct Point {
    int x = 0, y = 0;
  };
  static Point middle_of(const Json& now, double x, double y) {
    const Json& maps = now["maps"];
    const double left = maps["cells"][0];
    const double top = maps["cells"][1];
    const double w = maps["cells"][2];
    const double h = maps["cells"][3];
    double px = std::min({w / maps["shown"]["width"].get<double>(),
                          h / maps["shown"]["height"].get<double>(), 64.0});
    double x0 = (maps["shown"]["width"].get<double>() - w / px) / 2;
    double y0 = (maps["shown"]["height"].get<double>() - h / px) / 2;
    if (maps["view"].is_object()) {
      px = maps["view"]["px_x"];
      x0 = maps["view"]["x0"];
      y0 = maps["view"]["y0"];
    }
    return {static_cast<int>(left + (x + 0.5 - x0) * px),
            static_cast<int>(top + (y + 0.5 - y0) * px)};
  }
  Ended program(const std::vector<std::string>& arguments) const {
    return run_program(arguments, {"DISPLAY=" + display_->name()}, folder_);
  }
};

TEST_F(MapsWindowTest, o_opens_the_page_with_the_banks_of_the_chosen_warp) {
  const ProgramWindow window(
      {display_->name(), folder_, {"transpose", "--variant", "tile", "--set", "N=256"}, {}});
  ASSERT_FALSE(window.wait_for_run().empty());
  window.keys({"o"});
  const Json json = window.wait_for(is_shown);
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["page"], "map");
  EXPECT_EQ(json["maps"]["kind"], "banks");
  EXPECT_EQ(json["maps"]["shown"]["width"], 32);
  EXPECT_EQ(json["maps"]["shown"]["height"], 2);  // one store, one load
  EXPECT_EQ(json["maps"]["shown"]["largest"], 32);
  window.keys({"o"});
  EXPECT_FALSE(window.wait_for([](const Json& now) { return now["page"] == "stage"; }).empty());
}

TEST_F(MapsWindowTest, shift_o_walks_the_maps_and_q_their_quantities) {
  Json json;
  const auto window = open("banks", json);
  ASSERT_FALSE(json.empty());
  const auto shows = [](const std::string& kind, const std::string& quantity) {
    return [=](const Json& now) {
      return is_shown(now) && now["maps"]["shown"]["kind"] == kind &&
             now["maps"]["shown"]["quantity"] == quantity;
    };
  };
  window->keys({"q"});
  ASSERT_FALSE(window->wait_for(shows("banks", "block")).empty());
  window->keys({"shift+o"});
  const Json array = window->wait_for(shows("array", "reads"));
  ASSERT_FALSE(array.empty());
  EXPECT_EQ(array["maps"]["shown"]["array"], "A");
  EXPECT_EQ(array["maps"]["shown"]["width"], 256);
  window->keys({"v"});
  const Json second = window->wait_for(shows("array", "writes"));  // B is only written
  ASSERT_FALSE(second.empty());
  EXPECT_EQ(second["maps"]["shown"]["array"], "B");
  window->keys({"shift+o"});
  const Json grid = window->wait_for(shows("grid", "sectors"));
  ASSERT_FALSE(grid.empty());
  EXPECT_EQ(grid["maps"]["shown"]["width"], 8);
  window->keys({"v"});
  EXPECT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return is_shown(now) && now["maps"]["shown"]["by_warp"] == true;
                   })
                   .empty());
}

TEST_F(MapsWindowTest, padding_changes_the_map_and_keeps_the_page) {
  Json json;
  const auto window = open("banks:kernel", json);
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["maps"]["shown"]["height"], 8 * 8 * 32 * 2);
  EXPECT_EQ(json["maps"]["shown"]["largest"], 32);
  window->keys({"p"});
  const Json padded = window->wait_for([](const Json& now) {
    return is_shown(now) && now["maps"]["current"] == true && now["params"]["PAD"] == 1;
  });
  ASSERT_FALSE(padded.empty());
  EXPECT_EQ(padded["page"], "map");
  EXPECT_EQ(padded["maps"]["shown"]["largest"], 1);
}

TEST_F(MapsWindowTest, keys_zoom_pan_and_reset) {
  Json json;
  const auto window = open("array:A:reads", json);
  ASSERT_FALSE(json.empty());
  EXPECT_TRUE(json["maps"]["view"].is_null());
  window->keys({"plus", "plus", "plus"});
  const Json near = window->wait_for([](const Json& now) {
    return now["maps"]["view"].is_object() && now["maps"]["view"]["px_x"].get<double>() > 6;
  });
  ASSERT_FALSE(near.empty());
  window->keys({"Right", "Right", "Right", "Down"});
  const Json moved = window->wait_for([&](const Json& now) {
    return now["maps"]["view"].is_object() &&
           now["maps"]["view"]["x0"] > near["maps"]["view"]["x0"] &&
           now["maps"]["view"]["y0"] > near["maps"]["view"]["y0"];
  });
  ASSERT_FALSE(moved.empty());
  EXPECT_TRUE(moved["maps"]["pointed"].is_array());
  window->keys({"0"});
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return now["maps"]["view"].is_null(); }).empty());
}

TEST_F(MapsWindowTest, keys_zoom_about_the_edge_behind_which_the_cursor_is) {
  Json json;
  const auto window = open("array:A:reads", json);
  ASSERT_FALSE(json.empty());
  window->keys({"plus", "plus", "plus", "plus", "Right"});  // the cursor is in the middle
  const auto px = [](const Json& now) {
    return now["maps"]["view"].is_object() ? now["maps"]["view"]["px_y"].get<double>() : 0;
  };
  const Json near = window->wait_for([&](const Json& now) { return px(now) > 8; });
  ASSERT_FALSE(near.empty());
  const Json& cells = near["maps"]["cells"];
  const int x = cells[0].get<int>() + cells[2].get<int>() / 2;
  const int y = cells[1].get<int>() + 10;
  window->drag(x, y, x, y + cells[3].get<int>() - 20);  // now it is below the lower edge
  const Json below = window->wait_for([&](const Json& now) {
    return px(now) > 0 && now["maps"]["view"]["y0"] < near["maps"]["view"]["y0"];
  });
  ASSERT_FALSE(below.empty());
  window->keys({"plus"});
  const Json nearer = window->wait_for([&](const Json& now) { return px(now) > 1.2 * px(near); });
  ASSERT_FALSE(nearer.empty());
  const auto lower_edge = [&](const Json& now) {
    return now["maps"]["view"]["y0"].get<double>() + cells[3].get<double>() / px(now);
  };
  EXPECT_NEAR(lower_edge(nearer), lower_edge(below), 0.5);
}

TEST_F(MapsWindowTest, the_wheel_zooms_about_the_pointer_and_a_drag_pans) {
  Json json;
  const auto window = open("array:A:reads", json);
  ASSERT_FALSE(json.empty());
  const Point at = middle_of(json, 100, 60);
  window->wheel(at.x, at.y, 8);
  const Json near = window->wait_for([](const Json& now) {
    return now["maps"]["view"].is_object() && now["maps"]["view"]["px_x"].get<double>() > 12;
  });
  ASSERT_FALSE(near.empty());
  EXPECT_EQ(near["maps"]["pointed"], Json::array({100, 60}));
  window->drag(at.x, at.y, at.x - 90, at.y + 40);
  const double px = near["maps"]["view"]["px_x"];
  const auto is_near = [&](const Json& now, const char* side, double pixels) {
    const double wanted = near["maps"]["view"][side].get<double>() + pixels / px;
    return std::abs(now["maps"]["view"][side].get<double>() - wanted) < 0.2;
  };
  const Json moved = window->wait_for([&](const Json& now) {
    return now["maps"]["view"].is_object() && is_near(now, "x0", 90) && is_near(now, "y0", -40);
  });
  ASSERT_FALSE(moved.empty());
  EXPECT_EQ(moved["block"], json["block"]);  // a drag is not a click
}

TEST_F(MapsWindowTest, a_click_on_a_block_goes_there) {
  Json json;
  const auto window = open("grid", json);
  ASSERT_FALSE(json.empty());
  const Point at = middle_of(json, 5, 3);
  window->click(at.x, at.y);
  const Json there = window->wait_for([](const Json& now) {
    return now["running"] == false && now["block"] == Json::array({5, 3, 0});
  });
  ASSERT_FALSE(there.empty());
  EXPECT_EQ(there["page"], "map");
  EXPECT_EQ(there["can_undo"], true);
}

TEST_F(MapsWindowTest, a_click_on_a_request_chooses_its_warp_and_event) {
  Json json;
  const auto window = open("banks:block", json);
  ASSERT_FALSE(json.empty());
  ASSERT_EQ(json["maps"]["shown"]["height"], 64);
  const Json& cells = json["maps"]["cells"];
  const double row = cells[3].get<double>() / 64;
  // Row 21: the second request of warp 10, the load.
  window->click(static_cast<int>(cells[0].get<double>() + 40),
                static_cast<int>(cells[1].get<double>() + 21.5 * row));
  const Json there = window->wait_for([](const Json& now) { return now["warp"] == 10; });
  ASSERT_FALSE(there.empty());
  ASSERT_TRUE(there["access"].is_object());
  EXPECT_EQ(there["access"]["space"], "shared");
  EXPECT_EQ(there["access"]["op"], "load");
}

TEST_F(MapsWindowTest, an_element_is_marked_first_and_enter_goes_to_who_touched_it) {
  Json json;
  const auto window = open("array:A:first_warp", json);
  ASSERT_FALSE(json.empty());
  const Point at = middle_of(json, 100, 70);  // block (3, 2)
  window->click(at.x, at.y);
  const Json marked =
      window->wait_for([](const Json& now) { return now["maps"]["pointed"].is_array(); });
  ASSERT_FALSE(marked.empty());
  EXPECT_EQ(marked["block"], json["block"]);
  window->keys({"Return"});
  const Json there = window->wait_for([](const Json& now) {
    return now["running"] == false && now["block"] == Json::array({3, 2, 0});
  });
  ASSERT_FALSE(there.empty());
  EXPECT_EQ(there["warp"], marked["maps"]["pointed"][1].get<int>() % 32);
}

TEST_F(MapsWindowTest, a_key_that_follows_a_click_at_once_finds_what_was_clicked) {
  Json json;
  const auto window = open("array:A:first_warp", json);
  ASSERT_FALSE(json.empty());
  const Point at = middle_of(json, 100, 70);  // block (3, 2)
  window->click_and_press(at.x, at.y, "Return");
  const Json there = window->wait_for([](const Json& now) {
    return now["running"] == false && now["block"] == Json::array({3, 2, 0});
  });
  ASSERT_FALSE(there.empty());
}

TEST_F(MapsWindowTest, a_shot_has_the_map) {
  std::set<std::string> pictures;
  for (const std::string map : {"banks:kernel", "array:A:moved", "grid:sectors:warps"}) {
    const Ended ended = program({"shot", "transpose", "--variant", "tile", "--set", "N=256",
                                 "--view", "map=" + map, "--size", "1280x720", "-o", "shot.png"});
    ASSERT_EQ(ended.code, 0) << ended.err;
    const Picture picture = read_picture(folder_ / "shot.png");
    ASSERT_EQ(picture.width, 1280);
    pictures.insert(std::string(picture.rgb.begin(), picture.rgb.end()));
  }
  EXPECT_EQ(pictures.size(), 3U);
}

TEST_F(MapsWindowTest, an_unknown_map_is_reported) {
  for (const auto& [map, says] :
       {std::pair<std::string, std::string>{"bank", "banks, array and grid"},
        {"array:A:sectors", "reads, writes, moved, first_warp"},
        {"array:C", "the kernel has A, B"}}) {
    const Ended ended = program({"shot", "transpose", "--view", "map=" + map, "-o", "shot.png"});
    EXPECT_EQ(ended.code, 2) << map;
    EXPECT_NE(ended.err.find(says), std::string::npos) << ended.err;
    EXPECT_FALSE(fs::exists(folder_ / "shot.png"));
  }
}

}  // namespace
}  // namespace lanescope::app::test
