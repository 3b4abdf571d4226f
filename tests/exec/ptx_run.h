// Runs a PTX kernel on a few arrays, for the executor's tests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/exec/run/launch.h"

namespace lanescope::exec {

// Keeps every record.
class RecordingObserver final : public Observer {
 public:
  struct Access {
    std::uint32_t site;
    std::uint64_t block_index;
    std::uint32_t warp;
    memory::WarpAccess access;
    std::optional<memory::AsyncCopy> copy{};
  };
  void on_access(const AccessRecord& record) override {
    accesses.push_back({record.site, record.block_index, record.warp, record.access});
    if (record.copy != nullptr) accesses.back().copy = *record.copy;
  }
  void on_barrier(const BarrierRecord& record) override { barriers.push_back(record.warp); }

  [[nodiscard]] bool wants_branches(std::uint64_t /*block_index*/) const override { return true; }
  void on_branch(const BranchRecord& record) override { branches.push_back(record); }

  std::vector<Access> accesses;
  std::vector<BranchRecord> branches;
  std::vector<std::uint32_t> barriers;  // warps, in order of arrival
};

struct PtxRun {
  // Body of the kernel `k(out, in)`. Already set: %rd1 = out, %rd2 = in, %r1 = the thread's x index
  // in the grid, %rd3 = out + 8 * %r1, %rd4 = in + 8 * %r1. Registers: 40 each of %p, %rs, %r, %rd,
  // %f, %fd.
  std::string body;
  std::string globals;  // module-scope declarations, and kernels that the kernel may launch
  LaunchConfig config{{1, 1, 1}, {32, 1, 1}, 0};
  std::vector<std::uint64_t> in;  // one 64-bit word per thread
  std::size_t out_words = 32;
  bool is_unwritten = false;  // nothing has written `in` and `out`
  RunOptions options;
  std::stop_token stop;
};

struct PtxResult {
  RunResult run;
  std::vector<std::uint64_t> out;
  std::vector<RecordingObserver::Access> accesses;
  std::vector<std::uint32_t> barriers;
  std::vector<BranchRecord> branches;
  std::uint64_t out_address = 0;
};

// Throws std::runtime_error if the kernel does not run.
[[nodiscard]] PtxResult run_ptx(const PtxRun& run);
// The errors of parsing, decoding or the launch; empty if the kernel runs.
[[nodiscard]] std::vector<Diagnostic> errors_of(const PtxRun& run);

}  // namespace lanescope::exec
