#include "tests/device/gpu.h"

#include <array>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>

namespace lanescope::device {
namespace {

// The few types of cuda.h that we use (CUDA Driver API, "Data types used by CUDA driver").
using Result = int;  // CUresult; 0 is CUDA_SUCCESS
using Device = int;
using Context = void*;
using Module = void*;
using Function = void*;
using Address = unsigned long long;  // CUdeviceptr

constexpr int info_log_buffer = 3;         // CU_JIT_INFO_LOG_BUFFER
constexpr int info_log_bytes = 4;          // CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES
constexpr int error_log_buffer = 5;        // CU_JIT_ERROR_LOG_BUFFER
constexpr int error_log_bytes = 6;         // CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES
constexpr int capability_major = 75;       // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
constexpr int capability_minor = 76;       // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR
constexpr Result error_invalid_ptx = 218;  // CUDA_ERROR_INVALID_PTX
constexpr Result error_unsupported_ptx_version = 222;

}  // namespace

struct Gpu::Driver {
  void* library = nullptr;
  std::string missing;  // the first function that is not in the library

  Result (*init)(unsigned) = nullptr;
  Result (*device_get)(Device*, int) = nullptr;
  Result (*device_name)(char*, int, Device) = nullptr;
  Result (*device_attribute)(int*, int, Device) = nullptr;
  Result (*context_retain)(Context*, Device) = nullptr;
  Result (*context_release)(Device) = nullptr;
  Result (*context_set)(Context) = nullptr;
  Result (*synchronize)() = nullptr;
  Result (*module_load)(Module*, const void*, unsigned, int*, void**) = nullptr;
  Result (*module_function)(Function*, Module, const char*) = nullptr;
  Result (*module_unload)(Module) = nullptr;
  Result (*allocate)(Address*, std::size_t) = nullptr;
  Result (*release)(Address) = nullptr;
  Result (*to_device)(Address, const void*, std::size_t) = nullptr;
  Result (*to_host)(void*, Address, std::size_t) = nullptr;
  Result (*launch)(Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                   void*, void**, void**) = nullptr;
  Result (*error_name)(Result, const char**) = nullptr;
  Device device = 0;
  bool has_context = false;

  Result make_context() {
    Context context = nullptr;
    const Result retained = context_retain(&context, device);
    has_context = retained == 0;
    return retained != 0 ? retained : context_set(context);
  }
  // After a failed kernel, every call in its context fails.
  void make_context_anew() {
    if (has_context) context_release(device);
    make_context();
  }

  template <class F>
  void find(F& function, const char* symbol) {
    function = reinterpret_cast<F>(dlsym(library, symbol));
    if (function == nullptr && missing.empty()) missing = symbol;
  }

  void find_all() {
    find(init, "cuInit");
    find(device_get, "cuDeviceGet");
    find(device_name, "cuDeviceGetName");
    find(device_attribute, "cuDeviceGetAttribute");
    find(context_retain, "cuDevicePrimaryCtxRetain");
    find(context_release, "cuDevicePrimaryCtxRelease_v2");
    find(context_set, "cuCtxSetCurrent");
    find(synchronize, "cuCtxSynchronize");
    find(module_load, "cuModuleLoadDataEx");
    find(module_function, "cuModuleGetFunction");
    find(module_unload, "cuModuleUnload");
    find(allocate, "cuMemAlloc_v2");
    find(release, "cuMemFree_v2");
    find(to_device, "cuMemcpyHtoD_v2");
    find(to_host, "cuMemcpyDtoH_v2");
    find(launch, "cuLaunchKernel");
    find(error_name, "cuGetErrorName");
  }

  [[nodiscard]] std::string words(const char* what, Result result) const {
    const char* name = nullptr;
    error_name(result, &name);
    return fmt::format("{}: {}", what, name != nullptr ? name : std::to_string(result));
  }

  ~Driver() {
    if (has_context) context_release(device);
    if (library != nullptr) dlclose(library);
  }
};

Gpu::Gpu(std::unique_ptr<Driver> driver) : driver_(std::move(driver)) {}
Gpu::~Gpu() = default;

tl::expected<std::unique_ptr<Gpu>, std::string> Gpu::open() {
  auto driver = std::make_unique<Driver>();
  Driver& d = *driver;
  d.library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (d.library == nullptr) return tl::unexpected(std::string(dlerror()));
  d.find_all();
  if (!d.missing.empty()) return tl::unexpected("libcuda.so.1 has no " + d.missing);
  if (const Result r = d.init(0); r != 0) return tl::unexpected(d.words("cuInit", r));
  if (const Result r = d.device_get(&d.device, 0); r != 0)
    return tl::unexpected(d.words("cuDeviceGet", r));
  if (const Result r = d.make_context(); r != 0)
    return tl::unexpected(d.words("cuDevicePrimaryCtxRetain", r));
  std::array<char, 256> name{};
  int major = 0;
  int minor = 0;
  d.device_name(name.data(), static_cast<int>(name.size()), d.device);
  d.device_attribute(&major, capability_major, d.device);
  d.device_attribute(&minor, capability_minor, d.device);
  std::unique_ptr<Gpu> gpu(new Gpu(std::move(driver)));
  gpu->name_ = fmt::format("{}, compute capability {}.{}", name.data(), major, minor);
  return gpu;
}

LaunchResult Gpu::run(KernelLaunch& launch) {
  Driver& d = *driver_;
  std::vector<char> log(16 * 1024);
  std::vector<char> info(16 * 1024);
  std::array<int, 4> options = {error_log_buffer, error_log_bytes, info_log_buffer, info_log_bytes};
  std::array<void*, 4> values = {log.data(), reinterpret_cast<void*>(log.size() - 1), info.data(),
                                 reinterpret_cast<void*>(info.size() - 1)};
  Module module = nullptr;
  if (const Result r =
          d.module_load(&module, launch.ptx.c_str(), static_cast<unsigned>(options.size()),
                        options.data(), values.data());
      r != 0) {
    const bool refused = r == error_invalid_ptx || r == error_unsupported_ptx_version;
    return tl::unexpected(NotRun{refused, d.words("cuModuleLoadDataEx", r) + "\n" + log.data()});
  }
  std::vector<Address> addresses;
  LaunchResult result;
  const auto check = [&](const char* what, Result r) {
    if (r != 0 && result) result = tl::unexpected(NotRun{false, d.words(what, r)});
    return r == 0;
  };
  Function function = nullptr;
  check("cuModuleGetFunction", d.module_function(&function, module, "k"));
  for (const auto& array : launch.arrays) {
    Address address = 0;
    if (!result || !check("cuMemAlloc", d.allocate(&address, array.size()))) break;
    addresses.push_back(address);
    check("cuMemcpyHtoD", d.to_device(address, array.data(), array.size()));
  }
  if (result) {
    std::vector<void*> parameters;
    for (Address& address : addresses) parameters.push_back(&address);
    for (auto& scalar : launch.scalars) parameters.push_back(scalar.data());
    check("cuLaunchKernel", d.launch(function, launch.grid, 1, 1, launch.block[0], launch.block[1],
                                     launch.block[2], 0, nullptr, parameters.data(), nullptr));
    check("cuCtxSynchronize", d.synchronize());
  }
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    auto& array = launch.arrays[i];
    if (result) check("cuMemcpyDtoH", d.to_host(array.data(), addresses[i], array.size()));
    d.release(addresses[i]);
  }
  d.module_unload(module);
  if (!result) d.make_context_anew();
  return result;
}

}  // namespace lanescope::device
