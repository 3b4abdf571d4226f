#include "kernels/lesson_file/names.h"

#include <gtest/gtest.h>

namespace lanescope::lesson::testing {
namespace {

const std::vector<std::string> keys{"name", "type", "count", "init", "shape", "value"};

TEST(Names, the_nearest_name_is_suggested) {
  EXPECT_EQ(did_you_mean("coutn", keys), "; did you mean 'count'?");
  EXPECT_EQ(did_you_mean("typ", keys), "; did you mean 'type'?");
  EXPECT_EQ(did_you_mean("valeu", keys), "; did you mean 'value'?");
}

TEST(Names, nothing_is_suggested_where_nothing_is_near) {
  EXPECT_EQ(did_you_mean("alignment", keys), "");
  EXPECT_EQ(did_you_mean("x", {}), "");
}

TEST(Names, identifiers) {
  EXPECT_TRUE(is_identifier("N"));
  EXPECT_TRUE(is_identifier("_tile2"));
  EXPECT_FALSE(is_word_of_cpp("_tile2"));
  EXPECT_FALSE(is_word_of_cpp("INT"));
  EXPECT_FALSE(is_word_of_cpp("integer"));
  EXPECT_FALSE(is_identifier(""));
  EXPECT_FALSE(is_identifier("2N"));
  EXPECT_FALSE(is_identifier("a-b"));
  EXPECT_FALSE(is_identifier("\xc3\xa9"));
}

TEST(Names, sizes_are_readable) {
  EXPECT_EQ(readable_bytes(100), "100 bytes");
  EXPECT_EQ(readable_bytes(232448), "227 KiB");
  EXPECT_EQ(readable_bytes(std::uint64_t{3} << 29), "1.5 GiB");
  EXPECT_EQ(readable_bytes(~std::uint64_t{0}), "16 EiB");
}

}  // namespace
}  // namespace lanescope::lesson::testing
