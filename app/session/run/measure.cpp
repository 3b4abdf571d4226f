#include "app/session/run/measure.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "app/session/run/model_counts.h"
#include "app/session/run/timing_key.h"
#include "kernels/device/worker.h"
#include "sim/ptx/parser.h"
#include "sim/report/build.h"

namespace lanescope::app {

template class NewestWorker<MeasureRequest, MeasurementPtr>;
template class NewestWorker<GpuRequest, device::GpuList>;

Problem problem_of(const device::JobFailure& failure) {
  Problem problem;
  problem.exit_code = device::is_absence(failure.kind) ? 3 : 1;
  problem.no_gpu = device::is_absence(failure.kind);
  problem.cancelled = failure.kind == device::JobFailure::Kind::cancelled;
  problem.message = failure.message;
  return problem;
}

namespace {

using device::JobFailure;

std::vector<std::uint8_t> bytes_of(std::span<const std::byte> bytes) {
  std::vector<std::uint8_t> result(bytes.size());
  if (!bytes.empty()) std::memcpy(result.data(), bytes.data(), bytes.size());
  return result;
}

device::Job job_of(const MeasureRequest& request, const Outcome& outcome) {
  const lesson::Resolved& resolved = outcome.resolved;
  device::Job job;
  job.device = request.device;
  job.kernel = outcome.kernel_symbol;
  job.ptx = outcome.ptx.text;
  for (std::size_t i = 0; i < 3; ++i) {
    job.grid[i] = static_cast<std::uint32_t>(resolved.grid[i]);
    job.block[i] = static_cast<std::uint32_t>(resolved.block[i]);
  }
  job.dynamic_shared_bytes = static_cast<std::uint32_t>(resolved.dynamic_shared_bytes);
  job.is_cooperative = resolved.is_cooperative;
  std::size_t next = 0;
  const auto bytes_before = [&](const lesson::Argument& argument) -> std::span<const std::byte> {
    if (!argument.is_array) return argument.value;
    const ArrayContents& contents = outcome.arrays[next++];
    return contents.initial.empty() ? contents.before : contents.initial;
  };
  for (const lesson::Argument& argument : resolved.args) {
    job.arguments.push_back({argument.is_array, bytes_of(bytes_before(argument)),
                             argument.is_parameter, argument.addresses, argument.textures});
  }
  for (std::size_t i = 0; i < resolved.before.size(); ++i) {
    const lesson::EarlierLaunch& from = resolved.before[i];
    device::EarlierJobLaunch& launch = job.before.emplace_back();
    launch.kernel = outcome.earlier_symbols[i];
    for (std::size_t k = 0; k < 3; ++k) {
      launch.grid[k] = static_cast<std::uint32_t>(from.grid[k]);
      launch.block[k] = static_cast<std::uint32_t>(from.block[k]);
    }
    launch.dynamic_shared_bytes = static_cast<std::uint32_t>(from.dynamic_shared_bytes);
    launch.is_cooperative = from.is_cooperative;
    for (const lesson::Argument& argument : from.args)
      launch.arguments.push_back({false, bytes_of(argument.value), true, argument.addresses});
  }
  for (const SetSymbol& symbol : outcome.symbols)
    job.symbols.push_back({symbol.ptx_name, bytes_of(symbol.bytes), symbol.textures});
  for (const lesson::TextureView& view : resolved.textures)
    job.textures.push_back({view.how, view.array});
  job.plan = request.plan;
  job.wants_times = request.want_times;
  job.wants_counts = request.want_counts;
  if (request.want_bound) job.bound = resolved.bound;
  return job;
}

// Compiles for the GPU's own architecture if NVRTC can; else the driver compiles the PTX.
std::string add_device_code(device::Job& job, const Outcome& outcome, int architecture,
                            const std::stop_token& stop) {
  // The source may be valid for the other compiler only.
  if (outcome.ptx.compiler != name_of(compile::Compiler::nvrtc)) return {};
  const char* asked = std::getenv("LANESCOPE_DEVICE_CODE");
  if (asked != nullptr && std::string_view(asked) == "ptx") return {};
  auto code = compile::to_device_code(source_of(outcome.resolved), architecture, stop);
  if (!code) return {};
  job.cubin = std::move(code->cubin);
  return code->compiler_version;
}

std::vector<ArrayCheck> check_arrays(const Outcome& outcome, const device::JobResult& result,
                                     const device::Tolerance& tolerance) {
  std::vector<ArrayCheck> checks;
  for (std::size_t i = 0; i < outcome.arrays.size(); ++i) {
    const ArrayContents& expected = outcome.arrays[i];
    const lesson::Argument& argument = outcome.resolved.args[expected.argument];
    const std::vector<std::uint8_t>& found = result.arrays.at(i);
    checks.push_back({argument.name, argument.count,
                      device::first_difference(expected.after, std::as_bytes(std::span(found)),
                                               argument.type, tolerance)});
  }
  return checks;
}

// The same for all kernels that solve the same problem, also for one that works in its input.
std::uint64_t bytes_to_move(const Outcome& outcome) {
  std::uint64_t bytes = 0;
  for (const ArrayContents& array : outcome.arrays) {
    const bool is_scratch = outcome.resolved.args[array.argument].is_scratch;
    bytes += array.bytes_read + (is_scratch ? 0 : array.bytes_written);
  }
  return bytes;
}

Measurement measurement_of(const Outcome& outcome, device::JobResult result,
                           const device::Tolerance& tolerance) {
  Measurement m;
  m.resolved = outcome.resolved;
  m.source_hash = hash_of_text(outcome.resolved);
  m.checks = check_arrays(outcome, result, tolerance);
  m.tolerance = tolerance;
  m.gpu = result.gpu;
  m.state = result.state;
  m.registers = result.registers;
  m.first_ms = result.first_ms;
  m.cold = device::summarise(result.cold_ms);
  m.warm = device::summarise(result.warm_ms);
  m.copy = device::summarise(result.copy_ms);
  m.copy_bytes = result.copy_bytes;
  m.bytes_moved = bytes_to_move(outcome);
  m.model = model_counts(outcome.report.totals);
  m.counts = result.counts;
  m.counts_failure = result.counts_failure;
  m.bound_name = result.bound_name;
  m.bound_failure = result.bound_failure;
  m.bound = device::summarise(result.bound_ms);
  device::TimedLaunch launch;
  launch.bytes_moved = m.bytes_moved;
  launch.l2_bytes = result.gpu.l2_bytes;
  launch.blocks = 1;
  for (const std::int64_t size : outcome.resolved.grid)
    launch.blocks *= static_cast<std::uint64_t>(size);
  launch.multiprocessors = result.gpu.multiprocessors;
  launch.blocks_per_multiprocessor = result.blocks_per_multiprocessor;
  launch.first_ms = result.first_ms;
  launch.summary = m.cold;
  if (m.cold.count > 0) m.traps = device::timing_traps_of(launch);
  m.cold_ms = std::move(result.cold_ms);
  m.warm_ms = std::move(result.warm_ms);
  return m;
}

// The requested GPU, or why it is not available.
tl::expected<device::GpuInfo, Problem> chosen_gpu(const MeasureRequest& request,
                                                  const std::stop_token& stop) {
  const auto gpus = device::find_gpus(request.worker, stop);
  if (!gpus) return tl::unexpected(problem_of(gpus.error()));
  if (request.device >= 0 && request.device < static_cast<int>(gpus->size()))
    return (*gpus)[static_cast<std::size_t>(request.device)];
  Problem problem;
  problem.exit_code = 3;
  problem.no_gpu = true;
  problem.message = fmt::format("there is no GPU {}; this machine has:", request.device);
  for (const device::GpuInfo& gpu : *gpus)
    problem.message += fmt::format("\n  {}: {}", gpu.index, gpu.name);
  return tl::unexpected(problem);
}

// An instruction without one may be fused with another (PTX ISA, add and mul of floats).
bool is_rounded(const ptx::Instruction& in) {
  return in.has("rn") || in.has("rz") || in.has("rm") || in.has("rp");
}

bool is_float(ptx::Type type) {
  switch (type) {
    case ptx::Type::f16:
    case ptx::Type::f16x2:
    case ptx::Type::bf16:
    case ptx::Type::bf16x2:
    case ptx::Type::f32:
    case ptx::Type::f64:
      return true;
    default:
      return false;
  }
}

// Whether PTX calls the device runtime's launch: cudaLaunchDeviceV2, __cudaCDP2LaunchDeviceV2_ptsz.
bool calls_launch(std::string_view ptx) {
  constexpr std::string_view word = "LaunchDevice";
  const auto is_of_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
  };
  for (std::size_t at = ptx.find(word); at != ptx.npos; at = ptx.find(word, at + word.size())) {
    std::size_t begin = at;
    while (begin > 0 && is_of_name(ptx[begin - 1])) --begin;
    const std::string_view before = ptx.substr(begin, at - begin);
    if (before != "cuda" && !before.starts_with("__cudaCDP")) continue;
    const std::size_t end = ptx.substr(0, begin).find_last_of(";{}");
    const std::size_t statement = end == ptx.npos ? 0 : end + 1;
    if (ptx.substr(statement, begin - statement).find("call") != ptx.npos) return true;
  }
  return false;
}

}  // namespace

bool Measurement::is_right() const {
  return std::none_of(checks.begin(), checks.end(),
                      [](const ArrayCheck& check) { return check.difference.has_value(); });
}

double Measurement::cold_bandwidth() const { return device::bandwidth(bytes_moved, cold); }
double Measurement::copy_bandwidth() const { return device::bandwidth(2 * copy_bytes, copy); }
double Measurement::share_of_copy() const {
  return copy_bandwidth() > 0 ? cold_bandwidth() / copy_bandwidth() : 0;
}
double Measurement::share_of_bound() const { return device::relative_speed(bound, cold); }

device::Tolerance tolerance_of(std::string_view ptx) {
  constexpr device::Tolerance loose{1e-4, 1e-6};
  const auto module = ptx::parse(std::string(ptx));
  if (!module) return loose;
  for (const ptx::Function& function : module->functions) {
    std::vector<bool> is_product(function.registers.size());
    for (const ptx::Instruction& in : function.instructions) {
      const bool is_of_floats = std::any_of(in.types.begin(), in.types.end(), is_float);
      const bool is_atomic = in.opcode == ptx::Opcode::atom || in.opcode == ptx::Opcode::red;
      const bool adds_floats = is_atomic && in.has("add") && is_of_floats;
      if (adds_floats || in.has("approx") || in.has("full")) return loose;
      if (!is_of_floats || is_rounded(in)) continue;
      if (in.opcode == ptx::Opcode::mul && in.operands[0].kind == ptx::Operand::Kind::reg)
        is_product[in.operands[0].index] = true;
      const bool adds = in.opcode == ptx::Opcode::add || in.opcode == ptx::Opcode::sub;
      const bool adds_product =
          adds && std::any_of(in.operands.begin() + 1, in.operands.end(), [&](const auto& each) {
            return each.kind == ptx::Operand::Kind::reg && is_product[each.index];
          });
      if (adds_product) return loose;
    }
  }
  return {};
}

tl::expected<Measurement, Problem> measure(const MeasureRequest& request, Progress* progress,
                                           std::stop_token stop) {
  std::optional<device::GpuInfo> gpu = request.gpu;
  if (!gpu) {
    // The GPU is checked first, before anything that takes time.
    auto found = chosen_gpu(request, stop);
    if (!found) return tl::unexpected(found.error());
    gpu = std::move(*found);
  }
  RunRequest run_request = request.run;
  run_request.blocks.reset();
  run_request.want_traces = false;
  run_request.want_hashes = false;
  run_request.want_arrays = true;
  const auto outcome = run(run_request, progress, stop);
  if (!outcome) return tl::unexpected(outcome.error());
  if (!(*outcome)->report.complete) {
    Problem problem;
    problem.exit_code = 1;
    problem.message =
        "the simulator did not reach the kernel's end, so the kernel is not launched on the GPU; "
        "`lanescope sim` says why";
    return tl::unexpected(problem);
  }
  const lesson::Resolved& resolved = (*outcome)->resolved;
  for (const auto* all : {&resolved.args, &resolved.symbols}) {
    for (const lesson::Argument& each : *all) {
      if (!each.address || each.is_simulators_own) continue;
      return tl::unexpected(wrong_request(
          fmt::format("'{}' is at a given address, to which data point: a GPU would give it "
                      "another one, so only the simulator runs this launch",
                      each.name)));
    }
  }
  // A call of the device runtime. (A launch in the text may be of its host half.)
  const bool has_launch = calls_launch((*outcome)->ptx.text);
  if (has_launch || !(*outcome)->report.launched.empty()) {
    Problem problem;
    problem.file = resolved.source_name;
    problem.line = (*outcome)->launch_line;
    problem.message = fmt::format(
        "{}:{}: a kernel that launches kernels is only emulated: on a GPU it must be "
        "linked with CUDA's device runtime, which is not done here",
        problem.file, problem.line);
    return tl::unexpected(problem);
  }
  if ((*outcome)->ptx.text.find(".texref") != std::string::npos ||
      (*outcome)->ptx.text.find(".surfref") != std::string::npos) {
    Problem problem;
    problem.file = resolved.source_name;
    problem.message = fmt::format(
        "{}: texture and surface references are only emulated: CUDA 12 took them away, and objects "
        "(cudaTextureObject_t) do the same",
        problem.file);
    return tl::unexpected(problem);
  }
  device::Job job = job_of(request, **outcome);
  std::string compiler = add_device_code(job, **outcome, gpu->architecture(), stop);
  auto result = device::run_on_gpu(job, request.deadline, stop, request.worker);
  if (!result) return tl::unexpected(problem_of(result.error()));
  if (!result->from_cubin) compiler.clear();
  Measurement measurement =
      measurement_of(**outcome, std::move(*result), tolerance_of((*outcome)->ptx.text));
  measurement.compiler_version = std::move(compiler);
  return measurement;
}

}  // namespace lanescope::app
