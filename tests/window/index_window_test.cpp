// The index explorer in the real window: from the lesson's launch to other launches, by keys and
// mouse.
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "display_test.h"
#include "picture_file.h"
#include "program_window.h"

namespace lanescope::app::test {
namespace {

class IndexWindowTest : public DisplayTest<1600, 900> {
 protected:
  // The transpose: 32 x 32 blocks of 32 x 32 threads.
  std::unique_ptr<ProgramWindow> open(std::vector<std::string> arguments) const {
    return std::make_unique<ProgramWindow>(
        ProgramWindow::Options{display_->name(), folder_, std::move(arguments), {}});
  }
  static Json page(const ProgramWindow& window) {
    return window.wait_for([](const Json& now) {
      return now["page"] == "index" && now["index"]["block"] != Json({1, 1, 1});
    });
  }
  static Json index_at(const ProgramWindow& window, std::uint64_t index) {
    return window.wait_for([&](const Json& now) { return now["index"]["index"] == index; });
  }
  static void click_on(const ProgramWindow& window, const Json& json, const char* control) {
    const Json& rect = json["controls"][control];
    ASSERT_TRUE(rect.is_array()) << control;
    window.click_on(rect);
  }
};

TEST_F(IndexWindowTest, i_opens_it_with_the_lesson_s_launch_and_leaves_it) {
  const auto window = open({"transpose"});
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"i"});
  const Json json = page(*window);
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["index"]["grid"], Json({32, 32, 1}));
  EXPECT_EQ(json["index"]["block"], Json({32, 32, 1}));
  EXPECT_FALSE(json["controls"].contains("stage.all"));
  window->keys({"i"});
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["page"] == "stage"; }).empty());
}

TEST_F(IndexWindowTest, the_first_lesson_s_step_on_digits_shows_the_thread_that_it_asks_about) {
  const auto window = open({"indexing", "--step", "digits"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["guide"]["covered"] == true; }).empty());
  for (const char* question : {"next", "six"}) {
    ASSERT_FALSE(
        window->wait_for([&](const Json& now) { return now["guide"]["question"] == question; })
            .empty());
    window->keys({"shift+Return"});
  }
  const Json json = index_at(*window, 141);
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["index"]["thread"], Json({1, 2, 1}));
}

TEST_F(IndexWindowTest, the_list_of_lessons_finds_the_one_that_explains_a_word) {
  const auto window = open({"transpose"});
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"F2"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["map"]["lessons"] > 20; }).empty());
  window->keys({"l", "a", "u", "n", "c", "h"});
  const Json json =
      window->wait_for([](const Json& now) { return now["map"]["filter"] == "launch"; });
  ASSERT_FALSE(json.empty());
  EXPECT_TRUE(json["controls"].contains("map.indexing"));
}

TEST_F(IndexWindowTest, arrow_keys_turn_the_digits) {
  const auto window = open({"transpose", "--view", "index"});
  ASSERT_FALSE(page(*window).empty());
  window->keys({"Right", "Right"});
  ASSERT_FALSE(index_at(*window, 2).empty());
  window->keys({"Down"});
  ASSERT_FALSE(index_at(*window, 34).empty());
  window->keys({"w"});
  ASSERT_FALSE(index_at(*window, 64).empty());
  window->keys({"b"});
  ASSERT_FALSE(index_at(*window, 1024 + 64).empty());
  window->keys({"Home", "Left"});
  const Json json = index_at(*window, 1023);
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["index"]["thread"], Json({31, 31, 0}));
  // The lesson's chosen block is unchanged.
  EXPECT_EQ(json["block"], Json({0, 0, 0}));
}

TEST_F(IndexWindowTest, a_shape_is_stepped_and_typed_and_a_limit_is_reported) {
  const auto window = open({"transpose", "--view", "index"});
  const Json begin = page(*window);
  ASSERT_FALSE(begin.empty());
  // Until other sizes are tried, only the parameters at the top change the launch.
  EXPECT_FALSE(begin["controls"].contains("index.block.x+"));
  click_on(*window, begin, "index.try");
  const Json open_fields =
      window->wait_for([](const Json& now) { return now["controls"].contains("index.block.x+"); });
  ASSERT_FALSE(open_fields.empty());
  click_on(*window, open_fields, "index.block.x+");
  const Json beyond =
      window->wait_for([](const Json& now) { return now["index"]["complaint"] != ""; });
  ASSERT_FALSE(beyond.empty());
  EXPECT_NE(beyond["index"]["complaint"].get<std::string>().find("1,056 threads"),
            std::string::npos);
  EXPECT_EQ(beyond["index"]["block"], Json({32, 32, 1}));  // the largest allowed launch
  click_on(*window, beyond, "index.block.y=");
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["typing"] == true; }).empty());
  window->keys({"3", "Return"});
  const Json typed = window->wait_for([](const Json& now) {
    return now["index"]["block"] == Json({33, 3, 1});
  });
  ASSERT_FALSE(typed.empty());
  EXPECT_EQ(typed["index"]["complaint"], "");
  EXPECT_EQ(typed["typing"], false);
  click_on(*window, typed, "index.launched");
  EXPECT_FALSE(
      window->wait_for([](const Json& now) {
              return now["index"]["block"] == Json({32, 32, 1});
            })
          .empty());
}

TEST_F(IndexWindowTest, a_click_chooses_the_thread_under_the_mouse) {
  const auto window = open({"transpose", "--view", "index"});
  const Json begin = page(*window);
  ASSERT_FALSE(begin.empty());
  // A point in the picture of the block: right of the middle of the page, halfway down.
  window->click(1200, 430);
  const Json json = window->wait_for([](const Json& now) { return now["index"]["index"] != 0; });
  ASSERT_FALSE(json.empty());
  EXPECT_LT(json["index"]["index"], 1024);
  EXPECT_EQ(json["index"]["at_block"], Json({0, 0, 0}));
}

TEST_F(IndexWindowTest, it_follows_the_lesson_when_its_launch_changes) {
  const auto window = open({"transpose", "--variant", "rows4", "--view", "index"});
  const Json begin = page(*window);
  ASSERT_FALSE(begin.empty());
  EXPECT_EQ(begin["index"]["block"], Json({32, 8, 1}));
  window->keys({"7"});
  const Json wide = window->wait_for([](const Json& now) {
    return now["index"]["block"] == Json({16, 16, 1});
  });
  ASSERT_FALSE(wide.empty());
  EXPECT_EQ(wide["index"]["grid"], Json({16, 16, 1}));
}

TEST_F(IndexWindowTest, the_strip_of_pages_opens_it) {
  const auto window = open({"transpose"});
  const Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  click_on(*window, json, "page.index");
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["page"] == "index"; }).empty());
}

}  // namespace
}  // namespace lanescope::app::test
