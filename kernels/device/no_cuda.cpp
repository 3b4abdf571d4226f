// Used if the program is built without the CUDA Toolkit.
#include "kernels/device/cuda_device.h"

namespace lanescope::device {
namespace {

JobFailure not_built() {
  return {
      JobFailure::Kind::not_built,
      "this program was built without the CUDA Toolkit: it cannot run kernels on a GPU; install "
      "the toolkit and build again"};
}

}  // namespace

tl::expected<GpuList, JobFailure> list_devices() { return tl::unexpected(not_built()); }
tl::expected<JobResult, JobFailure> run_job(const Job&) { return tl::unexpected(not_built()); }

}  // namespace lanescope::device
