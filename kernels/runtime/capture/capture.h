// What a program launches on a GPU, written as a recording (kernels/launches): of each launch its
// kernel, shape and arguments, and its memory before and after it. `lanescope run --device` loads
// this library in front of the runtime that the program uses, whichever it is: only the runtime's
// interface is known here. Every call goes on to the runtime and has its result.
//
// After each launch the device is waited for, so streams do not overlap. What is not kept: launches
// within a stream's capture (a graph's), textures, memory that kernels allocate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "kernels/host_program/recording.h"
#include "kernels/runtime/include/cuda_runtime_api.h"
#include "sim/ptx/module.h"

namespace lanescope::capture {

struct LaunchCall {
  const void* function = nullptr;  // of the host, or a handle that went through handle_of()
  dim3 grid, block;
  void** arguments = nullptr;
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
  bool is_cooperative = false;
  bool has_clusters = false;
  const void* caller = nullptr;  // where the program launched; it returns there
};

class Capture {
 public:
  // Lasts until the program ends.
  static Capture& get();

  // ---- what the program registers ----
  void add_module(void** handle, const void* image);
  void add_kernel(void** handle, const void* function, const char* name);
  void add_variable(void** handle, const void* variable, const char* name, std::size_t bytes,
                    bool is_managed);
  void add_handle(const void* handle, const void* function);

  // ---- memory ----
  // `host_can_reach`: the pointer is one of the host's, too.
  void add_memory(void* pointer, std::size_t bytes, bool host_can_reach);
  void remove_memory(const void* pointer);
  void forget_memory();

  // Calls `launch`, which is the runtime's, and keeps what it does.
  cudaError_t launched(const LaunchCall& call, const std::function<cudaError_t()>& launch);

 private:
  struct Module {
    const void* image = nullptr;
    std::optional<std::vector<ptx::Module>> parts;  // none: not read yet
  };
  struct Kernel {
    void** module = nullptr;
    std::string name;
  };
  struct Variable {
    void** module = nullptr;
    std::string name;
    std::size_t bytes = 0;
    bool is_managed = false;
  };
  struct Memory {
    std::size_t bytes = 0;
    bool host_can_reach = false;
    std::vector<std::byte> contents;  // as it was copied last
  };
  // A kernel as it is in a module's PTX.
  struct Found {
    const ptx::Module* part = nullptr;
    const ptx::Function* entry = nullptr;
    void** module = nullptr;
  };

  Capture();
  [[nodiscard]] std::optional<Found> find(const void* function);
  [[nodiscard]] launches::LaunchStart start_of(const LaunchCall& call, const Found& found);
  void add_views(launches::LaunchStart& start, const Found& found, bool with_contents);
  void copy_memory();

  std::recursive_mutex mutex_;
  host_program::Recording recording_;
  std::map<void**, Module> modules_;
  std::unordered_map<const void*, Kernel> kernels_;
  std::unordered_map<const void*, const void*> functions_;  // of handles
  std::map<const void*, Variable> variables_;
  std::map<std::uint64_t, Memory> memory_;  // by address
  std::map<const void*, std::vector<std::byte>> variable_contents_;
};

}  // namespace lanescope::capture
