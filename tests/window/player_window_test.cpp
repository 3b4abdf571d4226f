// The player in the real window: groups and wavefronts one after another, and animated transitions
// between states.
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "display_test.h"
#include "picture_file.h"
#include "program_window.h"

namespace lanescope::app::test {
namespace {

class PlayerWindowTest : public DisplayTest<1600, 900> {
 protected:
  std::unique_ptr<ProgramWindow> open(std::vector<std::string> arguments) const {
    return std::make_unique<ProgramWindow>(
        ProgramWindow::Options{display_->name(), folder_, std::move(arguments), {}});
  }
  std::unique_ptr<ProgramWindow> open_transpose() const {
    return open({"transpose", "--variant", "tile", "--view", "bank"});
  }
  static bool rests(const Json& now) {
    return now["motion"]["moving"] == false && now["motion"]["progress"] == 1.0;
  }
};

TEST_F(PlayerWindowTest, lanes_glide_to_their_new_banks_and_come_to_rest) {
  const auto window = open_transpose();
  const Json first = window->wait_for_run();
  ASSERT_FALSE(first.empty());
  EXPECT_EQ(first["motion"]["count"], 0);  // the first picture appears without an animation
  EXPECT_TRUE(rests(first));
  window->keys({"p"});
  const Json moving =
      window->wait_for([](const Json& now) { return now["motion"]["moving"] == true; });
  ASSERT_FALSE(moving.empty());
  EXPECT_EQ(moving["wavefronts"], 1);  // the numbers change to the new run at once
  const Json rest = window->wait_for(rests);
  ASSERT_FALSE(rest.empty());
  EXPECT_EQ(rest["motion"]["count"], 1);
  EXPECT_EQ(rest["params"]["PAD"], 1);
}

TEST_F(PlayerWindowTest, once_at_rest_nothing_is_drawn) {
  const auto window = open_transpose();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"p"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["motion"]["count"] == 1 && rests(now); })
          .empty());
  Json before = window->after_turns(10);
  for (int i = 0; i < 100; ++i) {
    const Json again = window->after_turns(10);
    if (std::exchange(before, again)["frame"] == again["frame"]) break;
  }
  ASSERT_FALSE(before.empty());
  EXPECT_EQ(window->after_turns(100)["frame"], before["frame"]);
}

TEST_F(PlayerWindowTest, with_less_motion_the_new_state_is_there_at_once) {
  const auto window = open_transpose();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"ctrl+t"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["motion"]["reduced"] == true; }).empty());
  window->keys({"p"});
  const Json json = window->wait_for([](const Json& now) { return now["wavefronts"] == 1; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["motion"]["count"], 0);
  EXPECT_TRUE(rests(json));
}

TEST_F(PlayerWindowTest, keys_that_come_fast_turn_it_round_and_the_last_one_counts) {
  const auto window = open_transpose();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"p", "p", "p", "p", "p"});
  const Json json =
      window->wait_for([](const Json& now) { return now["params"]["PAD"] == 1 && rests(now); });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["wavefronts"], 1);
  window->keys({"p"});
  EXPECT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["params"]["PAD"] == 0 && now["wavefronts"] == 32 && rests(now);
                   })
                   .empty());
}

TEST_F(PlayerWindowTest, a_key_that_is_held_goes_back_and_forth_and_ends_when_it_is_let_go) {
  const auto window = open_transpose();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->hold_repeating("p", 4.8);
  // While keys repeat, the state file may be older than the last key press.
  const Json json =
      window->wait_for([](const Json& now) { return rests(now) && now["motion"]["count"] >= 2; });
  ASSERT_FALSE(json.empty());
  EXPECT_LE(json["motion"]["count"], 8);  // at the pace of the animation, not of the keyboard
  EXPECT_EQ(json["wavefronts"], json["params"]["PAD"] == 1 ? 1 : 32);
  window->keys({"w"});
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["warp"] == 1; }).empty());
}

TEST_F(PlayerWindowTest, a_movement_ends_even_if_a_page_hides_the_stage) {
  const auto window = open_transpose();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"p"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["motion"]["moving"] == true; }).empty());
  window->keys({"f"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["page"] == "steps"; }).empty());
  EXPECT_EQ(window->after_turns(300)["motion"]["moving"], false);  // at least 1.5 s
}

TEST_F(PlayerWindowTest, a_picture_saved_on_the_way_is_that_of_the_end) {
  const auto window = open_transpose();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"p"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["motion"]["moving"] == true; }).empty());
  const Picture early = read_picture(window->save_picture());
  ASSERT_FALSE(window->wait_for(rests).empty());
  const Picture late = read_picture(window->save_picture());
  ASSERT_EQ(early.width, 1600);
  EXPECT_EQ(stage_of(early), stage_of(late));
}

TEST_F(PlayerWindowTest, another_access_is_there_at_once) {
  const auto window = open_transpose();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"v"});  // from the banks to global memory
  const Json json =
      window->wait_for([](const Json& now) { return now["access"]["space"] == "global"; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["motion"]["count"], 0);
}

TEST_F(PlayerWindowTest, groups_and_their_wavefronts_are_walked) {
  const auto window = open({"bank-widths", "--variant", "rows", "--view", "bank"});
  const Json all = window->wait_for_run();
  ASSERT_FALSE(all.empty());
  EXPECT_TRUE(all["position"].is_null());
  window->keys({"End"});
  const Json last = window->wait_for([](const Json& now) { return now["wavefront"] == 31; });
  ASSERT_FALSE(last.empty());
  EXPECT_EQ(last["position"], Json({{"group", 3}, {"groups", 4}, {"step", 7}, {"steps", 8}}));
  window->keys({"Home", "bracketright", "bracketright"});
  const Json third = window->wait_for([](const Json& now) { return now["wavefront"] == 2; });
  ASSERT_FALSE(third.empty());
  EXPECT_EQ(third["position"]["group"], 0);
  EXPECT_EQ(third["position"]["step"], 2);
}

TEST_F(PlayerWindowTest, it_plays_to_the_last_and_the_speed_can_be_chosen) {
  const auto window = open({"bank-widths", "--variant", "float4", "--view", "bank"});
  const Json first = window->wait_for_run();
  ASSERT_FALSE(first.empty());
  EXPECT_EQ(first["play"]["speed"], 100);
  window->keys({"shift+r", "shift+r"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["play"]["speed"] == 400; }).empty());
  window->keys({"r"});
  const Json last = window->wait_for(
      [](const Json& now) { return now["wavefront"] == 3 && now["play"]["playing"] == false; });
  ASSERT_FALSE(last.empty());
  EXPECT_EQ(last["position"], Json({{"group", 3}, {"groups", 4}, {"step", 0}, {"steps", 1}}));
  window->keys({"shift+r"});
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return now["play"]["speed"] == 25; }).empty());
}

TEST_F(PlayerWindowTest, transactions_are_walked_where_the_machine_prices_them) {
  const auto window = open({"transpose", "--variant", "tile", "--machine", "tesla-c1060", "--view",
                            "global,wavefront=2"});
  const Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["access"]["space"], "global");
  EXPECT_EQ(json["wavefronts"], 2);
  EXPECT_EQ(json["wavefront"], 1);
  EXPECT_EQ(json["position"], Json({{"group", 1}, {"groups", 2}, {"step", 0}, {"steps", 1}}));
  window->keys({"bracketleft"});
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["wavefront"] == 0; }).empty());
}

}  // namespace
}  // namespace lanescope::app::test
