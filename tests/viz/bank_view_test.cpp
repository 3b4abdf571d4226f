#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/some.h"
#include "tests/viz/picture_checks.h"
#include "tests/viz/samples.h"
#include "viz/picture/access/bank_text.h"
#include "viz/picture/access/stage.h"

namespace lanescope::picture {
namespace {

using samples::box_at;
using samples::box_at_middle;
using samples::count_hits;
using samples::hit_of;
using samples::label_of;
using samples::plain_style;
using testing::HasSubstr;

DrawList bank_picture(const StageInput& input) {
  return build_bank_view(input, plain_style(), 784, 606);
}

DrawList picture_of(memory::Op op, std::uint8_t bytes, const samples::AddressOf& address_of) {
  StageInput input;
  input.access = samples::access(memory::Space::shared, op, bytes, address_of);
  return bank_picture(input);
}

// Left edges of the cells with wanted words.
std::set<float> columns_of_wanted_words(const DrawList& list, const memory::WarpAccess& access) {
  std::set<float> columns;
  for (const std::uint64_t address : access.address) {
    const HitArea* cell = hit_of(list, HitKind::word_cell, address / 4);
    if (cell != nullptr) columns.insert(cell->rect.x);
  }
  return columns;
}

TEST(BankView, without_padding_all_lanes_stand_in_one_column) {
  const StageInput input = samples::tile_column_stage(0);
  EXPECT_EQ(columns_of_wanted_words(bank_picture(input), input.access).size(), 1U);
}

// Below the instructions of the steps page.
TEST(BankView, no_lane_of_a_tile_is_left_out_in_a_low_picture) {
  const StageInput input = samples::tile_column_stage(0);
  for (const float height : {180.0F, 195.0F, 240.0F, 320.0F}) {
    const DrawList list = build_bank_view(input, plain_style(), 735, height);
    for (const std::uint64_t address : input.access.address) {
      EXPECT_NE(hit_of(list, HitKind::word_cell, address / 4), nullptr)
          << "word " << address / 4 << " at " << height;
    }
  }
}

TEST(BankView, waiting_lanes_are_seen_where_rows_are_too_low_for_an_outline) {
  StageInput input = samples::tile_column_stage(0);
  input.wavefront = 1;
  const DrawList list = build_bank_view(input, plain_style(), 735, 195);
  const HitArea* waiting = hit_of(list, HitKind::word_cell, 32 * 9);
  ASSERT_NE(waiting, nullptr);
  ASSERT_LT(waiting->rect.h, 6);
  const Box* box = box_at_middle(list, waiting->rect);
  ASSERT_NE(box, nullptr);
  EXPECT_EQ(box->fill, plain_style().palette.text_faint);
}

// The largest contrast with the ground on the way down through the middle of a cell.
float contrast_down(const DrawList& list, const Rect& cell, const Color& ground) {
  float largest = 1;
  for (float y = cell.y - 1; y <= cell.y + cell.h + 1; y += 0.5F) {
    const float x = cell.x + cell.w / 2;
    Color seen = ground;
    for (const Box& box : list.boxes) {
      const float inside = std::min(y - box.rect.y, box.rect.y + box.rect.h - y);
      if (!box.rect.contains(x, y) || box.fill.a < 1) continue;
      seen = inside < box.border_width ? box.border : box.fill;
    }
    largest = std::max(largest, contrast(seen, ground));
  }
  return largest;
}

TEST(BankView, no_lane_is_less_visible_than_the_stripes_of_the_padding) {
  const StageInput input = samples::tile_column_stage(1);
  for (const Theme theme : {Theme::dark, Theme::light, Theme::contrast}) {
    for (const float scale : {1.0F, 1.5F}) {
      for (const float height : {180.0F, 240.0F, 300.0F, 400.0F, 500.0F, 600.0F, 900.0F}) {
        Style style = plain_style();
        style.palette = palette_for(theme);
        style.scale = scale;
        const DrawList list = build_bank_view(input, style, 1200, height);
        float stripes = 1;
        for (const Box& box : list.boxes) {
          const HitArea* hit =
              list.hit_at(box.rect.x + box.rect.w / 2, box.rect.y + box.rect.h / 2);
          if (box.hatch.a > 0 && hit != nullptr && hit->kind == HitKind::word_cell)
            stripes = std::max(stripes, contrast(box.hatch, box.fill));
        }
        EXPECT_GT(stripes, 1.2F) << height;
        for (std::uint64_t lane = 0; lane < 32; ++lane) {
          const HitArea* word = hit_of(list, HitKind::word_cell, 33 * lane);
          ASSERT_NE(word, nullptr) << lane << " at " << height;
          EXPECT_GE(contrast_down(list, word->rect, style.palette.cell) + 0.01F, stripes)
              << "lane " << lane << " at " << height << " x " << scale << ", theme "
              << static_cast<int>(theme);
        }
      }
    }
  }
}

// A comparison in a small window, and in a lecture.
TEST(BankView, a_low_picture_beside_another_names_its_banks_legibly) {
  Style style = plain_style();
  style.scale = 1.5F;
  StageInput input = samples::tile_column_stage(0);
  input.scale = common_scale(input, samples::tile_column_stage(1));
  const DrawList list = build_bank_view(input, style, 628, 245);
  EXPECT_NE(label_of(list, "bank"), nullptr);
  for (const char* number : {"2", "30"}) {
    const Label* label = label_of(list, number);
    ASSERT_NE(label, nullptr) << number;
    EXPECT_GE(label->size, text_small * style.scale - 1);
  }
}

TEST(BankView, padding_leaves_the_grid_where_it_is) {
  for (const std::string language : {"en", "zh"}) {
    const text::Texts texts(language);
    Style style = plain_style();
    style.texts = &texts;
    style.scale = 1.5F;
    for (float width = 480; width < 1300; width += 20) {
      const auto grid_top = [&](int pad) {
        const StageInput input = samples::tile_column_stage(pad);
        const DrawList list = build_bank_view(input, style, width, 490);
        const HitArea* bank = hit_of(list, HitKind::bank, 0);
        return bank != nullptr ? bank->rect.y : 0;
      };
      EXPECT_EQ(grid_top(0), grid_top(1)) << width;
    }
  }
}

TEST(BankView, the_numbers_of_the_rows_are_one_series) {
  for (const int pad : {0, 1, 2, 4, 8}) {
    const DrawList list = build_bank_view(samples::tile_column_stage(pad), plain_style(), 750, 540);
    std::vector<int> named;
    for (const Label& label : list.labels) {
      const bool is_number = label.text.find_first_not_of("0123456789") == std::string::npos;
      if (is_number && label.align_x == AlignX::right && label.font == FontRole::mono)
        named.push_back(std::stoi(label.text));
    }
    ASSERT_GT(named.size(), 3U) << pad;
    for (std::size_t i = 2; i < named.size(); ++i)
      EXPECT_EQ(named[i] - named[i - 1], named[1] - named[0]) << pad << " at " << named[i];
  }
}

TEST(BankView, with_padding_every_lane_has_a_column_of_its_own) {
  const StageInput input = samples::tile_column_stage(1);
  EXPECT_EQ(columns_of_wanted_words(bank_picture(input), input.access).size(), 32U);
}

TEST(BankView, the_verdict_is_orange_and_names_the_ways) {
  const DrawList list = bank_picture(samples::tile_column_stage(0));
  const Label* verdict = label_of(list, "32-way");
  ASSERT_NE(verdict, nullptr);
  EXPECT_EQ(verdict->color, plain_style().palette.costly_verdict);
}

TEST(BankView, the_verdict_is_blue_without_conflicts) {
  const DrawList list = bank_picture(samples::tile_column_stage(1));
  const Label* verdict = label_of(list, "conflict-free");
  ASSERT_NE(verdict, nullptr);
  EXPECT_EQ(verdict->color, plain_style().palette.good_verdict);
}

TEST(BankView, the_sentence_is_derived_from_the_addresses) {
  EXPECT_NE(
      label_of(
          bank_picture(samples::tile_column_stage(1)),
          "bank = word % 32; in this warp, lane i wants word 33·i: each lane one bank further"),
      nullptr);
  EXPECT_NE(label_of(bank_picture(samples::tile_column_stage(0)),
                     "bank = word % 32; in this warp, lane i wants word 32·i: every lane lands in "
                     "the same bank"),
            nullptr);
}

TEST(BankView, an_affine_sentence_counts_backwards_too) {
  const DrawList list =
      picture_of(memory::Op::load, 4, [](std::uint64_t l) { return 124 - 4 * l; });
  EXPECT_NE(
      label_of(list,
               "bank = word % 32; in this warp, lane i wants word 31 − i: each lane one bank back"),
      nullptr);
}

TEST(BankView, scattered_words_get_a_plain_truth) {
  const DrawList list =
      picture_of(memory::Op::load, 4, [](std::uint64_t l) { return l * l % 7 * 128; });
  EXPECT_NE(
      label_of(list, "bank = word % 32; 32 lanes want 4 words in 1 bank; bank 0 has to give 4"),
      nullptr);
}

Frame frame_of_atomic(const samples::AddressOf& address_of) {
  StageInput input;
  input.access = samples::access(memory::Space::shared, memory::Op::atomic, 4, address_of);
  return bank_frame(input, memory::shared_schedule(input.access), text::Texts("en"));
}

TEST(BankView, atomics_queue_for_a_bank_where_loads_would_share_a_word) {
  const Frame one = frame_of_atomic([](std::uint64_t) { return 0; });
  EXPECT_EQ(one.verdict, "32-way");
  EXPECT_EQ(one.explanations.front(),
            "bank = word % 32; in this warp, lane i wants word 0: the lanes of a bank queue, even "
            "those of one word; ideal 1: each lane in a bank of its own");
  const Frame four = frame_of_atomic([](std::uint64_t l) { return l % 4 * 4; });
  EXPECT_EQ(four.verdict, "8-way");
  EXPECT_EQ(four.explanations[1],
            "32 lanes want 4 words in 4 banks; the lanes of a bank queue, even those of one word; "
            "ideal 1: each lane in a bank of its own");
  for (const Frame& frame : {one, four}) {
    for (const std::string& text : frame.explanations)
      EXPECT_EQ(text.find("broadcast"), std::string::npos) << text;
  }
}

TEST(BankView, a_bank_and_a_word_of_an_atomic_tell_of_lanes_one_after_the_other) {
  const DrawList list =
      picture_of(memory::Op::atomic, 4, [](std::uint64_t l) { return l % 4 * 4; });
  EXPECT_EQ(hit_of(list, HitKind::bank, 3)->tooltip,
            "bank 3: 1 word is wanted; it is busy in 8 wavefronts");
  EXPECT_THAT(hit_of(list, HitKind::word_cell, 3)->tooltip, HasSubstr("one after the other"));
}

TEST(BankView, each_cell_carries_the_digit_and_colour_of_its_lane) {
  const StageInput input = samples::tile_column_stage(1);
  const DrawList list = bank_picture(input);
  for (std::size_t lane = 0; lane < 32; ++lane) {
    const HitArea* cell = hit_of(list, HitKind::word_cell, 33 * lane);
    ASSERT_NE(cell, nullptr) << lane;
    const Box* box = box_at_middle(list, cell->rect);
    ASSERT_NE(box, nullptr) << lane;
    EXPECT_EQ(box->fill, plain_style().palette.lane[lane]) << lane;
    bool digit = false;
    for (const Label& label : list.labels) {
      digit =
          digit || (label.text == std::to_string(lane) && cell->rect.contains(label.x, label.y));
    }
    EXPECT_TRUE(digit) << lane;
  }
}

// Every digit in the column of bank 0 fits vertically inside its cell.
void expect_digits_inside(const DrawList& list, const Style& style) {
  for (const Label& label : list.labels) {
    if (label.font != FontRole::mono_bold || label.align_x != AlignX::center) continue;
    for (std::uint64_t lane = 0; lane < 32; ++lane) {
      const HitArea* cell = hit_of(list, HitKind::word_cell, 32 * lane);
      if (cell == nullptr || !cell->rect.contains(label.x, label.y)) continue;
      EXPECT_EQ(label.text, std::to_string(lane));
      const float half = label.size * 0.365F;
      EXPECT_GE(label.y - half, cell->rect.y) << style.scale;
      EXPECT_LE(label.y + half, cell->rect.y + cell->rect.h) << style.scale;
      EXPECT_GE(label.size, std::max(min_digit_px, std::floor(8 * style.scale)));
    }
  }
}

// The words of a tile's column without padding: one bank works, 31 are idle.
TEST(BankView, of_few_busy_banks_the_lanes_are_named_and_the_idle_banks_take_less_than_half) {
  for (const std::string language : {"en", "zh"}) {
    const text::Texts texts(language);
    Style style = plain_style();
    style.texts = &texts;
    const float width = 943;
    const DrawList list = build_bank_view(samples::tile_column_stage(0), style, width, 440);
    const HitArea* busy = hit_of(list, HitKind::bank, 0);
    const HitArea* idle = hit_of(list, HitKind::bank, 31);
    ASSERT_TRUE(busy != nullptr && idle != nullptr);
    EXPECT_LT(31 * idle->rect.w, width / 2);
    EXPECT_GT(busy->rect.w, 10 * idle->rect.w);
    for (std::uint64_t lane = 0; lane < 32; ++lane) {
      const Rect& cell = hit_of(list, HitKind::word_cell, 32 * lane)->rect;
      std::vector<std::string> said;
      for (const Label& label : list.labels)
        if (cell.contains(label.x, label.y)) said.push_back(label.text);
      EXPECT_THAT(said, testing::UnorderedElementsAre("lane", std::to_string(lane)));
    }
    EXPECT_NE(label_of(list, language == "en" ? "1–31: idle" : "1–31：空闲"), nullptr);
    EXPECT_EQ(count_hits(list, HitKind::bank), 32U);
  }
}

TEST(BankView, every_run_of_idle_banks_has_a_name_and_a_single_one_its_number) {
  const StageInput input = [] {  // banks 1, 3 and 30 have 10 or 11 words each
    StageInput made;
    made.access = samples::access(memory::Space::shared, memory::Op::load, 4, [](std::uint64_t l) {
      return 4 * (32 * l + std::array{1, 3, 30}[l % 3]);
    });
    return made;
  }();
  const DrawList list = build_bank_view(input, plain_style(), 943, 440);
  for (const char* name : {"0", "1", "2", "3", "4–29: idle", "30", "31"})
    EXPECT_NE(label_of(list, name), nullptr) << name;
}

TEST(BankView, columns_are_alike_where_many_banks_work_and_beside_another_picture) {
  StageInput beside = samples::tile_column_stage(0);
  beside.scale.banks = 32;
  for (const StageInput& input : {samples::tile_column_stage(1), beside}) {
    const DrawList list = build_bank_view(input, plain_style(), 943, 440);
    const float first = hit_of(list, HitKind::bank, 0)->rect.w;
    for (std::uint64_t bank = 1; bank < 32; ++bank)
      EXPECT_NEAR(hit_of(list, HitKind::bank, bank)->rect.w, first, 0.01F) << bank;
  }
}

TEST(BankView, each_of_32_wavefronts_has_its_number) {
  const DrawList list = build_bank_view(samples::tile_column_stage(0), plain_style(), 943, 440);
  for (std::uint64_t at = 0; at < 32; ++at) {
    const HitArea* chip = hit_of(list, HitKind::wavefront, at);
    ASSERT_NE(chip, nullptr);
    EXPECT_TRUE(std::any_of(list.labels.begin(), list.labels.end(), [&](const Label& label) {
      return label.text == std::to_string(at + 1) && chip->rect.contains(label.x, label.y);
    })) << at;
  }
}

TEST(BankView, where_digits_would_be_small_for_a_projector_the_lanes_are_named_beside) {
  Style style = plain_style();
  style.scale = 1.6F;
  const DrawList list = build_bank_view(samples::tile_column_stage(0), style, 1500, 460);
  expect_digits_inside(list, style);
  const Label* beside = samples::label_of(list, "lane 0");
  ASSERT_NE(beside, nullptr);
  EXPECT_GE(beside->size, 8 * style.scale);
}

TEST(BankView, no_cell_cuts_its_digit_however_low_the_rows) {
  Style style = plain_style();
  for (const float scale : {0.75F, 1.0F, 1.5F, 2.5F}) {
    style.scale = scale;
    for (float height = 180; height < 900; height += 15) {
      const StageInput input = samples::tile_column_stage(0);
      expect_digits_inside(build_bank_view(input, style, 784, height), style);
    }
  }
}

TEST(BankView, rows_that_nobody_touches_leave_digits_their_size_at_every_scale) {
  Style style = plain_style();
  StageInput input;  // a table of 128 rows of 24 words; a warp reads the first 32
  input.access = samples::access(memory::Space::shared, memory::Op::load, 4,
                                 [](std::uint64_t lane) { return 24 * 4 * lane; });
  input.shared.bytes = std::uint64_t{128} * 24 * 4;
  for (const float scale : {1.0F, 1.5F, 2.0F}) {
    style.scale = scale;
    const DrawList list = build_bank_view(input, style, 900 * scale, 560 * scale);
    const HitArea* cell = hit_of(list, HitKind::word_cell, 24);
    ASSERT_NE(cell, nullptr) << scale;
    EXPECT_GE(cell->rect.h, 9 * scale - 1) << scale;
  }
}

TEST(BankView, rows_too_low_for_digits_name_a_few_lanes_beside_their_cells) {
  for (const int pad : {0, 1}) {
    const StageInput input = samples::tile_column_stage(pad);
    const DrawList list = build_bank_view(input, plain_style(), 784, 290);
    for (const char* name : {"lane 0", "8", "16", "24", "31"}) {
      bool beside = false;
      for (const Label& label : list.labels) {
        beside = beside || (label.text == name && label.font == FontRole::mono_bold &&
                            label.align_x == AlignX::left);
      }
      EXPECT_TRUE(beside) << name << " with " << pad;
    }
  }
}

// On the diagonal of the padded tile, the name of lane 0 has no room right beside its cell.
TEST(BankView, a_name_away_from_its_cell_is_joined_to_it_and_no_other_word_lies_between) {
  const DrawList list = build_bank_view(samples::tile_column_stage(1), plain_style(), 784, 290);
  const Label* name = label_of(list, "lane 0");
  const HitArea* cell = hit_of(list, HitKind::word_cell, 0);
  ASSERT_NE(name, nullptr);
  ASSERT_NE(cell, nullptr);
  const float middle = cell->rect.x + cell->rect.w / 2;
  const bool joined = std::any_of(list.boxes.begin(), list.boxes.end(), [&](const Box& box) {
    return box.rect.w <= 1 && std::abs(box.rect.x - middle) <= 1 &&
           std::abs(box.rect.y - (cell->rect.y + cell->rect.h)) <= 4 && box.rect.y < name->y;
  });
  EXPECT_TRUE(joined);
  for (int lane = 1; lane < 32; ++lane) {
    const HitArea* other = hit_of(list, HitKind::word_cell, static_cast<std::uint64_t>(33 * lane));
    ASSERT_NE(other, nullptr);
    const bool is_over = other->rect.x < middle && other->rect.x + other->rect.w > middle;
    EXPECT_FALSE(is_over && other->rect.y < name->y) << lane;
  }
}

TEST(BankView, the_second_line_and_the_legend_go_before_the_digits) {
  const StageInput input = samples::tile_column_stage(1);
  const DrawList roomy = build_bank_view(input, plain_style(), 784, 606);
  EXPECT_NE(label_of(roomy, "one 4-byte load, 32 lanes"), nullptr);
  const DrawList tight = build_bank_view(input, plain_style(), 784, 440);
  EXPECT_EQ(label_of(tight, "one 4-byte load, 32 lanes"), nullptr);
  EXPECT_EQ(label_of(tight, "padding: never touched"), nullptr);
  const HitArea* cell = hit_of(tight, HitKind::word_cell, 33 * 17);
  ASSERT_NE(cell, nullptr);
  bool digit = false;
  for (const Label& label : tight.labels)
    digit = digit || (label.text == "17" && cell->rect.contains(label.x, label.y));
  EXPECT_TRUE(digit);
}

TEST(BankView, a_tooltip_explains_a_word_with_its_numbers) {
  const DrawList list = bank_picture(samples::tile_column_stage(1));
  const HitArea* cell = hit_of(list, HitKind::word_cell, 99);
  ASSERT_NE(cell, nullptr);
  EXPECT_EQ(cell->tooltip, "lane 3 wants word 99 (bytes 396..399): bank 3");
}

TEST(BankView, a_broadcast_shows_how_many_lanes_share_the_word) {
  const DrawList list = picture_of(memory::Op::load, 4, [](std::uint64_t) { return 8; });
  EXPECT_NE(label_of(list, "conflict-free"), nullptr);
  EXPECT_NE(label_of(list, "32×"), nullptr);
  const HitArea* cell = hit_of(list, HitKind::word_cell, 2);
  ASSERT_NE(cell, nullptr);
  EXPECT_THAT(cell->tooltip, HasSubstr("lanes 0–31 share word 2"));
}

TEST(BankView, sixteen_byte_lanes_cover_four_joined_cells) {
  const DrawList list = picture_of(memory::Op::load, 16, [](std::uint64_t l) { return 16 * l; });
  const HitArea* first = hit_of(list, HitKind::word_cell, 4);
  const HitArea* last = hit_of(list, HitKind::word_cell, 7);
  ASSERT_NE(first, nullptr);
  ASSERT_NE(last, nullptr);
  const Box* box = box_at_middle(list, first->rect);
  ASSERT_NE(box, nullptr);
  EXPECT_EQ(box, box_at_middle(list, last->rect));
}

TEST(BankView, several_groups_without_conflicts_say_so) {
  const DrawList list = picture_of(memory::Op::load, 16, [](std::uint64_t l) { return 16 * l; });
  const Label* verdict = label_of(list, "4 wavefronts, 0 conflicts");
  ASSERT_NE(verdict, nullptr);
  EXPECT_EQ(verdict->color, plain_style().palette.good_verdict);
  EXPECT_EQ(count_hits(list, HitKind::wavefront), 4U);
}

TEST(BankView, groups_stand_apart_in_the_stack) {
  const DrawList list = picture_of(memory::Op::store, 8, [](std::uint64_t l) { return 16 * l; });
  const HitArea* second = hit_of(list, HitKind::wavefront, 1);
  const HitArea* third = hit_of(list, HitKind::wavefront, 2);
  const HitArea* fourth = hit_of(list, HitKind::wavefront, 3);
  ASSERT_NE(fourth, nullptr);
  const float within = fourth->rect.y - third->rect.y;
  const float between = third->rect.y - second->rect.y;
  EXPECT_GT(between, within + 4);
}

TEST(BankView, every_bank_and_wavefront_can_be_met) {
  const DrawList list = bank_picture(samples::tile_column_stage(0));
  EXPECT_EQ(count_hits(list, HitKind::bank), 32U);
  EXPECT_EQ(count_hits(list, HitKind::wavefront), 32U);
  EXPECT_EQ(hit_of(list, HitKind::bank, 0)->tooltip,
            "bank 0 gives 32 different words, one per wavefront: 32 wavefronts");
  EXPECT_EQ(hit_of(list, HitKind::bank, 5)->tooltip, "bank 5 has nothing to give");
  EXPECT_EQ(hit_of(list, HitKind::wavefront, 2)->tooltip,
            "wavefront 3 of 32: lane 2 served, 29 wait; 1 of 32 banks at work");
}

// Height of the first box with that colour, which is the load bar.
float bar_height(const DrawList& list, const Color& color) {
  for (const Box& box : list.boxes) {
    if (box.fill == color) return box.rect.h;
  }
  return 0;
}

TEST(BankView, a_load_bar_is_as_high_as_its_load) {
  const auto load_bar = [](std::uint64_t step) {
    const DrawList list =
        picture_of(memory::Op::load, 4, [step](std::uint64_t l) { return l * step * 4; });
    return bar_height(list, plain_style().palette.costly);
  };
  EXPECT_NEAR(load_bar(8) * 4, load_bar(32), 2.5F);
}

TEST(BankView, the_badge_stands_beside_the_verdict_at_every_size) {
  for (const auto& [width, height] :
       {std::pair{784.0F, 606.0F}, {320.0F, 240.0F}, {200.0F, 90.0F}}) {
    const StageInput input = samples::tile_column_stage(0);
    const DrawList list = build_bank_view(input, plain_style(), width, height);
    const Label* verdict = label_of(list, "32-way");
    const Label* badge = label_of(list, "MODEL");
    ASSERT_TRUE(verdict != nullptr && badge != nullptr) << width;
    EXPECT_LT(std::abs(verdict->y - badge->y), 30) << width;
    EXPECT_LT(verdict->x - badge->x, 200) << width;
  }
}

TEST(BankView, of_32_wavefronts_each_stands_beside_the_row_of_its_lane) {
  for (const float height : {440.0F, 606.0F, 1800.0F}) {
    const DrawList list =
        build_bank_view(samples::tile_column_stage(0), plain_style(), 1800, height);
    for (std::uint64_t lane = 0; lane < 32; ++lane) {
      const HitArea* cell = hit_of(list, HitKind::word_cell, 32 * lane);
      const HitArea* chip = hit_of(list, HitKind::wavefront, lane);
      ASSERT_TRUE(cell != nullptr && chip != nullptr);
      EXPECT_NEAR(chip->rect.y, cell->rect.y, 1) << lane;
    }
  }
}

TEST(BankView, padding_is_hatched_where_no_thread_of_the_block_goes) {
  const DrawList list = bank_picture(samples::tile_column_stage(1));
  const HitArea* pad = hit_of(list, HitKind::word_cell, 32);
  ASSERT_NE(pad, nullptr);
  const Box* box = box_at_middle(list, pad->rect);
  ASSERT_NE(box, nullptr);
  EXPECT_GT(box->hatch.a, 0.0F);
  EXPECT_THAT(pad->tooltip, HasSubstr("padding"));
}

// The corners of a tile with a margin of one word on each side, for example.
TEST(BankView, what_does_not_come_back_with_every_row_is_not_called_padding) {
  StageInput input = samples::tile_column_stage(1);
  input.shared.touched.assign(input.shared.touched.size(), true);
  for (const std::size_t corner : {32, 65, 329, 362}) input.shared.touched[corner] = false;
  const DrawList list = bank_picture(input);
  const HitArea* word = hit_of(list, HitKind::word_cell, 329);
  ASSERT_NE(word, nullptr);
  EXPECT_THAT(word->tooltip, HasSubstr("no thread of this block touches it"));
  EXPECT_THAT(word->tooltip, Not(HasSubstr("padding")));
  EXPECT_NE(label_of(list, "never touched"), nullptr);
}

TEST(BankView, without_padding_nothing_is_hatched) {
  for (const Box& box : tests::some(bank_picture(samples::tile_column_stage(0)).boxes))
    EXPECT_EQ(box.hatch.a, 0.0F);
}

TEST(BankView, stepping_lights_the_served_lane_and_outlines_those_that_wait) {
  StageInput input = samples::tile_column_stage(0);
  input.wavefront = 4;
  const DrawList list = bank_picture(input);
  const Palette& palette = plain_style().palette;
  const Box* served = box_at_middle(list, hit_of(list, HitKind::word_cell, 4 * 32)->rect);
  const Box* waiting = box_at_middle(list, hit_of(list, HitKind::word_cell, 20 * 32)->rect);
  const Box* done = box_at_middle(list, hit_of(list, HitKind::word_cell, 1 * 32)->rect);
  ASSERT_TRUE(served != nullptr && waiting != nullptr && done != nullptr);
  EXPECT_EQ(served->fill, palette.lane[4]);
  EXPECT_EQ(box_at(list, served->rect.x - 1, served->rect.y - 1)->fill, palette.text);
  EXPECT_NE(label_of(list, "served"), nullptr);
  EXPECT_NE(label_of(list, "still waiting"), nullptr);
  EXPECT_EQ(waiting->fill, palette.panel);
  EXPECT_GT(waiting->border_width, 0.0F);
  EXPECT_NE(done->fill, palette.lane[1]);
  EXPECT_EQ(done->border_width, 0.0F);
}

TEST(BankView, another_wavefront_lights_another_cell) {
  StageInput input = samples::tile_column_stage(0);
  input.wavefront = 0;
  const DrawList first = bank_picture(input);
  input.wavefront = 1;
  const DrawList second = bank_picture(input);
  const auto fill = [](const DrawList& list, std::uint64_t lane) {
    return box_at_middle(list, hit_of(list, HitKind::word_cell, lane * 32)->rect)->fill;
  };
  const Palette& palette = plain_style().palette;
  EXPECT_EQ(fill(first, 0), palette.lane[0]);
  EXPECT_EQ(fill(second, 1), palette.lane[1]);
  EXPECT_NE(fill(second, 0), palette.lane[0]);
}

TEST(BankView, a_wavefront_beyond_the_last_shows_the_last) {
  StageInput input = samples::tile_column_stage(1);
  input.wavefront = 31;  // chosen before PAD changed
  const DrawList list = bank_picture(input);
  EXPECT_EQ(box_at_middle(list, hit_of(list, HitKind::word_cell, 33)->rect)->fill,
            plain_style().palette.lane[1]);
}

TEST(BankView, far_rows_are_all_shown_with_marks_between) {
  const auto address_of = [](std::uint64_t l) { return l * 4096; };
  const DrawList list = picture_of(memory::Op::load, 4, address_of);
  for (std::uint64_t lane = 0; lane < 32; ++lane)
    EXPECT_NE(hit_of(list, HitKind::word_cell, lane * 1024), nullptr) << lane;
  bool mark = false;
  for (const HitArea& hit : list.hits)
    mark = mark || hit.tooltip == "31 rows without a wanted word: words 32..1023";
  EXPECT_TRUE(mark);
}

TEST(BankView, a_masked_lane_has_no_cell) {
  StageInput input = samples::tile_column_stage(1);
  input.access.mask = 0xfffffffeU;
  EXPECT_EQ(box_at_middle(
                bank_picture(input),
                hit_of(bank_picture(samples::tile_column_stage(1)), HitKind::word_cell, 0)->rect)
                ->fill,
            plain_style().palette.cell);
}

TEST(BankView, the_sentence_of_a_wavefront_names_who_waits) {
  const text::Texts& texts = *plain_style().texts;
  EXPECT_EQ(wavefront_sentence(samples::tile_column(0), 0, texts),
            "wavefront 1 of 32: lane 0 served, 31 wait");
  EXPECT_EQ(wavefront_sentence(samples::tile_column(1), 0, texts),
            "wavefront 1 of 1: lanes 0–31 served, 0 wait");
  EXPECT_EQ(wavefront_sentence(samples::tile_column(0), std::nullopt, texts), "all 32 wavefronts");
}

TEST(BankView, of_an_asynchronous_copy_draws_the_wavefronts_that_are_counted) {
  for (const bool bypasses_l1 : {false, true}) {
    for (const bool fills_zeros : {false, true}) {
      const StageInput input = samples::copy_stage(memory::Space::shared, bypasses_l1, fills_zeros);
      const auto counted = memory::async_copy_cost(*input.copy).written.wavefronts;
      const DrawList list = bank_picture(input);
      const auto drawn = std::count_if(list.hits.begin(), list.hits.end(), [](const HitArea& hit) {
        return hit.kind == HitKind::wavefront;
      });
      EXPECT_EQ(drawn, counted) << bypasses_l1 << fills_zeros;
      EXPECT_NE(label_of(list, "one 16-byte asynchronous copy, 32 lanes"), nullptr);
    }
  }
}

TEST(BankView, of_a_copy_past_l1_says_wavefronts_and_not_ways) {
  const StageInput past = samples::copy_stage(memory::Space::shared, true);
  EXPECT_NE(label_of(bank_picture(past), "32 wavefronts"), nullptr);
  const StageInput through = samples::copy_stage(memory::Space::shared, false);
  EXPECT_NE(label_of(bank_picture(through), "4-way"), nullptr);
}

TEST(BankView, the_sentence_of_a_copys_wavefront_is_that_of_its_schedule) {
  const StageInput input = samples::copy_stage(memory::Space::shared, true);
  const text::Texts& texts = *plain_style().texts;
  EXPECT_EQ(wavefront_sentence(input.access, std::nullopt, texts, input.copy.get()),
            "32 wavefronts: 16 groups of lanes, one after another");
  EXPECT_EQ(wavefront_sentence(input.access, 0, texts, input.copy.get()),
            "group 1 of 16 · wavefront 1 of 2: lane 0 served, 1 wait, 30 come later");
}

TEST(SharedUse, a_truncated_trace_proves_no_padding) {
  report::Report report = samples::transpose_report(1);
  EXPECT_FALSE(shared_use(report).touched.empty());
  report.traces.back().truncated = true;
  EXPECT_TRUE(shared_use(report).touched.empty());
}

// ---- other machines ----

StageInput tile_on(const memory::MemoryRules& machine, const std::string& name) {
  StageInput input = samples::tile_column_stage(0);
  input.machine = machine;
  input.machine_name = name;
  return input;
}
const memory::MemoryRules tesla{memory::GlobalRule::segments, memory::SharedRule::half_warps, true};
const memory::MemoryRules fermi{memory::GlobalRule::cached_lines, memory::SharedRule::whole_warp,
                                false};

TEST(BankViewOnMachines, sixteen_banks_are_drawn_where_there_are_sixteen) {
  const DrawList list = bank_picture(tile_on(tesla, "Tesla C1060"));
  EXPECT_EQ(count_hits(list, HitKind::bank), 16U);
  EXPECT_EQ(count_hits(bank_picture(samples::tile_column_stage(0)), HitKind::bank), 32U);
  EXPECT_NE(label_of(list, "16-way"), nullptr);
  EXPECT_NE(label_of(list, "32 wavefronts · ideal 2 · 30 conflicts"), nullptr);
  EXPECT_EQ(count_hits(list, HitKind::wavefront), 32U);
}

TEST(BankViewOnMachines, the_badge_names_the_machine) {
  EXPECT_NE(label_of(bank_picture(tile_on(tesla, "Tesla C1060")), "MODEL of the Tesla C1060"),
            nullptr);
  EXPECT_NE(label_of(bank_picture(samples::tile_column_stage(0)), "MODEL"), nullptr);
}

TEST(BankViewOnMachines, every_word_stands_in_the_bank_that_gives_it) {
  const StageInput input = tile_on(tesla, "Tesla C1060");
  const DrawList list = bank_picture(input);
  for (const std::uint64_t address : input.access.address) {
    const HitArea* cell = hit_of(list, HitKind::word_cell, address / 4);
    const HitArea* bank = hit_of(list, HitKind::bank, address / 4 % 16);
    ASSERT_NE(cell, nullptr);
    ASSERT_NE(bank, nullptr);
    EXPECT_NEAR(cell->rect.x, bank->rect.x, 1.5F);
    EXPECT_THAT(cell->tooltip, HasSubstr("bank " + std::to_string(address / 4 % 16)));
  }
}

TEST(BankViewOnMachines, a_wavefront_that_serves_nobody_says_so) {
  StageInput input = tile_on(fermi, "Tesla C2050");
  input.access = samples::access(memory::Space::shared, memory::Op::load, 16,
                                 [](std::uint64_t lane) { return 16 * lane; });
  const text::Texts& texts = *plain_style().texts;
  EXPECT_THAT(wavefront_sentence(input.access, 1, texts, nullptr, fermi), HasSubstr("16 bytes"));
  EXPECT_EQ(count_hits(bank_picture(input), HitKind::wavefront), 8U);
}

TEST(BankViewOnMachines, an_asynchronous_copy_is_drawn_with_the_banks_it_is_counted_with) {
  StageInput input = samples::copy_stage(memory::Space::shared, false);
  input.machine = tesla;
  input.machine_name = "Tesla C1060";
  const DrawList list = bank_picture(input);
  EXPECT_EQ(count_hits(list, HitKind::bank), 32U);
  EXPECT_TRUE(std::any_of(list.labels.begin(), list.labels.end(), [](const Label& label) {
    return label.text.find("no asynchronous copies") != std::string::npos;
  }));
}

}  // namespace
}  // namespace lanescope::picture
