#include "measurements.h"

#include <chrono>
#include <span>
#include <utility>

#include "reports.h"
#include "sim/report/build.h"

namespace lanescope::app::test {

std::string hash_of_text(const std::string& text) {
  return report::fnv1a64(std::as_bytes(std::span(text)));
}

Problem no_gpu() {
  Problem problem{3, false, "there is no NVIDIA driver", "", 0, 0};
  problem.no_gpu = true;
  return problem;
}

RunResult priced(const RunRequest& request) {
  const RunResult answer = answer_to(request);
  if (!answer) return answer;
  auto outcome = std::make_shared<Outcome>(**answer);
  outcome->resolved = *resolved(request.lesson, request.variant.empty() ? "tile" : request.variant,
                                request.overrides);
  const lesson::Values& params = outcome->resolved.params;
  const auto n = static_cast<std::uint64_t>(params.at("N"));
  const bool padded = params.contains("PAD") && params.at("PAD") != 0;
  outcome->report.totals.global_load.sectors = padded ? n : 2 * n;
  outcome->report.totals.global_load.ideal_sectors = n;
  return outcome;
}

Measurer GatedMeasurer::measurer() {
  return [this](const MeasureRequest& request, Progress*, std::stop_token stop) -> MeasureResult {
    std::unique_lock lock(mutex_);
    if (!pass(lock, request, std::move(stop)))
      return tl::unexpected(Problem{1, true, "cancelled", "", 0, 0});
    if (problem_ && (failing_variant_.empty() || failing_variant_ == request.run.variant))
      return tl::unexpected(*problem_);
    auto measurement = std::make_shared<Measurement>();
    measurement->resolved =
        *resolved(request.run.lesson, request.run.variant, request.run.overrides, text_);
    measurement->gpu.name = "stand-in";
    measurement->gpu.index = request.device;
    measurement->cold.count = request.plan == device::SamplingPlan{} ? 30 : 3;
    measurement->cold.median = static_cast<double>(measurement->resolved.params["N"]) / 1000;
    measurement->warm.count = 3;
    measurement->warm.median = measurement->cold.median / 2;
    return measurement;
  };
}

void GatedMeasurer::fail(std::optional<Problem> problem, std::string variant) {
  const std::lock_guard lock(mutex_);
  problem_ = std::move(problem);
  failing_variant_ = std::move(variant);
}

void GatedMeasurer::set_text(std::string text) {
  const std::lock_guard lock(mutex_);
  text_ = std::move(text);
}

}  // namespace lanescope::app::test
