#include "sim/exec/program/program.h"

namespace lanescope::exec {

const char* name_of(WarpSyncKind kind) {
  switch (kind) {
    case WarpSyncKind::barrier:
      return "__syncwarp";
    case WarpSyncKind::shuffle:
      return "__shfl_sync";
    case WarpSyncKind::vote:
      return "the vote";
    case WarpSyncKind::match:
      return "__match_sync";
    case WarpSyncKind::reduce:
      return "__reduce_sync";
    case WarpSyncKind::elect:
      return "elect";
    case WarpSyncKind::fence:
      return "__threadfence";
  }
  return "";
}

std::uint32_t CallInstruction::argument_bytes() const {
  std::uint32_t bytes = 0;
  for (const ParameterArea& area : arguments) bytes += area.size();
  return bytes;
}

std::uint32_t CallInstruction::result_bytes() const {
  std::uint32_t bytes = 0;
  for (const ParameterArea& area : results) bytes += area.size();
  return bytes;
}

}  // namespace lanescope::exec
