#include "kernels/runtime/capture/capture.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <utility>

#include "kernels/host_program/code_place.h"
#include "kernels/host_program/fat_binary.h"
#include "kernels/runtime/capture/next.h"
#include "sim/ptx/parser.h"

namespace lanescope::capture {
namespace {

using launches::MemoryView;
using Bytes = std::vector<std::byte>;

bool reads_textures(const ptx::Function& entry) {
  return std::ranges::any_of(entry.instructions, [](const ptx::Instruction& in) {
    switch (in.opcode) {
      case ptx::Opcode::tex:
      case ptx::Opcode::tld4:
      case ptx::Opcode::txq:
      case ptx::Opcode::suld:
      case ptx::Opcode::suq:
      case ptx::Opcode::sust:
        return true;
      default:
        return false;
    }
  });
}

// As long as one measures: the events are made once.
class Stopwatch {
 public:
  explicit Stopwatch(cudaStream_t stream) : stream_(stream) {
    is_ready_ = NEXT(cudaEventCreate)(&begin_) == cudaSuccess &&
                NEXT(cudaEventCreate)(&end_) == cudaSuccess &&
                NEXT(cudaEventRecord)(begin_, stream) == cudaSuccess;
  }
  ~Stopwatch() {
    if (begin_ != nullptr) NEXT(cudaEventDestroy)(begin_);
    if (end_ != nullptr) NEXT(cudaEventDestroy)(end_);
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  void stop() { is_ready_ = is_ready_ && NEXT(cudaEventRecord)(end_, stream_) == cudaSuccess; }
  // After the device was waited for.
  [[nodiscard]] std::optional<double> milliseconds() const {
    float time = 0;
    if (!is_ready_ || NEXT(cudaEventElapsedTime)(&time, begin_, end_) != cudaSuccess)
      return std::nullopt;
    return time;
  }

 private:
  cudaStream_t stream_;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
  bool is_ready_ = false;
};

std::string error_name(cudaError_t error) {
  return error == cudaSuccess ? "" : NEXT(cudaGetErrorName)(error);
}

std::chrono::steady_clock::time_point start_of_program() {
  static const auto start = std::chrono::steady_clock::now();
  return start;
}

}  // namespace

Capture& Capture::get() {
  static auto* capture = new Capture();  // kernels may be launched until the very end
  return *capture;
}

Capture::Capture() {
  (void)start_of_program();
  const char* file = std::getenv("LANESCOPE_CAPTURE");
  if (file == nullptr) return;
  const char* machine = std::getenv("LANESCOPE_MACHINE");
  auto recording = host_program::start_recording(file, machine != nullptr ? machine : "",
                                                 std::numeric_limits<double>::infinity());
  if (!recording) {
    std::fprintf(stderr, "lanescope: %s\n", recording.error().c_str());
    return;
  }
  recording_ = *std::move(recording);
  on_exit(
      [](int code, void*) {
        launches::Exit exit;
        exit.code = code;
        exit.milliseconds = std::chrono::duration<double, std::milli>(
                                std::chrono::steady_clock::now() - start_of_program())
                                .count();
        get().recording_.writer->finish(exit);
      },
      nullptr);
}

void Capture::add_module(void** handle, const void* image) {
  const std::lock_guard lock(mutex_);
  modules_[handle] = {image, std::nullopt};
}

void Capture::add_kernel(void** handle, const void* function, const char* name) {
  const std::lock_guard lock(mutex_);
  kernels_[function] = {handle, name};
}

void Capture::add_variable(void** handle, const void* variable, const char* name, std::size_t bytes,
                           bool is_managed) {
  const std::lock_guard lock(mutex_);
  variables_[variable] = {handle, name, bytes, is_managed};
}

void Capture::add_handle(const void* handle, const void* function) {
  const std::lock_guard lock(mutex_);
  functions_[handle] = function;
}

void Capture::add_memory(void* pointer, std::size_t bytes, bool host_can_reach) {
  const std::lock_guard lock(mutex_);
  if (pointer != nullptr && bytes > 0)
    memory_[reinterpret_cast<std::uint64_t>(pointer)] = {bytes, host_can_reach, {}};
}

void Capture::remove_memory(const void* pointer) {
  const std::lock_guard lock(mutex_);
  memory_.erase(reinterpret_cast<std::uint64_t>(pointer));
}

void Capture::forget_memory() {
  const std::lock_guard lock(mutex_);
  std::erase_if(memory_, [](const auto& each) { return !each.second.host_can_reach; });
}

std::optional<Capture::Found> Capture::find(const void* function) {
  if (const auto handle = functions_.find(function); handle != functions_.end())
    function = handle->second;
  const auto kernel = kernels_.find(function);
  if (kernel == kernels_.end()) return std::nullopt;
  Module& module = modules_[kernel->second.module];
  if (!module.parts) {
    module.parts.emplace();
    for (const std::string& text :
         host_program::ptx_texts_of(module.image).value_or(std::vector<std::string>())) {
      if (auto part = ptx::parse(text)) module.parts->push_back(*std::move(part));
    }
  }
  for (const ptx::Module& part : *module.parts) {
    for (const ptx::Function& entry : part.functions) {
      if (entry.is_entry && !entry.is_declaration && entry.name == kernel->second.name)
        return Found{&part, &entry, kernel->second.module};
    }
  }
  return std::nullopt;
}

launches::LaunchStart Capture::start_of(const LaunchCall& call, const Found& found) {
  launches::LaunchStart start;
  start.module = recording_.writer->add_module(*found.part->text, recording_.program);
  start.symbol = found.entry->name;
  if (call.caller != nullptr)
    start.place = host_program::place_of_code(static_cast<const char*>(call.caller) - 1);
  start.grid = {call.grid.x, call.grid.y, call.grid.z};
  start.block = {call.block.x, call.block.y, call.block.z};
  start.dynamic_shared_bytes = call.shared_bytes;
  start.is_cooperative = call.is_cooperative;
  if (reads_textures(*found.entry)) start.needs = "the textures of a program that ran on a GPU";
  if (call.has_clusters) start.needs = "clusters";
  for (std::size_t i = 0; i < found.entry->params.size(); ++i) {
    const auto* bytes = static_cast<const std::byte*>(call.arguments[i]);
    start.arguments.emplace_back(bytes, bytes + found.entry->params[i].bytes);
  }
  return start;
}

// The device must have been waited for.
void Capture::copy_memory() {
  for (auto& [address, memory] : memory_) {
    memory.contents.resize(memory.bytes);
    NEXT(cudaMemcpy)
    (memory.contents.data(), reinterpret_cast<const void*>(address), memory.bytes,
     cudaMemcpyDefault);
  }
  for (const auto& [host, variable] : variables_) {
    Bytes& contents = variable_contents_[host];
    contents.resize(variable.bytes);
    if (variable.is_managed) {
      NEXT(cudaMemcpy)
      (contents.data(), *static_cast<void* const*>(host), variable.bytes, cudaMemcpyDefault);
    } else {
      NEXT(cudaMemcpyFromSymbol)(contents.data(), host, variable.bytes, 0, cudaMemcpyDeviceToHost);
    }
  }
}

void Capture::add_views(launches::LaunchStart& start, const Found& found, bool with_contents) {
  const auto view = [&](std::uint64_t address, const Bytes& contents, std::size_t bytes,
                        std::string name) {
    return MemoryView{.address = address,
                      .bytes = {with_contents ? contents.data() : nullptr, bytes},
                      .name = std::move(name)};
  };
  for (const auto& [address, memory] : memory_)
    start.arrays.push_back(view(address, memory.contents, memory.bytes, ""));
  for (const auto& [host, variable] : variables_) {
    if (variable.module != found.module) continue;
    const auto declared = std::ranges::find(found.part->variables, std::string_view(variable.name),
                                            &ptx::Variable::name);
    if (declared == found.part->variables.end()) continue;
    void* address = nullptr;
    if (variable.is_managed) {
      address = *static_cast<void* const*>(host);
    } else if (declared->space == ptx::StateSpace::global) {
      NEXT(cudaGetSymbolAddress)(&address, host);
    }
    start.variables.push_back(view(reinterpret_cast<std::uint64_t>(address),
                                   variable_contents_[host], variable.bytes, variable.name));
  }
}

cudaError_t Capture::launched(const LaunchCall& call, const std::function<cudaError_t()>& launch) {
  const std::lock_guard lock(mutex_);
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  const bool is_recorded = recording_.writer != nullptr &&
                           NEXT(cudaStreamIsCapturing)(call.stream, &status) == cudaSuccess &&
                           status == cudaStreamCaptureStatusNone;
  const auto found = is_recorded ? find(call.function) : std::nullopt;
  if (!found) return launch();
  launches::LaunchStart start = start_of(call, *found);
  const bool with_contents =
      recording_.writer->wants_contents(start) && NEXT(cudaDeviceSynchronize)() == cudaSuccess;
  if (with_contents) copy_memory();
  add_views(start, *found, with_contents);
  const std::uint64_t number = recording_.writer->begin(start);

  launches::Outcome outcome;
  outcome.has_access_counts = false;
  Stopwatch watch(call.stream);
  const cudaError_t result = launch();
  watch.stop();
  const cudaError_t error = result != cudaSuccess ? result : NEXT(cudaDeviceSynchronize)();
  outcome.error = error;
  outcome.error_name = error_name(error);
  outcome.status = result != cudaSuccess  ? launches::Status::refused
                   : error != cudaSuccess ? launches::Status::failed
                                          : launches::Status::completed;
  std::vector<MemoryView> after;
  if (error == cudaSuccess) {
    outcome.device_milliseconds = watch.milliseconds();
    outcome.blocks_run = std::uint64_t{call.grid.x} * call.grid.y * call.grid.z;
    if (with_contents) {
      copy_memory();
      launches::LaunchStart left;
      add_views(left, *found, true);
      after = std::move(left.arrays);
    }
  }
  recording_.writer->end(number, outcome, after);
  return result;
}

}  // namespace lanescope::capture
