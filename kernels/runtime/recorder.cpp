#include "kernels/runtime/recorder.h"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/host_program/code_place.h"
#include "kernels/launches/worst.h"
#include "kernels/runtime/errors.h"
#include "kernels/runtime/host_findings.h"
#include "kernels/runtime/runtime.h"
#include "kernels/runtime/textures.h"
#include "sim/machine/occupancy.h"
#include "sim/report/build.h"

namespace lanescope::runtime {
namespace {

bool reads_textures(const Kernel& kernel) {
  return std::ranges::any_of(kernel.programs,
                             [](const exec::Program& each) { return !each.textures.empty(); });
}

// All of the program's, and the cudaArrays that they see.
void add_textures(launches::LaunchStart& start) {
  DeviceMemory& memory = Runtime::get().memory;
  for (const auto& [handle, object] : texture_objects()) {
    const exec::GlobalMemory::Texture* view =
        memory.emulated().find_texture(handle, object.is_surface);
    if (view == nullptr) continue;
    const std::uint64_t array = memory.emulated().arrays()[view->array].address;
    start.textures.push_back({handle, object.is_surface, array + view->offset, view->how});
    const Allocation* allocation = memory.find(array);
    const bool is_known = std::ranges::any_of(
        start.arrays, [&](const launches::MemoryView& each) { return each.address == array; });
    if (is_known || allocation == nullptr) continue;
    start.arrays.push_back({.address = array,
                            .bytes = {allocation->data, allocation->bytes},
                            .name = "",
                            .version = allocation->version});
  }
}

}  // namespace

std::unique_ptr<Recorder> Recorder::create(const Settings& settings) {
  auto recording = host_program::start_recording(settings.record, settings.machine);
  if (!recording) {
    Runtime::say(recording.error());
    return nullptr;
  }
  auto recorder = std::make_unique<Recorder>();
  recorder->recording_ = *std::move(recording);
  return recorder;
}

void Recorder::begin(const KernelWork& work, cudaStream_t stream) {
  Runtime& runtime = Runtime::get();
  Kernel& kernel = *work.kernel;
  Module& module = *kernel.module;
  const auto part = static_cast<std::size_t>(kernel.part - module.parts.data());
  launches::LaunchStart start;
  // Equal texts have one number, so this need not be remembered but for its cost.
  if (!module.recorded || module.parts.size() > 1)
    module.recorded = recording_.writer->add_module(module.texts[part], recording_.program);
  start.module = *module.recorded;
  start.symbol = kernel.entry->name;
  // The return address is that of the next instruction.
  if (work.caller != nullptr)
    start.place = host_program::place_of_code(static_cast<const char*>(work.caller) - 1);
  start.grid = {work.grid.x, work.grid.y, work.grid.z};
  start.block = {work.block.x, work.block.y, work.block.z};
  start.dynamic_shared_bytes = work.shared_bytes;
  start.is_cooperative = work.is_cooperative;
  if (stream != nullptr && is_stream(stream) && stream != cudaStreamLegacy &&
      stream != cudaStreamPerThread)
    start.stream = fmt::format("stream {}", stream->id);
  start.arguments = work.arguments;
  for (const auto& [address, allocation] : runtime.memory.all()) {
    if (allocation.kind == MemoryKind::variable || allocation.kind == MemoryKind::array) continue;
    start.arrays.push_back({.address = address,
                            .bytes = {allocation.data, allocation.bytes},
                            .name = "",
                            // The host may write its own at any time.
                            .version = allocation.host_can_reach() ? 0 : allocation.version,
                            .written = allocation.written});
  }
  for (const auto& [name, variable] : module.variables) {
    if (variable.address == 0) continue;
    const Allocation* allocation = runtime.memory.find(variable.address);
    if (allocation == nullptr) continue;
    start.variables.push_back({.address = variable.address,
                               .bytes = {allocation->data, allocation->bytes},
                               .name = name,
                               .version = allocation->version});
  }
  if (reads_textures(kernel)) add_textures(start);
  number_ = recording_.writer->begin(start);
}

void Recorder::end(const Kernel& kernel, const exec::LaunchConfig& config,
                   const exec::RunResult& result,
                   std::span<const std::unique_ptr<report::Collector>> collectors,
                   double milliseconds, cudaError_t fault) {
  const exec::Program& program = kernel.programs.front();
  const report::Report report =
      report::build({program, config, result, collectors, kernel.name, ""});
  launches::Outcome outcome;
  outcome.status = fault == cudaErrorLaunchTimeout ? launches::Status::limited
                   : fault != cudaSuccess          ? launches::Status::failed
                                                   : launches::Status::completed;
  outcome.totals = report.totals;
  outcome.blocks_run = result.blocks_run;
  outcome.shared_bytes =
      static_cast<std::uint32_t>(config.dynamic_shared_bytes == 0
                                     ? program.static_shared_bytes
                                     : program.dynamic_shared_start + config.dynamic_shared_bytes);
  outcome.launched_by_kernels = result.nested.size();
  const auto occupancy = machine::occupancy(
      {.threads_per_block = launch::threads_in(config.block),
       .registers = Modules::registers(kernel, Runtime::get().profile().architecture()),
       .shared_bytes = outcome.shared_bytes,
       .dynamic_shared_bytes = config.dynamic_shared_bytes},
      Runtime::get().profile());
  if (occupancy) outcome.occupancy_percent = occupancy->percent();
  outcome.worst = launches::worst_of(report);
  outcome.findings = result.diagnostics;
  outcome.findings_total = result.diagnostics_total;
  outcome.printed = result.printed;
  outcome.milliseconds = milliseconds;
  outcome.error = fault;
  if (fault != cudaSuccess) outcome.error_name = error_name(fault);
  recording_.writer->end(number_, outcome);
}

void Recorder::refused(const KernelWork& work, cudaStream_t stream, cudaError_t error) {
  begin(work, stream);
  end_refused(error);
}

void Recorder::end_refused(cudaError_t error) {
  launches::Outcome outcome;
  outcome.status = launches::Status::refused;
  outcome.error = error;
  outcome.error_name = error_name(error);
  recording_.writer->end(number_, outcome);
}

void Recorder::add_finding(const Diagnostic& finding) { recording_.writer->add_finding(finding); }

void Recorder::finish(int code, std::uint64_t failed_calls) {
  launches::Exit exit;
  exit.code = code;
  exit.errors = failed_calls;
  exit.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  recording_.writer->finish(exit);
}

}  // namespace lanescope::runtime
