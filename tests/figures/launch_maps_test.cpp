// Which map an option selects, and the thread that makes the maps' cells.
#include "app/figures/launch_maps.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

using picture::MapKind;
using picture::MapQuantity;
using namespace std::chrono_literals;

TEST(MapOption, names_a_map_a_part_and_a_quantity) {
  EXPECT_EQ(parse_map("banks")->kind, MapKind::banks);
  EXPECT_EQ(parse_map("banks:kernel")->quantity[0], MapQuantity::of_kernel);
  const auto array = parse_map("array:B:moved");
  ASSERT_TRUE(array);
  EXPECT_EQ(array->kind, MapKind::array);
  EXPECT_EQ(array->array, "B");
  EXPECT_EQ(array->quantity[1], MapQuantity::moved);
  const auto grid = parse_map("grid:wavefronts:warps");
  ASSERT_TRUE(grid);
  EXPECT_TRUE(grid->by_warp);
  EXPECT_EQ(grid->quantity[2], MapQuantity::wavefronts);
  EXPECT_TRUE(parse_map("grid:warps")->by_warp);
}

TEST(MapOption, that_is_invalid_says_what_is_valid) {
  EXPECT_EQ(parse_map("bank").error(), "no map 'bank'; there are banks, array and grid");
  EXPECT_EQ(parse_map("array:A:sectors").error(),
            "map=array:A:sectors: 'sectors' is not one of reads, writes, moved, first_warp, "
            "wrong");
  EXPECT_FALSE(parse_map("banks:warp:block"));
  EXPECT_FALSE(parse_map(""));
}

picture::SurveyPtr survey_of_blocks(std::uint64_t sectors) {
  auto survey = std::make_shared<survey::Survey>();
  survey->grid = {4, 1, 1};
  survey->blocks_run = 4;
  survey->blocks.resize(4);
  for (survey::Cost& cost : survey->blocks) cost.global_sectors = sectors;
  survey->total.global_sectors = 4 * sectors;
  return survey;
}

picture::MapChoice sectors() {
  picture::MapChoice choice;
  choice.quantity = MapQuantity::sectors;
  return choice;
}

bool waits_for(MapMaker& maker) {
  for (int i = 0; i < 2000 && maker.busy(); ++i) {
    std::this_thread::sleep_for(1ms);
    maker.update();
  }
  return !maker.busy();
}

TEST(MapMaker, makes_what_is_wanted_and_keeps_the_last_one_until_then) {
  MapMaker maker({});
  EXPECT_FALSE(maker.busy());
  EXPECT_EQ(maker.made(), nullptr);
  maker.want(survey_of_blocks(7), sectors());
  EXPECT_TRUE(maker.busy());
  ASSERT_TRUE(waits_for(maker));
  const picture::MapFieldPtr first = maker.made();
  ASSERT_TRUE(first && first->cells);
  EXPECT_EQ(first->cells->largest, 7);
  maker.want(survey_of_blocks(9), sectors());
  EXPECT_EQ(maker.made(), first);
  ASSERT_TRUE(waits_for(maker));
  EXPECT_EQ(maker.made()->cells->largest, 9);
}

TEST(MapMaker, a_recent_map_is_there_at_once) {
  MapMaker maker({});
  const picture::SurveyPtr survey = survey_of_blocks(7);
  maker.want(survey, sectors());
  ASSERT_TRUE(waits_for(maker));
  const picture::MapFieldPtr first = maker.made();
  picture::MapChoice other = sectors();
  other.quantity = MapQuantity::requests;
  maker.want(survey, other);
  ASSERT_TRUE(waits_for(maker));
  EXPECT_NE(maker.made(), first);
  maker.want(survey, sectors());
  EXPECT_FALSE(maker.busy());
  EXPECT_EQ(maker.made(), first);
}

TEST(MapMaker, of_many_requests_the_newest_is_served) {
  MapMaker maker({});
  for (std::uint64_t i = 1; i <= 50; ++i) maker.want(survey_of_blocks(i), sectors());
  ASSERT_TRUE(waits_for(maker));
  EXPECT_EQ(maker.made()->cells->largest, 50);
}

TEST(MapMaker, wakes_the_waiting_thread) {
  std::atomic<int> woken{0};
  MapMaker maker([&] { ++woken; });
  maker.want(survey_of_blocks(7), sectors());
  for (int i = 0; i < 2000 && woken == 0; ++i) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(woken, 1);
  EXPECT_TRUE(maker.update());
}

}  // namespace
}  // namespace lanescope::app
