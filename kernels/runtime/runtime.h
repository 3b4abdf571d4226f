// The state behind the API: one device, one context, everything done in the order in which it is
// asked for.
//
// Work given to a stream runs at once, before the call returns, so every order that CUDA guarantees
// holds. What a GPU does later shows only where a program can see it: errors of kernels are
// returned by the call after the launch, text printed by kernels appears when the host waits.
#pragma once

#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>

#include "kernels/runtime/device_memory.h"
#include "kernels/runtime/include/cuda_runtime.h"
#include "kernels/runtime/modules.h"
#include "sim/diagnostics/check_set.h"
#include "sim/machine/profile.h"

namespace lanescope::runtime {

struct Settings {                      // from the environment
  CheckSet checks = CheckSet::all();   // LANESCOPE_CHECK: all, none, or kinds with commas
  std::string machine;                 // LANESCOPE_MACHINE: id
  std::uint64_t max_instructions = 0;  // LANESCOPE_MAX_INSTRUCTIONS: warp instructions of a launch
  int threads = 0;                     // LANESCOPE_THREADS; 0: one for each core
  bool leaks = false;                  // LANESCOPE_LEAKS: memory that is never freed is a finding
  std::string record;                  // LANESCOPE_RECORD: file; empty: nothing is recorded
};

class Recorder;

class Runtime {
 public:
  static Runtime& get();  // never destroyed: programs use it until their very end

  std::recursive_mutex mutex;
  Settings settings;
  DeviceMemory memory;
  Modules modules{memory};
  // A kernel's error, or what cudaDeviceReset() leaves after one. Every later call returns it.
  cudaError_t fault = cudaSuccess;
  bool fault_was_seen = false;         // a call has returned it
  const void* fault_caller = nullptr;  // return address of the launch's call; nullptr: not known
  std::uint64_t launches = 0;
  std::uint64_t failed_calls = 0;

  [[nodiscard]] const machine::Profile& profile();
  [[nodiscard]] Recorder* recorder();  // nullptr: nothing is recorded

  // What kernels printed appears when the host waits for the device.
  void print(std::string_view text) { printed_ += text; }
  void show_printed();

  // Writes "lanescope: TEXT" to standard error.
  static void say(std::string_view text);
  // The same, once for each text.
  void say_once(const std::string& text);
  void reset();  // forgets everything, a kernel's error too
  void at_exit(int code);

 private:
  Runtime();

  std::string printed_;
  std::unique_ptr<machine::Profile> profile_;
  std::unique_ptr<Recorder> recorder_;
  bool has_recorder_ = false;
};

// The error that cudaGetLastError() returns in this thread.
cudaError_t& last_error();

// Who may call while a kernel's error is pending.
enum class Needs : std::uint8_t { device, nothing };

// Runs a call of the API: one at a time; keeps its error.
template <class Call>
cudaError_t api(Call call, Needs needs = Needs::device) {
  Runtime& runtime = Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  // Begun by the first call, so that a program that launches nothing leaves a recording too.
  (void)runtime.recorder();
  cudaError_t error = cudaSuccess;
  if (needs == Needs::device && runtime.fault != cudaSuccess) {
    runtime.fault_was_seen = true;
    error = runtime.fault;
  } else {
    error = call(runtime);
  }
  if (error != cudaSuccess) {
    last_error() = error;
    ++runtime.failed_calls;
  }
  return error;
}

// For functions that are not there: says NAME once.
[[nodiscard]] cudaError_t not_supported(const char* name);

}  // namespace lanescope::runtime
