// The index explorer's picture: a thread's indices, and the places of threads.
#include "viz/picture/index/view.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viz/picture_checks.h"
#include "viz/picture/index/cells.h"
#include "viz/picture/index/text.h"

namespace lanescope::picture {
namespace {

using launch::Dim3;
using samples::count_hits;
using samples::hit_of;
using samples::label_of;
using samples::plain_style;

constexpr float page_w = 940;
constexpr float page_h = 730;

DrawList page(const IndexInput& input) { return build_index(input, plain_style(), page_w, page_h); }

bool says(const DrawList& list, const std::string& text) {
  return std::any_of(list.labels.begin(), list.labels.end(), [&](const Label& label) {
    return label.text.find(text) != std::string::npos;
  });
}

TEST(IndexView, the_three_numbers_of_a_thread_are_the_largest_on_the_page) {
  // Block 5 of 24 threads, thread 21: index 141, warp 0, lane 21.
  const DrawList list = page({{{2, 2, 2}, {4, 3, 2}}, {{1, 0, 1}, {1, 2, 1}}});
  std::map<std::string, float> sizes;
  float largest = 0;
  for (const Label& label : list.labels) {
    sizes[label.text] = std::max(sizes[label.text], label.size);
    largest = std::max(largest, label.size);
  }
  for (const char* number : {"141", "21", "0"}) EXPECT_EQ(sizes[number], largest) << number;
  EXPECT_NE(label_of(list, "thread (1, 2, 1) of block (1, 0, 1)"), nullptr);
}

TEST(IndexView, a_block_of_few_warps_leaves_its_room_to_larger_letters) {
  const IndexInput few{{{4, 1, 1}, {64, 1, 1}}, {{2, 0, 0}, {5, 0, 0}}};
  const IndexInput many{{{4, 1, 1}, {1024, 1, 1}}, {{2, 0, 0}, {5, 0, 0}}};
  const DrawList roomy = page(few);
  const DrawList full = page(many);
  const Label* larger = label_of(roomy, "blockIdx.x");
  const Label* usual = label_of(full, "blockIdx.x");
  ASSERT_TRUE(larger != nullptr && usual != nullptr);
  EXPECT_EQ(usual->size, text_small);
  EXPECT_GT(larger->size, text_small * 1.1F);
  EXPECT_LE(larger->size, text_small * 1.4F);
}

TEST(IndexView, the_formulas_have_the_thread_s_numbers_in_them) {
  const IndexInput input{{{2, 2, 2}, {4, 3, 2}}, {{1, 0, 1}, {1, 2, 1}}};
  const std::vector<Formula> formulas = formulas_of(input);
  ASSERT_EQ(formulas.size(), 5U);
  EXPECT_EQ(formulas[0].numbers, "5 * 24 + 21");
  EXPECT_EQ(formulas[0].value, "141");
  EXPECT_EQ(formulas[1].symbols,
            "(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x");
  EXPECT_EQ(formulas[1].numbers, "(1 * 3 + 2) * 4 + 1");
  EXPECT_EQ(formulas[2].numbers, "(1 * 2 + 0) * 2 + 1");
  EXPECT_EQ(formulas[3].numbers, "21 / 32");
  EXPECT_EQ(formulas[4].value, "21");
  EXPECT_TRUE(says(page(input), "(1 * 3 + 2) * 4 + 1"));
}

TEST(IndexView, the_digits_of_three_dimensions_say_which_are_the_blocks) {
  const IndexInput input{{{2, 2, 2}, {4, 3, 2}}, {{1, 0, 1}, {1, 2, 1}}};
  for (const float width : {560.0F, 640.0F, 800.0F, 1100.0F}) {
    const DrawList list = build_index(input, plain_style(), width, 640);
    EXPECT_TRUE(says(list, "blockIdx.z")) << width;
    EXPECT_TRUE(says(list, "threadIdx.z")) << width;
    EXPECT_TRUE(samples::label_faults(list, plain_style()).empty()) << width;
  }
}

TEST(IndexView, a_launch_that_was_guessed_says_so) {
  IndexInput input{{{16, 16, 1}, {16, 16, 1}}, {{0, 0, 0}, {0, 0, 0}}};
  EXPECT_FALSE(says(page(input), "(guess)"));
  input.guesses_grid = true;
  EXPECT_TRUE(says(page(input), "grid of 16 × 16 (guess)"));
  EXPECT_FALSE(says(page(input), "block of 16 × 16 (guess)"));
  input.guesses_block = true;
  EXPECT_TRUE(says(page(input), "block of 16 × 16 (guess)"));
}

// The page beside a guide at 1280 x 720 and 150 %.
TEST(IndexView, the_formula_stands_below_the_lanes_in_a_small_window_with_large_letters) {
  Style style = plain_style();
  style.scale = 1.5F;
  for (const Dim3& block : {Dim3{32, 1, 1}, Dim3{96, 1, 1}, Dim3{16, 4, 1}}) {
    for (const float height : {478.0F, 425.0F}) {
      const DrawList list =
          build_index({{{4, 1, 1}, block}, {{2, 0, 0}, {5, 0, 0}}}, style, 742, height);
      EXPECT_TRUE(says(list, "block * size + thread")) << block[0] << " " << height;
      EXPECT_TRUE(says(list, "31")) << block[0];  // a lane's number
      if (height > 450) EXPECT_GT(count_hits(list, HitKind::block), 0U) << block[0];
    }
  }
  // The step on digits.
  const DrawList digits =
      build_index({{{2, 2, 2}, {4, 3, 2}}, {{1, 0, 1}, {1, 2, 1}}}, style, 742, 478);
  EXPECT_TRUE(says(digits, "= 141"));
}

TEST(IndexView, formulas_of_warp_lane_and_block_share_a_row_on_a_projector) {
  Style style = plain_style();
  style.scale = 1.5F;
  const IndexInput input{{{32, 32, 1}, {32, 32, 1}}, {{3, 5, 0}, {5, 1, 0}}};
  for (const float height : {498.0F, 460.0F}) {
    const DrawList list = build_index(input, style, 742, height);
    EXPECT_TRUE(says(list, "37 / 32")) << height;
    EXPECT_TRUE(says(list, "37 % 32")) << height;
    EXPECT_TRUE(says(list, "= 163")) << height;  // the block's number
    EXPECT_EQ(count_hits(list, HitKind::thread), 1024U) << height;
    EXPECT_THAT(samples::label_faults(list, style), ::testing::IsEmpty()) << height;
  }
}

TEST(IndexView, in_front_of_the_rows_of_a_block_stands_which_number_they_are) {
  EXPECT_NE(label_of(page({{{3, 2, 1}, {16, 4, 1}}, {}}), "y"), nullptr);
  EXPECT_EQ(label_of(page({{{3, 2, 1}, {96, 1, 1}}, {}}), "y"), nullptr);  // first threads there
}

TEST(IndexView, a_direction_that_is_not_used_has_no_term_and_no_digit) {
  const IndexInput input{{{4, 1, 1}, {48, 1, 1}}, {{2, 0, 0}, {5, 0, 0}}};
  const std::vector<Formula> formulas = formulas_of(input);
  EXPECT_EQ(formulas[1].symbols, "threadIdx.x");
  EXPECT_TRUE(formulas[1].numbers.empty());
  const DrawList list = page(input);
  EXPECT_NE(label_of(list, "blockIdx.x"), nullptr);
  EXPECT_NE(label_of(list, "threadIdx.x"), nullptr);
  EXPECT_EQ(label_of(list, "threadIdx.y"), nullptr);
  EXPECT_EQ(label_of(list, "blockIdx.z"), nullptr);
}

TEST(IndexView, digits_stand_with_their_values_the_lowest_at_the_right) {
  const DrawList list = page({{{2, 3, 1}, {16, 4, 1}}, {{1, 2, 0}, {5, 1, 0}}});
  const Label* x = label_of(list, "threadIdx.x");
  const Label* y = label_of(list, "threadIdx.y");
  const Label* block = label_of(list, "blockIdx.y");
  ASSERT_TRUE(x != nullptr && y != nullptr && block != nullptr);
  EXPECT_GT(x->x, y->x);
  EXPECT_GT(y->x, block->x);
  for (const char* text : {"0 to 15", "0 to 3", "0 to 1", "0 to 2", "× 64", "× 128"})
    EXPECT_NE(label_of(list, text), nullptr) << text;
}

TEST(IndexView, every_thread_of_the_block_can_be_met_and_says_where_it_is) {
  const DrawList list = page({{{3, 2, 1}, {16, 4, 1}}, {{1, 0, 0}, {5, 1, 0}}});
  EXPECT_EQ(count_hits(list, HitKind::thread), 64U);
  const HitArea* hit = hit_of(list, HitKind::thread, 37);
  ASSERT_NE(hit, nullptr);
  EXPECT_EQ(hit->tooltip, "thread (5, 2): number 37 in its block, warp 1, lane 5, index 101");
  EXPECT_EQ(count_hits(list, HitKind::block), 6U);
  EXPECT_EQ(hit_of(list, HitKind::block, 4)->tooltip,
            "block (1, 1): number 4 in the grid, indices 256 to 319");
}

// 1280 x 720 at 150 %, and lower.
TEST(IndexView, a_block_that_is_cut_says_which_rows_are_shown) {
  Style style = samples::plain_style();
  style.scale = 1.5F;
  const IndexInput plane{{{32, 32, 1}, {32, 32, 1}}, {}};
  EXPECT_EQ(samples::count_hits(build_index(plane, style, 742, 498), HitKind::thread), 1024U);
  for (const float height : {460.0F, 420.0F, 380.0F}) {
    const DrawList list = build_index(plane, style, 742, height);
    const bool is_told = std::ranges::any_of(list.labels, [](const Label& label) {
      return label.text.starts_with("rows ") && label.text.find("of 32") != std::string::npos;
    });
    EXPECT_EQ(is_told, samples::count_hits(list, HitKind::thread) < 1024U) << height;
  }
}

TEST(IndexView, a_grid_that_is_cut_says_how_many_blocks_are_shown) {
  const DrawList list = page({{{128, 128, 1}, {32, 32, 1}}, {{60, 70, 0}, {5, 1, 0}}});
  EXPECT_TRUE(says(list, " of 16,384 shown"));
  EXPECT_FALSE(says(page({{{3, 2, 1}, {16, 4, 1}}, {{1, 0, 0}, {5, 1, 0}}}), " shown"));
}

// As the page is at 1280 x 720 and 150 %.
TEST(IndexView, in_a_small_window_with_large_letters_a_grid_is_whole_or_says_how_much_is_shown) {
  Style style = plain_style();
  style.scale = 1.5F;
  const DrawList whole =
      build_index({{{8, 8, 1}, {32, 32, 1}}, {{0, 0, 0}, {0, 0, 0}}}, style, 742, 480);
  EXPECT_FALSE(says(whole, " of 64"));
  std::set<std::uint64_t> drawn;
  for (const HitArea& hit : whole.hits)
    if (hit.kind == HitKind::block) drawn.insert(hit.index);
  EXPECT_EQ(drawn.size(), 64U);
  const DrawList cut =
      build_index({{{32, 32, 1}, {32, 32, 1}}, {{0, 0, 0}, {0, 0, 0}}}, style, 742, 480);
  EXPECT_TRUE(says(cut, " of 1,024"));
}

TEST(IndexView, as_many_blocks_are_drawn_as_it_says) {
  for (const float height : {420.0F, 700.0F, 733.0F}) {
    const DrawList list = build_index({{{32, 32, 1}, {32, 32, 1}}, {{0, 0, 0}, {0, 0, 0}}},
                                      plain_style(), 940, height);
    std::set<std::uint64_t> drawn;
    for (const HitArea& hit : list.hits) {
      const bool is_cell =
          hit.kind == HitKind::block && hit.rect.w >= 18 && hit.tooltip.starts_with("block (");
      if (is_cell && std::abs(hit.rect.w - hit.rect.h) <= 1) drawn.insert(hit.index);
    }
    ASSERT_FALSE(drawn.empty());
    EXPECT_TRUE(says(list, std::to_string(drawn.size()) + " of 1,024")) << drawn.size();
  }
}

// Goes from block to block by what can be clicked, as with the mouse.
void expect_all_reachable(const launch::Shape& shape) {
  const std::uint64_t all = launch::blocks_in(shape.grid);
  std::set<std::uint64_t> reached{0};
  std::vector<std::uint64_t> to_visit{0};
  while (!to_visit.empty()) {
    const std::uint64_t block = to_visit.back();
    to_visit.pop_back();
    const DrawList list = page({shape, {launch::block_at(shape.grid, block), {0, 0, 0}}});
    for (const HitArea& hit : list.hits) {
      if (hit.kind == HitKind::block && reached.insert(hit.index).second)
        to_visit.push_back(hit.index);
    }
    if (reached.size() == all) return;
  }
  ADD_FAILURE() << reached.size() << " of " << all << " blocks can be reached";
}

TEST(IndexView, every_block_can_be_reached_by_clicks) {
  expect_all_reachable({{64, 48, 1}, {16, 16, 1}});
  expect_all_reachable({{1500, 1, 1}, {256, 1, 1}});
  expect_all_reachable({{1, 700, 2}, {32, 8, 1}});
  expect_all_reachable({{40, 1, 3}, {16, 4, 1}});
}

// Only the chosen thread's warp has the colours of its lanes.
TEST(IndexView, the_warp_of_the_chosen_thread_has_the_colours_of_its_lanes) {
  const DrawList list = page({{{1, 1, 1}, {16, 4, 1}}, {{0, 0, 0}, {5, 2, 0}}});
  const Palette& palette = plain_style().palette;
  for (std::uint32_t number = 0; number < 64; ++number) {
    const HitArea* hit = hit_of(list, HitKind::thread, number);
    ASSERT_NE(hit, nullptr);
    const bool coloured = std::any_of(list.boxes.begin(), list.boxes.end(), [&](const Box& box) {
      return box.fill == palette.lane[number % 32] &&
             hit->rect.contains(box.rect.x + box.rect.w / 2, box.rect.y + box.rect.h / 2);
    });
    EXPECT_EQ(coloured, number >= 32) << number;
  }
}

TEST(IndexView, warps_are_named_beside_their_lines) {
  const DrawList list = page({{{1, 1, 1}, {16, 4, 1}}, {}});
  ASSERT_NE(label_of(list, "warp 0"), nullptr);
  ASSERT_NE(label_of(list, "warp 1"), nullptr);
  EXPECT_LT(label_of(list, "warp 0")->y, label_of(list, "warp 1")->y);
  // A row of 24 ends in the middle of a warp.
  EXPECT_NE(label_of(page({{{1, 1, 1}, {24, 4, 1}}, {}}), "warps 0–1"), nullptr);
}

std::size_t hatched(const DrawList& list) {
  return static_cast<std::size_t>(std::count_if(
      list.boxes.begin(), list.boxes.end(), [](const Box& box) { return box.hatch_period > 0; }));
}

TEST(IndexView, lanes_without_a_thread_are_hatched) {
  EXPECT_EQ(hatched(page({{{1, 1, 1}, {64, 1, 1}}, {}})), 0U);
  EXPECT_EQ(hatched(page({{{1, 1, 1}, {48, 1, 1}}, {}})), 16U);
  EXPECT_EQ(hatched(page({{{1, 1, 1}, {5, 3, 1}}, {}})), 17U);
  EXPECT_EQ(hatched(page({{{1, 1, 1}, {7, 5, 3}}, {}})), 23U);
  EXPECT_TRUE(says(page({{{1, 1, 1}, {5, 3, 1}}, {}}), "17 lanes without a thread"));
}

TEST(IndexView, layers_stand_side_by_side_and_what_has_no_room_has_a_chip) {
  const DrawList two = page({{{1, 1, 1}, {8, 4, 2}}, {}});
  EXPECT_EQ(count_hits(two, HitKind::thread), 64U);
  EXPECT_TRUE(says(two, "z = 1"));
  const DrawList many = page({{{1, 1, 1}, {4, 4, 64}}, {{}, {1, 2, 40}}});
  std::set<std::uint64_t> met;
  for (const HitArea& hit : many.hits) {
    if (hit.kind == HitKind::thread) met.insert(hit.index / 16);
  }
  EXPECT_GT(met.size(), 10U);
  EXPECT_TRUE(met.contains(40));
  // The same x and y, one layer further.
  EXPECT_NE(hit_of(many, HitKind::thread, 41 * 16 + 9), nullptr);
}

TEST(IndexView, each_of_the_nine_formulas_says_what_it_gives) {
  const DrawList list = page({{{3, 2, 1}, {16, 4, 1}}, {{1, 1, 0}, {5, 2, 0}}});
  // Block 4 of 64 threads, thread 37.
  EXPECT_TRUE(says(list, "293"));
  EXPECT_NE(label_of(list, "≠  not its number in the launch"), nullptr);
  EXPECT_NE(label_of(list, "≠ 21"), nullptr);   // 1D grid of 1D blocks: 1 * 16 + 5
  EXPECT_NE(label_of(list, "≠ 101"), nullptr);  // 1D grid of 2D blocks: 1 * 64 + 37
  EXPECT_NE(label_of(list, "≠ 69"), nullptr);   // 2D grid of 1D blocks: 4 * 16 + 5
}

TEST(IndexView, a_grid_of_any_size_shows_the_chosen_block_and_its_neighbours) {
  const launch::Shape huge{{0x7fff'ffff, 65535, 3}, {32, 1, 1}};
  const launch::ThreadPosition position{{1'000'000'000, 30'000, 1}, {7, 0, 0}};
  const DrawList list = page({huge, position});
  const std::uint64_t number = launch::block_number(huge.grid, position.block);
  EXPECT_NE(hit_of(list, HitKind::block, number), nullptr);
  EXPECT_NE(hit_of(list, HitKind::block, number + 1), nullptr);
  EXPECT_LT(list.boxes.size(), 2000U);
}

TEST(IndexView, a_broken_limit_is_explained_in_words) {
  const text::Texts english("en");
  const auto told = [&](const launch::Shape& shape) {
    return limit_text(shape, launch::check_limits(shape), english);
  };
  EXPECT_EQ(told({{1, 1, 1}, {32, 32, 1}}), "");
  EXPECT_THAT(told({{1, 1, 1}, {33, 32, 1}}),
              testing::StartsWith("A block of 33 × 32 has 1,056 threads, at most 1,024 are"));
  EXPECT_THAT(told({{1, 1, 1}, {1, 1, 65}}),
              testing::StartsWith("The block has 65 threads in z, at most 64 are allowed."));
  EXPECT_THAT(told({{1, 65536, 1}, {1, 1, 1}}), testing::HasSubstr("CUDA returns an error"));
  EXPECT_THAT(told({{1, 1, 1}, {0, 1, 1}}), testing::HasSubstr("at least 1"));
}

// --- places of the cells ---

CellsInput cells_input(const Dim3& extents, float w = 600, float h = 400) {
  CellsInput input;
  input.extents = extents;
  input.area = {10, 20, w, h};
  input.left = 30;
  input.right = 60;
  input.top = 18;
  input.least = 6;
  input.most = 38;
  input.legible = 13;
  input.between = 14;
  input.folds_at_32 = true;
  return input;
}

TEST(IndexCells, of_a_row_alone_each_line_is_a_warp) {
  for (const float w : {900.0F, 600.0F, 400.0F, 300.0F}) {
    const Cells cells = cells_in(cells_input({96, 1, 1}, w));
    EXPECT_EQ(cells.columns, 32U) << w;
    EXPECT_EQ(cells.lines, 3U) << w;
  }
  const Cells cells = cells_in(cells_input({96, 1, 1}));
  EXPECT_EQ(cells.rect_of({32, 0, 0})->x, cells.rect_of({0, 0, 0})->x);
  EXPECT_GT(cells.rect_of({32, 0, 0})->y, cells.rect_of({31, 0, 0})->y);
}

TEST(IndexCells, neither_overlap_nor_leave_their_area) {
  for (const Dim3& extents :
       {Dim3{5, 1, 1}, Dim3{1024, 1, 1}, Dim3{16, 4, 1}, Dim3{32, 32, 1}, Dim3{1, 1024, 1},
        Dim3{200, 5, 1}, Dim3{8, 4, 2}, Dim3{7, 5, 3}, Dim3{4, 4, 64}, Dim3{1, 2, 8}}) {
    for (const auto& [w, h] : {std::pair{600.0F, 400.0F}, {300.0F, 200.0F}, {900.0F, 120.0F}}) {
      const CellsInput input = cells_input(extents, w, h);
      const Cells cells = cells_in(input);
      std::set<std::pair<float, float>> corners;
      std::size_t shown = 0;
      for (std::uint32_t number = 0; number < launch::threads_in(extents); ++number) {
        const auto rect = cells.rect_of(launch::thread_at(extents, number));
        if (!rect) continue;
        ++shown;
        EXPECT_TRUE(corners.emplace(rect->x, rect->y).second) << number;
        EXPECT_GE(rect->x, input.area.x);
        EXPECT_GE(rect->y, input.area.y);
        EXPECT_LE(rect->x + rect->w, input.area.x + w + 1);
        EXPECT_LE(rect->y + rect->h, input.area.y + h + 1);
      }
      EXPECT_GT(shown, 0U);
      if (!cells.is_cut() && cells.layers == extents[2])
        EXPECT_EQ(shown, launch::threads_in(extents));
    }
  }
}

TEST(IndexCells, what_is_too_high_is_cut_around_the_chosen_one) {
  CellsInput input = cells_input({2, 512, 1});
  input.chosen = {1, 300, 0};
  const Cells cells = cells_in(input);
  EXPECT_TRUE(cells.is_cut());
  EXPECT_TRUE(cells.rect_of(input.chosen).has_value());
  EXPECT_FALSE(cells.rect_of({0, 0, 0}).has_value());
}

}  // namespace
}  // namespace lanescope::picture
