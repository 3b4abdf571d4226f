// Lecture mode in the real window: a clicker's keys go through a deck and leave it.
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "display_test.h"
#include "picture_file.h"
#include "program_window.h"
#include "tests/lesson/small_transpose.h"

namespace lanescope::app::test {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> small_copy = {"transpose", "--variant", "copy", "--set", "N=64"};

constexpr const char* deck = R"(title = { en = "Small", zh = "小" }
[[scenes]]
title = { en = "Conflicts", zh = "冲突" }
lesson = "transpose"
variant = "tile"
set = { N = 64, PAD = 0 }
view = "access=shared_load,wavefront=2"
notes = "Say this."
[[scenes]]
title = { en = "Asked", zh = "提问" }
lesson = "transpose"
step = "tile"
[[scenes]]
title = { en = "Times", zh = "时间" }
lesson = "transpose"
variant = "tile"
set = { N = 64, PAD = 1 }
view = "times"
spotlight = [0.1, 0.1, 0.5, 0.5]
[[scenes]]
title = { en = "Bank 3", zh = "bank 3" }
lesson = "transpose"
variant = "tile"
set = { N = 64, PAD = 1 }
view = "access=shared_load"
spotlight = "bank=3"
)";

class LectureWindowTest : public DisplayTest<1600, 900> {
 protected:
  void SetUp() override {
    DisplayTest<1600, 900>::SetUp();
    fs::create_directories(folder_ / "scenes");
    // The first deck with a name wins, so this one hides the shipped deck.
    std::ofstream(folder_ / "scenes" / "transpose.toml") << deck;
  }
  std::unique_ptr<ProgramWindow> open(std::vector<std::string> arguments = small_copy,
                                      bool input_from_display = false) {
    return std::make_unique<ProgramWindow>(
        ProgramWindow::Options{display_->name(),
                               folder_,
                               std::move(arguments),
                               {"LANESCOPE_SCENES=" + (folder_ / "scenes").string(),
                                "LANESCOPE_KERNELS=" + (folder_ / "kernels").string()},
                               input_from_display});
  }
  // Waits until the window shows this scene of the deck and its run is complete.
  static Json at(const ProgramWindow& window, int scene) {
    return window.wait_for([&](const Json& now) {
      return now["lecture"].is_object() && now["lecture"]["scene"] == scene &&
             now["variant"] == "tile" && !now["totals"].is_null() &&
             (scene == 1 || now["params"]["N"] == 64);
    });
  }
  std::unique_ptr<ProgramWindow> open_lecture(bool input_from_display = false) {
    auto window = open(small_copy, input_from_display);
    EXPECT_FALSE(window->wait_for_run().empty());
    window->keys({"F5"});
    EXPECT_FALSE(at(*window, 0).empty());
    return window;
  }
  // Opens the padded tile. The only deck of this lesson will be the one that the test saves.
  std::unique_ptr<ProgramWindow> open_saving() {
    fs::remove(folder_ / "scenes" / "transpose.toml");
    std::ofstream(folder_ / "scenes" / "transpose.toml")
        << "title = \"other\"\n[[scenes]]\ntitle = \"o\"\nlesson = \"reverse\"\n";
    auto window = open({"transpose", "--variant", "tile", "--set", "N=64", "--set", "PAD=1"});
    EXPECT_FALSE(window->wait_for_run().empty());
    return window;
  }
  // Saves the current view as a scene. The notice must say that `lost` is not in it, or, if `lost`
  // is empty, that everything is. Then changes the view and goes to the scene.
  static Json saved_and_come_back(const ProgramWindow& window, const std::string& lost = {}) {
    window.keys({"ctrl+shift+s"});
    const Json saved = window.wait_for([](const Json& now) {
      return now["notice"].get<std::string>().find("my-scenes.toml") != std::string::npos;
    });
    if (saved.empty()) return saved;
    const std::string notice = saved["notice"];
    EXPECT_EQ(notice.find("not in it") != std::string::npos, !lost.empty()) << notice;
    EXPECT_NE(notice.find(lost), std::string::npos) << notice;
    const auto is_back = [&](const Json& now) {
      return now["lecture"].is_object() && now["lecture"]["deck"] == "my-scenes" &&
             now["page"] == saved["page"] && now["params"] == saved["params"] &&
             (!now["steps"].is_object() || now["steps"]["busy"] == false) &&
             (!now["maps"].is_object() || (now["maps"]["working"] == false &&
                                           now["maps"]["shown"] == saved["maps"]["shown"])) &&
             (!saved["compare"].is_object() || now["compare"]["step"] == saved["compare"]["step"]);
    };
    window.keys({"F5"});  // beside the lesson's own lecture
    if (window.wait_for([](const Json& now) { return now["overlay"] == "decks"; }).empty())
      return Json::object();
    window.keys({"Return"});
    if (window.wait_for(is_back).empty()) return Json::object();
    // Changes the view inside the lecture and comes back to the scene.
    window.keys({"Home", "s"});
    if (window.wait_for([](const Json& now) { return now["page"] == "times"; }).empty())
      return Json::object();
    window.keys({"Home"});
    return window.wait_for(is_back);
  }
  static Json wait_for(const ProgramWindow& window, const std::string& key, const Json& value) {
    return window.wait_for([&](const Json& now) { return now[key] == value; });
  }
  Ended program(const std::vector<std::string>& arguments) const {
    return run_program(arguments, {"DISPLAY=" + display_->name()}, folder_);
  }
};

TEST_F(LectureWindowTest, f5_starts_the_lessons_deck_and_leaving_restores_everything) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"s", "shift+w"});
  const Json before =
      window->wait_for([](const Json& now) { return now["page"] == "times" && now["warp"] == 31; });
  ASSERT_FALSE(before.empty());
  window->keys({"F5"});
  const Json first = at(*window, 0);
  ASSERT_FALSE(first.empty());
  EXPECT_EQ(first["lecture"]["title"], "Conflicts");
  EXPECT_EQ(first["lecture"]["scenes"], 4);
  EXPECT_EQ(first["page"], "stage");
  EXPECT_EQ(first["wavefront"], 1);
  EXPECT_FALSE(first["controls"].contains("top.lesson"));  // the surrounding panels are hidden
  EXPECT_TRUE(first["controls"].contains("stage.all"));
  window->keys({"ctrl+plus", "Right", "t"});
  ASSERT_FALSE(at(*window, 1).empty());
  window->keys({"Escape"});
  const Json after = wait_for(*window, "lecture", nullptr);
  ASSERT_FALSE(after.empty());
  for (const char* key : {"lesson", "variant", "params", "page", "warp", "block", "event", "line",
                          "wavefront", "scale_percent", "theme", "machine", "guide"}) {
    EXPECT_EQ(after[key], before[key]) << key;
  }
}

TEST_F(LectureWindowTest, a_lesson_without_a_deck_is_shown_step_by_step) {
  const auto window = open({"stride"});
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"F5"});
  const Json json = window->wait_for([](const Json& now) { return now["lecture"].is_object(); });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["lecture"]["deck"], "stride");
  EXPECT_EQ(json["lecture"]["title"], "Every second element");
}

TEST_F(LectureWindowTest, a_clicker_walks_the_scenes_and_a_scene_comes_back_as_it_was) {
  const auto window = open_lecture();
  window->keys({"p", "period"});  // the ordinary keys work inside a scene
  const Json tried = window->wait_for(
      [](const Json& now) { return now["params"]["PAD"] == 1 && now["wavefronts"] == 1; });
  ASSERT_FALSE(tried.empty());
  window->keys({"Next"});
  ASSERT_FALSE(at(*window, 1).empty());
  window->keys({"space"});
  const Json times = at(*window, 2);
  ASSERT_FALSE(times.empty());
  EXPECT_EQ(times["page"], "times");
  window->keys({"Prior", "Left"});
  const Json back = at(*window, 0);
  ASSERT_FALSE(back.empty());
  EXPECT_EQ(back["params"]["PAD"], 0);
  EXPECT_EQ(back["wavefront"], 1);
  window->keys({"End"});
  EXPECT_FALSE(at(*window, 3).empty());
  window->keys({"Right"});  // this is the last scene
  window->keys({"Home"});
  EXPECT_FALSE(at(*window, 0).empty());
}

TEST_F(LectureWindowTest, a_step_keeps_its_answers_until_enter_and_nobodys_progress_changes) {
  const auto window = open_lecture();
  window->keys({"Right"});
  const Json asked = window->wait_for([](const Json& now) {
    return now["lecture"].is_object() && now["lecture"]["question"] == "which-banks" &&
           now["guide"].is_object() && now["guide"]["on_path"] == true && !now["totals"].is_null();
  });
  ASSERT_FALSE(asked.empty());
  EXPECT_EQ(asked["lecture"]["covered"], true);
  EXPECT_FALSE(asked["controls"].contains("stage.all"));
  window->keys({"Return"});  // nothing is marked: a mark is asked for
  const Json refused = window->wait_for(
      [](const Json& now) { return now["lecture"]["draft"]["refusal"] == "guide.refused.empty"; });
  ASSERT_FALSE(refused.empty());
  EXPECT_EQ(refused["lecture"]["revealed"], "");
  window->keys({"Return"});
  const Json told =
      window->wait_for([](const Json& now) { return now["lecture"]["revealed"] == "which-banks"; });
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told["lecture"]["covered"], true);  // hides the answer to the next question
  window->keys({"Return"});
  const Json second =
      window->wait_for([](const Json& now) { return now["lecture"]["revealed"] == ""; });
  ASSERT_FALSE(second.empty());
  EXPECT_EQ(second["lecture"]["question"], "tile-wavefronts");
  window->keys({"Return"});
  const Json shown =
      window->wait_for([](const Json& now) { return now["lecture"]["covered"] == false; });
  ASSERT_FALSE(shown.empty());
  EXPECT_TRUE(shown["controls"].contains("stage.all"));
  EXPECT_EQ(shown["lecture"]["revealed"], "tile-wavefronts");
  window->keys({"Return"});  // closes the answer, and shows it again
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["lecture"]["revealed"] == ""; }).empty());
  window->keys({"Return"});
  EXPECT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["lecture"]["revealed"] == "tile-wavefronts";
                   })
                   .empty());
  window->keys({"Right", "Left"});
  EXPECT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["lecture"]["scene"] == 1 && now["lecture"]["covered"] == true;
                   })
                   .empty());
  window->keys({"F5"});
  const Json left = wait_for(*window, "lecture", nullptr);
  ASSERT_FALSE(left.empty());
  EXPECT_EQ(left["guide"]["show"], "offered");
  EXPECT_FALSE(fs::exists(folder_ / "progress.json"));
}

TEST_F(LectureWindowTest, after_an_answer_the_clicker_leads_to_the_steps_next_question) {
  const auto window = open_lecture();
  window->keys({"Next"});
  ASSERT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["lecture"]["question"] == "which-banks" && !now["totals"].is_null();
                   })
                   .empty());
  window->keys({"shift+Return"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["lecture"]["revealed"] == "which-banks"; })
          .empty());
  window->keys({"Next"});
  const Json second = window->wait_for([](const Json& now) {
    return now["lecture"]["revealed"] == "" || now["lecture"]["scene"] != 1;
  });
  ASSERT_FALSE(second.empty());
  EXPECT_EQ(second["lecture"]["scene"], 1);
  EXPECT_EQ(second["lecture"]["question"], "tile-wavefronts");
  window->keys({"Next"});  // unanswered, it keeps nobody
  EXPECT_FALSE(at(*window, 2).empty());
}

TEST_F(LectureWindowTest, a_scene_with_another_size_says_so) {
  std::ofstream(folder_ / "scenes" / "transpose.toml")
      << "title = \"Sizes\"\n[[scenes]]\ntitle = \"a\"\nlesson = \"transpose\"\nvariant = "
         "\"tile\"\n"
         "set = { N = 64, PAD = 0 }\n[[scenes]]\ntitle = \"b\"\nlesson = \"transpose\"\n"
         "variant = \"tile\"\nset = { N = 128, PAD = 1 }\n";
  const auto window = open_lecture();
  window->keys({"Right"});
  const Json json = window->wait_for([](const Json& now) {
    return now["lecture"].is_object() && now["lecture"]["scene"] == 1 && now["params"]["N"] == 128;
  });
  ASSERT_FALSE(json.empty());
  const std::string notice = json["notice"];
  EXPECT_NE(notice.find("N = 128"), std::string::npos) << notice;
  EXPECT_NE(notice.find("64"), std::string::npos) << notice;
  EXPECT_EQ(notice.find("PAD"), std::string::npos) << "its switch shows it";
}

TEST_F(LectureWindowTest, the_size_before_is_that_of_the_question_that_was_left_unanswered) {
  std::ofstream(folder_ / "scenes" / "transpose.toml")
      << "title = \"Sizes\"\n[[scenes]]\ntitle = \"a\"\nlesson = \"transpose\"\nvariant = "
         "\"tile\"\n"
         "set = { N = 64 }\n[[scenes]]\ntitle = \"b\"\nlesson = \"transpose\"\n"
         "step = \"tile\"\n[[scenes]]\ntitle = \"c\"\nlesson = \"transpose\"\n"
         "variant = \"tile\"\nset = { N = 128 }\n";
  const auto window = open_lecture();
  window->keys({"Next"});
  const Json asked = window->wait_for([](const Json& now) {
    return now["lecture"].is_object() && now["lecture"]["covered"] == true &&
           now["params"].is_object() && now["params"]["N"] != 64;
  });
  ASSERT_FALSE(asked.empty());
  window->keys({"Next"});
  const Json json = window->wait_for(
      [](const Json& now) { return now["lecture"]["scene"] == 2 && now["params"]["N"] == 128; });
  ASSERT_FALSE(json.empty());
  const std::string notice = json["notice"];
  EXPECT_NE(notice.find("N = 128 in this scene"), std::string::npos) << notice;
  EXPECT_EQ(notice.find("64 before"), std::string::npos) << notice;
}

TEST_F(LectureWindowTest, the_padding_is_switched_by_mouse) {
  const auto window = open_lecture();
  window->click_on(window->state()["controls"]["lecture.value.PAD"]);
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["params"]["PAD"] == 1; }).empty());
}

TEST_F(LectureWindowTest, an_answer_names_its_values_while_the_picture_shows_others) {
  const auto window = open_lecture();
  window->keys({"Right"});
  const auto asks = [&](const std::string& question) {
    return window->wait_for([&](const Json& now) {
      return now["lecture"].is_object() && now["lecture"]["question"] == question &&
             now["lecture"]["revealed"] == "" && now["guide"].is_object() &&
             now["guide"]["on_path"] == true && !now["totals"].is_null();
    });
  };
  ASSERT_FALSE(asks("which-banks").empty());
  window->keys({"shift+Return"});  // asks for no mark
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["lecture"]["revealed"] == "which-banks"; })
          .empty());
  window->keys({"Return"});
  ASSERT_FALSE(asks("tile-wavefronts").empty());
  window->keys({"Return"});
  const Json told = window->wait_for(
      [](const Json& now) { return now["lecture"]["revealed"] == "tile-wavefronts"; });
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told["lecture"]["answer"], "32 wavefronts");
  window->keys({"p"});
  EXPECT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["lecture"]["answer"] == "with PAD 0: 32 wavefronts";
                   })
                   .empty());
}

TEST_F(LectureWindowTest, the_spotlight_follows_the_mouse_and_dims_the_rest) {
  const auto window = open_lecture();
  const double bright = brightness(read_picture(window->save_picture()));
  window->keys({"u"});
  ASSERT_FALSE(wait_for(*window, "spotlight", "circle").empty());
  window->click(400, 500);
  const auto lit_at = [](int x, int y) {
    return [x, y](const Json& now) {
      return now["lit"].is_array() && now["lit"][0] < x &&
             now["lit"][0].get<double>() + now["lit"][2].get<double>() > x && now["lit"][1] < y &&
             now["lit"][1].get<double>() + now["lit"][3].get<double>() > y;
    };
  };
  EXPECT_FALSE(window->wait_for(lit_at(400, 500)).empty());
  EXPECT_LT(brightness(read_picture(window->save_picture())), bright * 0.8);
  window->click(900, 600);
  EXPECT_FALSE(window->wait_for(lit_at(900, 600)).empty());
  window->keys({"u"});
  EXPECT_FALSE(wait_for(*window, "spotlight", "under_mouse").empty());
  window->keys({"u"});
  const Json off = wait_for(*window, "spotlight", "off");
  ASSERT_FALSE(off.empty());
  EXPECT_TRUE(off["lit"].is_null());
}

TEST_F(LectureWindowTest, a_scene_brings_its_own_light_and_takes_it_along) {
  const auto window = open_lecture();
  window->keys({"End"});
  const Json lit = window->wait_for([](const Json& now) {
    return now["spotlight"] == "scene" && now["lit"].is_array() && now["params"]["PAD"] == 1;
  });
  ASSERT_FALSE(lit.empty());
  EXPECT_LT(lit["lit"][2], 120);                           // one column of 32 ...
  EXPECT_GT(lit["lit"][3], lit["height"].get<int>() / 3);  // ... from its number to its last word
  window->keys({"Home"});
  EXPECT_FALSE(wait_for(*window, "spotlight", "off").empty());
}

TEST_F(LectureWindowTest, a_frozen_window_changes_nothing_until_it_is_thawed) {
  const auto window = open_lecture();
  window->keys({"z"});
  const Json frozen = wait_for(*window, "frozen", true);
  ASSERT_FALSE(frozen.empty());
  window->keys({"p", "Right", "t", "F12", "z"});
  const Json thawed = wait_for(*window, "frozen", false);
  ASSERT_FALSE(thawed.empty());
  EXPECT_EQ(thawed["lecture"]["scene"], 0);
  EXPECT_EQ(thawed["params"]["PAD"], 0);
  EXPECT_EQ(thawed["theme"], frozen["theme"]);
  EXPECT_EQ(thawed["notice"], "");  // F12 saved no picture
}

TEST_F(LectureWindowTest, with_the_notes_open_the_frozen_room_waits_and_the_presenter_goes_on) {
  const auto window = open_lecture();
  window->keys({"shift+F5"});
  ASSERT_FALSE(wait_for(*window, "presenter", true).empty());
  const Picture before = read_picture(window->save_picture());
  ASSERT_GT(before.width, 0);
  window->keys({"z"});
  ASSERT_FALSE(wait_for(*window, "frozen", true).empty());
  window->keys({"Right", "Right"});
  const Json on = at(*window, 2);
  ASSERT_FALSE(on.empty());
  EXPECT_EQ(on["frozen"], true);
  const Picture room = read_picture(window->save_picture());  // what the audience sees
  // Off screen, the edge of a curve may differ by a shade.
  EXPECT_LT(different_pixels(room.rgb, before.rgb), 50);
  window->keys({"z"});
  ASSERT_FALSE(wait_for(*window, "frozen", false).empty());
  EXPECT_GT(different_pixels(read_picture(window->save_picture()).rgb, before.rgb), 5000);
  window->keys({"shift+F5"});
  EXPECT_FALSE(wait_for(*window, "presenter", false).empty());
  EXPECT_TRUE(window->close());
}

TEST_F(LectureWindowTest, the_screen_is_saved_as_the_users_own_scene) {
  const auto window = open({"transpose", "--variant", "tile", "--set", "N=64", "--set", "PAD=1"});
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"ctrl+shift+s"});
  const Json saved = window->wait_for([](const Json& now) {
    return now["notice"].get<std::string>().find("my-scenes.toml") != std::string::npos;
  });
  ASSERT_FALSE(saved.empty());
  const fs::path file = folder_ / "data" / "lanescope" / "scenes" / "my-scenes.toml";
  EXPECT_NE(saved["notice"].get<std::string>().find(file.string()), std::string::npos);
  ASSERT_TRUE(fs::exists(file));
  EXPECT_EQ(program({"check-scenes", file.string()}).code, 0);
  // The lesson now has two decks, so they are listed.
  window->keys({"F5"});
  ASSERT_FALSE(wait_for(*window, "overlay", "decks").empty());
  window->keys({"Down", "Return"});
  const Json own = window->wait_for([](const Json& now) {
    return now["lecture"].is_object() && now["lecture"]["deck"] == "my-scenes" &&
           now["params"]["PAD"] == 1 && !now["totals"].is_null();
  });
  ASSERT_FALSE(own.empty());
  EXPECT_EQ(own["lecture"]["title"], "Matrix transpose: shared tile, N = 64, PAD = 1");
}

TEST_F(LectureWindowTest, a_saved_step_of_a_warp_is_restored) {
  const auto window = open_saving();
  window->keys({"f"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["steps"].is_object(); }).empty());
  window->keys({"Home", "Right", "Right", "Right", "bracketright"});
  const Json there = window->wait_for([](const Json& now) { return now["steps"]["step"] == 3; });
  ASSERT_FALSE(there.empty());
  const Json back = saved_and_come_back(*window);
  ASSERT_FALSE(back.empty());
  EXPECT_EQ(back["page"], "steps");
  EXPECT_TRUE(back["lecture"]["title"].get<std::string>().ends_with(", Steps"));
  for (const char* key : {"step", "lane", "warp", "block", "ptx"})
    EXPECT_EQ(back["steps"][key], there["steps"][key]) << key;
}

TEST_F(LectureWindowTest, a_saved_map_is_restored_and_its_zoom_is_reported_as_lost) {
  const auto window = open_saving();
  window->keys({"o", "shift+o"});
  ASSERT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["maps"].is_object() && now["maps"]["working"] == false &&
                            now["maps"]["shown"].is_object() &&
                            now["maps"]["shown"]["kind"] == "array";
                   })
                   .empty());
  window->keys({"v", "q"});
  const Json there = window->wait_for([](const Json& now) {
    return now["maps"].is_object() && now["maps"]["working"] == false &&
           now["maps"]["shown"].is_object() && now["maps"]["shown"]["array"] == "B";
  });
  ASSERT_FALSE(there.empty());
  window->keys({"plus"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["maps"]["view"].is_object(); }).empty());
  const Json back = saved_and_come_back(*window, "the map's zoom");
  ASSERT_FALSE(back.empty());
  EXPECT_EQ(back["page"], "map");
  EXPECT_EQ(back["maps"]["shown"], there["maps"]["shown"]);
  EXPECT_TRUE(back["maps"]["view"].is_null());
  // Leaving the lecture restores the previous map.
  window->keys({"shift+o"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["maps"]["kind"] == "grid"; }).empty());
  window->keys({"Escape"});
  const Json after = window->wait_for([](const Json& now) {
    return now["lecture"].is_null() && now["maps"].is_object() && now["maps"]["working"] == false &&
           now["maps"]["shown"].is_object() && now["maps"]["shown"]["kind"] == "array";
  });
  ASSERT_FALSE(after.empty());
  EXPECT_EQ(after["maps"]["shown"], there["maps"]["shown"]);
}

TEST_F(LectureWindowTest, a_saved_comparison_has_its_other_side_and_the_wavefront_of_the_longer) {
  const auto window = open_saving();
  window->keys({"p"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["params"]["PAD"] == 0; }).empty());
  window->keys({"shift+c", "p", "c"});
  const auto compares = [](const Json& now) {
    return now["page"] == "compare" && now["params"]["PAD"] == 1 && now["compare"].is_object() &&
           now["compare"]["wavefronts"] == 32;
  };
  ASSERT_FALSE(window->wait_for(compares).empty());
  window->keys({"Home", "bracketright", "bracketright", "bracketright"});
  const Json there = window->wait_for(
      [&](const Json& now) { return compares(now) && now["compare"]["step"] == 3; });
  ASSERT_FALSE(there.empty());
  const Json back = saved_and_come_back(*window);
  ASSERT_FALSE(back.empty());
  EXPECT_EQ(back["page"], "compare");
  EXPECT_EQ(back["lecture"]["title"],
            "Matrix transpose: shared tile, N = 64, PAD = 1, wavefront 4, Compare (PAD = 0)");
  for (const char* key : {"a", "b", "wavefronts", "step", "line", "event"})
    EXPECT_EQ(back["compare"][key], there["compare"][key]) << key;
}

TEST_F(LectureWindowTest, a_saved_thread_of_the_index_explorer_is_restored) {
  const auto window = open_saving();
  window->keys({"i"});
  ASSERT_FALSE(wait_for(*window, "page", "index").empty());
  window->keys({"b", "Right", "Right"});
  const Json there = window->wait_for([](const Json& now) {
    return now["index"]["at_block"][0] == 1 && now["index"]["thread"][0] == 2;
  });
  ASSERT_FALSE(there.empty());
  const Json back = saved_and_come_back(*window);
  ASSERT_FALSE(back.empty());
  EXPECT_EQ(back["page"], "index");
  EXPECT_EQ(back["index"], there["index"]);
}

TEST_F(LectureWindowTest, the_wheel_scrolls_the_notes_also_while_the_room_waits) {
  std::string longer = deck;
  const std::string said = "Say this.";
  std::string lines = said;
  for (int i = 0; i < 60; ++i) lines += "\\n\\nAnd this, too.";
  longer.replace(longer.find(said), said.size(), lines);
  std::ofstream(folder_ / "scenes" / "transpose.toml") << longer;
  const auto window = open_lecture(/*input_from_display=*/true);
  window->keys({"shift+F5"});
  ASSERT_FALSE(wait_for(*window, "presenter", true).empty());
  // One notch at a time: of several, a state could show the first alone.
  window->wheel(900, 300, -1);  // the notes window covers the main one
  const Json scrolled = window->wait_for([](const Json& now) { return now["notes_scrolled"] > 0; });
  ASSERT_FALSE(scrolled.empty());
  window->keys({"z"});
  ASSERT_FALSE(wait_for(*window, "frozen", true).empty());
  const double before = scrolled["notes_scrolled"];
  window->wheel(900, 300, -1);
  const Json further = window->wait_for(
      [&](const Json& now) { return now["notes_scrolled"].get<double>() > before; });
  ASSERT_FALSE(further.empty());
  EXPECT_EQ(further["wavefront"], 1);  // the wheel did not scroll the picture below
  window->keys({"shift+Prior"});
  EXPECT_FALSE(window
                   ->wait_for([&](const Json& now) {
                     return now["notes_scrolled"].get<double>() <
                            further["notes_scrolled"].get<double>();
                   })
                   .empty());
}

TEST_F(LectureWindowTest, a_click_on_the_frozen_picture_does_nothing) {
  const auto window = open_lecture();
  const Json all = window->state()["controls"]["stage.all"];
  ASSERT_TRUE(all.is_array());
  window->keys({"z"});
  ASSERT_FALSE(wait_for(*window, "frozen", true).empty());
  window->click_on(all);
  window->keys({"z"});
  const Json thawed = wait_for(*window, "frozen", false);
  ASSERT_FALSE(thawed.empty());
  EXPECT_EQ(thawed["wavefront"], 1);
}

// Presses a button of the lecture's row.
void press(const ProgramWindow& window, const std::string& name) {
  const Json now = window.wait_for(
      [&](const Json& json) { return json["controls"].contains("lecture." + name); });
  ASSERT_FALSE(now.empty()) << name;
  const Json box = now["controls"]["lecture." + name];
  window.click_on(box);
}

TEST_F(LectureWindowTest, works_by_mouse_alone) {
  const auto window = open_lecture();
  press(*window, "next");
  const Json asked = at(*window, 1);
  ASSERT_FALSE(asked.empty());
  ASSERT_FALSE(asked["lecture"]["question"].is_null());
  window->keys({"Return"});  // asks for a mark, and the button does not
  ASSERT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["lecture"]["draft"]["refusal"] == "guide.refused.empty";
                   })
                   .empty());
  press(*window, "reveal");
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return now["lecture"]["revealed"] != ""; }).empty());
  const Json english = window->state();
  press(*window, "language");
  const Json chinese = wait_for(*window, "language", "zh");
  ASSERT_FALSE(chinese.empty());
  for (const char* id : {"lecture.language", "lecture.previous", "lecture.next", "lecture.leave"})
    EXPECT_EQ(chinese["controls"].value(id, Json()), english["controls"].at(id)) << id;
  press(*window, "previous");
  EXPECT_FALSE(at(*window, 0).empty());
  press(*window, "spotlight");
  EXPECT_FALSE(wait_for(*window, "spotlight", "circle").empty());
  press(*window, "freeze");
  ASSERT_FALSE(wait_for(*window, "frozen", true).empty());
  // The badge above the buttons says how to go on. The window is 900 / 560 pixels a unit high.
  const int badge_y = 900 - (32 + 16) * 900 / 560;
  window->click(1600 - 60, badge_y);
  EXPECT_FALSE(wait_for(*window, "frozen", false).empty());
  const Json freeze = window->state()["controls"]["lecture.freeze"];
  press(*window, "freeze");
  ASSERT_FALSE(wait_for(*window, "frozen", true).empty());
  window->click_on(freeze);
  EXPECT_FALSE(wait_for(*window, "frozen", false).empty());
  press(*window, "notes");
  ASSERT_FALSE(wait_for(*window, "presenter", true).empty());
  press(*window, "freeze");  // leaves the pointer at the lower edge, where the badge appears
  ASSERT_FALSE(wait_for(*window, "frozen", true).empty());
  window->click(1600 - 60, badge_y);
  EXPECT_FALSE(wait_for(*window, "frozen", false).empty());
  press(*window, "freeze");
  ASSERT_FALSE(wait_for(*window, "frozen", true).empty());
  window->keys({"Escape"});  // ends the freeze, not the lecture
  const Json thawed = wait_for(*window, "frozen", false);
  ASSERT_FALSE(thawed.empty());
  EXPECT_TRUE(thawed["lecture"].is_object());
  press(*window, "freeze");
  ASSERT_FALSE(wait_for(*window, "frozen", true).empty());
  window->keys({"F5"});  // the frozen slide goes with its lecture
  const Json left = wait_for(*window, "frozen", false);
  ASSERT_FALSE(left.empty());
  EXPECT_TRUE(left["lecture"].is_null());
  window->keys({"F5"});
  ASSERT_FALSE(at(*window, 0).empty());
  press(*window, "leave");
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["lecture"].is_null(); }).empty());
}

TEST_F(LectureWindowTest, no_tooltip_stays_from_one_scene_to_the_next) {
  const auto window = open_lecture();
  const Json all = window->state()["controls"]["stage.all"];
  ASSERT_TRUE(all.is_array());
  const auto rest = [&](int by) {
    window->wheel(all[0].get<int>() + all[2].get<int>() / 2 + by,
                  all[1].get<int>() + all[3].get<int>() / 2, 0);
  };
  rest(0);
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["tooltip"] != ""; }).empty());
  window->keys({"End", "Home"});
  ASSERT_FALSE(at(*window, 0).empty());
  EXPECT_EQ(window->state()["tooltip"], "");
  rest(1);  // it comes back with the mouse
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["tooltip"] != ""; }).empty());
}

TEST_F(LectureWindowTest, a_pressed_button_shows_no_tooltip_until_the_mouse_has_left_it) {
  const auto window = open_lecture();
  const Json next = window->state()["controls"]["lecture.next"];
  ASSERT_TRUE(next.is_array());
  const int x = next[0].get<int>() + next[2].get<int>() / 2;
  const int y = next[1].get<int>() + next[3].get<int>() / 2;
  window->wheel(x, y, 0);
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["tooltip"] != ""; }).empty());
  window->click(x, y);
  ASSERT_FALSE(at(*window, 1).empty());
  window->wheel(x + 2, y, 0);  // a hand does not rest quite still
  EXPECT_EQ(window->state()["tooltip"], "");
  window->wheel(x, 300, 0);
  ASSERT_EQ(window->state()["tooltip"], "");
  window->wheel(x, y, 0);
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["tooltip"] != ""; }).empty());
}

TEST_F(LectureWindowTest, undo_after_a_lecture_goes_back_through_what_was_done_before_it) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"shift+w"});
  ASSERT_FALSE(wait_for(*window, "warp", 31).empty());
  window->keys({"F5"});
  ASSERT_FALSE(at(*window, 0).empty());
  window->keys({"p", "End"});
  ASSERT_FALSE(at(*window, 3).empty());
  window->keys({"F5"});
  const Json left = wait_for(*window, "lecture", nullptr);
  ASSERT_FALSE(left.empty());
  EXPECT_EQ(left["warp"], 31);
  EXPECT_EQ(left["can_undo"], true);
  window->keys({"ctrl+z"});
  const Json undone = wait_for(*window, "warp", 0);
  ASSERT_FALSE(undone.empty());
  EXPECT_EQ(undone["variant"], "copy");
  EXPECT_EQ(undone["can_undo"], false);
  EXPECT_EQ(undone["can_redo"], true);
}

TEST_F(LectureWindowTest, the_plot_of_a_sweep_is_saved_at_a_size_of_its_own) {
  lanescope::testing::write_small_transpose(folder_ / "kernels");
  const auto window = open({"transpose", "--variant", "tile", "--set", "N=64"});
  ASSERT_FALSE(window->wait_for_run().empty());
  const auto saved_plot = [&](const std::string& file) {
    window->keys({"x"});
    EXPECT_FALSE(window
                     ->wait_for([](const Json& now) {
                       return now["sweep"].is_object() && now["sweep"]["running"] == false &&
                              now["sweep"]["done"] == now["sweep"]["total"];
                     })
                     .empty());
    window->click_on(window->state()["controls"]["sweep.png"]);
    EXPECT_FALSE(window
                     ->wait_for([&](const Json& now) {
                       return now["notice"].get<std::string>().find(file) != std::string::npos;
                     })
                     .empty());
    return read_picture(folder_ / file);
  };
  const Picture before = saved_plot("lanescope-transpose-padding.png");
  window->keys({"x", "F5"});
  ASSERT_FALSE(at(*window, 0).empty());
  const Picture in_lecture = saved_plot("lanescope-transpose-padding-2.png");
  EXPECT_EQ(before.width, 1680);  // 1120 units at the scale of exports
  EXPECT_EQ(in_lecture.width, before.width);
  EXPECT_EQ(in_lecture.height, before.height);
}

TEST_F(LectureWindowTest, a_deck_is_drawn_without_a_person_and_the_same_each_time) {
  const std::string file = (folder_ / "scenes" / "transpose.toml").string();
  const Ended all = program({"shot", "--scene", file, "--all", "-o", "pictures"});
  ASSERT_EQ(all.code, 0) << all.err;
  const std::vector<std::string> names = {"01-conflicts.png", "02-asked.png", "03-times.png",
                                          "04-bank-3.png"};
  for (const std::string& name : names) {
    const Picture picture = read_picture(folder_ / "pictures" / name);
    EXPECT_EQ(picture.width, 1600) << name;
    EXPECT_GT(different_colors(picture), 20) << name;
  }
  for (const std::size_t i : {1U, 3U}) {  // a question; a light of its own
    const Ended one =
        program({"shot", "--scene", file, "--number", std::to_string(i + 1), "-o", "one.png"});
    ASSERT_EQ(one.code, 0) << one.err;
    EXPECT_EQ(read_picture(folder_ / "one.png"), read_picture(folder_ / "pictures" / names[i]))
        << names[i];
  }
  ASSERT_EQ(
      program({"shot", "--scene", file, "--number", "2", "--answered", "-o", "told.png"}).code, 0);
  EXPECT_NE(read_picture(folder_ / "told.png"), read_picture(folder_ / "pictures" / names[1]));
}

TEST_F(LectureWindowTest, a_deck_that_fails_leaves_no_picture) {
  std::ofstream(folder_ / "bad.toml")
      << "title = \"b\"\n[[scenes]]\ntitle = \"fine\"\nlesson = \"transpose\"\nset = { N = 64 }\n"
         "[[scenes]]\ntitle = \"wrong\"\nlesson = \"transpose\"\nset = { N = 33 }\n";
  const Ended ended = program({"shot", "--scene", "bad.toml", "--all", "-o", "pictures"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("bad.toml:6: scenes[1]"), std::string::npos) << ended.err;
  EXPECT_FALSE(fs::exists(folder_ / "pictures"));
  EXPECT_EQ(program({"check-scenes", "bad.toml"}).code, 1);
  // Several scenes and no --number.
  EXPECT_EQ(program({"shot", "--scene", "bad.toml", "-o", "a.png"}).code, 2);
  EXPECT_EQ(program({"shot", "--scene", "bad.toml", "--number", "3", "-o", "a.png"}).code, 2);
  EXPECT_EQ(program({"shot", "-o", "a.png"}).code, 2);
}

}  // namespace
}  // namespace lanescope::app::test
