#include "sim/diagnostics/diagnostic.h"

#include <utility>

namespace lanescope {

const char* name_of(DiagnosticKind kind) {
  switch (kind) {
#define KIND(name, when)     \
  case DiagnosticKind::name: \
    return #name;
#include "sim/diagnostics/kinds.def"
#undef KIND
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

Diagnostic from_other_place(Diagnostic finding) {
  OtherPlace& other = *finding.other;
  std::swap(finding.place, other.place);
  std::swap(finding.ptx_line, other.ptx_line);
  finding.thread = std::exchange(other.thread, finding.thread.value_or(other.thread));
  finding.block = std::exchange(other.block, finding.block.value_or(other.block));
  return finding;
}

}  // namespace lanescope
