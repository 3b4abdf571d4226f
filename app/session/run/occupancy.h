// Occupancy of a run's kernel on a machine: registers from a compiler or the lesson file,
// everything else from the launch.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/session/run/run.h"
#include "app/session/run/worker.h"
#include "sim/machine/occupancy.h"

namespace lanescope::app {

// Registers per thread, and their source.
struct RegisterCount {
  enum class Origin : std::uint8_t { not_known, compiler, lesson_file };
  std::optional<std::uint32_t> count;
  Origin origin = Origin::not_known;
  std::string detail;  // "NVRTC 13.0 for sm_90"; without a compiler's count: the reason
};

// Input for the compiler.
struct RegisterRequest {
  std::string lesson;
  compile::Source source;
  std::string symbol;  // as in the PTX
  int architecture = 0;
  std::optional<std::uint32_t> declared;  // from the lesson file
  bool is_ptx = false;                    // there is no source to compile
};
[[nodiscard]] RegisterRequest register_request(const Outcome& outcome,
                                               const machine::Profile& profile);
// Asks the compiler, which may take some 100 ms the first time. Fallback: the lesson file's count.
[[nodiscard]] RegisterCount registers_of(const RegisterRequest& request, std::stop_token stop = {});

[[nodiscard]] inline const std::string& lesson_of(const RegisterRequest& request) {
  return request.lesson;
}
using RegisterWorker = NewestWorker<RegisterRequest, RegisterCount>;
using RegisterResult = RegisterWorker::Result;
extern template class NewestWorker<RegisterRequest, RegisterCount>;

struct KernelOccupancy {
  machine::LaunchNeeds launch;
  RegisterCount registers;
  std::optional<machine::Occupancy> occupancy;  // empty: the machine's file lacks figures
  std::vector<machine::LaunchProblem> problems;
};
// Also asks the compiler, so do not call it on the window's thread.
[[nodiscard]] KernelOccupancy occupancy_of(const Outcome& outcome, const machine::Profile& profile);
[[nodiscard]] KernelOccupancy occupancy_of(const Outcome& outcome, const machine::Profile& profile,
                                           RegisterCount registers);
// The first overload on the machine with that id (empty: the default machine), if everything is
// known; `occupancy` is then complete. Empty: unknown machine or missing figures.
[[nodiscard]] std::optional<KernelOccupancy> known_occupancy(const Outcome& outcome,
                                                             const std::string& machine);

}  // namespace lanescope::app
