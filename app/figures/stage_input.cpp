#include "app/figures/stage_input.h"
#include "sim/diagnostics/source_line.h"

#include <algorithm>

namespace lanescope::app {

picture::StageInput stage_input(const Outcome& outcome, const report::Event& event,
                                const picture::SharedUse& shared) {
  picture::StageInput input;
  input.access = event.access;
  input.copy = event.copy;
  input.source_text = source_line(outcome.resolved.source_text, event.place.line);
  input.arrays = outcome.report.arrays;
  const auto out_of_range = [&](const Diagnostic& finding) {
    return finding.kind == DiagnosticKind::out_of_range && finding.place.line == event.place.line;
  };
  const std::vector<Diagnostic>& findings = outcome.report.diagnostics;
  if (std::any_of(findings.begin(), findings.end(), out_of_range)) {
    input.bad_lanes = picture::lanes_out_of_range(input.access, input.arrays);
  }
  input.shared = shared;
  input.machine = rules_of(outcome);
  input.machine_name = outcome.machine != nullptr ? outcome.machine->name : "";
  return input;
}

}  // namespace lanescope::app
