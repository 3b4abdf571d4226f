#include "app/command_line/progress_line.h"
#include "app/command_line/shared_options.h"
#include "app/command_line/sim_parts.h"
#include "app/command_line/survey_text.h"

namespace lanescope::app {
namespace {

struct SurveyCommand : Command {
  SurveyCommand()
      : Command("survey", "Show what a whole launch does to each element, block and bank") {
    launch.state.add_to(*this);
    add_blocks(*this, launch.blocks);
    add_max_instructions(*this, launch.max_instructions);
    add("--max-rows N", &rows, "How many requests of shared memory to keep, from the first")
        .not_negative();
    add("--max-mib MIB", &mib, "Memory limit for the maps of arrays").in_range(0, 1 << 20);
    add_threads(*this, launch.threads);
    add("--csv WHAT", &csv,
        "A table in place of the text: arrays, elements, sectors, blocks, warps or rows (requests "
        "of shared memory, bank by bank)")
        .one_of(survey_table_names());
    add_json("lanescope.survey/1").excludes("--csv");
  }

  Result run(const Screen& /*screen*/) override {
    const RunRequest request = launch.request();
    survey::Limits limits;
    limits.rows = rows;
    limits.array_bytes = mib << 20;
    const auto surveyed =
        with_progress([&](Progress* progress) { return survey_launch(request, limits, progress); });
    if (!surveyed) return failure(surveyed.error());
    const report::Report& report = (*surveyed)->outcome->report;
    Result result{static_cast<int>(exit_code_of(report)), {}, {}};
    if (csv.empty()) {
      result.out = json ? survey_json(**surveyed) : survey_text(**surveyed);
      return result;
    }
    const std::shared_ptr<const survey::Survey> survey(*surveyed, &(*surveyed)->survey);
    const Table table = survey_table(survey, *survey_table_named(csv));
    result.out = csv_of(table);
    if (!table.missing.empty()) result.err = table.missing + "\n";
    result.err += diagnostics_text(report);
    return result;
  }

  RunOptions launch;
  std::uint64_t rows = survey::Limits{}.rows, mib = survey::Limits{}.array_bytes >> 20;
  std::string csv;
};

}  // namespace

std::unique_ptr<Command> make_survey() { return std::make_unique<SurveyCommand>(); }

}  // namespace lanescope::app
