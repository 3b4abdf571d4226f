#include "kernels/device/cuda_module.h"

#include <array>

#include <fmt/format.h>

#include "kernels/device/cuda_check.h"
#include "kernels/device/cuda_driver.h"

namespace lanescope::device {
namespace {

struct Driver {
  decltype(&::cuModuleLoadDataEx) load = nullptr;
  decltype(&::cuModuleUnload) unload = nullptr;
  decltype(&::cuModuleGetFunction) get_function = nullptr;
  decltype(&::cuFuncGetAttribute) get_attribute = nullptr;
  decltype(&::cuFuncSetAttribute) set_attribute = nullptr;
  decltype(&::cuOccupancyMaxActiveBlocksPerMultiprocessor) occupancy = nullptr;
  decltype(&::cuLaunchKernel) launch = nullptr;

  Driver() {
    find_in_driver(load, "cuModuleLoadDataEx");
    find_in_driver(unload, "cuModuleUnload");
    find_in_driver(get_function, "cuModuleGetFunction");
    find_in_driver(get_attribute, "cuFuncGetAttribute");
    find_in_driver(set_attribute, "cuFuncSetAttribute");
    find_in_driver(occupancy, "cuOccupancyMaxActiveBlocksPerMultiprocessor");
    find_in_driver(launch, "cuLaunchKernel");
  }
};

const Driver& driver() {
  static const Driver found;
  return found;
}

// The driver and the runtime use the same error numbers.
void check(CUresult status, const std::string& what) {
  device::check(static_cast<cudaError_t>(status), what);
}

}  // namespace

CudaModule::CudaModule(const Job& job) {
  load(job);
  check(driver().get_function(&function_, module_, job.kernel.c_str()),
        fmt::format("looking for the kernel {}", job.kernel));
  constexpr std::uint32_t always_there = 48 * 1024;  // more must be requested
  if (job.dynamic_shared_bytes > always_there) {
    check(driver().set_attribute(function_, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                 static_cast<int>(job.dynamic_shared_bytes)),
          fmt::format("asking for {} bytes of dynamic shared memory", job.dynamic_shared_bytes));
  }
}

CudaModule::~CudaModule() {
  if (module_ != nullptr) driver().unload(module_);
}

void CudaModule::load(const Job& job) {
  if (!job.cubin.empty() &&
      driver().load(&module_, job.cubin.data(), 0, nullptr, nullptr) == CUDA_SUCCESS) {
    from_cubin_ = true;
    return;
  }
  std::string log(16 * 1024, '\0');
  std::array<CUjit_option, 2> options{CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  std::array<void*, 2> values{log.data(), reinterpret_cast<void*>(log.size() - 1)};
  const CUresult status =
      driver().load(&module_, job.ptx.c_str(), static_cast<unsigned>(options.size()),
                    options.data(), values.data());
  if (status == CUDA_SUCCESS) return;
  log.resize(log.find('\0'));
  check(status, "the driver rejects the kernel" + (log.empty() ? "" : " (" + log + ")"));
}

std::uint32_t CudaModule::registers() const {
  int value = 0;
  check(driver().get_attribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, function_),
        "asking for the kernel's registers");
  return static_cast<std::uint32_t>(value);
}

std::uint32_t CudaModule::blocks_per_multiprocessor(const Job& job) const {
  int blocks = 0;
  const std::uint32_t threads = job.block[0] * job.block[1] * job.block[2];
  check(driver().occupancy(&blocks, function_, static_cast<int>(threads), job.dynamic_shared_bytes),
        "asking for the kernel's occupancy");
  return static_cast<std::uint32_t>(blocks);
}

void CudaModule::launch(const Job& job, std::vector<void*>& parameters) const {
  check(
      driver().launch(function_, job.grid[0], job.grid[1], job.grid[2], job.block[0], job.block[1],
                      job.block[2], job.dynamic_shared_bytes, nullptr, parameters.data(), nullptr),
      "launching the kernel");
}

}  // namespace lanescope::device
