// Accesses and a report to draw, made by hand: these tests are about pictures, not about the
// simulator.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "sim/report/report.h"
#include "viz/scene/machine_view.h"
#include "viz/scene/stage.h"
#include "viz/scene/times.h"

namespace lanescope::samples {

using AddressOf = std::function<std::uint64_t(std::uint64_t lane)>;

[[nodiscard]] memory::WarpAccess access(memory::Space space, memory::Op op, std::uint8_t bytes,
                                        const AddressOf& address_of,
                                        std::uint32_t mask = 0xffffffffU);

// S[threadIdx.x][0] of a float tile of 32 x (32 + pad): the transpose's column.
[[nodiscard]] memory::WarpAccess tile_column(int pad);
[[nodiscard]] scene::StageInput tile_column_stage(int pad);
// The half of an asynchronous copy in that space: 16 bytes a lane, 4 rows of 8 lanes that become 8
// rows of 4.
[[nodiscard]] scene::StageInput copy_stage(memory::Space half, bool past_l1,
                                           bool fills_zeros = false);

// float A[] at 256-byte aligned 0x7f0000000000, lane l reads element `step` * l + `offset`.
[[nodiscard]] scene::StageInput global_stage(std::uint64_t step, std::uint64_t offset,
                                             std::uint8_t bytes = 4);

// The padded (or not) transpose: four accesses and a barrier, one block traced, counts for N =
// 1024.
[[nodiscard]] report::Report transpose_report(int pad);
[[nodiscard]] std::string transpose_code();

// The lines of divergence_code() that have something to say.
inline constexpr int if_line = 4;    // lanes 0, 2, 4 ... to line 5, the others to line 7
inline constexpr int loop_line = 9;  // lane i turns i times: guard and latch, two jumps
// One traced warp of a kernel with that if and that loop; all eight warps do the same.
[[nodiscard]] report::Report divergence_report();
[[nodiscard]] std::string divergence_code();

// A machine as files describe them, and a kernel of 256 threads with 32 registers on it.
[[nodiscard]] machine::Profile machine_profile();
[[nodiscard]] scene::MachineInput machine_input(const machine::Profile& profile);

// So many runs around that median.
[[nodiscard]] scene::TimeFigure figure(double median_ms, std::size_t runs);
// Three variants, "plain", "padded" (chosen) and "copy": all recorded and priced, the chosen one
// measured. The figures are made up.
[[nodiscard]] scene::TimesInput times_input();

}  // namespace lanescope::samples
