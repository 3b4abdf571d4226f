// k-means of points with integer coordinates: sums and counts by atomics in shared memory first,
// centres by integer division, until nothing changes.
#include "common.h"

constexpr int most_centres = 16;
struct Point {
  int x, y;
};

__constant__ Point centres[most_centres];

__global__ void assign(const Point* points, int n, int count, int* owner, int* changed, int* sums) {
  __shared__ int own[3 * most_centres];
  for (int i = threadIdx.x; i < 3 * count; i += blockDim.x) own[i] = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int best = 0;
    long long least = -1;
    for (int c = 0; c < count; ++c) {
      const long long dx = points[i].x - centres[c].x, dy = points[i].y - centres[c].y;
      const long long distance = dx * dx + dy * dy;
      if (least >= 0 && distance >= least) continue;
      least = distance;
      best = c;
    }
    if (owner[i] != best) atomicAdd(changed, 1);
    owner[i] = best;
    atomicAdd(&own[3 * best], points[i].x);
    atomicAdd(&own[3 * best + 1], points[i].y);
    atomicAdd(&own[3 * best + 2], 1);
  }
  __syncthreads();
  for (int c = threadIdx.x; c < 3 * count; c += blockDim.x) atomicAdd(&sums[c], own[c]);
}

int main() {
  const int n = 3000, count = 5;
  const Point true_centres[count] = {{100, 100}, {900, 150}, {500, 500}, {120, 850}, {880, 900}};
  std::vector<Point> points(n);
  Random random(2024);
  for (int i = 0; i < n; ++i) {
    const Point& centre = true_centres[i % count];
    points[i] = {centre.x + random.below(161) - 80 + random.below(81) - 40,
                 centre.y + random.below(161) - 80 + random.below(81) - 40};
  }
  std::vector<Point> guess(points.begin(), points.begin() + count);
  const DeviceArray<Point> dpoints(points);
  const DeviceArray<int> owner(std::vector<int>(n, -1));
  for (int round = 1;; ++round) {
    CHECK(cudaMemcpyToSymbol(centres, guess.data(), count * sizeof(Point)));
    const DeviceArray<int> changed(1), sums(3 * count);
    assign<<<(n + 127) / 128, 128>>>(dpoints, n, count, owner, changed, sums);
    CHECK(cudaGetLastError());
    const std::vector<int> total = sums.host();
    for (int c = 0; c < count; ++c) {
      if (total[3 * c + 2] == 0) continue;
      guess[c] = {total[3 * c] / total[3 * c + 2], total[3 * c + 1] / total[3 * c + 2]};
    }
    const int moved = changed.host()[0];
    std::printf("round %d: %d changed\n", round, moved);
    if (moved > 0 && round < 50) continue;
    for (int c = 0; c < count; ++c)
      std::printf("centre %d %d has %d points\n", guess[c].x, guess[c].y, total[3 * c + 2]);
    break;
  }
}
