#include "sim/diagnostics/raced.h"

#include <utility>

namespace lanescope {

Diagnostic from_other_place(Diagnostic finding) {
  OtherPlace& other = *finding.other;
  std::swap(finding.place, other.place);
  std::swap(finding.ptx_line, other.ptx_line);
  finding.thread = std::exchange(other.thread, finding.thread.value_or(other.thread));
  finding.block = std::exchange(other.block, finding.block.value_or(other.block));
  return finding;
}

}  // namespace lanescope
