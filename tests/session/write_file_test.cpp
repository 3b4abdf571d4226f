// Files that the user named: what is there keeps its kind, mode and place.
#include "app/session/files/write_file.h"

#include <cstdlib>
#include <string>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

class WriteFile : public tests::InFolder<::testing::Test> {
 protected:
  static struct ::stat status_of(const fs::path& path) {
    struct ::stat found {};
    EXPECT_EQ(::lstat(path.c_str(), &found), 0) << path;
    return found;
  }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }
};

TEST_F(WriteFile, creates_and_replaces_regular_files) {
  const fs::path file = folder_ / "a.csv";
  EXPECT_TRUE(can_write_file(file));
  ASSERT_TRUE(write_file(file, "one"));
  EXPECT_EQ(tests::text_of(file), "one");
  const auto before = status_of(file).st_ino;
  ASSERT_TRUE(write_file(file, "2"));
  EXPECT_EQ(tests::text_of(file), "2");
  EXPECT_NE(status_of(file).st_ino, before);  // replaced at once, not written over
  EXPECT_EQ(files(), 1U);
}

TEST_F(WriteFile, keeps_every_mode) {
  const fs::path file = folder_ / "a.csv";
  for (const ::mode_t mode : {0600U, 0640U, 0644U, 0660U, 0700U, 0755U, 0666U}) {
    ASSERT_TRUE(write_file(file, "old"));
    ASSERT_EQ(::chmod(file.c_str(), mode), 0);
    ASSERT_TRUE(write_file(file, "new"));
    EXPECT_EQ(status_of(file).st_mode & 07777U, mode);
    EXPECT_EQ(tests::text_of(file), "new");
  }
}

TEST_F(WriteFile, keeps_the_owner) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  const fs::path file = folder_ / "a.csv";
  ASSERT_TRUE(write_file(file, "old"));
  ASSERT_EQ(::chown(file.c_str(), 1234, 2345), 0);
  ASSERT_TRUE(write_file(file, "new"));
  EXPECT_EQ(status_of(file).st_uid, 1234U);
  EXPECT_EQ(status_of(file).st_gid, 2345U);
  EXPECT_EQ(tests::text_of(file), "new");
}

TEST_F(WriteFile, follows_links_to_files_that_are_there_or_not) {
  fs::create_directory(folder_ / "sub");
  ASSERT_TRUE(write_file(folder_ / "sub/target", "old"));
  fs::create_symlink("sub/target", folder_ / "link");
  fs::create_symlink(folder_ / "link", folder_ / "link-to-link");
  fs::create_symlink("sub/later", folder_ / "broken");
  for (const char* name : {"link", "link-to-link"}) {
    EXPECT_TRUE(can_write_file(folder_ / name));
    ASSERT_TRUE(write_file(folder_ / name, name));
    EXPECT_TRUE(fs::is_symlink(folder_ / name));
    EXPECT_EQ(tests::text_of(folder_ / "sub/target"), name);
  }
  EXPECT_TRUE(can_write_file(folder_ / "broken"));
  ASSERT_TRUE(write_file(folder_ / "broken", "made"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "broken"));
  EXPECT_EQ(tests::text_of(folder_ / "sub/later"), "made");
  fs::create_symlink("self", folder_ / "self");
  EXPECT_FALSE(write_file(folder_ / "self", "x"));
}

TEST_F(WriteFile, keeps_the_other_names_of_a_file) {
  ASSERT_TRUE(write_file(folder_ / "one", "old"));
  fs::create_hard_link(folder_ / "one", folder_ / "two");
  ASSERT_TRUE(write_file(folder_ / "one", "new and longer"));
  EXPECT_EQ(tests::text_of(folder_ / "two"), "new and longer");
  ASSERT_TRUE(write_file(folder_ / "two", "short"));
  EXPECT_EQ(tests::text_of(folder_ / "one"), "short");
}

TEST_F(WriteFile, writes_into_a_pipe) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_TRUE(can_write_file(pipe));
  const std::string content(300'000, 'x');  // more than a pipe holds
  std::string found;
  std::thread reader([&] { found = tests::text_of(pipe); });
  EXPECT_TRUE(write_file(pipe, content));
  reader.join();
  EXPECT_EQ(found, content);
  EXPECT_TRUE(S_ISFIFO(status_of(pipe).st_mode));
}

TEST_F(WriteFile, writes_into_devices_and_says_what_they_refuse) {
  fs::create_symlink("/dev/null", folder_ / "null");
  EXPECT_TRUE(can_write_file(folder_ / "null"));
  EXPECT_TRUE(write_file(folder_ / "null", "x"));
  EXPECT_TRUE(S_ISCHR(status_of("/dev/null").st_mode));
  fs::create_symlink("/dev/full", folder_ / "full");
  const auto full = write_file(folder_ / "full", "x");
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error(), (folder_ / "full").string() + ": No space left on device");
  EXPECT_TRUE(S_ISCHR(status_of("/dev/full").st_mode));
}

TEST_F(WriteFile, writes_on_at_an_open_descriptor) {
  const fs::path file = folder_ / "log";
  const int number = ::open(file.c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_GE(number, 0);
  ASSERT_EQ(::write(number, "before ", 7), 7);
  fs::create_symlink("/dev/fd/" + std::to_string(number), folder_ / "link");
  for (const fs::path& name :
       {fs::path("/dev/fd") / std::to_string(number),
        fs::path("/proc/self/fd") / std::to_string(number), folder_ / "link"}) {
    EXPECT_TRUE(can_write_file(name));
    EXPECT_TRUE(write_file(name, "and "));
  }
  ASSERT_EQ(::write(number, "after", 5), 5);
  ::close(number);
  EXPECT_EQ(tests::text_of(file), "before and and and after");
  EXPECT_FALSE(can_write_file("/dev/fd/987"));
  EXPECT_FALSE(write_file("/dev/fd/987", "x"));
}

// Replacing a file needs only its folder's permission.
TEST_F(WriteFile, refuses_what_may_not_be_written) {
  const fs::path file = folder_ / "kept";
  ASSERT_TRUE(write_file(file, "old"));
  ASSERT_EQ(::chmod(file.c_str(), 0444), 0);
  ASSERT_EQ(::chmod(folder_.c_str(), 0777), 0);
  const ::pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && ::setuid(1234) != 0) ::_exit(2);  // root may write anything
    ::_exit(can_write_file(file) || write_file(file, "new") ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(tests::text_of(file), "old");
}

TEST_F(WriteFile, refuses_folders_and_what_lies_in_no_folder) {
  EXPECT_FALSE(can_write_file(folder_));
  EXPECT_FALSE(write_file(folder_, "x"));
  EXPECT_FALSE(can_write_file(folder_ / "nowhere/a.csv"));
  const auto nowhere = write_file(folder_ / "nowhere/a.csv", "x");
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error(), (folder_ / "nowhere/a.csv").string() + ": No such file or directory");
  ASSERT_TRUE(write_file(folder_ / "file", "x"));
  EXPECT_FALSE(write_file(folder_ / "file/a.csv", "x"));
}

}  // namespace
}  // namespace lanescope::app
