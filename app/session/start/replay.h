// Launches of a program that ran on a GPU (`lanescope run --device`): each is emulated from its
// memory before it, and what it leaves is compared with what the GPU left.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/launches/reader.h"
#include "sim/diagnostics/check_set.h"

namespace lanescope::app {

enum class ReplayVerdict : std::uint8_t {
  equal,    // every array, bit for bit (any NaN equals any other)
  rounded,  // within the tolerance that its kernel needs, see tolerance_of()
  differs,
  not_compared,  // the GPU's arrays were not kept, or the launch can't be emulated
};
[[nodiscard]] const char* name_of(ReplayVerdict verdict);  // "equal", as in JSON

struct Replay {
  std::uint64_t number = 0;
  ReplayVerdict verdict = ReplayVerdict::not_compared;
  // not_compared: why. differs: array and element, with both values.
  std::string why;
  std::size_t arrays = 0;   // that were compared: those that the launch can reach
  std::uint64_t bytes = 0;  // of these
  // The launch's outcome on the GPU with the emulator's counts and findings added. None: the
  // emulator did not run it.
  std::optional<launches::Outcome> outcome;
};

struct ReplayOptions {
  std::string machine;  // id; empty: the default
  CheckSet checks = CheckSet::all();
  std::uint64_t max_warp_instructions = 20'000'000'000;
  int threads = 0;  // 0: one per core
};

// `scratch`: an existing folder, in which the launch's lesson is written. Blocks until done.
[[nodiscard]] Replay replay(const launches::File& file, std::uint64_t number,
                            const ReplayOptions& options, const std::filesystem::path& scratch,
                            const std::stop_token& stop = {});

}  // namespace lanescope::app
