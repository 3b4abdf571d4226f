// Half precision: conversions with each rounding, arithmetic of halves and pairs, comparisons, a dot
// product with exact sums, an atomic addition, and bfloat16.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "common.h"

__global__ void convert(const float* in, unsigned short* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  out[i] = __half_as_ushort(__float2half_rn(in[i]));
  out[n + i] = __half_as_ushort(__float2half_rz(in[i]));
  out[2 * n + i] = __half_as_ushort(__float2half_ru(in[i]));
  out[3 * n + i] = __half_as_ushort(__float2half_rd(in[i]));
  out[4 * n + i] = __bfloat16_as_ushort(__float2bfloat16_rn(in[i]));
}

__global__ void compute(float* out) {
  const __half a = __float2half(1.5F), b = __float2half(-0.25F);
  out[0] = __half2float(__hadd(a, b));
  out[1] = __half2float(__hmul(a, b));
  out[2] = __half2float(__hfma(a, b, a));
  out[3] = __half2float(__hsub(a, b));
  out[4] = __half2float(__hneg(__habs(b)));
  out[5] = __half2float(hsqrt(__float2half(2.25F)));
  out[6] = __hgt(a, b) ? 1.0F : 0.0F;
  out[7] = __half2float(a + b * a);
  const __half2 p = __floats2half2_rn(3.0F, 4.0F), q = __half2half2(__float2half(0.5F));
  const __half2 r = __hfma2(p, q, p);
  out[8] = __low2float(r);
  out[9] = __high2float(r);
  out[10] = __half2float(__hmax(a, b));
  out[11] = static_cast<float>(__half2int_rn(__float2half(-7.5F)));
  const __nv_bfloat16 x = __float2bfloat16(1.5F), y = __float2bfloat16(2.0F);
  out[12] = __bfloat162float(__hmul(x, y));
  out[13] = __bfloat162float(__hadd(x, y));
}

// Small integers: each sum is exact in half precision.
__global__ void dot(const __half2* a, const __half2* b, __half* sum, int pairs) {
  __half2 own = __float2half2_rn(0.0F);
  for (int i = threadIdx.x; i < pairs; i += 32) own = __hfma2(a[i], b[i], own);
  __half total = __hadd(__low2half(own), __high2half(own));
  for (int step = 16; step > 0; step /= 2) total = __hadd(total, __shfl_xor_sync(0xffffffffU, total, step));
  if (threadIdx.x == 0) *sum = total;
  atomicAdd(sum + 1, __float2half(0.5F));
}

int main() {
  const std::vector<float> in = {0.0F,      1.0F,     0.1F,    -0.1F,   65504.0F, 65520.0F,
                                 70000.0F,  6.1e-5F,  5.0e-8F, 2.9e-8F, 1.0e-9F,  3.14159265F,
                                 2049.0F,   2051.0F,  -2049.F, 1.0e-40F};
  const int n = static_cast<int>(in.size());
  const DeviceArray<float> values(in), out(14);
  const DeviceArray<unsigned short> halves(5 * in.size());
  convert<<<1, 32>>>(values, halves, n);
  const std::vector<unsigned short> bits = halves.host();
  for (int i = 0; i < n; ++i)
    std::printf("%13.6g: %04x %04x %04x %04x, %04x\n", in[i], bits[i], bits[n + i], bits[2 * n + i],
                bits[3 * n + i], bits[4 * n + i]);
  compute<<<1, 1>>>(out);
  CHECK(cudaGetLastError());
  for (const float each : out.host()) std::printf("%g ", each);
  std::printf("\n");
  std::vector<__half> a(128), b(128);
  Random random(21);
  float expected = 0;
  for (int i = 0; i < 128; ++i) {
    const int x = random.below(7) - 3, y = random.below(7) - 3;
    a[i] = __float2half(static_cast<float>(x));
    b[i] = __float2half(static_cast<float>(y));
    expected += static_cast<float>(x * y);
  }
  const DeviceArray<__half> da(a), db(b), sum(2);
  dot<<<1, 32>>>(reinterpret_cast<__half2*>(static_cast<__half*>(da)),
                 reinterpret_cast<__half2*>(static_cast<__half*>(db)), sum, 64);
  const std::vector<__half> found = sum.host();
  std::printf("dot: %g, expected %g; atomics: %g\n", __half2float(found[0]), expected,
              __half2float(found[1]));
}
