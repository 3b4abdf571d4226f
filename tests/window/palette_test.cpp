#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/window/panels/base/typed_filter.h"
#include "app/window/panels/palette/command_palette.h"
#include "kernels/lesson_file/course.h"
#include "tests/some.h"

namespace lanescope::app {
namespace {

class PaletteTest : public ::testing::Test {
 protected:
  PaletteTest() {
    offer_.has_run = true;
    offer_.has_guide = true;
    offer_.present = FigureKind::stage;
    offer_.others = {FigureKind::code};
  }

  static Session session_of_transpose() {
    Session::Services services;
    services.run = [](const RunRequest&, Progress*, std::stop_token) {
      return tl::unexpected(Problem{2, false, "not run in this test", "", 0, 0, true});
    };
    services.describe = describe_lesson;
    State state;
    state.lesson = "transpose";
    state.variant = "tile";
    return Session(state, {}, std::move(services));
  }
  [[nodiscard]] PaletteSources sources() const {
    return {session_, texts_, &course_, offer_, Page::times, kernels_, decks_};
  }
  [[nodiscard]] std::vector<PaletteEntry> matches(const std::string& typed) const {
    return palette_matches(palette_entries(sources()), sources(), typed);
  }
  [[nodiscard]] std::string first(const std::string& typed) const {
    const std::vector<PaletteEntry> found = matches(typed);
    return found.empty() ? "" : found.front().id;
  }
  static std::set<std::string> ids_of(const std::vector<PaletteEntry>& entries) {
    std::set<std::string> ids;
    for (const PaletteEntry& entry : entries) ids.insert(entry.id);
    return ids;
  }

  Session session_ = session_of_transpose();
  text::Texts texts_{"en"};
  lesson::CourseCatalogue course_ = lesson::course_catalogue();
  ExportOffer offer_;
  std::vector<std::filesystem::path> kernels_{"/home/me/sums/lesson.toml", "/home/me/other.toml"};
  std::vector<DeckEntry> decks_ = find_decks();
};

TEST_F(PaletteTest, has_every_page_lesson_variant_parameter_and_action_once) {
  const std::vector<PaletteEntry> entries = palette_entries(sources());
  const std::set<std::string> ids = ids_of(entries);
  EXPECT_EQ(ids.size(), entries.size());
  for (const PageRow& row : page_rows()) {
    EXPECT_TRUE(row.page == Page::guide || ids.contains(std::string("page.") + row.name))
        << row.name;
  }
  for (const lesson::CataloguePart& part : course_.parts) {
    for (const lesson::CatalogueEntry& lesson : part.lessons)
      EXPECT_TRUE(ids.contains("lesson." + lesson.id)) << lesson.id;
  }
  for (const LessonCard::Variant& variant : session_.lesson()->variants)
    EXPECT_TRUE(ids.contains("variant." + variant.name)) << variant.name;
  EXPECT_TRUE(ids.contains("parameter.PAD"));
  EXPECT_TRUE(ids.contains("sweep.padding"));
  for (const PaletteAction& action : palette_actions())
    EXPECT_TRUE(ids.contains(action.id)) << action.id;
  EXPECT_TRUE(ids.contains("export.stage.svg") || ids.contains("export.view.svg"));
  EXPECT_TRUE(ids.contains("export.handout.html"));
  EXPECT_TRUE(ids.contains("export.worksheet.html"));
}

TEST_F(PaletteTest, an_entry_is_first_when_its_title_is_typed_in_any_language) {
  for (const std::string& language : text::language_codes()) {
    texts_ = text::Texts(language);
    for (const PaletteEntry& entry : tests::some(palette_entries(sources()))) {
      const std::vector<PaletteEntry> found = matches(entry.title);
      ASSERT_FALSE(found.empty()) << entry.title;
      // Another entry may have the same title: a variant or a term is called as a lesson.
      EXPECT_EQ(lower(found.front().title), lower(entry.title)) << language << ": " << entry.id;
    }
  }
}

TEST_F(PaletteTest, own_kernels_and_how_to_open_one_are_found) {
  EXPECT_EQ(first("sums"), "kernel.0");
  EXPECT_EQ(first("other.toml"), "kernel.1");
  for (const char* typed : {"my kernel", "kernel"}) {
    const std::set<std::string> ids = ids_of(matches(typed));
    EXPECT_TRUE(ids.contains("kernel.0") && ids.contains("action.new_kernel")) << typed;
  }
  EXPECT_TRUE(ids_of(matches("open")).contains("action.open_path"));
  EXPECT_TRUE(ids_of(matches("打开")).contains("action.open_path"));
}

TEST_F(PaletteTest, decks_are_found_by_their_title_and_begin_a_lecture) {
  auto own = std::make_shared<Deck>();
  own->title = lesson::Text("My scenes");
  decks_.push_back({"my-scenes", "/home/me/my-scenes.toml", false, DeckPtr(own)});
  decks_.push_back({"broken", "/home/me/broken.toml", false,
                    tl::unexpected(lesson::Error{"broken.toml", 1, "", "no scenes"})});
  EXPECT_EQ(first("my scenes"), "deck.own.my-scenes");
  const std::set<std::string> ids = ids_of(matches("transpose"));
  EXPECT_TRUE(ids.contains("deck.transpose"));
  EXPECT_FALSE(ids_of(matches("")).contains("deck.own.broken"));
}

TEST_F(PaletteTest, the_size_of_the_text_is_found_by_its_percent_in_every_language) {
  for (const std::string& language : text::language_codes()) {
    texts_ = text::Texts(language);
    for (const char* typed : {"150", "150%", "150 %"})
      EXPECT_EQ(first(typed), "text_size.150") << language << " " << typed;
  }
}

TEST_F(PaletteTest, terms_of_the_glossary_are_found) {
  EXPECT_EQ(first("launch"), "term.launch");
  const std::set<std::string> ids = ids_of(matches(""));
  for (const text::Term& term : texts_.glossary().terms())
    EXPECT_TRUE(ids.contains("term." + term.id)) << term.id;
}

TEST_F(PaletteTest, a_page_is_found_by_what_it_shows) {
  for (const auto& [word, page] : std::vector<std::pair<const char*, const char*>>{
           {"ptx", "page.steps"}, {"register", "page.machine"}, {"occupancy", "page.machine"}}) {
    EXPECT_TRUE(ids_of(matches(word)).contains(page)) << word;
  }
}

TEST_F(PaletteTest, names_of_other_languages_find_the_same) {
  texts_ = text::Texts("zh");
  EXPECT_EQ(first("theme: light"), "theme.light");
  texts_ = text::Texts("en");
  EXPECT_EQ(first("浅色"), "theme.light");
  EXPECT_EQ(first("matrix transpose"), "lesson.transpose");
  EXPECT_EQ(first("矩阵转置"), "lesson.transpose");
}

TEST_F(PaletteTest, every_word_typed_has_to_occur) {
  EXPECT_EQ(first("light theme"), "theme.light");
  EXPECT_TRUE(matches("light nosuchword").empty());
}

TEST_F(PaletteTest, the_beginning_of_a_name_comes_before_its_middle) {
  const std::vector<PaletteEntry> found = matches("mac");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front().id, "page.machine");
}

TEST_F(PaletteTest, a_parameter_and_a_number_set_its_value) {
  EXPECT_EQ(first("pad 4"), "parameter.PAD=4");
  EXPECT_EQ(first("PAD=0"), "parameter.PAD=0");
  ASSERT_FALSE(matches("N 2048").empty());
  EXPECT_EQ(first("N 2048"), "parameter.N=2048");
}

TEST_F(PaletteTest, a_parameter_followed_by_a_space_offers_its_values) {
  const std::vector<PaletteEntry> found = matches("PAD ");
  const std::set<std::string> ids = ids_of(found);
  EXPECT_TRUE(ids.contains("parameter.PAD=0"));
  EXPECT_TRUE(ids.contains("parameter.PAD=1"));
  EXPECT_TRUE(ids.contains("parameter.PAD=32"));
}

TEST_F(PaletteTest, a_value_outside_the_range_is_not_offered) {
  EXPECT_FALSE(ids_of(matches("PAD 99")).contains("parameter.PAD=99"));
}

TEST_F(PaletteTest, choosing_a_parameter_asks_for_its_value) {
  CommandPalette palette;
  palette.open(sources());
  const auto& all = palette.matches();
  const auto at = std::find_if(all.begin(), all.end(), [](const PaletteEntry& entry) {
    return entry.id == "parameter.PAD";
  });
  ASSERT_NE(at, all.end());
  for (auto i = at - all.begin(); i > 0; --i) palette.move(1);
  EXPECT_FALSE(palette.choose(sources()));
  EXPECT_EQ(palette.filter(), "PAD ");
  ASSERT_FALSE(palette.matches().empty());
  EXPECT_EQ(palette.matches().front().id, "parameter.PAD=0");
}

TEST_F(PaletteTest, a_path_is_completed_and_opened) {
  const std::vector<FolderEntry> entries{{"kernels", true}, {"k.cu", false}};
  const std::vector<PaletteEntry> begun = path_matches(entries, texts_, "/home/k");
  ASSERT_EQ(begun.size(), 3U);
  EXPECT_EQ(begun[0].completes, "/home/kernels/");
  EXPECT_EQ(begun[1].title, "/home/k.cu");
  EXPECT_TRUE(begun[1].completes.empty() && begun[1].run);
  EXPECT_EQ(begun[2].id, "path");
  // A whole name and a folder are opened by Enter as they stand.
  for (const char* whole : {"/home/k.cu", "/home/", "/home/kernels"})
    EXPECT_EQ(path_matches(entries, texts_, whole).front().id, "path") << whole;
  EXPECT_EQ(path_matches({}, texts_, "~/nowhere").size(), 1U);
}

TEST_F(PaletteTest, what_a_question_hides_cannot_be_exported) {
  offer_.covered = true;
  const std::set<std::string> ids = ids_of(palette_entries(sources()));
  EXPECT_FALSE(ids.contains("export.code.svg"));
  EXPECT_TRUE(ids.contains("export.handout.html"));
  EXPECT_TRUE(ids.contains("export.worksheet.html"));
}

TEST_F(PaletteTest, the_filter_ignores_the_slash_that_opens_it_and_no_other) {
  TypedFilter filter;
  filter.begin(false);
  filter.add('/');
  EXPECT_EQ(filter.text(), "/");
  filter.begin(true);
  filter.add('/');
  EXPECT_TRUE(filter.empty());
  filter.add(0x8f6c);
  filter.add('/');
  EXPECT_EQ(filter.text(), "转/");
  filter.erase();
  filter.erase();
  EXPECT_TRUE(filter.empty());
}

TEST_F(PaletteTest, what_is_typed_after_ctrl_a_replaces_the_filter) {
  TypedFilter filter;
  for (const char c : std::string("work")) filter.add(static_cast<unsigned char>(c));
  filter.select_all();
  filter.add('o');
  filter.add('p');
  EXPECT_EQ(filter.text(), "op");
  filter.select_all();
  filter.erase();
  EXPECT_TRUE(filter.empty());
}

}  // namespace
}  // namespace lanescope::app
