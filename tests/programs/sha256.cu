// SHA-256 of many short messages, one a thread, and a search for a message whose hash begins with
// zeros, as a miner does.
#include <cstring>

#include "common.h"

__constant__ unsigned k[64];

__device__ unsigned rotated(unsigned x, int by) { return __funnelshift_r(x, x, by); }

// Of a message of at most 55 bytes.
__device__ void sha256(const unsigned char* message, int length, unsigned* hash) {
  unsigned w[64] = {};
  for (int i = 0; i < length; ++i) w[i / 4] |= static_cast<unsigned>(message[i]) << (24 - i % 4 * 8);
  w[length / 4] |= 0x80U << (24 - length % 4 * 8);
  w[15] = static_cast<unsigned>(length) * 8;
  for (int i = 16; i < 64; ++i) {
    const unsigned a = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ w[i - 15] >> 3;
    const unsigned b = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + a + w[i - 7] + b;
  }
  const unsigned start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                             0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  unsigned s[8];
  for (int i = 0; i < 8; ++i) s[i] = start[i];
  for (int i = 0; i < 64; ++i) {
    const unsigned a = rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25);
    const unsigned one = s[7] + a + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + w[i];
    const unsigned b = rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22);
    const unsigned two = b + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    for (int j = 7; j > 0; --j) s[j] = s[j - 1];
    s[4] += one;
    s[0] = one + two;
  }
  for (int i = 0; i < 8; ++i) hash[i] = start[i] + s[i];
}

__global__ void hash_all(const unsigned char* messages, const int* lengths, unsigned* hashes, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sha256(messages + 64 * i, lengths[i], hashes + 8 * i);
}

// The least number whose text gives a hash with `zeros` bits of zero in front.
__global__ void mine(int zeros, int each, int* least) {
  for (int r = 0; r < each; ++r) {
    const int number = (blockIdx.x * blockDim.x + threadIdx.x) * each + r;
    unsigned char text[12] = {'n', 'o', '.'};
    int length = 3, digits = 1;
    for (int n = number; n >= 10; n /= 10) digits *= 10;
    for (; digits > 0; digits /= 10) text[length++] = static_cast<unsigned char>('0' + number / digits % 10);
    unsigned hash[8];
    sha256(text, length, hash);
    if (__clz(static_cast<int>(hash[0])) >= zeros) atomicMin(least, number);
  }
}

// The first 32 bits of the fractions of the cube roots of the first 64 primes.
std::vector<unsigned> constants() {
  std::vector<unsigned> result;
  for (int p = 2; result.size() < 64; ++p) {
    bool is_prime = true;
    for (int d = 2; d * d <= p; ++d) is_prime &= p % d != 0;
    if (!is_prime) continue;
    // The largest r with r^3 <= p * 2^96: bit by bit.
    unsigned long long root = 0;
    for (int bit = 34; bit >= 0; --bit) {
      const unsigned long long next = root | 1ULL << bit;
      const unsigned __int128 square = static_cast<unsigned __int128>(next) * next;
      const unsigned __int128 limit = static_cast<unsigned __int128>(p) << 96;
      if (square <= limit / next) root = next;
    }
    result.push_back(static_cast<unsigned>(root));
  }
  return result;
}

int main() {
  const std::vector<unsigned> table = constants();
  CHECK(cudaMemcpyToSymbol(k, table.data(), sizeof k));
  const char* texts[] = {"", "abc", "hello world", "The quick brown fox jumps over the lazy dog"};
  std::vector<unsigned char> messages(4 * 64);
  std::vector<int> lengths;
  for (int i = 0; i < 4; ++i) {
    std::memcpy(&messages[64 * i], texts[i], std::strlen(texts[i]));
    lengths.push_back(static_cast<int>(std::strlen(texts[i])));
  }
  const DeviceArray<unsigned char> dmessages(messages);
  const DeviceArray<int> dlengths(lengths), least(std::vector<int>{1 << 30});
  const DeviceArray<unsigned> hashes(4 * 8);
  hash_all<<<1, 32>>>(dmessages, dlengths, hashes, 4);
  CHECK(cudaGetLastError());
  const std::vector<unsigned> found = hashes.host();
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 8; ++j) std::printf("%08x", found[8 * i + j]);
    std::printf("  %s\n", texts[i]);
  }
  mine<<<8, 64>>>(9, 4, least);
  std::printf("9 bits of zero: no.%d\n", least.host()[0]);
}
