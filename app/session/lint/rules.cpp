#include "app/session/lint/lint.h"

#include <fnmatch.h>

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "kernels/lesson_file/folders.h"
#include "kernels/lesson_file/names.h"
#include "kernels/lesson_file/reader.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;
using lesson::Reader;
using lesson::Table;

// nullptr: no metric that a limit can name.
const report::Metric* limit_metric(std::string_view name) {
  for (const auto metrics : {report::access_metrics(), report::launch_metrics()}) {
    const auto found = std::ranges::find_if(metrics, [&](const report::Metric& each) {
      return each.name == name && each.is_shown(report::Metric::named) &&
             each.better != report::Better::neither;
    });
    if (found != metrics.end()) return &*found;
  }
  return nullptr;
}

std::vector<std::string> limit_names() {
  std::vector<std::string> names{ways_rule};
  for (const auto metrics : {report::access_metrics(), report::launch_metrics()}) {
    for (const report::Metric& each : metrics) {
      const bool is_new = std::ranges::find(names, each.name) == names.end();
      if (is_new && limit_metric(each.name) != nullptr) names.emplace_back(each.name);
    }
  }
  return names;
}

std::vector<std::string> rule_names() {
  std::vector<std::string> names = limit_names();
#define KIND(name, when) names.emplace_back(#name);
#include "sim/diagnostics/kinds.def"
#undef KIND
  names.insert(names.end(), {not_run_rule, no_reason_rule, unused_rule});
  return names;
}

void fail_unknown(const Table& table, const std::string& key, const char* what,
                  const std::vector<std::string>& known) {
  table.fail(key, fmt::format("there is no {} of this name{}; those that are there: {}", what,
                              lesson::did_you_mean(key, known), lesson::list_of(known)));
}

std::map<std::string, double> limits_in(const Table& table) {
  std::map<std::string, double> limits;
  const std::vector<std::string> known = limit_names();
  for (const std::string& key : table.keys()) {
    if (std::ranges::find(known, key) == known.end()) {
      fail_unknown(table, key, "quantity", known);
    } else {
      limits[key] = table.number(key).value_or(0);
    }
  }
  return limits;
}

std::map<std::string, RuleSeverity> severities_in(const Table& table) {
  std::map<std::string, RuleSeverity> severities;
  const std::vector<std::string> known = rule_names();
  for (const std::string& key : table.keys()) {
    if (std::ranges::find(known, key) == known.end()) {
      fail_unknown(table, key, "rule", known);
      continue;
    }
    const std::string word = table.text(key).value_or("off");
    RuleSeverity& severity = severities[key];
    for (const Severity each : {Severity::note, Severity::warning, Severity::error}) {
      if (word == name_of(each)) severity = each;
    }
    if (!severity && word != "off")
      table.fail(key, fmt::format("it is '{}'; it must be error, warning, note or off", word));
  }
  return severities;
}

void read_both(const Table& table, std::map<std::string, double>& limits,
               std::map<std::string, RuleSeverity>& severities) {
  if (const auto given = table.table("limits")) limits = limits_in(*given);
  if (const auto given = table.table("severity")) severities = severities_in(*given);
}

LintException exception_in(const Table& table) {
  table.allow({"lesson", "variant", "kernel", "limits", "severity", "reason"});
  table.require({"reason"});
  LintException exception;
  exception.lesson = table.text("lesson").value_or("");
  exception.variant = table.text("variant").value_or("");
  exception.kernel = table.text("kernel").value_or("");
  if (table.text("reason") == "") table.fail("reason", "it is empty");
  read_both(table, exception.limits, exception.severities);
  return exception;
}

bool matches(const std::string& pattern, std::string_view text) {
  return pattern.empty() || ::fnmatch(pattern.c_str(), std::string(text).c_str(), 0) == 0;
}

}  // namespace

bool LintLimit::is_least() const {
  return metric != nullptr && metric->better == report::Better::higher;
}

bool LintLimit::is_kept(double found) const { return is_least() ? found >= value : found <= value; }

RuleSeverity KernelRules::severity_of(std::string_view rule, Severity own) const {
  const auto found = severities.find(std::string(rule));
  return found != severities.end() ? found->second : own;
}

tl::expected<LintRules, lesson::Error> LintRules::read(const fs::path& file) {
  const auto text = lesson::read_text_file(file);
  if (!text) return tl::unexpected(lesson::Error{file.string(), 0, "", text.error()});
  return parse(*text, file.string());
}

tl::expected<LintRules, lesson::Error> LintRules::parse(std::string_view text,
                                                        const std::string& file) {
  const auto root = lesson::parse_toml(text, file);
  if (!root) return tl::unexpected(root.error());
  Reader reader(file);
  const Table table(reader, *root, lesson::Place{1, ""});
  table.allow({"limits", "severity", "except"});
  LintRules rules;
  rules.text_ = text;
  read_both(table, rules.limits_, rules.severities_);
  if (const auto exceptions = table.tables("except")) {
    for (const Table& each : *exceptions) rules.exceptions_.push_back(exception_in(each));
  }
  if (reader.error()) return tl::unexpected(*reader.error());
  return rules;
}

KernelRules LintRules::for_kernel(std::string_view lesson, std::string_view variant,
                                  std::string_view kernel) const {
  std::map<std::string, double> limits = limits_;
  KernelRules rules;
  rules.severities = severities_;
  for (const LintException& each : exceptions_) {
    if (!matches(each.lesson, lesson) || !matches(each.variant, variant) ||
        !matches(each.kernel, kernel))
      continue;
    for (const auto& [rule, value] : each.limits) limits[rule] = value;
    for (const auto& [rule, severity] : each.severities) rules.severities[rule] = severity;
  }
  for (const auto& [rule, value] : limits)
    rules.limits.push_back({rule, rule == ways_rule ? nullptr : limit_metric(rule), value});
  return rules;
}

fs::path rules_file_for(const fs::path& file) {
  std::error_code error;
  fs::path folder = fs::absolute(file, error);
  if (!fs::is_directory(folder, error)) folder = folder.parent_path();
  for (; !folder.empty(); folder = folder.parent_path()) {
    if (fs::is_regular_file(folder / lint_rules_file, error)) return folder / lint_rules_file;
    if (folder == folder.root_path()) break;
  }
  return {};
}

}  // namespace lanescope::app
