#include "app/session/start/replay.h"

#include <algorithm>
#include <chrono>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/session/run/measure.h"
#include "app/session/run/run.h"
#include "app/session/start/launch_lesson.h"
#include "kernels/device/array_difference.h"
#include "kernels/launches/worst.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

// Removed when the launch has been compared: its arrays may be large.
class LessonFolder {
 public:
  explicit LessonFolder(fs::path path) : path_(std::move(path)) {}
  ~LessonFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  LessonFolder(const LessonFolder&) = delete;
  LessonFolder& operator=(const LessonFolder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// What the recording says of the GPU's run stays.
launches::Outcome outcome_of(const Outcome& run, const launches::Outcome& on_device) {
  launches::Outcome outcome = on_device;
  const report::Report& report = run.report;
  outcome.totals = report.totals;
  outcome.has_access_counts = true;
  outcome.shared_bytes = static_cast<std::uint32_t>(report.shared_bytes);
  outcome.launched_by_kernels = 0;
  for (const report::LaunchedKernel& each : report.launched)
    outcome.launched_by_kernels += each.launches;
  outcome.worst = launches::worst_of(report);
  outcome.findings = report.diagnostics;
  outcome.findings_total = report.diagnostics_total;
  outcome.printed = report.printed;
  outcome.milliseconds = run.times.emulate;
  return outcome;
}

// Into `result`: its arrays beside those of the GPU.
void compare_arrays(const launches::File& file, const launches::Launch& launch, const Outcome& run,
                    Replay& result) {
  const device::Tolerance tolerance = tolerance_of(run.ptx.text);
  result.verdict = ReplayVerdict::equal;
  for (const ArrayContents& array : run.arrays) {
    const lesson::Argument& argument = run.resolved.args[array.argument];
    const auto left = std::ranges::find_if(launch.outcome.after, [&](const launches::Array& each) {
      return argument.address && each.address == *argument.address && each.content;
    });
    if (left == launch.outcome.after.end()) continue;
    const auto on_device = file.content(*left->content);
    if (!on_device || on_device->size() != array.after.size()) continue;
    ++result.arrays;
    result.bytes += array.after.size();
    const auto difference = [&](device::Tolerance allowed) {
      return device::first_difference(array.after, *on_device, argument.type, allowed);
    };
    const auto exact = difference({});
    if (!exact) continue;
    const auto loose = tolerance.is_exact() ? exact : difference(tolerance);
    if (!loose) {
      if (result.verdict == ReplayVerdict::equal) result.verdict = ReplayVerdict::rounded;
      continue;
    }
    if (result.verdict != ReplayVerdict::differs) {
      result.why = fmt::format("{}[{}]: {} on the GPU, {} emulated ({} of {} elements differ)",
                               argument.name, loose->index, loose->found, loose->expected,
                               loose->count, argument.count);
    }
    result.verdict = ReplayVerdict::differs;
  }
}

}  // namespace

const char* name_of(ReplayVerdict verdict) {
  switch (verdict) {
    case ReplayVerdict::equal:
      return "equal";
    case ReplayVerdict::rounded:
      return "rounded";
    case ReplayVerdict::differs:
      return "differs";
    case ReplayVerdict::not_compared:
      break;
  }
  return "not_compared";
}

Replay replay(const launches::File& file, std::uint64_t number, const ReplayOptions& options,
              const fs::path& scratch, const std::stop_token& stop) {
  Replay result;
  result.number = number;
  const launches::Launch* launch = file.launch(number);
  const auto not_compared = [&](std::string why) {
    result.verdict = ReplayVerdict::not_compared;
    result.why = std::move(why);
    return result;
  };
  if (launch == nullptr) return not_compared("there is no such launch");
  if (launch->outcome.status != launches::Status::completed)
    return not_compared(fmt::format("on the GPU it ended with {}", launch->outcome.error_name));
  if (!launch->needs.empty()) return not_compared("it needs " + launch->needs);
  if (!launch->has_contents() || launch->outcome.after.empty())
    return not_compared("its arrays were not kept");
  const LessonFolder folder(scratch / fmt::format("launch{}", number));
  const auto lesson = write_launch_lesson(file, number, folder.path());
  if (!lesson) return not_compared(lesson.error());
  RunRequest request;
  request.lesson = lesson->string();
  request.machine = options.machine;
  request.want_traces = false;
  request.want_hashes = false;
  request.want_arrays = true;
  request.max_warp_instructions = options.max_warp_instructions;
  request.threads = options.threads;
  request.checks = options.checks;
  const auto run = app::run(request, nullptr, stop);
  if (!run) return not_compared(run.error().message);
  result.outcome = outcome_of(**run, launch->outcome);
  if (!(*run)->report.complete) return not_compared("its emulation did not come to its end");
  compare_arrays(file, *launch, **run, result);
  if (result.arrays == 0) return not_compared("none of its arrays was kept");
  return result;
}

}  // namespace lanescope::app
