#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <future>

#include <fmt/format.h>

#include "app/command_line/shared_options.h"
#include "app/command_line/sim_parts.h"
#include "app/command_line/survey_text.h"

namespace lanescope::app {
namespace {

// Shows progress on a terminal line that is overwritten.
tl::expected<SurveyedPtr, Problem> survey_and_tell(const RunRequest& request,
                                                   const survey::Limits& limits) {
  if (::isatty(STDERR_FILENO) != 1) return survey_launch(request, limits);
  Progress progress;
  auto going_on =
      std::async(std::launch::async, [&] { return survey_launch(request, limits, &progress); });
  while (going_on.wait_for(std::chrono::milliseconds(200)) != std::future_status::ready) {
    fmt::print(stderr, "\r\x1b[K{} of {} blocks", progress.blocks_done.load(),
               progress.blocks_total.load());
    std::fflush(stderr);
  }
  fmt::print(stderr, "\r\x1b[K");
  return going_on.get();
}

bool has_errors(const report::Report& report) {
  return std::ranges::any_of(report.diagnostics, [](const Diagnostic& diagnostic) {
    return diagnostic.severity == Severity::error;
  });
}

class SurveyCommand : public Command {
 public:
  SurveyCommand()
      : Command("survey",
                "What a whole launch does to each element, block and bank, over all blocks") {
    run_.state.add_to(*this);
    run_.state.add_machine_to(*this);
    add_blocks(*this, run_.blocks);
    add_max_instructions(*this, run_.max_instructions);
    add("--max-rows N", &rows_, "How many requests of shared memory are kept, the first ones")
        .not_negative();
    add("--max-mib MIB", &mib_, "Memory that the maps of arrays may take").in_range(0, 1 << 20);
    add_threads(*this, run_.threads);
    add("--csv WHAT", &csv_,
        "A table in place of the text: arrays, elements, sectors, blocks, warps or rows (requests "
        "of shared memory, bank by bank)")
        .one_of(survey_table_names());
    add_json(*this, json_, "lanescope.survey/1").excludes("--csv");
  }

  Result run(const Screen& /*screen*/) override {
    RunRequest request = run_.request();
    request.checks = CheckSet::none();
    survey::Limits limits;
    limits.rows = rows_;
    limits.array_bytes = mib_ << 20;
    const auto surveyed = survey_and_tell(request, limits);
    if (!surveyed) return failure(surveyed.error());
    const report::Report& report = (*surveyed)->outcome->report;
    Result result;
    if (!report.complete || has_errors(report))
      result.exit_code = static_cast<int>(ExitCode::finding);
    const auto csv = survey_table_named(csv_);
    if (json_ || !csv) {
      result.out = json_ ? survey_json(**surveyed) : survey_text(**surveyed);
      return result;
    }
    const std::shared_ptr<const survey::Survey> survey(*surveyed, &(*surveyed)->survey);
    const Table table = survey_table(survey, *csv);
    result.out = csv_of(table);
    if (!table.missing.empty()) result.err = table.missing + "\n";
    result.err += diagnostics_text(report);
    return result;
  }

 private:
  RunOptions run_;
  std::uint64_t rows_ = survey::Limits{}.rows, mib_ = survey::Limits{}.array_bytes >> 20;
  std::string csv_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_survey() { return std::make_unique<SurveyCommand>(); }

}  // namespace lanescope::app
