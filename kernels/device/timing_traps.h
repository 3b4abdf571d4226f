// What makes a correct timing say something else than it seems to.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/device/statistics.h"

namespace lanescope::device {

enum class Trap {
  fits_in_l2,      // what the kernel moves fits into the L2 cache: warm times are not memory's
  too_few_blocks,  // not even one block for each multiprocessor: much of the GPU is idle
  few_waves,       // the last wave of blocks leaves a large part of the GPU idle
  very_short,      // so short that the launch itself is a good part of it
  unsteady,        // the median is not known to 5 %
  slow_first,      // the first launch took far longer: loading, not the kernel; it is left out
};

// A word for JSON and a sentence for people, in English.
[[nodiscard]] std::string_view name_of(Trap trap);
[[nodiscard]] std::string_view sentence_of(Trap trap);

struct TimedLaunch {
  std::uint64_t bytes_moved = 0;
  std::uint64_t l2_bytes = 0;  // 0: not known
  std::uint64_t blocks = 0;
  std::uint32_t multiprocessors = 0;
  std::uint32_t blocks_per_multiprocessor = 0;  // that can be there at a time
  double first_ms = 0;
  Summary summary;
};
[[nodiscard]] std::vector<Trap> traps_of(const TimedLaunch& launch);

}  // namespace lanescope::device
