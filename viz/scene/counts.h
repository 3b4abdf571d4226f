// The counts: one instruction's, beside the whole kernel's of the same kind, with where they come
// from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/report/report.h"
#include "viz/scene/draw_list.h"
#include "viz/scene/style.h"

namespace lanescope::scene {

struct CountsInput {
  const report::Report* report = nullptr;
  std::optional<std::uint32_t>
      site;  // index into report->sites; none: the kernel's dearest kind of access alone
  std::string machine{};         // whose model the counts are; empty: the usual one
  bool in_transactions = false;  // global accesses cost transactions there, not sectors and lines
};

[[nodiscard]] DrawList build_counts(const CountsInput& input, const Style& style, float width,
                                    float height);

// While divergence is looked at: active lanes and branches of one line (0: none), and of the whole
// kernel.
[[nodiscard]] DrawList build_divergence_counts(const report::Report& report, int line,
                                               const Style& style, float width, float height);

// The kernel's totals of that kind of access.
[[nodiscard]] const report::Counts& totals_of(const report::Totals& totals, memory::Space space,
                                              memory::Op op);

}  // namespace lanescope::scene
