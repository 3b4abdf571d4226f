#include "app/window/panels/bars/export_menu.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

using Of = ExportWish::Subject;

ExportOffer offer(std::optional<What> present) {
  ExportOffer offer;
  offer.present = present;
  offer.has_run = true;
  offer.has_guide = true;
  offer.others = {What::stage, What::code, What::accesses};
  return offer;
}

// Every request that the menu can produce.
std::vector<ExportWish> all_wishes(const ExportOffer& of) {
  std::vector<ExportWish> wishes;
  const text::Texts texts("en");
  ExportMenu menu;
  EXPECT_TRUE(menu.open(of));
  const std::size_t subjects = menu.entries(texts).size();
  for (std::size_t i = 0; i < subjects; ++i) {
    EXPECT_FALSE(menu.choose(i));
    const std::size_t forms = menu.entries(texts).size();
    EXPECT_GT(forms, 0U);
    for (std::size_t f = 0; f < forms; ++f) wishes.push_back(menu.choose(f).value());
    EXPECT_TRUE(menu.back());
  }
  EXPECT_FALSE(menu.back());
  return wishes;
}

TEST(ExportMenu, begins_with_the_present_view_as_svg_into_a_file) {
  ExportMenu menu;
  ASSERT_TRUE(menu.open(offer(What::stage)));
  ASSERT_FALSE(menu.choose(0));
  EXPECT_TRUE(menu.at_forms());
  EXPECT_EQ(menu.choose(0), (ExportWish{Of::view, What::stage, Format::svg, false}));
}

TEST(ExportMenu, leads_to_nothing_that_cannot_be_done) {
  for (const std::optional<What> present : {std::optional(What::stage), std::optional(What::sweep),
                                            std::optional(What::map), std::optional<What>{}}) {
    for (const ExportWish& wish : all_wishes(offer(present))) {
      if (wish.subject == Of::window) {
        EXPECT_EQ(wish.format, Format::png);
      } else if (wish.subject == Of::what) {
        EXPECT_TRUE(can_be(*wish.what, wish.format));
      } else if (wish.format == Format::csv || wish.format == Format::json) {
        ASSERT_TRUE(wish.what);
        EXPECT_TRUE(has_table(*wish.what));
      }
      EXPECT_FALSE(wish.what == What::handout && wish.to_clipboard);
    }
  }
}

TEST(ExportMenu, a_page_of_pictures_alone_is_offered_without_tables) {
  for (const ExportWish& wish : all_wishes(offer(std::nullopt))) {
    if (wish.subject == Of::view) {
      EXPECT_TRUE(wish.format == Format::svg || wish.format == Format::png);
    }
  }
}

TEST(ExportMenu, what_is_shown_is_offered_once) {
  const std::vector<ExportWish> wishes = all_wishes(offer(What::code));
  EXPECT_EQ(std::count(wishes.begin(), wishes.end(),
                       ExportWish{Of::what, What::code, Format::svg, false}),
            0);
  EXPECT_EQ(std::count(wishes.begin(), wishes.end(),
                       ExportWish{Of::view, What::code, Format::svg, false}),
            1);
}

TEST(ExportMenu, while_a_question_is_open_nothing_that_answers_it_is_offered) {
  ExportOffer covered = offer(What::stage);
  covered.covered = true;
  for (const ExportWish& wish : all_wishes(covered)) {
    EXPECT_TRUE(!wish.what || wish.what == What::handout);
  }
  EXPECT_FALSE(copy_wish(covered).what);
}

TEST(ExportMenu, before_the_first_run_there_is_nothing) {
  ExportMenu menu;
  EXPECT_FALSE(menu.open({}));
}

TEST(ExportMenu, has_a_name_in_both_languages_for_everything) {
  for (const char* language : {"en", "zh"}) {
    const text::Texts texts(language);
    ExportOffer all = offer(What::stage);
    all.others.assign(all_whats().begin(), all_whats().end());
    ExportMenu menu;
    ASSERT_TRUE(menu.open(all));
    for (const Menu::Entry& entry : menu.entries(texts)) {
      EXPECT_EQ(entry.title.find("export."), std::string::npos) << entry.title;
      EXPECT_NE(entry.detail, "");
    }
  }
}

TEST(CopyWish, copies_tables_as_csv_and_pictures_as_svg) {
  EXPECT_EQ(copy_wish(offer(What::sweep)), (ExportWish{Of::view, What::sweep, Format::csv, true}));
  EXPECT_EQ(copy_wish(offer(What::times)).format, Format::csv);
  for (const What what : {What::stage, What::map, What::compare, What::steps})
    EXPECT_EQ(copy_wish(offer(what)).format, Format::svg);
  EXPECT_EQ(copy_wish(offer(std::nullopt)),
            (ExportWish{Of::view, std::nullopt, Format::svg, true}));
}

}  // namespace
}  // namespace lanescope::app
