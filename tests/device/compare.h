// Two machines' results of one form, value by value.
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
  std::size_t nan_payloads = 0;  // both are NaN, of different bits
  std::size_t different = 0;     // exact forms: other bits; approximate ones: outside the bound
  // Operands and both values, one of each kind of operands (numbers, infinities, NaNs), a few.
  std::vector<std::string> samples;          // of `different`
  std::vector<std::string> payload_samples;  // of `nan_payloads`
  // Approximate forms: the largest errors, in ulp of the exact result, where it is normal.
  double gpu_ulp = 0;
  double emulator_ulp = 0;
  std::size_t gpu_outside = 0;  // of the bound
};

// `gpu` and `emulator`: the arrays of the launch afterwards.
[[nodiscard]] Tally compare(const Form& form, const std::vector<std::vector<std::byte>>& gpu,
                            const std::vector<std::vector<std::byte>>& emulator);

// How far from the exact result `value` may lie and does, as PTX bounds it.
struct Distance {
  bool inside = true;
  double ulp = 0;
};
[[nodiscard]] Distance distance(const Form& form, Element element, double value, double a,
                                double b);

[[nodiscard]] double value_of(Element element, std::uint64_t bits);

}  // namespace lanescope::device
