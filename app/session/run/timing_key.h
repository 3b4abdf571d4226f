// Identifies what a time belongs to: a kernel text with the headers beside it, launched in one way
// on given arrays. Results are kept under this key, so that a result is shown again when its values
// return, and never for others.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>

#include "kernels/compile/compile.h"
#include "kernels/device/recording.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {

struct TimingKey {
  std::string lesson, variant, kernel;
  lesson::Values params;
  std::array<std::int64_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  compile::Compiler compiler = compile::Compiler::automatic;  // as chosen
  std::string text;                                           // hash_of_text()
  std::string arguments;  // a hash of everything else in the launch
  auto operator<=>(const TimingKey&) const = default;
};

// FNV-1a 64 of the kernel's text, of the user's headers and of the flags; 16 hex digits.
[[nodiscard]] std::string hash_of_text(const lesson::Resolved& resolved);

[[nodiscard]] TimingKey key_of(const lesson::Resolved& resolved, compile::Compiler compiler);

// The same kernel with the same text; values may differ.
[[nodiscard]] bool same_kernel(const TimingKey& a, const TimingKey& b);

// is_of_kernel: the point's names match the key's; is_of: its values match, too.
[[nodiscard]] bool is_of_kernel(const device::RecordedPoint& point, const TimingKey& key);
[[nodiscard]] bool is_of(const device::RecordedPoint& point, const TimingKey& key);
// The point was recorded with a different kernel text. Older recordings do not store the text.
[[nodiscard]] bool is_of_other_text(const device::RecordedPoint& point, const TimingKey& key);

// "N 1024, PAD 1". differing(): those of `params` that differ from `others` or are missing there.
[[nodiscard]] std::string values_text(const lesson::Values& params);
[[nodiscard]] lesson::Values differing(const lesson::Values& params, const lesson::Values& others);
// "N=1024 PAD=0": as on a command line.
[[nodiscard]] std::string short_params(const lesson::Values& params);

}  // namespace lanescope::app
