#include "app/window/toolkit/layout.h"

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

struct Named {
  const char* name;
  picture::Rect rect;
};

std::vector<Named> panels(const Layout& layout) {
  std::vector<Named> all{{"top", layout.top},      {"message", layout.message},
                         {"pages", layout.pages},  {"launch", layout.launch},
                         {"guide", layout.guide},  {"code", layout.code},
                         {"strip", layout.strip},  {"counts", layout.counts},
                         {"stage", layout.stage},  {"transport", layout.transport},
                         {"sites", layout.sites},  {"page", layout.page},
                         {"status", layout.status}};
  std::erase_if(all, [](const Named& panel) { return panel.rect.w <= 0 || panel.rect.h <= 0; });
  return all;
}

bool overlap(const picture::Rect& a, const picture::Rect& b) {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

LayoutInput input_for(float width, float height, float scale) {
  LayoutInput input;
  input.width = width;
  input.height = height;
  input.scale = scale;
  for (const PageRow& row : page_rows()) {
    if (has_tab(row.page, width, height, scale)) {
      // About as wide as the words are in English.
      const auto letters = static_cast<float>(std::string(name_of(row.page)).size());
      input.tabs.push_back({(letters * 7.5F + 28) * scale, (letters * 6.5F + 12) * scale});
    }
  }
  input.has_player = true;
  return input;
}

// Every page beside each kind of guide that it can have.
std::vector<std::pair<Page, GuideDisplay>> pages_with_guides() {
  std::vector<std::pair<Page, GuideDisplay>> all;
  for (const PageRow& row : page_rows()) {
    for (const GuideDisplay guide :
         {GuideDisplay::none, GuideDisplay::offered, GuideDisplay::led}) {
      if (row.page != Page::guide || guide != GuideDisplay::none) all.emplace_back(row.page, guide);
    }
  }
  return all;
}

// Without a status bar, the button of the closed messages is beside the tabs.
TEST(Layout, a_small_window_has_room_for_the_notes_beside_its_tabs) {
  const Layout layout = layout_for(input_for(1280, 720, 1.5F));
  ASSERT_EQ(layout.status.h, 0);
  EXPECT_GE(free_in_strip(layout).w, 100 * 1.5F);
}

// What is said above the picture has a place on the page without one, too.
TEST(Layout, every_page_but_code_and_guide_has_a_panel_that_can_be_said_to_be_old) {
  for (const auto& [width, scale] : {std::pair{1280.0F, 1.5F}, {1280.0F, 1.0F}, {800.0F, 1.5F}}) {
    for (const PageRow& row : page_rows()) {
      if (row.page == Page::code || row.page == Page::guide) continue;
      LayoutInput input = input_for(width, 720, scale);
      input.page = row.page;
      Layout layout = layout_for(input);
      EXPECT_GE(main_panel(layout).h, 140 * scale)
          << name_of(row.page) << " " << width << " " << scale;
    }
  }
}

TEST(Layout, nothing_overlaps_and_nothing_leaves_the_window_at_any_size_and_scale) {
  for (const auto& [width, height] : {std::pair{1280.0F, 720.0F},
                                      {1366.0F, 768.0F},
                                      {1600.0F, 900.0F},
                                      {1920.0F, 1080.0F},
                                      {2560.0F, 1440.0F},
                                      {3840.0F, 2160.0F},
                                      {640.0F, 400.0F}}) {
    for (const float scale : {0.75F, 1.0F, 1.25F, 1.5F, 2.0F, 2.5F}) {
      for (const auto& [page, guide] : pages_with_guides()) {
        for (const float message : {0.0F, 100.0F}) {
          LayoutInput input = input_for(width, height, scale);
          input.page = page;
          input.guide = guide;
          input.message_height = message;
          const std::vector<Named> all = panels(layout_for(input));
          for (std::size_t i = 0; i < all.size(); ++i) {
            const picture::Rect& rect = all[i].rect;
            EXPECT_GE(rect.x, 0) << all[i].name;
            EXPECT_LE(rect.x + rect.w, width)
                << all[i].name << " at " << width << " scale " << scale;
            EXPECT_LE(rect.y + rect.h, height)
                << all[i].name << " at " << height << " scale " << scale;
            for (std::size_t k = i + 1; k < all.size(); ++k) {
              EXPECT_FALSE(overlap(rect, all[k].rect))
                  << all[i].name << " and " << all[k].name << " at " << width << " x " << height
                  << ", scale " << scale;
            }
          }
        }
      }
    }
  }
}

TEST(Layout, every_page_has_a_whole_tab_in_the_strip_at_any_size_and_scale) {
  for (const auto& [width, height] : {std::pair{1600.0F, 900.0F},
                                      {1280.0F, 720.0F},
                                      {800.0F, 600.0F},
                                      {640.0F, 400.0F},
                                      {3840.0F, 2160.0F}}) {
    for (const float scale : {0.75F, 1.0F, 1.5F, 2.0F, 2.5F}) {
      const LayoutInput input = input_for(width, height, scale);
      const Layout layout = layout_for(input);
      ASSERT_EQ(layout.tabs.size(), input.tabs.size());
      for (std::size_t i = 0; i < layout.tabs.size(); ++i) {
        const picture::Rect& tab = layout.tabs[i];
        EXPECT_GE(tab.w, input.tabs[i].compact) << width << " at " << scale;
        EXPECT_GE(tab.x, layout.pages.x);
        EXPECT_LE(tab.x + tab.w, layout.pages.x + layout.pages.w) << width << " at " << scale;
        EXPECT_GE(tab.y, layout.pages.y);
        EXPECT_LE(tab.y + tab.h, layout.pages.y + layout.pages.h) << width << " at " << scale;
        EXPECT_TRUE(i == 0 || !overlap(tab, layout.tabs[i - 1]));
      }
    }
  }
}

TEST(Layout, the_strip_of_pages_never_moves) {
  for (const auto& [width, height, scale] : {std::tuple{1600.0F, 900.0F, 1.0F},
                                             {1280.0F, 720.0F, 1.5F},
                                             {800.0F, 600.0F, 1.0F},
                                             {640.0F, 400.0F, 1.5F}}) {
    const LayoutInput plain = input_for(width, height, scale);
    const Layout wanted = layout_for(plain);
    for (const Page page : {Page::times, Page::compare, Page::code, Page::counts, Page::guide}) {
      for (const GuideDisplay guide :
           {GuideDisplay::none, GuideDisplay::offered, GuideDisplay::led}) {
        LayoutInput input = plain;
        input.page = page;
        input.guide = guide;
        input.has_player = false;
        input.message_height = 80;
        input.code_lines = 40;
        EXPECT_EQ(layout_for(input).pages, wanted.pages) << width << " at " << scale;
        EXPECT_EQ(layout_for(input).launch, wanted.launch) << width << " at " << scale;
      }
    }
  }
}

TEST(Layout, the_strip_is_above_the_stage_where_its_column_is_wide_enough) {
  for (const float width : {1280.0F, 1600.0F}) {
    const Layout layout = layout_for(input_for(width, 720, 1));
    EXPECT_EQ(layout.pages.x, layout.stage.x);
    EXPECT_EQ(layout.pages.w, layout.stage.w);
    EXPECT_LT(layout.pages.y, layout.stage.y);
    EXPECT_EQ(layout.launch.w, layout.code.w);
  }
}

TEST(Layout, on_a_projector_the_strip_has_the_whole_width_and_what_is_run_is_in_the_top_bar) {
  const Layout layout = layout_for(input_for(1280, 720, 1.5F));
  EXPECT_EQ(layout.pages.h, layout_for(input_for(3840, 720, 1.5F)).pages.h) << "one row";
  EXPECT_GT(layout.pages.w, 1200);
  EXPECT_EQ(layout.launch.h, 0);
}

TEST(Layout, a_strip_that_needs_more_than_its_column_takes_the_whole_width_then_more_rows) {
  LayoutInput input = input_for(1280, 720, 1);
  const float row = layout_for(input).pages.h;
  const float fitting = 1155 / static_cast<float>(input.tabs.size());
  for (TabWidth& tab : input.tabs) tab.compact = tab.roomy = fitting;
  EXPECT_GT(layout_for(input).pages.w, 1200);
  EXPECT_EQ(layout_for(input).pages.h, row);
  EXPECT_EQ(layout_for(input).launch.h, 0);
  for (TabWidth& tab : input.tabs) tab.compact = tab.roomy = 250;
  EXPECT_GT(layout_for(input).pages.h, row);
}

TEST(Layout, counts_have_a_tab_where_they_have_no_room_of_their_own) {
  EXPECT_FALSE(has_tab(Page::counts, 1600, 900, 1));
  EXPECT_GT(layout_for(input_for(1600, 900, 1)).counts.h, 0);
  EXPECT_TRUE(has_tab(Page::counts, 1280, 720, 1.5F));
  EXPECT_EQ(layout_for(input_for(1280, 720, 1.5F)).counts.h, 0);
}

TEST(Layout, a_guide_has_room_to_be_read_and_leaves_the_code_some) {
  for (const auto& [width, height, scale] : {std::tuple{1280.0F, 720.0F, 1.0F},
                                             {1600.0F, 900.0F, 1.0F},
                                             {1600.0F, 900.0F, 1.5F},
                                             {1920.0F, 1080.0F, 1.25F}}) {
    LayoutInput input = input_for(width, height, scale);
    input.guide = GuideDisplay::led;
    const Layout layout = layout_for(input);
    EXPECT_GE(layout.guide.h, 260 * scale) << width << " at " << scale;
    EXPECT_GE(layout.code.h, 100 * scale) << width << " at " << scale;
    EXPECT_EQ(layout.guide.x, layout.code.x);
    EXPECT_LT(layout.guide.y, layout.code.y);
  }
}

TEST(Layout, a_steps_answer_is_seen_below_its_text_beside_a_long_kernel) {
  LayoutInput input = input_for(1600, 900, 1);
  input.guide = GuideDisplay::led;
  input.code_lines = 30;
  const Layout layout = layout_for(input);
  EXPECT_GE(layout.guide.h, 500);
  EXPECT_GE(layout.code.h, 7 * 22.0F + 44);  // a few lines of code
  input = input_for(1280, 720, 1);
  input.guide = GuideDisplay::led;
  input.code_lines = 30;
  EXPECT_GE(layout_for(input).code.h, 5 * 22.0F + 44);
}

TEST(Layout, what_comes_with_the_answer_takes_no_room_from_the_question) {
  LayoutInput input = input_for(2560, 1440, 1);
  input.guide = GuideDisplay::led;
  input.code_lines = 40;
  input.has_player = false;
  const Layout answered = layout_for(input);
  EXPECT_GT(answered.sites.h, 0);
  EXPECT_GT(answered.strip.h, 0);
  input.asks = true;
  const Layout open = layout_for(input);
  EXPECT_EQ(open.sites.h, 0);
  EXPECT_EQ(open.strip.h, 0);
  EXPECT_FLOAT_EQ(open.stage.h, answered.sites.y + answered.sites.h - answered.stage.y);
  EXPECT_FLOAT_EQ(open.code.h, answered.strip.y + answered.strip.h - answered.code.y);
  EXPECT_EQ(open.guide, answered.guide);
}

TEST(Layout, a_guide_has_a_page_of_its_own_where_there_is_one_at_a_time) {
  LayoutInput input = input_for(700, 600, 1);
  input.guide = GuideDisplay::led;
  input.page = Page::guide;
  EXPECT_GT(layout_for(input).guide.h, 300);
  EXPECT_EQ(layout_for(input).stage.h, 0);
  input.page = Page::stage;
  EXPECT_EQ(layout_for(input).guide.h, 0);
  input.page = Page::guide;
  input.guide = GuideDisplay::none;  // a lesson without a guide
  EXPECT_GT(layout_for(input).stage.h, 300);
}

TEST(Layout, without_a_guide_nothing_is_where_it_was_not) {
  const Layout layout = layout_for(input_for(1600, 900, 1));
  EXPECT_EQ(layout.guide.h, 0);
}

TEST(Layout, everything_is_there_at_1600_x_900) {
  const Layout layout = layout_for(input_for(1600, 900, 1));
  for (const picture::Rect& rect : {layout.code, layout.strip, layout.counts, layout.stage,
                                    layout.transport, layout.sites, layout.status}) {
    EXPECT_GT(rect.h, 0);
  }
  EXPECT_FALSE(layout.single_page);
}

TEST(Layout, the_stage_is_the_largest_panel) {
  for (const float scale : {0.75F, 1.0F, 1.25F}) {
    const Layout layout = layout_for(input_for(1600, 900, scale));
    for (const picture::Rect& rect : {layout.code, layout.strip, layout.counts, layout.sites})
      EXPECT_GT(layout.stage.w * layout.stage.h, rect.w * rect.h);
  }
}

TEST(Layout, code_and_stage_stand_side_by_side_on_a_projector_at_150_percent) {
  const Layout layout = layout_for(input_for(1280, 720, 1.5F));
  EXPECT_FALSE(layout.single_page);
  EXPECT_GT(layout.code.h, 0);
  EXPECT_GT(layout.strip.h, 0);
}

TEST(Layout, counts_without_room_of_their_own_take_the_place_of_the_strip_when_asked_for) {
  LayoutInput input = input_for(1280, 720, 1.5F);
  EXPECT_EQ(layout_for(input).counts.h, 0);
  input.page = Page::counts;
  EXPECT_GT(layout_for(input).counts.h, 0);
  EXPECT_EQ(layout_for(input).strip.h, 0);
}

TEST(Layout, every_access_can_be_chosen_on_some_page_of_a_projector_at_150_percent) {
  LayoutInput input = input_for(1280, 720, 1.5F);
  input.guide = GuideDisplay::offered;
  EXPECT_EQ(layout_for(input).sites.h, 0);
  input.page = Page::counts;
  EXPECT_GT(layout_for(input).sites.h, 150 * 1.5F);
}

TEST(Layout, warp_block_and_access_can_be_chosen_beside_the_picture_on_a_projector) {
  LayoutInput input = input_for(1280, 720, 1.5F);
  input.guide = GuideDisplay::offered;
  const Layout layout = layout_for(input);
  EXPECT_GT(layout.stage.h, 0);
  EXPECT_GE(layout.strip.h, 2 * 34 * 1.5F) << "two rows of selectors";
  EXPECT_GE(layout.code.h, 180 * 1.5F);
}

TEST(Layout, the_times_take_the_place_of_stage_and_table_beside_the_code) {
  LayoutInput input = input_for(1600, 900, 1);
  const Layout before = layout_for(input);
  input.page = Page::times;
  const Layout layout = layout_for(input);
  EXPECT_EQ(layout.stage.h, 0);
  EXPECT_EQ(layout.sites.h, 0);
  EXPECT_EQ(layout.transport.h, 0);
  EXPECT_EQ(layout.code, before.code);
  EXPECT_EQ(layout.page.x, before.stage.x);
  EXPECT_GT(layout.page.h, before.stage.h);
}

TEST(Layout, so_does_the_index_explorer) {
  LayoutInput input = input_for(1600, 900, 1);
  const Layout before = layout_for(input);
  input.page = Page::index;
  const Layout layout = layout_for(input);
  EXPECT_EQ(layout.stage.h, 0);
  EXPECT_EQ(layout.sites.h, 0);
  EXPECT_EQ(layout.code, before.code);
  EXPECT_EQ(layout.page.x, before.stage.x);
  EXPECT_GT(layout.page.h, before.stage.h);
}

TEST(Layout, a_comparison_has_the_whole_width_unless_a_guide_is_read) {
  LayoutInput input = input_for(1600, 900, 1);
  input.page = Page::compare;
  const Layout alone = layout_for(input);
  EXPECT_GT(alone.page.w, 1500);
  EXPECT_EQ(alone.code.w, 0);
  input.guide = GuideDisplay::led;
  const Layout led = layout_for(input);
  EXPECT_GT(led.guide.h, 0);
  EXPECT_GT(led.page.w, 0);
  EXPECT_GE(led.page.x, led.guide.x + led.guide.w);
}

TEST(Layout, one_page_at_a_time_where_two_columns_have_no_room) {
  LayoutInput input = input_for(1280, 720, 2.5F);
  EXPECT_TRUE(layout_for(input).single_page);
  EXPECT_GT(layout_for(input).stage.h, 0);
  EXPECT_EQ(layout_for(input).code.h, 0);
  input.page = Page::code;
  EXPECT_EQ(layout_for(input).stage.h, 0);
  EXPECT_GT(layout_for(input).code.h, 0);
}

TEST(Layout, a_message_moves_nothing_that_was_pressed_and_takes_no_panel_away) {
  for (const Page page : {Page::stage, Page::sweep, Page::machine}) {
    LayoutInput input = input_for(1600, 900, 1);
    input.page = page;
    const Layout before = layout_for(input);
    input.message_height = 131;  // three lines
    const Layout with = layout_for(input);
    EXPECT_EQ(with.top, before.top);
    EXPECT_EQ(with.pages, before.pages);
    EXPECT_EQ(with.code.y, before.code.y);
    EXPECT_EQ(with.stage.y, before.stage.y);
    EXPECT_EQ(with.page.y, before.page.y);
    EXPECT_EQ(with.sites.h, before.sites.h);
    EXPECT_FLOAT_EQ(with.message.y + with.message.h, before.status.y);
  }
}

TEST(Layout, a_projector_has_room_for_two_rows_of_selectors_above_the_strip) {
  const Layout layout = layout_for(input_for(1600, 900, 1.5F));
  EXPECT_GE(layout.strip.h, 180 * 1.5F);
  EXPECT_GE(layout.code.h, 180 * 1.5F);
}

}  // namespace
}  // namespace lanescope::app
