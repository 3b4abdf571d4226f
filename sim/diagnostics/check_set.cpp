#include "sim/diagnostics/check_set.h"

#include <cstddef>
#include <vector>

namespace lanescope {
namespace {

enum class When : std::uint8_t { always, switchable };

struct KindRow {
  DiagnosticKind kind;
  When when;
};
constexpr KindRow rows[] = {
#define KIND(name, when) {DiagnosticKind::name, When::when},
#include "sim/diagnostics/kinds.def"
#undef KIND
};

}  // namespace

std::span<const DiagnosticKind> all_diagnostic_kinds() {
  static constexpr DiagnosticKind kinds[] = {
#define KIND(name, when) DiagnosticKind::name,
#include "sim/diagnostics/kinds.def"
#undef KIND
  };
  return kinds;
}

std::span<const DiagnosticKind> switchable_kinds() {
  static const std::vector<DiagnosticKind> kinds = [] {
    std::vector<DiagnosticKind> found;
    for (const KindRow& row : rows) {
      if (row.when == When::switchable) found.push_back(row.kind);
    }
    return found;
  }();
  return kinds;
}

std::optional<DiagnosticKind> switchable_kind_named(std::string_view name) {
  for (const DiagnosticKind kind : switchable_kinds()) {
    if (name == name_of(kind)) return kind;
  }
  return std::nullopt;
}

CheckSet CheckSet::all() {
  CheckSet set;
  for (const DiagnosticKind kind : switchable_kinds()) set.set(kind, true);
  return set;
}

bool CheckSet::reports(DiagnosticKind kind) const {
  return has(kind) || rows[static_cast<std::size_t>(kind)].when == When::always;
}

}  // namespace lanescope
