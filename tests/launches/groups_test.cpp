// Like launches are one group, with its share of the program.
#include <gtest/gtest.h>

#include "tests/launches/some_launches.h"

namespace lanescope {
namespace {

launches::Launch launch_of(const std::string& symbol, std::uint32_t blocks,
                           std::uint64_t instructions, std::uint64_t sectors) {
  launches::Launch launch;
  launch.symbol = symbol;
  launch.kernel = symbol;
  launch.grid = {blocks, 1, 1};
  launch.block = {64, 1, 1};
  launch.outcome = tests::some_outcome(instructions, sectors);
  return launch;
}

TEST(LaunchGroups, join_launches_of_one_kernel_and_shape) {
  std::vector<launches::Launch> all{launch_of("init", 4, 100, 0), launch_of("step", 4, 200, 30),
                                    launch_of("step", 4, 300, 50), launch_of("step", 8, 400, 20)};
  all[1].outcome.worst = {{}, "global", 8, 4, 0};
  all[2].outcome.worst = {{"a.cu", 3, 0}, "shared", 32, 4, 8};
  all[2].outcome.findings_total = 2;
  all[2].outcome.findings.emplace_back().severity = Severity::note;
  all[3].outcome.error = 9;
  const std::vector<launches::Group> groups = launches::groups_of(all);
  ASSERT_EQ(groups.size(), 3u);
  EXPECT_EQ(groups[1].launches, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(groups[1].facts.totals.warp_instructions, 500u);
  EXPECT_EQ(groups[1].facts.threads_per_block, 64u);
  EXPECT_EQ(groups[1].share_of_instructions, 0.5);
  EXPECT_EQ(groups[1].share_of_sectors, 0.8);
  EXPECT_EQ(groups[1].share_of_wavefronts, 0);
  EXPECT_EQ(groups[1].milliseconds, 1);
  EXPECT_EQ(groups[1].worst.ways, 8u);
  EXPECT_EQ(groups[1].findings, 2u);
  EXPECT_EQ(groups[1].notes, 1u);
  EXPECT_EQ(groups[2].errors, 1u);
  EXPECT_TRUE(launches::groups_of({}).empty());
}

TEST(LaunchGroups, have_a_time_on_the_device_only_if_all_have) {
  std::vector<launches::Launch> all{launch_of("a", 1, 1, 1), launch_of("a", 1, 1, 1)};
  all[1].outcome.device_milliseconds = 2;
  EXPECT_FALSE(launches::groups_of(all)[0].device_milliseconds.has_value());
  all[0].outcome.device_milliseconds = 1;
  EXPECT_EQ(launches::groups_of(all)[0].device_milliseconds, 3);
}

}  // namespace
}  // namespace lanescope
