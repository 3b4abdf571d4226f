#include <chrono>
#include <ctime>
#include <fstream>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "app/command_line/commands.h"
#include "app/command_line/time_text.h"
#include "kernels/device/worker.h"

namespace lanescope::app {
namespace {

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))); }

// What is asked for, lesson by lesson and variant by variant; or the lesson's error.
struct Wanted {
  std::vector<RunRequest> runs;
  std::vector<std::string> broken;
};

void add_variants(Wanted& wanted, const lesson::Lesson& lesson, const RunRequest& request) {
  for (const lesson::VariantInfo& variant : lesson.variants()) {
    RunRequest run = request;
    run.variant = variant.name;
    wanted.runs.push_back(run);
  }
}

tl::expected<Wanted, Result> wanted_of(const RunRequest& request) {
  Wanted wanted;
  if (request.lesson.empty()) {
    for (const lesson::CatalogueEntry& entry : lesson::catalogue()) {
      if (!entry.lesson) {
        wanted.broken.push_back(entry.lesson.error().formatted());
        continue;
      }
      RunRequest run = request;
      run.lesson = entry.id;
      add_variants(wanted, *entry.lesson, run);
    }
    return wanted;
  }
  if (!request.variant.empty()) {
    wanted.runs.push_back(request);
    return wanted;
  }
  const auto lesson = lesson::find(request.lesson);
  if (!lesson) return tl::unexpected(failure(ExitCode::wrong_input, lesson.error().formatted()));
  add_variants(wanted, *lesson, request);
  return wanted;
}

std::string what_failed(const RunRequest& run, const Problem& problem) {
  return fmt::format("{}{}{}: {}", run.lesson, run.variant.empty() ? "" : " ", run.variant,
                     problem.message);
}

}  // namespace

Result time_command(const TimeOptions& options) {
  auto wanted = wanted_of(options.request.run);
  if (!wanted) return wanted.error();
  std::vector<Measurement> measurements;
  std::vector<std::string> failures = std::move(wanted->broken);
  for (const RunRequest& run : wanted->runs) {
    MeasureRequest request = options.request;
    request.run = run;
    auto measurement = measure(request);
    if (measurement) {
      measurements.push_back(std::move(*measurement));
      continue;
    }
    const Problem& problem = measurement.error();
    // No GPU, no compiler, wrong values: so it is for all of them.
    if (problem.exit_code != static_cast<int>(ExitCode::finding))
      return failure(problem.exit_code, problem.message);
    failures.push_back(what_failed(run, problem));
  }
  const std::string json = device::to_json(recording_of(measurements, today()));
  if (!options.record.empty()) {
    std::ofstream file(options.record, std::ios::binary);
    file << json;
    file.close();
    if (!file)
      return failure(ExitCode::wrong_input, fmt::format("{}: can't be written", options.record));
  }
  Result result = success(options.json ? json : time_text(measurements, failures));
  if (options.json) {
    for (const std::string& line : failures) result.err += line + "\n";
  }
  bool good = failures.empty();
  for (const Measurement& measurement : measurements) good = good && measurement.is_right();
  if (!good) result.exit_code = static_cast<int>(ExitCode::finding);
  return result;
}

}  // namespace lanescope::app
