// Integer intrinsics: counts, reversals, permutations, funnel shifts, high products, saturations,
// bytes in a word, dot products of bytes; and CRC-32 with a table in shared memory.
#include <cstring>

#include "common.h"

__global__ void counts(const unsigned* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned x = in[i];
  const unsigned long long wide = static_cast<unsigned long long>(x) << 17 | i;
  int* own = out + 12 * i;
  own[0] = __popc(x);
  own[1] = __clz(static_cast<int>(x));
  own[2] = __ffs(static_cast<int>(x));
  own[3] = static_cast<int>(__brev(x));
  own[4] = __popcll(wide);
  own[5] = __clzll(static_cast<long long>(wide));
  own[6] = __ffsll(static_cast<long long>(wide));
  own[7] = static_cast<int>(__brevll(wide) >> 32);
  own[8] = static_cast<int>(__byte_perm(x, ~x, 0x5270));
  own[9] = static_cast<int>(__funnelshift_l(x, 0x12345678U, i));
  own[10] = static_cast<int>(__funnelshift_r(x, 0x9abcdef0U, i));
  own[11] = static_cast<int>(__umulhi(x, 0x9e3779b9U)) + __mulhi(static_cast<int>(x), -7);
}

__global__ void bytes(const unsigned* in, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned x = in[i], y = in[n - 1 - i];
  out[6 * i] = __vadd4(x, y);
  out[6 * i + 1] = __vmaxu4(x, y);
  out[6 * i + 2] = __vabsdiffu4(x, y);
  out[6 * i + 3] = static_cast<unsigned>(__dp4a(static_cast<int>(x), static_cast<int>(y), i));
  out[6 * i + 4] = __usad(x, y, 1);
  out[6 * i + 5] = __sad(static_cast<int>(x), static_cast<int>(y), 1);
}

// A CRC for each message, by the table of the reversed polynomial.
__global__ void crc32(const unsigned char* text, const int* starts, unsigned* out, int n) {
  __shared__ unsigned table[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) {
    unsigned value = i;
    for (int k = 0; k < 8; ++k) value = (value & 1) != 0 ? 0xedb88320U ^ value >> 1 : value >> 1;
    table[i] = value;
  }
  __syncthreads();
  if (threadIdx.x >= n) return;
  unsigned crc = ~0U;
  for (int i = starts[threadIdx.x]; i < starts[threadIdx.x + 1]; ++i)
    crc = table[(crc ^ text[i]) & 255] ^ crc >> 8;
  out[threadIdx.x] = ~crc;
}

int main() {
  const int n = 32;
  std::vector<unsigned> in = {0, 1, 0x80000000U, 0xffffffffU};
  Random random(101);
  while (in.size() < n) in.push_back(random.next() >> in.size() % 9);
  const DeviceArray<unsigned> values(in), words(6 * n);
  const DeviceArray<int> out(12 * n);
  counts<<<1, 32>>>(values, out, n);
  bytes<<<1, 32>>>(values, words, n);
  CHECK(cudaGetLastError());
  const std::vector<int> found = out.host();
  const std::vector<unsigned> lanes = words.host();
  for (int i = 0; i < n; i += 5) {
    std::printf("%08x:", in[i]);
    for (int k = 0; k < 12; ++k) std::printf(" %x", static_cast<unsigned>(found[12 * i + k]));
    std::printf(" |");
    for (int k = 0; k < 6; ++k) std::printf(" %08x", lanes[6 * i + k]);
    std::printf("\n");
  }
  std::printf("bits %08x %08x\n", checksum(found), checksum(lanes));
  const char* messages[] = {"", "a", "123456789", "The quick brown fox jumps over the lazy dog"};
  std::vector<unsigned char> text;
  std::vector<int> starts{0};
  for (const char* each : messages) {
    text.insert(text.end(), each, each + std::strlen(each));
    starts.push_back(static_cast<int>(text.size()));
  }
  const DeviceArray<unsigned char> dtext(text);
  const DeviceArray<int> dstarts(starts);
  crc32<<<1, 64>>>(dtext, dstarts, words, 4);
  const std::vector<unsigned> sums = words.host();
  for (int i = 0; i < 4; ++i) std::printf("%08x  %s\n", sums[i], messages[i]);
}
