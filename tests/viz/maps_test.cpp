// Cells and pictures of the maps, from handmade surveys.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/viz/picture_checks.h"
#include "viz/picture/core/heat.h"
#include "viz/picture/maps/maps.h"
#include "viz/picture/maps/parts.h"

namespace lanescope::picture {
namespace {

using samples::count_hits;
using samples::label_of;
using samples::plain_style;
using survey::ArraySurvey;
using survey::Survey;

// float A[8][16]. Every row is read once, except the last, which no thread touches; element (2, 1)
// is read 7 times. Nothing is written. The sectors of row 3 are moved twice, for 4 bytes each time.
// The first warp of row y is y.
ArraySurvey array_survey() {
  ArraySurvey array;
  array.array.name = "A";
  array.array.type = "float";
  array.array.count = 128;
  array.array.element_bytes = 4;
  array.array.shape = {8, 16};
  array.reads.assign(128, 1);
  array.first_warp.resize(128);
  for (std::uint32_t i = 0; i < 128; ++i) array.first_warp[i] = i / 16 + 1;
  array.reads[1 * 16 + 2] = 7;
  for (std::size_t i = 112; i < 128; ++i) {
    array.reads[i] = 0;
    array.first_warp[i] = survey::no_warp;
  }
  array.sector_moves.assign(16, 1);
  array.sector_used.assign(16, 32);
  for (const std::size_t sector : {6U, 7U}) {
    array.sector_moves[sector] = 2;
    array.sector_used[sector] = 8;
  }
  array.sector_moves[14] = array.sector_moves[15] = 0;
  array.sector_used[14] = array.sector_used[15] = 0;
  array.total_reads = 118;
  array.total_moves = 16;
  array.total_used = 12 * 32 + 16;
  return array;
}

survey::BankPattern pattern(std::uint16_t wavefronts, std::uint8_t words, bool one_bank) {
  survey::BankPattern made;
  made.wavefronts = made.ways = wavefronts;
  made.ideal = 1;
  for (std::size_t bank = 0; bank < 32; ++bank)
    made.words[bank] = one_bank && bank > 0 ? std::uint8_t{0} : words;
  return made;
}

// 4 x 2 blocks of 3 warps; the last block did not run. Warp w of each block makes w + 1 requests:
// the first is 32-way in bank 0, the others are conflict-free. Block b moves 10 sectors, block 5
// moves 13.
std::shared_ptr<Survey> launch() {
  auto made = std::make_shared<Survey>();
  made->grid = {4, 2, 1};
  made->block = {96, 1, 1};
  made->warps_per_block = 3;
  made->blocks_run = 7;
  made->arrays.push_back(array_survey());
  made->arrays.emplace_back();
  made->arrays.back().array.name = "big";
  made->arrays.back().has_maps = false;
  made->arrays.back().array.count = 1000;
  made->blocks.resize(8);
  made->warps.resize(24);
  for (std::size_t block = 0; block < 7; ++block) {
    made->blocks[block].global_sectors = block == 5 ? 13 : 10;
    made->blocks[block].global_ideal = 10;
    for (std::size_t warp = 0; warp < 3; ++warp)
      made->warps[block * 3 + warp].global_sectors = warp + 1;
  }
  made->total.global_sectors = 73;
  made->total.global_ideal = 70;
  survey::Site site;
  site.place.line = 13;
  site.space = memory::Space::shared;
  site.bytes = 4;
  made->sites.push_back(site);
  made->patterns = {pattern(32, 32, true), pattern(1, 1, false)};
  for (std::uint32_t warp = 0; warp < 21; ++warp) {
    for (std::uint32_t event = 0; event <= warp % 3; ++event)
      made->rows.push_back({warp, 2 + event, 0, event == 0 ? 0U : 1U});
  }
  made->rows_total = made->rows.size();
  return made;
}

MapFieldPtr map_of(MapQuantity quantity, const MapChoice& more = {}) {
  MapChoice choice = more;
  choice.quantity = quantity;
  return make_map_field(launch(), choice);
}

MapInput input_of(MapQuantity quantity, const MapChoice& more = {}) {
  MapInput input;
  input.map = map_of(quantity, more);
  return input;
}

DrawList map_picture(const MapInput& input, float width = 940, float height = 760) {
  return build_map(input, plain_style(), width, height);
}

// Elements 18 and 40 differ.
MapChoice with_difference() {
  std::vector<std::byte> wanted(512), got(512);
  got[std::size_t{18} * 4 + 3] = std::byte{0x40};  // 2.0
  got[std::size_t{40} * 4 + 3] = std::byte{0x40};
  MapChoice choice;
  choice.difference = std::make_shared<const report::ArrayDifference>(
      report::difference_of(array_survey().array, std::move(wanted), std::move(got)));
  return choice;
}

// Elements 18 to 20 of A, in an error between lines 7 and 9, and element 18 in a warning.
std::vector<Raced> raced(std::uint64_t address) {
  Raced error;
  error.finding.kind = DiagnosticKind::global_race;
  error.finding.place.line = 9;
  error.finding.thread = {4, 0, 0};
  error.finding.block = {1, 0, 0};
  error.finding.other = OtherPlace{{"k.cu", 7, 0}, 0, {5, 0, 0}, {0, 0, 0}};
  error.finding.count = 3;
  Raced warning = error;
  warning.finding.severity = Severity::warning;
  warning.finding.place.line = 11;
  error.places = {{address + 18 * 4, 12}, {address + 4096, 4}};
  warning.places = {{address + 18 * 4 + 2, 1}};
  return {error, warning};
}

MapInput with_races() {
  MapInput input = input_of(MapQuantity::reads);
  input.races = std::make_shared<const ArrayRaces>(
      races_in(raced(array_survey().array.address), array_survey().array));
  return input;
}

// The boxes in the cells that are as round as dots.
std::vector<Box> dots_in(const DrawList& list, const Rect& cells) {
  std::vector<Box> dots;
  for (const Box& box : list.boxes) {
    const bool is_round = box.radius > 0 && box.radius == box.rect.w / 2 && box.border_width > 0;
    if (is_round && box.rect.x >= cells.x && box.rect.y >= cells.y &&
        box.rect.y + box.rect.h <= cells.y + cells.h)
      dots.push_back(box);
  }
  return dots;
}

// ---- races ----

TEST(RacesOnAnArray, are_its_own_elements_counted_once) {
  report::ArrayInfo array = array_survey().array;
  array.address = 0x1000;
  const ArrayRaces races = races_in(raced(0x1000), array);
  ASSERT_EQ(races.parts.size(), 2U);
  EXPECT_EQ(races.parts[0].first, 18U);
  EXPECT_EQ(races.parts[0].end, 21U);
  EXPECT_EQ(races.parts[1].end, 19U) << "a byte of an element is the element";
  EXPECT_EQ(races.elements, 3U);
  EXPECT_TRUE(races.has_errors());
  EXPECT_TRUE(races.has_milder());
  EXPECT_TRUE(races_in(raced(0x9000), array).empty());
}

TEST(RacesOnAnArray, have_a_dot_on_each_element_in_the_corner_of_its_cell) {
  const MapInput input = with_races();
  const DrawList list = map_picture(input);
  const MapLayout layout = map_layout(input, plain_style(), 940, 760);
  const MapView view = whole_map(layout.frame);
  const std::vector<Box> dots = dots_in(list, layout.cells);
  ASSERT_EQ(dots.size(), 3U);
  for (std::uint32_t i = 0; i < 3; ++i) {  // elements 18, 19 and 20: row 1 of 16
    const Rect cell = rect_of(view, {2 + i, 1});
    const float x = layout.cells.x + cell.x;
    const float y = layout.cells.y + cell.y;
    EXPECT_GT(dots[i].rect.x, x + cell.w / 2);
    EXPECT_LE(dots[i].rect.x + dots[i].rect.w, x + cell.w);
    EXPECT_GE(dots[i].rect.y, y);
    EXPECT_LT(dots[i].rect.y + dots[i].rect.h, y + cell.h / 2);
  }
}

TEST(RacesOnAnArray, that_are_errors_are_filled_and_milder_ones_are_rings) {
  MapInput input = with_races();
  const MapLayout layout = map_layout(input, plain_style(), 940, 760);
  const Color error = plain_style().palette.error_text;
  for (const Box& dot : dots_in(map_picture(input), layout.cells)) EXPECT_EQ(dot.fill, error);
  const std::vector<Raced> all = raced(array_survey().array.address);
  input.races = std::make_shared<const ArrayRaces>(races_in({all[1]}, array_survey().array));
  const std::vector<Box> rings = dots_in(map_picture(input), layout.cells);
  ASSERT_EQ(rings.size(), 1U);
  EXPECT_NE(rings[0].fill, error);
  EXPECT_EQ(rings[0].border, error);
}

TEST(RacesOnAnArray, are_in_the_legend_and_named_in_the_tooltip) {
  const MapInput input = with_races();
  const DrawList list = map_picture(input);
  const text::Texts& texts = *plain_style().texts;
  const std::string legend = texts.get("maps.legend_race") + ": " + texts.count("maps.raced", 3);
  EXPECT_NE(label_of(list, legend), nullptr);
  EXPECT_NE(label_of(list, texts.get("maps.legend_milder_race")), nullptr);
  const std::string both = description_of(input, {2, 1}, texts);
  EXPECT_NE(both.find("● data race: line 9 by thread (4, 0, 0) of block (1, 0, 0), line 7 by "
                      "thread (5, 0, 0) of block (0, 0, 0)"),
            std::string::npos)
      << both;
  EXPECT_NE(both.find("○ data race: line 11"), std::string::npos) << both;
  EXPECT_EQ(description_of(input, {3, 1}, texts).find("○"), std::string::npos);
  EXPECT_EQ(description_of(input, {5, 1}, texts).find("●"), std::string::npos);
}

TEST(RacesOnAnArray, have_few_dots_where_the_cells_are_small) {
  auto survey = launch();
  ArraySurvey& array = survey->arrays[0];
  array.array.shape = {2048, 2048};
  array.array.count = 2048 * 2048;
  array.reads.assign(array.array.count, 3);
  array.first_warp.assign(array.array.count, 1);
  Raced every = raced(array.array.address)[0];
  every.places = {{array.array.address, array.array.bytes()}};
  MapInput input;
  MapChoice choice;
  choice.quantity = MapQuantity::reads;
  input.map = make_map_field(survey, choice);
  input.races = std::make_shared<const ArrayRaces>(races_in({every}, array.array));
  const MapLayout layout = map_layout(input, plain_style(), 940, 760);
  const std::vector<Box> dots = dots_in(map_picture(input), layout.cells);
  EXPECT_GT(dots.size(), 500U);
  EXPECT_LT(dots.size(), 5000U);
}

// ---- cells ----

TEST(WrongElements, are_marked_in_the_arrays_own_shape) {
  const MapFieldPtr map = map_of(MapQuantity::wrong, with_difference());
  ASSERT_TRUE(map->cells);
  EXPECT_EQ(map->cells->at(2, 1), 1);  // element 18
  EXPECT_EQ(map->cells->at(8, 2), 1);  // element 40
  EXPECT_EQ(map->cells->at(3, 1), 0);
  EXPECT_EQ(map->limit, 1.0F);                             // striped, not only coloured
  EXPECT_EQ(map->cells->levels.back().values.front(), 1);  // stays visible at any zoom
}

TEST(WrongElements, are_no_map_where_nothing_is_known_of_the_array) {
  EXPECT_FALSE(map_of(MapQuantity::wrong)->cells);
  MapChoice other = with_difference();
  other.array = 1;
  EXPECT_FALSE(map_of(MapQuantity::wrong, other)->cells);
}

TEST(WrongElements, have_a_sign_a_legend_and_a_tooltip_with_wanted_and_got) {
  const MapInput input = input_of(MapQuantity::wrong, with_difference());
  const DrawList list = map_picture(input);
  EXPECT_NE(label_of(list, "≠"), nullptr);
  EXPECT_NE(label_of(list, "≠  differs from what is wanted"), nullptr);
  EXPECT_NE(label_of(list, "as wanted"), nullptr);
  EXPECT_NE(label_of(list, "2 differ"), nullptr);
  EXPECT_NE(label_of(list, "of 128; first: A[1][2], 0 wanted, 2 got"), nullptr);
  const std::string tooltip = description_of(input, {8, 2}, *plain_style().texts);
  EXPECT_NE(tooltip.find("A[2][8]"), std::string::npos) << tooltip;
  EXPECT_NE(tooltip.find("0 wanted, 2 got"), std::string::npos) << tooltip;
}

TEST(ArrayMap, has_the_arrays_own_shape_and_a_cell_for_each_element) {
  const MapFieldPtr map = map_of(MapQuantity::reads);
  ASSERT_TRUE(map->cells);
  EXPECT_EQ(map->cells->width, 16U);
  EXPECT_EQ(map->cells->height, 8U);
  EXPECT_FALSE(map->wrapped);
  EXPECT_EQ(map->cells->at(2, 1), 7);
  EXPECT_EQ(map->cells->at(3, 1), 1);
  EXPECT_EQ(map->element_of({2, 1}), 18U);
}

TEST(ArrayMap, an_untouched_element_has_no_value_for_any_quantity) {
  for (const MapQuantity quantity :
       {MapQuantity::reads, MapQuantity::moved, MapQuantity::first_warp}) {
    const MapFieldPtr map = map_of(quantity);
    EXPECT_TRUE(std::isnan(map->cells->at(0, 7))) << name_of(quantity);
    EXPECT_EQ(map->cells->with_value, 112U) << name_of(quantity);
  }
}

TEST(ArrayMap, each_element_has_what_its_sector_moved_for_each_byte_used) {
  const MapFieldPtr map = map_of(MapQuantity::moved);
  EXPECT_EQ(map->cells->at(0, 0), 1);
  EXPECT_EQ(map->cells->at(0, 3), 8);
  EXPECT_EQ(map->cells->at(15, 3), 8);
  EXPECT_EQ(map->low, 1);
  EXPECT_EQ(map->high, 8);
  EXPECT_EQ(map->cells->reduced, Reduced::mean);
}

TEST(ArrayMap, the_first_warp_is_a_number_from_0_and_the_least_from_afar) {
  const MapFieldPtr map = map_of(MapQuantity::first_warp);
  EXPECT_EQ(map->cells->at(0, 0), 0);
  EXPECT_EQ(map->cells->at(9, 6), 6);
  EXPECT_EQ(map->cells->levels.back().values.front(), 0);
}

// 1024 warps in 32 blocks: on the ramp alone, the next block is 1/30 of the range away and the next
// warp 1/1000.
TEST(ArrayMap, neighbours_among_many_first_warps_are_shades_apart) {
  auto survey = launch();
  survey->grid = {16, 2, 1};
  survey->warps_per_block = 32;
  ArraySurvey& array = survey->arrays[0];
  array.array.shape = {32, 32};
  array.array.count = 1024;
  array.first_warp.resize(1024);
  for (std::uint32_t i = 0; i < 1024; ++i) array.first_warp[i] = i + 1;  // one row per block
  MapChoice choice;
  choice.quantity = MapQuantity::first_warp;
  const MapFieldPtr map = make_map_field(survey, choice);
  ASSERT_TRUE(map->shaded);
  const float all = map->high - map->low;
  for (std::uint32_t y = 0; y + 1 < 32; ++y) {
    EXPECT_EQ(map->cells->at(0, y), static_cast<float>(y * 32));  // the cell still holds the number
    EXPECT_GE(map->shaded->at(0, y), map->low);
    EXPECT_LE(map->shaded->at(31, y), map->high);
    EXPECT_GT(std::abs(map->shaded->at(1, y) - map->shaded->at(0, y)), 0.03F * all) << y;
    // Between rows of blocks, the step of the number itself adds to the shading.
    EXPECT_GT(std::abs(map->shaded->at(0, y + 1) - map->shaded->at(0, y)), 0.02F * all) << y;
  }
  MapInput input;
  input.map = map;
  const DrawList list = map_picture(input);
  EXPECT_EQ(list.heats.front().field, map->shaded);
  EXPECT_NE(label_of(list, "shades alternate, block by block and warp by warp"), nullptr);
}

TEST(ArrayMap, few_first_warps_use_the_ramp_without_shades) {
  EXPECT_FALSE(map_of(MapQuantity::first_warp)->shaded);
}

TEST(ArrayMap, without_a_shape_is_wrapped_and_ends_where_the_array_ends) {
  auto survey = launch();
  ArraySurvey& array = survey->arrays[0];
  array.array.shape.clear();
  array.array.count = 100;
  array.reads.resize(100);
  array.first_warp.resize(100);
  MapChoice choice;
  choice.quantity = MapQuantity::reads;
  const MapFieldPtr map = make_map_field(survey, choice);
  EXPECT_EQ(map->wrapped, 32U);
  EXPECT_EQ(map->cells->height, 4U);
  EXPECT_EQ(map->cells->at(4, 3), no_cell);
  EXPECT_FALSE(map->element_of({4, 3}));
  EXPECT_EQ(map->element_of({3, 3}), 99U);
}

TEST(ArrayMap, a_column_is_wrapped_too) {
  auto survey = launch();
  survey->arrays[0].array.shape = {128, 1};
  MapChoice choice;
  choice.quantity = MapQuantity::reads;
  EXPECT_EQ(make_map_field(survey, choice)->wrapped, 32U);
}

TEST(GridMap, has_a_cell_for_each_block_over_the_range_that_there_is) {
  const MapFieldPtr map = map_of(MapQuantity::sectors);
  EXPECT_EQ(map->cells->width, 4U);
  EXPECT_EQ(map->cells->height, 2U);
  EXPECT_EQ(map->cells->at(1, 1), 13);
  EXPECT_EQ(map->low, 10);
  EXPECT_EQ(map->high, 13);
  EXPECT_TRUE(std::isnan(map->cells->at(3, 1)));  // this block did not run
  EXPECT_EQ(map->position_of({1, 1})->block, 5U);
}

TEST(GridMap, by_warps_each_block_is_a_tile) {
  MapChoice choice;
  choice.by_warp = true;
  const MapFieldPtr map = map_of(MapQuantity::sectors, choice);
  EXPECT_EQ(map->tile_w, 2U);
  EXPECT_EQ(map->tile_h, 2U);
  EXPECT_EQ(map->cells->width, 8U);
  EXPECT_EQ(map->cells->at(2, 0), 1);  // block 1
  EXPECT_EQ(map->cells->at(3, 0), 2);
  EXPECT_EQ(map->cells->at(2, 1), 3);
  EXPECT_EQ(map->cells->at(3, 1), no_cell);
  EXPECT_EQ(map->position_of({2, 1})->block, 1U);
  EXPECT_EQ(map->position_of({2, 1})->warp, 2U);
  EXPECT_FALSE(map->position_of({3, 1}));
  EXPECT_EQ(map->cells_of({5, 0}).first, (MapCell{2, 2}));
  EXPECT_EQ(map->cells_of({5, 1}).first, (MapCell{3, 2}));
  EXPECT_EQ(map->cells_of({5, 2}).first, (MapCell{2, 3}));
  EXPECT_EQ(map->cells_of({5, 2}).across, 1U);
}

TEST(GridMap, by_warps_a_block_of_a_power_of_two_leaves_no_gap) {
  auto survey = launch();
  survey->warps_per_block = 32;
  survey->warps.assign(8 * 32, {});
  survey->total.global_sectors = 1;
  MapChoice choice;
  choice.quantity = MapQuantity::sectors;
  choice.by_warp = true;
  const MapFieldPtr map = make_map_field(survey, choice);
  EXPECT_EQ(map->tile_w, 8U);
  EXPECT_EQ(map->tile_h, 4U);
}

TEST(GridMap, equal_but_costly_cells_do_not_have_the_colour_of_low_cost) {
  auto survey = launch();
  for (survey::Cost& cost : survey->blocks) cost.global_sectors = 4 * cost.global_ideal;
  MapChoice choice;
  choice.quantity = MapQuantity::sectors_ratio;
  const MapFieldPtr map = make_map_field(survey, choice);
  EXPECT_EQ(map->low, 1);
  EXPECT_EQ(map->high, 4);
}

TEST(BankMap, has_a_row_for_each_request_of_the_warp_the_block_or_the_kernel) {
  MapChoice choice;
  choice.warp = 5;  // the last of block 1
  const MapFieldPtr warp = map_of(MapQuantity::of_warp, choice);
  EXPECT_EQ(warp->cells->width, 32U);
  EXPECT_EQ(warp->cells->height, 3U);
  EXPECT_EQ(warp->row(0).warp, 5U);
  EXPECT_EQ(map_of(MapQuantity::of_block, choice)->cells->height, 6U);
  EXPECT_EQ(map_of(MapQuantity::of_block, choice)->row(0).warp, 3U);
  EXPECT_EQ(map_of(MapQuantity::of_kernel, choice)->cells->height, 42U);
}

TEST(BankMap, a_bank_that_gives_nothing_is_empty) {
  const MapFieldPtr map = map_of(MapQuantity::of_kernel);
  EXPECT_EQ(map->cells->at(0, 0), 32);
  EXPECT_TRUE(std::isnan(map->cells->at(1, 0)));
  EXPECT_EQ(map->cells->at(31, 2), 1);  // second request of warp 1
  EXPECT_EQ(map->beside->at(0, 0), 32);
  EXPECT_EQ(map->beside->at(0, 2), 1);
  EXPECT_EQ(map->conflicts, 21U);
  EXPECT_EQ(map->worst_ways, 32U);
}

TEST(BankMap, adds_up_what_each_bank_gives) {
  // 21 x 32 words of bank 0, 21 x one word of every bank.
  const MapFieldPtr map = map_of(MapQuantity::of_kernel);
  ASSERT_EQ(map->bank_words.size(), 32U);
  EXPECT_EQ(map->bank_words[0], 21U * 32 + 21);
  EXPECT_EQ(map->bank_words[31], 21U);
  EXPECT_EQ(map->all_wavefronts, 21U * 32 + 21);
}

TEST(BankMap, of_a_machine_of_16_banks_has_16_columns) {
  auto survey = launch();
  survey->machine.shared = memory::SharedRule::half_warps;
  MapChoice choice;
  choice.quantity = MapQuantity::of_kernel;
  EXPECT_EQ(make_map_field(survey, choice)->cells->width, 16U);
}

TEST(MapChoices, those_without_values_are_passed_over) {
  const auto survey = launch();
  MapChoice choice;
  choice.quantity = MapQuantity::writes;
  EXPECT_FALSE(has_values(*survey, choice));
  EXPECT_EQ(next_with_values(*survey, choice, MapQuantity::writes), MapQuantity::moved);
  choice.array = 1;  // this array has no maps
  EXPECT_EQ(next_with_values(*survey, choice, MapQuantity::writes), MapQuantity::writes);
  EXPECT_EQ(next_with_values(*survey, {}, MapQuantity::wavefronts), MapQuantity::sectors);
  EXPECT_FALSE(make_map_field(survey, choice)->cells);
}

TEST(MapChoices, have_names_that_are_found_again) {
  for (const MapKind kind : {MapKind::banks, MapKind::array, MapKind::grid}) {
    for (const MapQuantity quantity : quantities_of(kind)) {
      EXPECT_EQ(kind_of(quantity), kind);
      EXPECT_EQ(quantity_named(kind, name_of(quantity)), quantity);
      EXPECT_FALSE(name_of(quantity, *plain_style().texts).starts_with("maps.")) << "no text";
    }
  }
  EXPECT_FALSE(quantity_named(MapKind::grid, "reads"));
}

// ---- pictures ----

TEST(MapPicture, has_the_cells_in_the_themes_ramp_and_one_area_to_meet) {
  MapInput input = input_of(MapQuantity::reads);
  const DrawList list = map_picture(input);
  ASSERT_EQ(list.heats.size(), 1U);
  const MapLayout layout = map_layout(input, plain_style(), 940, 760);
  EXPECT_EQ(list.heats[0].rect, layout.cells);
  EXPECT_EQ(list.heats[0].field, input.map->cells);
  EXPECT_EQ(list.heats[0].high, 8);
  EXPECT_GT(list.heats[0].none_hatch.a, 0);  // the last row is untouched
  ASSERT_EQ(count_hits(list, HitKind::cell), 1U);
  EXPECT_EQ(samples::hit_of(list, HitKind::cell, 0)->rect, layout.cells);
  EXPECT_NE(label_of(list, "Array A: times read"), nullptr);
  EXPECT_NE(label_of(list, "1–7×"), nullptr);
  EXPECT_NE(label_of(list, "float[8][16]"), nullptr);
  EXPECT_NE(label_of(list, "MODEL"), nullptr);
}

TEST(MapPicture, large_cells_have_their_values_written_in) {
  const MapInput input = input_of(MapQuantity::reads);
  const DrawList list = map_picture(input);
  const MapLayout layout = map_layout(input, plain_style(), 940, 760);
  const Rect cell = rect_of(whole_map(layout.frame), {2, 1});
  const Rect there{layout.cells.x + cell.x, layout.cells.y + cell.y, cell.w, cell.h};
  std::vector<std::string> inside;
  for (const Label& label : list.labels) {
    if (there.contains(label.x, label.y)) inside.push_back(label.text);
  }
  EXPECT_EQ(inside, std::vector<std::string>{"7"});
}

TEST(MapPicture, small_cells_have_no_values_until_zoomed_in) {
  auto survey = launch();
  ArraySurvey& array = survey->arrays[0];
  array.array.shape = {512, 512};
  array.array.count = 512 * 512;
  array.reads.assign(512 * 512, 3);
  array.first_warp.assign(512 * 512, 1);
  MapInput input;
  MapChoice choice;
  choice.quantity = MapQuantity::reads;
  input.map = make_map_field(survey, choice);
  const auto digits = [](const DrawList& list, const Rect& area) {
    return std::count_if(list.labels.begin(), list.labels.end(), [&](const Label& label) {
      return label.text == "3" && area.contains(label.x, label.y);
    });
  };
  const MapLayout layout = map_layout(input, plain_style(), 940, 760);
  EXPECT_EQ(digits(map_picture(input), layout.cells), 0);
  input.view = zoomed(layout.frame, whole_map(layout.frame), 1000, 300, 200);
  EXPECT_GT(digits(map_picture(input), layout.cells), 50);
}

TEST(MapPicture, stays_as_cheap_for_millions_of_cells) {
  auto survey = launch();
  ArraySurvey& array = survey->arrays[0];
  array.array.shape = {2048, 2048};
  array.array.count = 2048 * 2048;
  array.reads.assign(array.array.count, 3);
  array.first_warp.assign(array.array.count, 1);
  MapInput input;
  MapChoice choice;
  choice.quantity = MapQuantity::reads;
  input.map = make_map_field(survey, choice);
  const DrawList list = map_picture(input);
  EXPECT_LT(list.order.size(), 300U);
  EXPECT_LT(list.labels.size(), 100U);
  EXPECT_LT(list.hits.size(), 10U);
}

TEST(MapPicture, of_banks_marks_rows_with_conflicts_by_shape_and_number) {
  MapChoice choice;
  choice.warp = 2;
  const MapInput input = input_of(MapQuantity::of_warp, choice);
  const DrawList list = map_picture(input);
  const MapLayout layout = map_layout(input, plain_style(), 940, 760);
  EXPECT_NE(label_of(list, "32-way"), nullptr);
  EXPECT_NE(label_of(list, "1 with conflicts"), nullptr);
  EXPECT_EQ(std::count_if(list.labels.begin(), list.labels.end(),
                          [](const Label& label) {
                            return label.text.find("3 requests") != std::string::npos;
                          }),
            1);  // in the head, once
  EXPECT_NE(label_of(list, "13 LDS"), nullptr);
  int bold = 0;
  const float end = layout.cells.y + 3 * static_cast<float>(whole_map(layout.frame).px_y);
  for (const Label& label : list.labels) {
    if (!layout.right.contains(label.x, label.y) || label.y > end || label.text == "wavefronts")
      continue;
    EXPECT_TRUE(label.text == "32" || label.text == "1") << label.text;
    bold += label.font == FontRole::mono_bold ? 1 : 0;
  }
  EXPECT_EQ(bold, 1);
  // The marker: a stack of one-pixel rows in the cost colour, left of the bar.
  const auto marks = std::count_if(list.boxes.begin(), list.boxes.end(), [&](const Box& box) {
    return box.rect.h == 1 && box.rect.w > 1 && layout.right.contains(box.rect.x, box.rect.y) &&
           box.fill == plain_style().palette.costly;
  });
  EXPECT_GE(marks, 5);
  EXPECT_NE(label_of(list, plain_style().texts->get("maps.legend_conflicts")), nullptr);
}

TEST(MapPicture, of_banks_has_their_totals_below_the_last_row) {
  MapChoice choice;
  choice.warp = 2;  // three requests: 32 words of bank 0, then twice one word of each bank
  const MapInput input = input_of(MapQuantity::of_warp, choice);
  const MapLayout layout = map_layout(input, plain_style(), 940, 760);
  const float end = layout.cells.y + 3 * static_cast<float>(whole_map(layout.frame).px_y);
  const DrawList list = map_picture(input);
  std::vector<std::string> below;
  for (const Label& label : list.labels) {
    if (label.y > end && label.y < layout.legend.y && label.x > layout.cells.x)
      below.push_back(label.text);
  }
  std::vector<std::string> expected(32, "2");
  expected.front() = "34";
  expected.emplace_back("34");  // wavefronts
  EXPECT_EQ(below, expected);
  EXPECT_EQ(samples::hit_of(list, HitKind::none, 31)->tooltip,
            "bank 31: 2 turns in all of these requests");
  EXPECT_NE(label_of(list, plain_style().texts->get("maps.legend_totals")), nullptr);
}

TEST(MapPicture, where_all_blocks_are_alike_shows_the_number_with_separators) {
  auto survey = launch();
  for (survey::Cost& cost : survey->blocks) cost.global_sectors = 1152;
  MapInput input;
  MapChoice choice;
  choice.quantity = MapQuantity::sectors;
  input.map = make_map_field(survey, choice);
  const DrawList list = map_picture(input);
  const MapLayout layout = map_layout(input, plain_style(), 940, 760);
  const auto says = [&](const Rect& row) {
    return std::any_of(list.labels.begin(), list.labels.end(), [&](const Label& label) {
      return label.text == "1,152" && label.y > row.y && label.y < row.y + row.h;
    });
  };
  EXPECT_TRUE(says(layout.legend));
  EXPECT_TRUE(says(layout.title));
  EXPECT_NE(label_of(list, "7 blocks, all alike"), nullptr);
}

TEST(MapPicture, of_thousands_of_requests_has_a_striped_strip_beside_the_banks) {
  auto survey = launch();
  for (int i = 0; i < 5000; ++i) survey->rows.push_back({20, 10, 0, i % 2 == 0 ? 0U : 1U});
  MapInput input;
  MapChoice choice;
  choice.quantity = MapQuantity::of_kernel;
  input.map = make_map_field(survey, choice);
  const DrawList list = map_picture(input);
  ASSERT_EQ(list.heats.size(), 2U);
  EXPECT_EQ(list.heats[1].field, input.map->beside);
  EXPECT_GT(list.heats[1].hatch.a, 0);
  EXPECT_LE(list.heats[1].hatch_from, 1.01F);
  EXPECT_GT(list.heats[1].hatch_from, 1.0F);
}

TEST(MapPicture, without_conflicts_says_so) {
  auto survey = launch();
  survey->patterns[0] = survey->patterns[1];
  MapInput input;
  MapChoice choice;
  choice.quantity = MapQuantity::of_kernel;
  input.map = make_map_field(survey, choice);
  EXPECT_NE(label_of(map_picture(input), "conflict-free"), nullptr);
}

TEST(MapPicture, the_cell_under_the_mouse_is_framed_and_described) {
  MapInput input = input_of(MapQuantity::reads);
  input.pointed = MapCell{2, 1};
  const DrawList list = map_picture(input);
  const HitArea* hit = samples::hit_of(list, HitKind::cell, 18);
  ASSERT_NE(hit, nullptr);
  for (const char* part :
       {"A[1][2]", "element 18", "read 7 times", "written 0 times",
        "first touched by warp 1 of block (0, 0)",
        "sector 2: touched once, 32 bytes of sectors for 32 used: 1 per byte used", "MODEL"})
    EXPECT_NE(hit->tooltip.find(part), std::string::npos) << part << "\n" << hit->tooltip;
}

TEST(MapPicture, a_block_is_described_with_all_its_costs) {
  MapInput input = input_of(MapQuantity::sectors);
  input.has_keys = true;
  const std::string description = description_of(input, {1, 1}, *plain_style().texts);
  for (const char* part :
       {"block (1, 1)", "global: 13 sectors, 10 would be enough (1.3×)", "click"})
    EXPECT_NE(description.find(part), std::string::npos) << part << "\n" << description;
  EXPECT_EQ(description.find("shared"), std::string::npos) << description;
  EXPECT_NE(description_of(input, {3, 1}, *plain_style().texts).find("did not run"),
            std::string::npos);
}

TEST(MapPicture, a_request_is_described_with_its_line_warp_bank_and_wavefronts) {
  const MapInput input = input_of(MapQuantity::of_kernel);
  const std::string description = description_of(input, {0, 0}, *plain_style().texts);
  for (const char* part :
       {"request 1 of 42: line 13, load of 4 bytes per lane", "warp 0 of block (0, 0)",
        "bank 0 takes 32 turns", "32 wavefronts, 1 would be enough: 32-way conflict"})
    EXPECT_NE(description.find(part), std::string::npos) << part << "\n" << description;
}

TEST(MapPicture, of_another_machine_says_whose_model_it_is) {
  MapInput input = input_of(MapQuantity::sectors);
  input.machine = "Tesla C1060";
  EXPECT_NE(label_of(map_picture(input), "MODEL of the Tesla C1060"), nullptr);
  EXPECT_NE(description_of(input, {0, 0}, *plain_style().texts).find("MODEL of the Tesla C1060"),
            std::string::npos);
}

TEST(MapPicture, waste_is_striped_and_the_legend_says_from_where_on) {
  const DrawList list = map_picture(input_of(MapQuantity::moved));
  EXPECT_EQ(list.heats[0].hatch_from, 2);
  EXPECT_GT(list.heats[0].hatch.a, 0);
  EXPECT_NE(label_of(list, "2× or more"), nullptr);
  EXPECT_NE(label_of(list, "nobody touches it"), nullptr);
  EXPECT_NE(label_of(list, "bytes of sectors for each byte read or written"), nullptr);
}

TEST(MapPicture, near_by_shows_which_part_is_in_sight) {
  MapInput input = input_of(MapQuantity::sectors);
  const auto overviews = [&] {
    const DrawList list = map_picture(input);
    return std::count_if(list.hits.begin(), list.hits.end(), [](const HitArea& hit) {
      return hit.tooltip == "Which part of the map is in sight";
    });
  };
  EXPECT_EQ(overviews(), 0);
  auto survey = launch();
  survey->grid = {64, 64, 1};
  survey->blocks.resize(4096);
  survey->blocks_run = 4096;
  MapChoice choice;
  choice.quantity = MapQuantity::sectors;
  input.map = make_map_field(survey, choice);
  const MapLayout large = map_layout(input, plain_style(), 940, 760);
  input.view = zoomed(large.frame, whole_map(large.frame), 3, 100, 100);
  EXPECT_EQ(overviews(), 1);
}

TEST(MapPicture, the_frame_of_what_is_in_sight_stays_within_its_overview) {
  auto survey = launch();
  survey->grid = {256, 256, 1};
  survey->blocks.resize(65536);
  survey->blocks_run = survey->blocks.size();
  MapInput input = input_of(MapQuantity::sectors);
  MapChoice choice;
  choice.quantity = MapQuantity::sectors;
  input.map = make_map_field(survey, choice);
  const MapFrame frame = map_layout(input, plain_style(), 940, 760).frame;
  // The last corner, so near that the frame has its least size.
  input.view = zoomed(frame, whole_map(frame), 1000, frame.area_w, frame.area_h);
  const DrawList list = map_picture(input);
  const auto overview = std::find_if(list.hits.begin(), list.hits.end(), [](const HitArea& hit) {
    return hit.tooltip == "Which part of the map is in sight";
  });
  ASSERT_NE(overview, list.hits.end());
  const Rect& whole = overview->rect;
  const auto seen = std::find_if(list.boxes.begin(), list.boxes.end(), [&](const Box& box) {
    return box.fill == plain_style().palette.selection && box.rect.y >= whole.y;
  });
  ASSERT_NE(seen, list.boxes.end());
  EXPECT_LE(seen->rect.x + seen->rect.w, whole.x + whole.w);
  EXPECT_LE(seen->rect.y + seen->rect.h, whole.y + whole.h);
}

TEST(MapPicture, has_its_note_between_the_title_and_the_cells) {
  MapInput input = input_of(MapQuantity::reads);
  const float before = map_layout(input, plain_style(), 940, 760).cells.y;
  EXPECT_EQ(map_layout(input, plain_style(), 940, 760).note.h, 0);
  input.note = "Not all of it.";
  EXPECT_GT(map_layout(input, plain_style(), 940, 760).cells.y, before);
  EXPECT_NE(samples::label_of(map_picture(input), "Not all of it."), nullptr);
}

TEST(MapPicture, says_why_there_is_nothing) {
  MapInput input;
  input.absence = "Nothing has run yet.";
  EXPECT_NE(label_of(map_picture(input), "Nothing has run yet."), nullptr);
  MapChoice choice;
  choice.array = 1;
  EXPECT_NE(label_of(map_picture(input_of(MapQuantity::reads, choice)), "Nothing to map"), nullptr);
}

TEST(MapPicture, while_the_first_is_made_says_how_far_it_is) {
  MapInput input;
  input.working = true;
  input.share = 0.5;
  const DrawList list = map_picture(input);
  EXPECT_NE(label_of(list, "Looking at every block and every access"), nullptr);
  const auto& good = plain_style().palette.good;
  const auto bar = std::find_if(list.boxes.begin(), list.boxes.end(),
                                [&](const Box& box) { return box.fill == good; });
  ASSERT_NE(bar, list.boxes.end());
  EXPECT_EQ(list.boxes[0].rect.w, 2 * bar->rect.w);
}

TEST(MapPicture, stays_inside_its_area_at_every_size_and_scale) {
  for (const MapQuantity quantity :
       {MapQuantity::of_warp, MapQuantity::of_kernel, MapQuantity::reads, MapQuantity::moved,
        MapQuantity::first_warp, MapQuantity::sectors}) {
    MapInput input = input_of(quantity);
    input.has_keys = true;
    input.pointed = MapCell{1, 0};
    for (const char* language : {"en", "zh"}) {
      const text::Texts texts(language);
      Style style = plain_style();
      style.texts = &texts;
      for (const float scale : {0.75F, 1.0F, 1.5F, 2.5F}) {
        style.scale = scale;
        for (const auto& [w, h] : {std::pair{300.F, 200.F},
                                   {420.F, 330.F},
                                   {640.F, 360.F},
                                   {940.F, 760.F},
                                   {2300.F, 2000.F}}) {
          const DrawList list = build_map(input, style, w, h);
          EXPECT_TRUE(samples::label_faults(list, style).empty())
              << name_of(quantity) << " " << w << "x" << h << " " << scale << ": "
              << samples::label_faults(list, style).front();
          EXPECT_TRUE(samples::shape_faults(list).empty())
              << name_of(quantity) << " " << w << "x" << h << " " << scale << ": "
              << samples::shape_faults(list).front();
        }
      }
    }
  }
}

TEST(CellText, is_short_and_right) {
  EXPECT_EQ(cell_text(0), "0");
  EXPECT_EQ(cell_text(9999), "9999");
  EXPECT_EQ(cell_text(12'345), "12.3k");
  EXPECT_EQ(cell_text(123'456), "123k");
  EXPECT_EQ(cell_text(1'234'567), "1.2M");
  EXPECT_EQ(cell_text(1.3333F), "1.33");
  EXPECT_EQ(cell_text(12.5F), "12.5");
  EXPECT_EQ(cell_text(std::nanf("")), "");
}

}  // namespace
}  // namespace lanescope::picture
