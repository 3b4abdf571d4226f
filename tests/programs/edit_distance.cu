// Dynamic programming along antidiagonals: the edit distance of two texts and their longest common
// subsequence in one block, and a knapsack with a launch for each item.
#include <algorithm>
#include <string>
#include <utility>

#include "common.h"

// One block; a thread for each row of the table, an antidiagonal at a time.
__global__ void distance(const char* a, int m, const char* b, int n, int* table, bool is_lcs) {
  const int columns = n + 1;
  for (int i = threadIdx.x; i <= m; i += blockDim.x) table[i * columns] = is_lcs ? 0 : i;
  for (int j = threadIdx.x; j <= n; j += blockDim.x) table[j] = is_lcs ? 0 : j;
  __syncthreads();
  for (int diagonal = 2; diagonal <= m + n; ++diagonal) {
    for (int i = 1 + threadIdx.x; i <= m; i += blockDim.x) {
      const int j = diagonal - i;
      if (j < 1 || j > n) continue;
      const int above = table[(i - 1) * columns + j], left = table[i * columns + j - 1];
      const int both = table[(i - 1) * columns + j - 1];
      const bool same = a[i - 1] == b[j - 1];
      table[i * columns + j] = is_lcs ? same ? both + 1 : max(above, left)
                                      : min(min(above, left) + 1, both + !same);
    }
    __syncthreads();
  }
}

__global__ void knapsack(const int* before, int* after, int capacity, int weight, int value) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c > capacity) return;
  const int with = c >= weight ? before[c - weight] + value : 0;
  after[c] = max(before[c], with);
}

int run(const std::string& a, const std::string& b, bool is_lcs) {
  const DeviceArray<char> da(std::vector<char>(a.begin(), a.end()));
  const DeviceArray<char> db(std::vector<char>(b.begin(), b.end()));
  const int m = static_cast<int>(a.size()), n = static_cast<int>(b.size());
  const DeviceArray<int> table((m + 1) * (n + 1));
  distance<<<1, 64>>>(da, m, db, n, table, is_lcs);
  CHECK(cudaGetLastError());
  return table.host().back();
}

int main() {
  const char* pairs[][2] = {{"kitten", "sitting"},
                            {"intention", "execution"},
                            {"GATTACAGATTACA", "GCATGCTTACGA"},
                            {"a warp has thirty-two lanes", "a block has up to thirty-two warps"}};
  for (const auto& [a, b] : pairs)
    std::printf("%s / %s: %d edits, %d in common\n", a, b, run(a, b, false), run(a, b, true));
  std::string dna[2];
  Random random(12);
  for (std::string& each : dna)
    for (int i = 0; i < 150; ++i) each += "ACGT"[random.below(4)];
  std::printf("two strands: %d edits, %d in common\n", run(dna[0], dna[1], false),
              run(dna[0], dna[1], true));
  const int capacity = 500, items = 25;
  DeviceArray<int> one(capacity + 1), two(capacity + 1);
  int *before = one, *after = two;
  for (int i = 0; i < items; ++i, std::swap(before, after)) {
    const int weight = 5 + random.below(60), value = 10 + random.below(90);
    knapsack<<<(capacity + 128) / 128, 128>>>(before, after, capacity, weight, value);
  }
  const std::vector<int> best = two.host();
  std::printf("knapsack: %d of weight 500, %d of weight 100, bits %08x\n", best[500], best[100],
              checksum(best));
}
