#include "sim/diagnostics/diagnostic.h"

namespace lanescope {

const char* name_of(DiagnosticKind kind) {
  switch (kind) {
    case DiagnosticKind::ptx_syntax:
      return "ptx_syntax";
    case DiagnosticKind::ptx_unsupported:
      return "ptx_unsupported";
    case DiagnosticKind::launch_invalid:
      return "launch_invalid";
    case DiagnosticKind::out_of_range:
      return "out_of_range";
    case DiagnosticKind::misaligned:
      return "misaligned";
    case DiagnosticKind::divergent_barrier:
      return "divergent_barrier";
    case DiagnosticKind::budget_exceeded:
      return "budget_exceeded";
    case DiagnosticKind::trap:
      return "trap";
    case DiagnosticKind::stack_overflow:
      return "stack_overflow";
    case DiagnosticKind::invalid_call:
      return "invalid_call";
    case DiagnosticKind::assertion_failed:
      return "assertion_failed";
    case DiagnosticKind::blocks_in_order:
      return "blocks_in_order";
    case DiagnosticKind::model_value:
      return "model_value";
    case DiagnosticKind::uninitialised_read:
      return "uninitialised_read";
    case DiagnosticKind::shared_race:
      return "shared_race";
    case DiagnosticKind::warp_mask:
      return "warp_mask";
    case DiagnosticKind::foreign_pointer:
      return "foreign_pointer";
    case DiagnosticKind::waits_for_block:
      return "waits_for_block";
  }
  return "unknown";  // a value outside the enumeration
}

const char* name_of(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::warning:
      return "warning";
    case Severity::error:
      return "error";
  }
  return "unknown";
}

std::string Diagnostic::text() const {
  std::string text;
  if (!place.file.empty()) {
    text += place.file + ":";
    if (place.line > 0) {
      text += std::to_string(place.line) + ":";
      if (place.column > 0) text += std::to_string(place.column) + ":";
    }
    text += " ";
  }
  text += name_of(severity);
  text += ": " + message;
  if (count > 1) text += " (" + std::to_string(count) + " times)";
  return text;
}

}  // namespace lanescope
