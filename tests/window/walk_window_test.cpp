// One walk through the whole program, as a user would take it: all parts in turn, in one window.
// Compares what the window shows and writes with the output of `sim`, `steps` and other commands
// run separately.
#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "display_test.h"
#include "picture_file.h"
#include "program_window.h"
#include "tests/export/csv_reader.h"
#include "tests/export/xml_tree.h"
#include "tests/temporary_folder.h"

namespace lanescope::app::test {
namespace {

namespace fs = std::filesystem;
using lanescope::testing::parse_xml;
using lanescope::testing::read_csv;
using lanescope::testing::XmlDocument;
using lanescope::testing::XmlElement;
using lanescope::tests::text_of;
using ::testing::AssertionFailure;
using ::testing::AssertionResult;
using ::testing::AssertionSuccess;

// Expected values in the program's state: "/maps/shown/width" is 32, and so on.
using Wanted = std::vector<std::pair<std::string, Json>>;
// The rows of a table: field by column name.
using Rows = std::vector<std::map<std::string, std::string>>;

constexpr int fewest_colors = 40;  // a blank page, or one with only text, has fewer

// Null if the path does not exist.
Json part(const Json& json, const std::string& path) {
  const Json::json_pointer pointer(path);
  return json.contains(pointer) ? json.at(pointer) : Json();
}

// The differences, one per line; empty if there are none.
std::string differences(const Json& now, const Wanted& wanted) {
  std::string text;
  for (const auto& [path, value] : wanted) {
    if (const Json found = part(now, path); found != value)
      text += path + " is " + found.dump() + ", not " + value.dump() + "\n";
  }
  return text;
}

// The window's counts must equal those of the `sim` command.
void expect_same_totals(const Json& told, const Json& simulated) {
  ASSERT_TRUE(told.is_object());
  ASSERT_FALSE(told.empty());
  for (const auto& [kind, counts] : told.items()) {
    for (const auto& [name, count] : counts.items())
      EXPECT_EQ(count, part(simulated, "/totals/" + kind + "/" + name)) << kind << "." << name;
  }
}

// The shared-memory load with the worst bank conflicts. The window starts there.
Json dearest_shared_load(const Json& simulated) {
  Json costliest;
  for (const Json& site : simulated["sites"]) {
    if (site["space"] == "shared" && site["op"] == "load" &&
        (costliest.is_null() || site["worst_ways"] > costliest["worst_ways"])) {
      costliest = site;
    }
  }
  return costliest;
}

Rows rows_of_csv(const fs::path& file) {
  const auto lines = read_csv(text_of(file));
  Rows rows;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    rows.emplace_back();
    for (std::size_t column = 0; column < lines[0].size(); ++column)
      rows.back()[lines[0][column]] = lines[i].at(column);
  }
  return rows;
}

std::string as_field(const Json& value) {
  return value.is_null()     ? std::string()
         : value.is_string() ? value.get<std::string>()
                             : value.dump();
}

// "N=256 PAD=0" as options of `sim`.
std::vector<std::string> set_options(const std::string& params) {
  std::vector<std::string> options;
  std::istringstream words(params);
  for (std::string word; words >> word;) options.insert(options.end(), {"--set", word});
  return options;
}

class WalkWindowTest : public DisplayTest<1600, 900> {
 protected:
  struct Stretch {
    const char* name;
    void (WalkWindowTest::*walk)();
  };
  static constexpr auto first_stretches() {
    return std::array{
        Stretch{"first picture", &WalkWindowTest::see_the_first_picture},
        Stretch{"player", &WalkWindowTest::play_the_wavefronts},
        Stretch{"padding", &WalkWindowTest::pad_and_back},
    };
  }
  static constexpr auto later_stretches() {
    return std::array{
        Stretch{"maps", &WalkWindowTest::look_at_the_maps},
        Stretch{"steps", &WalkWindowTest::step_through_the_warp},
        Stretch{"comparison", &WalkWindowTest::compare_with_padding},
        Stretch{"lecture", &WalkWindowTest::give_the_lecture},
        Stretch{"pictures and tables of the stage", &WalkWindowTest::take_the_stage_out},
        Stretch{"tables of the kernel", &WalkWindowTest::take_the_counts_out},
        Stretch{"times", &WalkWindowTest::take_the_times_out},
        Stretch{"end", &WalkWindowTest::close_it},
    };
  }
  bool input_from_display_ = false;

  // Runs the parts in turn; stops at the first that fails.
  template <class Stretches>
  void walk(const Stretches& stretches) {
    for (const auto& [name, stretch] : stretches) {
      SCOPED_TRACE(std::string("stretch of the walk: ") + name);
      (this->*stretch)();
      if (HasFatalFailure()) return;
    }
  }

 private:
  void see_the_first_picture();
  void play_the_wavefronts();
  void pad_and_back();
  void look_at_the_maps();
  void step_through_the_warp();
  void compare_with_padding();
  void give_the_lecture();
  void answer_what_is_asked();
  void dim_and_freeze();
  void take_the_stage_out();
  void take_the_counts_out();
  void take_the_times_out();
  void close_it();

  // Waits for these values. `now_` is then the program's state.
  AssertionResult reaches(const Wanted& wanted) {
    now_ = window_->wait_for([&](const Json& now) { return differences(now, wanted).empty(); });
    return now_.empty() ? lost(differences(window_->state(), wanted)) : AssertionSuccess();
  }
  AssertionResult comes_to(const std::string& what, const std::function<bool(const Json&)>& is) {
    now_ = window_->wait_for(is);
    return now_.empty() ? lost("no " + what + "\n") : AssertionSuccess();
  }
  AssertionResult lost(const std::string& why) const {
    return AssertionFailure() << why << (window_->runs() ? "" : "the program has ended\n")
                              << text_of(folder_ / "stderr.txt");
  }
  AssertionResult reaches_stage(const Wanted& more) {
    Wanted wanted{{"/page", "stage"}, {"/motion/moving", false}, {"/motion/progress", 1}};
    wanted.insert(wanted.end(), more.begin(), more.end());
    return reaches(wanted);
  }
  AssertionResult reaches_step(std::size_t step) {
    return reaches({{"/page", "steps"}, {"/steps/busy", false}, {"/steps/step", step}});
  }
  // Waits for the comparison page with these paddings on its two sides.
  AssertionResult reaches_sides(int a, int b) {
    return reaches({{"/page", "compare"},
                    {"/compare/running", false},
                    {"/compare/a/params/PAD", a},
                    {"/compare/b/params/PAD", b}});
  }

  // Presses F12. The picture must be as large as the window and not blank. It is kept under `name`.
  Picture photograph(const std::string& name) {
    Picture picture = read_picture(window_->save_picture());
    EXPECT_EQ(picture.width, 1600) << name;
    EXPECT_EQ(picture.height, 900) << name;
    EXPECT_GT(different_colors(picture), fewest_colors) << name;
    for (const auto& [other, seen] : seen_)
      EXPECT_GT(different_pixels(picture.rgb, seen.rgb), 3000) << name << " looks like " << other;
    seen_[name] = picture;
    return picture;
  }

  // The first number that is free in all formats.
  [[nodiscard]] fs::path free_file(const std::string& stem, const std::string& extension) const {
    std::set<fs::path> taken;
    for (const auto& entry : fs::directory_iterator(folder_)) taken.insert(entry.path().stem());
    std::string name = stem;
    for (int i = 2; taken.contains(name); ++i) name = stem + "-" + std::to_string(i);
    return folder_ / (name + extension);
  }

  // Presses Ctrl+E and chooses from both lists. Empty if the file with the expected name, or the
  // next number of it, does not appear, for example because the wrong item was chosen.
  fs::path export_view(const fs::path& name, int subject, int form) {
    const fs::path file =
        free_file("lanescope-transpose-tile-" + name.stem().string(), name.extension().string());
    window_->keys({"ctrl+e"});
    EXPECT_TRUE(reaches({{"/overlay", "export_view"}}));
    const std::string down = subject >= 0 ? "Down" : "Up";
    std::vector<std::string> keys(static_cast<std::size_t>(std::abs(subject)), down);
    keys.emplace_back("Return");
    keys.insert(keys.end(), static_cast<std::size_t>(form), "Down");
    keys.emplace_back("Return");
    window_->keys(keys);
    EXPECT_TRUE(reaches({{"/overlay", "save_as"}}));
    window_->keys({"Return"});
    const AssertionResult told = comes_to("notice of " + file.string(), [&](const Json& now) {
      return now["overlay"] == "none" &&
             now["notice"].get<std::string>().find(file.string()) != std::string::npos;
    });
    EXPECT_TRUE(told) << "the notice is " << part(window_->state(), "/notice");
    EXPECT_TRUE(fs::exists(file)) << file;
    return file;
  }
  XmlDocument take_svg(const std::string& name, int subject,
                       const std::vector<std::string>& words) {
    XmlDocument svg = parse_xml(text_of(export_view(name, subject, 0)));
    EXPECT_EQ(svg.error, "") << name;
    if (svg.root == nullptr) return svg;
    EXPECT_EQ(svg.root->name, "svg");
    EXPECT_GT(svg.root->number("width"), 100) << name;
    const std::vector<const XmlElement*> texts = svg.root->all("text");
    for (const std::string& word : words) {
      EXPECT_TRUE(std::any_of(
          texts.begin(), texts.end(),
          [&](const XmlElement* text) { return text->text.find(word) != std::string::npos; }))
          << name << " does not say " << word;
    }
    return svg;
  }

  // Runs a command with --json; returns its output.
  Json ask(std::vector<std::string> arguments) const {
    arguments.emplace_back("--json");
    const Ended ended = run_program(arguments, {}, folder_);
    EXPECT_EQ(ended.code, 0) << ended.err;
    Json json = Json::parse(ended.err, nullptr, false);
    EXPECT_TRUE(json.is_object()) << ended.err;
    return json;
  }
  void click_on_block(int x, int y) const;

  [[nodiscard]] std::string ways_of(const Json& site) const {
    return as_field(site["worst_ways"]) + "-way";
  }

  std::unique_ptr<ProgramWindow> window_;
  Json now_;
  Json plain_, padded_;            // output of `sim` for the tile without and with padding
  Json plain_load_, padded_load_;  // its load with the worst conflicts
  std::map<std::string, Picture> seen_;
};

void WalkWindowTest::see_the_first_picture() {
  plain_ = ask({"sim", "transpose", "--variant", "tile", "--set", "PAD=0"});
  padded_ = ask({"sim", "transpose", "--variant", "tile", "--set", "PAD=1"});
  plain_load_ = dearest_shared_load(plain_);
  padded_load_ = dearest_shared_load(padded_);
  ASSERT_TRUE(plain_load_.is_object() && padded_load_.is_object());
  ASSERT_GT(plain_load_["worst_ways"], padded_load_["worst_ways"]);

  window_ = std::make_unique<ProgramWindow>(
      ProgramWindow::Options{display_->name(), folder_, {}, {}, input_from_display_});
  ASSERT_TRUE(comes_to("run", [](const Json& now) { return !now["totals"].is_null(); }));
  EXPECT_EQ(differences(now_, {{"/page", "stage"},
                               {"/lesson", plain_["lesson"]},
                               {"/variant", plain_["variant"]},
                               {"/kernel", plain_["kernel"]},
                               {"/params", plain_["params"]},
                               {"/line", plain_load_["line"]},
                               {"/access/space", "shared"},
                               {"/access/op", "load"},
                               {"/access/ways", plain_load_["worst_ways"]},
                               {"/wavefronts", plain_load_["worst_ways"]},
                               {"/wavefront", nullptr},
                               {"/problem", nullptr},
                               {"/message_open", false},
                               {"/can_undo", false},
                               {"/motion/count", 0}}),
            "");
  expect_same_totals(now_["totals"], plain_);
  EXPECT_GT(code_colors(photograph("stage")), 20);
}

void WalkWindowTest::play_the_wavefronts() {
  const int last = now_["wavefronts"].get<int>() - 1;
  window_->keys({"bracketright", "bracketright", "bracketright"});
  ASSERT_TRUE(reaches_stage({{"/wavefront", 2}, {"/position/step", 2}}));
  EXPECT_EQ(now_["position"]["steps"], last + 1);
  photograph("third wavefront");
  window_->keys({"bracketleft"});
  ASSERT_TRUE(reaches_stage({{"/wavefront", 1}}));
  window_->keys({"End"});
  ASSERT_TRUE(reaches_stage({{"/wavefront", last}}));
  window_->keys({"Home"});
  ASSERT_TRUE(reaches_stage({{"/wavefront", 0}, {"/play/playing", false}}));
  window_->keys({"shift+r", "shift+r"});  // now at four times the speed
  ASSERT_TRUE(reaches({{"/play/speed", 400}}));
  window_->keys({"r"});
  ASSERT_TRUE(reaches_stage({{"/wavefront", last}, {"/play/playing", false}}));
  window_->keys({"a"});
  ASSERT_TRUE(reaches_stage({{"/wavefront", nullptr}}));
  EXPECT_EQ(now_["params"], plain_["params"]);
}

void WalkWindowTest::pad_and_back() {
  const Picture before = read_picture(window_->save_picture());
  window_->keys({"p"});
  ASSERT_TRUE(reaches_stage({{"/params/PAD", 1}, {"/wavefronts", padded_load_["worst_ways"]}}));
  EXPECT_EQ(now_["params"], padded_["params"]);
  EXPECT_EQ(now_["motion"]["count"], 1);
  expect_same_totals(now_["totals"], padded_);
  photograph("padded");
  window_->keys({"p"});
  ASSERT_TRUE(reaches_stage({{"/params/PAD", 0}, {"/wavefronts", plain_load_["worst_ways"]}}));
  expect_same_totals(now_["totals"], plain_);
  // The stage is the same as before. Only the line at the bottom differs: it names another file.
  const Picture after = read_picture(window_->save_picture());
  EXPECT_EQ(different_pixels(stage_of(before), stage_of(after)), 0);
}

// Clicks on the middle of its cell. The whole map must be visible.
void WalkWindowTest::click_on_block(int x, int y) const {
  const Json& maps = now_["maps"];
  const double columns = maps["shown"]["width"];
  const double rows = maps["shown"]["height"];
  const double w = maps["cells"][2];
  const double h = maps["cells"][3];
  const double px = std::min({w / columns, h / rows, 64.0});
  window_->click(
      static_cast<int>(maps["cells"][0].get<double>() + w / 2 + (x + 0.5 - columns / 2) * px),
      static_cast<int>(maps["cells"][1].get<double>() + h / 2 + (y + 0.5 - rows / 2) * px));
}

void WalkWindowTest::look_at_the_maps() {
  window_->keys({"o"});
  ASSERT_TRUE(reaches({{"/page", "map"}, {"/maps/working", false}, {"/maps/shown/kind", "banks"}}));
  EXPECT_EQ(now_["maps"]["shown"]["largest"], plain_load_["worst_ways"]);  // words from one bank
  photograph("banks");
  window_->keys({"shift+o"});
  ASSERT_TRUE(reaches({{"/maps/working", false}, {"/maps/shown/kind", "array"}}));
  const Json array = now_["maps"]["shown"];
  const auto is_it = [&](const Json& other) { return other["name"] == array["array"]; };
  const auto found = std::find_if(plain_["arrays"].begin(), plain_["arrays"].end(), is_it);
  ASSERT_NE(found, plain_["arrays"].end()) << array;
  EXPECT_EQ(array["width"].get<int>() * array["height"].get<int>(), (*found)["count"]);
  photograph("array");
  ASSERT_TRUE(now_["maps"]["view"].is_null());
  window_->keys({"plus", "plus"});
  ASSERT_TRUE(comes_to("zoom", [](const Json& now) { return now["maps"]["view"].is_object(); }));
  const double once = now_["maps"]["view"]["px_x"];
  window_->keys({"plus"});
  ASSERT_TRUE(comes_to("closer look", [&](const Json& now) {
    return now["maps"]["view"].is_object() && now["maps"]["view"]["px_x"] > once;
  }));
  photograph("array, closer");
  window_->keys({"0"});
  ASSERT_TRUE(reaches({{"/maps/view", nullptr}}));
  window_->keys({"shift+o"});
  ASSERT_TRUE(reaches({{"/maps/working", false}, {"/maps/shown/kind", "grid"}}));
  EXPECT_EQ(now_["maps"]["shown"]["width"], plain_["grid"][0]);
  EXPECT_EQ(now_["maps"]["shown"]["height"], plain_["grid"][1]);
  photograph("grid");
  const XmlDocument svg = take_svg("map.svg", 0, {"MODEL", plain_["kernel"]});
  ASSERT_NE(svg.root, nullptr);
  EXPECT_EQ(svg.root->all("image").size(), 1U);
  click_on_block(5, 3);
  ASSERT_TRUE(reaches({{"/page", "map"}, {"/block", {5, 3, 0}}, {"/can_undo", true}}));
  window_->keys({"o"});
  ASSERT_TRUE(reaches_stage({{"/block", {5, 3, 0}}, {"/access/space", "shared"}}));
  window_->keys({"ctrl+z"});
  ASSERT_TRUE(reaches_stage({{"/block", {0, 0, 0}}, {"/params/PAD", 0}}));
}

void WalkWindowTest::step_through_the_warp() {
  const Json steps = ask({"steps", "transpose", "--variant", "tile", "--set", "PAD=0"});
  const auto next_access = [&](std::size_t from, bool is_costly) {
    for (std::size_t s = from + 1; s < steps["steps"].size(); ++s) {
      for (const Json& event : steps["steps"][s]["events"]) {
        if (event["kind"] == "access" && (!is_costly || event["cost"] > event["ideal"])) return s;
      }
    }
    return steps["steps"].size();
  };
  const auto expect_step = [&] {
    const Json& step = steps["steps"][now_["steps"]["step"].get<std::size_t>()];
    EXPECT_EQ(now_["steps"]["ptx"], step["ptx"]);
    EXPECT_EQ(now_["steps"]["line"], step["line"]);
    EXPECT_EQ(now_["line"], step["line"]);
  };
  const std::size_t first = next_access(2, false);
  const std::size_t conflict = next_access(first, true);
  ASSERT_LT(conflict, steps["steps"].size());

  window_->keys({"f"});  // at the access that the stage shows
  ASSERT_TRUE(reaches_step(conflict));
  EXPECT_EQ(now_["steps"]["count"], steps["instructions"]);
  EXPECT_EQ(now_["steps"]["conflict"], true);
  expect_step();
  photograph("steps");
  window_->keys({"Home"});
  ASSERT_TRUE(reaches_step(0));
  window_->keys({"Right", "Right", "Right"});
  ASSERT_TRUE(reaches_step(3));
  expect_step();
  window_->keys({"Left"});
  ASSERT_TRUE(reaches_step(2));
  expect_step();
  window_->keys({"shift+Right"});
  ASSERT_TRUE(reaches_step(first));
  EXPECT_EQ(now_["steps"]["conflict"], false);
  expect_step();
  window_->keys({"g"});
  ASSERT_TRUE(reaches_step(conflict));
  EXPECT_EQ(now_["access"]["cost"], steps["steps"][conflict]["events"][0]["cost"]);
  expect_step();
  take_svg("steps.svg", 0, {steps["steps"][conflict]["ptx"], "MODEL"});
  window_->keys({"shift+Right"});
  const std::size_t after = next_access(conflict, false);
  ASSERT_TRUE(reaches_step(after));
  expect_step();
  const Json event = now_["steps"]["event"];
  window_->keys({"f"});  // the stage follows
  ASSERT_TRUE(reaches_stage({{"/event", event}}));
  EXPECT_EQ(now_["access"]["space"], steps["steps"][after]["events"][0]["space"]);
  EXPECT_EQ(now_["access"]["op"], steps["steps"][after]["events"][0]["op"]);
  window_->keys({"Left"});
  ASSERT_TRUE(reaches_stage({{"/line", plain_load_["line"]}, {"/access/op", "load"}}));
}

void WalkWindowTest::compare_with_padding() {
  window_->keys({"shift+c"});
  ASSERT_TRUE(reaches({{"/compare/a/params/PAD", 0}}));
  window_->keys({"p"});
  ASSERT_TRUE(reaches_stage({{"/params/PAD", 1}}));
  window_->keys({"c"});
  ASSERT_TRUE(reaches_sides(0, 1));
  EXPECT_EQ(differences(now_, {{"/compare/differences", {"parameter"}},
                               {"/compare/likeness", "same"},
                               {"/compare/wavefronts", plain_load_["worst_ways"]},
                               {"/wavefronts", padded_load_["worst_ways"]}}),
            "");
  expect_same_totals(now_["totals"], padded_);
  photograph("comparison");
  take_svg("PAD-1-compare.svg", 0, {"PAD = 0", "PAD = 1", ways_of(plain_load_), "MODEL"});
  window_->keys({"e"});
  ASSERT_TRUE(reaches_sides(1, 0));
  EXPECT_EQ(now_["params"], plain_["params"]);
  expect_same_totals(now_["totals"], plain_);
  photograph("comparison, exchanged");
  window_->keys({"c"});
  ASSERT_TRUE(reaches_stage({{"/params/PAD", 0}}));
}

void WalkWindowTest::give_the_lecture() {
  const Json before = now_;
  window_->keys({"F5"});
  ASSERT_TRUE(comes_to("first scene", [&](const Json& now) {
    return part(now, "/lecture/scene") == 0 && now["variant"] != before["variant"];
  }));
  const int scenes = now_["lecture"]["scenes"];
  ASSERT_GT(scenes, 2);
  photograph("first scene");
  answer_what_is_asked();
  ASSERT_FALSE(HasFatalFailure());
  window_->keys({"End"});
  ASSERT_TRUE(reaches({{"/lecture/scene", scenes - 1}, {"/page", "compare"}}));
  photograph("last scene");
  window_->keys({"Home"});
  ASSERT_TRUE(reaches({{"/lecture/scene", 0}, {"/page", "stage"}, {"/spotlight", "off"}}));
  dim_and_freeze();
  ASSERT_FALSE(HasFatalFailure());
  window_->keys({"F5"});
  ASSERT_TRUE(reaches({{"/lecture", nullptr}, {"/variant", before["variant"]}}));
  for (const char* key : {"lesson", "variant", "params", "page", "warp", "block", "event", "line",
                          "wavefront", "wavefronts", "access", "totals", "scale_percent", "theme",
                          "play", "machine", "guide", "can_undo"}) {
    EXPECT_EQ(now_[key], before[key]) << key;
  }
  EXPECT_EQ(part(now_, "/compare/a/params"), part(before, "/compare/a/params"));
  // A lecture's answers are not anyone's progress.
  EXPECT_FALSE(fs::exists(folder_ / "progress.json"));
}

// The second scene has questions. Enter shows the answers one by one, then the picture.
void WalkWindowTest::answer_what_is_asked() {
  window_->keys({"Right"});
  ASSERT_TRUE(reaches({{"/lecture/scene", 1}, {"/lecture/covered", true}}));
  ASSERT_TRUE(now_["lecture"]["question"].is_string());
  EXPECT_FALSE(now_["controls"].contains("stage.all"));
  const std::string asked = now_["lecture"]["question"];
  photograph("question");
  window_->keys({"shift+Return"});  // Enter alone would ask for a mark first
  ASSERT_TRUE(reaches({{"/lecture/revealed", asked}}));
  photograph("answer");
  for (int presses = 0; presses < 8 && now_["lecture"]["covered"] == true; ++presses) {
    const Json before = now_["lecture"];
    window_->keys({"Return"});
    ASSERT_TRUE(comes_to("answer to Enter", [&](const Json& now) {
      return now["lecture"].is_object() && now["lecture"] != before;
    }));
  }
  EXPECT_EQ(now_["lecture"]["covered"], false);
  EXPECT_TRUE(now_["controls"].contains("stage.all"));
  window_->keys({"Left"});
  ASSERT_TRUE(reaches({{"/lecture/scene", 0}}));
}

void WalkWindowTest::dim_and_freeze() {
  const Json before = now_;
  const double bright = brightness(read_picture(window_->save_picture()));
  window_->keys({"u"});
  ASSERT_TRUE(reaches({{"/spotlight", "circle"}}));
  window_->click(900, 600);
  ASSERT_TRUE(comes_to("light there", [](const Json& now) {
    const Json& lit = now["lit"];
    return lit.is_array() && lit[0] < 900 && lit[0].get<double>() + lit[2].get<double>() > 900 &&
           lit[1] < 600 && lit[1].get<double>() + lit[3].get<double>() > 600;
  }));
  EXPECT_LT(brightness(photograph("spotlight")), bright * 0.8);
  window_->keys({"u", "u"});
  ASSERT_TRUE(reaches({{"/spotlight", "off"}, {"/lit", nullptr}}));
  window_->keys({"z"});
  ASSERT_TRUE(reaches({{"/frozen", true}}));
  window_->keys({"Right", "t", "z"});
  ASSERT_TRUE(reaches({{"/frozen", false}}));
  EXPECT_EQ(now_["lecture"]["scene"], before["lecture"]["scene"]);
  EXPECT_EQ(now_["theme"], before["theme"]);
}

// take_out() gets positions in the two lists. The file's name shows what was chosen.
void WalkWindowTest::take_the_stage_out() {
  const XmlDocument svg =
      take_svg("picture.svg", 0, {ways_of(plain_load_), plain_["kernel"], "MODEL (H200 rules)"});
  ASSERT_NE(svg.root, nullptr);
  EXPECT_GE(svg.root->all("title").size(), 32U);  // at least one tooltip per lane
  const Picture picture = read_picture(export_view("picture.png", 0, 1));
  EXPECT_NEAR(picture.width, svg.root->number("width"), 1);
  EXPECT_NEAR(picture.height, svg.root->number("height"), 1);
  EXPECT_GT(different_colors(picture), fewest_colors);

  const Rows lanes = rows_of_csv(export_view("picture.csv", 0, 2));
  ASSERT_EQ(lanes.size(), 32U);
  std::set<std::string> wavefronts;
  std::map<std::string, std::set<std::string>> words_of_banks;
  std::size_t most = 0;
  for (const auto& lane : lanes) {
    EXPECT_EQ(lane.at("line_of_code"), as_field(plain_load_["line"]));
    EXPECT_EQ(lane.at("space"), "shared");
    EXPECT_EQ(lane.at("kernel"), plain_["kernel"]);
    wavefronts.insert(lane.at("wavefront"));
    std::set<std::string>& words = words_of_banks[lane.at("bank")];
    words.insert(lane.at("word"));
    most = std::max(most, words.size());
  }
  EXPECT_EQ(wavefronts.size(), plain_load_["worst_ways"]);
  EXPECT_EQ(most, plain_load_["worst_ways"]);

  const Json json = Json::parse(text_of(export_view("picture.json", 0, 3)), nullptr, false);
  ASSERT_TRUE(json.is_object());
  EXPECT_EQ(json["schema"], "lanescope.table/1");
  EXPECT_EQ(json["made_by"]["params"], plain_["params"]);
  ASSERT_EQ(json["rows"].size(), lanes.size());
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    for (const auto& [column, value] : json["rows"][i].items())
      EXPECT_EQ(as_field(value), lanes[i].at(column)) << "lane " << i << ", " << column;
  }
}

void WalkWindowTest::take_the_counts_out() {
  take_svg("code.svg", 1, {"threadIdx", plain_["kernel"], "MODEL (H200 rules)"});
  const Json counts = Json::parse(text_of(export_view("counts.json", 2, 3)), nullptr, false);
  ASSERT_TRUE(counts.is_object());
  EXPECT_EQ(differences(counts, {{"/made_by/lesson", plain_["lesson"]},
                                 {"/made_by/variant", plain_["variant"]},
                                 {"/made_by/kernel", plain_["kernel"]},
                                 {"/made_by/params", plain_["params"]},
                                 {"/made_by/grid", plain_["grid"]},
                                 {"/made_by/block", plain_["block"]},
                                 {"/made_by/source", {"MODEL"}}}),
            "");
  std::set<std::string> kinds;
  for (const Json& row : counts["rows"]) {
    const std::string kind = row["kind"];
    kinds.insert(kind);
    const Json& wanted = kind == "kernel" ? plain_["totals"] : plain_["totals"][kind];
    ASSERT_TRUE(wanted.is_object()) << kind;
    for (const auto& [name, value] : wanted.items()) {
      if (value.is_number()) EXPECT_EQ(row[name], value) << kind << "." << name;
    }
  }
  EXPECT_EQ(kinds, (std::set<std::string>{"global_load", "global_store", "shared_load",
                                          "shared_store", "kernel"}));

  const Rows accesses = rows_of_csv(export_view("accesses.csv", 4, 0));
  ASSERT_EQ(accesses.size(), plain_["sites"].size());
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const Json& site = plain_["sites"][i];
    for (const auto& [name, value] : site.items()) {
      const std::string column = name == "bytes" ? "bytes_a_lane" : name;
      const bool is_told = name != "worst_ways" || site["space"] == "shared";
      const bool is_known = name != "column" || value != 0;
      EXPECT_EQ(accesses[i].at(column), is_told && is_known ? as_field(value) : "")
          << "site " << i << ", " << name;
    }
  }

  const Picture window = read_picture(export_view("window.png", -1, 0));
  EXPECT_EQ(window.width, now_["width"]);
  EXPECT_EQ(window.height, now_["height"]);
  EXPECT_GT(different_colors(window), fewest_colors);
}

void WalkWindowTest::take_the_times_out() {
  window_->keys({"s"});
  ASSERT_TRUE(comes_to("page of all variants' costs", [](const Json& now) {
    return now["page"] == "times" &&
           std::none_of(now["times"].begin(), now["times"].end(),
                        [](const Json& row) { return row["sectors"].is_null(); });
  }));
  const std::size_t variants = now_["times"].size();
  photograph("times");
  take_svg("times.svg", 0, {"MODEL"});
  std::size_t compared = 0;
  for (const auto& row : rows_of_csv(export_view("times.csv", 0, 2))) {
    if (row.at("source") != "MODEL") continue;
    std::vector<std::string> arguments{"sim", "transpose", "--variant", row.at("variant")};
    const std::vector<std::string> set = set_options(row.at("params"));
    arguments.insert(arguments.end(), set.begin(), set.end());
    const Json simulated = ask(arguments);
    const Json& totals = simulated["totals"];
    const auto sum = [&](const char* count) {
      std::uint64_t all = 0;
      for (const auto& [kind, counts] : totals.items()) {
        const bool counts_here = counts.is_object() && kind.find("constant") == std::string::npos;
        all += counts_here && counts.contains(count) ? counts[count].get<std::uint64_t>() : 0;
      }
      return std::to_string(all);
    };
    const auto spaced = [](const Json& d) {
      return as_field(d[0]) + " " + as_field(d[1]) + " " + as_field(d[2]);
    };
    EXPECT_EQ(row.at("kernel"), simulated["kernel"]) << row.at("variant");
    EXPECT_EQ(row.at("grid"), spaced(simulated["grid"])) << row.at("variant");
    EXPECT_EQ(row.at("block"), spaced(simulated["block"])) << row.at("variant");
    EXPECT_EQ(row.at("sectors"), sum("sectors")) << row.at("variant");
    EXPECT_EQ(row.at("wavefronts"), sum("wavefronts")) << row.at("variant");
    ++compared;
  }
  EXPECT_EQ(compared, variants);
  window_->keys({"s"});
  ASSERT_TRUE(reaches_stage({{"/params/PAD", 0}}));
}

void WalkWindowTest::close_it() {
  EXPECT_EQ(now_["problem"], nullptr);
  EXPECT_TRUE(window_->close());  // with code 0
  EXPECT_EQ(text_of(folder_ / "stderr.txt"), "");
}

TEST_F(WalkWindowTest, from_the_first_picture_through_every_part_and_out) {
  walk(first_stretches());
  if (!HasFatalFailure()) walk(later_stretches());
}

// Here every frame is painted, those of the transitions too.
TEST_F(WalkWindowTest, the_first_stretches_by_the_displays_own_keys) {
  input_from_display_ = true;
  walk(first_stretches());
}

}  // namespace
}  // namespace lanescope::app::test
