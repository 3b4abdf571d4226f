#include "tests/device/kernel_launch.h"
#include "tests/emulation.h"

namespace lanescope::device {

LaunchResult run_in_emulator(KernelLaunch& launch) {
  const auto program = tests::program_of(launch.ptx);
  if (!program) return tl::unexpected(NotRun{true, program.error().front().message});

  // If blocks turn out to depend on each other (atomics), they run again in order, from the start.
  for (const bool in_order : {false, true}) {
    tests::Arguments arguments;
    for (const auto& array : launch.arrays) arguments.add_array("array", array);
    for (const auto& scalar : launch.scalars) arguments.bytes.push_back(scalar);
    exec::RunOptions options;
    options.in_order = in_order;
    const auto done = exec::run(
        *program, {{launch.grid, 1, 1}, {launch.block[0], launch.block[1], launch.block[2]}, 0},
        arguments.bytes, arguments.memory, tests::nobody, options);
    if (!done) return tl::unexpected(NotRun{false, done.error().text()});
    if (done->status == exec::RunStatus::blocks_depend && !in_order) continue;
    for (const Diagnostic& diagnostic : done->diagnostics) {
      if (diagnostic.severity == Severity::error)
        return tl::unexpected(NotRun{false, diagnostic.text()});
    }
    if (done->status != exec::RunStatus::completed)
      return tl::unexpected(NotRun{false, "the run did not complete"});
    for (std::size_t i = 0; i < launch.arrays.size(); ++i)
      launch.arrays[i] = arguments.elements_of(i);
    return {};
  }
  return tl::unexpected(NotRun{false, "blocks depend on each other even in order"});
}

}  // namespace lanescope::device
