#include "app/session/course/named_lines.h"

#include <gtest/gtest.h>

namespace lanescope::app::test {
namespace {

constexpr const char* kernel = R"(// Each thread writes its index: index[i] = i;
__global__ void index(int* index, int* lane)
{
    int thread = threadIdx.x;  // in its block
    int i = blockIdx.x * SIZE + thread;
    index[i] = i;
    lane[i] = thread % 32;
})";

std::vector<int> named_by(const char* markdown) {
  return named_lines(kernel, code_spans(markdown));
}

TEST(NamedLines, are_those_of_the_code_between_backticks_in_their_order) {
  EXPECT_EQ(named_by("Look at `index[i] = i;`. The position is `threadIdx.x`."),
            (std::vector<int>{6, 4}));
  EXPECT_EQ(named_by("A kernel begins with `__global__`."), std::vector<int>{2});
  EXPECT_EQ(named_by("the line `int i = blockIdx.x ...`"), std::vector<int>{5});
}

TEST(NamedLines, are_none_where_the_code_is_on_several_lines_or_part_of_a_name) {
  EXPECT_TRUE(named_by("`i` and `thread`").empty());
  EXPECT_TRUE(named_by("`SIZ`, `nowhere` and an open `index[i]").empty());
  EXPECT_TRUE(named_by("").empty());
}

}  // namespace
}  // namespace lanescope::app::test
