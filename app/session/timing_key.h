// Of what a time is a time: the same kernel text, launched the same way on the same arrays. Results
// are kept by this, so that one is shown again when its values come back, and never for others.
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
  std::string text;                                           // a hash of the kernel's text
  std::string arguments;  // a hash of what else goes into the launch
  auto operator<=>(const TimingKey&) const = default;
};

[[nodiscard]] TimingKey key_of(const lesson::Resolved& resolved, compile::Compiler compiler);

// The same kernel with its text as it is, whatever the values.
[[nodiscard]] bool same_kernel(const TimingKey& a, const TimingKey& b);

// A recorded point is of this kernel by its names; of this launch by its values, too.
[[nodiscard]] bool is_of_kernel(const device::RecordedPoint& point, const TimingKey& key);
[[nodiscard]] bool is_of(const device::RecordedPoint& point, const TimingKey& key);
// It was recorded of another text of the kernel. Older recordings do not know their text.
[[nodiscard]] bool is_of_other_text(const device::RecordedPoint& point, const TimingKey& key);

// "N 1024, PAD 1"; of `params` those that differ from `others` or that it lacks.
[[nodiscard]] std::string values_text(const lesson::Values& params);
[[nodiscard]] lesson::Values differing(const lesson::Values& params, const lesson::Values& others);
// "N=1024 PAD=0": as a command line takes them.
[[nodiscard]] std::string short_params(const lesson::Values& params);

}  // namespace lanescope::app
