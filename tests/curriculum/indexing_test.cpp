// The lesson on threads and indices: compares nine formulas with plain counting, and with the lanes
// that the simulator assigns to threads.
#include <fmt/format.h>

#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

struct Shape {
  report::Dim3 grid{1, 1, 1}, block{1, 1, 1};
};

int dimensions_used(const report::Dim3& extents) {
  return extents[2] > 1 ? 3 : extents[1] > 1 ? 2 : 1;
}

std::string variant_of(int grid_dimensions, int block_dimensions) {
  return fmt::format("{}d-{}d", grid_dimensions, block_dimensions);
}

// The parameters of the variant with these dimensions.
lesson::Values values_of(const Shape& shape, int grid_dimensions, int block_dimensions) {
  lesson::Values values;
  for (int d = 0; d < grid_dimensions; ++d) values[std::string("G") + "XYZ"[d]] = shape.grid[d];
  for (int d = 0; d < block_dimensions; ++d) values[std::string("B") + "XYZ"[d]] = shape.block[d];
  return values;
}

struct Arrays {
  std::vector<std::int32_t> index, lane, warp;
};

// Counts threads one by one, without multiplying: x fastest, then y, then z, block after block.
Arrays counted(const Shape& shape) {
  Arrays arrays;
  for (std::uint32_t bz = 0; bz < shape.grid[2]; ++bz)
    for (std::uint32_t by = 0; by < shape.grid[1]; ++by)
      for (std::uint32_t bx = 0; bx < shape.grid[0]; ++bx) {
        std::int32_t lane = 0, warp = 0;
        for (std::uint32_t z = 0; z < shape.block[2]; ++z)
          for (std::uint32_t y = 0; y < shape.block[1]; ++y)
            for (std::uint32_t x = 0; x < shape.block[0]; ++x) {
              arrays.index.push_back(static_cast<std::int32_t>(arrays.index.size()));
              arrays.lane.push_back(lane);
              arrays.warp.push_back(warp);
              if (++lane == 32) {
                lane = 0;
                ++warp;
              }
            }
      }
  return arrays;
}

void expect_counted(const Outcome& outcome, const Shape& shape, const std::string& what) {
  const Arrays expected = counted(shape);
  ASSERT_EQ(outcome.report.arrays.size(), 3U) << what;
  EXPECT_EQ(outcome.report.arrays[0].fnv1a64, hash_of(expected.index)) << what;
  EXPECT_EQ(outcome.report.arrays[1].fnv1a64, hash_of(expected.lane)) << what;
  EXPECT_EQ(outcome.report.arrays[2].fnv1a64, hash_of(expected.warp)) << what;
  EXPECT_EQ(outcome.report.diagnostics_total, 0U) << what;
}

class IndexingLesson : public BothCompilers {};

TEST_P(IndexingLesson, each_of_the_nine_formulas_numbers_the_threads_in_order) {
  // Whole warps, an incomplete warp, less than a warp, prime extents, the largest block, the
  // largest z.
  const std::vector<report::Dim3> blocks{{64, 1, 1},  {48, 1, 1}, {7, 1, 1}, {16, 4, 1}, {5, 3, 1},
                                         {32, 32, 1}, {8, 4, 2},  {7, 5, 3}, {3, 2, 64}};
  const std::vector<report::Dim3> grids{{4, 1, 1}, {1, 1, 1}, {3, 2, 1}, {2, 2, 2}, {5, 3, 2}};
  for (int g = 1; g <= 3; ++g) {
    for (int b = 1; b <= 3; ++b) {
      for (const report::Dim3& grid : grids) {
        for (const report::Dim3& block : blocks) {
          if (dimensions_used(grid) > g || dimensions_used(block) > b) continue;
          // Covered by a variant with fewer dimensions.
          if (dimensions_used(grid) < g && dimensions_used(block) < b) continue;
          const Shape shape{grid, block};
          const OutcomePtr outcome =
              run_shipped("indexing", variant_of(g, b), values_of(shape, g, b));
          ASSERT_TRUE(outcome);
          expect_counted(*outcome, shape,
                         fmt::format("{}: grid {}x{}x{}, block {}x{}x{}", variant_of(g, b), grid[0],
                                     grid[1], grid[2], block[0], block[1], block[2]));
        }
      }
    }
  }
}

// The kernel's lane number is the simulator's lane, as the addresses show to which each lane of a
// block writes.
TEST_P(IndexingLesson, the_lanes_of_the_formula_are_those_of_the_machine) {
  RunRequest request;
  request.lesson = "indexing";
  request.variant = "3d-3d";
  const Shape shape{{2, 3, 2}, {5, 3, 3}};  // 45 threads: one warp and 13 lanes of another
  request.overrides = values_of(shape, 3, 3);
  request.compiler = GetParam();
  request.focus_block = {1, 2, 1};
  const auto outcome = run(request);
  ASSERT_TRUE(outcome) << outcome.error().message;
  const report::Report& report = (*outcome)->report;
  const std::uint32_t before = ((1 * 3 + 2) * 2 + 1) * 45;
  ASSERT_EQ(report.traces.size(), 2U);
  for (std::uint32_t warp = 0; warp < 2; ++warp) {
    const memory::WarpAccess& store = report.traces[warp].events.at(0).access;
    EXPECT_EQ(store.mask, warp == 0 ? 0xffff'ffffU : 0x1fffU);
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      if (!store.lane_is_active(static_cast<int>(lane))) continue;
      EXPECT_EQ(store.address[lane], report.arrays[0].address + 4 * (before + 32 * warp + lane));
    }
  }
}

TEST_P(IndexingLesson, a_block_of_48_is_two_warps_and_half_of_the_second_is_idle) {
  const OutcomePtr outcome = run_shipped("indexing", "1d-1d", {{"GX", 4}, {"BX", 48}});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->report.warps_per_block(), 2U);
  EXPECT_EQ(outcome->report.traces.at(1).events.at(0).access.mask, 0xffffU);
  EXPECT_EQ(outcome->report.traces.at(0).events.at(0).cost, 4U);
  EXPECT_EQ(outcome->report.traces.at(1).events.at(0).cost, 2U);
}

TEST_P(IndexingLesson, with_y_as_the_lowest_digit_a_warp_writes_as_many_times_more_sectors) {
  for (const std::uint32_t rows : {1U, 2U, 4U, 8U, 16U}) {
    const OutcomePtr x_first = run_shipped("indexing", "2d-2d", {{"BX", 32}, {"BY", rows}});
    const OutcomePtr y_first = run_shipped("indexing", "y-first", {{"BX", 32}, {"BY", rows}});
    ASSERT_TRUE(x_first && y_first);
    // A stride of `rows` words; from 8 words on, every lane has its own sector.
    EXPECT_EQ(x_first->report.traces.at(0).events.at(0).cost, 4U);
    EXPECT_EQ(y_first->report.traces.at(0).events.at(0).cost, 4 * std::min(rows, 8U));
    EXPECT_EQ(y_first->report.arrays[0].fnv1a64, x_first->report.arrays[0].fnv1a64);
    EXPECT_EQ(y_first->report.diagnostics_total, 0U);
  }
}

// A launch beyond the limits does not run, and the message names the limit.
TEST_P(IndexingLesson, a_launch_beyond_the_limits_is_refused_in_words) {
  struct Case {
    const char* variant;
    lesson::Values values;
    const char* words;
  };
  for (const Case& beyond : std::vector<Case>{
           {"1d-1d", {{"BX", 1025}}, "BX may be 1 to 1024"},
           {"2d-2d", {{"BX", 33}, {"BY", 32}}, "1056 threads; a block has at most 1024"},
           {"1d-3d", {{"BX", 2}, {"BY", 2}, {"BZ", 65}}, "BZ may be 1 to 64"}}) {
    RunRequest request;
    request.lesson = "indexing";
    request.variant = beyond.variant;
    request.overrides = beyond.values;
    request.compiler = GetParam();
    const auto outcome = run(request);
    ASSERT_FALSE(outcome) << beyond.words;
    EXPECT_NE(outcome.error().message.find(beyond.words), std::string::npos)
        << outcome.error().message;
    EXPECT_EQ(outcome.error().exit_code, 2);
  }
}

LANESCOPE_LESSON(IndexingLesson);

}  // namespace
}  // namespace lanescope::app
