#include "app/session/survey/surveys.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "app/session/run/raced_places.h"
#include "sim/survey/surveyor.h"

namespace lanescope::app {

template class NewestWorker<RunRequest, SurveyRunPtr>;
namespace {

bool has_global_races(const Outcome& outcome) {
  return std::ranges::find(outcome.report.diagnostics, DiagnosticKind::global_race,
                           &Diagnostic::kind) != outcome.report.diagnostics.end();
}

// Without checks: the shown run has already looked for mistakes. But where it found races in global
// memory, the survey finds all their places.
RunRequest survey_request(const Outcome& outcome) {
  RunRequest request = outcome.request;
  request.checks = CheckSet::none();
  request.checks.set(DiagnosticKind::global_race, has_global_races(outcome));
  return request;
}

}  // namespace

SurveyKey survey_key(const Outcome& outcome) {
  return {key_of(outcome.resolved, outcome.request.compiler), outcome.request.machine,
          outcome.request.blocks, has_global_races(outcome)};
}

Surveys::Surveys(std::function<void()> wake)
    : Surveys(
          [](const RunRequest& request, Progress* progress, std::stop_token stop) {
            return survey_launch(request, {}, progress, std::move(stop));
          },
          std::move(wake)) {}

Surveys::Surveys(SurveyWorker::Work work, std::function<void()> wake)
    : worker_(std::move(work), std::move(wake)) {}

void Surveys::want(const OutcomePtr& outcome) {
  if (outcome == wanted_) return;
  wanted_ = outcome;
  if (outcome == nullptr) {
    key_.reset();
    worker_.cancel();
    is_current_ = false;
    return;
  }
  SurveyKey key = survey_key(*outcome);
  if (key == key_) return;  // the same launch, for example with another block selected
  key_ = std::move(key);
  begin();
}

void Surveys::begin() {
  worker_.cancel();
  cancelled_ = false;
  problem_.reset();
  if (SurveyRunPtr known = find(*key_)) {
    shown_ = std::move(known);
    is_current_ = true;
    return;
  }
  is_current_ = false;
  worker_.start(survey_request(*wanted_));
}

void Surveys::cancel() {
  if (!worker_.busy()) return;
  worker_.cancel();
  cancelled_ = true;
}

void Surveys::retry() {
  if (key_ && !is_current_ && !worker_.busy()) begin();
}

bool Surveys::update() {
  auto finished = worker_.take();
  if (!finished) return false;
  if (!finished->result) {
    problem_ = std::move(finished->result.error());
    return true;
  }
  shown_ = *std::move(finished->result);
  // May be from another kernel text if the file was saved meanwhile; the wanted survey follows
  // then.
  is_current_ = key_ && survey_key(*shown_->outcome) == *key_;
  keep(shown_);
  return true;
}

void Surveys::keep(SurveyRunPtr survey) {
  kept_.emplace_front(survey_key(*survey->outcome), std::move(survey));
  std::uint64_t bytes = 0;
  std::size_t count = 1;
  for (; count < std::min(kept_.size(), max_kept); ++count) {
    bytes += kept_[count].second->survey.memory_bytes();
    if (bytes > max_kept_bytes) break;
  }
  kept_.resize(count);
}

SurveyRunPtr Surveys::find(const SurveyKey& key) const {
  const auto found = std::ranges::find(kept_, key, &std::pair<SurveyKey, SurveyRunPtr>::first);
  return found != kept_.end() ? found->second : nullptr;
}

double Surveys::share() const {
  const std::shared_ptr<const Progress> progress = worker_.progress();
  const auto total = static_cast<double>(progress->blocks_total.load());
  return total == 0 ? 0 : static_cast<double>(progress->blocks_done.load()) / total;
}

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
  std::vector<Raced> raced;
  auto outcome = run_watched(wanted, watcher, raced, progress, std::move(stop));
  if (!outcome) return tl::unexpected(std::move(outcome.error()));
  survey::Survey survey = watcher.finish((*outcome)->report);
  return std::make_shared<const SurveyRun>(
      SurveyRun{*std::move(outcome), std::move(survey), std::move(raced)});
}

}  // namespace lanescope::app
