// Where files go that are saved from the window.
#include "app/session/files/destination.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

class DestinationTest : public tests::InFolder<::testing::Test> {
 protected:
  void SetUp() override {
    home_ = std::getenv("HOME") != nullptr ? std::getenv("HOME") : "";
    ::setenv("HOME", folder_.c_str(), 1);
  }
  void TearDown() override { ::setenv("HOME", home_.c_str(), 1); }
  std::string home_;
};

TEST_F(DestinationTest, a_tilde_is_the_home_folder) {
  EXPECT_EQ(expanded("~"), folder_);
  EXPECT_EQ(expanded(" ~/a/b.svg "), folder_ / "a/b.svg");
  EXPECT_EQ(expanded("a~b"), "a~b");
  EXPECT_EQ(shortened(folder_ / "a/b.svg"), "~/a/b.svg");
  EXPECT_EQ(shortened("/elsewhere/b.svg"), "/elsewhere/b.svg");
}

TEST_F(DestinationTest, a_missing_extension_is_added) {
  EXPECT_EQ(destination_of("~/x", ".csv")->file, folder_ / "x.csv");
  EXPECT_EQ(destination_of("~/x.csv", ".csv")->file, folder_ / "x.csv");
  EXPECT_EQ(destination_of("~/v1.2", ".csv")->file, folder_ / "v1.2.csv");
}

TEST_F(DestinationTest, an_existing_file_would_be_replaced) {
  EXPECT_FALSE(destination_of("~/x.csv", ".csv")->exists);
  std::ofstream(folder_ / "x.csv") << "old";
  EXPECT_TRUE(destination_of("~/x.csv", ".csv")->exists);
  EXPECT_TRUE(destination_of("~/x", ".csv")->exists);
}

TEST_F(DestinationTest, what_can_be_no_file_says_why) {
  EXPECT_EQ(destination_of("  ", ".csv").error(), BadDestination::no_name);
  EXPECT_EQ(destination_of("~", ".csv").error(), BadDestination::is_folder);
  EXPECT_EQ(destination_of("~/new/", ".csv").error(), BadDestination::is_folder);
  std::ofstream(folder_ / "x.csv") << "a file";
  EXPECT_EQ(destination_of("~/x.csv/y.csv", ".csv").error(), BadDestination::in_a_file);
  EXPECT_EQ(destination_of("~/x.csv/z/y.csv", ".csv").error(), BadDestination::in_a_file);
}

TEST_F(DestinationTest, a_folder_is_made_with_those_above_it_or_says_why_not) {
  EXPECT_TRUE(make_folder(folder_ / "a/b/c"));
  EXPECT_TRUE(fs::is_directory(folder_ / "a/b/c"));
  EXPECT_TRUE(make_folder(folder_ / "a/b/c"));
  std::ofstream(folder_ / "file") << "";
  const auto refused = make_folder(folder_ / "file/b");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("file/b"), std::string::npos);
}

TEST_F(DestinationTest, a_free_name_counts_on) {
  EXPECT_EQ(free_file(folder_, "PAD-1-picture", ".svg"), folder_ / "PAD-1-picture.svg");
  std::ofstream(folder_ / "PAD-1-picture.svg") << "";
  EXPECT_EQ(free_file(folder_, "PAD-1-picture", ".svg"), folder_ / "PAD-1-picture-2.svg");
  EXPECT_EQ(free_file(folder_ / "gone", "x", ".svg"), folder_ / "gone" / "x.svg");
}

TEST_F(DestinationTest, names_of_all_formats_are_counted_together) {
  std::ofstream(folder_ / "picture.svg") << "";
  EXPECT_EQ(free_file(folder_, "picture", ".png"), folder_ / "picture-2.png");
  std::ofstream(folder_ / "picture-2.png") << "";
  EXPECT_EQ(free_file(folder_, "picture", ".csv"), folder_ / "picture-3.csv");
}

TEST_F(DestinationTest, a_name_is_free_in_a_folder_that_cannot_be_listed) {
  std::ofstream(folder_ / "picture.png") << "";
  ASSERT_EQ(::chmod(folder_.c_str(), 0333), 0);
  const ::pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && ::setuid(1234) != 0) ::_exit(2);  // root may list any
    ::_exit(free_file(folder_, "picture", ".png") == folder_ / "picture-2.png" ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(::chmod(folder_.c_str(), 0700), 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(DestinationTest, the_folder_last_used_comes_first_and_a_few_are_kept) {
  std::vector<std::string> folders;
  for (const char* name : {"/a", "/b", "/c", "/d", "/e", "/f", "/c/"})
    folders = with_folder(std::move(folders), name);
  EXPECT_EQ(folders, (std::vector<std::string>{"/c", "/f", "/e", "/d", "/b"}));
}

TEST_F(DestinationTest, a_remembered_folder_that_is_gone_is_not_used) {
  Settings settings;
  EXPECT_EQ(folder_of(settings), fs::current_path());
  settings.folders = {folder_.string()};
  EXPECT_EQ(folder_of(settings), folder_);
  settings.folders = {(folder_ / "gone").string()};
  EXPECT_EQ(folder_of(settings), fs::current_path());
}

}  // namespace
}  // namespace lanescope::app
