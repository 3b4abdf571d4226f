#include <cstring>

#include "sim/exec/decode/decode.h"
#include "sim/exec/launch.h"
#include "sim/ptx/parser.h"
#include "tests/device/kernel_launch.h"

namespace lanescope::device {
namespace {

class Deaf final : public exec::Observer {
 public:
  void on_access(const exec::AccessRecord& /*record*/) override {}
  void on_barrier(const exec::BarrierRecord& /*record*/) override {}
};

}  // namespace

LaunchResult run_in_emulator(KernelLaunch& launch) {
  const auto module = ptx::parse(launch.ptx);
  if (!module) return tl::unexpected(NotRun{true, module.error().text()});
  const auto program = exec::decode(*module, module->functions.back());
  if (!program) return tl::unexpected(NotRun{true, program.error().front().message});

  // If blocks turn out to depend on each other (atomics), they run again in order, from the start.
  for (const bool in_order : {false, true}) {
    exec::GlobalMemory memory;
    std::vector<exec::ArgumentBytes> arguments;
    for (std::size_t i = 0; i < launch.arrays.size(); ++i) {
      const auto& array = launch.arrays[i];
      if (!memory.add("array " + std::to_string(i), array.size())) {
        return tl::unexpected(NotRun{false, "no memory"});
      }
      std::memcpy(memory.bytes_of(i).data(), array.data(), array.size());
      arguments.emplace_back(8);
      std::memcpy(arguments.back().data(), &memory.arrays()[i].address, 8);
    }
    for (const auto& scalar : launch.scalars) arguments.push_back(scalar);
    std::vector<std::unique_ptr<Deaf>> observers;
    exec::RunOptions options;
    options.in_order = in_order;
    const auto done = exec::run(
        *program, {{launch.grid, 1, 1}, {launch.block[0], launch.block[1], launch.block[2]}, 0},
        arguments, memory,
        [&]() -> exec::Observer* {
          observers.push_back(std::make_unique<Deaf>());
          return observers.back().get();
        },
        options, {});
    if (!done) return tl::unexpected(NotRun{false, done.error().text()});
    if (done->status == exec::RunStatus::blocks_depend && !in_order) continue;
    for (const Diagnostic& diagnostic : done->diagnostics) {
      if (diagnostic.severity == Severity::error) {
        return tl::unexpected(NotRun{false, diagnostic.text()});
      }
    }
    if (done->status != exec::RunStatus::completed) {
      return tl::unexpected(NotRun{false, "the run did not complete"});
    }
    for (std::size_t i = 0; i < launch.arrays.size(); ++i) {
      std::memcpy(launch.arrays[i].data(), memory.bytes_of(i).data(), launch.arrays[i].size());
    }
    return {};
  }
  return tl::unexpected(NotRun{false, "blocks depend on each other even in order"});
}

}  // namespace lanescope::device
