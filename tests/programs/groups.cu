// Cooperative groups: tiles of several sizes with reductions and scans, coalesced and binary groups,
// labelled ones, and ranks in blocks and grids.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "common.h"

namespace cg = cooperative_groups;

template <int size>
__global__ void tiles(const int* in, int* sums, int* scans) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<size>(block);
  const int value = in[block.thread_rank()];
  const int sum = cg::reduce(tile, value, cg::plus<int>());
  const int most = cg::reduce(tile, value, cg::greater<int>());
  scans[block.thread_rank()] = cg::inclusive_scan(tile, value, cg::plus<int>());
  if (tile.thread_rank() == 0) {
    sums[2 * tile.meta_group_rank()] = sum;
    sums[2 * tile.meta_group_rank() + 1] = most;
  }
}

__global__ void partial(const int* in, int* out) {
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const int value = in[block.thread_rank()];
  if (value % 3 == 0) {
    const cg::coalesced_group active = cg::coalesced_threads();
    out[block.thread_rank()] = static_cast<int>(100 * active.size() + active.thread_rank());
  } else {
    out[block.thread_rank()] = -1;
  }
  warp.sync();
  const cg::coalesced_group same = cg::labeled_partition(warp, value % 4);
  out[64 + block.thread_rank()] = static_cast<int>(same.size());
  const cg::coalesced_group half = cg::binary_partition(warp, value < 50);
  out[128 + block.thread_rank()] = half.shfl(value, 0);
  out[192 + block.thread_rank()] = warp.any(value == 7) ? 1 : static_cast<int>(warp.ballot(value < 10));
}

__global__ void ranks(int* out) {
  const cg::grid_group grid = cg::this_grid();
  const cg::thread_block block = cg::this_thread_block();
  const unsigned rank = static_cast<unsigned>(grid.thread_rank());
  const dim3 index = block.group_index(), thread = block.thread_index();
  out[rank] = static_cast<int>(1000 * (index.x + gridDim.x * index.y) + 10 * thread.x + thread.y);
  cg::sync(block);
  if (rank == 0) out[grid.size()] = static_cast<int>(grid.size());
}

void print(const char* name, const std::vector<int>& values, int first, int count) {
  std::printf("%-10s", name);
  for (int i = first; i < first + count; ++i) std::printf(" %d", values[i]);
  std::printf("\n");
}

int main() {
  std::vector<int> start(64);
  Random random(1234);
  for (int& each : start) each = random.below(100);
  const DeviceArray<int> in(start), sums(64), scans(64), out(256);
  print("values", start, 0, 32);
  tiles<32><<<1, 64>>>(in, sums, scans);
  print("32: sums", sums.host(), 0, 4);
  print("scans", scans.host(), 28, 8);
  tiles<8><<<1, 64>>>(in, sums, scans);
  print("8: sums", sums.host(), 0, 16);
  print("scans", scans.host(), 0, 16);
  tiles<4><<<1, 64>>>(in, sums, scans);
  print("4: sums", sums.host(), 0, 32);
  partial<<<1, 64>>>(in, out);
  CHECK(cudaGetLastError());
  const std::vector<int> parts = out.host();
  print("coalesced", parts, 0, 32);
  print("labelled", parts, 64, 32);
  print("binary", parts, 128, 32);
  print("votes", parts, 192, 2);
  ranks<<<dim3(3, 2), dim3(5, 2)>>>(out);
  print("ranks", out.host(), 0, 61);
}
