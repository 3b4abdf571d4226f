#include "app/session/course/facts.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "app/session/run/occupancy.h"
#include "app/session/sweeps/quantity.h"
#include "kernels/lesson_file/expression.h"
#include "kernels/lesson_file/guide_text.h"
#include "kernels/lesson_file/names.h"
#include "kernels/transfer/shipped.h"
#include "sim/diagnostics/check_set.h"
#include "sim/memory/global.h"
#include "sim/memory/memory_rules.h"
#include "sim/memory/other.h"
#include "sim/memory/shared.h"
#include "sim/text/number.h"

namespace lanescope::app {
namespace {

std::int64_t whole(std::uint64_t value) { return static_cast<std::int64_t>(value); }

// "access.efficiency_percent" -> "access.efficiency_permille". Percentages are whole numbers; the
// fact with the tenths is for prose, where they are written as in the pictures.
std::string permille_of(std::string percent) {
  constexpr std::string_view ending = "percent";
  return percent.ends_with(ending)
             ? percent.replace(percent.size() - ending.size(), ending.size(), "permille")
             : std::string();
}

void add_share(Facts& facts, const std::string& name, const report::Value& value) {
  const std::optional<std::int64_t> rounded = value.rounded();
  if (!rounded) return;
  facts[name] = *rounded;
  if (name.ends_with("percent")) {
    const double exact = *value.exact();
    std::int64_t tenths = std::llround(exact * 10);
    if (exact > 0 && exact < 100) tenths = std::clamp<std::int64_t>(tenths, 1, 999);
    facts[permille_of(name)] = tenths;
  }
}

void add_findings(Facts& facts, const report::Report& report) {
  for (const DiagnosticKind kind : all_diagnostic_kinds())
    facts[fmt::format("findings.{}", name_of(kind))] = 0;
  facts["findings.errors"] = facts["findings.warnings"] = 0;
  for (const Diagnostic& finding : report.diagnostics) {
    ++facts[fmt::format("findings.{}", name_of(finding.kind))];
    if (finding.severity == Severity::error) ++facts["findings.errors"];
    if (finding.severity == Severity::warning) ++facts["findings.warnings"];
  }
}

// The last words of the facts on what kernels launched.
constexpr std::string_view launched_prefix = "launched.";
constexpr std::string_view launched_counts[] = {"launches", "blocks", "warp_instructions", "depth"};

// Of all launched kernels together, zeros where none was; and of each by its name.
void add_launched(Facts& facts, const report::Report& report) {
  const auto fact = [&](const std::string& kernel, std::size_t count) -> std::int64_t& {
    return facts[fmt::format("{}{}{}", launched_prefix, kernel, launched_counts[count])];
  };
  for (std::size_t i = 0; i < std::size(launched_counts); ++i) fact("", i) = 0;
  for (const report::LaunchedKernel& launched : report.launched) {
    for (const std::string& kernel : {std::string(), launched.kernel + "."}) {
      fact(kernel, 0) += whole(launched.launches);
      fact(kernel, 1) += whole(launched.blocks);
      fact(kernel, 2) += whole(launched.totals.warp_instructions);
      fact(kernel, 3) = std::max(fact(kernel, 3), std::int64_t{launched.depth});
    }
  }
}

// "launched.KERNEL.launches" and so on. Only the run knows which kernels there are.
bool is_of_launched_kernel(std::string_view name) {
  if (!name.starts_with(launched_prefix)) return false;
  name.remove_prefix(launched_prefix.size());
  const std::size_t dot = name.find('.');
  return dot != std::string_view::npos && dot > 0 &&
         std::find(std::begin(launched_counts), std::end(launched_counts), name.substr(dot + 1)) !=
             std::end(launched_counts);
}

// Distinct 4-byte words that the lanes access, and their banks.
void add_words(Facts& facts, const memory::WarpAccess& access, int bank_count) {
  std::set<std::uint64_t> words, banks;
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    if (!access.lane_is_active(lane)) continue;
    const std::uint64_t first = access.address[static_cast<std::size_t>(lane)];
    const std::uint64_t last = first + access.bytes - 1;
    for (std::uint64_t word = first / memory::bank_bytes; word <= last / memory::bank_bytes;
         ++word) {
      words.insert(word);
      banks.insert(word % static_cast<std::uint64_t>(bank_count));
    }
  }
  facts["access.words"] = whole(words.size());
  if (access.space == memory::Space::shared) facts["access.banks"] = whole(banks.size());
}

void add_access(Facts& facts, const report::Event& event, const memory::MemoryRules& machine) {
  const memory::WarpAccess& access = event.access;
  const auto lanes = static_cast<std::uint64_t>(std::popcount(access.mask));
  facts["access.lanes"] = whole(lanes);
  facts["access.bytes"] = access.bytes;
  facts["access.bytes_requested"] = whole(lanes * access.bytes);
  facts["access.ideal"] = event.ideal;
  add_words(facts, access, machine.bank_count());
  if (!report::is_moved_in_sectors(access.space)) {
    facts["access.wavefronts"] = event.cost;
    facts["access.conflicts"] = std::int64_t{event.cost} - event.ideal;
    if (access.space == memory::Space::shared) facts["access.ways"] = event.ways;
    return;
  }
  const memory::GlobalCost cost = access.space == memory::Space::local
                                      ? memory::local_cost(access)
                                      : memory::global_cost(access, machine);
  facts["access.sectors"] = event.cost;
  facts["access.lines"] = cost.tag_lookups;
  facts["access.bytes_used"] = cost.bytes_used;
  if (event.cost > 0) {
    const report::Value share{static_cast<double>(cost.bytes_used),
                              static_cast<double>(memory::sector_bytes * event.cost), 100};
    add_share(facts, "access.efficiency_percent", share);
  }
}

void add_branches(Facts& facts, const report::Report& report, const FileLine& line) {
  std::uint64_t executions = 0, divergent = 0, taken = 0, not_taken = 0;
  bool is_there = false;
  for (const report::Branch& branch : report.branches) {
    if (branch.place.line != line.line || !is_on(report, branch.place, line)) continue;
    is_there = true;
    executions += branch.executions;
    divergent += branch.divergent;
    taken += branch.lanes_taken;
    not_taken += branch.lanes_not_taken;
  }
  if (is_there) {
    facts["branch.executions"] = whole(executions);
    facts["branch.divergent"] = whole(divergent);
    facts["branch.lanes_taken"] = whole(taken);
    facts["branch.lanes_not_taken"] = whole(not_taken);
  }
}

const std::set<std::string>& fact_names_of_selection() {
  static const std::set<std::string> names = {"access.lanes",
                                              "access.bytes",
                                              "access.sectors",
                                              "access.lines",
                                              "access.ideal",
                                              "access.wavefronts",
                                              "access.conflicts",
                                              "access.ways",
                                              "access.bytes_requested",
                                              "access.bytes_used",
                                              "access.efficiency_percent",
                                              "access.efficiency_permille",
                                              "access.banks",
                                              "access.words",
                                              "branch.executions",
                                              "branch.divergent",
                                              "branch.lanes_taken",
                                              "branch.lanes_not_taken"};
  return names;
}

std::set<std::string> all_fact_names_of_run() {
  std::set<std::string> names = {"findings.errors",
                                 "findings.warnings",
                                 "occupancy.warps",
                                 "occupancy.blocks",
                                 "occupancy.limited_by_registers",
                                 "occupancy.limited_by_shared",
                                 "occupancy.limited_by_warps",
                                 "occupancy.limited_by_blocks",
                                 "registers",
                                 "cold_us",
                                 "cold_ns",
                                 "gb_per_s"};
  for (const report::Quantity& quantity : report::quantities()) {
    names.insert(quantity.name);
    if (const std::string permille = permille_of(quantity.name); !permille.empty())
      names.insert(permille);
  }
  for (const DiagnosticKind kind : all_diagnostic_kinds())
    names.insert(fmt::format("findings.{}", name_of(kind)));
  for (const std::string_view count : launched_counts)
    names.insert(fmt::format("{}{}", launched_prefix, count));
  return names;
}

const std::set<std::string>& fact_names_of_run() {
  static const std::set<std::string> names = all_fact_names_of_run();
  return names;
}

// What stands for a placeholder, and how much of the text after it, too.
struct Filling {
  std::string text;
  std::size_t takes = 0;
};

// A time as in the bars of times: "5.62", "131", and with its unit from 1 ms on: "2.92 ms", which
// takes the place of the unit in the text, too. Empty for other facts.
std::optional<Filling> filling_of_time(const Facts& facts, const std::string& name,
                                       std::string_view after) {
  constexpr std::string_view fact = "cold_us";
  constexpr std::string_view unit = " µs";
  if (!name.ends_with(fact)) return std::nullopt;
  const auto ns = facts.find(name.substr(0, name.size() - fact.size()) + "cold_ns");
  if (ns == facts.end()) return std::nullopt;
  const auto number = static_cast<double>(ns->second);
  if (number < 999.5e3 || !after.starts_with(unit)) return Filling{three_digits(number / 1e3)};
  return Filling{three_digits(number / 1e6) + " ms", unit.size()};
}

// "18.9 ms"; empty for other facts.
std::optional<Filling> filling_of_transfer(std::string_view name, std::int64_t value) {
  constexpr std::string_view other = "other.";
  if (name.starts_with(other)) name.remove_prefix(other.size());
  std::string text = transfer::prose_of(name, value);
  return text.empty() ? std::nullopt : std::optional(Filling{std::move(text)});
}

std::string percent_text_of(std::int64_t tenths) {
  return tenths % 10 == 0 ? std::to_string(tenths / 10)
                          : fmt::format("{}.{}", tenths / 10, tenths % 10);
}

// Empty: the fact has no value.
std::optional<Filling> filling_of(const Facts& facts, const std::string& name,
                                  std::string_view after) {
  if (const auto tenths = facts.find(permille_of(name)); tenths != facts.end())
    return Filling{percent_text_of(tenths->second)};
  if (auto time = filling_of_time(facts, name, after)) return time;
  const auto found = facts.find(name);
  if (found == facts.end()) return std::nullopt;
  if (auto transfer = filling_of_transfer(name, found->second)) return transfer;
  return Filling{fact_text(found->second)};
}

// "32. One word ..." at the beginning of a line would be item 32 of a list (CommonMark, "List
// items": a number followed by a full stop or a parenthesis).
bool would_number_a_list(std::string_view before, std::string_view after) {
  const std::size_t line = before.find_last_of('\n');
  const std::string_view start = before.substr(line == std::string_view::npos ? 0 : line + 1);
  const std::size_t digits = start.find_first_not_of(' ');
  return digits != std::string_view::npos &&
         start.find_first_not_of("0123456789", digits) == std::string_view::npos &&
         !after.empty() && (after.front() == '.' || after.front() == ')');
}

}  // namespace

Facts facts_of(const Outcome& outcome) {
  const report::Report& report = outcome.report;
  Facts facts = outcome.resolved.params;
  const report::LaunchFacts launch = facts_of(report);
  for (const report::Quantity& quantity : report::quantities())
    add_share(facts, quantity.name, quantity.of(launch));
  add_findings(facts, report);
  add_launched(facts, report);
  return facts;
}

Facts facts_of(const Outcome& outcome, const Selection& selection) {
  Facts facts = facts_of(outcome);
  const report::Event* event = event_of(outcome.report, selection);
  if (event != nullptr && event->kind == report::EventKind::access)
    add_access(facts, *event, rules_of(outcome));
  add_branches(facts, outcome.report, {selection.file, selection.line});
  return facts;
}

void add_occupancy(Facts& facts, const OccupancyFacts& occupancy) {
  facts["occupancy.percent"] = occupancy.percent;
  if (occupancy.permille) facts[permille_of("occupancy.percent")] = *occupancy.permille;
  facts["occupancy.warps"] = occupancy.warps;
  facts["occupancy.blocks"] = occupancy.blocks;
  facts["occupancy.limited_by_registers"] = occupancy.by_registers ? 1 : 0;
  facts["occupancy.limited_by_shared"] = occupancy.by_shared ? 1 : 0;
  facts["occupancy.limited_by_warps"] = occupancy.by_warps ? 1 : 0;
  facts["occupancy.limited_by_blocks"] = occupancy.by_blocks ? 1 : 0;
  if (occupancy.registers > 0) facts["registers"] = occupancy.registers;
}

void add_time(Facts& facts, const TimeFacts& time) {
  facts["cold_us"] = std::llround(time.cold_us);
  facts["cold_ns"] = std::llround(time.cold_us * 1000);
  if (time.gb_per_s > 0) facts["gb_per_s"] = std::llround(time.gb_per_s);
}

void add_moving(Facts& facts, const Outcome& outcome, const transfer::Rows& rows,
                const transfer::Facts& of_rows) {
  facts.insert(of_rows.begin(), of_rows.end());
  const lesson::Resolved& resolved = outcome.resolved;
  if (!resolved.moving) return;
  facts.merge(transfer::facts_of(*resolved.moving, rows));
  if (!resolved.stream_program.empty())
    facts.merge(transfer::facts_of(resolved.stream_program, *resolved.moving, rows));
}

void add_moving(Facts& facts, const Outcome& outcome) {
  add_moving(facts, outcome, transfer::kept_shipped_rows(), transfer::shipped_facts());
}

void add_other(Facts& facts, const Facts& other) {
  for (const auto& [name, value] : other) facts["other." + name] = value;
}

bool FactNames::has(std::string_view name) const {
  const auto of_one = [this](const std::string& wanted, const std::set<std::string>& known) {
    return known.contains(wanted) || fact_names_of_run().contains(wanted) ||
           transfer::is_fact(wanted) || is_of_launched_kernel(wanted) ||
           (access && fact_names_of_selection().contains(wanted));
  };
  constexpr std::string_view prefix = "other.";
  if (name.starts_with(prefix))
    return other && of_one(std::string(name.substr(prefix.size())), other_parameters);
  return of_one(std::string(name), parameters);
}

std::vector<std::string> FactNames::all() const {
  std::set<std::string> names = fact_names_of_run();
  if (access) names.insert(fact_names_of_selection().begin(), fact_names_of_selection().end());
  for (const auto& [name, value] : transfer::shipped_facts()) names.insert(name);
  std::set<std::string> all_names = names;
  all_names.insert(parameters.begin(), parameters.end());
  if (other) {
    names.insert(other_parameters.begin(), other_parameters.end());
    for (const std::string& name : names) all_names.insert("other." + name);
  }
  return {all_names.begin(), all_names.end()};
}

std::string expression_problem(const FactNames& names, const std::string& expression) {
  for (const std::string& name : lesson::names_in(expression)) {
    if (names.has(name)) continue;
    if (!names.other && name.starts_with("other.")) {
      return fmt::format("\"{}\": '{}' needs a second run, but `against` names none", expression,
                         name);
    }
    if (!names.access && fact_names_of_selection().contains(name)) {
      return fmt::format(
          "\"{}\": '{}' counts one access; only counts over all accesses can be used here",
          expression, name);
    }
    return fmt::format("\"{}\": unknown fact '{}'{}", expression, name,
                       lesson::did_you_mean(name, names.all()));
  }
  // Evaluating with arbitrary values leaves errors of form. Division by zero depends on the values,
  // so it is not one.
  Facts any;
  for (const std::string& name : lesson::names_in(expression)) any[name] = 1;
  const auto value = lesson::evaluate(expression, any, lesson::Operators::conditions);
  const bool is_form = !value && value.error().find("division by zero") == std::string::npos;
  return is_form ? value.error() : std::string();
}

tl::expected<std::optional<std::int64_t>, std::string> value_in(const Facts& facts,
                                                                const FactNames& names,
                                                                const std::string& expression) {
  if (std::string problem = expression_problem(names, expression); !problem.empty())
    return tl::unexpected(std::move(problem));
  Facts needed;
  for (const std::string& name : lesson::names_in(expression)) {
    const auto found = facts.find(name);
    if (found == facts.end()) return std::nullopt;
    needed.insert(*found);
  }
  auto value = lesson::evaluate(expression, needed, lesson::Operators::conditions);
  if (!value) return tl::unexpected(std::move(value.error()));
  return std::optional(*value);
}

std::string fill_placeholders(std::string_view markdown, const Facts& facts, const FactNames& names,
                              std::string_view absent) {
  std::string filled;
  std::size_t at = 0;
  for (const lesson::Placeholder& placeholder : lesson::placeholders_of(markdown)) {
    if (placeholder.in_code_span && !names.has(placeholder.name)) continue;
    filled += markdown.substr(at, placeholder.begin - at);
    const std::optional<Filling> filling =
        filling_of(facts, placeholder.name, markdown.substr(placeholder.end));
    at = placeholder.end + (filling ? filling->takes : 0);
    filled += filling ? filling->text : std::string(absent);
    if (would_number_a_list(filled, markdown.substr(at))) filled += '\\';
  }
  filled += markdown.substr(at);
  return filled;
}

// Groups the digits of large numbers; small ones stay as typed.
std::string fact_text(std::int64_t value) {
  constexpr std::int64_t largest_plain = 9999;
  std::string digits = std::to_string(value);
  if (value <= largest_plain && value >= -largest_plain) return digits;
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > (value < 0 ? 1 : 0); at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

template class NewestWorker<OccupancyQuery, OccupancyAnswer>;
namespace {

bool speaks_of(std::string_view text) {
  return text.find("occupancy.") != std::string_view::npos ||
         text.find("registers") != std::string_view::npos;
}

}  // namespace

std::optional<OccupancyFacts> occupancy_facts(const Outcome& outcome, const std::string& machine) {
  using machine::Resource;
  const auto kernel = known_occupancy(outcome, machine);
  if (!kernel) return std::nullopt;
  const machine::Occupancy& occupancy = *kernel->occupancy;
  OccupancyFacts facts;
  facts.percent = std::llround(occupancy.percent());
  facts.permille = std::llround(10 * occupancy.percent());
  facts.warps = static_cast<std::int64_t>(occupancy.warps);
  facts.blocks = static_cast<std::int64_t>(occupancy.blocks);
  facts.registers = kernel->registers.count.value_or(0);
  facts.by_registers = occupancy.is_limited_by(Resource::registers);
  facts.by_shared = occupancy.is_limited_by(Resource::shared);
  facts.by_warps = occupancy.is_limited_by(Resource::warps);
  facts.by_blocks = occupancy.is_limited_by(Resource::blocks);
  return facts;
}

tl::expected<OccupancyAnswer, Problem> answer_of(const OccupancyQuery& query,
                                                 Progress* /*progress*/, std::stop_token stop) {
  OccupancyAnswer answer;
  for (const OutcomePtr& run : query.runs) {
    if (stop.stop_requested()) return tl::unexpected(cancelled());
    answer.push_back(occupancy_facts(*run, query.machine));
  }
  return answer;
}

bool mentions_occupancy(const lesson::Exercise& exercise) {
  return std::any_of(exercise.goals.begin(), exercise.goals.end(),
                     [](const lesson::Goal& goal) { return speaks_of(goal.when.text); });
}

bool mentions_occupancy(const lesson::Question& question) {
  return speaks_of(question.value.text) ||
         std::any_of(question.choices.begin(), question.choices.end(),
                     [](const lesson::Choice& choice) { return speaks_of(choice.when.text); });
}

namespace {

constexpr std::string_view moving_prefix = "moving.";

bool speaks_of_moving(std::string_view text) {
  return text.find(moving_prefix) != std::string_view::npos;
}

}  // namespace

bool mentions_moving(const lesson::Exercise& exercise) {
  return std::ranges::any_of(
      exercise.goals, [](const lesson::Goal& goal) { return speaks_of_moving(goal.when.text); });
}

bool mentions_moving(const lesson::Guide& guide) {
  const auto asks = [](const lesson::Question& question) {
    return speaks_of_moving(question.value.text) ||
           std::ranges::any_of(question.choices, [](const lesson::Choice& choice) {
             return speaks_of_moving(choice.when.text);
           });
  };
  return (guide.exercise && mentions_moving(*guide.exercise)) ||
         std::ranges::any_of(guide.steps,
                             [&](const lesson::GuideStep& step) {
                               return std::ranges::any_of(step.questions, asks);
                             }) ||
         std::ranges::any_of(guide.texts, [](const auto& text) {
           return std::ranges::any_of(text.second.sections, [](const auto& section) {
             return speaks_of_moving(section.second.text);
           });
         });
}

bool mentions_occupancy(const lesson::Guide& guide, const lesson::GuideStep& step) {
  std::vector<std::string> sections{lesson::step_section(step.name)};
  for (const lesson::Question& question : step.questions) {
    if (mentions_occupancy(question)) return true;
    sections.push_back(lesson::question_section(question.name));
    sections.push_back(lesson::answer_section(question.name));
  }
  return std::any_of(sections.begin(), sections.end(), [&](const std::string& section) {
    return std::any_of(guide.texts.begin(), guide.texts.end(), [&](const auto& text) {
      return speaks_of(guide.text(section, text.first).text);
    });
  });
}

}  // namespace lanescope::app
