#include "sim/exec/run/launch.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for_each.h>
#include <tbb/task_arena.h>

#include "sim/exec/checks/global_shadow.h"
#include "sim/exec/checks/pointer_origin.h"
#include "sim/exec/run/block_runner.h"
#include "sim/exec/run/grid.h"
#include "sim/exec/state/launch_state.h"
#include "sim/launch/thread_index.h"

namespace lanescope::exec {
namespace {

Diagnostic invalid(std::string message) {
  Diagnostic diagnostic;
  diagnostic.kind = DiagnosticKind::launch_invalid;
  diagnostic.message = std::move(message);
  return diagnostic;
}

// Dynamic arrays start aligned, after the static ones.
std::uint64_t shared_bytes(const Program& program, const LaunchConfig& config) {
  return config.dynamic_shared_bytes == 0
             ? program.static_shared_bytes
             : program.dynamic_shared_start + config.dynamic_shared_bytes;
}

}  // namespace

std::optional<Diagnostic> invalid_launch(const Program& program, const LaunchConfig& config) {
  const auto text = [](const Dim3& d) { return fmt::format("({}, {}, {})", d[0], d[1], d[2]); };
  const auto product = [](const Dim3& d) { return std::uint64_t{d[0]} * d[1] * d[2]; };
  const auto is_empty = [](const Dim3& d) { return d[0] == 0 || d[1] == 0 || d[2] == 0; };
  const Dim3& g = config.grid;
  const Dim3& b = config.block;
  if (is_empty(g) || is_empty(b)) {
    return invalid(
        fmt::format("grid {} of blocks {}: every size must be at least 1", text(g), text(b)));
  }
  using launch::LimitViolation;
  const LimitViolation violation = launch::check_limits({g, b}).violation;
  if (violation == LimitViolation::grid_extent) {
    return invalid(fmt::format("grid {}: the limits are {} in x, {} in y and z", text(g),
                               max_grid_x, max_grid_yz));
  }
  if (violation == LimitViolation::block_extent || violation == LimitViolation::block_threads) {
    return invalid(
        fmt::format("block {} has {} threads: a block has at most {}, and at most {} in z", text(b),
                    product(b), max_threads_per_block, max_block_z));
  }
  const auto& asked = program.required_block;
  if (asked[0] != 0 && !std::equal(asked.begin(), asked.end(), b.begin())) {
    return invalid(fmt::format(
        "block {}: the kernel runs only with blocks of ({}, {}, {}), which its .reqntid asks for",
        text(b), asked[0], asked[1], asked[2]));
  }
  if (program.max_block_threads != 0 && product(b) > program.max_block_threads) {
    return invalid(fmt::format(
        "block {} has {} threads: the kernel allows {} (__launch_bounds__; .maxntid in the PTX)",
        text(b), product(b), program.max_block_threads));
  }
  const std::uint64_t shared = shared_bytes(program, config);
  if (shared > max_shared_bytes || config.dynamic_shared_bytes > max_shared_bytes) {
    return invalid(fmt::format(
        "the block needs {} bytes of shared memory ({} static, {} dynamic); the limit is {} "
        "bytes (227 KiB)",
        shared, program.static_shared_bytes, config.dynamic_shared_bytes, max_shared_bytes));
  }
  if (program.local_bytes > max_local_bytes) {
    return invalid(
        fmt::format("each thread needs {} bytes of local memory; the limit is {} bytes (512 KiB)",
                    program.local_bytes, max_local_bytes));
  }
  if (program.constant_bytes > max_constant_bytes) {
    return invalid(
        fmt::format("the kernel needs {} bytes of constant memory; the limit is {} bytes (64 KiB)",
                    program.constant_bytes, max_constant_bytes));
  }
  const std::uint64_t warps = launch::warps_in(b);
  if (program.warp_row_bytes * warps > max_register_bytes) {
    return invalid(fmt::format(
        "the kernel's PTX has so many registers that a block of {} warps needs {} bytes for them; "
        "the emulator keeps at most {} (1 GiB)",
        warps, program.warp_row_bytes * warps, max_register_bytes));
  }
  if (config.is_cooperative) {
    const std::uint64_t block_bytes =
        program.warp_row_bytes * warps + shared + program.local_bytes * warps * warp_lanes;
    const std::uint64_t blocks = launch::blocks_in(g);
    if (blocks > max_register_bytes / std::max<std::uint64_t>(block_bytes, 1)) {
      return invalid(fmt::format(
          "the {} blocks of a cooperative launch run together, with {} bytes of registers, shared "
          "and local memory each; the emulator keeps at most {} (1 GiB) for all of them",
          blocks, block_bytes, max_register_bytes));
    }
  }
  return std::nullopt;
}

std::uint32_t granularity_of(const Program& program) {
  if (!program.textures.empty()) return 1;
  for (const MemoryInstruction& in : program.memory) {
    if (may_be_global(in) && in.element_bytes < 4) return 1;
  }
  return 4;
}

std::vector<TouchedBytes> touched_in(const Footprint& footprint, const GlobalMemory& memory) {
  std::vector<TouchedBytes> touched;
  for (std::size_t array = 0; array < memory.arrays().size(); ++array) {
    touched.push_back({footprint.bytes_touched(array, {Touch::read, Touch::reduced}),
                       footprint.bytes_touched(array, {Touch::written, Touch::reduced})});
  }
  return touched;
}

namespace {

struct Worker {
  std::unique_ptr<Footprint> footprint;
  std::unique_ptr<GlobalShadow> global;
  std::unique_ptr<BlockRunner> runner;
};

// For each array, whether no instruction is known to write it.
std::vector<bool> arrays_only_read(const LaunchState& state) {
  std::vector<bool> only_read(state.memory.arrays().size(), true);
  const auto is_store = [](const TextureInstruction& in) {
    return in.kind == TextureInstruction::Kind::store;
  };
  if (std::ranges::any_of(state.program.textures, is_store))
    only_read.assign(only_read.size(), false);
  const std::vector<PointerOrigin> pointer_origin = pointer_origins_of_sites(state);
  for (const MemoryInstruction& in : state.program.memory) {
    if (in.op == memory::Op::load || !may_be_global(in)) continue;
    const PointerOrigin& from = pointer_origin[in.site];
    if (from.kind != PointerOrigin::Kind::arrays) only_read.assign(only_read.size(), false);
    for (const std::uint32_t array : from.arrays) only_read[array] = false;
  }
  return only_read;
}

// Distributes all blocks of a run over the workers. Each worker takes the next few blocks, so its
// blocks come in ascending order. The run then equals one in order as long as the workers'
// footprints do not conflict.
class Run {
 public:
  // `footprint`: of a run of several grids, which marks it in order; nullptr if there is none.
  Run(LaunchState& state, const ObserverFactory& observers, const RunOptions& options,
      std::uint64_t blocks, Footprint* footprint)
      : state_(state),
        options_(options),
        blocks_(blocks),
        reports_touched_(options.want_touched && footprint == nullptr) {
    const std::uint64_t wanted = options.threads > 0
                                     ? static_cast<std::uint64_t>(options.threads)
                                     : static_cast<std::uint64_t>(tbb::info::default_concurrency());
    together_ = state.config.is_cooperative;
    in_order_ = !together_ && (options.in_order || !state.program.order_reason.empty());
    const std::uint64_t count = together_   ? blocks
                                : in_order_ ? 1
                                            : std::min(wanted, std::max<std::uint64_t>(blocks, 1));
    // Small enough to share the work evenly, large enough to keep neighbouring blocks (and lines)
    // together.
    chunk_ = std::clamp<std::uint64_t>(blocks / (count * 8), 1, 64);
    const std::uint32_t granularity = granularity_of(state.program);
    const bool looks_for_conflicts = count > 1 && !together_;
    const bool finds_races = state.checks.has(DiagnosticKind::global_race);
    const std::vector<bool> known =
        looks_for_conflicts || finds_races ? arrays_only_read(state) : std::vector<bool>{};
    const std::vector<bool> only_read =
        looks_for_conflicts && !reports_touched_ ? known : std::vector<bool>{};
    std::vector<bool> may_be_written = known;
    may_be_written.flip();
    for (std::uint64_t i = 0; i < count; ++i) {
      Worker worker;
      if (looks_for_conflicts || (reports_touched_ && i == 0))
        worker.footprint = std::make_unique<Footprint>(state.memory, granularity, only_read);
      Footprint* own =
          together_ && i > 0 ? workers_.front().footprint.get() : worker.footprint.get();
      if (finds_races && (!together_ || i == 0))
        worker.global = std::make_unique<GlobalShadow>(state.program, state.memory, may_be_written);
      GlobalShadow* global =
          together_ && i > 0 ? workers_.front().global.get() : worker.global.get();
      worker.runner = std::make_unique<BlockRunner>(state, *observers(),
                                                    footprint != nullptr ? footprint : own, global);
      workers_.push_back(std::move(worker));
    }
  }

  RunResult operator()() {
    if (together_) {
      work_together();
    } else if (workers_.size() == 1) {
      work(workers_[0]);
    } else {
      // A caller may ask for more threads than cores: tests do, to show that the result does not
      // depend on the number.
      const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                      workers_.size());
      tbb::task_arena arena(static_cast<int>(workers_.size()));
      arena.execute(
          [&] { tbb::parallel_for_each(workers_, [&](Worker& worker) { work(worker); }); });
    }
    RunResult result;
    result.in_order = in_order_;
    collect(result);
    find_dependence(result);
    if (reports_touched_) find_touched(result);
    return result;
  }

 private:
  void work(Worker& worker) {
    while (true) {
      const std::uint64_t begin = next_block_.fetch_add(chunk_, std::memory_order_relaxed);
      if (begin >= blocks_) return;
      for (std::uint64_t block = begin; block < std::min(begin + chunk_, blocks_); ++block) {
        if (stopped_.load(std::memory_order_relaxed) != BlockStatus::completed) return;
        if (!has_completed(worker.runner->run(block), *worker.runner)) return;
      }
    }
  }

  // One runner for each block, on one thread: what they do to each other depends on their turns,
  // which are always the same.
  void work_together() {
    std::vector<BlockRunner*> running;
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      running.push_back(workers_[i].runner.get());
      running.back()->start(i);
    }
    while (!running.empty()) {
      std::erase_if(running, [&](BlockRunner* runner) {
        if (stopped_.load(std::memory_order_relaxed) != BlockStatus::completed) return false;
        return runner->pass() && has_completed(runner->finish(), *runner);
      });
      if (stopped_.load(std::memory_order_relaxed) != BlockStatus::completed) return;
    }
  }

  // Counts a block that has ended; false if it ends the launch.
  bool has_completed(BlockStatus status, const BlockRunner& runner) {
    if (status != BlockStatus::completed) {
      BlockStatus expected = BlockStatus::completed;
      if (stopped_.compare_exchange_strong(expected, status) && status == BlockStatus::cancelled)
        stopped_at_ = runner.place();
      return false;
    }
    blocks_run_.fetch_add(1, std::memory_order_relaxed);
    if (options_.blocks_done != nullptr)
      options_.blocks_done->fetch_add(1, std::memory_order_relaxed);
    return true;
  }

  void collect(RunResult& result) {
    std::vector<DiagnosticLog*> logs;
    result.profile.resize(state_.program.code.size());
    for (Worker& worker : workers_) {
      result.counts += worker.runner->counts();
      const std::vector<InstructionProfile> profile = worker.runner->profile();
      for (std::size_t i = 0; i < profile.size(); ++i) {
        result.profile[i] += profile[i];
        if (!state_.program.code[i].continues)
          result.counts.thread_instructions += profile[i].active;
      }
      logs.push_back(&worker.runner->log());
    }
    result.diagnostics = DiagnosticLog::merged(logs, result.raced);
    note_model_values(result);
    note_waits(result);
    note_textures(result);
    note_unwatched(result);
    warn_of_unset_variables(result);
    // The gravest first, so that a note neither stands above an error nor takes its room.
    std::ranges::stable_sort(result.diagnostics, std::ranges::greater(), &Diagnostic::severity);
    result.diagnostics_total = result.diagnostics.size();
    result.errors_total = static_cast<std::uint64_t>(
        std::ranges::count(result.diagnostics, Severity::error, &Diagnostic::severity));
    if (result.diagnostics.size() > max_reported_diagnostics)
      result.diagnostics.resize(max_reported_diagnostics);
    note_additions_of_one(result);
    std::vector<const PrintLog*> print_logs;
    for (const Worker& worker : workers_) print_logs.push_back(&worker.runner->print_log());
    PrintedText printed = printed_in_order(print_logs);
    result.printed = std::move(printed.text);
    result.printed_is_cut = printed.is_cut;
    result.blocks_run = blocks_run_.load();
    switch (stopped_.load()) {
      case BlockStatus::completed:
        result.status = RunStatus::completed;
        break;
      case BlockStatus::cancelled:
        result.status = RunStatus::cancelled;
        result.stopped_at = stopped_at_;
        break;
      case BlockStatus::budget_exceeded:
      case BlockStatus::trapped:
        result.status = RunStatus::budget_exceeded;
        break;
    }
  }

  // The kernel reads a register that only a real GPU defines: note that the values are the model's.
  void note_model_values(RunResult& result) const {
    const Program& program = state_.program;
    if (program.model_value.empty()) return;
    Diagnostic note;
    note.severity = Severity::note;
    note.kind = DiagnosticKind::model_value;
    note.place = program.model_place;
    note.ptx_line = program.model_ptx_line;
    note.message = fmt::format(
        "the kernel reads {}, which is only modelled here: clocks count the block's warp "
        "instructions, and block i runs on multiprocessor i modulo {}",
        program.model_value, model_multiprocessors);
    result.diagnostics.insert(result.diagnostics.begin(), std::move(note));
  }

  // Blocks that run together wait in turns, so the number of reads in a wait is the model's.
  void note_waits(RunResult& result) const {
    if (!together_) return;
    const Program& program = state_.program;
    for (std::size_t i = 0; i < program.code.size(); ++i) {
      const Instruction& in = program.code[i];
      if (in.flow != Flow::memory || !may_poll(program.memory[in.index]) ||
          result.profile[i].executions == 0 || !is_in_loop(i))
        continue;
      Diagnostic& note = result.diagnostics.emplace_back();
      note.severity = Severity::note;
      note.kind = DiagnosticKind::model_value;
      note.place = program.places[i];
      note.ptx_line = program.ptx_lines[i];
      note.message =
          "where a block waits for another, it reads memory once in each of its turns here; a GPU "
          "reads as often as the wait lasts, and its counters show as many loads";
      return;
    }
  }

  // What a fetch costs was not measured, so nothing is counted.
  void note_textures(RunResult& result) const {
    for (const TextureInstruction& texture : state_.program.textures) {
      if (texture.kind == TextureInstruction::Kind::query ||
          result.profile[texture.instruction].executions == 0)
        continue;
      Diagnostic& note = result.diagnostics.emplace_back();
      note.severity = Severity::note;
      note.kind = DiagnosticKind::model_value;
      note.place = texture.place;
      note.ptx_line = state_.program.ptx_lines[texture.instruction];
      note.message =
          "the kernel uses textures or surfaces: their values are computed, but their requests, "
          "sectors and wavefronts are not modelled, and no count here contains them";
      return;
    }
  }

  // What the check for races in global memory did not look at, though it was wanted.
  void note_unwatched(RunResult& result) const {
    std::string left_out;
    bool is_full = false;
    for (const Worker& worker : workers_) {
      if (worker.global == nullptr) continue;
      is_full = is_full || worker.global->is_full();
      if (!left_out.empty()) continue;
      for (const std::string& array : worker.global->left_out())
        left_out += (left_out.empty() ? "" : ", ") + array;
    }
    const auto note = [&](std::string message) {
      Diagnostic& added = result.diagnostics.emplace_back();
      added.severity = Severity::note;
      added.kind = DiagnosticKind::global_race;
      added.message = std::move(message);
    };
    if (!left_out.empty()) {
      note(
          fmt::format("races are not looked for in {}: the records of its accesses may need more "
                      "than {} GiB",
                      left_out, GlobalShadow::max_bytes >> 30));
    }
    if (is_full) {
      note(
          "races in global memory were looked for in the first part of the run only: it has made "
          "more accesses than can be recorded");
    }
  }

  // Whether a branch leads from there back to it, or before it.
  [[nodiscard]] bool is_in_loop(std::size_t at) const {
    const std::vector<Instruction>& code = state_.program.code;
    return std::any_of(
        code.begin() + static_cast<std::ptrdiff_t>(at), code.end(),
        [at](const Instruction& in) { return in.flow == Flow::branch && in.target <= at; });
  }

  // Variables that are zero because neither their definition nor the host has set them. One that
  // the kernel may write itself is none of them: a counter begins at zero. Of kernels that launch
  // kernels, and of launches one after the other, each may write what another reads: nothing is
  // said.
  void warn_of_unset_variables(RunResult& result) const {
    if (state_.nested != nullptr) return;
    const Program& program = state_.program;
    for (std::size_t i = 0; i < program.variables.size(); ++i) {
      const ProgramVariable& variable = program.variables[i];
      const bool is_constant = variable.space == ptx::StateSpace::constant;
      if ((!is_constant && variable.space != ptx::StateSpace::global) ||
          !variable.initial.empty() || !variable.addresses.empty() ||
          (!is_constant &&
           (state_.keeps_variables || state_.memory.variable_at(variable.ptx_name.data()))))
        continue;
      const SiteInfo* reader = first_reader(i, is_constant);
      if (reader == nullptr) continue;
      Diagnostic& warning = result.diagnostics.emplace_back();
      warning.severity = Severity::warning;
      warning.kind = DiagnosticKind::unset_variable;
      warning.place = reader->place;
      warning.ptx_line = reader->ptx_line;
      warning.message = fmt::format(
          "the kernel reads {}, which is zero, because its definition gives it nothing else and "
          "the "
          "host has not set it (cudaMemcpyToSymbol, or [[symbols]] in a lesson file)",
          variable.name);
    }
  }

  // The first load of the variable; nullptr: there is none, or a store or atomic may reach it.
  [[nodiscard]] const SiteInfo* first_reader(std::size_t variable, bool is_constant) const {
    const Program& program = state_.program;
    const SiteInfo* first = nullptr;
    for (std::size_t i = 0; i < program.sites.size(); ++i) {
      const SiteInfo& site = program.sites[i];
      const bool is_load = site.op == memory::Op::load;
      if (is_constant) {
        if (is_load && site.space == memory::Space::constant && first == nullptr) first = &site;
        continue;
      }
      const AddressOrigin& origin = program.address_origins[i];
      const bool reaches = std::ranges::any_of(origin.constants, [&](std::uint32_t index) {
        const Constant& constant = program.constants[index];
        return (constant.kind == Constant::Kind::variable ||
                constant.kind == Constant::Kind::variable_generic) &&
               constant.index == variable;
      });
      if (!reaches) continue;
      if (!is_load) return nullptr;
      if (first == nullptr) first = &site;
    }
    return first;
  }

  // After the findings, one for each line: an unrolled loop has the addition several times.
  void note_additions_of_one(RunResult& result) const {
    std::set<std::pair<std::string, int>> noted;
    for (const SiteInfo& site : state_.program.sites) {
      if (!site.adds_one || !noted.insert({site.place.file, site.place.line}).second) continue;
      Diagnostic note;
      note.severity = Severity::note;
      note.kind = DiagnosticKind::adds_one;
      note.place = site.place;
      note.ptx_line = site.ptx_line;
      note.message =
          "for a GPU, nvcc makes a special instruction (ATOMS.POPC.INC) of an addition of 1 to "
          "shared memory, which counts the lanes of a word at once; the wavefronts and conflicts "
          "here are those of an ordinary atomic";
      result.diagnostics.push_back(std::move(note));
      ++result.diagnostics_total;
    }
  }

  void find_dependence(RunResult& result) {
    if (result.status == RunStatus::cancelled || workers_.size() == 1 || together_) return;
    if (result.status != RunStatus::completed) {
      // How far the other workers got before one block ended the launch depends on timing.
      result.status = RunStatus::blocks_depend;
      return;
    }
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      for (std::size_t j = i + 1; j < workers_.size(); ++j) {
        const auto array = workers_[i].footprint->first_conflict(*workers_[j].footprint);
        if (!array) continue;
        result.status = RunStatus::blocks_depend;
        result.shared_array = state_.memory.arrays()[*array].name;
        return;
      }
    }
  }

  // Merges all footprints into the first worker's.
  void find_touched(RunResult& result) {
    Footprint& all = *workers_.front().footprint;
    for (std::size_t i = 1; i < workers_.size(); ++i) {
      if (workers_[i].footprint != nullptr) all.add(*workers_[i].footprint);
    }
    result.touched = touched_in(all, state_.memory);
  }

  LaunchState& state_;
  const RunOptions& options_;
  std::uint64_t blocks_;
  bool reports_touched_;
  std::uint64_t chunk_ = 1;
  bool in_order_ = false;
  bool together_ = false;  // a cooperative launch
  std::vector<Worker> workers_;
  std::atomic<std::uint64_t> next_block_{0};
  std::atomic<BlockStatus> stopped_{BlockStatus::completed};
  SourcePlace stopped_at_;  // written by the worker that was the first to stop
  std::atomic<std::uint64_t> blocks_run_{0};
};

}  // namespace

std::vector<bool> may_be_written(const Program& program, const LaunchConfig& config,
                                 const std::vector<ArgumentBytes>& arguments,
                                 GlobalMemory& memory) {
  LaunchState state(program, config, memory);
  if (!prepare(state, arguments)) return std::vector<bool>(memory.arrays().size(), true);
  std::vector<bool> written = arrays_only_read(state);
  written.flip();
  return written;
}

InstructionCounts& InstructionCounts::operator+=(const InstructionCounts& other) {
  warp_instructions += other.warp_instructions;
  thread_instructions += other.thread_instructions;
  branches += other.branches;
  divergent_branches += other.divergent_branches;
  barriers += other.barriers;
  return *this;
}

InstructionProfile& InstructionProfile::operator+=(const InstructionProfile& other) {
  executions += other.executions;
  threads += other.threads;
  active += other.active;
  divergent += other.divergent;
  all_taken += other.all_taken;
  return *this;
}

tl::expected<RunResult, Diagnostic> run_grid(const Program& program, const LaunchConfig& config,
                                             const std::vector<ArgumentBytes>& arguments,
                                             GlobalMemory& memory, const ObserverFactory& observers,
                                             const RunOptions& options, const std::stop_token& stop,
                                             SharedByGrids* shared) {
  if (const auto error = invalid_launch(program, config)) return tl::unexpected(*error);
  LaunchState state(program, config, memory);
  state.threads_per_block = launch::threads_in(config.block);
  state.warps_per_block = launch::warps_in(config.block);
  state.shared_bytes = static_cast<std::uint32_t>(shared_bytes(program, config));
  const std::uint32_t x = config.block[0];
  state.width = x < warp_lanes && std::has_single_bit(x) ? x : std::uint32_t{warp_lanes};
  state.max_warp_instructions = options.max_warp_instructions;
  state.checks = options.checks;
  state.stop = stop;
  state.keeps_variables = options.keeps_variables;
  if (shared != nullptr) {
    state.nested = &shared->launches;
    state.instructions_used = shared->instructions_used;
  }
  if (const auto ready = prepare(state, arguments); !ready) return tl::unexpected(ready.error());
  Footprint* footprint = shared != nullptr ? shared->footprint.get() : nullptr;
  if (footprint != nullptr) footprint->cover(memory);
  const std::uint64_t total = launch::blocks_in(config.grid);
  if (config.is_cooperative && options.blocks.value_or(total) < total) {
    return tl::unexpected(
        invalid("the blocks of a cooperative launch wait for each other: all of them have to run"));
  }
  RunResult result =
      Run(state, observers, options, std::min(options.blocks.value_or(total), total), footprint)();
  if (shared != nullptr) shared->instructions_used = state.instructions_used;
  memory.settle_written();
  return result;
}

tl::expected<RunResult, Diagnostic> run(const Program& program, const LaunchConfig& config,
                                        const std::vector<ArgumentBytes>& arguments,
                                        GlobalMemory& memory, const ObserverFactory& observers,
                                        const RunOptions& options, std::stop_token stop) {
  return run_nested({&program, 1}, config, arguments, memory, observers, nullptr, options,
                    std::move(stop));
}

}  // namespace lanescope::exec
