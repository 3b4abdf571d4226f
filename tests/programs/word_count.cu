// Counts lines, words and letters of the standard input, as wc does, and finds a word, its argument;
// without one the exit code is 2.
#include <cstring>
#include <string>

#include "common.h"

__device__ bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t'; }

__global__ void count(const char* text, int n, int* lines, int* words, int* letters) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (text[i] == '\n') atomicAdd(lines, 1);
    if (is_blank(text[i])) continue;
    if (i == 0 || is_blank(text[i - 1])) atomicAdd(words, 1);
    const char lower = static_cast<char>(text[i] | 32);
    if (lower >= 'a' && lower <= 'z') atomicAdd(&letters[lower - 'a'], 1);
  }
}

__global__ void find(const char* text, int n, const char* word, int length, int* places, int* found) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + length > n) return;
  for (int k = 0; k < length; ++k)
    if (text[i + k] != word[k]) return;
  atomicAdd(found, 1);
  atomicMin(&places[0], i);
  atomicMax(&places[1], i);
}

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s WORD\n", argv[0]);
    return 2;
  }
  std::string text;
  for (int c = std::getchar(); c != EOF; c = std::getchar()) text += static_cast<char>(c);
  const int n = static_cast<int>(text.size());
  const DeviceArray<char> dtext(std::vector<char>(text.begin(), text.end()));
  const DeviceArray<int> counts(2), letters(26);
  count<<<4, 64>>>(dtext, n, counts, counts + 1, letters);
  CHECK(cudaGetLastError());
  const std::vector<int> found = counts.host(), each = letters.host();
  std::printf("%d lines, %d words, %d bytes\n", found[0], found[1], n);
  for (int i = 0; i < 26; ++i)
    if (each[i] > 0) std::printf("%c%d ", 'a' + i, each[i]);
  std::printf("\n");
  for (int a = 1; a < argc; ++a) {
    const int length = static_cast<int>(std::strlen(argv[a]));
    const DeviceArray<char> word(std::vector<char>(argv[a], argv[a] + length));
    const DeviceArray<int> places(std::vector<int>{n, -1}), times(1);
    find<<<(n + 63) / 64, 64>>>(dtext, n, word, length, places, times);
    const std::vector<int> where = places.host();
    std::printf("'%s': %d times, first at %d, last at %d\n", argv[a], times.host()[0], where[0], where[1]);
  }
  return found[0];
}
