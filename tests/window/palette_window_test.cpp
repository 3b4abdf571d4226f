// The command palette in the real window.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "display_test.h"
#include "program_window.h"

namespace lanescope::app::test {
namespace {

bool palette_is_open(const Json& now) { return now["overlay"] == "palette"; }

class PaletteWindowTest : public DisplayTest<800, 600> {
 protected:
  std::unique_ptr<ProgramWindow> open() const {
    return std::make_unique<ProgramWindow>(ProgramWindow::Options{
        display_->name(), folder_, {"transpose", "--variant", "tile", "--set", "N=64"}, {}});
  }
  // Opens the palette, types the text, and presses Enter once `id` is the first match.
  static Json choose(const ProgramWindow& window, const std::string& typed, const std::string& id) {
    window.keys({"ctrl+p"});
    window.type(typed);
    const Json found = window.wait_for(
        [&](const Json& now) { return palette_is_open(now) && now["palette"]["filter"] == typed; });
    EXPECT_FALSE(found.empty()) << id;
    if (found.empty()) return found;
    EXPECT_EQ(found["palette"]["matches"][0], id) << typed;
    window.keys({"Return"});
    return window.wait_for([](const Json& now) { return !palette_is_open(now); });
  }
};

// What the state must show after the entry with this id; true where it shows nothing of it.
bool shows_effect(const std::string& id, const Json& now) {
  const std::string kind = id.substr(0, id.find('.'));
  const std::string name = id.substr(id.find('.') + 1);
  if (kind == "page") return now["page"] == name;
  if (kind == "sweep") return now["page"] == "sweep" && now["sweep"]["name"] == name;
  if (kind == "variant") return now["variant"] == name;
  if (kind == "lesson") return now["guide"]["lesson"] == name;
  if (kind == "theme") return now["theme"] == name;
  if (kind == "language") return now["language"] == name;
  if (kind == "play_speed") return now["play"]["speed"].dump() == name;
  if (kind == "compiler") return now["compiler"].get<std::string>().starts_with(name);
  if (kind == "recording") return now["recording"] == name;
  if (kind == "term") return now["overlay"] == "glossary";
  if (kind == "export")  // a file, or the clipboard
    return now["overlay"] == "save_as" || !now["notice"].get<std::string>().empty();
  return true;
}

TEST_F(PaletteWindowTest, opens_every_entry_by_its_name) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"ctrl+p"});
  const Json opened = window->wait_for(palette_is_open);
  ASSERT_FALSE(opened.empty());
  auto ids = opened["palette"]["matches"].get<std::vector<std::string>>();
  // The lesson comes last: its questions hide what other entries need.
  std::stable_partition(ids.begin(), ids.end(),
                        [](const std::string& id) { return !id.starts_with("lesson."); });
  ASSERT_GT(ids.size(), 80U);
  window->keys({"Escape"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["overlay"] == "none"; }).empty());
  for (const std::string& id : ids) {
    // A parameter only completes the filter; another test sets its value. The last line closes. Of
    // the many terms and lessons one stands for all; PaletteTest finds each of them.
    if (id.starts_with("parameter.") || id == "action.quit") continue;
    if (id.starts_with("term.") && id != "term.launch") continue;
    if (id.starts_with("lesson.") && id != "lesson.reverse") continue;
    const Json now = choose(*window, id, id);
    ASSERT_FALSE(now.empty()) << id;
    const Json settled = window->wait_for(
        [&](const Json& state) { return state["running"] == false && shows_effect(id, state); });
    ASSERT_FALSE(settled.empty()) << id << " has no effect: " << window->state().dump();
    for (int i = 0; i < 3; ++i) {  // leaves what it has opened
      window->keys({"Escape"});
    }
    const Json left =
        window->wait_for([](const Json& state) { return state["overlay"] == "none"; });
    ASSERT_FALSE(left.empty()) << id;
    if (left["lecture"].is_object()) {
      window->keys({"F5"});
      ASSERT_FALSE(
          window->wait_for([](const Json& state) { return !state["lecture"].is_object(); }).empty())
          << id;
    }
    // Both slow down every later frame.
    if (left["presenter"] == true) ASSERT_FALSE(choose(*window, id, id).empty()) << id;
    if (left["frozen"] == true) window->keys({"z"});
  }
  choose(*window, "action.quit", "action.quit");
  EXPECT_TRUE(window->wait_for([](const Json&) { return false; }).empty());  // until it has ended
  EXPECT_FALSE(window->runs());
}

TEST_F(PaletteWindowTest, a_slash_opens_it_and_a_click_chooses) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"slash"});
  const Json opened = window->wait_for(palette_is_open);
  ASSERT_FALSE(opened.empty());
  EXPECT_EQ(opened["palette"]["filter"], "");
  window->type("theme: light");
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["palette"]["matches"].size() == 1; })
          .empty());
  window->click(400, 110 + 18);
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["theme"] == "light"; }).empty());
}

TEST_F(PaletteWindowTest, sets_a_parameter_to_the_number_typed) {
  const auto window = open();
  ASSERT_FALSE(window->wait_for_run().empty());
  choose(*window, "pad 3", "parameter.PAD=3");
  EXPECT_FALSE(window
                   ->wait_for([](const Json& now) {
                     return now["running"] == false && now["params"]["PAD"] == 3;
                   })
                   .empty());
}

}  // namespace
}  // namespace lanescope::app::test
