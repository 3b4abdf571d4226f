// Occupancies published by NVIDIA.
#include "sim/machine/occupancy.h"

#include <gtest/gtest.h>

#include "kernels/machine_file/machine_file.h"

namespace lanescope::machine {
namespace occupancy_test {
namespace {

Profile shipped(std::string_view id) {
  auto found = find(id);
  EXPECT_TRUE(found) << (found ? "" : found.error().formatted());
  return found ? **found : Profile{};
}

Occupancy of(std::string_view id, const KernelNeeds& kernel) {
  const auto result = occupancy(kernel, shipped(id));
  EXPECT_TRUE(result) << id;
  return result.value_or(Occupancy{});
}

// CUDA Occupancy Calculator 1.2, its initial values: G80.
TEST(Occupancy, of_the_calculators_own_example_on_g80_is_full_with_three_blocks) {
  const Occupancy found = of("geforce-8800-gtx", {256, 10, 4096});
  EXPECT_EQ(found.blocks, 3U);
  EXPECT_EQ(found.warps, 24U);
  EXPECT_EQ(found.percent(), 100);
  EXPECT_EQ(found.at(Resource::warps).blocks, 3U);
  EXPECT_EQ(found.at(Resource::registers).blocks, 3U);
  EXPECT_EQ(found.at(Resource::registers).per_block, 2560U);
  EXPECT_EQ(found.at(Resource::shared).blocks, 4U);
  EXPECT_EQ(found.at(Resource::shared).per_block, 4096U);
  EXPECT_TRUE(found.is_limited_by(Resource::warps));
  EXPECT_TRUE(found.is_limited_by(Resource::registers));
  EXPECT_FALSE(found.is_limited_by(Resource::shared));
}

// CUDA C Best Practices Guide 4.2, 4.2.1 "Calculating Occupancy".
TEST(Occupancy, of_12_registers_on_1_0_is_83_percent_in_blocks_of_128_and_66_of_256) {
  const Occupancy small = of("geforce-8800-gtx", {128, 12, 0});
  EXPECT_EQ(small.blocks, 5U);
  EXPECT_EQ(static_cast<int>(small.percent()), 83);
  const Occupancy large = of("geforce-8800-gtx", {256, 12, 0});
  EXPECT_EQ(large.blocks, 2U);
  EXPECT_EQ(static_cast<int>(large.percent()), 66);
}

// CUDA C++ Best Practices Guide 12, 10.1 "Calculating Occupancy".
TEST(Occupancy, of_37_registers_on_7_0_is_75_percent_in_blocks_of_128_and_63_of_320) {
  const Occupancy small = of("tesla-v100", {128, 37, 0});
  EXPECT_EQ(small.blocks, 12U);
  EXPECT_EQ(small.percent(), 75);
  const Occupancy large = of("tesla-v100", {320, 37, 0});
  EXPECT_EQ(large.blocks, 4U);
  EXPECT_EQ(large.percent(), 62.5);
  EXPECT_TRUE(large.is_limited_by(Resource::registers));
}

// The same section: "each thread can use at most 32 registers" for 100 % on 7.0.
TEST(Occupancy, is_full_with_32_registers_and_no_longer_with_33) {
  EXPECT_EQ(of("tesla-v100", {256, 32, 0}).percent(), 100);
  EXPECT_LT(of("tesla-v100", {256, 33, 0}).percent(), 100);
}

TEST(Occupancy, counts_the_kilobyte_that_cuda_takes_of_each_block_since_8_0) {
  // 227 KiB and the KiB that CUDA takes are all there is.
  const Occupancy one = of("h200", {256, 32, 227 * 1024});
  EXPECT_EQ(one.blocks, 1U);
  EXPECT_EQ(one.limiting, (std::vector<Resource>{Resource::shared}));
  // Without that KiB, four blocks of 57 KiB would fit.
  EXPECT_EQ(of("h200", {256, 32, 57 * 1024}).blocks, 3U);
  EXPECT_EQ(of("h200", {256, 32, 56 * 1024}).blocks, 4U);
}

TEST(Occupancy, of_small_blocks_is_limited_by_their_number) {
  const Occupancy found = of("h200", {32, 16, 0});
  EXPECT_EQ(found.blocks, 32U);
  EXPECT_EQ(found.percent(), 50);
  EXPECT_EQ(found.limiting, (std::vector<Resource>{Resource::blocks}));
}

TEST(Occupancy, without_registers_is_the_most_that_it_can_be_and_says_so) {
  const Occupancy found = of("h200", {256, std::nullopt, 0});
  EXPECT_FALSE(found.complete);
  EXPECT_FALSE(found.at(Resource::registers).known);
  EXPECT_EQ(found.percent(), 100);
}

TEST(Occupancy, of_a_block_that_is_too_large_is_zero) {
  const Occupancy found = of("tesla-c1060", {1024, 8, 0});
  EXPECT_EQ(found.blocks, 0U);
  EXPECT_EQ(found.percent(), 0);
  EXPECT_TRUE(found.is_limited_by(Resource::warps));
}

TEST(Occupancy, is_not_known_of_a_machine_that_lacks_a_figure) {
  Profile profile = shipped("h200");
  profile.figures[static_cast<std::size_t>(Figure::warps_per_sm)].reset();
  EXPECT_FALSE(occupancy({256, 32, 0}, profile));
}

TEST(GridSpread, of_few_blocks_leaves_multiprocessors_empty_however_high_the_occupancy_is) {
  LaunchNeeds launch;
  launch.grid = {4, 1, 1};
  launch.kernel = {256, 32, 0};
  const Occupancy full = of("h200", launch.kernel);
  ASSERT_EQ(full.percent(), 100);
  const auto few = grid_spread(launch, full, shipped("h200"));
  ASSERT_TRUE(few);
  EXPECT_EQ(few->idle, 128U);
  EXPECT_EQ(few->waves, 1U);
  launch.grid = {64, 64, 1};  // 8 blocks on each of 132: 1,056 at once
  const auto many = grid_spread(launch, full, shipped("h200"));
  ASSERT_TRUE(many);
  EXPECT_EQ(many->idle, 0U);
  EXPECT_EQ(many->at_once, 1056U);
  EXPECT_EQ(many->waves, 4U);
}

TEST(LaunchProblems, name_each_limit_that_a_launch_exceeds) {
  LaunchNeeds launch;
  launch.block = {16, 1, 65};
  launch.kernel = {1040, 32, 0};
  const auto problems = launch_problems(launch, shipped("h200"));
  ASSERT_EQ(problems.size(), 2U);
  EXPECT_EQ(problems[0].limit, Figure::threads_per_block);
  EXPECT_EQ(problems[0].wanted, 1040U);
  EXPECT_EQ(problems[0].most, 1024U);
  EXPECT_EQ(problems[1].limit, Figure::block_z);
  EXPECT_EQ(problems[1].most, 64U);
}

TEST(LaunchProblems, static_shared_memory_cannot_opt_in_to_more) {
  const Profile h200 = shipped("h200");
  EXPECT_EQ(shared_limit_of({256, 32, 49152}, h200), Figure::shared_per_block);
  EXPECT_EQ(shared_limit_of({256, 32, 49152, 16}, h200), Figure::shared_per_block_optin);
  LaunchNeeds launch;
  launch.kernel = {256, 32, 49152};
  EXPECT_TRUE(launch_problems(launch, h200).empty());
  launch.kernel = {256, 32, 49153};
  ASSERT_EQ(launch_problems(launch, h200).size(), 1U);
  EXPECT_EQ(launch_problems(launch, h200)[0].most, 49152U);
  launch.kernel.dynamic_shared_bytes = 49153;
  EXPECT_TRUE(launch_problems(launch, h200).empty());
}

TEST(LaunchProblems, of_a_grid_in_three_dimensions_exist_on_1_x_only) {
  LaunchNeeds launch;
  launch.grid = {1, 1, 2};
  launch.kernel = {1, 8, 0};
  EXPECT_EQ(launch_problems(launch, shipped("tesla-c1060")).size(), 1U);
  EXPECT_TRUE(launch_problems(launch, shipped("tesla-c2050")).empty());
}

}  // namespace
}  // namespace occupancy_test
}  // namespace lanescope::machine
