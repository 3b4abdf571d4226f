// Every page of pages.def, whatever it shows: nothing is clipped or covered.
#include <algorithm>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/figures/page_content.h"
#include "tests/figures/session_of.h"
#include "tests/session/reports.h"
#include "tests/viz/picture_checks.h"

namespace lanescope::app {
namespace {

// At once: what it needs is computed on other threads, and until then it says so.
void expect_page_without_faults(const PageContent& page, const char* name, const Session& session) {
  for (const char* language : {"en", "zh"}) {
    const text::Texts texts(language);
    for (const float scale : {0.75F, 1.0F, 1.5F, 2.0F}) {
      for (const auto& [width, height] : {std::pair{784.0F, 606.0F},
                                          {480.0F, 300.0F},
                                          {1280.0F, 720.0F},
                                          {1900.0F, 1400.0F},
                                          {691.5F, 433.25F}}) {
        picture::Style style = samples::plain_style();
        style.texts = &texts;
        style.scale = scale;
        const picture::DrawList list = page.picture(session, style, width, height);
        const std::string where = std::string(name) + " " + std::to_string(width) + " x " +
                                  std::to_string(height) + " at " + std::to_string(scale);
        EXPECT_THAT(samples::label_faults(list, style), testing::IsEmpty()) << where;
        EXPECT_THAT(samples::shape_faults(list), testing::IsEmpty()) << where;
      }
    }
  }
}

TEST(EveryPage, keeps_its_text_inside_and_apart) {
  const auto session = test::session_of(test::tile_report(32), [](Outcome&) {});
  const PageContents contents(*session);
  for (const PageRow& row : page_rows()) {
    if (const PageContent* page = contents.of(row.page))
      expect_page_without_faults(*page, row.name, *session);
  }
}

TEST(EveryPage, has_a_table_of_whole_rows) {
  const auto session = test::session_of(test::tile_report(32), [](Outcome&) {});
  const PageContents contents(*session);
  for (const PageRow& row : page_rows()) {
    const PageContent* page = contents.of(row.page);
    if (page == nullptr || !page->has(*session)) continue;
    const Table table = page->table(*session);
    for (const auto& cells : table.rows) EXPECT_EQ(cells.size(), table.columns.size()) << row.name;
  }
}

}  // namespace
}  // namespace lanescope::app
