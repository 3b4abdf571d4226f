// Several devices: a program that looks for a second one. Access of a device to itself is refused, and
// so are devices that do not exist; copies between a device and itself work.
#include "common.h"

int main() {
  int count = 0, device = -1, can = -1;
  CHECK(cudaGetDeviceCount(&count));
  std::printf("at least one: %d\n", count >= 1);
  CHECK(cudaSetDevice(0));
  CHECK(cudaGetDevice(&device));
  std::printf("device %d\n", device);
  CHECK(cudaDeviceCanAccessPeer(&can, 0, 0));
  std::printf("itself: %d\n", can);
  const auto show = [](const char* name, cudaError_t error) {
    std::printf("%s: %s", name, cudaGetErrorName(error));
    std::printf(", then %s\n", cudaGetErrorName(cudaGetLastError()));
  };
  show("enable itself", cudaDeviceEnablePeerAccess(0, 0));
  show("enable 4711", cudaDeviceEnablePeerAccess(4711, 0));
  show("enable with flags", cudaDeviceEnablePeerAccess(0, 1));
  show("disable itself", cudaDeviceDisablePeerAccess(0));
  show("can access 4711", cudaDeviceCanAccessPeer(&can, 0, 4711));
  show("set 4711", cudaSetDevice(4711));
  show("set -1", cudaSetDevice(-1));
  CHECK(cudaGetDevice(&device));
  std::printf("still device %d\n", device);
  const DeviceArray<int> a(std::vector<int>{1, 2, 3, 4}), b(4);
  CHECK(cudaMemcpyPeer(b, 0, a, 0, 4 * sizeof(int)));
  CHECK(cudaMemcpyPeerAsync(b + 2, 0, a, 0, 2 * sizeof(int), nullptr));
  CHECK(cudaDeviceSynchronize());
  for (const int each : b.host()) std::printf("%d ", each);
  std::printf("\n");
  show("copy from 4711", cudaMemcpyPeer(b, 0, a, 4711, 4));
}
