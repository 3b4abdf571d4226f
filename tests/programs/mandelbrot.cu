// The Mandelbrot set as text, in fixed point (64 bits, 28 of them fractional) and in rounded
// single precision, and a Julia set by a template of the same loop.
#include "common.h"

constexpr int width = 76, height = 24, most = 200;
constexpr int fraction = 28;

__device__ long long times(long long a, long long b) { return a * b >> fraction; }

__global__ void in_fixed_point(int* counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
  if (i >= width) return;
  const long long one = 1LL << fraction;
  const long long cx = -2 * one - one / 4 + 3 * one * i / width;
  const long long cy = -5 * one / 4 + 5 * one * j / (2 * height);
  long long x = 0, y = 0;
  int count = 0;
  while (count < most && times(x, x) + times(y, y) <= 4 * one) {
    const long long next = times(x, x) - times(y, y) + cx;
    y = 2 * times(x, y) + cy;
    x = next;
    ++count;
  }
  counts[j * width + i] = count;
}

template <bool is_julia>
__global__ void in_float(int* counts) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
  if (i >= width) return;
  const float px = __fmaf_rn(static_cast<float>(i), 0.0390625F, is_julia ? -1.5F : -2.25F);
  const float py = __fmaf_rn(static_cast<float>(j), 0.1015625F, -1.25F);
  const float cx = is_julia ? -0.75F : px, cy = is_julia ? 0.125F : py;
  float x = is_julia ? px : 0, y = is_julia ? py : 0;
  int count = 0;
  for (; count < most; ++count) {
    const float xx = __fmul_rn(x, x), yy = __fmul_rn(y, y);
    if (__fadd_rn(xx, yy) > 4.0F) break;
    y = __fadd_rn(__fmul_rn(2.0F, __fmul_rn(x, y)), cy);
    x = __fadd_rn(__fsub_rn(xx, yy), cx);
  }
  counts[j * width + i] = count;
}

void draw(const char* name, const std::vector<int>& counts) {
  std::printf("%s, bits %08x\n", name, checksum(counts));
  const char shades[] = " .:-=+*%@#";
  for (int j = 0; j < height; ++j) {
    for (int i = 0; i < width; ++i) {
      const int count = counts[j * width + i];
      std::putchar(count == most ? '#' : shades[count % 9]);
    }
    std::putchar('\n');
  }
}

int main() {
  const DeviceArray<int> counts(width * height);
  const dim3 grid((width + 31) / 32, height);
  in_fixed_point<<<grid, 32>>>(counts);
  draw("fixed point", counts.host());
  in_float<false><<<grid, 32>>>(counts);
  draw("float", counts.host());
  in_float<true><<<grid, 32>>>(counts);
  draw("Julia", counts.host());
}
