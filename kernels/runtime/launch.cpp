// Runs a kernel in the emulator.
#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "kernels/runtime/errors.h"
#include "kernels/runtime/recorder.h"
#include "kernels/runtime/runtime.h"
#include "kernels/runtime/streams.h"
#include "sim/exec/run/launch.h"
#include "sim/exec/state/unobserved.h"
#include "sim/machine/occupancy.h"
#include "sim/report/collector.h"

namespace lanescope::runtime {
namespace {

// A launch with fewer threads is not worth several workers, which have to compare what they
// touched.
constexpr std::uint64_t few_threads = 8192;
// More than this is not copied so that a launch can be repeated: its blocks run in order.
constexpr std::uint64_t max_copied_bytes = 2ULL << 30;
constexpr std::uint64_t default_max_instructions = 200'000'000'000;
// Without cudaFuncSetAttribute() (CUDA C++ Programming Guide, "Shared Memory").
constexpr std::uint64_t default_shared_limit = 48 * 1024;

exec::Dim3 dim3_of(const dim3& from) { return {from.x, from.y, from.z}; }

// What a GPU does on this mistake: the error that the program sees; cudaSuccess if it goes on.
cudaError_t error_of(const Diagnostic& finding, DeviceMemory& memory) {
  switch (finding.kind) {
    case DiagnosticKind::misaligned:
      return cudaErrorMisalignedAddress;
    case DiagnosticKind::assertion_failed:
      return cudaErrorAssert;
    case DiagnosticKind::trap:
    case DiagnosticKind::heap_misuse:
      return cudaErrorLaunchFailure;
    case DiagnosticKind::stack_overflow:
      return cudaErrorIllegalAddress;
    case DiagnosticKind::invalid_call:
      return cudaErrorInvalidPc;
    case DiagnosticKind::budget_exceeded:
    case DiagnosticKind::waits_for_block:
      return cudaErrorLaunchTimeout;
    case DiagnosticKind::out_of_range:
    case DiagnosticKind::foreign_pointer: {
      // The only one without an address is that of a surface.
      if (finding.severity == Severity::error && !finding.address &&
          finding.kind == DiagnosticKind::out_of_range)
        return cudaErrorIllegalAddress;
      if (finding.severity != Severity::error || !finding.address) return cudaSuccess;
      // In another array of the block's own.
      if (finding.kind == DiagnosticKind::foreign_pointer && finding.space == memory::Space::shared)
        return cudaSuccess;
      // A GPU faults only where no memory is mapped, in pages of 2 MiB. In the other spaces the
      // address is an offset, which is small.
      const bool is_offset = *finding.address < 0x10'0000'0000 &&
                             finding.space.value_or(memory::Space::global) != memory::Space::global;
      const bool is_mapped =
          !is_offset && (memory.emulated().find(*finding.address, 1) != nullptr ||
                         memory.is_mapped(*finding.address));
      return is_mapped ? cudaSuccess : cudaErrorIllegalAddress;
    }
    default:
      return cudaSuccess;
  }
}

// The host's memory looks like any other address to the emulator.
std::string remark_on(const Diagnostic& finding, DeviceMemory& memory) {
  if (finding.kind != DiagnosticKind::out_of_range &&
      finding.kind != DiagnosticKind::foreign_pointer)
    return "";
  if (!finding.address) return "";
  if (const Allocation* freed = memory.find_freed(*finding.address);
      freed != nullptr && memory.find(*finding.address) == nullptr)
    return fmt::format("; it lies in freed memory: byte {} of {}",
                       *finding.address - freed->address, freed->name());
  constexpr std::uint64_t first_of_host = 0x1000'0000'0000;
  if (*finding.address >= first_of_host && *finding.address < 0x8000'0000'0000)
    return "; it is an address of the host: kernels reach only memory of cudaMalloc(), "
           "cudaMallocManaged(), cudaMallocHost() and the like";
  return "";
}

class OneLaunch {
 public:
  OneLaunch(Runtime& runtime, KernelWork& work, cudaStream_t stream)
      : runtime_(runtime), kernel_(*work.kernel), work_(work), stream_(stream) {
    config_.grid = dim3_of(work.grid);
    config_.block = dim3_of(work.block);
    config_.dynamic_shared_bytes = work.shared_bytes;
    config_.is_cooperative = work.is_cooperative;
  }

  cudaError_t run() {
    runtime_.show_printed();  // as a GPU does at the start of a launch
    if (!runtime_.modules.decode(kernel_)) return refuse_kernel();
    if (const cudaError_t error = check_shape(); error != cudaSuccess) return refuse(error);
    runtime_.modules.refresh_constants(kernel_);
    number_ = ++runtime_.launches;
    ++kernel_.launches;
    if (Recorder* recorder = runtime_.recorder(); recorder != nullptr)
      recorder->begin(work_, stream_);
    const std::size_t arrays = memory().arrays().size();
    const auto start = std::chrono::steady_clock::now();
    auto result = emulate();
    const auto end = std::chrono::steady_clock::now();
    remove_arrays_from(arrays);
    if (!result) return fail_to_start(result.error());
    finish(*result, std::chrono::duration<double, std::milli>(end - start).count());
    return cudaSuccess;
  }

 private:
  exec::GlobalMemory& memory() { return runtime_.memory.emulated(); }
  [[nodiscard]] const exec::Program& program() const { return kernel_.programs.front(); }

  cudaError_t refuse_kernel() {
    if (!kernel_.was_refused) {
      kernel_.was_refused = true;
      for (const std::string& problem : kernel_.problems)
        Runtime::say(fmt::format("{} can't be emulated: {}", kernel_.name, problem));
    }
    return cudaErrorNotSupported;
  }

  // The launch did not begin: the call itself returns the error.
  cudaError_t refuse(cudaError_t error) {
    if (Recorder* recorder = runtime_.recorder(); recorder != nullptr)
      recorder->refused(work_, stream_, error);
    return error;
  }

  cudaError_t check_shape() {
    const auto check = launch::check_limits({config_.grid, config_.block});
    if (!check.ok()) return cudaErrorInvalidValue;
    const exec::Program& kernel = program();
    if (kernel.max_block_threads != 0 &&
        launch::threads_in(config_.block) > kernel.max_block_threads)
      return cudaErrorInvalidValue;
    const std::uint64_t limit =
        kernel_.max_dynamic_shared >= 0
            ? static_cast<std::uint64_t>(kernel_.max_dynamic_shared)
            : default_shared_limit - std::min(kernel.static_shared_bytes, default_shared_limit);
    if (config_.dynamic_shared_bytes > limit) return cudaErrorInvalidValue;
    if (!config_.is_cooperative) return cudaSuccess;
    const auto fits = machine::occupancy(
        {.threads_per_block = launch::threads_in(config_.block),
         .registers = Modules::registers(kernel_, runtime_.profile().architecture()),
         .shared_bytes = kernel.static_shared_bytes + config_.dynamic_shared_bytes,
         .dynamic_shared_bytes = config_.dynamic_shared_bytes},
        runtime_.profile());
    const auto multiprocessors = runtime_.profile().count(machine::Figure::multiprocessors);
    if (fits && multiprocessors &&
        launch::blocks_in(config_.grid) > fits->blocks * *multiprocessors)
      return cudaErrorCooperativeLaunchTooLarge;
    return cudaSuccess;
  }

  tl::expected<exec::RunResult, Diagnostic> emulate() {
    exec::RunOptions options;
    options.max_warp_instructions = runtime_.settings.max_instructions != 0
                                        ? runtime_.settings.max_instructions
                                        : default_max_instructions;
    options.checks = runtime_.settings.checks;
    // The program must see their errors even if nobody wants to read of them.
    options.checks.set(DiagnosticKind::out_of_range, true);
    options.checks.set(DiagnosticKind::misaligned, true);
    options.checks.set(DiagnosticKind::foreign_pointer, true);
    options.threads = runtime_.settings.threads;
    const bool is_small =
        launch::threads_in(launch::Shape{config_.grid, config_.block}) < few_threads;
    if (is_small || config_.is_cooperative || program().launches_kernels) {
      options.threads = 1;
      return emulate_once(options);
    }
    if (kernel_.runs_in_order || !copy_written()) {
      options.threads = 1;
      options.in_order = true;
      return emulate_once(options);
    }
    auto result = emulate_once(options);
    if (!result || result->status != exec::RunStatus::blocks_depend) return result;
    // Again, and from now on, in order: that is one of the orders that a GPU may take.
    kernel_.runs_in_order = !result->shared_array.empty();
    for (const Copied& copied : copied_) {
      std::memcpy(copied.data, copied.bytes.get(), copied.size);
      if (copied.written != nullptr) copied.written->set_bits(copied.written_bits);
    }
    copied_.clear();
    options.threads = 1;
    options.in_order = true;
    return emulate_once(options);
  }

  tl::expected<exec::RunResult, Diagnostic> emulate_once(const exec::RunOptions& options) {
    collectors_.clear();
    const bool counts = runtime_.recorder() != nullptr;
    return exec::run_nested(
        kernel_.programs, config_, work_.arguments, memory(),
        [&]() -> exec::Observer* {
          if (!counts) return &nobodies_.emplace_back();
          collectors_.push_back(std::make_unique<report::Collector>(program(), std::nullopt, 0,
                                                                    runtime_.profile().memory));
          return collectors_.back().get();
        },
        nullptr, options);
  }

  // Keeps what the launch may change; false if that is too much.
  bool copy_written() {
    const std::vector<bool> written =
        exec::may_be_written(program(), config_, work_.arguments, memory());
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < written.size(); ++i)
      bytes += written[i] ? memory().arrays()[i].bytes : 0;
    if (bytes > max_copied_bytes) return false;
    for (std::size_t i = 0; i < written.size(); ++i) {
      if (!written[i]) continue;
      const exec::GlobalMemory::Array& array = memory().arrays()[i];
      Copied& copied = copied_.emplace_back();
      copied.data = array.data;
      copied.size = array.bytes;
      copied.bytes.reset(new (std::nothrow) std::byte[array.bytes]);
      if (copied.bytes == nullptr) {
        copied_.clear();
        return false;
      }
      std::memcpy(copied.bytes.get(), array.data, array.bytes);
      if (array.written == nullptr || array.written->is_all()) continue;
      copied.written = array.written.get();
      copied.written_bits = copied.written->bits();
    }
    return true;
  }

  // What the launch placed for itself: the grid's barrier. The heap stays.
  void remove_arrays_from(std::size_t first) {
    for (std::size_t i = memory().arrays().size(); i > first; --i) {
      const exec::GlobalMemory::Array& array = memory().arrays()[i - 1];
      if (!memory().is_heap(array)) memory().remove(array.address);
    }
  }

  cudaError_t fail_to_start(const Diagnostic& error) {
    Runtime::say(fmt::format("launch {} of {}: {}", number_, kernel_.name, error.message));
    if (Recorder* recorder = runtime_.recorder(); recorder != nullptr)
      recorder->end_refused(cudaErrorInvalidValue);
    return cudaErrorInvalidValue;
  }

  void finish(exec::RunResult& result, double milliseconds) {
    note_changes();
    runtime_.print(result.printed);
    cudaError_t fault = cudaSuccess;
    for (Diagnostic& finding : result.diagnostics) {
      if (fault == cudaSuccess) fault = error_of(finding, runtime_.memory);
      finding.message += remark_on(finding, runtime_.memory);
      show(finding);
    }
    if (fault != cudaSuccess) {
      runtime_.fault = fault;
      runtime_.fault_caller = work_.caller;
    }
    if (Recorder* recorder = runtime_.recorder(); recorder != nullptr)
      recorder->end(kernel_, config_, result, collectors_, milliseconds, fault);
  }

  // Says which allocations may have other bytes now.
  void note_changes() {
    if (runtime_.recorder() == nullptr) return;
    if (config_.is_cooperative || program().launches_kernels) {
      for (auto& [address, allocation] : runtime_.memory.all()) ++allocation.version;
      return;
    }
    const std::vector<bool> written =
        exec::may_be_written(program(), config_, work_.arguments, memory());
    for (std::size_t i = 0; i < written.size(); ++i) {
      Allocation* allocation = runtime_.memory.find(memory().arrays()[i].address);
      if (written[i] && allocation != nullptr) ++allocation->version;
    }
  }

  // A finding of one place is shown for the first launch that has it.
  void show(const Diagnostic& finding) {
    if (finding.severity == Severity::note || !runtime_.settings.checks.reports(finding.kind))
      return;
    // `lanescope run` tells what is recorded, with the line of the launch, when the program ends.
    if (runtime_.recorder() != nullptr) return;
    using Key = std::tuple<const Kernel*, DiagnosticKind, std::string, int, int, int>;
    static auto* shown = new std::set<Key>();
    const SourcePlace& place = finding.place;
    if (!shown
             ->insert(
                 {&kernel_, finding.kind, place.file, place.line, place.column, finding.ptx_line})
             .second)
      return;
    std::fflush(stdout);
    fmt::print(stderr, "{}; launch {} of {}\n", finding.text(), number_, kernel_.name);
  }

  struct Copied {
    std::byte* data = nullptr;
    std::uint64_t size = 0;
    std::unique_ptr<std::byte[]> bytes;
    exec::WrittenBytes* written = nullptr;  // nullptr: all are
    std::vector<std::byte> written_bits;
  };

  Runtime& runtime_;
  Kernel& kernel_;
  KernelWork& work_;
  cudaStream_t stream_;
  exec::LaunchConfig config_;
  std::uint64_t number_ = 0;
  std::vector<Copied> copied_;
  std::vector<std::unique_ptr<report::Collector>> collectors_;
  std::deque<exec::Unobserved> nobodies_;  // one for each worker
};

}  // namespace

cudaError_t launch(KernelWork& work, cudaStream_t stream) {
  return OneLaunch(Runtime::get(), work, stream).run();
}

}  // namespace lanescope::runtime
