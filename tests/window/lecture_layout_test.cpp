#include "app/window/toolkit/layout.h"

#include <gtest/gtest.h>

#include "app/window/panels/lecture/presenter_panel.h"
#include "app/window/toolkit/keys.h"
#include "app/window/toolkit/spotlight.h"

namespace lanescope::app {
namespace lecture_layout_test {
namespace {

using picture::Rect;

// As in GLFW/glfw3.h, which the tests do not include.
constexpr int key_space = 32, key_p = 80, key_enter = 257, key_right = 262, key_left = 263,
              key_page_up = 266, key_page_down = 267;
constexpr int mod_shift = 0x1, mod_num_lock = 0x20;

bool inside(const Rect& inner, float width, float height) {
  return inner.x >= 0 && inner.y >= 0 && inner.x + inner.w <= width && inner.y + inner.h <= height;
}
bool apart(const Rect& a, const Rect& b) {
  const bool empty = a.h < 1 || b.h < 1;
  return empty || a.y + a.h <= b.y || b.y + b.h <= a.y;
}

TEST(LectureLayout, fits_every_window_and_the_picture_has_the_most_of_it) {
  for (const auto& [width, height] :
       {std::pair{640, 400}, {1280, 720}, {1600, 900}, {3840, 2160}, {800, 1200}, {3000, 500}}) {
    for (const float question : {0.0F, 80.0F, 5000.0F}) {
      for (const Page page : {Page::stage, Page::times, Page::code, Page::map}) {
        LayoutInput input;
        input.width = static_cast<float>(width);
        input.height = static_cast<float>(height);
        input.scale = lecture_scale(width, height, 100, 100);
        input.has_player = true;
        input.page = page;
        const LectureLayout layout = lecture_layout_for(input, question);
        const Rect picture = replaces_stage(page) ? layout.panels.page
                             : page == Page::code ? layout.panels.code
                                                  : layout.panels.stage;
        const std::vector<Rect> all = {layout.caption, layout.question, picture,
                                       layout.panels.transport, layout.facts};
        for (std::size_t i = 0; i < all.size(); ++i) {
          EXPECT_TRUE(inside(all[i], input.width, input.height)) << width << "x" << height;
          for (std::size_t j = i + 1; j < all.size(); ++j)
            EXPECT_TRUE(apart(all[i], all[j])) << width << "x" << height << " " << i << " " << j;
        }
        EXPECT_GT(picture.h, input.height * (question > 100 ? 0.2F : 0.45F))
            << width << "x" << height;
        EXPECT_EQ(layout.panels.top.h, 0);  // the panels around the picture are hidden
        EXPECT_EQ(layout.panels.strip.h, 0);
      }
    }
  }
}

TEST(LectureLayout, type_grows_with_the_picture_and_with_what_was_chosen_since) {
  const float small = lecture_scale(1280, 720, 100, 100);
  EXPECT_GT(small, 1);
  EXPECT_FLOAT_EQ(lecture_scale(2560, 1440, 100, 100), 2 * small);
  // The scale was already 150 when the lecture began.
  // Large text stays as large as it was before the lecture, but leaves room for the pictures.
  EXPECT_FLOAT_EQ(lecture_scale(1280, 720, 150, 150), 1.5F);
  EXPECT_FLOAT_EQ(lecture_scale(1280, 720, 200, 200), 1.25F * small);
  EXPECT_FLOAT_EQ(lecture_scale(2560, 1440, 150, 150), 2 * small);
  EXPECT_FLOAT_EQ(lecture_scale(1280, 720, 125, 100), 1.25F * small);
}

TEST(LectureKeys, are_those_of_a_clicker_without_modifiers) {
  for (const int key : {key_right, key_page_down, key_space})
    EXPECT_EQ(lecture_key_for(key, 0), LectureKey::next);
  for (const int key : {key_left, key_page_up})
    EXPECT_EQ(lecture_key_for(key, 0), LectureKey::previous);
  EXPECT_EQ(lecture_key_for(key_enter, mod_num_lock), LectureKey::reveal);
  EXPECT_EQ(lecture_key_for(key_right, mod_shift), std::nullopt);
  EXPECT_EQ(lecture_key_for(key_p, 0), std::nullopt);
}

TEST(PresenterLayout, fits_every_window_and_no_part_covers_another) {
  for (const auto& [width, height] :
       {std::pair{640, 400}, {1280, 720}, {1600, 900}, {3840, 2160}, {800, 1200}, {3000, 500}}) {
    for (const float unit : {1.0F, 1.5F}) {
      const auto w = static_cast<float>(width), h = static_cast<float>(height);
      const PresenterLayout layout = presenter_layout(w, h, unit);
      EXPECT_EQ(layout.beside, w - 32 * unit >= 760 * unit);
      const std::vector<Rect> all = {layout.top, layout.picture, layout.notes, layout.next};
      for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_TRUE(inside(all[i], w, h)) << width << "x" << height << " " << i;
        EXPECT_GE(all[i].h, 20 * unit) << width << "x" << height << " " << i;
        for (std::size_t j = i + 1; j < all.size(); ++j) {
          const bool side_by_side =
              all[i].x + all[i].w <= all[j].x || all[j].x + all[j].w <= all[i].x;
          EXPECT_TRUE(side_by_side || apart(all[i], all[j]))
              << width << "x" << height << " " << i << " " << j;
        }
      }
    }
  }
}

TEST(Clock, has_hours_only_when_there_are_any) {
  EXPECT_EQ(clock_text(0), "0:00");
  EXPECT_EQ(clock_text(423.9), "7:03");
  EXPECT_EQ(clock_text(3909), "1:05:09");
}

picture::DrawList banks() {
  picture::DrawList list;
  list.width = 200;
  list.height = 100;
  for (std::uint64_t bank = 0; bank < 2; ++bank) {
    const float x = 20.0F * static_cast<float>(bank);
    list.add(picture::HitArea{{x, 0, 20, 10}, picture::HitKind::bank, bank, ""});
    list.add(picture::HitArea{{x, 20 + 30 * static_cast<float>(bank), 20, 10},
                              picture::HitKind::word_cell,
                              bank * 33,
                              ""});
  }
  list.add(picture::HitArea{{0, 0, 5, 5}, picture::HitKind::sector, 900, ""});
  list.add(picture::HitArea{{50, 0, 5, 5}, picture::HitKind::sector, 100, ""});
  return list;
}

TEST(SpotPlace, of_a_bank_is_its_whole_column) {
  EXPECT_EQ(area_of(Spot{Spot::Kind::bank, {}, 1}, banks()), (Rect{20, 0, 20, 60}));
}

TEST(SpotPlace, of_sectors_goes_by_their_order) {
  EXPECT_EQ(area_of(Spot{Spot::Kind::sector, {}, 0}, banks()), (Rect{50, 0, 5, 5}));
  EXPECT_EQ(area_of(Spot{Spot::Kind::sector, {}, 1}, banks()), (Rect{0, 0, 5, 5}));
  EXPECT_EQ(area_of(Spot{Spot::Kind::sector, {}, 2}, banks()), std::nullopt);
}

TEST(SpotPlace, of_an_area_are_shares_of_the_picture) {
  EXPECT_EQ(area_of(Spot{Spot::Kind::area, {0.5, 0.25, 0.25, 0.5}, 0}, banks()),
            (Rect{100, 25, 50, 50}));
}

TEST(SpotPlace, of_what_is_not_there_is_none) {
  EXPECT_EQ(area_of(Spot{Spot::Kind::lane, {}, 0}, banks()), std::nullopt);
}

}  // namespace
}  // namespace lecture_layout_test
}  // namespace lanescope::app
