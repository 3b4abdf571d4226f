#include <set>

#include <gtest/gtest.h>

#include "kernels/machine_file/machine_file.h"
#include "sim/machine/occupancy.h"

namespace lanescope::machine {
namespace {

ProfilePtr shipped(std::string_view id) {
  auto found = find(id);
  EXPECT_TRUE(found) << (found ? "" : found.error().formatted());
  return found ? *found : std::make_shared<const Profile>();
}

TEST(Figures, keys_are_distinct_and_lead_back_to_their_figure) {
  std::set<std::string_view> keys;
  for (const FigureInfo& info : figures()) {
    EXPECT_TRUE(keys.insert(info.key).second) << info.key;
    EXPECT_EQ(figure_from(info.key), info.figure);
    EXPECT_LE(info.least, info.most);
  }
  EXPECT_EQ(keys.size(), figure_count);
  EXPECT_FALSE(figure_from("no_such_figure"));
}

// The bandwidths that NVIDIA publishes along with clock and bus width, to the published precision.
TEST(Figures, peak_bandwidth_is_computed_from_clock_and_width) {
  const auto stated = [](const char* id, double gb_s, double off) {
    const auto bandwidth = shipped(id)->bandwidth();
    ASSERT_TRUE(bandwidth) << id;
    EXPECT_TRUE(bandwidth->computed) << id;
    EXPECT_NEAR(bandwidth->gigabytes_per_second, gb_s, off) << id;
    EXPECT_FALSE(bandwidth->source.empty());
  };
  stated("geforce-8800-gtx", 86.4, 0.05);
  stated("tesla-c1060", 102.4, 0.05);
  stated("tesla-c2050", 144, 0.5);
  stated("tesla-k40", 288, 0.5);
  stated("gtx-980", 224, 0.5);
  stated("tesla-p100", 720, 0.5);
  stated("tesla-v100", 900, 2);
  stated("tesla-t4", 320, 0.5);
  stated("a100", 1555, 0.5);
  stated("rtx-3080", 760, 0.5);
  stated("rtx-4090", 1008, 0.5);
  stated("h100", 3352, 0.5);
  stated("h200", 4814, 0.5);
}

TEST(Figures, a_bandwidth_that_is_only_stated_says_so) {
  const auto bandwidth = shipped("b200")->bandwidth();
  ASSERT_TRUE(bandwidth);
  EXPECT_FALSE(bandwidth->computed);
  EXPECT_EQ(bandwidth->gigabytes_per_second, 8000);
}

TEST(Figures, of_every_shipped_machine_have_sources_and_fit_each_other) {
  const std::vector<Entry> all = catalogue();
  EXPECT_GE(all.size(), 12U);
  for (const Entry& entry : all) {
    ASSERT_TRUE(entry.profile) << entry.profile.error().formatted();
    const Profile& profile = **entry.profile;
    EXPECT_FALSE(profile.memory_source.empty()) << entry.id;
    for (const FigureInfo& info : figures()) {
      const auto& known = profile.at(info.figure);
      EXPECT_FALSE(known && known->source.empty()) << entry.id << ' ' << info.key;
    }
    const auto count = [&](Figure figure) { return profile.count(figure).value_or(0); };
    EXPECT_EQ(count(Figure::warps_per_sm) * count(Figure::warp_size), count(Figure::threads_per_sm))
        << entry.id;
    EXPECT_LE(count(Figure::shared_per_block), count(Figure::shared_per_sm)) << entry.id;
    EXPECT_TRUE(occupancy({256, 32, 4096}, profile)) << entry.id;
  }
}

TEST(Figures, the_machine_without_a_name_is_the_measured_one) {
  EXPECT_EQ(shipped("")->id, default_id);
  EXPECT_TRUE(shipped("")->memory.is_measured());
}

}  // namespace
}  // namespace lanescope::machine
