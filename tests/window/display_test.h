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

namespace lanescope::app::test {

template <int width, int height>
class DisplayTest : public ::testing::Test {
 protected:
  // One display of this size for all suites.
  static void SetUpTestSuite() {
    if (display_ == nullptr && missing_tools().empty()) {
      display_ = std::make_unique<Display>(width, height);
    }
  }

  void SetUp() override {
    if (const std::string missing = missing_tools(); !missing.empty()) {
      GTEST_SKIP() << missing;
    }
    ASSERT_FALSE(display_->name().empty()) << "Xvfb did not start";
    std::string pattern =
        (std::filesystem::temp_directory_path() / "lanescope-window-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override {
    if (!folder_.empty()) {
      std::filesystem::remove_all(folder_);
    }
  }

  static inline std::unique_ptr<Display> display_;
  std::filesystem::path folder_;
};

}  // namespace lanescope::app::test
