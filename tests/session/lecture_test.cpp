#include "app/session/lecture/lecture.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "app/session/lecture/check_deck.h"
#include "app/session/lecture/write_scene.h"
#include "app/session/state.h"
#include "app/session/state_text.h"
#include "reports.h"
#include "tests/paths.h"
#include "tests/temporary_folder.h"

namespace lanescope::app::test {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* whole = R"(# mine
title = { en = "Deck", zh = "演示" }

[[scenes]]
title = "First"
lesson = "transpose"
variant = "tile"
set = { PAD = 1, N = 64 }
machine = "tesla-c1060"
view = "access=shared_load,wavefront=2,warp=1"
spotlight = "wavefront=2"
notes = "Say **this**."

[[scenes]]
title = { en = "Second", zh = "第二" }
lesson = "other/lesson.toml"
step = "tile"
spotlight = [0.5, 0, 0.25, 1]
)";

lesson::Error error_of(const std::string& text) {
  const auto deck = read_deck(text, "/d/deck.toml");
  return deck ? lesson::Error{} : deck.error();
}
std::string scene_with(const std::string& lines) {
  return "title = \"d\"\n[[scenes]]\ntitle = \"s\"\nlesson = \"transpose\"\n" + lines;
}

TEST(ReadDeck, takes_everything_that_a_scene_says) {
  const auto deck = read_deck(whole, "/d/deck.toml");
  ASSERT_TRUE(deck) << deck.error().formatted();
  EXPECT_EQ(deck->id, "deck");
  EXPECT_EQ(deck->title.in("zh"), "演示");
  ASSERT_EQ(deck->scenes.size(), 2U);
  const Scene& first = deck->scenes[0];
  EXPECT_EQ(first.title.english(), "First");
  EXPECT_EQ(first.variant, "tile");
  EXPECT_EQ(first.set, (lesson::Values{{"N", 64}, {"PAD", 1}}));
  EXPECT_EQ(first.machine, "tesla-c1060");
  EXPECT_EQ(first.view, "access=shared_load,wavefront=2,warp=1");
  EXPECT_EQ(first.notes.english(), "Say **this**.");
  EXPECT_EQ(first.spot, (Spot{Spot::Kind::wavefront, {}, 1}));
  const Scene& second = deck->scenes[1];
  EXPECT_EQ(second.step_name, "tile");
  EXPECT_EQ(second.spot, (Spot{Spot::Kind::area, {0.5, 0, 0.25, 1}, 0}));
  EXPECT_EQ(second.lesson, "/d/other/lesson.toml");  // relative to the deck's folder
}

TEST(ReadDeck, an_error_has_file_line_and_key_and_says_what_to_do) {
  struct Case {
    std::string text, key, message;
    int line;
  };
  const Case cases[] = {
      {"title = \"d\"\n", "scenes", "at least one [[scenes]]", 1},
      {"scenes = []\n", "", "title is missing", 1},
      {scene_with("sping = 1\n"), "scenes[0].sping", "unknown key", 5},
      {scene_with("view = \"sideways\"\n"), "scenes[0].view", "'sideways'", 5},
      {scene_with("step = \"tile\"\nvariant = \"tile\"\n"), "scenes[0].variant", "leave out one",
       6},
      {scene_with("set = { PAD = \"one\" }\n"), "scenes[0].set.PAD", "an integer", 5},
      {scene_with("spotlight = \"bank\"\n"), "scenes[0].spotlight", "bank=N", 5},
      {scene_with("spotlight = \"wavefront=0\"\n"), "scenes[0].spotlight", "wavefront=N", 5},
      {scene_with("spotlight = [0.5, 0, 0.6, 1]\n"), "scenes[0].spotlight", "from 0 to 1", 5},
      {scene_with("spotlight = [0, 0, 0, 0]\n"), "scenes[0].spotlight", "from 0 to 1", 5},
      {"title = \"d\"\n[[scenes]]\nlesson = \"a\"\n", "scenes[0]", "title is missing", 2},
      {"title = \"d\"\n[[scenes]]\ntitle = \"\"\nlesson = \"a\"\n", "scenes[0].title", "empty", 3},
      {"title = \"d\"\n[[scenes]\n", "", "not TOML", 2},
  };
  for (const Case& wrong : cases) {
    const lesson::Error error = error_of(wrong.text);
    EXPECT_EQ(error.file, "/d/deck.toml") << wrong.text;
    EXPECT_EQ(error.line, wrong.line) << wrong.text;
    EXPECT_EQ(error.key, wrong.key) << wrong.text;
    EXPECT_THAT(error.message, HasSubstr(wrong.message)) << wrong.text;
  }
}

TEST(PictureName, is_the_number_and_the_english_title) {
  Deck deck;
  deck.scenes.resize(2);
  deck.scenes[0].title = lesson::Text("A column of B: 32 floats!");
  deck.scenes[1].title = lesson::Text("一");
  EXPECT_EQ(picture_name(deck, 0), "01-a-column-of-b-32-floats.png");
  EXPECT_EQ(picture_name(deck, 1), "02-scene.png");
}

TEST(ViewText, is_what_parse_view_reads) {
  for (const char* text :
       {"", "bank,line=13,wavefront=5", "global,warp=3,block=1/2/0", "divergence,line=4", "times",
        "index", "index=9/1/1:48/1/1,lane=8,warp=1,block=7/0/0", "machine", "steps,step=5,lane=7",
        "sweep=padding", "map=array:A:moved", "access=shared_load,event=2", "map=banks,warp=3",
        "bank,line=16,wavefront=5,compare", "bank,line=16,compare=variant=tile,PAD=0"}) {
    const auto view = parse_view(text);
    ASSERT_TRUE(view) << text;
    EXPECT_EQ(view_text(*view), text);
  }
}

TEST(ReadDeck, a_scene_says_by_which_compiler_it_is_seen) {
  const auto deck = read_deck(scene_with("compiler = \"clang\"\n"), "/d/deck.toml");
  ASSERT_TRUE(deck) << deck.error().formatted();
  EXPECT_EQ(deck->scenes[0].compiler, compile::Compiler::clang);
  EXPECT_THAT(toml_of(deck->scenes[0]), HasSubstr("compiler = \"clang\""));
  EXPECT_EQ(error_of(scene_with("compiler = \"gcc\"\n")).key, "scenes[0].compiler");
}

class DeckFiles : public tests::InFolder<::testing::Test> {
 protected:
  [[nodiscard]] std::string read(const fs::path& name) const {
    return tests::text_of(folder_ / name);
  }
};

TEST_F(DeckFiles, shipped_ones_come_first_and_the_first_of_a_name_wins) {
  write("a/two.toml", whole);
  write("a/one.toml", "title = 1\n");
  write("b/two.toml", "broken");
  write("own/mine.toml", whole);
  write("own/notes.txt", "no deck");
  const auto decks = find_decks({folder_ / "a", folder_ / "b", folder_ / "none"}, folder_ / "own");
  ASSERT_EQ(decks.size(), 3U);
  EXPECT_EQ(decks[0].id, "one");
  EXPECT_FALSE(decks[0].deck);  // listed with its error
  EXPECT_EQ(decks[1].path, folder_ / "a" / "two.toml");
  EXPECT_TRUE(decks[1].deck);
  EXPECT_EQ(decks[2].id, "mine");
  EXPECT_FALSE(decks[2].shipped);
}

TEST_F(DeckFiles, a_scene_that_is_added_leaves_the_rest_to_the_byte) {
  write("mine.toml", std::string(whole) + "# the end, without a line's end");
  Scene scene;
  scene.lesson = "transpose";
  scene.variant = "tile";
  scene.set = {{"PAD", 1}};
  scene.view = "access=shared_load";
  scene.title = {{"en", "A \"new\" one"}, {"zh", "新的"}};
  scene.spot = Spot{Spot::Kind::bank, {}, 3};
  const auto deck = append_scene(folder_ / "mine.toml", {}, scene);
  ASSERT_TRUE(deck) << deck.error();
  const std::string text = read("mine.toml");
  EXPECT_EQ(text.find(std::string(whole) + "# the end, without a line's end\n"), 0U) << text;
  const auto back = load_deck(folder_ / "mine.toml");
  ASSERT_TRUE(back);
  ASSERT_EQ((*back)->scenes.size(), 3U);
  Scene read_back = (*back)->scenes[2];
  EXPECT_EQ(read_back.title.english(), "A \"new\" one");
  EXPECT_EQ(read_back.title.in("zh"), "新的");
  EXPECT_EQ(read_back.set, scene.set);
  EXPECT_EQ(read_back.view, scene.view);
  EXPECT_EQ(read_back.spot, scene.spot);
}

TEST_F(DeckFiles, the_first_scene_makes_the_file_and_its_folder) {
  Scene scene;
  scene.lesson = "transpose";
  scene.title = lesson::Text("One");
  const lesson::Text own{{"en", "Mine"}, {"zh", "我的"}};
  ASSERT_TRUE(append_scene(folder_ / "data" / "new.toml", own, scene));
  ASSERT_TRUE(append_scene(folder_ / "data" / "new.toml", own, scene));
  const auto deck = load_deck(folder_ / "data" / "new.toml");
  ASSERT_TRUE(deck);
  EXPECT_EQ((*deck)->title.in("zh"), "我的");
  EXPECT_THAT(read(folder_ / "data" / "new.toml"), HasSubstr("\"我的\""));  // people change it
  EXPECT_EQ((*deck)->scenes.size(), 2U);
}

TEST_F(DeckFiles, nothing_is_added_to_a_file_that_is_broken) {
  Scene scene;
  scene.lesson = "transpose";
  scene.title = lesson::Text("One");
  for (const std::string text : {"not toml at all",
                                 "title = \"d\"\nscenes = [ { title = \"a\", "
                                 "lesson = \"b\" } ]\n"}) {
    write("bad.toml", text);
    const auto deck = append_scene(folder_ / "bad.toml", {}, scene);
    ASSERT_FALSE(deck) << text;
    EXPECT_THAT(deck.error(), HasSubstr("bad.toml"));
    EXPECT_EQ(read("bad.toml"), text);
  }
}

TEST_F(DeckFiles, what_a_lesson_has_not_is_found_with_its_line) {
  const std::string text = R"(title = { en = "d", zh = "d" }
[[scenes]]
title = { en = "s", zh = "s" }
lesson = "transpose"
variant = "tile"
set = { PAD = 99 }
[[scenes]]
title = "only English"
lesson = "transpos"
[[scenes]]
title = { en = "s" }
lesson = "transpose"
step = "til"
[[scenes]]
title = "s"
lesson = "transpose"
view = "sweep=pading"
machine = "tesla"
[[scenes]]
title = { en = "s", zh = "s" }
lesson = "transpose"
variant = "tile"
set = { PADD = 1 }
[[scenes]]
title = { en = "s", zh = "s" }
lesson = "transpose"
variant = "tiled"
set = { PAD = 1 }
)";
  const auto deck = read_deck(text, folder_ / "d.toml");
  ASSERT_TRUE(deck) << deck.error().formatted();
  std::vector<std::string> found;
  for (const lesson::Error& error : check_deck(*deck)) {
    EXPECT_THAT(error.file, HasSubstr("d.toml"));
    found.push_back(std::to_string(error.line) + " " + error.key);
  }
  EXPECT_THAT(found, ElementsAre("6 scenes[0].set", "8 scenes[1].title", "9 scenes[1].lesson",
                                 "11 scenes[2].title", "13 scenes[2].step", "15 scenes[3].title",
                                 "18 scenes[3].machine", "17 scenes[3].view", "23 scenes[4].set",
                                 "27 scenes[5].variant"));
}

// The scene's own variant has no PAD.
TEST_F(DeckFiles, a_scene_of_the_times_has_values_for_all_variants) {
  const auto faults = [](const std::string& set) {
    const auto deck =
        read_deck(scene_with("variant = \"copy\"\nview = \"times\"\nset = { " + set + " }\n"),
                  "/d/deck.toml");
    EXPECT_TRUE(deck);
    std::vector<std::string> found;
    for (const lesson::Error& error : check_deck(*deck))
      found.push_back(std::to_string(error.line) + " " + error.key);
    return found;
  };
  EXPECT_THAT(faults("PAD = 1"), IsEmpty());
  EXPECT_THAT(faults("PAD = 999"), ElementsAre("7 scenes[0].set"));
  EXPECT_THAT(faults("PADD = 1"), ElementsAre("7 scenes[0].set"));
}

TEST(ShippedDecks, are_whole_in_both_languages_and_run) {
  std::size_t count = 0;
  for (const DeckEntry& entry :
       find_decks({fs::path(LANESCOPE_SOURCE_DIR) / "assets/scenes"}, {})) {
    ASSERT_TRUE(entry.deck) << entry.deck.error().formatted();
    const Deck& deck = **entry.deck;
    ++count;
    EXPECT_TRUE(deck.title.has("zh")) << entry.id;
    for (const lesson::Error& problem : check_deck(deck)) ADD_FAILURE() << problem.formatted();
    for (const Scene& scene : deck.scenes) {
      EXPECT_TRUE(scene.title.has("zh")) << scene.title.english();
      EXPECT_FALSE(scene.notes.english().empty()) << scene.title.english();
      EXPECT_TRUE(scene.notes.has("zh")) << scene.title.english();
    }
    for (const compile::Availability& compiler : compile::available()) {
      // (nvcc takes a second for each kernel, and reads device code as NVRTC does.)
      if (!compiler.usable || compiler.compiler == compile::Compiler::nvcc) continue;
      for (const lesson::Error& problem : check_deck_runs(deck, compiler.compiler))
        ADD_FAILURE() << problem.formatted();
    }
  }
  EXPECT_GE(count, 1U);
}

TEST(ShippedDecks, the_transpose_has_five_scenes_and_ends_with_before_beside_after) {
  const auto deck = load_deck(fs::path(LANESCOPE_SOURCE_DIR) / "assets/scenes/transpose.toml");
  ASSERT_TRUE(deck);
  EXPECT_EQ((*deck)->scenes.size(), 5U);
  const Scene& last = (*deck)->scenes.back();
  const auto view = parse_view(last.view);
  ASSERT_TRUE(view);
  EXPECT_EQ(view->page, Page::compare);
  EXPECT_EQ(last.set.at("PAD"), 1);
  EXPECT_EQ(view->page_argument, "PAD=0");
  EXPECT_TRUE(is_about(**deck, "transpose"));
  EXPECT_FALSE(is_about(**deck, "reduction"));
}

TEST_F(DeckFiles, ones_own_deck_and_the_lessons_lecture_are_both_there_to_choose_in_every_lesson) {
  write("own/mine.toml", "title = \"d\"\n[[scenes]]\ntitle = \"a\"\nlesson = \"offset\"\n");
  const auto ids_at = [&](const std::string& lesson) {
    std::vector<std::string> ids;
    for (const DeckEntry& each : lectures_at(lesson, lesson, find_decks({}, folder_ / "own")))
      ids.push_back(each.id);
    return ids;
  };
  EXPECT_EQ(ids_at("offset"), (std::vector<std::string>{"mine", "offset"}));
  EXPECT_EQ(ids_at("stride"), (std::vector<std::string>{"stride", "mine"}));
  EXPECT_EQ(ids_at("no lesson"), (std::vector<std::string>{"mine"}));
}

TEST_F(DeckFiles, a_view_that_the_run_has_not_is_found) {
  const auto deck = read_deck(
      "title = \"d\"\n"
      "[[scenes]]\ntitle = \"a\"\nlesson = \"transpose\"\nvariant = \"tile\"\n"
      "set = { N = 64 }\nview = \"line=1\"\n"
      "[[scenes]]\ntitle = \"b\"\nlesson = \"transpose\"\nvariant = \"tile\"\n"
      "set = { N = 64, PAD = 1 }\nview = \"access=shared_load,wavefront=2\"\n"
      "[[scenes]]\ntitle = \"c\"\nlesson = \"transpose\"\nvariant = \"copy\"\n"
      "set = { N = 64 }\nview = \"access=shared_load\"\n"
      "[[scenes]]\ntitle = \"d\"\nlesson = \"transpose\"\nvariant = \"copy\"\n"
      "set = { N = 64 }\nview = \"block=7/0/0\"\n"
      // The third event of the tile is its barrier.
      "[[scenes]]\ntitle = \"e\"\nlesson = \"transpose\"\nvariant = \"tile\"\n"
      "set = { N = 64 }\nview = \"access=global_load,event=3\"\n",
      folder_ / "d.toml");
  ASSERT_TRUE(deck) << deck.error().formatted();
  std::vector<int> lines;
  for (const lesson::Error& error : check_deck_runs(*deck, compile::Compiler::automatic))
    lines.push_back(error.line);
  EXPECT_THAT(lines, ElementsAre(7, 13, 19, 25, 31));
}

bool has_clang() {
  for (const compile::Availability& each : compile::available()) {
    if (each.compiler == compile::Compiler::clang) return each.usable;
  }
  return false;
}

// A session with real lessons and runs that waits for each run.
class Lectures : public DeckFiles {
 protected:
  Lectures() {
    State state;
    state.lesson = "transpose";
    state.variant = "copy";
    state.overrides = {{"N", 64}};
    Session::Services services;
    services.run = [](const RunRequest& request, Progress* progress, std::stop_token stop) {
      return run(request, progress, std::move(stop));
    };
    services.describe = describe_lesson;
    session_ = std::make_unique<Session>(state, ViewRequest{}, services);
    Course::Services course;
    course.run = services.run;
    lecture_ = std::make_unique<Lecture>(*session_, course);
    settle();
  }
  void settle() const {
    while (session_->update() || (lecture_ && lecture_->update()) || !session_->settled() ||
           (lecture_ && lecture_->course() != nullptr && lecture_->course()->running())) {
      ::usleep(1000);
    }
    ASSERT_FALSE(session_->run().problem()) << session_->run().problem()->message;
  }
  // Saves the current view as a scene, changes the view, and goes back to the scene.
  void save_and_come_back(const ViewRequest& page) {
    Scene scene = present_scene(*session_, page);
    scene.title = lesson::Text("s");
    ASSERT_TRUE(append_scene(folder_ / "mine.toml", lesson::Text("Mine"), scene));
    const auto saved = load_deck(folder_ / "mine.toml");
    ASSERT_TRUE(saved) << saved.error().formatted();
    EXPECT_THAT(check_deck(**saved), IsEmpty());
    lecture_->start(deck(), 2);
    settle();
    lecture_->start(*saved, (*saved)->scenes.size() - 1);
    settle();
  }
  static DeckPtr deck() {
    auto read = read_deck(
        "title = \"d\"\n"
        "[[scenes]]\ntitle = \"a\"\nlesson = \"transpose\"\nvariant = \"tile\"\n"
        "set = { N = 64 }\nview = \"access=shared_load,wavefront=2\"\n"
        "[[scenes]]\ntitle = \"b\"\nlesson = \"transpose\"\nstep = \"tile\"\n"
        "[[scenes]]\ntitle = \"c\"\nlesson = \"reverse\"\n",
        "/d/deck.toml");
    EXPECT_TRUE(read);
    return std::make_shared<const Deck>(std::move(*read));
  }
  [[nodiscard]] std::int64_t pad() const {
    return session_->run().shown()->resolved.params.at("PAD");
  }

  std::unique_ptr<Session> session_;
  std::unique_ptr<Lecture> lecture_;
};

TEST_F(Lectures, a_scene_is_shown_as_the_deck_has_it) {
  lecture_->start(deck());
  settle();
  EXPECT_EQ(lecture_->index(), 0U);
  EXPECT_EQ(session_->run().shown()->resolved.variant, "tile");
  EXPECT_EQ(session_->state().selection.wavefront, 1U);
  EXPECT_FALSE(lecture_->covered());
  EXPECT_EQ(lecture_->next_scene()->title.english(), "b");
  EXPECT_EQ(lecture_->arrivals(), 1U);
}

TEST_F(Lectures, stepping_away_and_back_restores_a_scene) {
  lecture_->start(deck());
  settle();
  session_->run().toggle_parameter("PAD");
  settle();
  ASSERT_EQ(pad(), 1);
  lecture_->next();
  settle();
  lecture_->previous();
  settle();
  EXPECT_EQ(pad(), 0);
  EXPECT_EQ(session_->run().shown()->resolved.params.at("N"), 64);
  EXPECT_EQ(session_->state().selection.wavefront, 1U);
  lecture_->previous();  // this is the first scene
  EXPECT_EQ(lecture_->index(), 0U);
  lecture_->go_to(99);
  EXPECT_EQ(lecture_->index(), 2U);
  EXPECT_EQ(lecture_->next_scene(), nullptr);
}

TEST_F(Lectures, leaving_shows_what_was_there_before) {
  session_->selector().choose_warp(1);
  const State before = session_->state();
  lecture_->start(deck());
  settle();
  Settings settings = session_->state().settings;
  settings.scale_percent = 200;
  session_->change_settings(settings);
  lecture_->go_to(2);
  settle();
  ASSERT_EQ(session_->run().shown()->resolved.lesson_id, "reverse");
  lecture_->leave();
  settle();
  EXPECT_FALSE(lecture_->on());
  EXPECT_EQ(session_->state(), before);
  EXPECT_EQ(session_->run().shown()->resolved.variant, "copy");
}

TEST_F(Lectures, coming_back_goes_on_at_the_scene_that_was_left) {
  lecture_->start(deck());
  lecture_->go_to(1);
  lecture_->leave();
  lecture_->start(deck());
  EXPECT_EQ(lecture_->index(), 1U);
  lecture_->leave();
  lecture_->start(deck(), 0);  // as asked
  EXPECT_EQ(lecture_->index(), 0U);
}

TEST_F(Lectures, one_that_was_shown_to_its_end_begins_anew) {
  lecture_->start(deck());
  lecture_->go_to(lecture_->deck()->scenes.size() - 1);
  lecture_->leave();
  lecture_->start(deck());
  EXPECT_EQ(lecture_->index(), 0U);
}

TEST_F(Lectures, a_step_is_covered_until_it_is_revealed_and_again_next_time) {
  lecture_->start(deck(), 1);
  settle();
  ASSERT_TRUE(lecture_->covered());
  EXPECT_EQ(session_->run().shown()->resolved.variant, "tile");
  EXPECT_TRUE(lecture_->reveal());
  EXPECT_TRUE(lecture_->covered());  // with its second question
  EXPECT_TRUE(lecture_->reveal());
  EXPECT_FALSE(lecture_->covered());
  EXPECT_FALSE(lecture_->reveal());
  lecture_->next();
  settle();
  lecture_->previous();
  settle();
  EXPECT_TRUE(lecture_->covered());
}

TEST_F(Lectures, a_lesson_without_a_deck_is_a_lecture_of_its_guides_steps) {
  const auto stride = guide_deck("stride");
  ASSERT_TRUE(stride) << stride.error().formatted();
  EXPECT_THAT(check_deck(**stride), IsEmpty());
  EXPECT_EQ((*stride)->title.english(), "Copy with a stride");
  const Scene& first = (*stride)->scenes.front();
  EXPECT_EQ(first.title.english(), "Every second element");
  EXPECT_TRUE(first.title.has("zh"));
  lecture_->start(*stride);
  settle();
  EXPECT_TRUE(lecture_->covered());
  // The presenter has the step's text, without its title and with the facts filled in.
  EXPECT_THAT(lecture_->notes("en"), HasSubstr("Here it is 2 elements"));
  EXPECT_THAT(lecture_->notes("en"), Not(HasSubstr("Every second element")));
  EXPECT_FALSE(guide_deck("no-such-lesson"));
}

TEST_F(Lectures, a_missing_step_is_reported_with_its_line) {
  auto read = read_deck(scene_with("step = \"nowhere\"\n"), folder_ / "d.toml");
  ASSERT_TRUE(read);
  lecture_->start(std::make_shared<const Deck>(std::move(*read)));
  EXPECT_THAT(lecture_->problem(), HasSubstr("d.toml:5"));
  EXPECT_FALSE(lecture_->covered());
}

TEST_F(Lectures, undo_and_redo_after_it_go_through_what_was_done_before_it) {
  const State first = session_->state();
  session_->selector().choose_warp(1);
  const State second = session_->state();
  session_->selector().choose_event(1);
  const State third = session_->state();
  ASSERT_NE(third, second);
  session_->history().undo();
  ASSERT_EQ(session_->state(), second);
  lecture_->start(deck());
  settle();
  session_->run().toggle_parameter("PAD");
  settle();
  lecture_->go_to(2);
  settle();
  lecture_->leave();
  settle();
  ASSERT_EQ(session_->state(), second);
  EXPECT_TRUE(session_->history().can_redo());
  session_->history().redo();
  settle();
  EXPECT_EQ(session_->state(), third);
  EXPECT_FALSE(session_->history().can_redo());
  session_->history().undo();
  session_->history().undo();
  settle();
  EXPECT_EQ(session_->state(), first);
  EXPECT_FALSE(session_->history().can_undo());
}

TEST_F(Lectures, undo_in_a_scene_goes_back_to_its_beginning_and_no_further) {
  session_->selector().choose_warp(1);
  lecture_->start(deck());
  settle();
  EXPECT_FALSE(session_->history().can_undo());
  session_->run().toggle_parameter("PAD");
  settle();
  ASSERT_EQ(pad(), 1);
  session_->history().undo();
  settle();
  EXPECT_EQ(pad(), 0);
  EXPECT_EQ(session_->state().selection.wavefront, 1U);
  EXPECT_FALSE(session_->history().can_undo());
}

TEST_F(Lectures, every_page_comes_back_from_a_saved_scene_with_what_is_looked_at) {
  lecture_->start(deck());
  settle();
  session_->selector().choose_warp(1);
  session_->selector().choose_event(1);
  const State there = session_->state();
  for (const char* page : {"", "times", "index", "machine", "sweep=padding", "map=banks:block",
                           "map=array:B:moved", "map=grid:warps", "steps,step=9,lane=3",
                           "compare=variant=copy", "compare=PAD=1,compiler=clang"}) {
    const auto wanted = parse_view(page);
    ASSERT_TRUE(wanted) << page;
    save_and_come_back(*wanted);
    EXPECT_EQ(session_->state().selection, there.selection) << page;
    ViewRequest found = lecture_->view();
    EXPECT_EQ(found.page, wanted->page) << page;
    EXPECT_EQ(found.page_argument, wanted->page_argument) << page;
    EXPECT_EQ(found.warp_step, wanted->warp_step) << page;
    EXPECT_EQ(found.lane, wanted->lane) << page;
  }
}

TEST_F(Lectures, the_other_side_of_a_saved_comparison_runs_as_it_did) {
  if (!has_clang()) GTEST_SKIP() << "a side is compiled by clang";
  lecture_->start(deck());
  settle();
  session_->run().set_parameter("PAD", 1);
  settle();
  const State present = session_->state();
  std::vector<State> sides(5, present);
  sides[1].overrides["PAD"] = 0;
  sides[2].overrides.erase("PAD");  // the default, which differs from the current value
  sides[3].variant = "copy";
  sides[3].overrides = {};
  sides[4].machine = "tesla-c1060";
  sides[4].compiler = compile::Compiler::clang;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const auto text = compare_text(*session_, {sides[i], nullptr, {}, {}, {}});
    ASSERT_TRUE(text) << i;
    ViewRequest page;
    page.page = Page::compare;
    page.page_argument = *text;
    save_and_come_back(page);
    ASSERT_EQ(lecture_->view().page, Page::compare) << i;
    const auto back = state_from(lecture_->view().argument_of(Page::compare), session_->state());
    ASSERT_TRUE(back) << i << " " << *text;
    const auto card = describe_lesson(sides[i].lesson);
    ASSERT_TRUE(card);
    const auto wanted = run(request_of(sides[i], *card));
    const auto found = run(request_of(back->state, *card));
    ASSERT_TRUE(wanted && found) << i << " " << *text;
    EXPECT_EQ((*found)->resolved.variant, (*wanted)->resolved.variant) << *text;
    EXPECT_EQ((*found)->resolved.params, (*wanted)->resolved.params) << *text;
    EXPECT_EQ(back->state.lesson, sides[i].lesson) << *text;
    EXPECT_EQ(back->state.machine, sides[i].machine) << *text;
    EXPECT_EQ(back->state.compiler, sides[i].compiler) << *text;
  }
}

TEST_F(Lectures, a_side_of_another_lesson_is_named_where_it_has_the_values_that_are_set) {
  lecture_->start(deck());  // sets N = 64
  settle();
  ComparedSide reverse{session_->state(), nullptr, {}, {}, {}};
  reverse.state.lesson = "reverse";
  reverse.state.variant.clear();
  reverse.state.overrides = {};
  const auto text = compare_text(*session_, reverse);
  ASSERT_TRUE(text);
  const auto back = state_from(*text, session_->state());
  const auto card = describe_lesson("reverse");
  ASSERT_TRUE(back && card) << *text;
  const auto wanted = run(request_of(reverse.state, *card));
  const auto found = run(request_of(back->state, *card));
  ASSERT_TRUE(wanted && found) << *text;
  EXPECT_EQ((*found)->resolved.params, (*wanted)->resolved.params) << *text;
  session_->run().set_parameter("PAD", 1);  // this value stays set, and the other lesson has no PAD
  settle();
  EXPECT_FALSE(compare_text(*session_, reverse));
}

TEST_F(Lectures, a_side_that_a_view_cannot_describe_is_not_named) {
  lecture_->start(deck());
  settle();
  ComparedSide edited{session_->state(), session_->run().shown(), {}, {}, {}};
  ASSERT_TRUE(compare_text(*session_, edited));
  Outcome other_text = *edited.outcome;
  other_text.resolved.source_text += "// as it was before\n";
  edited.outcome = std::make_shared<const Outcome>(std::move(other_text));
  EXPECT_FALSE(compare_text(*session_, edited));
  const fs::path shipped = fs::path(LANESCOPE_SOURCE_DIR) / "kernels/lessons/transpose";
  fs::create_directories(folder_ / "with, comma");
  fs::copy(shipped, folder_ / "with, comma");
  ComparedSide elsewhere{session_->state(), nullptr, {}, {}, {}};
  elsewhere.state.lesson = (folder_ / "with, comma" / "lesson.toml").string();
  ASSERT_TRUE(describe_lesson(elsewhere.state.lesson));
  EXPECT_FALSE(compare_text(*session_, elsewhere));
}

TEST_F(Lectures, a_scenes_compiler_is_that_scenes_alone) {
  if (!has_clang()) GTEST_SKIP() << "the scene's is clang";
  auto read = read_deck(
      "title = \"d\"\n"
      "[[scenes]]\ntitle = \"a\"\nlesson = \"transpose\"\nset = { N = 64 }\n"
      "compiler = \"clang\"\n"
      "[[scenes]]\ntitle = \"b\"\nlesson = \"transpose\"\nset = { N = 64 }\n",
      "/d/deck.toml");
  ASSERT_TRUE(read);
  lecture_->start(std::make_shared<const Deck>(std::move(*read)));
  settle();
  EXPECT_EQ(session_->run().shown()->ptx.compiler, "clang");
  EXPECT_EQ(present_scene(*session_, {}).compiler, compile::Compiler::clang);
  lecture_->next();
  settle();
  EXPECT_EQ(session_->state().compiler, compile::Compiler::automatic);
  session_->run().choose_compiler(compile::Compiler::clang);
  settle();
  lecture_->go_to(1);
  settle();
  EXPECT_EQ(session_->state().compiler, compile::Compiler::automatic);
}

// The scene's own variant has no PAD.
TEST_F(Lectures, a_scene_of_the_times_keeps_the_values_of_the_other_variants) {
  lecture_->start(deck());
  settle();
  session_->run().set_parameter("PAD", 1);
  settle();
  const auto& variants = session_->lesson()->variants;
  const auto copy = std::ranges::find(variants, "copy", &LessonCard::Variant::name);
  session_->run().choose_variant(static_cast<std::size_t>(copy - variants.begin()));
  settle();
  const auto values = [&] {
    std::vector<lesson::Values> all;
    for (const VariantTimes& times : session_->times().all()) all.push_back(times.params);
    return all;
  };
  const std::vector<lesson::Values> before = values();
  save_and_come_back(*parse_view("times"));
  EXPECT_EQ(session_->variant()->name, "copy");
  EXPECT_EQ(values(), before);
  EXPECT_EQ(std::ranges::count_if(before, [](const auto& each) { return each.contains("PAD"); }),
            std::ranges::count_if(before, [](const auto& each) {
              return each.contains("PAD") && each.at("PAD") == 1;
            }));
  // On another page a value that the variant lacks is a mistake of the author's.
  Scene scene = (*load_deck(folder_ / "mine.toml"))->scenes.back();
  EXPECT_TRUE(scene.set.contains("PAD"));
  const auto wrong =
      read_deck(scene_with("variant = \"copy\"\nset = { PAD = 1 }\n"), "/d/deck.toml");
  ASSERT_TRUE(wrong);
  EXPECT_THAT(check_deck(*wrong), Not(IsEmpty()));
}

TEST_F(Lectures, what_is_on_the_screen_becomes_a_scene_that_shows_the_same) {
  lecture_->start(deck());
  settle();
  session_->run().toggle_parameter("PAD");
  settle();
  session_->selector().choose_warp(1);
  session_->selector().choose_event(0);
  const State there = session_->state();
  Scene scene = present_scene(*session_, {});
  scene.title = lesson::Text("s");
  ASSERT_TRUE(append_scene(folder_ / "mine.toml", lesson::Text("Mine"), scene));
  const auto saved = load_deck(folder_ / "mine.toml");
  ASSERT_TRUE(saved) << saved.error().formatted();
  EXPECT_THAT(check_deck(**saved), IsEmpty());
  lecture_->go_to(2);
  settle();
  lecture_->start(*saved);
  settle();
  EXPECT_EQ(session_->run().shown()->resolved.params.at("PAD"), 1);
  EXPECT_EQ(session_->run().shown()->resolved.params.at("N"), 64);
  EXPECT_EQ(session_->state().selection, there.selection);
}

}  // namespace
}  // namespace lanescope::app::test
