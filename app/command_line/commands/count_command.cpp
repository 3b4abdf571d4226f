#include "app/command_line/counts_text.h"
#include "app/command_line/shared_options.h"

namespace lanescope::app {
namespace {

struct CountCommand : Command {
  CountCommand() : Command("count", "Read the GPU's own counters over a launch") {
    gpu.add_to(*this);
    add_json("lanescope.counts/1");
  }

  Result run(const Screen& /*screen*/) override {
    const auto results = count_all(gpu.options());
    if (!results) return results.error();
    return finished(json ? counts_json(results->measurements) : counts_text(results->measurements),
                    *results, json);
  }

  GpuArguments gpu;
};

}  // namespace

std::unique_ptr<Command> make_count() { return std::make_unique<CountCommand>(); }

}  // namespace lanescope::app
