// For loops that say something about each element: about none they would say nothing.
#pragma once

#include <iterator>
#include <utility>

#include <gtest/gtest.h>

namespace lanescope::tests {

// `range` itself. The test fails if it is empty.
template <class Range>
[[nodiscard]] Range some(Range&& range) {
  EXPECT_FALSE(std::empty(range)) << "nothing is looked at";
  return std::forward<Range>(range);
}

}  // namespace lanescope::tests
