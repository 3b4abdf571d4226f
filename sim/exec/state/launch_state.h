// The state that all blocks of a launch share. Blocks change only the contents of global memory.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

#include <tl/expected.hpp>

#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/program/program.h"
#include "sim/exec/state/global_memory.h"
#include "sim/exec/state/launch_config.h"

namespace lanescope::exec {

class NestedLaunches;

struct LaunchState {
  LaunchState(const Program& program_, const LaunchConfig& config_, GlobalMemory& memory_)
      : program(program_), config(config_), memory(memory_) {}

  const Program& program;
  LaunchConfig config;
  GlobalMemory& memory;
  std::vector<std::byte> parameters;
  std::vector<std::byte> constant_bank;  // .const variables
  std::vector<std::byte> constant_rows;  // 32 lanes each, see Program::constants
  // The addresses of texture and surface references: indices into Program::variables.
  std::map<std::uint64_t, std::size_t> references;
  std::uint32_t threads_per_block = 0;
  std::uint32_t warps_per_block = 0;
  std::uint32_t width = 32;        // width of row forms: row_form.h
  std::uint32_t shared_bytes = 0;  // static + dynamic
  std::uint64_t max_warp_instructions = 0;
  CheckSet checks;
  std::stop_token stop;
  std::atomic<std::uint64_t> instructions_used{0};  // by all workers, updated in steps
  // Of a kernel that launches others, and of those: the launches. nullptr: none.
  NestedLaunches* nested = nullptr;
  bool keeps_variables = false;  // RunOptions
};

// Places variables (initial_value.h), copies arguments and fills in the constant rows. Variables
// that are placed already keep what is in them. Fails if a variable can't be placed.
[[nodiscard]] tl::expected<void, Diagnostic> prepare(LaunchState& state,
                                                     const std::vector<ArgumentBytes>& arguments);

}  // namespace lanescope::exec
