#include "sim/diagnostics/check_set.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr DiagnosticKind switchable[] = {
    DiagnosticKind::out_of_range,       DiagnosticKind::misaligned,
    DiagnosticKind::uninitialised_read, DiagnosticKind::shared_race,
    DiagnosticKind::divergent_barrier,  DiagnosticKind::warp_mask,
    DiagnosticKind::foreign_pointer,
};

}  // namespace

std::span<const DiagnosticKind> switchable_kinds() { return switchable; }

std::optional<DiagnosticKind> switchable_kind_named(std::string_view name) {
  for (const DiagnosticKind kind : switchable) {
    if (name == name_of(kind)) return kind;
  }
  return std::nullopt;
}

CheckSet CheckSet::all() {
  CheckSet set;
  for (const DiagnosticKind kind : switchable) set.set(kind, true);
  return set;
}

bool CheckSet::tells(DiagnosticKind kind) const {
  return has(kind) ||
         std::find(std::begin(switchable), std::end(switchable), kind) == std::end(switchable);
}

}  // namespace lanescope
