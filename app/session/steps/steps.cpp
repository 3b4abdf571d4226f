#include "app/session/steps/steps.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "sim/exec/run/launch.h"
#include "sim/steps/recorder.h"

namespace lanescope::app {
namespace {

class StepsWatcher final : public LaunchWatcher {
 public:
  explicit StepsWatcher(const StepsRequest& request) : request_(request) {}

  void begin(const ptx::Module& module, const exec::Program& program,
             const exec::LaunchConfig& config, const Outcome& outcome) override {
    recorders_.clear();
    program_ = &program;
    std::vector<std::string> names;
    for (const lesson::Argument& argument : outcome.resolved.args) {
      if (argument.is_parameter) names.push_back(argument.name);
    }
    listing_ = std::make_shared<const steps::Listing>(steps::make_listing(module, program, names));
    recording_request_.block_index = exec::number_of(outcome.focus_block, config.grid);
    recording_request_.threads_per_block = config.block[0] * config.block[1] * config.block[2];
    const auto warps =
        (recording_request_.threads_per_block + steps::lane_count - 1) / steps::lane_count;
    warp_ = std::min<std::uint32_t>(request_.warp, static_cast<std::uint32_t>(warps) - 1);
    recording_request_.warps = 1U << warp_;
    recording_request_.max_bytes = request_.max_bytes;
    machine_ = rules_of(outcome);
  }

  exec::Observer* observer() override {
    recorders_.push_back(
        std::make_unique<steps::Recorder>(*program_, listing_, recording_request_, machine_));
    return recorders_.back().get();
  }

  // Null: the block did not run.
  [[nodiscard]] steps::RecordingPtr take() {
    for (const auto& recorder : recorders_) {
      for (steps::Recording& recording : recorder->take())
        return std::make_shared<const steps::Recording>(std::move(recording));
    }
    return nullptr;
  }

 private:
  const StepsRequest& request_;
  const exec::Program* program_ = nullptr;
  std::shared_ptr<const steps::Listing> listing_;
  steps::RecordingRequest recording_request_;
  std::uint32_t warp_ = 0;
  memory::MemoryRules machine_;
  std::vector<std::unique_ptr<steps::Recorder>> recorders_;
};

}  // namespace

tl::expected<StepsPtr, Problem> record_steps(const StepsRequest& request, Progress* progress,
                                             std::stop_token stop) {
  RunRequest run = request.run;
  run.want_hashes = false;
  run.want_arrays = false;
  StepsWatcher watcher(request);
  auto outcome = run_watched(run, watcher, progress, std::move(stop));
  if (!outcome) return tl::unexpected(outcome.error());
  auto result = std::make_shared<Steps>();
  result->request = request;
  result->outcome = std::move(*outcome);
  result->recording = watcher.take();
  if (result->recording == nullptr) {
    const report::Dim3& block = result->outcome->focus_block;
    return tl::unexpected(wrong_request(fmt::format(
        "block ({},{},{}) did not run: the launch ended before it, or fewer blocks were asked for",
        block[0], block[1], block[2])));
  }
  return StepsPtr(std::move(result));
}

std::string lacking(std::optional<std::size_t> step, std::optional<std::uint32_t> lane,
                    const steps::Recording& recording) {
  if (step && *step >= recording.steps.size()) {
    return fmt::format("step={}: the number of recorded instructions is {}", *step + 1,
                       recording.steps.size());
  }
  if (lane && (recording.valid >> *lane & 1U) == 0) {
    return fmt::format("lane={}: the number of threads in this warp is {}", *lane,
                       std::popcount(recording.valid));
  }
  return {};
}

}  // namespace lanescope::app
