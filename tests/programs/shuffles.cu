// Shuffles of every kind and type, votes, matches and reductions of a warp, with parts of warps.
#include "common.h"

constexpr unsigned every_lane = 0xffffffffU;

template <class T>
__global__ void shuffle(T* out) {
  const int lane = threadIdx.x;
  const T value = static_cast<T>(lane * lane) + static_cast<T>(1) / 2;
  out[lane] = __shfl_sync(every_lane, value, 5);
  out[32 + lane] = __shfl_up_sync(every_lane, value, 3);
  out[64 + lane] = __shfl_down_sync(every_lane, value, 2, 8);
  out[96 + lane] = __shfl_xor_sync(every_lane, value, 9);
  out[128 + lane] = __shfl_sync(every_lane, value, lane + 1, 16);
}

__global__ void votes(unsigned* out) {
  const int lane = threadIdx.x % 32;
  unsigned* own = out + threadIdx.x / 32 * 8;
  const unsigned ballot = __ballot_sync(every_lane, lane % 3 == 0);
  const int every = __all_sync(every_lane, lane < 32), some = __any_sync(every_lane, lane == 40);
  if (lane == 0) {
    own[0] = ballot;
    own[1] = every;
    own[2] = some;
  }
  if (lane >= 8 && lane < 24) {
    const unsigned part = __ballot_sync(0x00ffff00U, lane % 2 == 0);
    const int sum = __reduce_add_sync(0x00ffff00U, lane);
    if (lane == 8) own[3] = part;
    if (lane == 8) own[4] = sum;
  }
  __syncwarp();
  const unsigned same = __match_any_sync(every_lane, lane / 5);
  int is_same = 0;
  const unsigned everyone = __match_all_sync(every_lane, 17, &is_same);
  if (lane == 12) own[5] = same;
  if (lane == 12) own[6] = everyone + is_same;
}

__global__ void reductions(unsigned* out, const unsigned* in) {
  const unsigned value = in[threadIdx.x];
  const unsigned results[] = {
      __reduce_add_sync(every_lane, value), __reduce_min_sync(every_lane, value), __reduce_max_sync(every_lane, value),
      __reduce_and_sync(every_lane, value | 0xff00U), __reduce_or_sync(every_lane, value), __reduce_xor_sync(every_lane, value),
      static_cast<unsigned>(__reduce_min_sync(every_lane, static_cast<int>(value) - 500)),
      static_cast<unsigned>(__reduce_max_sync(every_lane, -static_cast<int>(value)))};
  if (threadIdx.x < 8) out[threadIdx.x] = results[threadIdx.x];
}

// A sort of the lanes' values by a network of exchanges.
__global__ void sort(unsigned* out, const unsigned* in) {
  unsigned value = in[threadIdx.x];
  for (int size = 2; size <= 32; size *= 2) {
    for (int step = size / 2; step > 0; step /= 2) {
      const unsigned other = __shfl_xor_sync(every_lane, value, step);
      const bool is_lower = (threadIdx.x & step) == 0, ascends = (threadIdx.x & size) == 0;
      value = is_lower == ascends ? min(value, other) : max(value, other);
    }
  }
  out[threadIdx.x] = value;
}

template <class T>
void run(const char* name) {
  const DeviceArray<T> out(160);
  shuffle<T><<<1, 32>>>(out);
  const std::vector<T> found = out.host();
  std::printf("%s:", name);
  for (const int i : {0, 34, 35, 69, 70, 96, 127, 143, 159})
    std::printf(" %g", static_cast<double>(found[i]));
  std::printf("; bits %08x\n", checksum(found));
}

int main() {
  run<int>("int");
  run<unsigned>("unsigned");
  run<long long>("long long");
  run<float>("float");
  run<double>("double");
  const DeviceArray<unsigned> out(64);
  votes<<<1, 64>>>(out);
  CHECK(cudaGetLastError());
  std::vector<unsigned> found = out.host();
  for (int i = 0; i < 16; ++i) std::printf("%x%s", found[i], i % 8 == 7 ? "\n" : " ");
  std::vector<unsigned> values(32);
  Random random(3);
  for (unsigned& each : values) each = random.below(1000);
  const DeviceArray<unsigned> in(values);
  reductions<<<1, 32>>>(out, in);
  found = out.host();
  for (int i = 0; i < 8; ++i) std::printf("%d%s", static_cast<int>(found[i]), i == 7 ? "\n" : " ");
  sort<<<1, 32>>>(out, in);
  found = out.host();
  for (int i = 0; i < 32; ++i) std::printf("%u%s", found[i], i == 31 ? "\n" : " ");
}
