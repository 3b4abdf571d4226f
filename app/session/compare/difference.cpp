#include "app/session/compare/difference.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "app/session/selection/access_names.h"
#include "kernels/lesson_file/element_type.h"
#include "sim/machine/profile.h"
#include "sim/metrics/metrics.h"

namespace lanescope::app {
namespace {

std::string value_text(const lesson::Values& values, const std::string& name) {
  const auto found = values.find(name);
  return found != values.end() ? std::to_string(found->second) : std::string();
}

std::string machine_of(const Outcome& outcome) { return machine::file_id(outcome.request.machine); }

std::string compiler_of(const Outcome& outcome) {
  return outcome.ptx.compiler_version.empty()
             ? std::string(outcome.ptx.compiler)
             : fmt::format("{} {}", outcome.ptx.compiler, outcome.ptx.compiler_version);
}

std::string dimensions(const report::Dim3& size) {
  return fmt::format("{} x {} x {}", size[0], size[1], size[2]);
}

bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code none;  // a file that is gone is another one
  return a == b || std::filesystem::equivalent(a, b, none);
}

// "scan" of "scan<int, 256>".
std::string_view without_template_arguments(std::string_view kernel) {
  return kernel.substr(0, kernel.find('<'));
}

bool is_number(const lesson::Argument& argument) {
  return argument.is_parameter && !argument.is_array && !argument.is_pointer &&
         argument.structure.empty() && argument.lanes == 1 &&
         argument.value.size() == lesson::bytes_of({argument.type, 1});
}

std::string number_text(const lesson::Argument& argument) {
  return lesson::with_type(argument.type, [&]<class T>(T /*type*/) {
    T value{};
    std::memcpy(&value, argument.value.data(), sizeof value);
    if constexpr (lesson::is_short_float<T>) {
      return fmt::format("{}", static_cast<float>(value));
    } else {
      return fmt::format("{}", +value);
    }
  });
}

// Empty: the launch has no such number.
std::string number_of(const Outcome& outcome, const std::string& name) {
  const auto found = std::ranges::find(outcome.resolved.args, name, &lesson::Argument::name);
  return found != outcome.resolved.args.end() && is_number(*found) ? number_text(*found)
                                                                   : std::string();
}

bool are_of_programs(const Outcome& a, const Outcome& b) {
  return !a.resolved.program.empty() && !b.resolved.program.empty();
}

// Arrays that hold results and came out different, though both are as long.
void add_results(const Outcome& a, const Outcome& b, std::vector<Difference>& all) {
  for (const report::ArrayInfo& each : a.report.arrays) {
    const auto argument = std::ranges::find(a.resolved.args, each.name, &lesson::Argument::name);
    const auto other = std::ranges::find(b.report.arrays, each.name, &report::ArrayInfo::name);
    const bool is_result = argument != a.resolved.args.end() && !argument->is_scratch &&
                           other != b.report.arrays.end() && other->bytes() == each.bytes();
    if (is_result && !each.fnv1a64.empty() && !other->fnv1a64.empty() &&
        each.fnv1a64 != other->fnv1a64) {
      all.push_back({DifferenceKind::result, each.name, each.fnv1a64, other->fnv1a64});
    }
  }
}

}  // namespace

bool is_same_kernel(const Outcome& a, const Outcome& b) {
  return without_template_arguments(a.resolved.kernel) ==
             without_template_arguments(b.resolved.kernel) &&
         (are_of_programs(a, b) || is_same_file(a.resolved.source_path, b.resolved.source_path));
}

const char* name_of(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::lesson:
      return "lesson";
    case DifferenceKind::variant:
      return "variant";
    case DifferenceKind::parameter:
      return "parameter";
    case DifferenceKind::machine:
      return "machine";
    case DifferenceKind::compiler:
      return "compiler";
    case DifferenceKind::grid:
      return "grid";
    case DifferenceKind::block:
      return "block";
    case DifferenceKind::argument:
      return "argument";
    case DifferenceKind::file:
      return "file";
    case DifferenceKind::text:
      return "text";
    case DifferenceKind::result:
      return "result";
  }
  return "";
}

std::vector<Difference> differences_of(const Outcome& a, const Outcome& b, const LineMatch& match) {
  std::vector<Difference> all;
  const auto add = [&](DifferenceKind kind, std::string of_a, std::string of_b,
                       const std::string& name = {}) {
    if (of_a != of_b) all.push_back({kind, name, std::move(of_a), std::move(of_b)});
  };
  // The id of a program's launch says nothing.
  const bool same_kernel = is_same_kernel(a, b);
  if (are_of_programs(a, b)) {
    add(DifferenceKind::lesson, a.lesson_title.in("en"), b.lesson_title.in("en"));
  } else {
    add(DifferenceKind::lesson, a.resolved.lesson_id, b.resolved.lesson_id);
  }
  add(DifferenceKind::variant, a.resolved.variant, b.resolved.variant);
  std::set<std::string> names;
  for (const lesson::Values* values : {&a.resolved.params, &b.resolved.params}) {
    for (const auto& [name, value] : *values) names.insert(name);
  }
  for (const std::string& name : names) {
    add(DifferenceKind::parameter, value_text(a.resolved.params, name),
        value_text(b.resolved.params, name), name);
  }
  add(DifferenceKind::machine, machine_of(a), machine_of(b));
  add(DifferenceKind::compiler, compiler_of(a), compiler_of(b));
  // In a lesson, grid and values follow from the parameters.
  const bool are_launches = same_kernel && are_of_programs(a, b);
  if (are_launches) add(DifferenceKind::grid, dimensions(a.report.grid), dimensions(b.report.grid));
  add(DifferenceKind::block, dimensions(a.report.block), dimensions(b.report.block));
  if (are_launches) {
    for (const lesson::Argument& each : a.resolved.args) {
      if (is_number(each))
        add(DifferenceKind::argument, number_text(each), number_of(b, each.name), each.name);
    }
  }
  const bool same_path = is_same_file(a.resolved.source_path, b.resolved.source_path);
  const bool is_given = !a.request.kernel_file.empty() || !b.request.kernel_file.empty();
  if (!same_path && is_given) {
    const bool same_name = a.resolved.source_name == b.resolved.source_name;
    const auto of = [&](const lesson::Resolved& side) {
      return same_name ? side.source_path.string() : side.source_name;
    };
    add(DifferenceKind::file, of(a.resolved), of(b.resolved));
  }
  // Of the kernels of two lessons or variants the number of differing lines is meaningless. A file
  // that is given, or a copy of the lesson that was changed, stands for the lesson's own.
  const std::size_t lines = differing_lines(match);
  const bool is_copy = a.resolved.lesson_id == b.resolved.lesson_id &&
                       a.resolved.variant == b.resolved.variant &&
                       a.resolved.source_name == b.resolved.source_name;
  if ((same_path || is_given || is_copy || same_kernel) && lines > 0)
    all.push_back({DifferenceKind::text, {}, {}, {}, lines});
  const bool same_task =
      (a.resolved.lesson_id == b.resolved.lesson_id || same_kernel) &&
      std::ranges::none_of(all, [](const Difference& each) {
        return each.kind == DifferenceKind::parameter || each.kind == DifferenceKind::argument;
      });
  if (same_task) add_results(a, b, all);
  return all;
}

namespace {

// Values this close are equal in every digit that is shown.
constexpr double relative_tolerance = 1e-9;

bool agree(double a, double b) {
  return std::abs(a - b) <= relative_tolerance * std::max(std::abs(a), std::abs(b));
}

void add_kind(const report::AccessKind& kind, const report::Totals& totals_a,
              const report::Totals& totals_b, std::vector<ComparedNumber>& numbers) {
  const report::Counts& a = report::counts_in(totals_a, kind);
  const report::Counts& b = report::counts_in(totals_b, kind);
  if (a.requests == 0 && b.requests == 0) return;
  // A kernel without such accesses is not better at them: only its number of requests (0) is shown.
  const bool both = a.requests > 0 && b.requests > 0;
  for (const report::Metric& metric : report::access_metrics()) {
    if (!metric.is_shown(report::Metric::compared) || !metric.is_of(kind.space)) continue;
    const auto of = [&](const report::Counts& counts) {
      // With no sectors moved, efficiency is 100 %.
      return counts.requests == 0 && metric.name != "requests"
                 ? std::nullopt
                 : std::optional(metric.of_counts(counts).exact().value_or(100));
    };
    numbers.push_back({name_of(kind), std::string(metric.name), of(a), of(b),
                       both ? metric.better : Better::neither});
  }
}

void add_launch(const report::Totals& a, const report::Totals& b,
                std::vector<ComparedNumber>& numbers) {
  for (const report::Metric& metric : report::launch_metrics()) {
    const report::Value of_a = metric.of_launch({a}), of_b = metric.of_launch({b});
    if (metric.is_shown(report::Metric::compared) && (of_a.divisor > 0 || of_b.divisor > 0)) {
      numbers.push_back(
          {"launch", std::string(metric.name), of_a.exact(), of_b.exact(), metric.better});
    }
  }
}

bool is_access(const report::Event* event) {
  return event != nullptr && event->kind == report::EventKind::access;
}

}  // namespace

const char* name_of(Winner winner) {
  switch (winner) {
    case Winner::a:
      return "a";
    case Winner::b:
      return "b";
    case Winner::equal:
      return "equal";
    case Winner::unknown:
      break;
  }
  return "unknown";
}

Winner ComparedNumber::winner() const {
  if (!a || !b) return Winner::unknown;
  if (agree(*a, *b)) return Winner::equal;
  if (better == Better::neither) return Winner::unknown;
  return (*a < *b) == (better == Better::lower) ? Winner::a : Winner::b;
}

std::optional<double> ComparedNumber::ratio() const {
  if (!a || !b) return std::nullopt;
  if (agree(*a, *b)) return 1;
  if (*a == 0 || *b == 0) return std::nullopt;
  return std::max(*a, *b) / std::min(*a, *b);
}

bool is_time_of(const PointTime& time, const Outcome& outcome) {
  return outcome.machine == nullptr || time.gpu.find(outcome.machine->name) != std::string::npos;
}

std::optional<PointTime> time_of(const Outcome& outcome, compile::Compiler compiler,
                                 const Timings* timings, const device::Recording* recording) {
  auto time = time_of(key_of(outcome.resolved, compiler), timings, recording);
  return time && is_time_of(*time, outcome) ? time : std::nullopt;
}

namespace {

std::uint64_t largest_array(const report::Report& report) {
  std::uint64_t count = 0;
  for (const report::ArrayInfo& array : report.arrays) count = std::max(count, array.count);
  return count;
}

std::uint64_t global_bytes(const report::Totals& totals) {
  std::uint64_t bytes = 0;
  for (const report::AccessKind& kind : report::access_kinds()) {
    if (kind.space == memory::Space::global)
      bytes += report::counts_in(totals, kind).bytes_requested;
  }
  return bytes;
}

}  // namespace

Work compared_work(const Outcome& a, const Outcome& b) {
  if (a.resolved.lesson_id != b.resolved.lesson_id && !is_same_kernel(a, b))
    return Work::other_kernel;
  const bool other_size = largest_array(a.report) != largest_array(b.report) &&
                          global_bytes(a.report.totals) != global_bytes(b.report.totals);
  return other_size ? Work::other_size : Work::same;
}

void withhold_verdicts(std::vector<ComparedNumber>& numbers) {
  for (ComparedNumber& number : numbers) number.better = Better::neither;
}

std::vector<ComparedNumber> compared_numbers(const Outcome& a, const Outcome& b,
                                             const std::optional<PointTime>& time_a,
                                             const std::optional<PointTime>& time_b) {
  std::vector<ComparedNumber> numbers;
  for (const bool is_shared : {true, false}) {  // shared memory first
    for (const report::AccessKind& kind : report::access_kinds()) {
      if ((kind.space == memory::Space::shared) == is_shared)
        add_kind(kind, a.report.totals, b.report.totals, numbers);
    }
  }
  add_launch(a.report.totals, b.report.totals, numbers);
  if (time_a || time_b) {
    const auto median = [](const std::optional<PointTime>& time) {
      return time ? std::optional(time->cold.median) : std::nullopt;
    };
    numbers.push_back({"time", "cold_ms", median(time_a), median(time_b), Better::lower});
  }
  if (!same_work(a, b)) withhold_verdicts(numbers);
  if (a.report.errors_total > 0 || b.report.errors_total > 0) {
    numbers.push_back({"launch", "errors", static_cast<double>(a.report.errors_total),
                       static_cast<double>(b.report.errors_total), Better::lower});
  }
  return numbers;
}

std::vector<ComparedNumber> compared_accesses(const report::Event* a, const report::Event* b) {
  std::vector<ComparedNumber> numbers;
  if (!is_access(a) && !is_access(b)) return numbers;
  const memory::Space space = is_access(a) ? a->access.space : b->access.space;
  const auto of = [](const report::Event* event, std::uint32_t report::Event::*value) {
    return is_access(event) ? std::optional(static_cast<double>(event->*value)) : std::nullopt;
  };
  numbers.push_back({"access", std::string(cost_unit(space)), of(a, &report::Event::cost),
                     of(b, &report::Event::cost), Better::lower});
  // Shown only if groups of lanes are served one after another; otherwise it equals the wavefronts.
  const auto differs = [](const report::Event* event) {
    return is_access(event) && event->ways != event->cost;
  };
  if (space == memory::Space::shared && (differs(a) || differs(b))) {
    numbers.push_back({"access", "ways", of(a, &report::Event::ways), of(b, &report::Event::ways),
                       Better::lower});
  }
  return numbers;
}

}  // namespace lanescope::app
