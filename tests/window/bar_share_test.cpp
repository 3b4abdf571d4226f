#include "app/window/panels/kernel/site_columns.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

TEST(BarShare, is_linear) {
  EXPECT_FLOAT_EQ(bar_share(32, 32), 1.0F);
  EXPECT_FLOAT_EQ(bar_share(8, 32), bar_share(32, 32) / 4);
  EXPECT_FLOAT_EQ(bar_share(32, 64), 0.5F);
  EXPECT_FLOAT_EQ(bar_share(1, min_full_ratio), 1.0F / 32);
  EXPECT_FLOAT_EQ(bar_share(64, 32), 1.0F);
}

}  // namespace
}  // namespace lanescope::app
