#include "sim/transfer/links.h"

#include <gtest/gtest.h>

namespace lanescope::transfer {
namespace {

// 8 GT/s x 16 lanes x 128/130 / 8 bits = 15.75 GB/s, of which 256 of 280 bytes are data.
TEST(Links, pcie_moves_what_its_lanes_its_coding_and_its_packets_leave) {
  EXPECT_NEAR(links[0].raw_bytes_per_second, 15.754e9, 1e6);
  EXPECT_NEAR(links[0].bytes_per_second(), 14.404e9, 1e6);
  EXPECT_DOUBLE_EQ(links[1].bytes_per_second(), 2 * links[0].bytes_per_second());
  EXPECT_DOUBLE_EQ(links[2].bytes_per_second(), 4 * links[0].bytes_per_second());
}

TEST(Links, of_c2c_one_direction_is_half_of_what_is_published) {
  EXPECT_EQ(links.back().name, "NVLink-C2C");
  EXPECT_EQ(links.back().bytes_per_second(), 450e9);
}

}  // namespace
}  // namespace lanescope::transfer
