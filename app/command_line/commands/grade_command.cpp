#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/command_line/shared_options.h"
#include "app/command_line/submissions.h"
#include "app/command_line/text_table.h"
#include "app/session/course/exercise.h"
#include "app/session/course/progress.h"
#include "app/session/run/timing_key.h"

namespace lanescope::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t elements_named = 4;

std::vector<std::uint64_t> first_wrong(const KeptArray& array) {
  return array.difference ? array.difference->first_wrong(elements_named)
                          : std::vector<std::uint64_t>{};
}

std::string as_json(const Grade& grade) {
  Json goals = Json::array(), arrays = Json::array();
  for (const GoalState& goal : grade.goals) {
    Json figures = Json::object();
    for (const auto& [name, value] : goal.figures)
      figures[name] = value ? Json(*value) : Json(nullptr);
    goals.push_back({{"name", goal.name},
                     {"when", goal.when},
                     {"met", goal.is_met},
                     {"figures", std::move(figures)}});
  }
  for (const KeptArray& array : grade.arrays) {
    Json first = Json::array();
    for (const std::uint64_t element : first_wrong(array)) {
      const report::ArrayDifference& difference = *array.difference;
      first.push_back({{"element", report::element_text(difference.array, element)},
                       {"wanted", difference.wanted_text(element)},
                       {"got", difference.got_text(element)}});
    }
    arrays.push_back({{"name", array.name},
                      {"kept", array.is_kept},
                      {"why", array.is_kept ? Json(nullptr) : Json(array.why)},
                      {"wrong", array.difference ? array.difference->wrong : 0},
                      {"first_wrong", std::move(first)}});
  }
  const Json json{{"schema", "lanescope.grade/1"}, {"lesson", grade.lesson_id},
                  {"variant", grade.variant},      {"kernel", grade.kernel.string()},
                  {"params", grade.params},        {"passed", grade.passed()},
                  {"goals", std::move(goals)},     {"arrays", std::move(arrays)},
                  {"findings", grade.findings}};
  return printed(json);
}

std::string figures_of(const GoalState& goal) {
  std::string text;
  for (const auto& [name, value] : goal.figures) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name,
                        value ? std::to_string(*value) : "not known");
  }
  return text;
}

std::string as_text(const Grade& grade) {
  std::string heading = grade.lesson_id;
  if (!grade.variant.empty()) heading += " " + grade.variant;
  if (!grade.params.empty()) heading += " " + short_params(grade.params);
  TextTable table({Align::left, Align::left, Align::left});
  table.add_heading(heading);
  table.add_heading("  " + grade.kernel.string());
  for (const GoalState& goal : grade.goals) {
    table.add_row({goal.is_met ? "  met" : "  NOT met", goal.name, goal.when});
    table.add_row({"", "", figures_of(goal)});
  }
  for (const KeptArray& array : grade.arrays) {
    table.add_row({array.is_kept ? "  kept" : "  NOT kept", array.name,
                   array.is_kept ? "as where the exercise begins"
                   : array.difference
                       ? fmt::format("{} of {} elements differ", array.difference->wrong,
                                     array.difference->array.count)
                       : array.why});
    for (const std::uint64_t element : first_wrong(array)) {
      const report::ArrayDifference& difference = *array.difference;
      table.add_row(
          {"", "",
           fmt::format("{}: {} wanted, {} got", report::element_text(difference.array, element),
                       difference.wanted_text(element), difference.got_text(element))});
    }
  }
  for (const std::string& finding : grade.findings) table.add_heading("  " + finding);
  table.add_heading(grade.passed() ? "passed" : "not passed yet");
  return table.text();
}

// A shipped lesson's exercise is done in the learner's copy: that is graded, if there is one, with
// the values with which it was solved.
void take_own_copy(Attempt& attempt) {
  const bool is_path = attempt.lesson.find('/') != std::string::npos;
  const auto copy = is_path ? std::nullopt : usable_own_copy(attempt.lesson);
  if (!copy) return;
  const LessonProgress progress = ProgressStore(progress_path()).of(attempt.lesson);
  attempt.lesson = copy->string();
  if (progress.solved && attempt.variant.empty() && attempt.overrides.empty()) {
    attempt.variant = progress.solved->variant;
    attempt.overrides = progress.solved->values;
  }
}

struct GradeCommand : Command {
  GradeCommand()
      : Command("grade", "Check a lesson's exercise by its counts and arrays; no kernel is timed") {
    state.add_own_to(*this, true,
                     "A shipped lesson, of which your own copy is graded if you have begun the "
                     "exercise; or the path of a lesson file");
    add("--kernel FILE.cu", &kernel,
        "A kernel file of your own in place of the lesson's; the kernel must keep its name");
    add("--submissions FOLDER", &folder,
        "Grade each .cu file of this folder, each in a process of its own")
        .excludes("--kernel");
    add("-o,--output FOLDER", &output,
        "With --submissions: where grades.csv and a page for each go")
        .needs("--submissions");
    add("--shard I/N", &shard, "Only part I of N of the submissions").needs("--submissions");
    add("--deadline SECONDS", &deadline_s, "For each submission").positive().needs("--submissions");
    add("--memory MIB", &memory_mib, "Address space of each submission's process")
        .positive()
        .needs("--submissions");
    add_json("lanescope.grade/1");
  }

  // A finding if the attempt does not reach the exercise's goals.
  Result run(const Screen& /*screen*/) override {
    if (!folder.empty()) return grade_all();
    Attempt attempt;
    state.fill(attempt);
    attempt.kernel = kernel;
    if (kernel.empty()) take_own_copy(attempt);
    const auto graded = grade(attempt);
    if (!graded) return failure(graded.error());
    Result result = success(json ? as_json(**graded) : as_text(**graded));
    if (!(*graded)->passed()) result.exit_code = static_cast<int>(ExitCode::finding);
    return result;
  }

  [[nodiscard]] Result grade_all() const {
    if (output.empty()) return wrong_input("--submissions needs --output: a folder for the grades");
    if (json) return wrong_input("--submissions writes CSV and pages, no JSON");
    Submissions all;
    all.folder = folder;
    all.out = output;
    all.arguments = {state.lesson, "--compiler", state.compiler};
    if (!state.variant.empty())
      all.arguments.insert(all.arguments.end(), {"--variant", state.variant});
    for (const std::string& each : state.set)
      all.arguments.insert(all.arguments.end(), {"--set", each});
    if (!shard.empty()) all.part = checked(parse_shard(shard), "--shard");
    all.deadline = std::chrono::seconds(deadline_s);
    all.memory_mib = memory_mib;
    const auto graded = grade_folder(all);
    if (!graded) return wrong_input(graded.error());
    return success(fmt::format("{} of {} passed: {}\n", graded->passed, graded->graded,
                               (all.out / "grades.csv").string()));
  }

  StateOptions state;
  std::string kernel, folder, output, shard;
  int deadline_s = 60;
  std::uint64_t memory_mib = 4096;
};

}  // namespace

std::unique_ptr<Command> make_grade() { return std::make_unique<GradeCommand>(); }

}  // namespace lanescope::app
