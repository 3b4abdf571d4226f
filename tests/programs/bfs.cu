// Breadth-first search in a graph as compressed rows: level by level over all vertices, and with a
// queue of the frontier; then connected components by the propagation of labels.
#include <algorithm>
#include <utility>

#include "common.h"

__global__ void level_step(const int* rows, const int* edges, int n, int level, int* distance,
                           int* found) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  // Volatile: others may be changing it by atomicCAS. Whichever value is read, it is not `level`.
  if (v >= n || *(volatile int*)&distance[v] != level) return;
  for (int e = rows[v]; e < rows[v + 1]; ++e)
    if (atomicCAS(&distance[edges[e]], -1, level + 1) == -1) atomicAdd(found, 1);
}

__global__ void frontier_step(const int* rows, const int* edges, const int* now, int count,
                              int* next, int* next_count, int level, int* distance) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int v = now[i];
  for (int e = rows[v]; e < rows[v + 1]; ++e)
    if (atomicCAS(&distance[edges[e]], -1, level + 1) == -1) next[atomicAdd(next_count, 1)] = edges[e];
}

__global__ void spread(const int* rows, const int* edges, int n, int* label, int* changed) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  for (int e = rows[v]; e < rows[v + 1]; ++e) {
    const int own = atomicAdd(&label[v], 0);
    if (atomicMin(&label[edges[e]], own) > own) *(volatile int*)changed = 1;
  }
}

int main() {
  const int n = 1500;
  std::vector<std::vector<int>> neighbours(n);
  Random random(9);
  for (int i = 0; i < 1700; ++i) {
    const int a = random.below(n), b = std::min(n - 1, a + 1 + random.below(60));
    if (a % 3 == 0 && a > 1400) continue;
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  }
  std::vector<int> rows{0}, edges;
  for (const std::vector<int>& each : neighbours) {
    edges.insert(edges.end(), each.begin(), each.end());
    rows.push_back(static_cast<int>(edges.size()));
  }
  const int start = static_cast<int>(
      std::max_element(neighbours.begin(), neighbours.end(),
                       [](auto& a, auto& b) { return a.size() < b.size(); }) -
      neighbours.begin());
  std::vector<int> unknown(n, -1);
  unknown[start] = 0;
  const DeviceArray<int> drows(rows), dedges(edges), one(unknown), two(unknown);
  const int blocks = (n + 127) / 128;
  std::printf("%d vertices, %zu edges, from %d\n", n, edges.size() / 2, start);
  int levels = 0;
  for (int found = 1; found > 0; ++levels) {
    const DeviceArray<int> count(1);
    level_step<<<blocks, 128>>>(drows, dedges, n, levels, one, count);
    found = count.host()[0];
    std::printf("%d%s", found, found > 0 ? " " : "\n");
  }
  DeviceArray<int> a(n), b(n);
  CHECK(cudaMemcpy(a, &start, sizeof start, cudaMemcpyHostToDevice));
  int *now = a, *next = b, count = 1;
  for (int level = 0; count > 0; ++level, std::swap(now, next)) {
    const DeviceArray<int> next_count(1);
    frontier_step<<<(count + 63) / 64, 64>>>(drows, dedges, now, count, next, next_count, level, two);
    count = next_count.host()[0];
  }
  const std::vector<int> distance = one.host();
  std::printf("%d levels, both agree: %d, farthest %d, bits %08x\n", levels, distance == two.host(),
              *std::max_element(distance.begin(), distance.end()), checksum(distance));
  std::vector<int> label(n);
  for (int i = 0; i < n; ++i) label[i] = i;
  const DeviceArray<int> labels(label), changed(1);
  for (int again = 1; again != 0; again = changed.host()[0]) {
    CHECK(cudaMemset(changed, 0, sizeof(int)));
    spread<<<blocks, 128>>>(drows, dedges, n, labels, changed);
  }
  label = labels.host();
  int components = 0;
  for (int i = 0; i < n; ++i) components += label[i] == i;
  std::printf("%d components, bits %08x\n", components, checksum(label));
}
