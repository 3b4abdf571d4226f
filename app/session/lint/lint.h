// Runs lessons and judges each access, each launch and each finding by rules.
//
// Rules are a small TOML file, docs/lint.md. Each has a name: that of a finding
// (sim/diagnostics/kinds.def), of a quantity of an access or of the whole launch
// (sim/metrics/metrics.def), "ways", or one of lint's own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/run/run.h"
#include "kernels/lesson_file/lesson.h"
#include "sim/diagnostics/diagnostic.h"
#include "sim/metrics/metrics.h"

namespace lanescope::app {

inline constexpr const char* lint_rules_file = "lanescope-lint.toml";

// The largest N-way conflict of an access to shared memory.
inline constexpr const char* ways_rule = "ways";
// Of lint itself.
inline constexpr const char* not_run_rule = "not_run";
inline constexpr const char* no_reason_rule = "suppression_without_reason";
inline constexpr const char* unused_rule = "unused_suppression";

// A quantity with its limit: at most, or at least where more is better.
struct LintLimit {
  std::string rule;
  const report::Metric* metric = nullptr;  // nullptr: ways_rule
  double value = 0;
  [[nodiscard]] bool is_least() const;
  [[nodiscard]] bool is_kept(double found) const;
};

// How severe a message of a rule is; none: it is not wanted.
using RuleSeverity = std::optional<Severity>;

// For what other limits or severities hold. Patterns as in a shell (fnmatch); empty: any.
struct LintException {
  std::string lesson, variant, kernel;
  std::map<std::string, double> limits;
  std::map<std::string, RuleSeverity> severities;
};

// What holds for one kernel.
struct KernelRules {
  std::vector<LintLimit> limits;
  std::map<std::string, RuleSeverity> severities;

  // `own`: what the message has by itself.
  [[nodiscard]] RuleSeverity severity_of(std::string_view rule, Severity own) const;
};

class LintRules {
 public:
  [[nodiscard]] bool has_limits() const { return !limits_.empty(); }
  // Without a file: no limits, findings as they are.
  LintRules() = default;
  [[nodiscard]] static tl::expected<LintRules, lesson::Error> read(
      const std::filesystem::path& file);
  [[nodiscard]] static tl::expected<LintRules, lesson::Error> parse(std::string_view text,
                                                                    const std::string& file);

  [[nodiscard]] KernelRules for_kernel(std::string_view lesson, std::string_view variant,
                                       std::string_view kernel) const;
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::map<std::string, double> limits_;
  std::map<std::string, RuleSeverity> severities_;
  std::vector<LintException> exceptions_;
};

// The rules file beside this file or in the nearest folder above it; empty: there is none.
[[nodiscard]] std::filesystem::path rules_file_for(const std::filesystem::path& file);

struct LintMessage {
  Severity severity = Severity::error;
  std::string rule;
  std::string subject;         // "shared load", "launch"; empty: of a finding
  std::string text;            // without it
  std::filesystem::path file;  // relative to the working folder if it is below it
  int line = 0, column = 0;    // from 1; 0: not known
  std::string code;            // that line, without the blanks around it
  std::string lesson, variant, kernel;
  // The comment that allows it: its reason. Empty: none does.
  std::string allowed{};
  bool is_known = false;  // it is in the baseline

  [[nodiscard]] bool counts() const { return allowed.empty() && !is_known; }
  [[nodiscard]] std::string whole_text() const {
    return subject.empty() ? text : subject + ": " + text;
  }
  // Which messages are the same one in another version of the file: not the line's number.
  [[nodiscard]] std::string identity() const;
};

struct LintRequest {
  std::string lesson;   // a shipped id or a path
  std::string variant;  // empty: all
  LintRules rules;
  compile::Compiler compiler = compile::Compiler::automatic;
  std::string machine{};
  // The text of this file to be judged in place of what it has; empty path: none.
  std::filesystem::path file{};
  std::string text{};
  std::uint64_t max_warp_instructions = RunRequest{}.max_warp_instructions;
  int threads = 0;
};

// The run of a variant that is judged: counts only.
[[nodiscard]] RunRequest run_of(const LintRequest& request, const std::string& variant);

struct LintResult {
  std::vector<LintMessage> messages;         // by file, line and rule
  std::vector<std::filesystem::path> files;  // that were read: a change of one makes it out of date
  std::uint64_t kernels = 0;                 // that ran
};
// Blocks until done. A variant that does not run is a message.
[[nodiscard]] LintResult lint(const LintRequest& request, const std::stop_token& stop = {});

}  // namespace lanescope::app
