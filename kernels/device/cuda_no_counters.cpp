// Used if the CUDA Toolkit has no CUPTI range profiler (before 12.6, or without its headers).
#include "kernels/device/cuda_check.h"
#include "kernels/device/cuda_counters.h"

namespace lanescope::device {

struct CudaCounters::Session {};

CudaCounters::CudaCounters(const std::vector<std::string>&) {
  throw CudaFailure{{JobFailure::Kind::counters_missing,
                     "this program was built without CUPTI's range profiler (CUDA Toolkit 12.6 or "
                     "later): it cannot read the GPU's counters; times work without them"}};
}
CudaCounters::~CudaCounters() = default;

std::map<std::string, double> CudaCounters::read(const std::function<void()>&,
                                                 const std::function<void()>&) {
  return {};
}

}  // namespace lanescope::device
