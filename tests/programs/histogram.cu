// Counts the letters and bytes of a text: with atomics in global memory, with private counts in
// each block's shared memory, and with one count for each warp.
#include <string>

#include "common.h"

__global__ void in_global(const unsigned char* text, int n, unsigned* counts) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&counts[text[i]], 1U);
}

__global__ void in_shared(const unsigned char* text, int n, unsigned* counts) {
  __shared__ unsigned own[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) own[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&own[text[i]], 1U);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    if (own[i] != 0) atomicAdd(&counts[i], own[i]);
}

// Lanes with the same byte are counted together by their first one.
__global__ void by_match(const unsigned char* text, int n, unsigned* counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned active = __ballot_sync(0xffffffffU, i < n);
  if (i >= n) return;
  const unsigned same = __match_any_sync(active, static_cast<unsigned>(text[i]));
  if ((threadIdx.x & 31) == __ffs(static_cast<int>(same)) - 1)
    atomicAdd(&counts[text[i]], static_cast<unsigned>(__popc(same)));
}

int main() {
  const std::string words = "the quick brown fox jumps over the lazy dog; pack my box with five dozen liquor jugs. ";
  std::vector<unsigned char> text;
  Random random(5);
  while (text.size() < 20000) {
    const std::size_t start = random.below(static_cast<int>(words.size()));
    text.insert(text.end(), words.begin() + start, words.end());
  }
  const int n = static_cast<int>(text.size());
  std::vector<unsigned> expected(256);
  for (const unsigned char each : text) ++expected[each];
  const DeviceArray<unsigned char> dtext(text);
  const char* names[] = {"global", "shared", "match"};
  for (int how = 0; how < 3; ++how) {
    const DeviceArray<unsigned> counts(256);
    if (how == 0) in_global<<<20, 128>>>(dtext, n, counts);
    if (how == 1) in_shared<<<20, 128>>>(dtext, n, counts);
    if (how == 2) by_match<<<(n + 127) / 128, 128>>>(dtext, n, counts);
    CHECK(cudaGetLastError());
    const std::vector<unsigned> found = counts.host();
    std::printf("%s: %s\n", names[how], found == expected ? "right" : "WRONG");
    if (how != 2) continue;
    for (int letter = 'a'; letter <= 'z'; ++letter)
      std::printf("%c%5u%s", letter, found[letter], letter % 7 == 5 ? "\n" : "  ");
    std::printf("\nblanks %u, of %d bytes\n", found[' '], n);
  }
}
