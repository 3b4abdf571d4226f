// Kernels as users write them, with no special treatment: random numbers and hashes, and what the
// C++ language offers.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>

#include "tests/conformance/kernel_case.h"
#include "tests/conformance/values.h"

namespace lanescope::conformance {
namespace {

LANESCOPE_CONFORMANCE(User);

// ---- random numbers, hashes, sums ----

TEST_P(User, xorshift_generators_of_each_thread) {
  KernelCase(R"(
    __global__ void k(unsigned* out, int rounds) {
      unsigned x = threadIdx.x + blockIdx.x * blockDim.x + 1;
      for (int i = 0; i < rounds; ++i) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; }
      out[threadIdx.x + blockIdx.x * blockDim.x] = x;
    })")
      .grid(2)
      .block(48)
      .out(each(96,
                [](std::size_t i) {
                  auto x = static_cast<unsigned>(i) + 1;
                  for (int round = 0; round < 20; ++round) {
                    x ^= x << 13U;
                    x ^= x >> 17U;
                    x ^= x << 5U;
                  }
                  return x;
                }))
      .value(20)
      .check(GetParam());
}

TEST_P(User, pcg_generators_with_64_bits_of_state) {
  // O'Neill 2014: XSH-RR.
  KernelCase(R"(
    struct Pcg {
      unsigned long long state, stream;
      __device__ Pcg(unsigned long long seed, unsigned long long id) : state(0), stream(id << 1 | 1) {
        next();
        state += seed;
        next();
      }
      __device__ unsigned next() {
        unsigned long long old = state;
        state = old * 6364136223846793005ull + stream;
        unsigned shifted = (unsigned)(((old >> 18) ^ old) >> 27), turn = (unsigned)(old >> 59);
        return (shifted >> turn) | (shifted << (-turn & 31));
      }
    };
    __global__ void k(unsigned* out) {
      Pcg generator(42, threadIdx.x);
      unsigned last = 0;
      for (int i = 0; i < 10; ++i) last = last * 31 + generator.next();
      out[threadIdx.x] = last;
    })")
      .block(64)
      .out(each(64,
                [](std::size_t id) {
                  const std::uint64_t stream = id * 2 + 1;
                  std::uint64_t state = 0;
                  const auto next = [&] {
                    const std::uint64_t old = state;
                    state = old * 6364136223846793005ULL + stream;
                    return std::rotr(static_cast<unsigned>((old >> 18 ^ old) >> 27),
                                     static_cast<int>(old >> 59));
                  };
                  next();
                  state += 42;
                  next();
                  unsigned last = 0;
                  for (int i = 0; i < 10; ++i) last = last * 31 + next();
                  return last;
                }))
      .check(GetParam());
}

// Salmon et al. 2011: ten rounds of Philox 4x32.
std::array<unsigned, 4> philox(std::array<unsigned, 4> counter, unsigned key0, unsigned key1) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53U} * counter[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57U} * counter[2];
    counter = {static_cast<unsigned>(b >> 32) ^ counter[1] ^ key0, static_cast<unsigned>(b),
               static_cast<unsigned>(a >> 32) ^ counter[3] ^ key1, static_cast<unsigned>(a)};
    key0 += 0x9E3779B9U;
    key1 += 0xBB67AE85U;
  }
  return counter;
}

TEST_P(User, philox_counters) {
  // The known answer for a counter and key of zero.
  EXPECT_EQ(philox({0, 0, 0, 0}, 0, 0),
            (std::array<unsigned, 4>{0x6627e8d5U, 0xe169c58dU, 0xbc57ac4cU, 0x9b00dbd8U}));
  KernelCase(R"(
    __global__ void k(uint4* out, unsigned key0, unsigned key1) {
      uint4 c = make_uint4(threadIdx.x, 0, blockIdx.x, 0);
      for (int round = 0; round < 10; ++round) {
        unsigned ahi = __umulhi(0xD2511F53u, c.x), alo = 0xD2511F53u * c.x;
        unsigned bhi = __umulhi(0xCD9E8D57u, c.z), blo = 0xCD9E8D57u * c.z;
        c = make_uint4(bhi ^ c.y ^ key0, blo, ahi ^ c.w ^ key1, alo);
        key0 += 0x9E3779B9u;
        key1 += 0xBB67AE85u;
      }
      out[blockIdx.x * blockDim.x + threadIdx.x] = c;
    })")
      .grid(2)
      .block(40)
      .out([] {
        std::vector<unsigned> out;
        for (unsigned i = 0; i < 80; ++i) {
          const auto c = philox({i % 40, 0, i / 40, 0}, 7, 0x12345678U);
          out.insert(out.end(), c.begin(), c.end());
        }
        return out;
      }())
      .value(7U)
      .value(0x12345678U)
      .check(GetParam());
}

TEST_P(User, crc32_of_a_message_of_each_thread) {
  const auto in = integers<unsigned char>(32 * 20, 1);
  KernelCase(R"(
    __global__ void k(const unsigned char* in, unsigned* out, int length) {
      unsigned crc = 0xffffffffu;
      for (int i = 0; i < length; ++i) {
        crc ^= in[threadIdx.x * length + i];
        for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? (crc >> 1) ^ 0xedb88320u : crc >> 1;
      }
      out[threadIdx.x] = ~crc;
    })")
      .in(in)
      .out(each(32,
                [&](std::size_t t) {
                  // Uses a table of bytes, unlike the kernel.
                  std::array<unsigned, 256> table{};
                  for (unsigned b = 0; b < 256; ++b) {
                    table[b] = b;
                    for (int bit = 0; bit < 8; ++bit)
                      table[b] = table[b] >> 1U ^ (0xedb88320U & (0 - (table[b] & 1U)));
                  }
                  unsigned crc = 0xffffffffU;
                  for (std::size_t i = 0; i < 20; ++i)
                    crc = table[(crc ^ in[t * 20 + i]) & 0xffU] ^ crc >> 8U;
                  return ~crc;
                }))
      .value(20)
      .check(GetParam());
}

TEST_P(User, sha_256_of_abc) {
  // FIPS 180-4, the one-block example. Every thread computes the hash, and all must agree.
  KernelCase(R"(
    __constant__ unsigned K[64] = {
      0x428a2f98,0x71374491,0xb5c0fbcf,0xe9b5dba5,0x3956c25b,0x59f111f1,0x923f82a4,0xab1c5ed5,
      0xd807aa98,0x12835b01,0x243185be,0x550c7dc3,0x72be5d74,0x80deb1fe,0x9bdc06a7,0xc19bf174,
      0xe49b69c1,0xefbe4786,0x0fc19dc6,0x240ca1cc,0x2de92c6f,0x4a7484aa,0x5cb0a9dc,0x76f988da,
      0x983e5152,0xa831c66d,0xb00327c8,0xbf597fc7,0xc6e00bf3,0xd5a79147,0x06ca6351,0x14292967,
      0x27b70a85,0x2e1b2138,0x4d2c6dfc,0x53380d13,0x650a7354,0x766a0abb,0x81c2c92e,0x92722c85,
      0xa2bfe8a1,0xa81a664b,0xc24b8b70,0xc76c51a3,0xd192e819,0xd6990624,0xf40e3585,0x106aa070,
      0x19a4c116,0x1e376c08,0x2748774c,0x34b0bcb5,0x391c0cb3,0x4ed8aa4a,0x5b9cca4f,0x682e6ff3,
      0x748f82ee,0x78a5636f,0x84c87814,0x8cc70208,0x90befffa,0xa4506ceb,0xbef9a3f7,0xc67178f2};
    __device__ unsigned turn(unsigned x, int n) { return (x >> n) | (x << (32 - n)); }
    __global__ void k(const unsigned* message, unsigned* out) {
      unsigned w[64];
      for (int i = 0; i < 16; ++i) w[i] = message[i];
      for (int i = 16; i < 64; ++i) {
        unsigned a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >> 3)) + w[i - 7] +
               (turn(b, 17) ^ turn(b, 19) ^ (b >> 10));
      }
      unsigned start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
      unsigned s[8];
      for (int i = 0; i < 8; ++i) s[i] = start[i];
      for (int i = 0; i < 64; ++i) {
        unsigned t1 = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) +
                      ((s[4] & s[5]) ^ (~s[4] & s[6])) + K[i] + w[i];
        unsigned t2 = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) +
                      ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        for (int j = 7; j > 0; --j) s[j] = s[j - 1];
        s[4] += t1;
        s[0] = t1 + t2;
      }
      for (int i = 0; i < 8; ++i) out[threadIdx.x * 8 + i] = s[i] + start[i];
    })")
      .in([] {
        std::vector<unsigned> message(16);
        message[0] = 0x61626380U;
        message[15] = 24;
        return message;
      }())
      .out([] {
        constexpr std::array<unsigned, 8> digest = {0xba7816bfU, 0x8f01cfeaU, 0x414140deU,
                                                    0x5dae2223U, 0xb00361a3U, 0x96177a9cU,
                                                    0xb410ff61U, 0xf20015adU};
        return each(32 * 8, [&](std::size_t i) { return digest[i % 8]; });
      }())
      .check(GetParam());
}

TEST_P(User, points_in_a_circle_counted_for_pi) {
  KernelCase(R"(
    __global__ void k(unsigned* hits, int rounds) {
      __shared__ unsigned block_hits;
      if (threadIdx.x == 0) block_hits = 0;
      __syncthreads();
      unsigned state = blockIdx.x * blockDim.x + threadIdx.x, mine = 0;
      for (int i = 0; i < rounds; ++i) {
        state = state * 1664525u + 1013904223u;
        unsigned x = state >> 20;
        state = state * 1664525u + 1013904223u;
        unsigned y = state >> 20;
        mine += x * x + y * y < 4096u * 4096u;
      }
      atomicAdd(&block_hits, mine);
      __syncthreads();
      if (threadIdx.x == 0) atomicAdd(hits, block_hits);
    })")
      .grid(2)
      .block(64)
      .out([] {
        unsigned hits = 0;
        for (unsigned t = 0; t < 128; ++t) {
          unsigned state = t;
          const auto next = [&] { return (state = state * 1664525U + 1013904223U) >> 20U; };
          for (int i = 0; i < 25; ++i) {
            const unsigned x = next(), y = next();
            if (x * x + y * y < 4096U * 4096U) ++hits;
          }
        }
        return std::vector<unsigned>{hits};
      }())
      .value(25)
      .check(GetParam());
}

// ---- the C++ language ----

TEST_P(User, templates_of_types_and_numbers) {
  KernelCase(R"(
    template <class T> struct Limits;
    template <> struct Limits<int> { static __device__ int lowest() { return -2147483647 - 1; } };
    template <> struct Limits<float> { static __device__ float lowest() { return -3.0e38f; } };
    template <class T, int N> __device__ T largest(const T* values) {
      T best = Limits<T>::lowest();
      for (int i = 0; i < N; ++i) best = values[i] > best ? values[i] : best;
      return best;
    }
    template <class... Ts> __device__ double total(Ts... values) { return (0.0 + ... + values); }
    __global__ void k(const int* i, const float* f, double* out) {
      int t = threadIdx.x;
      out[t] = total(largest<int, 3>(i + t), largest<float, 5>(f + t), (short)t, 'A');
    })")
      .in(ints_between(-50, 50, 40))
      .in(quarters(40, 3))
      .out(each(32,
                [](std::size_t t) {
                  const auto i = ints_between(-50, 50, 40);
                  const auto f = quarters(40, 3);
                  return std::max({i[t], i[t + 1], i[t + 2]}) +
                         static_cast<double>(
                             std::max({f[t], f[t + 1], f[t + 2], f[t + 3], f[t + 4]})) +
                         static_cast<double>(t) + 65;
                }))
      .check(GetParam());
}

TEST_P(User, lambdas_that_capture) {
  KernelCase(R"(
    template <class F> __device__ int apply(int n, F f) {
      int sum = 0;
      for (int i = 0; i < n; ++i) sum += f(i);
      return sum;
    }
    __global__ void k(const int* in, int* out, int scale) {
      int t = threadIdx.x, calls = 0;
      auto weigh = [=, &calls](int i) { ++calls; return in[i] * scale + t; };
      int sum = apply(t % 7 + 1, weigh);
      out[t] = sum * 100 + calls;
    })")
      .in(ints_between(0, 9, 16))
      .out(each(32,
                [](std::size_t t) {
                  const auto in = ints_between(0, 9, 16);
                  int sum = 0;
                  for (std::size_t i = 0; i < t % 7 + 1; ++i)
                    sum += in[i] * 3 + static_cast<int>(t);
                  return sum * 100 + static_cast<int>(t % 7 + 1);
                }))
      .value(3)
      .check(GetParam());
}

TEST_P(User, classes_with_operators_and_a_base) {
  KernelCase(R"(
    struct Named { int id; __device__ explicit Named(int i) : id(i) {} };
    class Fraction : public Named {
     public:
      __device__ Fraction(long long n, long long d, int i = 0) : Named(i), n_(n), d_(d) { reduce(); }
      __device__ Fraction operator+(const Fraction& o) const { return {n_ * o.d_ + o.n_ * d_, d_ * o.d_, id + o.id}; }
      __device__ Fraction operator*(const Fraction& o) const { return {n_ * o.n_, d_ * o.d_, id + o.id}; }
      __device__ bool operator<(const Fraction& o) const { return n_ * o.d_ < o.n_ * d_; }
      __device__ Fraction& operator+=(const Fraction& o) { return *this = *this + o; }
      __device__ long long code() const { return n_ * 1000000 + d_ * 100 + id; }
     private:
      __device__ void reduce() {
        long long a = n_, b = d_;
        while (b != 0) { long long r = a % b; a = b; b = r; }
        n_ /= a;
        d_ /= a;
      }
      long long n_, d_;
    };
    __global__ void k(long long* out) {
      int t = threadIdx.x;
      Fraction sum(0, 1), half(1, 2, 1);
      for (int i = 1; i <= t % 5 + 2; ++i) sum += Fraction(1, i, 1) * Fraction(i + 1, 2);
      out[t] = (sum < half + half ? half : sum).code();
    })")
      .out(each(32,
                [](std::size_t t) {
                  std::int64_t n = 0, d = 1, id = 0;
                  for (std::int64_t i = 1; i <= static_cast<std::int64_t>(t % 5 + 2); ++i) {
                    n = n * 2 * i + (i + 1) * d;
                    d = d * 2 * i;
                    const std::int64_t common = std::gcd(n, d);
                    n /= common;
                    d /= common;
                    ++id;
                  }
                  return n * 1000000 + d * 100 + id;
                }))
      .check(GetParam());
}

TEST_P(User, several_kernels_and_device_functions_in_a_file) {
  const std::string text = R"(
    __device__ int twice(int x) { return 2 * x; }
    __device__ float twice(float x) { return 2.0f * x; }
    namespace tools { __device__ inline int inner(int x) { return twice(x) + 1; } }
    __global__ void first(int* out) { out[threadIdx.x] = tools::inner(threadIdx.x); }
    extern "C" __global__ void second(float* out) { out[threadIdx.x] = twice(0.5f * threadIdx.x); }
    template <int N> __global__ void third(int* out) { out[threadIdx.x] = twice((int)threadIdx.x) + N; }
    template __global__ void third<5>(int*);)";
  const auto ints = [](auto value) {
    return each(32, [&](std::size_t t) { return static_cast<int>(value(t)); });
  };
  KernelCase(text)
      .kernel("first")
      .out(ints([](std::size_t t) { return 2 * t + 1; }))
      .check(GetParam());
  KernelCase(text)
      .kernel("second")
      .out(each(32, [](std::size_t t) { return static_cast<float>(t); }))
      .check(GetParam());
  KernelCase(text)
      .kernel("third")
      .out(ints([](std::size_t t) { return 2 * t + 5; }))
      .check(GetParam());
}

TEST_P(User, blocks_of_three_dimensions_in_grids_of_three) {
  KernelCase(R"(
    __global__ void k(int* out) {
      int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
      int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
      int threads = blockDim.x * blockDim.y * blockDim.z;
      out[block * threads + thread] = block * 10000 + threadIdx.z * 1000 + threadIdx.y * 100 + threadIdx.x;
    })")
      .grid(2, 3, 2)
      .block(7, 3, 5)
      .out(each(12 * 105,
                [](std::size_t i) {
                  const std::size_t thread = i % 105;
                  return static_cast<int>(i / 105 * 10000 + thread / 21 * 1000 +
                                          thread / 7 % 3 * 100 + thread % 7);
                }))
      .check(GetParam());
}

TEST_P(User, enumerations_constants_and_static_tables) {
  KernelCase(R"(
    enum class Op { add, subtract, multiply, divide };
    constexpr int rounds = 4;
    __device__ const Op plan[rounds] = {Op::multiply, Op::add, Op::divide, Op::subtract};
    __device__ int step(Op op, int a, int b) {
      switch (op) {
        case Op::add: return a + b;
        case Op::subtract: return a - b;
        case Op::multiply: return a * b;
        case Op::divide: return b != 0 ? a / b : 0;
      }
      return -1;
    }
    __global__ void k(int* out) {
      int t = threadIdx.x, v = t + 1;
      for (int i = 0; i < rounds; ++i) v = step(plan[(i + t) % rounds], v, t % 6);
      out[t] = v;
    })")
      .block(64)
      .out(each(64,
                [](std::size_t lane) {
                  const int t = static_cast<int>(lane), b = t % 6;
                  int v = t + 1;
                  for (int i = 0; i < 4; ++i) {
                    const int op = (i + t) % 4;
                    v = op == 0 ? v * b : op == 1 ? v + b : op == 2 ? (b != 0 ? v / b : 0) : v - b;
                  }
                  return v;
                }))
      .check(GetParam());
}

TEST_P(User, sums_of_128_bits_by_hand) {
  const auto in = integers<std::uint64_t>(4 * 64, 1);
  KernelCase(R"(
    struct U128 { unsigned long long low, high; };
    __device__ U128 add(U128 a, U128 b) {
      U128 r;
      r.low = a.low + b.low;
      r.high = a.high + b.high + (r.low < a.low);
      return r;
    }
    __global__ void k(const ulonglong2* in, ulonglong2* out) {
      int t = threadIdx.x;
      ulonglong2 a = in[2 * t], b = in[2 * t + 1];
      U128 r = add({a.x, a.y}, {b.x, b.y});
      out[t] = make_ulonglong2(r.low, r.high);
    })")
      .block(64)
      .in(in)
      .out([&] {
        std::vector<std::uint64_t> out;
        __extension__ typedef unsigned __int128 Wide;
        for (std::size_t t = 0; t < 64; ++t) {
          const std::uint64_t* v = &in[4 * t];
          const Wide sum = ((Wide{v[1]} << 64) | v[0]) + ((Wide{v[3]} << 64) | v[2]);
          out.push_back(static_cast<std::uint64_t>(sum));
          out.push_back(static_cast<std::uint64_t>(sum >> 64));
        }
        return out;
      }())
      .check(GetParam());
}

TEST_P(User, queens_on_a_board_of_seven_by_backtracking) {
  KernelCase(R"(
    __global__ void k(int* out, int n) {
      // Each thread has the queen of the first row in a column of its own.
      int columns[8], row = 1, count = 0;
      columns[0] = threadIdx.x;
      columns[1] = -1;
      while (row > 0) {
        int c = ++columns[row];
        if (c >= n) { --row; continue; }
        bool free = true;
        for (int r = 0; r < row && free; ++r)
          free = columns[r] != c && columns[r] - c != row - r && c - columns[r] != row - r;
        if (!free) continue;
        if (row == n - 1) { ++count; continue; }
        columns[++row] = -1;
      }
      out[threadIdx.x] = count;
    })")
      .block(7)
      .out(std::vector<int>{4, 7, 6, 6, 6, 7, 4})
      .value(7)
      .check(GetParam());
}

TEST_P(User, the_longest_common_subsequence_by_diagonals) {
  const auto a = ints_between(0, 3, 40, 1), b = ints_between(0, 3, 40, 2);
  KernelCase(R"(
    __global__ void k(const int* a, const int* b, int* length, int n) {
      __shared__ int rows[3][41];
      int i = threadIdx.x;
      for (int r = 0; r < 3; ++r) rows[r][i] = 0;
      __syncthreads();
      for (int d = 2; d <= 2 * n; ++d) {
        int j = d - i, *now = rows[d % 3], *last = rows[(d + 2) % 3], *before = rows[(d + 1) % 3];
        int v = 0;
        if (i >= 1 && j >= 1 && j <= n)
          v = a[i - 1] == b[j - 1] ? before[i - 1] + 1 : max(last[i - 1], last[i]);
        now[i] = i == 0 || j < 1 || j > n ? 0 : v;
        __syncthreads();
      }
      if (i == n) *length = rows[2 * n % 3][n];
    })")
      .block(41)
      .in(a)
      .in(b)
      .out([&] {
        std::vector<int> row(41), next(41);
        for (std::size_t i = 0; i < 40; ++i) {
          for (std::size_t j = 0; j < 40; ++j)
            next[j + 1] = a[i] == b[j] ? row[j] + 1 : std::max(next[j], row[j + 1]);
          row = next;
        }
        return std::vector<int>{row[40]};
      }())
      .value(40)
      .check(GetParam());
}

// ---- known pitfalls ----

// Only the leader sets the variable that all lanes pass to a shuffle.
TEST_P(User, one_lane_adds_for_its_warp_and_shares_the_result) {
  KernelCase(R"(
    __global__ void k(int* total, int* slot) {
      int t = threadIdx.x;
      if (t & 1) {
        unsigned m = __activemask();
        int leader = __ffs(m) - 1;
        int r;
        if (t == leader) r = atomicAdd(total, __popc(m));
        r = __shfl_sync(m, r, leader);
        slot[t] = r + __popc(m & ((1u << t) - 1));
      }
    })")
      .grid(1)
      .block(32)
      .inout(std::vector<int>{100}, std::vector<int>{116})
      .inout(
          std::vector<int>(32, -1),
          each(32, [](std::size_t i) { return i % 2 == 1 ? 100 + static_cast<int>(i / 2) : -1; }))
      .check(GetParam());
}

TEST_P(User, memory_is_set_and_copied_by_sizes_that_are_known_late) {
  KernelCase(R"(
    __global__ void k(unsigned char* out, const unsigned char* in) {
      int n = threadIdx.x;
      memset(out + 32 * n, n + 1, n);
      memcpy(out + 32 * n + n, in, 31 - n);
    })")
      .grid(1)
      .block(16)
      .out(each(16 * 32,
                [](std::size_t i) {
                  const std::size_t n = i / 32, at = i % 32;
                  if (at < n) return static_cast<unsigned char>(n + 1);
                  return static_cast<unsigned char>(at < 31 ? 3 * (at - n) : 0);
                }))
      .in(each(32, [](std::size_t i) { return static_cast<unsigned char>(3 * i); }))
      .check(GetParam());
}

TEST_P(User, constexpr_functions_and_generic_lambdas_need_no_mark) {
  KernelCase(R"(
    constexpr int square(int x) { return x * x; }
    __global__ void k(int* out) {
      int t = threadIdx.x;
      out[t] = square(t) + [&](auto x) { return x * t; }(2);
    })")
      .grid(1)
      .block(32)
      .out(each(32,
                [](std::size_t i) {
                  const int t = static_cast<int>(i);
                  return t * t + 2 * t;
                }))
      .check(GetParam());
}

}  // namespace
}  // namespace lanescope::conformance
