// Used if the program is built without the CUDA Toolkit.
#include "kernels/device/cuda_device.h"
#include "kernels/transfer/device.h"

namespace lanescope::transfer {

Outcome<std::unique_ptr<Device>> open_device(int /*index*/) {
  return tl::unexpected(device::list_devices().error());
}

}  // namespace lanescope::transfer
