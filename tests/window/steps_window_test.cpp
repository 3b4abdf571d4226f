// The steps page (a warp's instructions) in the real window.
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "display_test.h"
#include "program_window.h"

namespace lanescope::app::test {
namespace {

class StepsWindowTest : public DisplayTest<1600, 900> {
 protected:
  std::unique_ptr<ProgramWindow> open(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"transpose", "--variant", "tile"});
    return std::make_unique<ProgramWindow>(
        ProgramWindow::Options{display_->name(), folder_, std::move(more), {}});
  }
  static bool is_there(const Json& now) {
    return now["page"] == "steps" && now["steps"].is_object() && now["steps"]["busy"] == false &&
           now["running"] == false;
  }
  static Json at(const ProgramWindow& window, std::size_t step) {
    return window.wait_for(
        [step](const Json& now) { return is_there(now) && now["steps"]["step"] == step; });
  }
  static std::string ptx(const Json& now) { return now["steps"]["ptx"].get<std::string>(); }
};

TEST_F(StepsWindowTest, f_follows_the_warp_from_the_access_that_is_looked_at_and_goes_back_to_it) {
  const auto window = open();
  const Json first = window->wait_for_run();
  ASSERT_FALSE(first.empty());
  window->keys({"f"});
  const Json json = window->wait_for(is_there);
  ASSERT_FALSE(json.empty());
  // The most expensive access: the column of the tile.
  EXPECT_EQ(json["access"]["space"], "shared");
  EXPECT_TRUE(ptx(json).starts_with("ld.shared")) << ptx(json);
  EXPECT_EQ(json["steps"]["event"], first["event"]);
  EXPECT_EQ(json["steps"]["conflict"], true);
  EXPECT_EQ(json["line"], json["steps"]["line"]);
  // Goes to the last access; the stage then shows that one.
  window->keys({"shift+Right"});
  const Json store = window->wait_for([&](const Json& now) {
    return is_there(now) && now["steps"]["step"] > json["steps"]["step"];
  });
  ASSERT_FALSE(store.empty());
  EXPECT_TRUE(ptx(store).starts_with("st.global")) << ptx(store);
  window->keys({"f"});
  const Json back = window->wait_for([](const Json& now) { return now["page"] == "stage"; });
  ASSERT_FALSE(back.empty());
  EXPECT_EQ(back["event"], store["steps"]["event"]);
  EXPECT_EQ(back["access"]["space"], "global");
  EXPECT_EQ(back["access"]["op"], "store");
}

TEST_F(StepsWindowTest, keys_step_and_step_back_and_run_to_accesses_and_conflicts) {
  const auto window = open({"--view", "steps,step=1"});
  ASSERT_FALSE(at(*window, 0).empty());
  window->keys({"Right", "Right", "Right"});
  ASSERT_FALSE(at(*window, 3).empty());
  window->keys({"Left"});
  ASSERT_FALSE(at(*window, 2).empty());
  window->keys({"shift+Right"});
  const Json load = window->wait_for(
      [](const Json& now) { return is_there(now) && ptx(now).starts_with("ld.global"); });
  ASSERT_FALSE(load.empty());
  EXPECT_EQ(load["steps"]["event"], 0);
  EXPECT_EQ(load["steps"]["conflict"], false);
  window->keys({"g"});
  const Json conflict = window->wait_for(
      [](const Json& now) { return is_there(now) && ptx(now).starts_with("ld.shared"); });
  ASSERT_FALSE(conflict.empty());
  EXPECT_EQ(conflict["access"]["cost"], 32);
  window->keys({"End"});
  const Json last =
      window->wait_for([](const Json& now) { return is_there(now) && ptx(now) == "ret"; });
  ASSERT_FALSE(last.empty());
  EXPECT_EQ(last["steps"]["step"].get<int>() + 1, last["steps"]["count"].get<int>());
  window->keys({"shift+g"});
  EXPECT_FALSE(at(*window, conflict["steps"]["step"].get<std::size_t>()).empty());
  window->keys({"Home"});
  EXPECT_FALSE(at(*window, 0).empty());
}

TEST_F(StepsWindowTest, shift_with_up_and_down_chooses_the_lane) {
  const auto window = open({"--view", "steps,lane=30"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return is_there(now) && now["steps"]["lane"] == 30; })
          .empty());
  window->keys({"shift+Down", "shift+Down", "shift+Down"});
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["steps"]["lane"] == 1; }).empty());
  window->keys({"shift+Up"});
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["steps"]["lane"] == 0; }).empty());
}

TEST_F(StepsWindowTest, another_padding_is_followed_again_at_the_same_place) {
  const auto window = open({"--view", "steps"});
  const Json before = window->wait_for(is_there);
  ASSERT_FALSE(before.empty());
  EXPECT_EQ(before["steps"]["conflict"], true);
  window->keys({"p"});
  const Json after = window->wait_for([](const Json& now) {
    return is_there(now) && now["params"]["PAD"] == 1 && now["steps"]["conflict"] == false;
  });
  ASSERT_FALSE(after.empty());
  EXPECT_TRUE(ptx(after).starts_with("ld.shared")) << ptx(after);
  EXPECT_EQ(after["steps"]["step"], before["steps"]["step"]);
}

TEST_F(StepsWindowTest, another_warp_is_followed) {
  const auto window = open({"--view", "steps"});
  ASSERT_FALSE(window->wait_for(is_there).empty());
  window->keys({"w"});
  const Json json =
      window->wait_for([](const Json& now) { return is_there(now) && now["steps"]["warp"] == 1; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["warp"], 1);
}

TEST_F(StepsWindowTest, play_goes_to_the_end) {
  const auto window = open({"--view", "steps,step=33"});
  ASSERT_FALSE(at(*window, 32).empty());
  window->keys({"r"});
  const Json end = window->wait_for([](const Json& now) {
    return is_there(now) && now["steps"]["playing"] == false &&
           now["steps"]["step"].get<int>() + 1 == now["steps"]["count"].get<int>();
  });
  EXPECT_FALSE(end.empty());
}

TEST_F(StepsWindowTest, buttons_do_what_keys_do) {
  const auto window = open({"--view", "steps,step=1"});
  const Json json = at(*window, 0);
  ASSERT_FALSE(json.empty());
  const auto push = [&](const char* id) {
    const Json& box = json["controls"][id];
    ASSERT_TRUE(box.is_array()) << id;
    window->click_on(box);
  };
  push("steps.next");
  ASSERT_FALSE(at(*window, 1).empty());
  push("steps.access");
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return is_there(now) && now["steps"]["event"] == 0; })
          .empty());
  push("page.stage");
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["page"] == "stage"; }).empty());
}

}  // namespace
}  // namespace lanescope::app::test
