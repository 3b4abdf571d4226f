// Registration of device code, and the calls of the API that launch kernels and ask about them.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>

#include <fmt/format.h>

#include "kernels/runtime/runtime.h"
#include "kernels/runtime/streams.h"
#include "sim/machine/occupancy.h"

namespace lanescope::runtime {
namespace {

struct CallConfiguration {
  dim3 grid, block;
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
};
// k<<<...>>>(f<<<...>>>()) nests.
std::vector<CallConfiguration>& configurations() {
  thread_local std::vector<CallConfiguration> pushed;
  return pushed;
}

// Where the program's own code called: the stub of the kernel is between, so this is not exact for
// <<<>>>. The return address of the push is remembered instead.
thread_local const void* pushed_from = nullptr;

// CUDA distinguishes a null function from one that is no kernel; graphs (graphs.cpp) do not, as the
// rows recorded on a GPU say (tests/programs, errors_*).
Kernel* find_kernel(Runtime& runtime, const void* function, cudaError_t& error) {
  std::string problem;
  Kernel* kernel = runtime.modules.kernel(function, &problem);
  error = cudaSuccess;
  if (kernel != nullptr) return kernel;
  error = function == nullptr ? cudaErrorInvalidDeviceFunction : cudaErrorInvalidResourceHandle;
  if (!problem.empty()) {
    runtime.say_once(problem);
    error = cudaErrorNoKernelImageForDevice;
  }
  return nullptr;
}

cudaError_t launch_function(const void* function, dim3 grid, dim3 block, void** arguments,
                            std::size_t shared_bytes, cudaStream_t stream, bool is_cooperative,
                            const void* caller) {
  return api([&](Runtime& runtime) {
    cudaError_t error = cudaSuccess;
    Kernel* kernel = find_kernel(runtime, function, error);
    if (kernel == nullptr) return error;
    KernelWork work;
    work.kernel = kernel;
    work.grid = grid;
    work.block = block;
    work.shared_bytes = shared_bytes;
    work.is_cooperative = is_cooperative;
    work.caller = caller;
    const auto& parameters = kernel->entry->params;
    if (!parameters.empty() && arguments == nullptr) return cudaErrorInvalidValue;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const auto* bytes = static_cast<const std::byte*>(arguments[i]);
      work.arguments.emplace_back(bytes, bytes + parameters[i].bytes);
    }
    return submit(stream, std::move(work));
  });
}

machine::KernelNeeds needs_of(const Kernel& kernel, int block, std::size_t dynamic_bytes) {
  const exec::Program& program = kernel.programs.front();
  return {.threads_per_block = static_cast<std::uint32_t>(block),
          .registers = Modules::registers(kernel, Runtime::get().profile().architecture()),
          .shared_bytes = program.static_shared_bytes + dynamic_bytes,
          .dynamic_shared_bytes = dynamic_bytes};
}

// As many as each thread of a full multiprocessor can have: what cudaFuncGetAttributes() says of a
// kernel of which only the PTX is there (docs/numbers.md).
std::uint32_t registers_when_full(const machine::Profile& profile) {
  const std::uint64_t threads = profile.count(machine::Figure::threads_per_sm).value_or(2048);
  return static_cast<std::uint32_t>(
      profile.count(machine::Figure::registers_per_sm).value_or(65536) / threads);
}

// Runs `use(kernel)` for a kernel that can be decoded.
template <class Use>
cudaError_t with_kernel(const void* function, Use use) {
  return api([&](Runtime& runtime) {
    cudaError_t error = cudaSuccess;
    Kernel* kernel = find_kernel(runtime, function, error);
    if (kernel == nullptr) return error;
    if (!runtime.modules.decode(*kernel)) {
      for (const std::string& problem : kernel->problems)
        runtime.say_once(fmt::format("{} can't be emulated: {}", kernel->name, problem));
      return cudaErrorNotSupported;
    }
    return use(runtime, *kernel);
  });
}

}  // namespace
}  // namespace lanescope::runtime

using namespace lanescope;
using namespace lanescope::runtime;
namespace exec = lanescope::exec;
namespace machine = lanescope::machine;

extern "C" {

// ---- registration
// ----------------------------------------------------------------------------------------------------

void** __cudaRegisterFatBinary(void* fat_binary) {
  Runtime& runtime = Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  Module* module = runtime.modules.add(fat_binary);
  module->image = fat_binary;
  return reinterpret_cast<void**>(module);
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}  // the program ends: nothing of it is needed any more
char __cudaInitModule(void**) { return 1; }
void __cudaRegisterFunction(void** module, const char* host_function, char*,
                            const char* device_name, int, uint3*, uint3*, dim3*, dim3*, int*) {
  Runtime& runtime = Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  runtime.modules.add_kernel(reinterpret_cast<Module*>(module), host_function, device_name);
}
void __cudaRegisterVar(void** module, char* host_variable, char*, const char* device_name, int,
                       size_t, int, int) {
  Runtime& runtime = Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  runtime.modules.add_variable(reinterpret_cast<Module*>(module), host_variable, device_name);
}
void __cudaRegisterManagedVar(void** module, void** host_variable, char*, const char* device_name,
                              int, size_t bytes, int, int) {
  Runtime& runtime = Runtime::get();
  const std::lock_guard lock(runtime.mutex);
  runtime.modules.add_managed(reinterpret_cast<Module*>(module), host_variable, device_name, bytes);
  runtime.modules.parse(*reinterpret_cast<Module*>(module));  // sets its initial bytes
}
void __cudaRegisterHostVar(void**, const char*, char*, size_t) {}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes,
                                     CUstream_st* stream) {
  pushed_from = __builtin_return_address(0);
  configurations().push_back({grid, block, shared_bytes, stream});
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_bytes,
                                       void* stream) {
  if (configurations().empty()) return api([](Runtime&) { return cudaErrorMissingConfiguration; });
  const CallConfiguration last = configurations().back();
  configurations().pop_back();
  *grid = last.grid;
  *block = last.block;
  *shared_bytes = last.shared_bytes;
  *static_cast<cudaStream_t*>(stream) = last.stream;
  return cudaSuccess;
}

// ---- launches
// --------------------------------------------------------------------------------------------------------

static const void* take_caller(const void* here) {
  const void* caller = pushed_from != nullptr ? pushed_from : here;
  pushed_from = nullptr;
  return caller;
}

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes, cudaStream_t stream) {
  return launch_function(function, grid, block, arguments, shared_bytes, stream, false,
                         take_caller(__builtin_return_address(0)));
}
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                               size_t shared_bytes, cudaStream_t stream) {
  return launch_function(kernel, grid, block, arguments, shared_bytes, stream, false,
                         take_caller(__builtin_return_address(0)));
}
cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block,
                                        void** arguments, size_t shared_bytes,
                                        cudaStream_t stream) {
  return launch_function(function, grid, block, arguments, shared_bytes, stream, true,
                         take_caller(__builtin_return_address(0)));
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function,
                                void** arguments) {
  if (config == nullptr) return api([](Runtime&) { return cudaErrorInvalidValue; });
  bool is_cooperative = false;
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config->attrs[i];
    if (attribute.id == cudaLaunchAttributeCooperative)
      is_cooperative = attribute.val.cooperative != 0;
    const auto& cluster = attribute.val.clusterDim;
    if (attribute.id == cudaLaunchAttributeClusterDimension &&
        cluster.x * cluster.y * cluster.z > 1)
      return not_supported("cudaLaunchKernelEx with clusters");
  }
  return launch_function(function, config->gridDim, config->blockDim, arguments,
                         config->dynamicSmemBytes, config->stream, is_cooperative,
                         take_caller(__builtin_return_address(0)));
}
// The stubs of nvcc's host code keep what their first call got, so it gets the kernel after a
// fault, too.
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* function) {
  return api(
      [&](Runtime& runtime) {
        cudaError_t error = cudaSuccess;
        *kernel = reinterpret_cast<cudaKernel_t>(find_kernel(runtime, function, error));
        return error;
      },
      Needs::nothing);
}
cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* function) {
  return __cudaGetKernel(kernel, function);
}
cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* symbol) {
  return __cudaGetKernel(reinterpret_cast<cudaKernel_t*>(function), symbol);
}

// ---- functions
// -------------------------------------------------------------------------------------------------------

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  return with_kernel(function, [&](Runtime& runtime, Kernel& kernel) {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    const exec::Program& program = kernel.programs.front();
    const machine::Profile& profile = runtime.profile();
    *attributes = {};
    attributes->sharedSizeBytes = program.static_shared_bytes;
    attributes->constSizeBytes = program.constant_bytes;
    attributes->localSizeBytes = program.local_bytes;
    const auto most = profile.count(machine::Figure::threads_per_block).value_or(1024);
    attributes->maxThreadsPerBlock = static_cast<int>(
        program.max_block_threads != 0 ? std::min<std::uint64_t>(program.max_block_threads, most)
                                       : most);
    attributes->numRegs = static_cast<int>(
        Modules::registers(kernel, profile.architecture()).value_or(registers_when_full(profile)));
    // CUB chooses the shapes of its launches by it: those that its device code was compiled with.
    const std::string& target = kernel.part->target;  // "sm_80"
    attributes->ptxVersion = std::atoi(target.c_str() + target.find('_') + 1);
    attributes->binaryVersion = profile.architecture();
    attributes->maxDynamicSharedSizeBytes =
        kernel.max_dynamic_shared >= 0 ? kernel.max_dynamic_shared
                                       : 48 * 1024 - static_cast<int>(program.static_shared_bytes);
    attributes->preferredShmemCarveout = kernel.carveout;
    return cudaSuccess;
  });
}
cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  return with_kernel(function, [&](Runtime& runtime, Kernel& kernel) {
    const exec::Program& program = kernel.programs.front();
    switch (attribute) {
      case cudaFuncAttributeMaxDynamicSharedMemorySize: {
        const auto most =
            runtime.profile().count(machine::Figure::shared_per_block_optin).value_or(48 * 1024);
        if (value < 0 || static_cast<std::uint64_t>(value) + program.static_shared_bytes > most)
          return cudaErrorInvalidValue;
        kernel.max_dynamic_shared = value;
        return cudaSuccess;
      }
      case cudaFuncAttributePreferredSharedMemoryCarveout:
        if (value < -1 || value > 100) return cudaErrorInvalidValue;
        kernel.carveout = value;
        return cudaSuccess;
      case cudaFuncAttributeNonPortableClusterSizeAllowed:
        return cudaSuccess;
      default:
        return cudaErrorInvalidValue;
    }
  });
}
cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache) {
  return with_kernel(function, [](Runtime&, Kernel&) { return cudaSuccess; });
}
cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig) {
  return with_kernel(function, [](Runtime&, Kernel&) { return cudaSuccess; });
}
cudaError_t cudaFuncGetName(const char** name, const void* function) {
  return with_kernel(function, [&](Runtime&, Kernel& kernel) {
    static auto* names = new std::map<const Kernel*, std::string>();
    std::string& kept = (*names)[&kernel];
    kept = std::string(kernel.entry->name);
    *name = kept.c_str();
    return cudaSuccess;
  });
}
cudaError_t cudaFuncGetParamInfo(const void* function, size_t index, size_t* offset,
                                 size_t* bytes) {
  return with_kernel(function, [&](Runtime&, Kernel& kernel) {
    if (index >= kernel.offsets.size()) return cudaErrorInvalidValue;
    *offset = kernel.offsets[index];
    if (bytes != nullptr) *bytes = kernel.entry->params[index].bytes;
    return cudaSuccess;
  });
}

// ---- occupancy
// -------------------------------------------------------------------------------------------------------

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks,
                                                                   const void* function, int block,
                                                                   size_t dynamic_bytes, unsigned) {
  return with_kernel(function, [&](Runtime& runtime, Kernel& kernel) {
    if (blocks == nullptr || block <= 0) return cudaErrorInvalidValue;
    const auto found =
        machine::occupancy(needs_of(kernel, block, dynamic_bytes), runtime.profile());
    if (!found) return cudaErrorUnknown;
    *blocks = static_cast<int>(found->blocks);
    return cudaSuccess;
  });
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                          int block, size_t dynamic_bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, block,
                                                                dynamic_bytes, 0);
}
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* function,
                                                      int blocks, int) {
  return with_kernel(function, [&](Runtime& runtime, Kernel& kernel) {
    if (bytes == nullptr || blocks <= 0) return cudaErrorInvalidValue;
    const machine::Profile& profile = runtime.profile();
    const std::uint64_t all = profile.count(machine::Figure::shared_per_sm).value_or(48 * 1024);
    const std::uint64_t reserved = profile.count(machine::Figure::shared_reserved).value_or(0);
    const std::uint64_t used = kernel.programs.front().static_shared_bytes + reserved;
    const std::uint64_t each = all / static_cast<std::uint64_t>(blocks);
    const std::uint64_t most =
        profile.count(machine::Figure::shared_per_block_optin).value_or(48 * 1024);
    *bytes = each > used ? std::min(each - used, most) : 0;
    return cudaSuccess;
  });
}

// ---- libraries: device code that is loaded at run time
// ---------------------------------------------------------------

cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code, cudaJitOption*, void**,
                                unsigned, cudaLibraryOption*, void**, unsigned) {
  return api([&](Runtime& runtime) {
    if (library == nullptr || code == nullptr) return cudaErrorInvalidValue;
    Module* module = runtime.modules.add(code);
    if (!runtime.modules.parse(*module)) {
      runtime.say_once(module->problem);
      return module->texts.empty() ? cudaErrorNoKernelImageForDevice : cudaErrorInvalidPtx;
    }
    *library = reinterpret_cast<cudaLibrary_t>(module);
    return cudaSuccess;
  });
}
cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  return api([&](Runtime& runtime) {
    runtime.modules.remove(reinterpret_cast<Module*>(library));
    return cudaSuccess;
  });
}
cudaError_t cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t library, const char* name) {
  return api([&](Runtime& runtime) {
    Kernel* found = runtime.modules.kernel(*reinterpret_cast<Module*>(library), name);
    *kernel = reinterpret_cast<cudaKernel_t>(found);
    return found != nullptr ? cudaSuccess : cudaErrorSymbolNotFound;
  });
}
cudaError_t cudaLibraryGetGlobal(void** pointer, size_t* bytes, cudaLibrary_t library,
                                 const char* name) {
  return api([&](Runtime& runtime) {
    Variable* found = runtime.modules.variable(*reinterpret_cast<Module*>(library), name);
    if (found == nullptr || !runtime.modules.place(*found)) return cudaErrorSymbolNotFound;
    if (pointer != nullptr) *pointer = reinterpret_cast<void*>(found->address);
    if (bytes != nullptr) *bytes = found->declared->bytes;
    return cudaSuccess;
  });
}

}  // extern "C"
