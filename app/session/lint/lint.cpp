#include "app/session/lint/lint.h"

#include <algorithm>
#include <set>
#include <system_error>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "app/session/lint/suppressions.h"
#include "kernels/lesson_file/lesson.h"
#include "sim/report/report.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

fs::path shown_path(const fs::path& path) {
  std::error_code error;
  const fs::path relative = fs::proximate(path, error);
  return error || *relative.begin() == ".." ? path : relative;
}

std::string number_text(double value) {
  return value == static_cast<double>(static_cast<std::int64_t>(value))
             ? fmt::format("{}", static_cast<std::int64_t>(value))
             : fmt::format("{:.1f}", value);
}

// The accesses of one place in the source, with the counts of their copies added up.
std::vector<report::Site> accesses_of(const report::Report& report) {
  std::vector<report::Site> accesses;
  for (const report::Site& site : report.sites) {
    const auto same = std::ranges::find_if(
        accesses, [&](const report::Site& each) { return report::is_copy(each, site); });
    if (same == accesses.end()) {
      accesses.push_back(site);
      continue;
    }
    same->counts += site.counts;
    same->worst_ways = std::max(same->worst_ways, site.worst_ways);
  }
  return accesses;
}

// The line of the kernel's text that has its name first, behind __global__; 1: none.
int kernel_line(std::string_view text, std::string_view kernel) {
  const std::string_view name = kernel.substr(0, kernel.find_first_of("<("));
  std::size_t at = text.find("__global__");
  while (at != text.npos) {
    const std::size_t found = text.find(name, at);
    const std::size_t body = text.find_first_of("{;", at);
    if (found != text.npos && found < body)
      return 1 + static_cast<int>(std::ranges::count(text.substr(0, found), '\n'));
    at = text.find("__global__", at + 1);
  }
  return 1;
}

// Judges one run.
class Judge {
 public:
  Judge(const Outcome& outcome, const KernelRules& rules, const lesson::VariantInfo& variant,
        std::vector<LintMessage>& messages)
      : outcome_(outcome), rules_(rules), variant_(variant), messages_(messages) {}

  void run() {
    for (const Diagnostic& each : outcome_.report.diagnostics) judge(each);
    for (const Diagnostic& each : outcome_.report.remarks) judge(each);
    const std::vector<report::Site> accesses = accesses_of(outcome_.report);
    for (const LintLimit& limit : rules_.limits) {
      if (limit.metric != nullptr && limit.metric->of_launch != nullptr) {
        judge_launch(limit);
        continue;
      }
      for (const report::Site& site : accesses) judge(limit, site);
    }
  }

 private:
  void judge(const Diagnostic& finding) {
    const std::string rule = name_of(finding.kind);
    // A variant of a lesson may exist to show it.
    if (std::ranges::find(variant_.provokes, rule) != variant_.provokes.end()) return;
    add(rule, finding.severity, finding.place, finding.message);
  }

  void judge(const LintLimit& limit, const report::Site& site) {
    std::optional<double> found;
    if (limit.metric == nullptr) {
      if (site.worst_ways > 0) found = site.worst_ways;
    } else if (limit.metric->is_of(site.space)) {
      found = limit.metric->of_counts(site.counts).exact();
    }
    if (!found || limit.is_kept(*found)) return;
    const report::AccessKind kind = report::kind_of(site.space, site.op);
    add(limit.rule, Severity::error, site.place, excess(limit, *found),
        spoken(report::name_of(kind)));
  }

  void judge_launch(const LintLimit& limit) {
    report::LaunchFacts facts;
    const report::Report& report = outcome_.report;
    facts.totals = report.totals;
    facts.blocks = report.blocks_total;
    facts.threads_per_block = std::uint64_t{report.block[0]} * report.block[1] * report.block[2];
    facts.shared_bytes = report.shared_bytes;
    const auto found = limit.metric->of_launch(facts).exact();
    if (!found || limit.is_kept(*found)) return;
    const SourcePlace place{
        "", kernel_line(outcome_.resolved.source_text, outcome_.resolved.kernel), 0};
    add(limit.rule, Severity::error, place, excess(limit, *found), "launch");
  }

  static std::string spoken(std::string name) {
    std::ranges::replace(name, '_', ' ');
    return name;
  }
  static std::string excess(const LintLimit& limit, double found) {
    return fmt::format("{} is {}; {} {} is allowed", limit.rule, number_text(found),
                       limit.is_least() ? "at least" : "at most", number_text(limit.value));
  }

  void add(const std::string& rule, Severity own, const SourcePlace& place, std::string text,
           std::string subject = {}) {
    const RuleSeverity severity = rules_.severity_of(rule, own);
    if (!severity) return;
    LintMessage message;
    message.severity = *severity;
    message.rule = rule;
    message.subject = std::move(subject);
    message.text = std::move(text);
    message.file = path_of(place);
    message.line = std::max(place.line, 1);
    message.column = place.column;
    message.code = line_at(outcome_, place);
    message.lesson = outcome_.resolved.lesson_id;
    message.variant = variant_.name;
    message.kernel = outcome_.resolved.kernel;
    messages_.push_back(std::move(message));
  }

  [[nodiscard]] fs::path path_of(const SourcePlace& place) const {
    for (const IncludedFile& each : outcome_.included) {
      if (each.name == place.file) return shown_path(each.path);
    }
    return shown_path(outcome_.resolved.source_path);
  }

  const Outcome& outcome_;
  const KernelRules& rules_;
  const lesson::VariantInfo& variant_;
  std::vector<LintMessage>& messages_;
};

// The suppressions of the files that ran, and which of them were needed.
class Allowed {
 public:
  void read(const fs::path& file, std::string_view text) {
    if (!known_.insert(file).second) return;
    for (Suppression& each : suppressions_in(text)) all_.push_back({file, std::move(each), {}});
  }

  void apply(LintMessage& message) {
    for (Entry& each : all_) {
      const Suppression& one = each.suppression;
      if (each.file != message.file || one.line != message.line || one.reason.empty()) continue;
      if (std::ranges::find(one.rules, message.rule) == one.rules.end()) continue;
      message.allowed = one.reason;
      each.used.insert(message.rule);
    }
  }

  // What is wrong with the comments themselves.
  void add_messages(const LintRules& rules, std::vector<LintMessage>& messages) const {
    const KernelRules any = rules.for_kernel("", "", "");
    const auto add = [&](const Entry& entry, const char* rule, Severity own, std::string text) {
      const RuleSeverity severity = any.severity_of(rule, own);
      if (!severity) return;
      LintMessage message;
      message.severity = *severity;
      message.rule = rule;
      message.text = std::move(text);
      message.file = entry.file;
      message.line = entry.suppression.comment_line;
      messages.push_back(std::move(message));
    };
    for (const Entry& each : all_) {
      if (each.suppression.reason.empty()) {
        add(each, no_reason_rule, Severity::error,
            "the comment gives no reason, so it allows nothing; write one behind the bracket");
        continue;
      }
      for (const std::string& rule : each.suppression.rules) {
        if (each.used.contains(rule)) continue;
        add(each, unused_rule, Severity::warning,
            fmt::format("nothing on line {} breaks '{}' any more", each.suppression.line, rule));
      }
    }
  }

 private:
  struct Entry {
    fs::path file;
    Suppression suppression;
    std::set<std::string> used;
  };
  std::set<fs::path> known_;
  std::vector<Entry> all_;
};

LintMessage not_run_message(const Problem& problem, const std::string& lesson_file,
                            const std::string& lesson, const std::string& variant) {
  LintMessage message;
  message.rule = not_run_rule;
  message.text = reason_of(problem);
  message.file = shown_path(problem.file.empty() ? lesson_file : problem.file);
  message.line = std::max(problem.line, 1);
  message.column = problem.column;
  message.lesson = lesson;
  message.variant = variant;
  return message;
}

// Those that fill arrays: "file:PATH".
void add_data_files(const lesson::Resolved& resolved, const fs::path& folder,
                    std::set<fs::path>& files) {
  constexpr std::string_view mark = "file:";
  for (const auto* all : {&resolved.args, &resolved.symbols}) {
    for (const lesson::Argument& each : *all) {
      for (const std::string& source : {each.init, each.written}) {
        if (source.starts_with(mark)) files.insert(folder / source.substr(mark.size()));
      }
    }
  }
}

// One problem in a file that all variants share is one message.
void merge_equal(std::vector<LintMessage>& messages) {
  const auto key = [](const LintMessage& m) {
    return std::tie(m.file, m.line, m.column, m.rule, m.subject, m.text, m.kernel);
  };
  std::ranges::stable_sort(
      messages, [&](const LintMessage& a, const LintMessage& b) { return key(a) < key(b); });
  const auto same = [&](const LintMessage& a, const LintMessage& b) { return key(a) == key(b); };
  messages.erase(std::unique(messages.begin(), messages.end(), same), messages.end());
}

}  // namespace

std::string LintMessage::identity() const {
  return fmt::format("{}|{}|{}|{}|{}", rule, file.generic_string(), kernel, subject,
                     rule == not_run_rule ? text : code);
}

RunRequest run_of(const LintRequest& request, const std::string& variant) {
  RunRequest run;
  run.lesson = request.lesson;
  run.variant = variant;
  run.compiler = request.compiler;
  run.machine = request.machine;
  run.want_traces = false;
  run.want_hashes = false;
  run.max_warp_instructions = request.max_warp_instructions;
  run.threads = request.threads;
  return run;
}

LintResult lint(const LintRequest& request, const std::stop_token& stop) {
  LintResult result;
  const auto found = lesson::find(request.lesson);
  if (!found) {
    const RuleSeverity severity =
        request.rules.for_kernel("", "", "").severity_of(not_run_rule, Severity::error);
    LintMessage message = not_run_message(problem_of(found.error()), request.lesson, "", "");
    if (severity) result.messages.push_back(std::move(message));
    return result;
  }
  Allowed allowed;
  const std::string lesson_file = found->path().string();
  std::set<fs::path> files{found->path()};
  for (const lesson::VariantInfo& variant : found->variants()) {
    if (!request.variant.empty() && variant.name != request.variant) continue;
    if (stop.stop_requested()) break;
    RunRequest run = run_of(request, variant.name);
    if (!request.file.empty()) {
      const auto resolved = found->resolve(variant.name, {});
      if (resolved && resolved->source_path == request.file) run.kernel_text = request.text;
    }
    const auto outcome = app::run(run, nullptr, stop);
    const KernelRules rules = request.rules.for_kernel(found->id(), variant.name, variant.kernel);
    if (!outcome) {
      LintMessage message =
          not_run_message(outcome.error(), lesson_file, found->id(), variant.name);
      message.kernel = variant.kernel;
      if (const auto severity = rules.severity_of(not_run_rule, Severity::error)) {
        message.severity = *severity;
        result.messages.push_back(std::move(message));
      }
      continue;
    }
    ++result.kernels;
    const lesson::Resolved& resolved = (*outcome)->resolved;
    files.insert(resolved.source_path);
    add_data_files(resolved, found->path().parent_path(), files);
    allowed.read(shown_path(resolved.source_path), resolved.source_text);
    for (const IncludedFile& each : (*outcome)->included) {
      files.insert(each.path);
      allowed.read(shown_path(each.path), each.text);
    }
    Judge(**outcome, rules, variant, result.messages).run();
  }
  merge_equal(result.messages);
  for (LintMessage& each : result.messages) allowed.apply(each);
  // A comment may be needed by a variant that was not asked for.
  if (request.variant.empty()) allowed.add_messages(request.rules, result.messages);
  merge_equal(result.messages);
  result.files.assign(files.begin(), files.end());
  return result;
}

}  // namespace lanescope::app
