#include "kernels/lesson_file/moving.h"

#include <array>

namespace lanescope::lesson {

std::span<const MovingKey> moving_keys() {
  using Work = MovingWork;
  constexpr std::int64_t tebibyte = std::int64_t{1} << 40;
  static constexpr std::array keys{
      MovingKey{"bytes", &Work::bytes, 1, tebibyte},
      MovingKey{"bytes_out", &Work::bytes_out, 0, tebibyte},
      MovingKey{"chunks", &Work::chunks, 1, 1'000'000},
      MovingKey{"streams", &Work::streams, 1, 128},
      MovingKey{"kernel_percent", &Work::kernel_percent, 0, 100'000},
      MovingKey{"pageable", &Work::pageable, 0, 1},
      MovingKey{"breadth_first", &Work::breadth_first, 0, 1},
      MovingKey{"repeats", &Work::repeats, 1, 1'000'000},
      MovingKey{"gets", &Work::gets, 0, 1},
      MovingKey{"one_queue", &Work::one_queue, 0, 1},
  };
  return keys;
}

}  // namespace lanescope::lesson
