// Prefix sums over several blocks: Blelloch's scan in each block, a scan of the blocks' sums, and
// their addition; then stream compaction by it.
#include "common.h"

constexpr int threads = 128, per_block = 2 * threads;

__global__ void scan_blocks(const int* in, int* out, int* sums, int n) {
  __shared__ int part[per_block];
  const int base = blockIdx.x * per_block, t = threadIdx.x;
  part[t] = base + t < n ? in[base + t] : 0;
  part[t + threads] = base + t + threads < n ? in[base + t + threads] : 0;
  int distance = 1;
  for (int count = threads; count > 0; count /= 2, distance *= 2) {
    __syncthreads();
    if (t < count) part[distance * (2 * t + 2) - 1] += part[distance * (2 * t + 1) - 1];
  }
  if (t == 0) {
    sums[blockIdx.x] = part[per_block - 1];
    part[per_block - 1] = 0;
  }
  for (int count = 1; count <= threads; count *= 2) {
    distance /= 2;
    __syncthreads();
    if (t >= count) continue;
    const int left = distance * (2 * t + 1) - 1, right = distance * (2 * t + 2) - 1;
    const int kept = part[left];
    part[left] = part[right];
    part[right] += kept;
  }
  __syncthreads();
  if (base + t < n) out[base + t] = part[t];
  if (base + t + threads < n) out[base + t + threads] = part[t + threads];
}

__global__ void add_sums(int* out, const int* sums, int n) {
  for (int i = threadIdx.x; i < per_block; i += blockDim.x) {
    const int at = blockIdx.x * per_block + i;
    if (at < n) out[at] += sums[blockIdx.x];
  }
}

__global__ void mark(const int* in, int* is_kept, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) is_kept[i] = in[i] % 3 == 0;
}

__global__ void gather(const int* in, const int* is_kept, const int* place, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && is_kept[i]) out[place[i]] = in[i];
}

void exclusive_scan(const int* in, int* out, int n) {
  const int blocks = (n + per_block - 1) / per_block;
  const DeviceArray<int> sums(blocks), offsets(blocks), total(1);
  scan_blocks<<<blocks, threads>>>(in, out, sums, n);
  if (blocks == 1) return;
  if (blocks > per_block) {
    exclusive_scan(sums, offsets, blocks);
  } else {
    scan_blocks<<<1, threads>>>(sums, offsets, total, blocks);
  }
  add_sums<<<blocks, threads>>>(out, offsets, n);
  CHECK(cudaGetLastError());
}

int main() {
  for (const int n : {1, 100, 256, 257, 5000, 70000}) {
    std::vector<int> in(n), expected(n);
    Random random(n);
    int sum = 0, kept = 0;
    for (int i = 0; i < n; ++i) {
      in[i] = random.below(100);
      expected[i] = sum;
      sum += in[i];
      kept += in[i] % 3 == 0;
    }
    const DeviceArray<int> values(in), sums(n), is_kept(n), place(n), compact(n);
    exclusive_scan(values, sums, n);
    const std::vector<int> found = sums.host();
    mark<<<(n + 255) / 256, 256>>>(values, is_kept, n);
    exclusive_scan(is_kept, place, n);
    gather<<<(n + 255) / 256, 256>>>(values, is_kept, place, compact, n);
    const std::vector<int> places = place.host(), thirds = compact.host();
    std::printf("%6d: scan %s, last %d; %d of %d kept, bits %08x\n", n,
                found == expected ? "right" : "WRONG", found[n - 1],
                places[n - 1] + (in[n - 1] % 3 == 0), kept, checksum(thirds));
  }
}
