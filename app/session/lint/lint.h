// Runs lessons and judges each access, each launch and each finding by rules (rules.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "app/session/lint/rules.h"
#include "app/session/run/run.h"

namespace lanescope::app {

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
  std::uint64_t max_warp_instructions = RunRequest{}.max_warp_instructions;
  int threads = 0;
};

struct LintResult {
  std::vector<LintMessage> messages;         // by file, line and rule
  std::vector<std::filesystem::path> files;  // that were read: a change of one makes it out of date
  std::uint64_t kernels = 0;                 // that ran
};
// Blocks until done. A variant that does not run is a message.
[[nodiscard]] LintResult lint(const LintRequest& request, const std::stop_token& stop = {});

}  // namespace lanescope::app
