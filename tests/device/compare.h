// Compares the results of one form on two machines, value by value.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tests/device/form.h"

namespace lanescope::device {

struct Tally {
  std::size_t compared = 0;
  std::size_t equal = 0;         // bit for bit
  std::size_t nan_payloads = 0;  // both are NaN, with different bits
  std::size_t different = 0;  // exact forms: different bits; approximate forms: outside the bound
  // A few examples: the operands and both values, one for each kind of operands (numbers,
  // infinities, NaNs).
  std::vector<std::string> samples;          // of `different`
  std::vector<std::string> payload_samples;  // of `nan_payloads`
  // Approximate forms: the largest errors, in ulp of the exact result, where that is normal.
  double gpu_ulp = 0;
  double emulator_ulp = 0;
  std::size_t gpu_outside = 0;  // values outside the bound
};

// `gpu` and `emulator`: the launch's arrays after it ran.
[[nodiscard]] Tally compare(const Form& form, const std::vector<std::vector<std::byte>>& gpu,
                            const std::vector<std::vector<std::byte>>& emulator);

// The distance of `value` from the exact result, and whether it is within PTX's bound.
struct Distance {
  bool inside = true;
  double ulp = 0;
};
[[nodiscard]] Distance distance(const Form& form, Element element, double value, double a,
                                double b);

[[nodiscard]] double value_of(Element element, std::uint64_t bits);

}  // namespace lanescope::device
