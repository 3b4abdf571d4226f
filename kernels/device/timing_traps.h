// Why a correct timing may mean something else than it seems to.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/device/statistics.h"

namespace lanescope::device {

enum class TimingTrap {
  fits_in_l2,      // the kernel's data fits into L2: warm times do not measure memory
  too_few_blocks,  // fewer blocks than multiprocessors: much of the GPU is idle
  few_waves,       // the last wave of blocks leaves a large part of the GPU idle
  very_short,      // the launch itself takes a good part of the time
  unsteady,        // the median is known less precisely than 5 %
  slow_first,      // the first launch, which is left out, took far longer: loading
};

// An identifier for JSON, and an English sentence for people.
[[nodiscard]] std::string_view name_of(TimingTrap trap);
[[nodiscard]] std::string_view sentence_of(TimingTrap trap);

struct TimedLaunch {
  std::uint64_t bytes_moved = 0;
  std::uint64_t l2_bytes = 0;  // 0: unknown
  std::uint64_t blocks = 0;
  std::uint32_t multiprocessors = 0;
  std::uint32_t blocks_per_multiprocessor = 0;  // resident at a time
  double first_ms = 0;
  Summary summary;
};
[[nodiscard]] std::vector<TimingTrap> timing_traps_of(const TimedLaunch& launch);

}  // namespace lanescope::device
