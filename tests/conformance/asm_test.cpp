// Inline PTX: instructions that CUDA C++ has no function for.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "tests/conformance/elementwise.h"

namespace lanescope::conformance {
namespace {

LANESCOPE_CONFORMANCE(Asm);

constexpr std::size_t count = 300;

// `body` computes `r` from x, y, z, all unsigned 32-bit.
std::string function(const std::string& body) {
  return "__device__ unsigned f(unsigned x, unsigned y, unsigned z) {\n  unsigned r;\n  " + body +
         "\n  return r;\n}\n";
}

template <class F>
void expect_words(compile::Compiler compiler, const std::string& body, F reference) {
  expect_map(compiler, {{"f(x, y, z)"}, 0, function(body)}, reference, integers<unsigned>(count, 1),
             integers<unsigned>(count, 8), integers<unsigned>(count, 3));
}

TEST_P(Asm, lop3_of_two_tables) {
  expect_words(
      GetParam(),
      "unsigned s; asm(\"lop3.b32 %0, %1, %2, %3, 0x96;\" : \"=r\"(s) : \"r\"(x), \"r\"(y), "
      "\"r\"(z)); asm(\"lop3.b32 %0, %1, %2, %3, 0xe8;\" : \"=r\"(r) : \"r\"(s), \"r\"(y), "
      "\"r\"(z));",
      [](unsigned x, unsigned y, unsigned z) {
        const unsigned s = x ^ y ^ z;
        return (s & y) | (s & z) | (y & z);
      });
}

TEST_P(Asm, prmt_in_its_special_modes) {
  // The f4e (forward 4 extract) and rc8 (replicate 8) modes (PTX ISA, prmt).
  expect_words(GetParam(),
               "unsigned a, b; asm(\"prmt.b32.f4e %0, %1, %2, %3;\" : \"=r\"(a) : \"r\"(x), "
               "\"r\"(y), \"r\"(z)); asm(\"prmt.b32.rc8 %0, %1, %2, %3;\" : \"=r\"(b) : "
               "\"r\"(x), \"r\"(y), \"r\"(z)); r = a ^ b;",
               [](unsigned x, unsigned y, unsigned z) {
                 const std::uint64_t both = std::uint64_t{y} << 32 | x;
                 const auto extracted = static_cast<unsigned>(both >> (z % 4 * 8));
                 return extracted ^ (x >> (z % 4 * 8) & 0xffU) * 0x01010101U;
               });
}

TEST_P(Asm, scalar_video_instructions_select_and_merge_parts) {
  expect_words(
      GetParam(),
      "unsigned a, b; asm(\"vabsdiff.u32.u32.u32.add %0, %1.b0, %2.b3, %3;\" : \"=r\"(a) : "
      "\"r\"(x), \"r\"(y), \"r\"(z)); asm(\"vmad.s32.s32.u32 %0, %1.h1, %2.b1, -%3;\" : "
      "\"=r\"(b) : \"r\"(x), \"r\"(y), \"r\"(z)); asm(\"vadd.s32.s32.s32.sat %0.b2, %1.b0, "
      "%2.b0, %3;\" : \"=r\"(r) : \"r\"(x), \"r\"(y), \"r\"(a ^ b));",
      [](unsigned x, unsigned y, unsigned z) {
        const unsigned low = x & 0xffU;
        const unsigned high = y >> 24;
        const unsigned a = (low < high ? high - low : low - high) + z;
        const auto half = static_cast<std::int16_t>(x >> 16);
        const unsigned b = static_cast<unsigned>(half * static_cast<int>(y >> 8 & 0xffU)) - z;
        const int sum = static_cast<std::int8_t>(x) + static_cast<std::int8_t>(y);
        const unsigned byte = static_cast<unsigned>(std::clamp(sum, -128, 127)) & 0xffU;
        return ((a ^ b) & 0xff00ffffU) | byte << 16;
      });
}

TEST_P(Asm, bfe_of_unsigned_and_signed_fields) {
  expect_words(
      GetParam(),
      "int s; asm(\"bfe.u32 %0, %1, %2, %3;\" : \"=r\"(r) : \"r\"(x), \"r\"(y & 31), "
      "\"r\"(z & 15)); asm(\"bfe.s32 %0, %1, 5, 9;\" : \"=r\"(s) : \"r\"((int)x)); r += s;",
      [](unsigned x, unsigned y, unsigned z) {
        const unsigned field = (x >> (y & 31U)) & ((1U << (z & 15U)) - 1);
        return field + static_cast<unsigned>(static_cast<int>(x << 18U) >> 23);
      });
}

TEST_P(Asm, bfi_puts_a_field_in) {
  expect_words(
      GetParam(),
      "asm(\"bfi.b32 %0, %1, %2, %3, 7;\" : \"=r\"(r) : \"r\"(x), \"r\"(y), \"r\"(z & 31));",
      [](unsigned x, unsigned y, unsigned z) {
        const unsigned mask = static_cast<unsigned>(std::uint64_t{0x7f} << (z & 31U));
        return (y & ~mask) | (static_cast<unsigned>(std::uint64_t{x} << (z & 31U)) & mask);
      });
}

TEST_P(Asm, bfind_of_unsigned_and_signed_words) {
  expect_words(GetParam(),
               "unsigned s; asm(\"bfind.u32 %0, %1;\" : \"=r\"(r) : \"r\"(x)); "
               "asm(\"bfind.s32 %0, %1;\" : \"=r\"(s) : \"r\"((int)y)); r = r * 64 + s;",
               [](unsigned x, unsigned y, unsigned) {
                 const auto highest = [](unsigned v) {
                   return v == 0 ? 0xffffffffU : static_cast<unsigned>(std::bit_width(v)) - 1;
                 };
                 return highest(x) * 64 + highest(static_cast<int>(y) < 0 ? ~y : y);
               });
}

TEST_P(Asm, shf_shifts_two_words_as_one) {
  expect_words(GetParam(),
               "unsigned s; asm(\"shf.l.clamp.b32 %0, %1, %2, %3;\" : \"=r\"(r) : \"r\"(x), "
               "\"r\"(y), \"r\"(z & 63)); asm(\"shf.r.wrap.b32 %0, %1, %2, %3;\" : \"=r\"(s) : "
               "\"r\"(x), \"r\"(y), \"r\"(z)); r ^= s * 3;",
               [](unsigned x, unsigned y, unsigned z) {
                 const std::uint64_t both = std::uint64_t{y} << 32 | x;
                 const unsigned left = std::min(z & 63U, 32U);
                 const auto high = static_cast<unsigned>(left == 32 ? both : both << left >> 32);
                 return high ^ static_cast<unsigned>(both >> (z & 31U)) * 3;
               });
}

TEST_P(Asm, shifts_by_more_than_the_width_give_0_or_the_sign) {
  expect_words(GetParam(),
               "unsigned a; int b; asm(\"shl.b32 %0, %1, %2;\" : \"=r\"(a) : \"r\"(x), \"r\"(z)); "
               "asm(\"shr.s32 %0, %1, %2;\" : \"=r\"(b) : \"r\"((int)y), \"r\"(z)); r = a + b * 5;",
               [](unsigned x, unsigned y, unsigned z) {
                 const unsigned a = z > 31 ? 0 : x << z;
                 const int b = static_cast<int>(y) >> std::min(z, 31U);
                 return a + static_cast<unsigned>(b) * 5;
               });
}

TEST_P(Asm, mad_wide_and_mad_hi) {
  expect_map(
      GetParam(),
      {{"f(x, y, z)"},
       0,
       "__device__ unsigned long long f(unsigned x, unsigned y, unsigned z) {\n"
       "  unsigned long long wide; unsigned high;\n"
       "  asm(\"mad.wide.u32 %0, %1, %2, %3;\" : \"=l\"(wide) : \"r\"(x), \"r\"(y), "
       "\"l\"(0x123456789abcull));\n"
       "  asm(\"mad.hi.u32 %0, %1, %2, %3;\" : \"=r\"(high) : \"r\"(x), \"r\"(y), \"r\"(z));\n"
       "  return wide ^ high;\n}\n"},
      [](unsigned x, unsigned y, unsigned z) {
        const std::uint64_t product = std::uint64_t{x} * y;
        return std::uint64_t{product + 0x123456789abc} ^ (static_cast<unsigned>(product >> 32) + z);
      },
      integers<unsigned>(count, 1), integers<unsigned>(count, 8), integers<unsigned>(count, 3));
}

TEST_P(Asm, saturating_sums_of_ints) {
  expect_words(GetParam(),
               "int s, d; asm(\"add.sat.s32 %0, %1, %2;\" : \"=r\"(s) : \"r\"((int)x), "
               "\"r\"((int)y)); asm(\"sub.sat.s32 %0, %1, %2;\" : \"=r\"(d) : \"r\"((int)x), "
               "\"r\"((int)z)); r = s ^ (d * 7);",
               [](unsigned x, unsigned y, unsigned z) {
                 const auto saturated = [](std::int64_t v) {
                   return static_cast<unsigned>(std::clamp<std::int64_t>(v, INT32_MIN, INT32_MAX));
                 };
                 const std::int64_t a = static_cast<int>(x);
                 return saturated(a + static_cast<int>(y)) ^ saturated(a - static_cast<int>(z)) * 7;
               });
}

TEST_P(Asm, slct_selects_by_the_sign) {
  expect_words(
      GetParam(),
      "asm(\"slct.u32.s32 %0, %1, %2, %3;\" : \"=r\"(r) : \"r\"(x), \"r\"(y), \"r\"((int)z));",
      [](unsigned x, unsigned y, unsigned z) { return static_cast<int>(z) >= 0 ? x : y; });
}

TEST_P(Asm, set_makes_masks_and_ones) {
  expect_words(
      GetParam(),
      "unsigned a; float f; asm(\"set.lt.u32.s32 %0, %1, %2;\" : \"=r\"(a) : \"r\"((int)x), "
      "\"r\"((int)y)); asm(\"set.ge.f32.u32 %0, %1, %2;\" : \"=f\"(f) : \"r\"(x), \"r\"(z)); "
      "r = a ^ __float_as_uint(f);",
      [](unsigned x, unsigned y, unsigned z) {
        return (static_cast<int>(x) < static_cast<int>(y) ? 0xffffffffU : 0U) ^
               (x >= z ? 0x3f800000U : 0U);
      });
}

TEST_P(Asm, setp_joined_with_another_predicate) {
  expect_words(GetParam(),
               "asm(\"{ .reg .pred p, q, n; setp.eq.u32 q, %3, 0; setp.lt.and.u32 p|n, %1, %2, q; "
               "selp.u32 %0, 1, 0, p; @n add.u32 %0, %0, 2; @!q add.u32 %0, %0, 4; }\" : \"=r\"(r) "
               ": \"r\"(x), \"r\"(y), \"r\"(z & 1));",
               [](unsigned x, unsigned y, unsigned z) {
                 const bool q = z % 2 == 0;
                 return (x < y && q ? 1U : 0U) + (!(x < y) && q ? 2U : 0U) + (q ? 0U : 4U);
               });
}

TEST_P(Asm, moves_that_pack_and_unpack) {
  expect_map(
      GetParam(),
      {{"f(x, y)"},
       0,
       "__device__ unsigned long long f(unsigned x, unsigned y) {\n"
       "  unsigned long long packed; unsigned low, high; unsigned short a, b;\n"
       "  asm(\"mov.b64 %0, {%1, %2};\" : \"=l\"(packed) : \"r\"(x), \"r\"(y));\n"
       "  asm(\"mov.b64 {%0, %1}, %2;\" : \"=r\"(low), \"=r\"(high) : \"l\"(packed + 1));\n"
       "  asm(\"mov.b32 {%0, %1}, %2;\" : \"=h\"(a), \"=h\"(b) : \"r\"(low ^ high));\n"
       "  asm(\"mov.b32 %0, {%1, %2};\" : \"=r\"(low) : \"h\"(b), \"h\"(a));\n"
       "  return packed * 3 + low;\n}\n"},
      [](unsigned x, unsigned y) {
        const std::uint64_t packed = std::uint64_t{y} << 32 | x;
        const unsigned mixed =
            static_cast<unsigned>(packed + 1) ^ static_cast<unsigned>((packed + 1) >> 32);
        return packed * 3 + std::rotl(mixed, 16);
      },
      integers<unsigned>(count, 1), integers<unsigned>(count, 8));
}

TEST_P(Asm, sad_adds_an_absolute_difference) {
  expect_words(GetParam(),
               "asm(\"sad.u32 %0, %1, %2, %3;\" : \"=r\"(r) : \"r\"(x), \"r\"(y), \"r\"(z)); "
               "int s; asm(\"sad.s32 %0, %1, %2, %3;\" : \"=r\"(s) : \"r\"((int)x), \"r\"((int)y), "
               "\"r\"(5)); r ^= s;",
               [](unsigned x, unsigned y, unsigned z) {
                 const unsigned away = x > y ? x - y : y - x;
                 const std::int64_t apart = std::int64_t{static_cast<int>(x)} - static_cast<int>(y);
                 return (away + z) ^ (static_cast<unsigned>(apart < 0 ? -apart : apart) + 5U);
               });
}

TEST_P(Asm, dp4a_and_dp2a_of_signed_and_unsigned_bytes) {
  expect_words(GetParam(),
               "int s, d; asm(\"dp4a.u32.s32 %0, %1, %2, %3;\" : \"=r\"(s) : \"r\"(x), \"r\"(y), "
               "\"r\"((int)z)); asm(\"dp2a.hi.s32.u32 %0, %1, %2, %3;\" : \"=r\"(d) : \"r\"(x), "
               "\"r\"(y), \"r\"(s)); r = d;",
               [](unsigned x, unsigned y, unsigned z) {
                 unsigned sum = z;
                 for (int i = 0; i < 4; ++i)
                   sum += static_cast<unsigned>(static_cast<int>(x >> 8 * i & 0xffU) *
                                                static_cast<signed char>(y >> 8 * i));
                 for (int i = 0; i < 2; ++i)
                   sum += static_cast<unsigned>(static_cast<short>(x >> 16 * i) *
                                                static_cast<int>(y >> (16 + 8 * i) & 0xffU));
                 return sum;
               });
}

TEST_P(Asm, predicated_instructions_and_a_branch_within) {
  expect_words(GetParam(),
               "asm(\"{ .reg .pred p; .reg .u32 i; mov.u32 %0, %1; mov.u32 i, 0; LOOP: "
               "setp.ge.u32 p, i, %2; @p bra DONE; mad.lo.u32 %0, %0, 3, i; add.u32 i, i, 1; "
               "bra LOOP; DONE: }\" : \"=&r\"(r) : \"r\"(x), \"r\"(y & 7));",
               [](unsigned x, unsigned y, unsigned) {
                 for (unsigned i = 0; i < (y & 7U); ++i) x = x * 3 + i;
                 return x;
               });
}

TEST_P(Asm, cvt_with_saturation_and_roundings) {
  expect_map(
      GetParam(),
      {{"f(x)"},
       0,
       "__device__ int f(float x) {\n"
       "  int a, b, c; short h;\n"
       "  asm(\"cvt.rni.s32.f32 %0, %1;\" : \"=r\"(a) : \"f\"(x));\n"
       "  asm(\"cvt.rpi.u32.f32 %0, %1;\" : \"=r\"(b) : \"f\"(x));\n"
       "  asm(\"cvt.sat.s8.s32 %0, %1;\" : \"=r\"(c) : \"r\"(a * 7));\n"
       "  asm(\"cvt.rmi.s16.f32 %0, %1;\" : \"=h\"(h) : \"f\"(x));\n"
       "  return a * 1000003 + b * 1009 + c * 11 + h;\n}\n"},
      [](float x) {
        const int a = static_cast<int>(std::nearbyint(x));
        const int b = x <= 0 ? 0 : static_cast<int>(std::ceil(x));
        return a * 1000003 + b * 1009 + std::clamp(a * 7, -128, 127) * 11 +
               static_cast<int>(std::floor(x));
      },
      reals_between<float>(-200, 200, count, 4));
}

TEST_P(Asm, special_registers_of_the_launch) {
  KernelCase(R"(
    __global__ void k(unsigned* out) {
      unsigned tx, ty, bx, nx, ny, gx, lane;
      asm("mov.u32 %0, %%tid.x;" : "=r"(tx));
      asm("mov.u32 %0, %%tid.y;" : "=r"(ty));
      asm("mov.u32 %0, %%ctaid.x;" : "=r"(bx));
      asm("mov.u32 %0, %%ntid.x;" : "=r"(nx));
      asm("mov.u32 %0, %%ntid.y;" : "=r"(ny));
      asm("mov.u32 %0, %%nctaid.x;" : "=r"(gx));
      asm("mov.u32 %0, %%laneid;" : "=r"(lane));
      unsigned t = ty * nx + tx;
      out[bx * nx * ny + t] = lane * 1000 + bx * 100 + gx * 10 + ny;
    })")
      .grid(2)
      .block(9, 5)
      .out(each(90,
                [](std::size_t i) {
                  return static_cast<unsigned>(i % 45 % 32 * 1000 + i / 45 * 100 + 20 + 5);
                }))
      .check(GetParam());
}

TEST_P(Asm, lane_masks) {
  KernelCase(R"(
    __global__ void k(unsigned* out) {
      unsigned eq, lt, le, gt, ge;
      asm("mov.u32 %0, %%lanemask_eq;" : "=r"(eq));
      asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
      asm("mov.u32 %0, %%lanemask_le;" : "=r"(le));
      asm("mov.u32 %0, %%lanemask_gt;" : "=r"(gt));
      asm("mov.u32 %0, %%lanemask_ge;" : "=r"(ge));
      unsigned* row = out + threadIdx.x * 5;
      row[0] = eq; row[1] = lt; row[2] = le; row[3] = gt; row[4] = ge;
    })")
      .block(48)
      .out([] {
        std::vector<unsigned> out;
        for (unsigned t = 0; t < 48; ++t) {
          const unsigned bit = 1U << t % 32;
          out.insert(out.end(), {bit, bit - 1, bit | (bit - 1), ~(bit | (bit - 1)), ~(bit - 1)});
        }
        return out;
      }())
      .check(GetParam());
}

TEST_P(Asm, loads_and_stores_of_vectors_with_cache_hints) {
  const auto in = integers<unsigned>(128, 1);
  KernelCase(R"(
    __global__ void k(const unsigned* in, unsigned* out) {
      unsigned a, b, c, d;
      asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
                   : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(in + 4 * threadIdx.x));
      asm volatile("st.global.cs.v2.u32 [%0], {%1, %2};" :: "l"(out + 4 * threadIdx.x), "r"(d), "r"(c) : "memory");
      asm volatile("st.global.wt.v2.u32 [%0+8], {%1, %2};" :: "l"(out + 4 * threadIdx.x), "r"(b), "r"(a) : "memory");
    })")
      .in(in)
      .out(each(128, [&](std::size_t i) { return in[i / 4 * 4 + 3 - i % 4]; }))
      .check(GetParam());
}

TEST_P(Asm, shared_addresses_of_32_bits) {
  KernelCase(R"(
    __global__ void k(const unsigned* in, unsigned* out) {
      __shared__ unsigned s[64];
      unsigned base, v;
      asm("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }" : "=r"(base) : "l"(s));
      unsigned t = threadIdx.x;
      asm volatile("st.shared.u32 [%0], %1;" :: "r"(base + 4 * t), "r"(in[t]) : "memory");
      __syncthreads();
      asm volatile("ld.shared.u32 %0, [%1+4];" : "=r"(v) : "r"(base + 4 * (t & 62)) : "memory");
      out[t] = v;
    })")
      .block(64)
      .in(integers<unsigned>(64, 1))
      .out(each(64, [](std::size_t t) { return integers<unsigned>(64, 1)[(t & 62) + 1]; }))
      .check(GetParam());
}

TEST_P(Asm, isspacep_finds_where_a_pointer_points) {
  KernelCase(R"(
    __device__ int where(const void* p) {
      int global, shared, local;
      asm("{ .reg .pred q; isspacep.global q, %1; selp.s32 %0, 1, 0, q; }" : "=r"(global) : "l"(p));
      asm("{ .reg .pred q; isspacep.shared q, %1; selp.s32 %0, 2, 0, q; }" : "=r"(shared) : "l"(p));
      asm("{ .reg .pred q; isspacep.local q, %1; selp.s32 %0, 4, 0, q; }" : "=r"(local) : "l"(p));
      return global + shared + local;
    }
    __global__ void k(int* out) {
      __shared__ int s[32];
      volatile int mine[2];
      mine[threadIdx.x % 2] = 1;
      s[threadIdx.x] = mine[threadIdx.x % 2];
      out[threadIdx.x] = where(out) * 100 + where(s) * 10 + where((const void*)mine) + s[threadIdx.x] - 1;
    })")
      .out(std::vector<int>(32, 124))
      .check(GetParam());
}

TEST_P(Asm, addc_chains_add_128_bits) {
  const auto in = integers<unsigned>(8 * 64, 1);
  KernelCase(R"(
    __global__ void k(const unsigned* in, unsigned* out) {
      const unsigned *a = in + 8 * threadIdx.x, *b = a + 4;
      unsigned r0, r1, r2, r3;
      asm("add.cc.u32 %0, %4, %8; addc.cc.u32 %1, %5, %9; addc.cc.u32 %2, %6, %10; addc.u32 %3, %7, %11;"
          : "=&r"(r0), "=&r"(r1), "=&r"(r2), "=&r"(r3)
          : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]));
      unsigned* r = out + 4 * threadIdx.x;
      r[0] = r0; r[1] = r1; r[2] = r2; r[3] = r3;
    })")
      .block(64)
      .in(in)
      .out([&] {
        std::vector<unsigned> out;
        for (std::size_t t = 0; t < 64; ++t) {
          std::uint64_t carry = 0;
          for (std::size_t i = 0; i < 4; ++i) {
            carry += std::uint64_t{in[8 * t + i]} + in[8 * t + 4 + i];
            out.push_back(static_cast<unsigned>(carry));
            carry >>= 32;
          }
        }
        return out;
      }())
      .check(GetParam());
}

TEST_P(Asm, subc_chains_subtract_96_bits) {
  const auto in = integers<unsigned>(6 * 64, 1);
  KernelCase(R"(
    __global__ void k(const unsigned* in, unsigned* out) {
      const unsigned *a = in + 6 * threadIdx.x, *b = a + 3;
      unsigned r0, r1, r2;
      asm("sub.cc.u32 %0, %3, %6; subc.cc.u32 %1, %4, %7; subc.u32 %2, %5, %8;"
          : "=&r"(r0), "=&r"(r1), "=&r"(r2)
          : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(b[0]), "r"(b[1]), "r"(b[2]));
      unsigned* r = out + 3 * threadIdx.x;
      r[0] = r0; r[1] = r1; r[2] = r2;
    })")
      .block(64)
      .in(in)
      .out([&] {
        std::vector<unsigned> out;
        for (std::size_t t = 0; t < 64; ++t) {
          std::int64_t borrow = 0;
          for (std::size_t i = 0; i < 3; ++i) {
            borrow += std::int64_t{in[6 * t + i]} - std::int64_t{in[6 * t + 3 + i]};
            out.push_back(static_cast<unsigned>(borrow));
            borrow >>= 32;
          }
        }
        return out;
      }())
      .check(GetParam());
}

TEST_P(Asm, madc_chains_multiply_64_by_64_bits) {
  KernelCase(R"(
    __global__ void k(const uint2* a, const uint2* b, uint4* out) {
      uint2 x = a[threadIdx.x], y = b[threadIdx.x];
      unsigned r0, r1, r2, r3;
      asm("mul.lo.u32 %0, %4, %6;\n\t"
          "mul.hi.u32 %1, %4, %6;\n\t"
          "mad.lo.cc.u32 %1, %4, %7, %1;\n\t"
          "madc.hi.u32 %2, %4, %7, 0;\n\t"
          "mad.lo.cc.u32 %1, %5, %6, %1;\n\t"
          "madc.hi.cc.u32 %2, %5, %6, %2;\n\t"
          "madc.hi.u32 %3, %5, %7, 0;\n\t"
          "mad.lo.cc.u32 %2, %5, %7, %2;\n\t"
          "addc.u32 %3, %3, 0;"
          : "=&r"(r0), "=&r"(r1), "=&r"(r2), "=&r"(r3)
          : "r"(x.x), "r"(x.y), "r"(y.x), "r"(y.y));
      out[threadIdx.x] = make_uint4(r0, r1, r2, r3);
    })")
      .block(96)
      .in(integers<std::uint64_t>(96, 1))
      .in(integers<std::uint64_t>(96, 8))
      .out([] {
        const auto a = integers<std::uint64_t>(96, 1), b = integers<std::uint64_t>(96, 8);
        std::vector<std::uint64_t> out;
        __extension__ typedef unsigned __int128 Wide;
        for (std::size_t i = 0; i < 96; ++i) {
          const Wide product = Wide{a[i]} * b[i];
          out.push_back(static_cast<std::uint64_t>(product));
          out.push_back(static_cast<std::uint64_t>(product >> 64));
        }
        return out;
      }())
      .check(GetParam());
}

TEST_P(Asm, cp_async_copies_16_bytes_per_lane_into_shared_memory) {
  const auto in = integers<unsigned>(256, 1);
  KernelCase(R"(
    __global__ void k(const uint4* in, uint4* out) {
      __shared__ __align__(16) unsigned char raw[64 * 16];
      uint4* s = (uint4*)raw;
      int t = threadIdx.x;
      unsigned to;
      asm("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }" : "=r"(to) : "l"(s + t));
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(to), "l"(in + t) : "memory");
      asm volatile("cp.async.commit_group;" ::: "memory");
      asm volatile("cp.async.wait_group 0;" ::: "memory");
      __syncthreads();
      out[t] = s[63 - t];
    })")
      .block(64)
      .in(in)
      .out(each(256, [&](std::size_t i) { return in[(63 - i / 4) * 4 + i % 4]; }))
      .check(GetParam());
}

TEST_P(Asm, cp_async_in_two_groups_of_a_pipeline) {
  const auto in = integers<unsigned>(32 * 8, 1);
  KernelCase(R"(
    __device__ unsigned address(const void* p) {
      unsigned a;
      asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(a) : "l"(p));
      return a;
    }
    __global__ void k(const unsigned* in, unsigned* out, int tiles) {
      __shared__ unsigned s[2][32];
      int t = threadIdx.x;
      unsigned sum = 0;
      asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(address(&s[0][t])), "l"(in + t) : "memory");
      asm volatile("cp.async.commit_group;" ::: "memory");
      for (int i = 0; i < tiles; ++i) {
        if (i + 1 < tiles)
          asm volatile("cp.async.ca.shared.global [%0], [%1], 4;"
                       :: "r"(address(&s[(i + 1) % 2][t])), "l"(in + (i + 1) * 32 + t) : "memory");
        asm volatile("cp.async.commit_group;" ::: "memory");
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        sum = sum * 5 + s[i % 2][31 - t];
        __syncthreads();
      }
      out[t] = sum;
    })")
      .in(in)
      .out(each(32,
                [&](std::size_t t) {
                  unsigned sum = 0;
                  for (std::size_t i = 0; i < 8; ++i) sum = sum * 5 + in[i * 32 + 31 - t];
                  return sum;
                }))
      .value(8)
      .check(GetParam());
}

TEST_P(Asm, cp_async_fills_with_zeros_what_is_not_copied) {
  const auto in = integers<unsigned>(128, 1);
  KernelCase(R"(
    __global__ void k(const unsigned* in, unsigned* out) {
      __shared__ __align__(16) unsigned s[32 * 4];
      int t = threadIdx.x;
      unsigned to;
      asm("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }" : "=r"(to) : "l"(s + 4 * t));
      int bytes = t % 5 * 4;
      asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" :: "r"(to), "l"(in + 4 * t), "r"(bytes) : "memory");
      asm volatile("cp.async.wait_all;" ::: "memory");
      __syncthreads();
      for (int i = 0; i < 4; ++i) out[4 * t + i] = s[4 * t + i];
    })")
      .in(in)
      .out(each(128, [&](std::size_t i) { return i % 4 < i / 4 % 5 ? in[i] : 0U; }))
      .check(GetParam());
}

TEST_P(Asm, ldmatrix_hands_out_four_8_by_8_matrices) {
  // Lane l of matrix m gets row l / 4, columns 2 * (l % 4) and 2 * (l % 4) + 1 (PTX ISA, ldmatrix).
  const auto in =
      each(4 * 64, [](std::size_t i) { return static_cast<unsigned short>(i * 3 + 1); });
  KernelCase(R"(
    __global__ void k(const unsigned short* in, unsigned* out) {
      __shared__ __align__(16) unsigned short s[256];
      int t = threadIdx.x;
      for (int i = t; i < 256; i += 32) s[i] = in[i];
      __syncthreads();
      unsigned from, a, b, c, d;
      asm("{ .reg .u64 q; cvta.to.shared.u64 q, %1; cvt.u32.u64 %0, q; }" : "=r"(from) : "l"(s + t * 8));
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                   : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(from) : "memory");
      out[4 * t] = a; out[4 * t + 1] = b; out[4 * t + 2] = c; out[4 * t + 3] = d;
    })")
      .in(in)
      .out(each(128,
                [&](std::size_t i) {
                  const std::size_t lane = i / 4, at = i % 4 * 64 + lane / 4 * 8 + lane % 4 * 2;
                  return static_cast<unsigned>(in[at] | in[at + 1] << 16);
                }))
      .check(GetParam());
}

TEST_P(Asm, ldmatrix_transposed) {
  const auto in = each(64, [](std::size_t i) { return static_cast<unsigned short>(i * 5 + 2); });
  KernelCase(R"(
    __global__ void k(const unsigned short* in, unsigned* out) {
      __shared__ __align__(16) unsigned short s[64];
      int t = threadIdx.x;
      for (int i = t; i < 64; i += 32) s[i] = in[i];
      __syncthreads();
      unsigned from, a;
      asm("{ .reg .u64 q; cvta.to.shared.u64 q, %1; cvt.u32.u64 %0, q; }" : "=r"(from) : "l"(s + t % 8 * 8));
      asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(from) : "memory");
      out[t] = a;
    })")
      .in(in)
      .out(each(32,
                [&](std::size_t lane) {
                  const std::size_t column = lane / 4, row = lane % 4 * 2;
                  return static_cast<unsigned>(in[row * 8 + column] | in[(row + 1) * 8 + column]
                                                                          << 16);
                }))
      .check(GetParam());
}

TEST_P(Asm, redux_sync_under_a_mask) {
  KernelCase(R"(
    __global__ void k(const int* in, int* out) {
      int t = threadIdx.x, r = 0;
      if (t % 2) asm volatile("redux.sync.max.s32 %0, %1, 0xaaaaaaaa;" : "=r"(r) : "r"(in[t]));
      out[t] = r;
    })")
      .in(ints_between(-90, 90, 32))
      .out([] {
        const auto in = ints_between(-90, 90, 32);
        int largest = -1000;
        for (std::size_t i = 1; i < 32; i += 2) largest = std::max(largest, in[i]);
        return each(32, [&](std::size_t t) { return t % 2 != 0 ? largest : 0; });
      }())
      .check(GetParam());
}

TEST_P(Asm, atomics_of_each_scope_and_reductions_without_result) {
  KernelCase(R"(
    __global__ void k(unsigned* out) {
      __shared__ unsigned s;
      unsigned to, t = threadIdx.x;
      if (t == 0) s = 0;
      __syncthreads();
      asm("{ .reg .u64 q; cvta.to.shared.u64 q, %1; cvt.u32.u64 %0, q; }" : "=r"(to) : "l"(&s));
      asm volatile("red.shared.add.u32 [%0], %1;" :: "r"(to), "r"(t) : "memory");
      asm volatile("red.global.gpu.max.u32 [%0], %1;" :: "l"(out), "r"(t * 3) : "memory");
      asm volatile("red.relaxed.global.sys.or.b32 [%0], %1;" :: "l"(out + 1), "r"(1u << t) : "memory");
      __syncthreads();
      if (t == 0) out[2] = s;
    })")
      .out(std::vector<unsigned>{93, 0xffffffffU, 496})
      .check(GetParam());
}

}  // namespace
}  // namespace lanescope::conformance
