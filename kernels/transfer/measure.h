// Measures transfers on a device: which points, how often, and what to do where the device lacks
// something. A series that cannot be measured is a row with a message; the others go on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/transfer/device.h"
#include "kernels/transfer/row.h"
#include "sim/transfer/arrangement.h"

namespace lanescope::transfer {

struct MeasurePlan {
  std::uint64_t least_copy = 1024;                  // bytes; sizes grow by 4
  std::uint64_t most_copy = 1024ULL * 1024 * 1024;  // less, where the device or the host has less
  std::uint64_t small_copies_bytes = 64ULL << 20;
  std::uint64_t overlap_bytes = 256ULL << 20;
  std::uint64_t streamed_bytes = 1ULL << 30;  // beside the kept data of the L2 windows
  std::vector<std::uint64_t> kept_mib{10, 20, 30, 40, 50, 60};
  std::size_t samples = 9;         // of each point; of small copies more
  std::size_t small_samples = 31;  // below 1 MiB
};

// The sizes at which ways to use mapped and managed memory are compared, less where there is no
// room for them. Other sizes have fewer points of mapped memory.
inline constexpr std::uint64_t usual_in_place_bytes = 64ULL << 20;
inline constexpr std::uint64_t usual_managed_bytes = 256ULL << 20;

// Everything, and at last the shipped arrangements at their usual size (measure_arranged). Told
// each row at once. `date`: "2026-11-26".
void measure(Device& device, const MeasurePlan& plan, const std::string& date,
             const std::function<void(const Row&)>& tell);

// The steps of measure(), in their order: the sections of their rows, with blanks between them.
inline constexpr std::array<std::string_view, 12> measure_steps{"copy",
                                                                "small_copies",
                                                                "get give_back",
                                                                "pointer",
                                                                "in_place",
                                                                "managed",
                                                                "overlap overlap_part timeline",
                                                                "streams",
                                                                "launch",
                                                                "residency",
                                                                "nested",
                                                                "arranged arranged_part"};
// An index into measure_steps; empty: rows of this section are of no step ("device").
[[nodiscard]] std::optional<std::size_t> measure_step_of(std::string_view section);

inline constexpr std::uint64_t most_arranged_bytes = 4ULL << 30;
inline constexpr unsigned most_kernel_percent = 10'000;
struct ArrangedSize {
  // Of each data, in multiples of 4: what a copy in moves and a kernel works on, at least 4; and
  // what a copy back moves and the host reads, which may be none.
  std::uint64_t bytes = 64ULL << 20;
  std::uint64_t bytes_out = 64ULL << 20;
  // What a kernel alone takes, in per cent of a copy in alone. At least 1. No kernel takes less
  // than reading and writing its data.
  unsigned kernel_percent = 100;

  bool operator==(const ArrangedSize&) const = default;
};

// Runs a program that someone arranged, several times, and tells of the run with the median total:
// a row of section "arranged" for each copy, kernel and host_work ("call": from 1, "text": the
// call), and one with part "total". Section "arranged_part" has what a copy in and the kernel take
// alone, if the program has kernels. A program that could not be run has a row with a message and
// no total.
//
// Copies are from and to pinned memory. Kernels work in place: in CUDA's text they would write
// another array, which takes the same time.
void measure_arranged(Device& device, const Arrangement& arrangement, const ArrangedSize& size,
                      const std::string& date, const std::function<void(const Row&)>& tell);

// When each operation of one engine began, in microseconds. Events cannot tell: the one before a
// copy is passed when the copy is queued. But an engine does one thing after the other, so an
// operation began when it was queued and the one that ended before it had ended.
[[nodiscard]] std::vector<double> begins_of(const std::vector<ProgramTimes::Span>& spans);

}  // namespace lanescope::transfer
