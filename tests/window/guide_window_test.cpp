// The guide in the real window: a learner goes through a lesson with keys and mouse.
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "display_test.h"
#include "guide_lessons.h"
#include "picture_file.h"
#include "program_window.h"

namespace lanescope::app::test {
namespace {

namespace fs = std::filesystem;

class GuideWindowTest : public DisplayTest<1600, 900> {
 protected:
  void SetUp() override {
    DisplayTest<1600, 900>::SetUp();
    if (!folder_.empty()) kernels_ = write_course(folder_);
  }
  std::unique_ptr<ProgramWindow> open(std::vector<std::string> arguments = {"first"},
                                      std::vector<std::string> environment = {}) {
    fs::remove(folder_ / "state.json");
    environment.push_back("LANESCOPE_KERNELS=" + kernels_.string());
    return std::make_unique<ProgramWindow>(ProgramWindow::Options{
        display_->name(), folder_, std::move(arguments), std::move(environment)});
  }
  // Waits until the guide is at `step` and its run is complete.
  static Json at(const ProgramWindow& window, const std::string& step) {
    return window.wait_for([&](const Json& now) {
      return now["guide"].is_object() && now["guide"]["step"] == step &&
             now["guide"]["show"] == "led" && !now["totals"].is_null() && now["guide"]["on_path"];
    });
  }
  static Json wait_for_question(const ProgramWindow& window, const std::string& name,
                                const std::string& state) {
    return window.wait_for([&](const Json& now) {
      const Json found = question(now, name);
      return found.is_object() && found["state"] == state &&
             (state == "open" || state == "waits" || found["known"] == true);
    });
  }
  static Json question(const Json& now, const std::string& name) {
    for (const Json& asked : now["guide"]["questions"]) {
      if (asked["name"] == name) return asked;
    }
    return nullptr;
  }
  // Waits until a wrong first try has its hint.
  static Json after_first_try(const ProgramWindow& window, const std::string& name) {
    return window.wait_for([&](const Json& now) {
      const Json found = question(now, name);
      return found.is_object() && found["state"] == "open" && found["second_try"] == true &&
             found["hint"] != "";
    });
  }
  static Json wait_for_control(const ProgramWindow& window, const std::string& id) {
    return window.wait_for([&](const Json& now) { return now["controls"].contains(id); });
  }
  fs::path kernels_;
};

TEST_F(GuideWindowTest, a_lesson_is_offered_and_ctrl_right_begins_it) {
  const auto window = open();
  const Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["show"], "offered");
  EXPECT_EQ(json["guide"]["covered"], false);
  EXPECT_TRUE(json["controls"].contains("sites.0") || json["controls"].contains("strip.worst"));
  window->keys({"ctrl+Right"});
  const Json led = at(*window, "aligned");
  ASSERT_FALSE(led.empty());
  EXPECT_EQ(led["guide"]["place"], 0);
  EXPECT_EQ(led["guide"]["places"], 4);
}

TEST_F(GuideWindowTest, an_open_question_covers_counts_and_tables) {
  const auto window = open({"first", "--step", "aligned"});
  const Json json = at(*window, "aligned");
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["covered"], true);
  for (const char* id : {"sites.0", "table1", "strip.worst", "stage.all", "code.divergence"})
    EXPECT_FALSE(json["controls"].contains(id)) << id;
  EXPECT_EQ(json["times_seen"], false);
}

TEST_F(GuideWindowTest, a_number_is_typed_and_answered_right) {
  const auto window = open({"first", "--step", "aligned"});
  ASSERT_FALSE(at(*window, "aligned").empty());
  window->keys({"4", "Return"});
  const Json json = wait_for_question(*window, "how_many", "answered");
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(question(json, "how_many")["right"], true);
  EXPECT_EQ(json["guide"]["covered"], false);
  EXPECT_EQ(json["params"]["OFFSET"], 0);  // the digit was not a command
}

TEST_F(GuideWindowTest, the_wheel_over_the_number_changes_it) {
  const auto window = open({"first", "--step", "aligned"});
  const Json json = wait_for_control(*window, "guide.more");
  ASSERT_FALSE(json.empty());
  const Json more = json["controls"]["guide.more"];
  const int x = more[0].get<int>() - 20, y = more[1].get<int>() + more[3].get<int>() / 2;
  window->wheel(x, y, 3);
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return now["guide"]["draft"]["typed"] == "3"; })
          .empty());
  window->wheel(x, y, -1);
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return now["guide"]["draft"]["typed"] == "2"; })
          .empty());
}

TEST_F(GuideWindowTest, a_wrong_number_gets_a_hint_and_a_second_try_by_keys) {
  const auto window = open({"first", "--step", "aligned"});
  ASSERT_FALSE(at(*window, "aligned").empty());
  window->keys({"3", "2", "Return"});
  Json json = after_first_try(*window, "how_many");
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["covered"], true);
  const std::string hint = question(json, "how_many")["hint"];
  EXPECT_NE(hint.find("one sector for each lane"), std::string::npos) << hint;
  window->keys({"Return"});  // the same answer does not use up the second try
  json = window->wait_for([](const Json& now) {
    return now["guide"]["draft"]["refusal"] == "guide.refused.unchanged";
  });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["question"], "how_many");
  window->keys({"4"});  // replaces the number
  json = window->wait_for([](const Json& now) { return now["guide"]["draft"]["typed"] == "4"; });
  ASSERT_FALSE(json.empty());
  window->keys({"Return"});
  json = wait_for_question(*window, "how_many", "answered");
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(question(json, "how_many")["right"], true);
  EXPECT_EQ(question(json, "how_many")["second_try"], true);
}

TEST_F(GuideWindowTest, the_guide_scrolls_to_its_end_while_the_mouse_rests) {
  const fs::path guide = kernels_ / "first" / "guide.en.md";
  std::stringstream words;
  words << std::ifstream(guide).rdbuf();
  std::string text = words.str();
  const std::string last = "The 32 lanes want 128 bytes.\n";
  const std::size_t at_end = text.find(last);
  ASSERT_NE(at_end, std::string::npos);
  for (int i = 0; i < 40; ++i) text.insert(at_end + last.size(), "\nOne more paragraph.\n");
  std::ofstream(guide) << text;
  const ProgramWindow window({display_->name(),
                              folder_,
                              {"first", "--step", "aligned"},
                              {"LANESCOPE_KERNELS=" + kernels_.string()},
                              true});
  Json json = at(window, "aligned");
  ASSERT_FALSE(json.empty());
  // The question is on the stage, whatever the length of the guide's text.
  ASSERT_TRUE(json["controls"].contains("guide.answer"));
  EXPECT_GT(json["controls"]["guide.answer"][0], json["controls"]["guide.explore"][0]);
  EXPECT_EQ(json["guide"]["scrolled"], 0);
  window.keys({"4"});
  window.click_on(json["controls"]["guide.answer"]);
  ASSERT_FALSE(wait_for_question(window, "how_many", "answered").empty());
  json = window.wait_for([](const Json& now) {  // the answer is in view
    return now["controls"].contains("guide.again.how_many");
  });
  ASSERT_FALSE(json.empty());
  EXPECT_GT(json["guide"]["scrolled"], 0);
  window.click_on(json["controls"]["guide.explore"]);  // another text, from its beginning
  json = window.wait_for([](const Json& now) { return now["guide"]["show"] == "offered"; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["scrolled"], 0);
}

TEST_F(GuideWindowTest, a_wrong_choice_is_answered_a_second_time_by_mouse) {
  const auto window = open({"first", "--step", "shifted"});
  Json json = at(*window, "shifted");
  ASSERT_FALSE(json.empty());
  window->click_on(json["controls"]["guide.choice.no"]);
  json = window->wait_for([](const Json& now) { return now["guide"]["draft"]["choice"] == "no"; });
  ASSERT_FALSE(json.empty());
  window->click_on(json["controls"]["guide.answer"]);
  json = after_first_try(*window, "more");
  ASSERT_FALSE(json.empty());
  window->click_on(json["controls"]["guide.choice.yes"]);
  json = window->wait_for([](const Json& now) { return now["guide"]["draft"]["choice"] == "yes"; });
  ASSERT_FALSE(json.empty());
  window->click_on(json["controls"]["guide.answer"]);
  json = wait_for_question(*window, "more", "answered");
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(question(json, "more")["right"], true);
}

TEST_F(GuideWindowTest, enter_answers_and_goes_on_to_the_exercise_and_no_further) {
  const auto window = open({"first", "--step", "aligned"});
  ASSERT_FALSE(at(*window, "aligned").empty());
  window->keys({"4", "Return"});
  ASSERT_FALSE(wait_for_question(*window, "how_many", "answered").empty());
  window->keys({"Return"});
  ASSERT_FALSE(at(*window, "shifted").empty());
  window->keys({"shift+Return", "shift+Return"});
  ASSERT_FALSE(wait_for_question(*window, "which", "skipped").empty());
  window->keys({"Return"});
  ASSERT_FALSE(at(*window, "calm").empty());  // a step without a question
  window->keys({"Return"});
  ASSERT_FALSE(at(*window, "exercise").empty());
  window->keys({"Return", "t"});
  const Json json = window->wait_for([](const Json& now) { return now["theme"] == "light"; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["step"], "exercise");
}

TEST_F(GuideWindowTest, what_was_wrong_or_skipped_is_listed_and_done_again_by_keys) {
  const auto window = open({"first", "--step", "aligned"});
  ASSERT_FALSE(at(*window, "aligned").empty());
  window->keys({"shift+Return"});
  ASSERT_FALSE(wait_for_question(*window, "how_many", "skipped").empty());
  window->keys({"ctrl+Right"});
  ASSERT_FALSE(at(*window, "shifted").empty());
  window->keys({"F2", "Tab"});
  Json json = window->wait_for([](const Json& now) {
    return now["overlay"] == "review" && now["review"]["question"] == "how_many";
  });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["review"]["questions"], 1);
  window->keys({"Return"});
  ASSERT_FALSE(at(*window, "aligned").empty());
  ASSERT_FALSE(wait_for_question(*window, "how_many", "open").empty());
  window->keys({"F2", "Tab"});  // still to be done
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["review"]["questions"] == 1; }).empty());
  window->keys({"Escape", "4", "Return"});
  json = wait_for_question(*window, "how_many", "answered");
  ASSERT_FALSE(json.empty());
  EXPECT_TRUE(json["controls"].contains("guide.to_review"));  // the way on leads back to the list
  window->keys({"Return"});
  EXPECT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["overlay"] == "review" && now["review"]["questions"] == 0;
                   })
                   .empty());
}

TEST_F(GuideWindowTest, the_questions_to_do_again_are_reached_by_mouse_from_both_places) {
  const auto window = open({"first", "--step", "aligned"});
  ASSERT_FALSE(at(*window, "aligned").empty());
  window->keys({"shift+Return"});
  ASSERT_FALSE(wait_for_question(*window, "how_many", "skipped").empty());
  window->keys({"ctrl+Right", "ctrl+Right", "ctrl+Right"});
  Json json = at(*window, "exercise");
  ASSERT_FALSE(json.empty());
  ASSERT_TRUE(json["controls"].contains("guide.review"));
  window->click_on(json["controls"]["guide.review"]);
  json = window->wait_for(
      [](const Json& now) { return now["controls"].contains("review.first.how_many"); });
  ASSERT_FALSE(json.empty());
  window->click_on(json["controls"]["review.lessons"]);
  json = window->wait_for([](const Json& now) { return now["controls"].contains("map.review"); });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["overlay"], "lessons");
  window->click_on(json["controls"]["map.review"]);
  json = window->wait_for(
      [](const Json& now) { return now["controls"].contains("review.first.how_many"); });
  ASSERT_FALSE(json.empty());
  window->click_on(json["controls"]["review.first.how_many"]);
  ASSERT_FALSE(at(*window, "aligned").empty());
  EXPECT_FALSE(wait_for_question(*window, "how_many", "open").empty());
}

TEST_F(GuideWindowTest, exploring_freely_is_one_click_away_and_the_way_back_too) {
  const auto window = open({"first", "--step", "aligned"});
  Json json = at(*window, "aligned");
  ASSERT_FALSE(json.empty());
  window->click_on(json["controls"]["guide.explore"]);
  json = wait_for_control(*window, "guide.confirm.yes");  // the answer would be in sight
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["covered"], true);
  window->click_on(json["controls"]["guide.confirm.yes"]);
  json = window->wait_for([](const Json& now) { return now["guide"]["show"] == "offered"; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["covered"], false);
  window->click_on(json["controls"]["guide.begin"]);
  EXPECT_EQ(at(*window, "aligned")["guide"]["covered"], true);
}

TEST_F(GuideWindowTest, a_guide_that_is_not_hidden_after_all_keeps_its_question) {
  const auto window = open({"first", "--step", "aligned"});
  Json json = at(*window, "aligned");
  ASSERT_FALSE(json.empty());
  window->click_on(json["controls"]["guide.hide"]);
  json = wait_for_control(*window, "guide.confirm.no");
  ASSERT_FALSE(json.empty());
  window->click_on(json["controls"]["guide.confirm.no"]);
  json = window->wait_for(
      [](const Json& now) { return !now["controls"].contains("guide.confirm.no"); });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["show"], "led");
  EXPECT_EQ(json["guide"]["covered"], true);
}

TEST_F(GuideWindowTest, a_wrong_answer_can_be_asked_again) {
  const auto window = open({"first", "--step", "aligned"});
  ASSERT_FALSE(at(*window, "aligned").empty());
  window->keys({"1", "6", "BackSpace", "2", "Return"});
  ASSERT_FALSE(after_first_try(*window, "how_many").empty());
  window->keys({"7", "Return"});
  Json json = wait_for_question(*window, "how_many", "answered");
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(question(json, "how_many")["right"], false);
  ASSERT_TRUE(json["controls"].contains("guide.again.how_many"));
  window->click_on(json["controls"]["guide.again.how_many"]);
  json = wait_for_question(*window, "how_many", "open");
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["draft"]["typed"], "");
}

TEST_F(GuideWindowTest, an_empty_answer_and_one_out_of_range_are_refused_and_nothing_is_lost) {
  const auto window = open({"first", "--step", "aligned"});
  ASSERT_FALSE(at(*window, "aligned").empty());
  window->keys({"Return"});
  EXPECT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["guide"]["draft"]["refusal"] == "guide.refused.empty";
                   })
                   .empty());
  window->keys({"9", "9", "9", "Return"});
  const Json json = window->wait_for([](const Json& now) {
    return now["guide"]["draft"]["refusal"] == "guide.refused.out_of_range";
  });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["draft"]["typed"], "999");
  EXPECT_EQ(json["guide"]["question"], "how_many");
}

TEST_F(GuideWindowTest, a_choice_is_made_by_its_letter) {
  const auto window = open({"first", "--step", "shifted"});
  ASSERT_FALSE(at(*window, "shifted").empty());
  window->keys({"b", "a"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["guide"]["draft"]["choice"] == "yes"; })
          .empty());
  window->keys({"Return"});
  const Json json = wait_for_question(*window, "more", "answered");
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(question(json, "more")["right"], true);
  EXPECT_EQ(json["guide"]["question"], "which");  // the next question is open
}

TEST_F(GuideWindowTest, sectors_are_marked_by_keys_and_by_mouse) {
  const auto window = open({"first", "--step", "shifted"});
  ASSERT_FALSE(at(*window, "shifted").empty());
  window->keys({"shift+Return"});
  ASSERT_FALSE(wait_for_question(*window, "more", "skipped").empty());
  // The first key shows the cursor; Space marks.
  window->keys({"Down", "Down", "space", "Right", "space"});
  const Json marked = window->wait_for([](const Json& now) {
    return now["guide"]["draft"]["marks"] == Json({4, 5});
  });
  ASSERT_FALSE(marked.empty());
  // The middle of the stage always lies in one of its sectors.
  window->click(1200, 400);
  const Json clicked =
      window->wait_for([](const Json& now) { return now["guide"]["draft"]["marks"].size() != 2; });
  ASSERT_FALSE(clicked.empty());
  window->keys({"Return"});
  ASSERT_FALSE(after_first_try(*window, "which").empty());
  window->keys({"space", "Return"});  // another mark, and still not the right ones
  const Json json = wait_for_question(*window, "which", "answered");
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(question(json, "which")["right"], false);
  EXPECT_EQ(json["guide"]["covered"], false);
}

TEST_F(GuideWindowTest, steps_are_walked_to_the_exercise_and_back) {
  const auto window = open({"first", "--step", "aligned"});
  ASSERT_FALSE(at(*window, "aligned").empty());
  window->keys({"ctrl+Right"});
  const Json second = at(*window, "shifted");
  ASSERT_FALSE(second.empty());
  EXPECT_EQ(second["params"]["OFFSET"], 1);
  window->keys({"ctrl+Right", "ctrl+Right"});
  ASSERT_FALSE(at(*window, "exercise").empty());
  window->keys({"ctrl+Left"});
  const Json calm = at(*window, "calm");
  ASSERT_FALSE(calm.empty());
  EXPECT_EQ(calm["params"]["OFFSET"], 0);
  EXPECT_EQ(calm["access"]["op"], "store");
}

TEST_F(GuideWindowTest, the_exercise_is_graded_as_the_parameter_changes) {
  const auto window = open({"first", "--step", "exercise"});
  Json json = window->wait_for([](const Json& now) {
    return now["guide"].is_object() && now["guide"]["goals"].size() == 1;
  });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["goals"][0]["met"], false);
  window->keys({"shift+n"});  // OFFSET 0
  json = window->wait_for([](const Json& now) { return now["guide"]["passed"] == true; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["goals"][0]["met"], true);
}

TEST_F(GuideWindowTest, progress_is_there_after_a_restart_and_reset_forgets_it) {
  {
    const auto window = open({"first", "--step", "aligned"});
    ASSERT_FALSE(at(*window, "aligned").empty());
    window->keys({"4", "Return"});
    ASSERT_FALSE(wait_for_question(*window, "how_many", "answered").empty());
    window->keys({"ctrl+Right"});
    ASSERT_FALSE(at(*window, "shifted").empty());
    EXPECT_TRUE(window->close());
  }
  const auto again = open();
  ASSERT_FALSE(again->wait_for_run().empty());
  again->keys({"ctrl+Right"});
  ASSERT_FALSE(at(*again, "shifted").empty());
  again->keys({"ctrl+Left"});
  Json json = wait_for_question(*again, "how_many", "answered");
  ASSERT_FALSE(json.empty());
  ASSERT_TRUE(json["controls"].contains("guide.restart"));
  again->click_on(json["controls"]["guide.restart"]);
  json = again->wait_for(
      [](const Json& now) { return now["controls"].contains("guide.confirm.yes"); });
  ASSERT_FALSE(json.empty());
  again->click_on(json["controls"]["guide.confirm.yes"]);
  EXPECT_FALSE(wait_for_question(*again, "how_many", "open").empty());
}

TEST_F(GuideWindowTest, an_unwritable_folder_is_reported_once_and_the_lesson_goes_on) {
  std::ofstream(folder_ / "file") << "no folder";
  const auto window = open({"first", "--step", "aligned"},
                           {"LANESCOPE_PROGRESS=" + (folder_ / "file" / "progress.json").string()});
  Json json = window->wait_for([](const Json& now) { return now["progress_problem"] != ""; });
  ASSERT_FALSE(json.empty());
  EXPECT_NE(json["notice"].get<std::string>().find("progress.json"), std::string::npos)
      << json["notice"];
  window->keys({"4", "Return"});
  json = wait_for_question(*window, "how_many", "answered");
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["notice"], "");
  EXPECT_TRUE(window->runs());
}

TEST_F(GuideWindowTest, the_language_changes_in_the_middle_of_a_question_and_the_draft_stays) {
  const auto window = open({"first", "--step", "aligned"});
  ASSERT_FALSE(at(*window, "aligned").empty());
  window->keys({"7", "l"});
  Json json = window->wait_for([](const Json& now) { return now["language"] == "zh"; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["draft"]["typed"], "7");
  EXPECT_EQ(json["guide"]["untranslated"], false);
  window->keys({"ctrl+Right"});
  json = at(*window, "shifted");
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["untranslated"], true);  // shown in English and labelled so
}

TEST_F(GuideWindowTest, without_settings_the_language_is_the_systems) {
  const auto window = open({"first", "--step", "aligned"}, {"LC_ALL=zh_CN.UTF-8"});
  const Json json = at(*window, "aligned");
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["language"], "zh");
  EXPECT_EQ(json["guide"]["untranslated"], false);
}

TEST_F(GuideWindowTest, a_language_that_somebody_adds_is_found_by_the_locale_and_by_its_key) {
  fs::create_directories(folder_ / "texts");
  std::ofstream(folder_ / "texts" / "tlh.toml") << "[language]\nname = \"tlhIngan Hol\"\n";
  std::ofstream(kernels_ / "first" / "guide.tlh.md")
      << std::ifstream(kernels_ / "first" / "guide.zh.md").rdbuf();
  const auto window =
      open({"first", "--step", "aligned"},
           {"LC_ALL=tlh_KX.UTF-8", "LANESCOPE_TEXTS=" + (folder_ / "texts").string()});
  Json json = at(*window, "aligned");
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["language"], "tlh");
  EXPECT_EQ(json["guide"]["untranslated"], false);
  for (const char* next : {"zh", "en", "tlh"}) {
    window->keys({"l"});
    json = window->wait_for([&](const Json& now) { return now["language"] == next; });
    ASSERT_FALSE(json.empty()) << next;
  }
}

TEST_F(GuideWindowTest, digits_and_the_enter_after_them_do_not_leave_a_step) {
  const auto window = open({"first", "--step", "calm"});
  ASSERT_FALSE(at(*window, "calm").empty());
  window->keys({"3"});
  Json json = window->wait_for([](const Json& now) { return now["notice"] != ""; });
  ASSERT_FALSE(json.empty());
  window->keys({"3", "Return", "t"});
  json = window->wait_for([](const Json& now) { return now["theme"] == "light"; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["step"], "calm");
  window->keys({"Return"});  // it goes on as always
  EXPECT_FALSE(at(*window, "exercise").empty());
}

TEST_F(GuideWindowTest, showing_and_hiding_the_guide_moves_no_button_of_the_top_bar) {
  const auto window = open({"first", "--step", "aligned"});
  Json json = at(*window, "aligned");
  ASSERT_FALSE(json.empty());
  const Json course = json["controls"]["top.course"];
  ASSERT_TRUE(course.is_array());
  window->keys({"h", "h"});
  json = window->wait_for([](const Json& now) { return now["controls"].contains("top.guide"); });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["controls"]["top.course"], course);
}

TEST_F(GuideWindowTest, h_hides_the_guide_and_uncovers_what_a_teacher_wants_to_show) {
  const auto window = open({"first", "--step", "aligned"});
  ASSERT_FALSE(at(*window, "aligned").empty());
  window->keys({"h", "h"});
  const Json json =
      window->wait_for([](const Json& now) { return now["guide"]["show"] == "none"; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["covered"], false);
  ASSERT_TRUE(json["controls"].contains("top.guide"));
  window->click_on(json["controls"]["top.guide"]);
  EXPECT_FALSE(at(*window, "aligned").empty());
}

TEST_F(GuideWindowTest, a_hidden_guide_is_there_again_at_the_next_step_and_the_next_start) {
  {
    const auto window = open({"first", "--step", "aligned"});
    ASSERT_FALSE(at(*window, "aligned").empty());
    window->keys({"h", "h"});
    ASSERT_FALSE(
        window->wait_for([](const Json& now) { return now["guide"]["show"] == "none"; }).empty());
    window->keys({"ctrl+Right"});
    ASSERT_FALSE(at(*window, "shifted").empty());
    window->keys({"h", "h"});
    ASSERT_FALSE(
        window->wait_for([](const Json& now) { return now["guide"]["show"] == "none"; }).empty());
    EXPECT_TRUE(window->close());
  }
  const auto again = open();
  const Json json = again->wait_for_run();
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["show"], "offered");
}

TEST_F(GuideWindowTest, keys_of_the_window_work_beside_an_open_question) {
  const auto window = open({"first", "--step", "aligned"});
  ASSERT_FALSE(at(*window, "aligned").empty());
  window->keys({"t"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["theme"] == "light"; }).empty());
  window->keys({"n"});  // leaves the step's path; the question stays and covers the picture
  Json json = window->wait_for([](const Json& now) { return now["guide"]["on_path"] == false; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["covered"], true);
  // The covered picture says what brings the one of the new value.
  EXPECT_EQ(
      json["guide"]["cover"],
      "The question is about OFFSET 0. You are trying OFFSET 1. With your answer the step's own "
      "values come back.");
  ASSERT_TRUE(json["controls"].contains("guide.return"));
  window->click_on(json["controls"]["guide.return"]);
  json = at(*window, "aligned");
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["params"]["OFFSET"], 0);
}

TEST_F(GuideWindowTest, f2_lists_the_course_filters_and_opens_a_lesson_at_its_first_step) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"F2"});
  Json json = window->wait_for([](const Json& now) {
    return now["overlay"] == "lessons" && now["map"]["lesson"] == "first";
  });
  ASSERT_FALSE(json.empty());
  const int all = json["map"]["lessons"];
  EXPECT_GE(all, 3);
  for (const char* row : {"map.first", "map.second", "map.broken"})
    EXPECT_TRUE(json["controls"].contains(row)) << row;
  window->keys({"Down", "Down", "Return"});  // selects the broken lesson: nothing opens
  json = window->wait_for([](const Json& now) { return now["map"]["lesson"] == ""; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["overlay"], "lessons");
  window->keys({"z", "e", "b"});
  json = window->wait_for([](const Json& now) { return now["map"]["filter"] == "zeb"; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["map"]["lessons"], 1);
  EXPECT_EQ(json["map"]["lesson"], "second");
  EXPECT_EQ(json["language"], "en");  // letters filter the list and do nothing else
  window->keys({"Return"});
  json = at(*window, "only");
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["guide"]["lesson"], "second");
}

TEST_F(GuideWindowTest, shift_f1_opens_the_glossary_and_typing_finds_a_term) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"shift+F1"});
  Json json = window->wait_for([](const Json& now) {
    return now["overlay"] == "glossary" && now["glossary"]["terms"] >= 50;
  });
  ASSERT_FALSE(json.empty());
  window->keys({"m", "u", "l", "t", "i", "c"});
  json = window->wait_for([](const Json& now) { return now["glossary"]["filter"] == "multic"; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["glossary"]["term"], "multicast");
  EXPECT_EQ(json["glossary"]["terms"], 1);
  window->keys({"Escape"});  // first the filter, then the page
  json = window->wait_for([](const Json& now) { return now["glossary"]["filter"] == ""; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["overlay"], "glossary");
  window->keys({"shift+F1"});
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["overlay"] == "none"; }).empty());
}

TEST_F(GuideWindowTest, a_term_in_the_guide_opens_the_glossary_by_mouse_and_by_keys) {
  const auto window = open({"first", "--step", "aligned"});
  Json json = at(*window, "aligned");
  ASSERT_FALSE(json.empty());
  std::string link;
  for (const auto& [id, rect] : json["controls"].items()) {
    if (link.empty() && id.find(".term") != std::string::npos) link = id;
  }
  ASSERT_NE(link, "") << json["controls"].dump();
  window->click_on(json["controls"][link]);
  json = window->wait_for([](const Json& now) { return now["overlay"] == "glossary"; });
  ASSERT_FALSE(json.empty());
  const std::string term = json["glossary"]["term"];
  window->keys({"Escape"});
  json = window->wait_for([](const Json& now) { return now["overlay"] == "none"; });
  ASSERT_FALSE(json.empty());
  for (int i = 0; i < 40 && json["focus"] != link; ++i) {
    const std::string before = json["focus"];
    window->keys({"Tab"});
    json = window->wait_for([&](const Json& now) { return now["focus"] != before; });
    ASSERT_FALSE(json.empty());
  }
  ASSERT_EQ(json["focus"], link);
  window->keys({"Return"});
  json = window->wait_for([](const Json& now) { return now["overlay"] == "glossary"; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["glossary"]["term"], term);
}

TEST_F(GuideWindowTest, a_notice_does_not_stay_in_the_language_before) {
  const auto window = open();
  Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  window->keys({"F8"});  // there is no other GPU to choose
  json = window->wait_for([](const Json& now) { return now["notice"] != ""; });
  ASSERT_FALSE(json.empty());
  window->click_on(json["controls"]["top.language"]);
  json = window->wait_for(
      [](const Json& now) { return now["language"] == "zh" && now["notice"] == ""; });
  EXPECT_FALSE(json.empty());
}

TEST_F(GuideWindowTest, everything_can_be_answered_in_a_small_window_page_by_page) {
  const auto window = open({"first", "--step", "aligned", "--size", "720x480", "--scale", "100"});
  Json json = at(*window, "aligned");
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["page"], "guide");
  EXPECT_FALSE(json["controls"].contains("guide.answer"));
  ASSERT_TRUE(json["controls"].contains("guide.to_question"));
  window->click_on(json["controls"]["guide.to_question"]);
  json = window->wait_for([](const Json& now) { return now["controls"].contains("guide.answer"); });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["page"], "stage");
  EXPECT_EQ(json["guide"]["covered"], true);
  EXPECT_FALSE(json["controls"].contains("stage.all"));
  window->keys({"4", "Return"});
  ASSERT_FALSE(wait_for_question(*window, "how_many", "answered").empty());
  // The guide's page has the verdict.
  json = window->wait_for(
      [](const Json& now) { return now["controls"].contains("guide.again.how_many"); });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["page"], "guide");
  window->click_on(json["controls"]["guide.next"]);
  ASSERT_FALSE(at(*window, "shifted").empty());
  window->keys({"a"});  // a key that answers leads to the question, too
  json = window->wait_for([](const Json& now) { return now["guide"]["draft"]["choice"] == "yes"; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["page"], "stage");
}

TEST_F(GuideWindowTest, an_unknown_step_is_wrong_input_and_lists_the_known_ones) {
  const std::vector<std::string> environment{"DISPLAY=" + display_->name(),
                                             "LANESCOPE_KERNELS=" + kernels_.string()};
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"first", "--step", "nowhere"},
        {"shot", "first", "--step", "nowhere", "-o", (folder_ / "a.png").string()}}) {
    const Ended ended = run_program(arguments, environment, folder_);
    EXPECT_EQ(ended.code, 2);
    EXPECT_NE(ended.err.find("aligned"), std::string::npos) << ended.err;
  }
  EXPECT_FALSE(fs::exists(folder_ / "a.png"));
}

TEST_F(GuideWindowTest, a_shot_of_a_step_is_the_same_each_time_and_answered_is_another) {
  const auto shot = [&](const std::string& file, std::vector<std::string> more) {
    std::vector<std::string> arguments{"shot",   "first",    "--step", "shifted",
                                       "--size", "1000x700", "-o",     (folder_ / file).string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(arguments,
                       {"DISPLAY=" + display_->name(), "LANESCOPE_KERNELS=" + kernels_.string(),
                        "LANESCOPE_PROGRESS=" + (folder_ / "shot.json").string()},
                       folder_);
  };
  ASSERT_EQ(shot("a.png", {}).code, 0);
  ASSERT_EQ(shot("b.png", {"--answered"}).code, 0);
  ASSERT_EQ(shot("c.png", {}).code, 0);
  EXPECT_EQ(read_picture(folder_ / "a.png"), read_picture(folder_ / "c.png"));
  EXPECT_NE(read_picture(folder_ / "a.png"), read_picture(folder_ / "b.png"));
  EXPECT_FALSE(fs::exists(folder_ / "shot.json"));  // a screenshot does not record progress
}

}  // namespace
}  // namespace lanescope::app::test
