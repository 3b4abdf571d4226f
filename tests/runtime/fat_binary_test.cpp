#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/host_program/fat_binary.h"

namespace lanescope::host_program {
namespace {

// A container with one entry of each kind given: 1 is PTX, 2 machine code.
struct Entry {
  std::uint16_t kind = 1;
  std::uint32_t architecture = 80;
  std::string data;
};
std::vector<char> container(const std::vector<Entry>& entries) {
  std::vector<char> bytes(16);
  const auto put = [&](std::size_t at, auto value) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
  };
  for (const Entry& entry : entries) {
    const std::size_t at = bytes.size();
    bytes.resize(at + 64);
    put(at, entry.kind);
    put(at + 4, std::uint32_t{64});
    put(at + 8, std::uint64_t{entry.data.size()});
    put(at + 28, entry.architecture);
    bytes.insert(bytes.end(), entry.data.begin(), entry.data.end());
  }
  put(0, std::uint32_t{0xba55ed50});
  put(4, std::uint16_t{1});
  put(6, std::uint16_t{16});
  put(8, std::uint64_t{bytes.size() - 16});
  return bytes;
}

TEST(FatBinary, a_text_is_taken_as_it_is) {
  const auto texts = ptx_texts_of(".version 7.0\n.target sm_80\n");
  ASSERT_TRUE(texts);
  EXPECT_EQ(texts->front(), ".version 7.0\n.target sm_80\n");
}

TEST(FatBinary, the_newest_PTX_is_taken) {
  const auto bytes = container(
      {{1, 80, std::string("for 80\0\0", 8)}, {2, 90, "machine code"}, {1, 90, "for 90"}});
  const auto texts = ptx_texts_of(bytes.data());
  ASSERT_TRUE(texts);
  EXPECT_EQ(*texts, std::vector<std::string>{"for 90"});
}

TEST(FatBinary, machine_code_alone_is_refused_with_the_flags_that_help) {
  const auto bytes = container({{2, 90, "machine code"}});
  const auto texts = ptx_texts_of(bytes.data());
  ASSERT_FALSE(texts);
  EXPECT_NE(texts.error().find("code=compute_90"), std::string::npos);
}

// As `nvcc -rdc=true` makes it of two files.
TEST(FatBinary, files_that_were_linked_are_one_text) {
  const auto first = container({{1, 80,
                                 ".extern .func f;\n.extern .global .u32 count;\n"
                                 ".global .b8 $str[2];\n.loc 1 7 3\n.file 1 \"a.cu\"\n"}});
  const auto second = container({{1, 80,
                                  ".global .u32 count;\n.global .b8 $str[9];\n"
                                  "\t.loc\t2 8 1, function_name $L, inlined_at 1 9 1\n"
                                  ".file 1 \"b.cu\"\n"}});
  const void* parts[] = {first.data(), second.data(), nullptr};
  struct {
    std::uint32_t magic = 0x466243b1, version = 2;
    const void* data = nullptr;
    const void* parts = nullptr;
  } wrapper;
  wrapper.parts = parts;
  const auto texts = ptx_texts_of(&wrapper);
  ASSERT_TRUE(texts);
  EXPECT_EQ(*texts, std::vector<std::string>{
                        ".extern .func f;\n\n.global .b8 $str[2];\n.loc 1 7 3\n.file 1 \"a.cu\"\n"
                        ".global .u32 count;\n.global .b8 $str1_[9];\n"
                        "\t.loc\t1000002 8 1, function_name $L, inlined_at 1000001 9 1\n"
                        ".file 1000001 \"b.cu\"\n"});
}

}  // namespace
}  // namespace lanescope::host_program
