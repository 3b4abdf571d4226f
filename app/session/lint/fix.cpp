#include "app/session/lint/fix.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "app/session/files/write_file.h"

namespace lanescope::app {
namespace {

auto number_of(const LintResult& result) {
  return std::ranges::count_if(result.messages, &LintMessage::counts);
}

// Those with an access that breaks a limit.
std::set<std::string> variants_to_fix(const LintResult& result) {
  std::set<std::string> variants;
  for (const LintMessage& each : result.messages) {
    if (each.counts() && !each.subject.empty()) variants.insert(each.variant);
  }
  return variants;
}

std::optional<LintFix> fix_one(const LintRequest& request, const std::string& variant,
                               LintResult& result, const std::stop_token& stop) {
  RunRequest run;
  run.lesson = request.lesson;
  run.variant = variant;
  run.compiler = request.compiler;
  run.machine = request.machine;
  run.max_warp_instructions = request.max_warp_instructions;
  run.threads = request.threads;
  const auto advice = advise(run, stop);
  if (!advice) return std::nullopt;
  const lesson::Resolved& resolved = advice->outcome->resolved;
  for (const Suggestion& each : advice->suggestions) {
    if (!each.edit || !write_file(resolved.source_path, each.edit->text)) continue;
    LintResult changed = lint(request, stop);
    if (!stop.stop_requested() && number_of(changed) < number_of(result)) {
      result = std::move(changed);
      return LintFix{resolved.source_path, *each.edit, each.lines};
    }
    if (!write_file(resolved.source_path, resolved.source_text)) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::vector<LintFix> fix(const LintRequest& request, LintResult& result,
                         const std::stop_token& stop) {
  std::vector<LintFix> fixes;
  for (bool goes_on = true; goes_on && !stop.stop_requested();) {
    goes_on = false;
    for (const std::string& variant : variants_to_fix(result)) {
      auto one = fix_one(request, variant, result, stop);
      if (!one) continue;
      fixes.push_back(*std::move(one));
      goes_on = true;  // there are fewer messages now, so this ends
      break;
    }
  }
  return fixes;
}

}  // namespace lanescope::app
