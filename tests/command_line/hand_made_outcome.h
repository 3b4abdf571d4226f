// An Outcome like that of a run, but small enough to check by eye.
#pragma once

#include "app/session/run/run.h"

namespace lanescope::app::testing {

// The transpose's tile with PAD = 0: one store to and one load from shared memory, 32768 requests
// each.
inline Outcome tile_outcome(std::int64_t pad) {
  Outcome outcome;
  outcome.resolved.lesson_id = "transpose";
  outcome.resolved.variant = "tile";
  outcome.resolved.source_name = "tile.cu";
  outcome.resolved.source_text =
      "// a comment\n    S[y][x] = A[y * n + x];\n\n    B[y * n + x] = S[x][y];\n";
  outcome.resolved.params = {{"N", 1024}, {"PAD", pad}};
  outcome.ptx.compiler = "nvrtc";
  outcome.ptx.compiler_version = "13.0";

  report::Report& report = outcome.report;
  report.kernel = "transpose_tile";
  report.grid = {32, 32, 1};
  report.block = {32, 32, 1};
  report.blocks_simulated = 1024;
  report.blocks_total = 1024;
  report.totals.warp_instructions = 1'000'000;
  report.totals.barriers = 32768;

  report::Site store;
  store.place = {"tile.cu", 2, 17};
  store.space = memory::Space::shared;
  store.op = memory::Op::store;
  store.bytes = 4;
  store.counts = {.requests = 32768,
                  .bytes_requested = 4194304,
                  .wavefronts = 32768,
                  .ideal_wavefronts = 32768};
  store.worst_ways = 1;

  const std::uint64_t ways = pad == 0 ? 32 : 1;
  report::Site load = store;
  load.index = 1;
  load.place = {"tile.cu", 4, 20};
  load.op = memory::Op::load;
  load.counts.wavefronts = 32768 * ways;
  load.counts.conflicts = 32768 * (ways - 1);
  load.worst_ways = static_cast<std::uint32_t>(ways);

  report.sites = {store, load};
  report.totals.shared_store = store.counts;
  report.totals.shared_load = load.counts;
  report.arrays = {{.name = "B",
                    .type = "float",
                    .count = 1048576,
                    .element_bytes = 4,
                    .address = 256,
                    .shape = {1024, 1024},
                    .fnv1a64 = "0123456789abcdef"}};
  return outcome;
}

// tile_outcome(0) with a branch on line 2 that diverges in six of eight executions: a quarter of
// the lanes jumps to the end, the others continue at line 4.
inline Outcome split_outcome() {
  Outcome outcome = tile_outcome(0);
  report::Report& report = outcome.report;
  report.totals.thread_instructions = 16'000'000;
  report.totals.branches = 8;
  report.totals.divergent_branches = 6;
  report.branches = {{.index = 0,
                      .place = {"tile.cu", 2, 5},
                      .ptx_line = 31,
                      .executions = 8,
                      .divergent = 6,
                      .lanes_taken = 64,
                      .lanes_not_taken = 192,
                      .taken_line = 0,
                      .not_taken_line = 4}};
  report.activity = {
      {.place = {"tile.cu", 4, 0}, .instructions = 3, .executions = 24, .lanes = 576}};
  report.instructions = {
      {.place = {"tile.cu", 4, 9}, .ptx_line = 33, .executions = 8, .lanes = 100}};
  return outcome;
}

inline Diagnostic out_of_range() {
  Diagnostic diagnostic;
  diagnostic.kind = DiagnosticKind::out_of_range;
  diagnostic.message = "4 bytes beyond A";
  diagnostic.place = {"tile.cu", 2, 17};
  diagnostic.block = report::Dim3{3, 1, 0};
  diagnostic.thread = report::Dim3{5, 0, 0};
  return diagnostic;
}

}  // namespace lanescope::app::testing
