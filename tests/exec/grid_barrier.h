// PTX of a grid barrier, for the body of a kernel (ptx_run.h).
#pragma once

#include <string>

namespace lanescope::exec {

// The barrier of cooperative_groups.h: the driver's address, then a count of arrivals. Takes %r10
// to %r13, %rd10, %rd11, %p1, %p2 and the labels WAIT and MET.
inline const std::string grid_barrier =
    "mov.u32 %r10, %envreg1;\nmov.u32 %r11, %envreg2;\ncvt.u64.u32 %rd10, %r10;\n"
    "cvt.u64.u32 %rd11, %r11;\nshl.b64 %rd10, %rd10, 32;\nor.b64 %rd10, %rd10, %rd11;\n"
    "mov.u32 %r12, %nctaid.x;\n"
    "bar.sync 0;\nsetp.ne.u32 %p1, %r37, 0;\n@%p1 bra MET;\n"
    "atom.add.release.gpu.u32 %r13, [%rd10+4], 1;\n"
    "WAIT:\nld.acquire.gpu.u32 %r13, [%rd10+4];\nsetp.ne.u32 %p2, %r13, %r12;\n@%p2 bra WAIT;\n"
    "MET:\nbar.sync 0;\n";

}  // namespace lanescope::exec
