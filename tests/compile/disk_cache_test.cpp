#include "kernels/compile/cache.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "tests/compile/fixture.h"
#include "tests/temporary_folder.h"

namespace lanescope::compile::testing {
namespace {

namespace fs = std::filesystem;

class CompileDiskCache : public ::testing::Test {
 protected:
  // The only file in the cache.
  [[nodiscard]] fs::path file() const {
    const fs::path only = fs::directory_iterator(folder_)->path();
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
    return only;
  }

  tests::TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path() / "cache";
};

TEST_F(CompileDiskCache, keeps_what_was_put_in) {
  DiskCache(folder_).insert("key", "ptx\nof two lines");
  EXPECT_EQ(DiskCache(folder_).find("key"), "ptx\nof two lines");
  EXPECT_EQ(DiskCache(folder_).find("another key"), std::nullopt);
}

TEST_F(CompileDiskCache, a_file_cut_short_counts_as_missing) {
  const DiskCache cache(folder_);
  cache.insert("key", "the text of the ptx");
  for (auto size = fs::file_size(file()); size > 0; --size) {
    fs::resize_file(file(), size - 1);
    ASSERT_EQ(cache.find("key"), std::nullopt) << "at " << size - 1 << " bytes";
  }
}

TEST_F(CompileDiskCache, a_changed_byte_is_noticed) {
  const DiskCache cache(folder_);
  cache.insert("key", "the text of the ptx");
  const auto size = fs::file_size(file());
  for (std::uintmax_t at = 0; at < size; ++at) {
    std::fstream bytes(file(), std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekg(static_cast<std::streamoff>(at));
    const char before = static_cast<char>(bytes.get());
    bytes.seekp(static_cast<std::streamoff>(at));
    bytes.put(static_cast<char>(before ^ 1));
    bytes.close();
    ASSERT_EQ(cache.find("key"), std::nullopt) << "byte " << at;
    std::fstream(file(), std::ios::in | std::ios::out | std::ios::binary)
        .seekp(static_cast<std::streamoff>(at))
        .put(before);
  }
  EXPECT_EQ(cache.find("key"), "the text of the ptx");
}

TEST_F(CompileDiskCache, a_folder_that_cannot_be_written_is_no_failure) {
  std::ofstream(folder_) << "a file where the folder should be";
  const DiskCache cache(folder_ / "ptx");
  cache.insert("key", "text");
  EXPECT_EQ(cache.find("key"), std::nullopt);
}

TEST_F(CompileDiskCache, the_number_of_files_is_bounded) {
  const DiskCache cache(folder_, 64);
  for (int i = 0; i < 100; ++i) {
    cache.insert("key " + std::to_string(i), "text");
    ASSERT_LE(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 64);
  }
  EXPECT_TRUE(cache.find("key 99"));
  EXPECT_FALSE(cache.find("key 0"));
}

TEST_F(CompileDiskCache, entries_that_are_used_again_outlive_others) {
  const DiskCache cache(folder_, 64);
  for (int i = 0; i < 64; ++i) cache.insert("key " + std::to_string(i), "text");
  // Older than the clock's resolution.
  for (const auto& entry : fs::directory_iterator(folder_))
    fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - std::chrono::hours(1));
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(cache.find("key " + std::to_string(i)));
  cache.insert("one more", "text");
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(cache.find("key " + std::to_string(i))) << i;
  EXPECT_LT(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 64);
}

TEST_F(CompileDiskCache, the_environment_says_where_it_is) {
  ::setenv("LANESCOPE_CACHE", "", 1);
  ::setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
  EXPECT_EQ(DiskCache::from_environment().folder(), folder_ / "lanescope" / "ptx");
  ::setenv("LANESCOPE_CACHE", "off", 1);
  EXPECT_TRUE(DiskCache::from_environment().folder().empty());
  ::unsetenv("XDG_CACHE_HOME");
}

TEST_F(CompileDiskCache, a_later_run_finds_what_an_earlier_one_compiled) {
  if (!why_unusable(Compiler::clang).empty()) GTEST_SKIP() << why_unusable(Compiler::clang);
  ::setenv("LANESCOPE_CACHE", "", 1);
  ::setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
  clear_cache();
  const Source source = source_of("__global__ void k(int* p) { p[0] = 1; }\n");
  const tl::expected<Ptx, Failure> first = to_ptx(source, Compiler::clang);
  clear_cache();  // as in a new run
  const tl::expected<Ptx, Failure> second = to_ptx(source, Compiler::clang);
  ::setenv("LANESCOPE_CACHE", "off", 1);
  ::unsetenv("XDG_CACHE_HOME");
  ASSERT_TRUE(first && second);
  EXPECT_FALSE(first->from_cache);
  EXPECT_TRUE(second->from_cache);
  EXPECT_EQ(first->text, second->text);
  EXPECT_EQ(second->compiler, "clang");
}

}  // namespace
}  // namespace lanescope::compile::testing
