#include <gtest/gtest.h>

#include "kernels/runtime/include/cuda_runtime.h"
#include "tests/runtime/layouts.h"

std::vector<Layout> our_layouts() { return LAYOUTS; }

TEST(Layouts, structures_are_laid_out_as_the_toolkit_s) {
  const std::vector<Layout> theirs = toolkit_layouts();
  if (theirs.empty()) GTEST_SKIP() << "the CUDA Toolkit's headers are not here";
  const std::vector<Layout> ours = our_layouts();
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i)
    EXPECT_EQ(ours[i].bytes, theirs[i].bytes) << ours[i].what;
}
