// Base of tests that run the real program on a virtual display. Each test has its own temporary
// folder.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "display.h"
#include "program_window.h"
#include "tests/temporary_folder.h"

namespace lanescope::app::test {

template <int width, int height>
class DisplayTest : public tests::InFolder<::testing::Test> {
 protected:
  // One display of this size for all suites.
  static void SetUpTestSuite() {
    if (display_ == nullptr && missing_tools().empty())
      display_ = std::make_unique<Display>(width, height);
  }

  void SetUp() override {
    if (const std::string missing = missing_tools(); !missing.empty()) GTEST_SKIP() << missing;
    ASSERT_FALSE(display_->name().empty()) << "Xvfb did not start";
  }

  static inline std::unique_ptr<Display> display_;
};

}  // namespace lanescope::app::test
