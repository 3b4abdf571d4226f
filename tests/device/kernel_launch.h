// A PTX kernel and its arrays; runs on the GPU and in the emulator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace lanescope::device {

struct KernelLaunch {
  std::string ptx;  // a module whose last entry is the kernel `k`
  std::uint32_t grid = 1;
  std::uint32_t block[3] = {32, 1, 1};
  // The parameters: each array's address, then the scalars.
  std::vector<std::vector<std::byte>> arrays;  // read and written in place
  std::vector<std::vector<std::byte>> scalars;
};

// Why a launch has no result.
struct NotRun {
  bool is_refusal = false;  // the compiler or decoder refused the PTX; false: the launch failed
  std::string message;
};

using LaunchResult = tl::expected<void, NotRun>;

[[nodiscard]] LaunchResult run_in_emulator(KernelLaunch& launch);

}  // namespace lanescope::device
