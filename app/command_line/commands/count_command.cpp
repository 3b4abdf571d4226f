#include "app/command_line/counts_text.h"
#include "app/command_line/shared_options.h"

namespace lanescope::app {
namespace {

class CountCommand : public Command {
 public:
  CountCommand() : Command("count", "Read the GPU's own counters over a launch") {
    gpu_.add_to(*this);
    add_json(*this, json_, "lanescope.counts/1");
  }

  Result run(const Screen& /*screen*/) override {
    const auto results = count_all(gpu_.options());
    if (!results) return results.error();
    return finished(json_ ? counts_json(results->measurements) : counts_text(results->measurements),
                    *results, json_);
  }

 private:
  GpuGiven gpu_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_count() { return std::make_unique<CountCommand>(); }

}  // namespace lanescope::app
