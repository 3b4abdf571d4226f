#include "sim/exec/launch.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "sim/exec/block_runner.h"
#include "sim/exec/launch_state.h"

namespace lanescope::exec {
namespace {

Diagnostic invalid(std::string message) {
  Diagnostic diagnostic;
  diagnostic.kind = DiagnosticKind::launch_invalid;
  diagnostic.message = std::move(message);
  return diagnostic;
}

std::optional<Diagnostic> check(const Program& program, const LaunchConfig& config) {
  const auto text = [](const Dim3& d) { return fmt::format("({}, {}, {})", d[0], d[1], d[2]); };
  const auto product = [](const Dim3& d) { return std::uint64_t{d[0]} * d[1] * d[2]; };
  const Dim3& g = config.grid;
  const Dim3& b = config.block;
  if (product(g) == 0 || product(b) == 0) {
    return invalid(
        fmt::format("grid {} of blocks {}: every size must be at least 1", text(g), text(b)));
  }
  if (g[0] > max_grid_x || g[1] > max_grid_yz || g[2] > max_grid_yz) {
    return invalid(fmt::format("grid {}: the limits are {} in x, {} in y and z", text(g),
                               max_grid_x, max_grid_yz));
  }
  if (product(b) > max_threads_per_block || b[2] > max_block_z) {
    return invalid(
        fmt::format("block {} has {} threads: a block has at most {}, and at most {} in z", text(b),
                    product(b), max_threads_per_block, max_block_z));
  }
  const std::uint64_t shared = program.static_shared_bytes + config.dynamic_shared_bytes;
  if (shared > max_shared_bytes) {
    return invalid(fmt::format(
        "the block needs {} bytes of shared memory ({} static, {} dynamic); the limit is {} "
        "bytes (227 KiB)",
        shared, program.static_shared_bytes, config.dynamic_shared_bytes, max_shared_bytes));
  }
  return std::nullopt;
}

struct Worker {
  std::unique_ptr<BlockRunner> runner;
};

// All blocks of a run, over the workers.
class Run {
 public:
  Run(LaunchState& state, const ObserverFactory& observers, const RunOptions& options,
      std::uint64_t blocks)
      : state_(state), observers_(observers), options_(options), blocks_(blocks) {}

  RunResult operator()() {
    RunResult result;
    result.in_order = state_.program.has_global_atomics;
    if (result.in_order || options_.threads == 1) {
      run_range(0, blocks_);
    } else {
      const int threads =
          options_.threads > 0 ? options_.threads : tbb::info::default_concurrency();
      // More threads than cores only when asked for: tests of independence from their number.
      const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(threads));
      tbb::task_arena arena(threads);
      arena.execute([&] {
        tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, blocks_),
                          [&](const auto& range) { run_range(range.begin(), range.end()); });
      });
    }
    collect(result);
    return result;
  }

 private:
  BlockRunner& runner() {
    Worker& worker = workers_.local();
    if (worker.runner == nullptr) {
      const std::lock_guard lock(observers_mutex_);
      worker.runner = std::make_unique<BlockRunner>(state_, *observers_());
    }
    return *worker.runner;
  }

  void run_range(std::uint64_t begin, std::uint64_t end) {
    BlockRunner& mine = runner();
    for (std::uint64_t block = begin; block < end; ++block) {
      if (stopped_.load(std::memory_order_relaxed) != BlockStatus::completed) return;
      const BlockStatus status = mine.run(block);
      if (status != BlockStatus::completed) {
        BlockStatus expected = BlockStatus::completed;
        stopped_.compare_exchange_strong(expected, status);
        return;
      }
      blocks_run_.fetch_add(1, std::memory_order_relaxed);
      if (options_.blocks_done != nullptr)
        options_.blocks_done->fetch_add(1, std::memory_order_relaxed);
    }
  }

  void collect(RunResult& result) {
    std::vector<DiagnosticLog::Entry> entries;
    for (Worker& worker : workers_) {
      result.counts += worker.runner->counts();
      result.diagnostics_total += worker.runner->log().total();
      auto& log = worker.runner->log().entries();
      entries.insert(entries.end(), std::make_move_iterator(log.begin()),
                     std::make_move_iterator(log.end()));
    }
    DiagnosticLog::shorten(entries);
    for (DiagnosticLog::Entry& entry : entries)
      result.diagnostics.push_back(std::move(entry.diagnostic));
    result.blocks_run = blocks_run_.load();
    switch (stopped_.load()) {
      case BlockStatus::completed:
        result.status = RunStatus::completed;
        break;
      case BlockStatus::cancelled:
        result.status = RunStatus::cancelled;
        break;
      case BlockStatus::budget_exceeded:
      case BlockStatus::trapped:
        result.status = RunStatus::budget_exceeded;
        break;
    }
  }

  LaunchState& state_;
  const ObserverFactory& observers_;
  const RunOptions& options_;
  std::uint64_t blocks_;
  std::mutex observers_mutex_;
  tbb::enumerable_thread_specific<Worker> workers_;
  std::atomic<BlockStatus> stopped_{BlockStatus::completed};
  std::atomic<std::uint64_t> blocks_run_{0};
};

}  // namespace

InstructionCounts& InstructionCounts::operator+=(const InstructionCounts& other) {
  warp_instructions += other.warp_instructions;
  thread_instructions += other.thread_instructions;
  branches += other.branches;
  divergent_branches += other.divergent_branches;
  barriers += other.barriers;
  return *this;
}

tl::expected<RunResult, Diagnostic> run(const Program& program, const LaunchConfig& config,
                                        const std::vector<ArgumentBytes>& arguments,
                                        GlobalMemory& memory, const ObserverFactory& observers,
                                        const RunOptions& options, std::stop_token stop) {
  if (const auto error = check(program, config)) return tl::unexpected(*error);
  LaunchState state(program, config, memory);
  state.threads_per_block = config.block[0] * config.block[1] * config.block[2];
  state.warps_per_block = (state.threads_per_block + warp_lanes - 1) / warp_lanes;
  state.shared_bytes =
      static_cast<std::uint32_t>(program.static_shared_bytes + config.dynamic_shared_bytes);
  state.max_warp_instructions = options.max_warp_instructions;
  state.stop = std::move(stop);
  if (const auto ready = prepare(state, arguments); !ready) return tl::unexpected(ready.error());
  const std::uint64_t total = std::uint64_t{config.grid[0]} * config.grid[1] * config.grid[2];
  return Run(state, observers, options, std::min(options.blocks.value_or(total), total))();
}

}  // namespace lanescope::exec
