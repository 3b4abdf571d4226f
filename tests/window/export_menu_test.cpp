#include "app/window/panels/bars/export_menu.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "app/session/files/destination.h"
#include "app/window/output/output_file.h"
#include "tests/some.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

using Of = ExportRequest::Subject;

ExportOffer offer(std::optional<FigureKind> present) {
  ExportOffer offer;
  offer.present = present;
  offer.has_run = true;
  offer.has_guide = true;
  offer.others = {FigureKind::stage, FigureKind::code, FigureKind::accesses};
  return offer;
}

TEST(ExportMenu, the_name_of_a_file_has_the_changed_values_and_the_windows_word) {
  lesson::Parameter pad;
  pad.name = "PAD";
  lesson::Parameter size;
  size.name = "N";
  size.default_value = 1024;
  LessonCard card;
  card.id = "transpose";
  card.variants = {{"padded", {}, {{"PAD", 1}}, {size, pad}}, {"tile", {}, {}, {size, pad}}};
  LessonCard::Variant& tile = card.variants.back();
  lesson::Resolved resolved;
  resolved.lesson_id = "transpose";
  resolved.variant = "tile";
  resolved.params = {{"N", 1024}, {"PAD", 1}};
  const ExportRequest picture{Of::view, FigureKind::stage, Format::svg, false};
  EXPECT_EQ(file_stem(picture, resolved, card), "lanescope-transpose-tile-PAD-1-picture");
  tile.set = {{"PAD", 1}};  // the variant's own value
  EXPECT_EQ(file_stem(picture, resolved, card), "lanescope-transpose-tile-picture");
  resolved.params["N"] = 64;
  ExportRequest window;
  window.subject = Of::window;
  EXPECT_EQ(file_stem(window, resolved, card), "lanescope-transpose-tile-N-64-window");
  const ExportRequest handout{Of::what, FigureKind::handout, Format::html, false};
  EXPECT_EQ(file_stem(handout, resolved, card), "lanescope-transpose-handout");
}

TEST(ExportMenu, the_name_of_a_file_has_what_was_changed_in_the_run_that_is_shown) {
  lesson::Parameter pad;
  pad.name = "PAD";
  LessonCard card;
  card.id = "transpose";
  card.variants = {{"padded", {}, {{"PAD", 1}}, {pad}}, {"tile", {}, {}, {pad}}};
  ExportRequest window;
  window.subject = Of::window;
  lesson::Resolved resolved;
  resolved.lesson_id = "transpose";
  resolved.variant = "padded";
  resolved.params = {{"PAD", 1}};
  EXPECT_EQ(file_stem(window, resolved, card), "lanescope-transpose-padded-window");
  resolved.params = {{"PAD", 0}};
  EXPECT_EQ(file_stem(window, resolved, card), "lanescope-transpose-padded-PAD-0-window");
  resolved.variant = "tile";
  EXPECT_EQ(file_stem(window, resolved, card), "lanescope-transpose-tile-window");
  resolved.params = {{"PAD", 1}};
  card.id = "reverse";  // another lesson is chosen and has not run yet
  EXPECT_EQ(file_stem(window, resolved, card), "lanescope-transpose-tile-window");
  EXPECT_EQ(file_stem(window, resolved, std::nullopt), "lanescope-transpose-tile-window");
}

TEST(ExportMenu, the_name_of_a_sweeps_file_names_no_value) {
  lesson::Sweep sweep;
  sweep.name = sweep.parameter = "PAD";
  EXPECT_EQ(sweep_stem("matmul", sweep), "lanescope-matmul-PAD-sweep");
  sweep.name = "padding";
  EXPECT_EQ(sweep_stem("transpose", sweep), "lanescope-transpose-padding");
}

// Every request that the menu can produce.
std::vector<ExportRequest> all_requests(const ExportOffer& of) {
  std::vector<ExportRequest> requests;
  const text::Texts texts("en");
  ExportMenu menu;
  EXPECT_TRUE(menu.open(of));
  const std::size_t subjects = menu.entries(texts).size();
  for (std::size_t i = 0; i < subjects; ++i) {
    EXPECT_FALSE(menu.choose(i));
    const std::size_t forms = menu.entries(texts).size();
    EXPECT_GT(forms, 0U);
    for (std::size_t f = 0; f < forms; ++f) requests.push_back(menu.choose(f).value());
    EXPECT_TRUE(menu.back());
  }
  EXPECT_FALSE(menu.back());
  return requests;
}

TEST(ExportMenu, begins_with_the_present_view_as_svg_into_a_file) {
  ExportMenu menu;
  ASSERT_TRUE(menu.open(offer(FigureKind::stage)));
  ASSERT_FALSE(menu.choose(0));
  EXPECT_TRUE(menu.at_forms());
  EXPECT_EQ(menu.choose(0), (ExportRequest{Of::view, FigureKind::stage, Format::svg, false}));
}

TEST(ExportMenu, leads_to_nothing_that_cannot_be_done) {
  for (const std::optional<FigureKind> present :
       {std::optional(FigureKind::stage), std::optional(FigureKind::sweep),
        std::optional(FigureKind::map), std::optional<FigureKind>{}}) {
    for (const ExportRequest& request : tests::some(all_requests(offer(present)))) {
      if (request.subject == Of::window) {
        EXPECT_EQ(request.format, Format::png);
      } else if (request.subject == Of::what) {
        EXPECT_TRUE(can_be(*request.what, request.format));
      } else if (request.format == Format::csv || request.format == Format::json) {
        ASSERT_TRUE(request.what);
        EXPECT_TRUE(has_table(*request.what));
      }
      EXPECT_FALSE(request.what && is_handout(*request.what) && request.to_clipboard);
    }
  }
}

TEST(ExportMenu, a_name_is_taken_by_a_file_of_any_format) {
  for (const ExportRequest& request : all_requests(offer(FigureKind::stage))) {
    const tests::TemporaryFolder folder;
    const std::string file = std::string("a.") + name_of(request.format);
    folder.write(file, "");
    EXPECT_EQ(free_file(folder.path(), "a", ".x"), folder.path() / "a-2.x") << file;
  }
}

TEST(ExportMenu, a_page_of_pictures_alone_is_offered_without_tables) {
  int views = 0;
  for (const ExportRequest& request : all_requests(offer(std::nullopt))) {
    if (request.subject != Of::view) continue;
    EXPECT_TRUE(request.format == Format::svg || request.format == Format::png);
    ++views;
  }
  EXPECT_GT(views, 0);
}

TEST(ExportMenu, what_is_shown_is_offered_once) {
  const std::vector<ExportRequest> requests = all_requests(offer(FigureKind::code));
  EXPECT_EQ(std::count(requests.begin(), requests.end(),
                       ExportRequest{Of::what, FigureKind::code, Format::svg, false}),
            0);
  EXPECT_EQ(std::count(requests.begin(), requests.end(),
                       ExportRequest{Of::view, FigureKind::code, Format::svg, false}),
            1);
}

TEST(ExportMenu, while_a_question_is_open_nothing_that_answers_it_is_offered) {
  ExportOffer covered = offer(FigureKind::stage);
  covered.covered = true;
  for (const ExportRequest& request : all_requests(covered))
    EXPECT_TRUE(!request.what || is_handout(*request.what));
  EXPECT_FALSE(copy_request(covered).what);
}

TEST(ExportMenu, before_the_first_run_there_is_nothing) {
  ExportMenu menu;
  EXPECT_FALSE(menu.open({}));
}

TEST(ExportMenu, has_a_name_in_both_languages_for_everything) {
  for (const char* language : {"en", "zh"}) {
    const text::Texts texts(language);
    ExportOffer all = offer(FigureKind::stage);
    all.others.assign(all_figure_kinds().begin(), all_figure_kinds().end());
    ExportMenu menu;
    ASSERT_TRUE(menu.open(all));
    for (const Menu::Entry& entry : menu.entries(texts)) {
      EXPECT_EQ(entry.title.find("export."), std::string::npos) << entry.title;
      EXPECT_NE(entry.detail, "");
    }
  }
}

TEST(CopyWish, copies_tables_as_csv_and_pictures_as_svg) {
  EXPECT_EQ(copy_request(offer(FigureKind::sweep)),
            (ExportRequest{Of::view, FigureKind::sweep, Format::csv, true}));
  EXPECT_EQ(copy_request(offer(FigureKind::times)).format, Format::csv);
  for (const FigureKind what :
       {FigureKind::stage, FigureKind::map, FigureKind::compare, FigureKind::steps})
    EXPECT_EQ(copy_request(offer(what)).format, Format::svg);
  EXPECT_EQ(copy_request(offer(std::nullopt)),
            (ExportRequest{Of::view, std::nullopt, Format::svg, true}));
}

}  // namespace
}  // namespace lanescope::app
