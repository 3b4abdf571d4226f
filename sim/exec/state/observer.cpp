#include "sim/exec/state/observer.h"

namespace lanescope::exec {

memory::WarpAccess AffineAccessRecord::written_out() const {
  memory::WarpAccess access;
  access.space = space;
  access.op = op;
  access.bytes = bytes;
  access.mask = 0xffff'ffffU;
  for (std::uint32_t lane = 0; lane < access.address.size(); ++lane) {
    access.address[lane] = affine_lane(base, step_x, step_y, width, lane);
  }
  return access;
}

}  // namespace lanescope::exec
