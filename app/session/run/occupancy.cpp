#include "app/session/run/occupancy.h"

#include <utility>

#include <fmt/format.h>

#include "kernels/machine_file/machine_file.h"

namespace lanescope::app {

template class NewestWorker<RegisterRequest, RegisterCount>;

RegisterRequest register_request(const Outcome& outcome, const machine::Profile& profile) {
  RegisterRequest request;
  request.lesson = outcome.request.lesson;
  request.source = source_of(outcome.resolved);
  request.symbol = outcome.kernel_symbol;
  request.architecture = profile.architecture();
  request.declared = outcome.resolved.registers;
  request.is_ptx = !outcome.resolved.ptx_text.empty();
  return request;
}

RegisterCount registers_of(const RegisterRequest& request, std::stop_token stop) {
  RegisterCount result;
  if (request.is_ptx) {
    result.detail = "the kernel came as PTX; ptxas allocates its registers";
  } else {
    const auto compiled = compile::registers_of(request.source, request.symbol,
                                                request.architecture, std::move(stop));
    if (compiled) {
      result.count = *compiled;
      result.origin = RegisterCount::Origin::compiler;
      result.detail = fmt::format("NVRTC {}, sm_{}", compile::available().front().version,
                                  request.architecture);
      return result;
    }
    result.detail = compiled.error().summary;
  }
  if (request.declared) {
    result.count = request.declared;
    result.origin = RegisterCount::Origin::lesson_file;
  }
  return result;
}

KernelOccupancy occupancy_of(const Outcome& outcome, const machine::Profile& profile) {
  return occupancy_of(outcome, profile, registers_of(register_request(outcome, profile)));
}

KernelOccupancy occupancy_of(const Outcome& outcome, const machine::Profile& profile,
                             RegisterCount registers) {
  KernelOccupancy result;
  machine::LaunchNeeds& launch = result.launch;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    launch.grid[axis] = outcome.report.grid[axis];
    launch.block[axis] = outcome.report.block[axis];
  }
  launch.kernel.threads_per_block =
      static_cast<std::uint32_t>(launch.block[0] * launch.block[1] * launch.block[2]);
  launch.kernel.registers = registers.count;
  launch.kernel.shared_bytes = outcome.report.shared_bytes;
  launch.kernel.dynamic_shared_bytes = outcome.report.dynamic_shared_bytes;
  result.registers = std::move(registers);
  result.occupancy = machine::occupancy(launch.kernel, profile);
  result.problems = machine::launch_problems(launch, profile);
  return result;
}

std::optional<KernelOccupancy> known_occupancy(const Outcome& outcome, const std::string& machine) {
  const auto profile = machine::find(machine);
  if (!profile) return std::nullopt;
  KernelOccupancy kernel = occupancy_of(outcome, **profile);
  if (!kernel.occupancy || !kernel.occupancy->complete) return std::nullopt;
  return kernel;
}

}  // namespace lanescope::app
