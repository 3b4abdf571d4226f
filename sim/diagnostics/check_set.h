// Which kinds of findings a run looks for.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sim/diagnostics/diagnostic.h"

namespace lanescope {

[[nodiscard]] std::span<const DiagnosticKind> all_diagnostic_kinds();

// The kinds that can be switched off, in the order of the documentation. The other kinds end a run
// or describe how it went, so they are always reported.
[[nodiscard]] std::span<const DiagnosticKind> switchable_kinds();

// The switchable kind with this name ("out_of_range").
[[nodiscard]] std::optional<DiagnosticKind> switchable_kind_named(std::string_view name);

class CheckSet {
 public:
  [[nodiscard]] static CheckSet all();
  [[nodiscard]] static CheckSet none() { return {}; }

  [[nodiscard]] bool has(DiagnosticKind kind) const { return (bits_ & bit(kind)) != 0; }
  void set(DiagnosticKind kind, bool on) { bits_ = on ? bits_ | bit(kind) : bits_ & ~bit(kind); }
  // Whether findings of this kind are reported: the kind is in the set or can't be switched off.
  [[nodiscard]] bool reports(DiagnosticKind kind) const;

  bool operator==(const CheckSet&) const = default;

 private:
  static std::uint32_t bit(DiagnosticKind kind) { return 1U << static_cast<unsigned>(kind); }
  std::uint32_t bits_ = 0;
};

}  // namespace lanescope
