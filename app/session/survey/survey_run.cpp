#include "app/session/survey/survey_run.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "sim/survey/surveyor.h"

namespace lanescope::app {
namespace {

class SurveyWatcher final : public LaunchWatcher {
 public:
  SurveyWatcher(const RunRequest& request, const survey::Limits& limits)
      : request_(request), limits_(limits) {}

  void begin(const ptx::Module& /*module*/, const exec::Program& program,
             const exec::LaunchConfig& config, const Outcome& outcome) override {
    const std::uint64_t blocks = std::uint64_t{config.grid[0]} * config.grid[1] * config.grid[2];
    surveying_.reset();  // free the old maps before allocating new ones
    surveying_.emplace(survey::Launch{program.sites, config,
                                      std::min(request_.blocks.value_or(blocks), blocks),
                                      outcome.report.arrays, rules_of(outcome), limits_});
  }
  exec::Observer* observer() override { return surveying_->observer(); }

  [[nodiscard]] survey::Survey finish(const report::Report& report) {
    const bool in_order = std::ranges::any_of(report.diagnostics, [](const Diagnostic& diagnostic) {
      return diagnostic.kind == DiagnosticKind::blocks_in_order;
    });
    return surveying_->finish(report.blocks_simulated, report.complete, in_order);
  }

 private:
  const RunRequest& request_;
  const survey::Limits& limits_;
  std::optional<survey::Surveying> surveying_;
};

}  // namespace

tl::expected<SurveyRunPtr, Problem> survey_launch(const RunRequest& request,
                                                  const survey::Limits& limits, Progress* progress,
                                                  std::stop_token stop) {
  RunRequest wanted = request;
  wanted.want_traces = false;
  wanted.want_hashes = false;
  wanted.want_arrays = false;
  SurveyWatcher watcher(wanted, limits);
  auto outcome = run_watched(wanted, watcher, progress, std::move(stop));
  if (!outcome) return tl::unexpected(std::move(outcome.error()));
  survey::Survey survey = watcher.finish((*outcome)->report);
  return std::make_shared<const SurveyRun>(SurveyRun{*std::move(outcome), std::move(survey)});
}

}  // namespace lanescope::app
