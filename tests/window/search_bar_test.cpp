#include <string_view>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include "app/window/panels/kernel/editor_bars.h"

namespace lanescope::app {
namespace {

class SearchBarTest : public ::testing::Test {
 protected:
  void SetUp() override { edit_.set("a + a;\n"); }
  void type(std::string_view text) {
    for (const char c : text) bar_.add(static_cast<unsigned char>(c));
  }
  void press(int key) { (void)bar_.press(key, 0, edit_); }
  // Finds the first `a`; the keyboard is in the field of what replaces it.
  void begin() {
    bar_.open(edit_, true);
    type("a");
    press(GLFW_KEY_ENTER);
    ASSERT_EQ(bar_.result(), SearchResult::open);
    press(GLFW_KEY_TAB);
    type("b");
  }

  TextEdit edit_;
  SearchBar bar_;
};

TEST_F(SearchBarTest, says_that_the_last_one_was_replaced_and_not_that_none_was_found) {
  begin();
  press(GLFW_KEY_ENTER);
  EXPECT_EQ(bar_.result(), SearchResult::open);
  EXPECT_EQ(edit_.lines()[0], "b + a;");
  press(GLFW_KEY_ENTER);
  EXPECT_EQ(bar_.result(), SearchResult::replaced_last);
  EXPECT_EQ(edit_.lines()[0], "b + b;");
  press(GLFW_KEY_ENTER);
  EXPECT_EQ(bar_.result(), SearchResult::none) << "once more: now nothing was replaced";
}

TEST_F(SearchBarTest, what_was_replaced_is_no_news_once_one_types_in_the_text) {
  begin();
  press(GLFW_KEY_ENTER);
  press(GLFW_KEY_ENTER);
  ASSERT_EQ(bar_.result(), SearchResult::replaced_last);
  bar_.leave();
  EXPECT_EQ(bar_.result(), SearchResult::open);
}

}  // namespace
}  // namespace lanescope::app
