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

std::uint64_t window_of(ptx::StateSpace space) {
  switch (space) {
    case ptx::StateSpace::shared:
      return shared_window;
    case ptx::StateSpace::local:
      return local_window;
    case ptx::StateSpace::constant:
      return constant_window;
    case ptx::StateSpace::param:
      return param_window;
    default:
      return 0;
  }
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
