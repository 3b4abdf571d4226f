// CUB's collectives within a block and a warp: loads, scans, sorts, reductions, and their storage.
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cuda/functional>

#include "common.h"

constexpr int threads = 64, items = 4;

__global__ void sort_and_sum(const int* in, int* out, int* sums, int n) {
  using Load = cub::BlockLoad<int, threads, items, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, threads, items, cub::BLOCK_STORE_TRANSPOSE>;
  using Sort = cub::BlockRadixSort<int, threads, items>;
  using Reduce = cub::BlockReduce<int, threads>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Sort::TempStorage sort;
    typename Reduce::TempStorage reduce;
  } shared;
  const int start = blockIdx.x * threads * items, count = min(n - start, threads * items);
  int values[items];
  Load(shared.load).Load(in + start, values, count, 1 << 30);
  __syncthreads();
  Sort(shared.sort).Sort(values);
  __syncthreads();
  Store(shared.store).Store(out + start, values, count);
  __syncthreads();
  int own = 0;
  for (int i = 0; i < items; ++i) own += values[i] == 1 << 30 ? 0 : values[i];
  const int sum = Reduce(shared.reduce).Sum(own);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

__global__ void scan(const int* in, int* out, int* warps) {
  using Scan = cub::BlockScan<int, threads>;
  using OfWarp = cub::WarpReduce<int>;
  using WarpScan = cub::WarpScan<int>;
  __shared__ typename Scan::TempStorage shared;
  __shared__ typename OfWarp::TempStorage of_warp[threads / 32];
  __shared__ typename WarpScan::TempStorage scan_of_warp[threads / 32];
  const int warp = threadIdx.x / 32;
  int before = 0, all = 0;
  Scan(shared).ExclusiveSum(in[threadIdx.x], before, all);
  out[threadIdx.x] = before;
  const int most = OfWarp(of_warp[warp]).Reduce(in[threadIdx.x], cuda::maximum<>());
  int inclusive = 0;
  WarpScan(scan_of_warp[warp]).InclusiveSum(in[threadIdx.x], inclusive);
  if (threadIdx.x % 32 == 0) warps[2 * warp] = most;
  if (threadIdx.x % 32 == 31) warps[2 * warp + 1] = inclusive;
  if (threadIdx.x == 0) warps[4] = all;
}

int main() {
  const int n = 1000, blocks = (n + threads * items - 1) / (threads * items);
  std::vector<int> start(n);
  Random random(99);
  for (int& each : start) each = random.below(100000);
  const DeviceArray<int> in(start), out(n), sums(blocks), warps(5);
  sort_and_sum<<<blocks, threads>>>(in, out, sums, n);
  CHECK(cudaGetLastError());
  const std::vector<int> sorted = out.host();
  for (int b = 0; b < blocks; ++b)
    std::printf("block %d: least %d, sum %d\n", b, sorted[b * threads * items], sums.host()[b]);
  std::printf("bits %08x\n", checksum(sorted));
  scan<<<1, threads>>>(in, out, warps);
  const std::vector<int> scanned = out.host(), found = warps.host();
  std::printf("scan: %d %d %d; warps: %d %d, %d %d; all %d\n", scanned[0], scanned[1],
              scanned[threads - 1], found[0], found[1], found[2], found[3], found[4]);
}
