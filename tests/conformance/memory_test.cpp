// Loads and stores of every size and memory space: vectors, bytes, structures, local arrays,
// constants, module variables.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <numeric>

#include "tests/conformance/elementwise.h"

namespace lanescope::conformance {
namespace {

LANESCOPE_CONFORMANCE(Memory);

std::vector<int> iota(std::size_t count) {
  return each(count, [](std::size_t i) { return static_cast<int>(i); });
}

TEST_P(Memory, bytes_are_sign_or_zero_extended) {
  expect_map(
      GetParam(), {{"x + 1000", "y + 1000", "x * y", "(signed char)(x + y)"}},
      [](signed char x, unsigned char y) {
        return std::array{x + 1000, y + 1000, x * y, int{static_cast<signed char>(x + y)}};
      },
      integers<signed char>(300, 1), integers<unsigned char>(300, 8));
}

TEST_P(Memory, shorts_are_sign_or_zero_extended) {
  expect_map(
      GetParam(), {{"x + 100000", "y + 100000", "(short)(x - y)"}},
      [](short x, unsigned short y) {
        return std::array{x + 100000, y + 100000, int{static_cast<short>(x - y)}};
      },
      integers<short>(300, 1), integers<unsigned short>(300, 8));
}

TEST_P(Memory, bytes_copied_one_by_one_at_odd_addresses) {
  const auto in = integers<unsigned char>(301, 1);
  auto expected = in;
  std::rotate(expected.begin(), expected.begin() + 3, expected.end());
  KernelCase(R"(
    __global__ void k(const unsigned char* in, unsigned char* out, int n) {
      for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = in[(i + 3) % n];
    })")
      .grid(2)
      .block(64)
      .in(in)
      .out(expected)
      .value(301)
      .check(GetParam());
}

TEST_P(Memory, float4_reversed_lane_by_lane) {
  const auto in = each(256, [](std::size_t i) { return static_cast<float>(i) * 0.5F; });
  KernelCase(R"(
    __global__ void k(const float4* in, float4* out) {
      int i = threadIdx.x;
      float4 v = in[i];
      out[63 - i] = make_float4(v.w, v.z, v.y, v.x);
    })")
      .block(64)
      .in(in)
      .out(std::vector<float>(in.rbegin(), in.rend()))
      .check(GetParam());
}

TEST_P(Memory, int2_and_short4_components) {
  const auto in = integers<short>(256, 1);
  std::vector<int> expected;
  for (std::size_t i = 0; i < 64; ++i) {
    expected.push_back(in[4 * i] + in[4 * i + 3]);
    expected.push_back(in[4 * i + 1] * in[4 * i + 2]);
  }
  KernelCase(R"(
    __global__ void k(const short4* in, int2* out) {
      short4 v = in[threadIdx.x];
      out[threadIdx.x] = make_int2(v.x + v.w, v.y * v.z);
    })")
      .block(64)
      .in(in)
      .out(expected)
      .check(GetParam());
}

TEST_P(Memory, uchar4_components_put_together_again) {
  const auto in = integers<unsigned char>(400, 1);
  std::vector<unsigned char> expected;
  for (std::size_t i = 0; i < 100; ++i) {
    const unsigned char* v = &in[4 * i];
    const auto grey = static_cast<unsigned char>((v[0] * 77 + v[1] * 151 + v[2] * 28) >> 8);
    expected.insert(expected.end(), {grey, v[2], v[1], static_cast<unsigned char>(255 - v[3])});
  }
  KernelCase(R"(
    __global__ void k(const uchar4* in, uchar4* out) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      uchar4 v = in[i];
      unsigned char grey = (v.x * 77 + v.y * 151 + v.z * 28) >> 8;
      out[i] = make_uchar4(grey, v.z, v.y, 255 - v.w);
    })")
      .grid(2)
      .block(50)
      .in(in)
      .out(expected)
      .check(GetParam());
}

TEST_P(Memory, double2_and_longlong2_components) {
  const auto in = each(128, [](std::size_t i) { return static_cast<double>(i) - 40.25; });
  std::vector<std::int64_t> expected;
  for (std::size_t i = 0; i < 64; ++i) {
    expected.push_back(static_cast<std::int64_t>(in[2 * i] + in[2 * i + 1]));
    expected.push_back(static_cast<std::int64_t>(in[2 * i] * in[2 * i + 1]));
  }
  KernelCase(R"(
    __global__ void k(const double2* in, longlong2* out) {
      double2 v = in[threadIdx.x];
      out[threadIdx.x] = make_longlong2((long long)(v.x + v.y), (long long)(v.x * v.y));
    })")
      .block(64)
      .in(in)
      .out(expected)
      .check(GetParam());
}

TEST_P(Memory, float3_has_no_padding) {
  const auto in = each(192, [](std::size_t i) { return static_cast<float>(i); });
  std::vector<float> expected;
  for (std::size_t i = 0; i < 64; ++i)
    expected.insert(expected.end(), {in[3 * i + 1], in[3 * i + 2], in[3 * i]});
  KernelCase(R"(
    __global__ void k(const float3* in, float3* out) {
      float3 v = in[threadIdx.x];
      out[threadIdx.x] = make_float3(v.y, v.z, v.x);
    })")
      .block(64)
      .in(in)
      .out(expected)
      .check(GetParam());
}

struct Particle {
  double mass;
  float position[3];
  short charge;
  signed char kind;
  bool alive;
  bool operator==(const Particle&) const = default;
};

TEST_P(Memory, an_array_of_structures_of_mixed_members) {
  std::vector<Particle> before(80), after;
  for (std::size_t i = 0; i < before.size(); ++i) {
    std::memset(&before[i], 0, sizeof before[i]);
    const auto f = static_cast<float>(i);
    before[i] = {f * 1.5,
                 {f, f + 1, f + 2},
                 static_cast<short>(i * 300),
                 static_cast<signed char>(i),
                 i % 3 != 0};
  }
  after = before;
  for (Particle& p : after) {
    if (!p.alive) continue;
    p.mass *= 2;
    std::swap(p.position[0], p.position[2]);
    p.charge = static_cast<short>(-p.charge);
    p.kind = static_cast<signed char>(p.kind + 100);
    p.alive = p.kind > 0;
  }
  KernelCase(R"(
    struct Particle { double mass; float position[3]; short charge; signed char kind; bool alive; };
    __global__ void k(Particle* all, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i >= n) return;
      Particle& p = all[i];
      if (!p.alive) return;
      p.mass *= 2;
      float x = p.position[0];
      p.position[0] = p.position[2];
      p.position[2] = x;
      p.charge = -p.charge;
      p.kind = p.kind + 100;
      p.alive = p.kind > 0;
    })")
      .grid(3)
      .block(32)
      .inout(before, after)
      .value(80)
      .check(GetParam());
}

struct Options {
  int first;
  float factor;
  std::uint64_t offset;
  short table[5];
};

TEST_P(Memory, a_structure_passed_by_value) {
  const Options options{3, 0.5F, 1ULL << 33, {1, -2, 300, -400, 5}};
  KernelCase(R"(
    struct Options { int first; float factor; unsigned long long offset; short table[5]; };
    __global__ void k(Options o, unsigned long long* out) {
      int t = threadIdx.x;
      out[t] = o.offset + (long long)(o.first + t * o.factor) + o.table[t % 5];
    })")
      .value(options)
      .out(each(32,
                [&](std::size_t t) {
                  return options.offset +
                         static_cast<std::uint64_t>(
                             static_cast<std::int64_t>(3 + static_cast<float>(t) * 0.5F)) +
                         static_cast<std::uint64_t>(std::int64_t{options.table[t % 5]});
                }))
      .check(GetParam());
}

TEST_P(Memory, parameters_of_every_size) {
  KernelCase(R"(
    __global__ void k(signed char a, unsigned short b, bool c, int d, float e, long long f, double g,
                      unsigned char h, double* out) {
      out[threadIdx.x] = a + b + (c ? 1000 : 0) + d + e + f + g + h + threadIdx.x;
    })")
      .value(static_cast<signed char>(-5))
      .value(static_cast<unsigned short>(65535))
      .value(true)
      .value(-70000)
      .value(0.25F)
      .value(std::int64_t{1} << 40)
      .value(1e-3)
      .value(static_cast<unsigned char>(200))
      .out(each(32,
                [](std::size_t t) {
                  // The same order of operations as in the kernel: the sum is rounded to float,
                  // then to double.
                  const float to_float = static_cast<float>(-5 + 65535 + 1000 - 70000) + 0.25F;
                  const float with_long = to_float + static_cast<float>(std::int64_t{1} << 40);
                  return with_long + 1e-3 + 200 + static_cast<double>(t);
                }))
      .check(GetParam());
}

TEST_P(Memory, a_local_array_with_indices_of_each_lane) {
  const auto in = ints_between(0, 15, 128, 3);
  std::vector<int> expected;
  for (std::size_t t = 0; t < 64; ++t) {
    std::array<int, 16> counts{};
    for (std::size_t i = 0; i < 128; ++i) counts[in[(i * (t + 1)) % 128]] += static_cast<int>(i);
    expected.push_back(counts[t % 16] * 3 + counts[in[t]]);
  }
  KernelCase(R"(
    __global__ void k(const int* in, int* out) {
      int counts[16];
      for (int i = 0; i < 16; ++i) counts[i] = 0;
      int t = threadIdx.x;
      for (int i = 0; i < 128; ++i) counts[in[(i * (t + 1)) % 128]] += i;
      out[t] = counts[t % 16] * 3 + counts[in[t]];
    })")
      .block(64)
      .in(in)
      .out(expected)
      .check(GetParam());
}

TEST_P(Memory, a_local_array_of_bytes_sorted_by_insertion) {
  const auto in = integers<unsigned char>(640, 1);
  auto expected = in;
  for (std::size_t i = 0; i < 640; i += 10)
    std::sort(expected.begin() + static_cast<long>(i),
              expected.begin() + static_cast<long>(i) + 10);
  KernelCase(R"(
    __global__ void k(const unsigned char* in, unsigned char* out) {
      unsigned char v[10];
      int t = blockIdx.x * blockDim.x + threadIdx.x;
      for (int i = 0; i < 10; ++i) {
        unsigned char x = in[t * 10 + i];
        int at = i;
        while (at > 0 && v[at - 1] > x) { v[at] = v[at - 1]; --at; }
        v[at] = x;
      }
      for (int i = 0; i < 10; ++i) out[t * 10 + i] = v[i];
    })")
      .grid(2)
      .block(32)
      .in(in)
      .out(expected)
      .check(GetParam());
}

TEST_P(Memory, a_local_matrix_of_structures) {
  KernelCase(R"(
    struct Cell { int value; short next; };
    __global__ void k(int* out, int n) {
      Cell cells[4][3];
      int t = threadIdx.x;
      for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 3; ++c) cells[r][c] = {r * 10 + c + t, (short)((r * 3 + c + t) % 12)};
      int at = t % 12, sum = 0;
      for (int i = 0; i < n; ++i) {
        Cell cell = cells[at / 3][at % 3];
        sum += cell.value;
        cells[at / 3][at % 3].value -= i;
        at = cell.next;
      }
      out[t] = sum;
    })")
      .block(50)
      .out(each(50,
                [](std::size_t lane) {
                  const int t = static_cast<int>(lane);
                  std::array<int, 12> values{};
                  for (int i = 0; i < 12; ++i) values[i] = i / 3 * 10 + i % 3 + t;
                  int at = t % 12, sum = 0;
                  for (int i = 0; i < 29; ++i) {
                    sum += values[at];
                    values[at] -= i;
                    at = (at + t) % 12;
                  }
                  return sum;
                }))
      .value(29)
      .check(GetParam());
}

TEST_P(Memory, a_constant_table_indexed_by_lane) {
  KernelCase(R"(
    __constant__ int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
    __constant__ float scale = 0.25f;
    __constant__ unsigned char bytes[3][2] = {{1, 2}, {250, 4}, {5, 255}};
    __global__ void k(float* out) {
      int t = threadIdx.x;
      out[t] = table[t % 8] * scale + bytes[t % 3][t % 2];
    })")
      .block(64)
      .out(
          each(64,
               [](std::size_t t) {
                 constexpr std::array table = {3, 1, 4, 1, 5, 9, 2, 6};
                 constexpr std::array<std::array<int, 2>, 3> bytes = {{{1, 2}, {250, 4}, {5, 255}}};
                 return static_cast<float>(table[t % 8]) * 0.25F +
                        static_cast<float>(bytes[t % 3][t % 2]);
               }))
      .check(GetParam());
}

TEST_P(Memory, device_variables_keep_what_they_start_with) {
  KernelCase(R"(
    __device__ double weights[4] = {0.5, -1.25, 1e100, 3};
    __device__ unsigned long long big = 0x123456789abcdef0ull;
    __device__ short zeros[10];
    __global__ void k(double* out) {
      int t = threadIdx.x;
      out[t] = weights[t % 4] + (double)(big >> 32) + zeros[t % 10];
      if (t > 31) zeros[0] = 1;  // never; a variable that is only read would be a finding
    })")
      .out(each(32,
                [](std::size_t t) {
                  constexpr std::array weights = {0.5, -1.25, 1e100, 3.0};
                  return weights[t % 4] + static_cast<double>(0x12345678U);
                }))
      .check(GetParam());
}

TEST_P(Memory, device_variables_are_written_and_read_again) {
  KernelCase(R"(
    __device__ int scratch[64];
    __device__ int total = 5;
    __global__ void k(const int* in, int* out) {
      int t = threadIdx.x;
      scratch[t] = in[t] * 2;
      if (t == 0) total += in[0];
      __syncthreads();
      out[t] = scratch[63 - t] + total;
    })")
      .block(64)
      .in(iota(64))
      .out(each(64, [](std::size_t t) { return static_cast<int>((63 - t) * 2 + 5); }))
      .check(GetParam());
}

TEST_P(Memory, dynamic_shared_memory_parted_among_three_arrays) {
  KernelCase(R"(
    extern __shared__ double pool[];
    __global__ void k(double* out, int n) {
      double* first = pool;
      float* second = (float*)(first + n);
      unsigned char* third = (unsigned char*)(second + n);
      int t = threadIdx.x;
      first[t] = t * 0.5;
      second[n - 1 - t] = t;
      third[(t + 7) % n] = t * 3;
      __syncthreads();
      int u = (t + 1) % n;
      out[t] = first[u] + second[u] * 1000 + third[u] * 100000.0;
    })")
      .block(48)
      .dynamic_shared(48 * 13)
      .out(each(48,
                [](std::size_t t) {
                  const std::size_t u = (t + 1) % 48;
                  return static_cast<double>(u) * 0.5 + static_cast<double>(47 - u) * 1000 +
                         static_cast<double>((u + 41) % 48 * 3 % 256) * 100000.0;
                }))
      .value(48)
      .check(GetParam());
}

TEST_P(Memory, a_union_shows_the_bits_of_a_float) {
  expect_map(
      GetParam(),
      {{"swap_halves(x)"},
       0,
       "union Bits { float f; unsigned u; unsigned short h[2]; unsigned char b[4]; };\n"
       "__device__ unsigned swap_halves(float x) {\n"
       "  Bits v; v.f = x;\n  unsigned short low = v.h[0];\n  v.h[0] = v.h[1];\n  v.h[1] = low;\n"
       "  v.b[3] ^= 0x80;\n  return v.u;\n}\n"},
      [](float x) { return std::rotl(std::bit_cast<unsigned>(x), 16) ^ 0x80000000U; },
      reals<float>(200, 1));
}

TEST_P(Memory, bit_fields_of_a_structure) {
  expect_map(
      GetParam(),
      {{"packed(x, y)", "unpacked(x)"},
       0,
       "struct Fields { unsigned a : 5; int b : 7; unsigned c : 12; unsigned d : 8; };\n"
       "union Word { unsigned u; Fields f; };\n"
       "__device__ unsigned packed(unsigned x, unsigned y) {\n"
       "  Word w; w.u = 0; w.f.a = x; w.f.b = y; w.f.c = x >> 9; w.f.d = y >> 3;\n"
       "  w.f.c += 5;\n  return w.u;\n}\n"
       "__device__ unsigned unpacked(unsigned x) {\n"
       "  Word w; w.u = x; return w.f.a * 3 + w.f.b * 5 + w.f.c * 7 + w.f.d;\n}\n"},
      [](unsigned x, unsigned y) {
        const unsigned packed =
            x % 32 | y % 128 << 5U | ((x >> 9U) + 5) % 4096 << 12U | (y >> 3U) % 256 << 24U;
        const int b = static_cast<int>(x << 20U) >> 25;
        const unsigned unpacked =
            x % 32 * 3 + static_cast<unsigned>(b * 5) + (x >> 12U) % 4096 * 7 + (x >> 24U);
        return std::array{packed, unpacked};
      },
      integers<unsigned>(200, 1), integers<unsigned>(200, 8));
}

TEST_P(Memory, volatile_shared_words_are_read_each_time) {
  KernelCase(R"(
    __global__ void k(int* out) {
      __shared__ volatile int s[64];
      int t = threadIdx.x;
      s[t] = t;
      __syncthreads();
      int a = s[t ^ 1];
      __syncthreads();
      s[t] = a * 10;
      __syncthreads();
      out[t] = s[t ^ 3] + a;
    })")
      .block(64)
      .out(each(64, [](std::size_t t) { return static_cast<int>((t ^ 2) * 10 + (t ^ 1)); }))
      .check(GetParam());
}

TEST_P(Memory, pointers_to_pointers_in_local_memory) {
  KernelCase(R"(
    __global__ void k(const int* a, const int* b, int* out) {
      const int* choices[3] = {a, b, a + 16};
      const int** row = &choices[threadIdx.x % 3];
      int sum = 0;
      for (int i = 0; i < 16; ++i) sum += (*row)[i] * (i + 1);
      out[threadIdx.x] = sum;
    })")
      .in(iota(32))
      .in(each(32, [](std::size_t i) { return static_cast<int>(i * i); }))
      .out(each(32,
                [](std::size_t t) {
                  int sum = 0;
                  for (int i = 0; i < 16; ++i)
                    sum += (t % 3 == 0 ? i : t % 3 == 1 ? i * i : i + 16) * (i + 1);
                  return sum;
                }))
      .check(GetParam());
}

TEST_P(Memory, a_pointer_that_is_shared_in_some_lanes_and_global_in_others) {
  KernelCase(R"(
    __global__ void k(const int* in, int* out) {
      __shared__ int s[64];
      int t = threadIdx.x;
      s[t] = in[t] * 100;
      __syncthreads();
      const int* from = t % 3 == 0 ? s : in;
      out[t] = from[(t + 5) % 64];
    })")
      .block(64)
      .in(iota(64))
      .out(each(
          64,
          [](std::size_t t) { return static_cast<int>((t + 5) % 64 * (t % 3 == 0 ? 100 : 1)); }))
      .check(GetParam());
}

TEST_P(Memory, loads_through_the_read_only_path) {
  const auto in = each(256, [](std::size_t i) { return static_cast<float>(i) / 4; });
  KernelCase(R"(
    __global__ void k(const float* __restrict__ in, float* __restrict__ out, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      out[i] = __ldg(&in[i]) + __ldg(in + (i + 1) % n) + in[(i + 2) % n];
    })")
      .grid(4)
      .block(64)
      .in(in)
      .out(each(256, [&](std::size_t i) { return in[i] + in[(i + 1) % 256] + in[(i + 2) % 256]; }))
      .value(256)
      .check(GetParam());
}

TEST_P(Memory, a_linked_list_of_indices_followed_by_each_lane) {
  const std::vector<int> next = each(
      128, [](std::size_t i) { return i % 9 == 8 ? -1 : static_cast<int>((i * 5 + 3) % 128); });
  KernelCase(R"(
    __global__ void k(const int* next, int* out) {
      int at = threadIdx.x, steps = 0;
      while (at >= 0 && steps < 100) { at = next[at]; ++steps; }
      out[threadIdx.x] = steps;
    })")
      .block(128)
      .in(next)
      .out(each(128,
                [&](std::size_t i) {
                  int steps = 0;
                  for (int at = static_cast<int>(i); at >= 0 && steps < 100; ++steps) at = next[at];
                  return steps;
                }))
      .check(GetParam());
}

TEST_P(Memory, a_two_dimensional_shared_array_of_shorts) {
  KernelCase(R"(
    __global__ void k(const short* in, short* out) {
      __shared__ short tile[8][9];
      int x = threadIdx.x, y = threadIdx.y;
      tile[y][x] = in[y * 8 + x];
      __syncthreads();
      out[y * 8 + x] = tile[x][y] - tile[y][x];
    })")
      .block(8, 8)
      .in(each(64, [](std::size_t i) { return static_cast<short>(i * i * 9); }))
      .out(each(64,
                [](std::size_t i) {
                  const std::size_t turned = i % 8 * 8 + i / 8;
                  return static_cast<short>(static_cast<short>(turned * turned * 9) -
                                            static_cast<short>(i * i * 9));
                }))
      .check(GetParam());
}

}  // namespace
}  // namespace lanescope::conformance
