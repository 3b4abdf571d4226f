// The calls of the device runtime that launch kernels (CUDA C++ Programming Guide 13.0, "CUDA
// Dynamic Parallelism"; state/nested_launches.h).
#include <bit>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "sim/exec/lanes/lane_loops.h"
#include "sim/exec/run/block_runner.h"
#include "sim/exec/run/grid.h"

namespace lanescope::exec {
namespace {

struct Refusal {
  DeviceError error = DeviceError::success;
  std::string message;
};

// The three words of a dim3 argument.
Dim3 dim3_of(const std::byte* frame, const ParameterArea& area, int lane) {
  Dim3 size{};
  for (std::size_t i = 0; i < 3; ++i)
    size[i] = read_area<std::uint32_t>(frame + area.offset_of(i * 4), lane);
  return size;
}

// Why there is no buffer for this launch; `kernel`: nullopt if its address is none of a kernel.
std::optional<Refusal> refusal_of(const NestedLaunches& launches, std::optional<std::size_t> kernel,
                                  std::uint64_t address, const LaunchConfig& config) {
  if (!kernel) {
    return Refusal{DeviceError::invalid_device_function,
                   fmt::format("a launch names 0x{:x}, which is no kernel: "
                               "cudaErrorInvalidDeviceFunction",
                               address)};
  }
  const Program& program = launches.programs()[*kernel];
  if (const auto invalid = invalid_launch(program, config)) {
    return Refusal{DeviceError::invalid_configuration,
                   fmt::format("the launch of {} is refused (cudaErrorInvalidConfiguration): {}",
                               program.plain_name, invalid->message)};
  }
  if (launches.unfinished() >= max_unfinished_launches) {
    return Refusal{
        DeviceError::pending_count_exceeded,
        fmt::format("the launch of {} is refused (cudaErrorLaunchPendingCountExceeded): {} "
                    "launched grids have not finished; here none begins before its parent grid has "
                    "ended",
                    program.plain_name, max_unfinished_launches)};
  }
  return std::nullopt;
}

}  // namespace

void BlockRunner::get_parameter_buffer(std::uint32_t index, const CallInstruction& call,
                                       std::uint32_t pc, std::uint32_t mask) {
  Warp& warp = warps_[index];
  const std::byte* frame = warp.lanes.rows[0];
  for_lanes(mask, [&](int l) {
    const ThreadNumber thread{position_.index, index * warp_lanes + static_cast<std::uint32_t>(l)};
    const auto address = read_area<std::uint64_t>(frame + call.arguments[0].at, l);
    LaunchConfig config;
    config.grid = dim3_of(frame, call.arguments[1], l);
    config.block = dim3_of(frame, call.arguments[2], l);
    config.dynamic_shared_bytes = read_area<std::uint32_t>(frame + call.arguments[3].at, l);
    NestedLaunches& launches = *launch_.nested;
    const std::optional<std::size_t> kernel = launches.kernel_at(address);
    std::uint64_t buffer = 0;
    if (const auto refusal = refusal_of(launches, kernel, address, config)) {
      launches.set_error(thread, refusal->error);
      report(DiagnosticKind::launch_invalid, Severity::error, pc, index, 1U << l, refusal->message);
    } else {
      buffer = launches.add_buffer(*kernel, config);
    }
    if (!call.results.empty()) write_area(warp.lanes.rows[0] + call.results[0].at, l, buffer);
  });
}

void BlockRunner::launch_kernel(std::uint32_t index, const CallInstruction& call, std::uint32_t pc,
                                std::uint32_t mask) {
  Warp& warp = warps_[index];
  const std::byte* frame = warp.lanes.rows[0];
  for_lanes(mask, [&](int l) {
    const ThreadNumber thread{position_.index, index * warp_lanes + static_cast<std::uint32_t>(l)};
    const auto buffer = read_area<std::uint64_t>(frame + call.arguments[0].at, l);
    const auto stream = read_area<std::uint64_t>(frame + call.arguments[1].at, l);
    NestedLaunches& launches = *launch_.nested;
    const std::optional<std::size_t> kernel = launches.kernel_of(buffer);
    const auto refuse = [&](DeviceError error, std::string message) {
      launches.set_error(thread, error);
      report(DiagnosticKind::launch_invalid, Severity::error, pc, index, 1U << l,
             std::move(message));
      return error;
    };
    const auto launch = [&] {
      if (!kernel) {
        return refuse(DeviceError::invalid_value,
                      fmt::format("a launch takes its arguments from 0x{:x}, which is no parameter "
                                  "buffer: cudaErrorInvalidValue",
                                  buffer));
      }
      const std::string& name = launches.programs()[*kernel].plain_name;
      if (stream > fire_and_forget_stream) {
        return refuse(DeviceError::invalid_resource_handle,
                      fmt::format("the launch of {} is refused (cudaErrorInvalidResourceHandle): "
                                  "0x{:x} is no stream that a kernel can use here",
                                  name, stream));
      }
      if (const auto argument = launches.missing_argument(buffer)) {
        report(DiagnosticKind::uninitialised_read, Severity::error, pc, index, 1U << l,
               fmt::format("the launch of {} passes argument {}, which nothing has written", name,
                           *argument));
      }
      if (const auto argument = launches.private_argument(buffer)) {
        report(DiagnosticKind::launch_invalid, Severity::error, pc, index, 1U << l,
               fmt::format("the launch of {} passes argument {}, a pointer to memory of the thread "
                           "or block that launches: another kernel has no access to it",
                           name, *argument));
      }
      launches.launch(buffer, thread, stream == tail_launch_stream, program_.places[with_line(pc)]);
      return DeviceError::success;
    };
    const auto error = static_cast<std::uint32_t>(launch());
    if (!call.results.empty()) write_area(warp.lanes.rows[0] + call.results[0].at, l, error);
  });
}

void BlockRunner::read_error(std::uint32_t index, const CallInstruction& call, std::uint32_t mask) {
  Warp& warp = warps_[index];
  for_lanes(mask, [&](int l) {
    const ThreadNumber thread{position_.index, index * warp_lanes + static_cast<std::uint32_t>(l)};
    // A kernel that launches none has no errors.
    const DeviceError error =
        launch_.nested != nullptr ? launch_.nested->error_of(thread) : DeviceError::success;
    if (!call.results.empty())
      write_area(warp.lanes.rows[0] + call.results[0].at, l, static_cast<std::uint32_t>(error));
    if (call.kind == CallInstruction::Kind::take_error && launch_.nested != nullptr)
      launch_.nested->forget_error(thread);
  });
}

}  // namespace lanescope::exec
