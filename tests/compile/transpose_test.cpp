// The shipped transpose kernels with both compilers: the same accesses in the same order.

#include <gtest/gtest.h>

#include <sstream>

#include "tests/compile/fixture.h"

namespace lanescope::compile::testing {
namespace {

// ld.global.f32, bar.sync, ... in the order of the PTX, without loads of parameters.
std::vector<std::string> accesses_of(const std::string& ptx) {
  std::vector<std::string> found;
  std::istringstream words(ptx);
  for (std::string word; words >> word;) {
    for (const char* prefix : {"ld.global", "st.global", "ld.shared", "st.shared", "bar.sync"}) {
      if (word.starts_with(prefix)) found.push_back(word);
    }
  }
  return found;
}

Source transpose(const std::string& file) {
  return Source{
      file, repository_file("kernels/lessons/transpose/" + file), {{"N", "1024"}, {"PAD", "1"}}};
}

using TransposeText = BothCompilers;
INSTANTIATE_TEST_SUITE_P(, TransposeText, ::testing::Values(Compiler::nvrtc, Compiler::clang),
                         compiler_name);

TEST_P(TransposeText, kernels_without_a_tile_load_once_and_store_once) {
  const std::vector<std::string> expected{"ld.global.f32", "st.global.f32"};
  for (const char* file : {"copy.cu", "coalesced_read.cu", "coalesced_write.cu"})
    EXPECT_EQ(accesses_of(ptx_of(transpose(file), GetParam())), expected) << file;
}

TEST_P(TransposeText, kernels_with_a_tile_go_through_it_once) {
  const std::vector<std::string> expected{"ld.global.f32", "st.shared.f32", "bar.sync",
                                          "ld.shared.f32", "st.global.f32"};
  for (const char* file : {"tile.cu", "swizzled.cu"})
    EXPECT_EQ(accesses_of(ptx_of(transpose(file), GetParam())), expected) << file;
}

TEST_P(TransposeText, four_rows_per_thread_are_unrolled) {
  const std::string ptx = ptx_of(transpose("rows4.cu"), GetParam());
  EXPECT_EQ(lines_with(ptx, "ld.global.f32").size(), 4u);
  EXPECT_EQ(lines_with(ptx, "st.shared.f32").size(), 4u);
  EXPECT_EQ(lines_with(ptx, "ld.shared.f32").size(), 4u);
  EXPECT_EQ(lines_with(ptx, "st.global.f32").size(), 4u);
  EXPECT_TRUE(lines_with(ptx, "bra").empty());
}

TEST_P(TransposeText, the_wide_tile_moves_16_bytes_at_a_time) {
  const std::string ptx = ptx_of(transpose("wide_tile.cu"), GetParam());
  for (const char* access : {"ld.global.v4", "st.shared.v4", "ld.shared.v4", "st.global.v4"})
    EXPECT_EQ(lines_with(ptx, access).size(), 4u) << access;
  EXPECT_EQ(accesses_of(ptx).size(), 17u) << "16 accesses and a barrier";
  EXPECT_TRUE(lines_with(ptx, "bra").empty());
}

TEST(TransposeLayout, every_kernel_fits_a_code_panel) {
  for (const char* file : {"copy.cu", "coalesced_read.cu", "coalesced_write.cu", "tile.cu",
                           "swizzled.cu", "rows4.cu", "wide_tile.cu"}) {
    std::istringstream lines(repository_file(std::string("kernels/lessons/transpose/") + file));
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count)
      EXPECT_LE(line.size(), 76u) << file << ": " << line;
    EXPECT_GT(count, 5) << file;
    EXPECT_LE(count, 22) << file;
  }
}

}  // namespace
}  // namespace lanescope::compile::testing
