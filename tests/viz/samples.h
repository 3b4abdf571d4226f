// Handmade accesses and reports to draw: these tests check pictures, not the simulator.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "sim/report/report.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/machine/view.h"
#include "viz/picture/sweep/sweep.h"
#include "viz/picture/times/times.h"

namespace lanescope::samples {

using AddressOf = std::function<std::uint64_t(std::uint64_t lane)>;

[[nodiscard]] memory::WarpAccess access(memory::Space space, memory::Op op, std::uint8_t bytes,
                                        const AddressOf& address_of,
                                        std::uint32_t mask = 0xffffffffU);

// Reads S[threadIdx.x][0] of a float tile of 32 x (32 + pad): the column in the transpose.
[[nodiscard]] memory::WarpAccess tile_column(int pad);
[[nodiscard]] picture::StageInput tile_column_stage(int pad);
// One half of an asynchronous copy, the one in memory space `half`: 16 bytes per lane, 4 rows of 8
// lanes become 8 rows of 4.
[[nodiscard]] picture::StageInput copy_stage(memory::Space half, bool bypasses_l1,
                                             bool fills_zeros = false);

// float A[] at the 256-byte aligned address 0x7f0000000000; lane l reads element `step` * l +
// `offset`.
[[nodiscard]] picture::StageInput global_stage(std::uint64_t step, std::uint64_t offset,
                                               std::uint8_t bytes = 4);

// The transpose with this padding: four accesses and a barrier, one traced block, counts for N =
// 1024.
[[nodiscard]] report::Report transpose_report(int pad);
[[nodiscard]] std::string transpose_code();

// The lines of divergence_code() with a branch.
inline constexpr int if_line = 4;    // lanes 0, 2, 4 ... go to line 5, the others to line 7
inline constexpr int loop_line = 9;  // lane i iterates i times: guard and latch, two jumps
// One traced warp of a kernel with that if and loop; all eight warps do the same.
[[nodiscard]] report::Report divergence_report();
[[nodiscard]] std::string divergence_code();

// A machine as in a profile file, and a kernel of 256 threads with 32 registers on it.
[[nodiscard]] machine::Profile machine_profile();
[[nodiscard]] picture::MachineInput machine_input(const machine::Profile& profile);

// `runs` runs around that median.
[[nodiscard]] picture::TimeFigure figure(double median_ms, std::size_t runs);
// Three variants, "plain", "padded" (chosen) and "copy": all have a recorded time and a simulated
// cost, and the chosen one is measured. The figures are invented.
[[nodiscard]] picture::TimesInput times_input();

// PAD from 0 to `last` for "tile" (chosen): gcd(32, 32 + PAD) wavefronts per request, with a
// recorded time of 100 + 2 x wavefronts microseconds. `variants` more variants: the i-th has i
// wavefronts per request. The figures are invented.
[[nodiscard]] picture::SweepInput sweep_input(std::int64_t last, std::size_t variants = 0);
// The same, also over N = 32, 64, ...: a map with `rows` rows.
[[nodiscard]] picture::SweepInput sweep_map(std::int64_t last, std::size_t rows);

}  // namespace lanescope::samples
