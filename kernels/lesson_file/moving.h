// What a host program around the lesson's kernel moves between host and GPU: [moving] of a lesson
// file (docs/lessons.md, "Moving data"), evaluated.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace lanescope::lesson {

struct MovingWork {
  std::int64_t bytes = 0;           // copied in, all chunks together
  std::int64_t bytes_out = 0;       // copied out again
  std::int64_t chunks = 1;          // each is copied in, computed on and copied out
  std::int64_t streams = 1;         // chunk i goes to stream i mod streams
  std::int64_t kernel_percent = 0;  // time of a chunk's kernel, percent of its copy in
  std::int64_t pageable = 0;        // 1: the host memory is not pinned
  std::int64_t breadth_first = 0;   // 1: all copies in, then all kernels, then all copies out
  std::int64_t repeats = 1;         // how often all of it is done
  std::int64_t gets = 0;            // 1: getting and giving back the host memory counts, too
  std::int64_t one_queue = 0;       // 1: on a GPU of 2010, with one hardware queue for each engine

  bool operator==(const MovingWork&) const = default;
};

// In several streams there are at most so many chunks: their schedule is computed within a frame.
inline constexpr std::int64_t most_scheduled_chunks = 128;

// A key of [moving]: what it sets, and its range.
struct MovingKey {
  const char* name;
  std::int64_t MovingWork::*value;
  std::int64_t least, most;
};
[[nodiscard]] inline std::span<const MovingKey> moving_keys() {
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
