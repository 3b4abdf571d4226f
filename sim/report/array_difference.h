// The elements in which an array differs from the one that was wanted, bit for bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/report/report.h"

namespace lanescope::report {

struct ArrayDifference {
  ArrayInfo array;
  std::vector<std::byte> wanted, got;  // array.bytes() each
  std::uint64_t wrong = 0;             // number of elements that differ
  std::uint64_t first = 0;             // the first of them; 0 if there are none

  [[nodiscard]] bool differs(std::uint64_t element) const;
  // Up to `most` of the elements that differ, ascending.
  [[nodiscard]] std::vector<std::uint64_t> first_wrong(std::size_t most) const;
  // The shortest decimal text that reads back as the same value.
  [[nodiscard]] std::string wanted_text(std::uint64_t element) const;
  [[nodiscard]] std::string got_text(std::uint64_t element) const;
};
using ArrayDifferencePtr = std::shared_ptr<const ArrayDifference>;

// Both must have array.bytes() bytes. Slow for large arrays: about 1 ms per 4 MiB.
[[nodiscard]] ArrayDifference difference_of(const ArrayInfo& array, std::vector<std::byte> wanted,
                                            std::vector<std::byte> got);

// "A[12][34]" in the array's shape, "A[12]" without one.
[[nodiscard]] std::string element_text(const ArrayInfo& array, std::uint64_t element);

}  // namespace lanescope::report
