// How a run's kernel would fill a machine's multiprocessors: registers from a compiler or the
// lesson file, the rest from the launch.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/session/run.h"
#include "sim/machine/occupancy.h"

namespace lanescope::app {

// Registers a thread, and who says so.
struct RegisterCount {
  enum class Origin : std::uint8_t { not_known, compiler, lesson_file };
  std::optional<std::uint32_t> count;
  Origin origin = Origin::not_known;
  std::string detail;  // "NVRTC 13.0 for sm_90"; where no compiler says: why not
};

// What is asked of the compiler.
struct RegisterRequest {
  std::string lesson;
  compile::Source source;
  std::string symbol;  // as in the PTX
  int architecture = 0;
  std::optional<std::uint32_t> told;  // by the lesson file
};
[[nodiscard]] RegisterRequest register_request(const Outcome& outcome,
                                               const machine::Profile& profile);
// Asks the compiler, which may take some 100 ms the first time; what the lesson file tells stands
// in where no compiler does.
[[nodiscard]] RegisterCount registers_of(const RegisterRequest& request, std::stop_token stop = {});

struct KernelOccupancy {
  machine::LaunchNeeds launch;
  RegisterCount registers;
  std::optional<machine::Occupancy> occupancy;  // empty: the machine's file lacks figures
  std::vector<machine::LaunchProblem> problems;
};
// Asks the compiler, too: not for the window's thread.
[[nodiscard]] KernelOccupancy occupancy_of(const Outcome& outcome, const machine::Profile& profile);
[[nodiscard]] KernelOccupancy occupancy_of(const Outcome& outcome, const machine::Profile& profile,
                                           RegisterCount registers);
// The first of these on the machine of that id (empty: the usual one), where all of it is known:
// `occupancy` is there and complete then. Empty: there is no such machine, or something is not
// known.
[[nodiscard]] std::optional<KernelOccupancy> known_occupancy(const Outcome& outcome,
                                                             const std::string& machine);

}  // namespace lanescope::app
