#include "app/session/files/folder_watch.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

class FolderWatchTest : public tests::InFolder<::testing::Test> {
 protected:
  void SetUp() override {
    write("kernel.cu", "one");
    watch_.follow({folder_});
  }

  FolderWatch watch_;
};

TEST_F(FolderWatchTest, nothing_has_changed_at_first) { EXPECT_FALSE(watch_.changed()); }

TEST_F(FolderWatchTest, a_file_that_is_written_is_noticed_once) {
  std::ofstream(folder_ / "kernel.cu") << "one and more";
  EXPECT_TRUE(watch_.changed());
  EXPECT_FALSE(watch_.changed());
}

TEST_F(FolderWatchTest, a_file_that_is_added_or_removed_is_noticed) {
  std::ofstream(folder_ / "lesson.toml") << "two";
  EXPECT_TRUE(watch_.changed());
  fs::remove(folder_ / "lesson.toml");
  EXPECT_TRUE(watch_.changed());
}

TEST_F(FolderWatchTest, following_the_same_paths_again_forgets_nothing) {
  std::ofstream(folder_ / "kernel.cu") << "one and more";
  watch_.follow({folder_});
  EXPECT_TRUE(watch_.changed());
}

TEST_F(FolderWatchTest, more_and_fewer_paths_forget_no_change_of_those_that_stay) {
  std::ofstream(folder_ / "kernel.cu") << "one and more";
  watch_.follow({folder_, folder_ / "lesson.toml"});
  EXPECT_TRUE(watch_.changed());
  std::ofstream(folder_ / "kernel.cu") << "one and more still";
  watch_.follow({folder_});
  EXPECT_TRUE(watch_.changed());
  EXPECT_FALSE(watch_.changed());
}

TEST_F(FolderWatchTest, following_other_paths_starts_again) {
  std::ofstream(folder_ / "kernel.cu") << "one and more";
  watch_.follow({folder_ / "kernel.cu"});
  EXPECT_FALSE(watch_.changed());
}

TEST_F(FolderWatchTest, a_folder_that_goes_away_is_no_error) {
  fs::remove_all(folder_);
  EXPECT_TRUE(watch_.changed());
  EXPECT_FALSE(watch_.changed());
}

}  // namespace
}  // namespace lanescope::app
