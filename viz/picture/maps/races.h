// The races in global memory that a run has found, as elements of an array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/diagnostics/raced.h"
#include "sim/report/report.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

struct ArrayRaces {
  // Elements [first, end) that this race touched.
  struct Part {
    std::uint64_t first = 0;
    std::uint64_t end = 0;
    std::size_t race = 0;  // index into `races`
  };
  std::vector<Diagnostic> races;
  std::vector<Part> parts;     // by `first`
  std::uint64_t elements = 0;  // that some race touched

  [[nodiscard]] bool empty() const { return parts.empty(); }
  [[nodiscard]] bool has_errors() const;
  [[nodiscard]] bool has_milder() const;  // warnings or notes
};

// Those of the array.
[[nodiscard]] ArrayRaces races_in(const std::vector<Raced>& raced, const report::ArrayInfo& array);
// One line for each race of this element: its two lines and their threads.
[[nodiscard]] std::string races_text(const ArrayRaces& races, std::uint64_t element,
                                     const text::Texts& texts);

}  // namespace lanescope::picture
