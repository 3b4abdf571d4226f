#include "kernels/device/cuda_bound.h"

#include <dlfcn.h>

#include <fmt/format.h>

#include "kernels/device/cuda_buffers.h"
#include "kernels/device/cuda_check.h"
#include "kernels/device/cuda_sum.h"

namespace lanescope::device {
namespace {

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

}  // namespace

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

}  // namespace lanescope::device
