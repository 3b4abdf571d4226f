// The counts: one instruction's, next to the whole kernel's for accesses of the same kind, with a
// badge for their origin.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/report/report.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

struct CountsInput {
  const report::Report* report = nullptr;
  // Index into report->sites; nullopt: only totals, of the kind that costs most.
  std::optional<std::uint32_t> site;
  std::string machine{};         // whose model the counts come from; empty: the H200
  bool in_transactions = false;  // global accesses cost transactions instead of sectors and lines
  // A table beside it has each line's requests and ideal: they are left out here if the line's are
  // the kernel's.
  bool beside_table = false;
};

[[nodiscard]] DrawList build_counts(const CountsInput& input, const Style& style, float width,
                                    float height);

// For divergence: active lanes and branches of one line (0: none) of a file (see report::file_of),
// and of the whole kernel.
[[nodiscard]] DrawList build_divergence_counts(const report::Report& report, int line,
                                               const Style& style, float width, float height,
                                               std::string_view file = {});

}  // namespace lanescope::picture
