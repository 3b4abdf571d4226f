#include "app/session/advice/advice.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "app/session/run/occupancy.h"
#include "app/session/start/kernel_in_text.h"
#include "kernels/lesson_file/lesson.h"
#include "sim/text/source_line.h"

namespace lanescope::app {
namespace {

// Whether the launch has arrays of the same lengths and the same numbers: else it is another task.
bool same_task(const lesson::Resolved& a, const lesson::Resolved& b) {
  return std::ranges::equal(
      a.args, b.args, [](const lesson::Argument& one, const lesson::Argument& other) {
        return one.is_array == other.is_array && one.count == other.count &&
               (one.is_array || !one.addresses.empty() || one.value == other.value);
      });
}

// Whether a kind of finding is there more often than before.
bool has_more_findings(const report::Report& before, const report::Report& after) {
  std::map<std::pair<DiagnosticKind, Severity>, std::int64_t> more;
  for (const Diagnostic& each : after.diagnostics) ++more[{each.kind, each.severity}];
  for (const Diagnostic& each : before.diagnostics) --more[{each.kind, each.severity}];
  return after.diagnostics_total > before.diagnostics_total ||
         std::ranges::any_of(more, [](const auto& each) { return each.second > 0; });
}

// Whether about as many bytes are asked for: a parameter may also say how often the same is done.
bool does_as_much(const report::Totals& before, const report::Totals& after) {
  return std::ranges::all_of(report::access_kinds(), [&](const report::AccessKind& kind) {
    return counts_in(after, kind).bytes_requested * 100 >=
           counts_in(before, kind).bytes_requested * 99;
  });
}

// Values near the present one, and those of the lesson's sweeps.
std::set<std::int64_t> near_values(const lesson::Lesson& lesson, const lesson::Parameter& parameter,
                                   std::int64_t now) {
  std::set<std::int64_t> values{now + parameter.increment, now - parameter.increment, now * 2,
                                now / 2, parameter.default_value};
  for (const lesson::Sweep& sweep : lesson.sweeps()) {
    if (sweep.parameter != parameter.name) continue;
    for (std::size_t i = 0; i < std::min<std::size_t>(sweep.values.size(), 8); ++i)
      values.insert(sweep.values[i]);
  }
  std::erase_if(values, [&](std::int64_t value) {
    return value == now || (parameter.min && value < *parameter.min) ||
           (parameter.max && value > *parameter.max);
  });
  return values;
}

// Runs what is to be tried, and keeps what is better.
class Adviser {
 public:
  Adviser(RunRequest request, std::stop_token stop)
      : request_(std::move(request)), stop_(std::move(stop)) {
    request_.want_traces = false;
    request_.want_hashes = true;
    request_.blocks.reset();
  }

  tl::expected<Advice, Problem> run() {
    auto base = app::run(request_, nullptr, stop_);
    if (!base) return tl::unexpected(std::move(base.error()));
    advice_.outcome = *std::move(base);
    advice_.price = price_of(advice_.outcome->report.totals);
    const report::Report& report = advice_.outcome->report;
    advice_.untried = !report.complete                            ? Untried::stopped
                      : report.errors_total > 0                   ? Untried::errors
                      : advice_.price.cost <= advice_.price.ideal ? Untried::nothing_costs
                      : has_variables(*advice_.outcome)           ? Untried::variables
                                                                  : Untried::no;
    if (advice_.untried != Untried::no) return std::move(advice_);
    try_edits();
    try_parameters();
    if (stop_.stop_requested()) return tl::unexpected(cancelled());
    std::ranges::stable_sort(advice_.suggestions, {}, &rank);
    keep_one_value_of_each_parameter();
    return std::move(advice_);
  }

 private:
  void try_edits() {
    const lesson::Resolved& resolved = advice_.outcome->resolved;
    if (!resolved.ptx_text.empty()) return;
    for (KernelEdit& edit : edits_of(resolved.source_text)) {
      // Other threads would do the work, and some of it no thread.
      if (edit.kind == EditKind::swap_threads && resolved.block[0] != resolved.block[1]) continue;
      RunRequest request = request_;
      request.kernel_text = edit.text;
      Suggestion suggestion;
      suggestion.lines = changed_lines(resolved.source_text, edit.text);
      suggestion.edit = std::move(edit);
      try_one(request, std::move(suggestion));
    }
  }

  void try_parameters() {
    const auto lesson = lesson::find(request_.lesson);
    if (!lesson) return;
    const lesson::Resolved& resolved = advice_.outcome->resolved;
    for (const lesson::Parameter& parameter : lesson->parameters(resolved.variant)) {
      const auto now = resolved.params.find(parameter.name);
      if (now == resolved.params.end()) continue;
      for (const std::int64_t value : near_values(*lesson, parameter, now->second)) {
        RunRequest request = request_;
        request.overrides[parameter.name] = value;
        const auto other = lesson->resolve(resolved.variant, request.overrides);
        if (!other || !same_task(*other, resolved)) continue;
        Suggestion suggestion;
        suggestion.parameter = parameter.name;
        suggestion.value = value;
        suggestion.distance = std::abs(value - now->second);
        try_one(request, std::move(suggestion));
      }
    }
  }

  void try_one(const RunRequest& request, Suggestion suggestion) {
    if (stop_.stop_requested()) return;
    auto tried = app::run(request, nullptr, stop_);
    ++advice_.tried;
    if (!tried) return;  // it does not compile or fit
    suggestion.outcome = *std::move(tried);
    const report::Report& before = advice_.outcome->report;
    const report::Report& after = suggestion.outcome->report;
    suggestion.price = price_of(after.totals);
    const double saved =
        1.0 - static_cast<double>(suggestion.price.cost) / static_cast<double>(advice_.price.cost);
    if (!after.complete || has_more_findings(before, after) ||
        !same_results(*advice_.outcome, *suggestion.outcome) || saved < least_saving ||
        (!suggestion.edit && !does_as_much(before.totals, after.totals))) {
      return;
    }
    judge(suggestion);
    advice_.suggestions.push_back(std::move(suggestion));
  }

  void judge(Suggestion& suggestion) {
    std::vector<ComparedNumber> numbers =
        compared_numbers(*advice_.outcome, *suggestion.outcome, std::nullopt, std::nullopt);
    add_occupancy(*suggestion.outcome, numbers);
    for (ComparedNumber& number : numbers) {
      if (!number.a || !number.b || *number.a == *number.b) continue;
      if (number.better == Better::lower || number.better == Better::higher) {
        const bool gains = (*number.b < *number.a) == (number.better == Better::lower);
        (gains ? suggestion.better : suggestion.worse).push_back(std::move(number));
      }
    }
  }

  // The price, then how many things get worse, then how far the value is.
  static std::tuple<std::uint64_t, std::size_t, std::int64_t> rank(const Suggestion& each) {
    return {each.price.cost, each.worse.size(), each.distance};
  }

  void keep_one_value_of_each_parameter() {
    std::set<std::string> seen;
    std::erase_if(advice_.suggestions, [&](const Suggestion& each) {
      return !each.edit && !seen.insert(each.parameter).second;
    });
  }

  void add_occupancy(const Outcome& after, std::vector<ComparedNumber>& numbers) {
    numbers.push_back({"launch", "shared_bytes",
                       static_cast<double>(advice_.outcome->report.shared_bytes),
                       static_cast<double>(after.report.shared_bytes), Better::lower});
    const auto percent = [&](const Outcome& outcome) -> std::optional<double> {
      const auto known = known_occupancy(outcome, request_.machine);
      if (!known) return std::nullopt;
      return known->occupancy->percent();
    };
    const auto now = percent(*advice_.outcome);
    const auto then = percent(after);
    if (now && then) numbers.push_back({"launch", "occupancy_percent", now, then, Better::higher});
  }

  RunRequest request_;
  std::stop_token stop_;
  Advice advice_;
};

}  // namespace

AccessPrice price_of(const report::Totals& totals) {
  AccessPrice price;
  for (const report::AccessKind& kind : report::access_kinds()) {
    const report::CostPair pair = report::cost_pair(kind.space, counts_in(totals, kind));
    price.cost += pair.cost;
    price.ideal += pair.ideal;
  }
  return price;
}

bool same_results(const Outcome& a, const Outcome& b) {
  if (a.report.printed != b.report.printed || a.report.arrays.size() != b.report.arrays.size())
    return false;
  std::size_t array = 0;  // Report::arrays has the array arguments, in their order
  for (const lesson::Argument& each : a.resolved.args) {
    if (!each.is_array) continue;
    const std::size_t i = array++;
    if (!each.is_scratch && a.report.arrays[i].fnv1a64 != b.report.arrays[i].fnv1a64) return false;
  }
  return true;
}

// PTX ISA, "State Spaces": .global variables of the module, which it uses. A constexpr number is
// declared as one, but not used; texts of printf and assert are nobody's results.
bool has_variables(const Outcome& outcome) {
  const std::string_view ptx = outcome.ptx.text;
  return std::ranges::any_of(lines_of(ptx), [&](std::string_view line) {
    const bool is_global = line.starts_with(".global ") || line.starts_with(".visible .global ") ||
                           line.starts_with(".extern .global ");
    if (!is_global) return false;
    const std::string_view declared = line.substr(0, line.find_first_of("[=;"));
    const std::size_t end = declared.find_last_not_of(" \t") + 1;
    const std::size_t begin = declared.find_last_of(" \t", end - 1) + 1;
    const std::string_view name = declared.substr(begin, end - begin);
    const bool is_text = name.starts_with("$str") || name.starts_with("__func") ||
                         name.starts_with("__unnamed_") || name.starts_with("_$_str") ||
                         name.starts_with(".str");
    const auto declared_at = static_cast<std::size_t>(name.data() - ptx.data());
    return !is_text && find_word(ptx, name, declared_at + name.size()) != ptx.npos;
  });
}

tl::expected<Advice, Problem> advise(RunRequest request, const std::stop_token& stop) {
  return Adviser(std::move(request), stop).run();
}

}  // namespace lanescope::app
