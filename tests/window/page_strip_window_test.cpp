// Every page by mouse alone: the strip of page tabs leads to each of them and back.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "display_test.h"
#include "program_window.h"

namespace lanescope::app::test {
namespace {

class PageStripWindowTest : public DisplayTest<1920, 1080> {
 protected:
  std::unique_ptr<ProgramWindow> open(std::vector<std::string> arguments) const {
    return std::make_unique<ProgramWindow>(
        ProgramWindow::Options{display_->name(), folder_, std::move(arguments), {}});
  }
  static void click_on(const ProgramWindow& window, const std::string& control) {
    const Json rect = window.state()["controls"][control];
    ASSERT_TRUE(rect.is_array()) << control;
    window.click_on(rect);
  }
  static bool reaches(const ProgramWindow& window, const std::string& page) {
    return !window.wait_for([&](const Json& now) { return now["page"] == page; }).empty();
  }
  // The rectangles of all tabs.
  static Json tabs_of(const Json& state) {
    Json tabs = Json::object();
    for (const auto& [id, rect] : state["controls"].items()) {
      if (id.starts_with("page.")) tabs[id] = rect;
    }
    return tabs;
  }
  // Opens each of the pages from the stage and from the page before it, by clicks.
  static void walk(const ProgramWindow& window, const std::vector<std::string>& pages) {
    const Json tabs = tabs_of(window.state());
    for (const std::string& page : pages) {
      ASSERT_NO_FATAL_FAILURE(click_on(window, "page." + page));
      ASSERT_TRUE(reaches(window, page)) << page;
      EXPECT_EQ(tabs_of(window.state()), tabs) << "the strip moved on " << page;
    }
    for (const std::string& page : pages) {
      ASSERT_NO_FATAL_FAILURE(click_on(window, "page." + page));
      ASSERT_TRUE(reaches(window, page)) << page;
      ASSERT_NO_FATAL_FAILURE(click_on(window, "page.stage"));
      ASSERT_TRUE(reaches(window, "stage")) << page;
    }
  }
  static std::vector<std::string> pages_in_place_of_the_stage() {
    return {
#define PAGE(name, ...) #name,
#include "app/session/selection/pages.def"
    };
  }
};

TEST_F(PageStripWindowTest, leads_to_every_page_and_back_at_each_usual_size) {
  for (const auto& [size, scale] :
       {std::pair{"1280x720", "150"}, {"1600x900", "100"}, {"1920x1080", "100"}}) {
    SCOPED_TRACE(size);
    const auto window = open({"transpose", "--size", size, "--scale", scale, "--set", "N=64"});
    ASSERT_FALSE(window->wait_for_run().empty());
    walk(*window, pages_in_place_of_the_stage());
  }
}

TEST_F(PageStripWindowTest, leaves_the_status_line_to_the_mouse_on_a_page_that_scrolls) {
  const auto window = open({"transpose", "--size", "1280x720", "--set", "N=64"});
  ASSERT_FALSE(window->wait_for_run().empty());
  ASSERT_NO_FATAL_FAILURE(click_on(*window, "page.moving"));
  ASSERT_TRUE(reaches(*window, "moving"));
  window->hover(window->state()["controls"]["status.compiler"]);
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["tooltip"] != ""; }).empty());
}

TEST_F(PageStripWindowTest, leads_to_every_page_and_back_at_800_x_600) {
  const auto window = open({"transpose", "--size", "800x600", "--set", "N=64"});
  ASSERT_FALSE(window->wait_for_run().empty());
  std::vector<std::string> pages = pages_in_place_of_the_stage();
  for (const char* page : {"guide", "code", "counts"}) pages.emplace_back(page);
  walk(*window, pages);
}

TEST_F(PageStripWindowTest, escape_leaves_every_page) {
  const auto window = open({"transpose", "--set", "N=64"});
  ASSERT_FALSE(window->wait_for_run().empty());
  for (const std::string& page : pages_in_place_of_the_stage()) {
    ASSERT_NO_FATAL_FAILURE(click_on(*window, "page." + page));
    ASSERT_TRUE(reaches(*window, page)) << page;
    window->keys({"Escape"});
    // Work of the page that was under way is cancelled first.
    if (window->wait_for([](const Json&) { return true; })["page"] != "stage") {
      window->keys({"Escape"});
    }
    ASSERT_TRUE(reaches(*window, "stage")) << page;
  }
}

TEST_F(PageStripWindowTest, says_what_an_open_question_shuts_and_reveals_nothing) {
  const auto window = open({"transpose", "--step", "down-columns"});
  const Json asked =
      window->wait_for([](const Json& now) { return now["guide"]["covered"] == true; });
  ASSERT_FALSE(asked.empty());
  EXPECT_TRUE(asked["controls"].contains("page.stage"));
  EXPECT_FALSE(asked["controls"].contains("page.times"));  // shut: it takes no focus
  window->keys({"s"});
  const Json still =
      window->wait_for([](const Json& now) { return !now["notice"].get<std::string>().empty(); });
  ASSERT_FALSE(still.empty());
  EXPECT_EQ(still["page"], "stage");
}

TEST_F(PageStripWindowTest, the_menu_more_has_what_a_small_window_has_no_button_for) {
  const auto window = open({"transpose", "--size", "640x400", "--scale", "100"});
  ASSERT_FALSE(window->wait_for_run().empty());
  ASSERT_NO_FATAL_FAILURE(click_on(*window, "top.more"));
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["overlay"] == "more"; }).empty());
  window->keys({"Return"});  // its first entry
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return now["overlay"] == "lessons"; }).empty());
}

TEST_F(PageStripWindowTest, the_last_entry_of_the_menu_more_closes_the_program) {
  const auto window = open({"transpose"});
  ASSERT_FALSE(window->wait_for_run().empty());
  ASSERT_NO_FATAL_FAILURE(click_on(*window, "top.more"));
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["overlay"] == "more"; }).empty());
  window->keys({"Up", "Return"});
  EXPECT_TRUE(window->wait_for([](const Json&) { return false; }).empty());
  EXPECT_FALSE(window->runs());
}

TEST_F(PageStripWindowTest, course_lecture_export_and_checks_are_first_behind_one_button) {
  const auto window = open({"transpose", "--size", "1280x720", "--scale", "150"});
  ASSERT_FALSE(window->wait_for_run().empty());
  const auto choose = [&](int entry) {
    ASSERT_NO_FATAL_FAILURE(click_on(*window, "top.more"));
    ASSERT_FALSE(
        window->wait_for([](const Json& now) { return now["overlay"] == "more"; }).empty());
    for (int i = 0; i < entry; ++i) window->keys({"Down"});
    window->keys({"Return"});
  };
  for (const auto& [entry, name] :
       {std::pair{0, "lessons"}, std::pair{2, "export_view"}, std::pair{3, "checks"}}) {
    const std::string overlay = name;
    ASSERT_NO_FATAL_FAILURE(choose(entry));
    ASSERT_FALSE(
        window->wait_for([&](const Json& now) { return now["overlay"] == overlay; }).empty())
        << overlay;
    window->keys({"Escape"});
    ASSERT_FALSE(
        window->wait_for([](const Json& now) { return now["overlay"] == "none"; }).empty());
  }
  ASSERT_NO_FATAL_FAILURE(choose(1));
  EXPECT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["lecture"].is_object() || now["overlay"] == "decks";
                   })
                   .empty());
}

}  // namespace
}  // namespace lanescope::app::test
