// Runs a job: fills the arrays, launches once for the results, then for the times.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iterator>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include <cuda.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include "kernels/device/cuda_check.h"
#include "kernels/device/cuda_counters.h"
#include "kernels/device/cuda_device.h"
#include "kernels/device/cuda_sum.h"
#include "kernels/device/cuda_texture.h"
#include "kernels/device/job.h"
#include "kernels/device/nvml.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::device {
namespace {

// Throws CudaFailure if there is not enough memory.
class DeviceBuffer {
 public:
  explicit DeviceBuffer(std::size_t bytes) : bytes_(bytes) {
    check(cudaMalloc(&data_, bytes > 0 ? bytes : 1),
          "the GPU has no room for " + std::to_string(bytes) + " bytes");
  }
  DeviceBuffer(DeviceBuffer&& other) noexcept : data_(other.data_), bytes_(other.bytes_) {
    other.data_ = nullptr;
  }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(DeviceBuffer&&) = delete;
  ~DeviceBuffer() {
    if (data_ != nullptr) cudaFree(data_);
  }
  [[nodiscard]] void* data() const { return data_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

// Measures the time between two points of the default stream.
class Stopwatch {
 public:
  Stopwatch() {
    check(cudaEventCreate(&start_), "creating an event");
    check(cudaEventCreate(&stop_), "creating an event");
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }
  void start() { check(cudaEventRecord(start_), "recording an event"); }
  // Milliseconds since start(). Waits for the GPU to reach this point.
  [[nodiscard]] double stop() {
    check(cudaEventRecord(stop_), "recording an event");
    check(cudaEventSynchronize(stop_), "the kernel failed on the GPU");
    float ms = 0;
    check(cudaEventElapsedTime(&ms, start_, stop_), "reading the time");
    return std::round(static_cast<double>(ms) * 1e6) / 1e6;  // events have a resolution of 1 ns
  }

 private:
  cudaEvent_t start_ = nullptr;
  cudaEvent_t stop_ = nullptr;
};

// A kernel's code on the GPU: loaded from a cubin, or compiled from PTX by the driver. All
// functions throw CudaFailure.
class CudaModule {
 public:
  // Loads on the current device. Uses job.cubin, or job.ptx if the cubin is empty or the driver
  // rejects it.
  explicit CudaModule(const Job& job);
  ~CudaModule();
  CudaModule(const CudaModule&) = delete;
  CudaModule& operator=(const CudaModule&) = delete;

  [[nodiscard]] bool from_cubin() const { return from_cubin_; }
  [[nodiscard]] std::uint32_t registers() const;
  [[nodiscard]] std::uint32_t blocks_per_multiprocessor(const Job& job) const;
  // Asynchronous. `parameters`: the addresses of the argument values.
  void launch(const Job& job, std::vector<void*>& parameters) const {
    launch_function(function_, job, parameters);
  }
  // A launch of another kernel of the same code.
  void launch(const EarlierJobLaunch& earlier, std::vector<void*>& parameters) const {
    launch_function(function_of(earlier), earlier, parameters);
  }
  // The device address of a variable that has that many bytes or more.
  [[nodiscard]] void* variable(const JobSymbol& symbol) const;

 private:
  void load(const Job& job);
  // Launch: Job or EarlierJobLaunch.
  template <class Launch>
  [[nodiscard]] CUfunction function_of(const Launch& launch) const;
  template <class Launch>
  static void launch_function(CUfunction function, const Launch& launch,
                              std::vector<void*>& parameters);
  CUmodule module_ = nullptr;
  CUfunction function_ = nullptr;
  bool from_cubin_ = false;
};

struct Driver {
  decltype(&::cuModuleLoadDataEx) load = nullptr;
  decltype(&::cuModuleUnload) unload = nullptr;
  decltype(&::cuModuleGetFunction) get_function = nullptr;
  decltype(&::cuModuleGetGlobal) get_global = nullptr;
  decltype(&::cuFuncGetAttribute) get_attribute = nullptr;
  decltype(&::cuFuncSetAttribute) set_attribute = nullptr;
  decltype(&::cuOccupancyMaxActiveBlocksPerMultiprocessor) occupancy = nullptr;
  decltype(&::cuLaunchKernel) launch = nullptr;
  decltype(&::cuLaunchCooperativeKernel) launch_cooperative = nullptr;

  Driver() {
    find_in_driver(load, "cuModuleLoadDataEx");
    find_in_driver(unload, "cuModuleUnload");
    find_in_driver(get_function, "cuModuleGetFunction");
    find_in_driver(get_global, "cuModuleGetGlobal");
    find_in_driver(get_attribute, "cuFuncGetAttribute");
    find_in_driver(set_attribute, "cuFuncSetAttribute");
    find_in_driver(occupancy, "cuOccupancyMaxActiveBlocksPerMultiprocessor");
    find_in_driver(launch, "cuLaunchKernel");
    find_in_driver(launch_cooperative, "cuLaunchCooperativeKernel");
  }
};

const Driver& driver() {
  static const Driver found;
  return found;
}

// The driver and the runtime use the same error numbers.
void check_call(CUresult status, const std::string& what) {
  check(static_cast<cudaError_t>(status), what);
}

CudaModule::CudaModule(const Job& job) {
  load(job);
  function_ = function_of(job);
}

template <class Launch>
CUfunction CudaModule::function_of(const Launch& launch) const {
  CUfunction function = nullptr;
  check_call(driver().get_function(&function, module_, launch.kernel.c_str()),
             fmt::format("looking for the kernel {}", launch.kernel));
  constexpr std::uint32_t always_there = 48 * 1024;  // more must be requested
  if (launch.dynamic_shared_bytes > always_there) {
    check_call(
        driver().set_attribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                               static_cast<int>(launch.dynamic_shared_bytes)),
        fmt::format("asking for {} bytes of dynamic shared memory", launch.dynamic_shared_bytes));
  }
  return function;
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
  check_call(status, "the driver rejects the kernel" + (log.empty() ? "" : " (" + log + ")"));
}

std::uint32_t CudaModule::registers() const {
  int value = 0;
  check_call(driver().get_attribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, function_),
             "asking for the kernel's registers");
  return static_cast<std::uint32_t>(value);
}

std::uint32_t CudaModule::blocks_per_multiprocessor(const Job& job) const {
  int blocks = 0;
  const std::uint32_t threads = job.block[0] * job.block[1] * job.block[2];
  check_call(
      driver().occupancy(&blocks, function_, static_cast<int>(threads), job.dynamic_shared_bytes),
      "asking for the kernel's occupancy");
  return static_cast<std::uint32_t>(blocks);
}

template <class Launch>
void CudaModule::launch_function(CUfunction function, const Launch& launch,
                                 std::vector<void*>& parameters) {
  if (launch.is_cooperative) {
    check_call(driver().launch_cooperative(function, launch.grid[0], launch.grid[1], launch.grid[2],
                                           launch.block[0], launch.block[1], launch.block[2],
                                           launch.dynamic_shared_bytes, nullptr, parameters.data()),
               "launching the kernel, all of its blocks together");
    return;
  }
  check_call(driver().launch(function, launch.grid[0], launch.grid[1], launch.grid[2],
                             launch.block[0], launch.block[1], launch.block[2],
                             launch.dynamic_shared_bytes, nullptr, parameters.data(), nullptr),
             "launching the kernel");
}

void* CudaModule::variable(const JobSymbol& symbol) const {
  CUdeviceptr address = 0;
  std::size_t bytes = 0;
  check_call(driver().get_global(&address, &bytes, module_, symbol.name.c_str()),
             fmt::format("looking for the variable {}", symbol.name));
  if (bytes < symbol.bytes.size()) {
    throw CudaFailure({JobFailure::Kind::rejected,
                       fmt::format("the variable {} is smaller on the GPU", symbol.name)});
  }
  return reinterpret_cast<void*>(address);
}

// Library implementations of the same work, to compare a kernel with: CUB's sum, cuBLAS's SGEMM.
class CudaBound {
 public:
  virtual ~CudaBound() = default;
  [[nodiscard]] virtual std::string name() const = 0;  // "cuBLAS 13.0.2 sgemm"
  virtual void launch() = 0;                           // asynchronous; throws CudaFailure
};

CudaFailure missing(const std::string& message) {
  return CudaFailure{{JobFailure::Kind::not_built, message}};
}

// The array at `index`, which must have at least `count` floats.
const float* floats(const std::vector<DeviceBuffer>& inputs, std::size_t index,
                    std::uint64_t count) {
  if (index < inputs.size() && inputs[index].bytes() / sizeof(float) >= count)
    return static_cast<const float*>(inputs[index].data());
  throw CudaFailure{{JobFailure::Kind::rejected,
                     fmt::format("bound.size asks for {} floats, which array {} of the lesson does "
                                 "not have",
                                 count, index + 1)}};
}

#ifdef LANESCOPE_HAVE_CUB
class CubSum : public CudaBound {
 public:
  CubSum(std::uint64_t count, const std::vector<DeviceBuffer>& inputs)
      : count_(count), input_(floats(inputs, 0, count)) {
    std::size_t bytes = 0;
    check(cub_sum(nullptr, bytes, nullptr, nullptr, count_), "asking CUB how much memory it needs");
    scratch_ = std::make_unique<DeviceBuffer>(bytes);
  }
  [[nodiscard]] std::string name() const override {
    return fmt::format("CUB {} DeviceReduce::Sum", cub_version());
  }
  void launch() override {
    std::size_t bytes = scratch_->bytes();
    check(cub_sum(scratch_->data(), bytes, input_, static_cast<float*>(total_.data()), count_),
          "launching CUB's sum");
  }

 private:
  std::uint64_t count_;
  const float* input_;
  DeviceBuffer total_{sizeof(float)};
  std::unique_ptr<DeviceBuffer> scratch_;
};
#endif

// cuBLAS documentation: cublasCreate, cublasSgemm, cublasGetProperty. The library is opened at
// first use. Status 0 is success; operation 0 is "not transposed".
class CublasSgemm : public CudaBound {
 public:
  CublasSgemm(std::uint64_t size, const std::vector<DeviceBuffer>& inputs)
      : size_(size),
        a_(floats(inputs, 0, size * size)),
        b_(floats(inputs, 1, size * size)),
        c_(size * size * sizeof(float)) {
    open();
    int (*create)(void**) = nullptr;
    find(create, "cublasCreate_v2");
    find(destroy_, "cublasDestroy_v2");
    find(sgemm_, "cublasSgemm_v2");
    find(property_, "cublasGetProperty");
    check_status(create(&handle_), "starting cuBLAS");
  }
  CublasSgemm(const CublasSgemm&) = delete;
  CublasSgemm& operator=(const CublasSgemm&) = delete;
  ~CublasSgemm() override {
    if (handle_ != nullptr) destroy_(handle_);
  }
  [[nodiscard]] std::string name() const override {
    int major = 0;
    int minor = 0;
    int patch = 0;
    property_(0, &major);
    property_(1, &minor);
    property_(2, &patch);
    return fmt::format("cuBLAS {}.{}.{} sgemm", major, minor, patch);
  }
  void launch() override {
    const int n = static_cast<int>(size_);
    const float one = 1;
    const float zero = 0;
    check_status(sgemm_(handle_, 0, 0, n, n, n, &one, a_, n, b_, n, &zero, c_.data(), n),
                 "launching cuBLAS's sgemm");
  }

 private:
  void open() {
    for (const char* name : {"libcublas.so.13", "libcublas.so.12", LANESCOPE_CUBLAS_LIBRARY}) {
      library_ = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
      if (library_ != nullptr) return;
    }
    throw missing(fmt::format("cuBLAS is not on this machine ({})", ::dlerror()));
  }
  template <class Function>
  void find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(::dlsym(library_, name));
    if (function == nullptr) throw missing(fmt::format("the cuBLAS library has no {}", name));
  }
  static void check_status(int status, const char* what) {
    if (status != 0)
      throw CudaFailure{{JobFailure::Kind::failed, fmt::format("{}: status {}", what, status)}};
  }

  std::uint64_t size_;
  const float* a_;
  const float* b_;
  DeviceBuffer c_;
  void* library_ = nullptr;
  void* handle_ = nullptr;
  int (*destroy_)(void*) = nullptr;
  int (*property_)(int, int*) = nullptr;
  int (*sgemm_)(void*, int, int, int, int, int, const float*, const void*, int, const void*, int,
                const float*, void*, int) = nullptr;
};

// Runs on the current device. `inputs`: the kernel's arrays, in order. They must outlive the
// result. The sum uses the first, the product the first two. (Their content affects the time: a GPU
// that multiplies zeros stays cooler.) Throws CudaFailure: not_built if the library is missing,
// rejected if the arrays are too small, out_of_memory.
std::unique_ptr<CudaBound> make_bound(const lesson::Bound& bound,
                                      const std::vector<DeviceBuffer>& inputs) {
  if (bound.kind == lesson::BoundKind::sgemm)
    return std::make_unique<CublasSgemm>(bound.size, inputs);
#ifdef LANESCOPE_HAVE_CUB
  return std::make_unique<CubSum>(bound.size, inputs);
#else
  throw missing("this program was built without CUB (nvcc, the CUDA compiler, was not found)");
#endif
}

constexpr std::uint64_t mebibyte = 1024 * 1024;
// The copy is the baseline for bandwidths. At this size neither the launch nor the L2 cache affects
// it.
constexpr std::uint64_t min_copy_bytes = 256 * mebibyte;

// A kernel that just waits for some nanoseconds.
Job waiting_job() {
  Job job;
  job.kernel = "wait";
  job.ptx = R"(.version 6.0
.target sm_52
.address_size 64
.visible .entry wait(.param .u64 nanoseconds) {
.reg .u64 %rd<4>;
.reg .pred %p;
ld.param.u64 %rd0, [nanoseconds];
mov.u64 %rd1, %globaltimer;
AGAIN:
mov.u64 %rd2, %globaltimer;
sub.u64 %rd3, %rd2, %rd1;
setp.lt.u64 %p, %rd3, %rd0;
@%p bra AGAIN;
ret;
}
)";
  return job;
}

class RunningJob {
 public:
  explicit RunningJob(const Job& job)
      : job_(job), gpu_(describe_gpu(job.device)), nvml_(pci_bus_id(job.device)), module_(job) {
    allocate();
    run_earlier();
  }

  JobResult run() {
    JobResult result;
    result.gpu = gpu_;
    result.from_cubin = module_.from_cubin();
    result.registers = module_.registers();
    result.blocks_per_multiprocessor = module_.blocks_per_multiprocessor(job_);
    refill();
    result.first_ms = time_launch();
    check(cudaDeviceSynchronize(), "the kernel failed on the GPU");
    read_back(result);
    if (!job_.wants_times && !job_.wants_counts) return result;
    const DeviceBuffer flush(std::max<std::uint64_t>(2 * gpu_.l2_bytes, 64 * mebibyte));
    const auto write_over_l2 = [&] {
      check(cudaMemsetAsync(flush.data(), 0, flush.bytes()), "writing over the L2 cache");
    };
    if (job_.wants_times) time_all(result, write_over_l2);
    // Last, because profiling may slow down everything after it.
    if (job_.wants_counts) count(result, write_over_l2);
    return result;
  }

 private:
  void time_all(JobResult& result, const std::function<void()>& write_over_l2) {
    // Warm-up: raises the clocks and loads the code.
    for (int i = 0; i < 3; ++i) {
      refill();
      time_launch();
    }
    result.warm_ms = series([&] {
      refill();
      keep_busy();
      return time_launch();
    });
    result.cold_ms = series([&] {
      refill();
      write_over_l2();
      return time_launch();
    });
    result.state = nvml_.state();
    time_copy(result, write_over_l2);
    if (job_.bound) time_bound(result, write_over_l2);
  }

  // Counts one launch after overwriting the L2 cache. The times are valid even without counters.
  void count(JobResult& result, const std::function<void()>& write_over_l2) {
    try {
      CudaCounters counters(all_metrics());
      result.counts = counts_of(counters.read(
          [&] {
            refill();
            write_over_l2();
          },
          [&] { module_.launch(job_, parameters_); }));
    } catch (const CudaFailure& error) {
      const JobFailure::Kind kind = error.failure.kind;
      if (kind != JobFailure::Kind::counters_missing && kind != JobFailure::Kind::counters_locked)
        throw;
      result.counts_failure = error.failure;
    }
  }

  void time_bound(JobResult& result, const std::function<void()>& write_over_l2) {
    try {
      const std::unique_ptr<CudaBound> bound = make_bound(*job_.bound, first_);
      const auto sample = [&] {
        write_over_l2();
        watch_.start();
        bound->launch();
        return watch_.stop();
      };
      for (int i = 0; i < 3; ++i) sample();
      result.bound_ms = series(sample);
      result.bound_name = bound->name();
    } catch (const CudaFailure& error) {
      // The bound is not available here. Any other failure counts as the launch's.
      const JobFailure::Kind kind = error.failure.kind;
      if (kind != JobFailure::Kind::not_built && kind != JobFailure::Kind::rejected &&
          kind != JobFailure::Kind::out_of_memory) {
        throw;
      }
      result.bound_failure = error.failure.message;
    }
  }

  void allocate() {
    for (const JobArgument& argument : job_.arguments) {
      if (!argument.is_array) continue;
      arrays_.emplace_back(argument.bytes.size());
      addresses_.push_back(arrays_.back().data());
      // The initial contents, copied to the array before each launch.
      first_.emplace_back(argument.bytes.size());
      check(cudaMemcpy(first_.back().data(), argument.bytes.data(), argument.bytes.size(),
                       cudaMemcpyHostToDevice),
            "copying the arrays to the GPU");
    }
    const bool gathers = job_.ptx.find("tld4") != std::string::npos;
    for (const JobTexture& texture : job_.textures)
      textures_.emplace_back(texture, arrays_.at(texture.array).data(), gathers);
    for (const JobSymbol& symbol : job_.symbols) {
      symbol_addresses_.push_back(module_.variable(symbol));
      std::vector<std::uint8_t> bytes = symbol.bytes;
      set_handles(symbol.textures, bytes);
      symbols_.emplace_back(bytes.size());
      check(cudaMemcpy(symbols_.back().data(), bytes.data(), bytes.size(), cudaMemcpyHostToDevice),
            "copying the variables to the GPU");
    }
    std::size_t next = 0;
    for (const JobArgument& argument : job_.arguments) {
      if (!argument.is_array) {
        parameters_.push_back(add_value(argument));
        continue;
      }
      if (argument.is_parameter) parameters_.push_back(&addresses_[next]);
      ++next;
    }
  }

  // What the earlier launches leave is what each launch of the job begins with.
  void run_earlier() {
    if (job_.before.empty()) return;
    refill();
    for (const EarlierJobLaunch& launch : job_.before) {
      std::vector<void*> parameters;
      for (const JobArgument& argument : launch.arguments)
        parameters.push_back(add_value(argument));
      module_.launch(launch, parameters);
      check(cudaDeviceSynchronize(), fmt::format("{}, which runs before, failed", launch.kernel));
    }
    for (std::size_t i = 0; i < symbols_.size(); ++i) {
      check(cudaMemcpy(symbols_[i].data(), symbol_addresses_[i], symbols_[i].bytes(),
                       cudaMemcpyDeviceToDevice),
            "keeping the variables");
    }
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      check(cudaMemcpy(first_[i].data(), arrays_[i].data(), arrays_[i].bytes(),
                       cudaMemcpyDeviceToDevice),
            "keeping the arrays");
    }
  }

  // The value's bytes with the addresses of the arrays that it points to.
  void* add_value(const JobArgument& argument) {
    std::vector<std::uint8_t>& value = values_.emplace_back(argument.bytes);
    for (const lesson::ArrayAddress& place : argument.addresses) {
      const auto address =
          reinterpret_cast<std::uintptr_t>(addresses_.at(place.array)) + place.offset;
      if (place.at + sizeof address > value.size())
        throw CudaFailure{{JobFailure::Kind::rejected, "an address lies outside its argument"}};
      std::memcpy(value.data() + place.at, &address, sizeof address);
    }
    set_handles(argument.textures, value);
    return value.data();
  }

  void set_handles(const std::vector<lesson::TextureHandle>& places,
                   std::vector<std::uint8_t>& bytes) {
    for (const lesson::TextureHandle& place : places) {
      if (place.texture >= textures_.size() || place.at + sizeof(std::uint64_t) > bytes.size())
        throw CudaFailure{{JobFailure::Kind::rejected, "a texture lies outside its argument"}};
      CudaTexture& texture = *std::next(textures_.begin(), static_cast<long>(place.texture));
      const std::uint64_t handle =
          place.is_surface ? texture.surface_object() : texture.texture_object();
      std::memcpy(bytes.data() + place.at, &handle, sizeof handle);
    }
  }

  void refill() {
    for (std::size_t i = 0; i < symbols_.size(); ++i) {
      check(cudaMemcpyAsync(symbol_addresses_[i], symbols_[i].data(), symbols_[i].bytes(),
                            cudaMemcpyDeviceToDevice),
            "setting the variables");
    }
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      check(cudaMemcpyAsync(arrays_[i].data(), first_[i].data(), arrays_[i].bytes(),
                            cudaMemcpyDeviceToDevice),
            "filling the arrays");
    }
    for (CudaTexture& texture : textures_) texture.fill();
  }

  // Keeps the GPU busy while the CPU prepares the launch, so that the launch starts at once and its
  // preparation is not timed. (Overwriting the L2 cache does the same for the cold series.)
  void keep_busy() {
    std::uint64_t nanoseconds = 30'000;
    std::vector<void*> parameters{&nanoseconds};
    wait_module_.launch(wait_job_, parameters);
  }

  double time_launch() {
    watch_.start();
    module_.launch(job_, parameters_);
    return watch_.stop();
  }

  void read_back(JobResult& result) {
    for (CudaTexture& texture : textures_) texture.write_back();
    std::size_t next = 0;
    for (const JobArgument& argument : job_.arguments) {
      if (!argument.is_array) continue;
      const DeviceBuffer& array = arrays_[next++];
      std::vector<std::uint8_t> bytes(array.bytes());
      check(cudaMemcpy(bytes.data(), array.data(), array.bytes(), cudaMemcpyDeviceToHost),
            "copying the arrays from the GPU");
      const bool is_as_before = bytes == argument.bytes;
      if (is_as_before) bytes.clear();
      result.unchanged.push_back(is_as_before);
      result.arrays.push_back(std::move(bytes));
    }
  }

  std::vector<double> series(const std::function<double()>& sample) const {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    std::vector<double> samples;
    const auto spent = [&] {
      return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    };
    while (wants_more(job_.plan, samples, spent())) samples.push_back(sample());
    return samples;
  }

  // The copy is as large as the kernel's arrays if they are larger than the minimum.
  void time_copy(JobResult& result, const std::function<void()>& write_over_l2) {
    std::uint64_t array_bytes = 0;
    for (const DeviceBuffer& array : arrays_) array_bytes += array.bytes();
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    check(cudaMemGetInfo(&free_bytes, &total_bytes), "asking for the GPU's free memory");
    const std::uint64_t bytes =
        std::min<std::uint64_t>(std::max(array_bytes / 2, min_copy_bytes), free_bytes / 4);
    const DeviceBuffer from(bytes);
    const DeviceBuffer to(bytes);
    check(cudaMemset(from.data(), 1, bytes), "filling the copy's source");
    result.copy_bytes = bytes;
    result.copy_ms = series([&] {
      write_over_l2();
      watch_.start();
      check(cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice), "copying");
      return watch_.stop();
    });
  }

  const Job& job_;
  const GpuInfo gpu_;
  const Nvml nvml_;
  const CudaModule module_;
  const Job wait_job_ = waiting_job();
  const CudaModule wait_module_{wait_job_};
  Stopwatch watch_;
  std::vector<DeviceBuffer> arrays_, first_;
  std::vector<void*> addresses_;
  std::list<std::vector<std::uint8_t>> values_;  // parameters_ points into them
  std::vector<DeviceBuffer> symbols_;            // copied to symbol_addresses_ before each launch
  std::vector<void*> symbol_addresses_;
  std::list<CudaTexture> textures_;
  std::vector<void*> parameters_;
};

}  // namespace

tl::expected<JobResult, JobFailure> run_job(const Job& job) {
  try {
    check_driver();
    check(cudaSetDevice(job.device), fmt::format("choosing GPU {}", job.device));
    check(cudaFree(nullptr), "starting the GPU");
    return RunningJob(job).run();
  } catch (const CudaFailure& error) {
    return tl::unexpected(error.failure);
  }
}

}  // namespace lanescope::device
