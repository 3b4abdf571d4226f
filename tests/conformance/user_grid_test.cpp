// Kernels as users write them, with no special treatment: images, physics and signals.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>

#include "tests/conformance/kernel_case.h"
#include "tests/conformance/values.h"

namespace lanescope::conformance {
namespace {

LANESCOPE_CONFORMANCE(UserGrids);

// ---- grids and images ----

TEST_P(UserGrids, a_five_point_stencil_in_two_dimensions) {
  constexpr int w = 37, h = 21;
  const auto in = quarters(w * h, 3);
  KernelCase(R"(
    __global__ void k(const float* in, float* out, int w, int h) {
      int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
      if (x >= w || y >= h) return;
      int i = y * w + x;
      if (x == 0 || y == 0 || x == w - 1 || y == h - 1) { out[i] = in[i]; return; }
      out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w]);
    })")
      .grid(5, 6)
      .block(8, 4)
      .in(in)
      .out(each(w * h,
                [&](std::size_t i) {
                  const std::size_t x = i % w, y = i / w;
                  if (x == 0 || y == 0 || x == w - 1 || y == h - 1) return in[i];
                  return 0.25F * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w]);
                }))
      .value(w)
      .value(h)
      .check(GetParam());
}

TEST_P(UserGrids, a_seven_point_stencil_in_blocks_of_three_dimensions) {
  // 5 x 3 x 3 threads: not a multiple of 32.
  constexpr int n = 10;
  const auto in = quarters(n * n * n, 4);
  KernelCase(R"(
    __global__ void k(const float* in, float* out, int n) {
      __shared__ float s[5][5][7];
      int x = blockIdx.x * 5 + threadIdx.x, y = blockIdx.y * 3 + threadIdx.y, z = blockIdx.z * 3 + threadIdx.z;
      int flat = (threadIdx.z * 3 + threadIdx.y) * 5 + threadIdx.x;
      for (int i = flat; i < 175; i += 45) {
        int sx = blockIdx.x * 5 + i % 7 - 1, sy = blockIdx.y * 3 + i / 7 % 5 - 1, sz = blockIdx.z * 3 + i / 35 - 1;
        bool inside = sx >= 0 && sy >= 0 && sz >= 0 && sx < n && sy < n && sz < n;
        s[i / 35][i / 7 % 5][i % 7] = inside ? in[(sz * n + sy) * n + sx] : 0.0f;
      }
      __syncthreads();
      if (x >= n || y >= n || z >= n) return;
      int a = threadIdx.x + 1, b = threadIdx.y + 1, c = threadIdx.z + 1;
      out[(z * n + y) * n + x] = s[c][b][a - 1] + s[c][b][a + 1] + s[c][b - 1][a] + s[c][b + 1][a] +
                                 s[c - 1][b][a] + s[c + 1][b][a] - 6 * s[c][b][a];
    })")
      .grid(2, 4, 4)
      .block(5, 3, 3)
      .in(in)
      .out(each(n * n * n,
                [&](std::size_t i) {
                  const int x = static_cast<int>(i) % n, y = static_cast<int>(i) / n % n,
                            z = static_cast<int>(i) / n / n;
                  const auto at = [&](int ax, int ay, int az) {
                    const bool inside = ax >= 0 && ay >= 0 && az >= 0 && ax < n && ay < n && az < n;
                    return inside ? in[(az * n + ay) * n + ax] : 0.0F;
                  };
                  return at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z) +
                         at(x, y, z - 1) + at(x, y, z + 1) - 6 * at(x, y, z);
                }))
      .value(n)
      .check(GetParam());
}

TEST_P(UserGrids, a_sobel_filter_of_bytes) {
  constexpr int w = 40, h = 24;
  const auto in = integers<unsigned char>(w * h, 1);
  KernelCase(R"(
    __global__ void k(const unsigned char* in, unsigned char* out, int w, int h) {
      int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
      if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
      const unsigned char* p = in + y * w + x;
      int gx = p[1 - w] + 2 * p[1] + p[1 + w] - p[-1 - w] - 2 * p[-1] - p[-1 + w];
      int gy = p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[-w + 1];
      out[y * w + x] = min(abs(gx) + abs(gy), 255);
    })")
      .grid(5, 3)
      .block(8, 8)
      .in(in)
      .out(each(w * h,
                [&](std::size_t i) {
                  const int x = static_cast<int>(i) % w, y = static_cast<int>(i) / w;
                  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
                    return static_cast<unsigned char>(0);
                  int gx = 0, gy = 0;
                  for (int d = -1; d <= 1; ++d) {
                    const int weight = d == 0 ? 2 : 1;
                    gx += weight * (in[(y + d) * w + x + 1] - in[(y + d) * w + x - 1]);
                    gy += weight * (in[(y + 1) * w + x + d] - in[(y - 1) * w + x + d]);
                  }
                  return static_cast<unsigned char>(std::min(std::abs(gx) + std::abs(gy), 255));
                }))
      .value(w)
      .value(h)
      .check(GetParam());
}

TEST_P(UserGrids, a_median_filter_of_shorts) {
  const auto in = integers<short>(200, 1);
  KernelCase(R"(
    __device__ void order(short& a, short& b) { if (b < a) { short c = a; a = b; b = c; } }
    __global__ void k(const short* in, short* out, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i >= n) return;
      short v[5];
      for (int d = 0; d < 5; ++d) v[d] = in[min(max(i + d - 2, 0), n - 1)];
      for (int a = 0; a < 4; ++a)
        for (int b = 0; b < 4 - a; ++b) order(v[b], v[b + 1]);
      out[i] = v[2];
    })")
      .grid(4)
      .block(64)
      .in(in)
      .out(each(200,
                [&](std::size_t i) {
                  std::array<short, 5> v{};
                  for (int d = 0; d < 5; ++d)
                    v[d] = in[std::clamp(static_cast<int>(i) + d - 2, 0, 199)];
                  std::nth_element(v.begin(), v.begin() + 2, v.end());
                  return v[2];
                }))
      .value(200)
      .check(GetParam());
}

TEST_P(UserGrids, a_separable_convolution_of_rows_and_columns) {
  constexpr int w = 32, h = 20;
  const auto in = quarters(w * h, 5);
  KernelCase(R"(
    __constant__ float taps[5] = {1, 4, 6, 4, 1};
    __global__ void k(const float* in, float* out, int h) {
      __shared__ float rows[24][32];
      int x = threadIdx.x;
      for (int y = threadIdx.y; y < h + 4; y += blockDim.y) {
        float sum = 0;
        int from = y - 2;
        if (from >= 0 && from < h)
          for (int d = -2; d <= 2; ++d)
            if (x + d >= 0 && x + d < 32) sum += taps[d + 2] * in[from * 32 + x + d];
        rows[y][x] = sum;
      }
      __syncthreads();
      for (int y = threadIdx.y; y < h; y += blockDim.y) {
        float sum = 0;
        for (int d = 0; d < 5; ++d) sum += taps[d] * rows[y + d][x];
        out[y * 32 + x] = sum / 256;
      }
    })")
      .block(32, 5)
      .in(in)
      .out(each(w * h,
                [&](std::size_t i) {
                  constexpr std::array taps = {1.0F, 4.0F, 6.0F, 4.0F, 1.0F};
                  const int x = static_cast<int>(i) % w, y = static_cast<int>(i) / w;
                  float sum = 0;
                  for (int dy = -2; dy <= 2; ++dy)
                    for (int dx = -2; dx <= 2; ++dx)
                      if (x + dx >= 0 && x + dx < w && y + dy >= 0 && y + dy < h)
                        sum += taps[dy + 2] * taps[dx + 2] * in[(y + dy) * w + x + dx];
                  return sum / 256;
                }))
      .value(h)
      .check(GetParam());
}

TEST_P(UserGrids, a_generation_of_the_game_of_life_on_a_torus) {
  constexpr int w = 33, h = 18;
  const auto in = each(
      w * h, [](std::size_t i) { return static_cast<unsigned char>(random_word(3, i) % 3 == 0); });
  KernelCase(R"(
    __global__ void k(const unsigned char* in, unsigned char* out, int w, int h) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i >= w * h) return;
      int x = i % w, y = i / w, alive = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          if (dx || dy) alive += in[(y + dy + h) % h * w + (x + dx + w) % w];
      out[i] = alive == 3 || (alive == 2 && in[i]);
    })")
      .grid(7)
      .block(96)
      .in(in)
      .out(each(w * h,
                [&](std::size_t i) {
                  int alive = 0;
                  for (std::size_t dy : {h - 1, 0, 1})
                    for (std::size_t dx : {w - 1, 0, 1})
                      if (dx != 0 || dy != 0) alive += in[(i / w + dy) % h * w + (i % w + dx) % w];
                  return static_cast<unsigned char>(alive == 3 || (alive == 2 && in[i] != 0) ? 1
                                                                                             : 0);
                }))
      .value(w)
      .value(h)
      .check(GetParam());
}

TEST_P(UserGrids, the_mandelbrot_set) {
  constexpr int w = 48, h = 32;
  KernelCase(R"(
    __global__ void k(unsigned char* out, int w, int h) {
      int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
      if (px >= w || py >= h) return;
      float cx = px * 0.0625f - 2.0f, cy = py * 0.0625f - 1.0f, x = 0, y = 0;
      int steps = 0;
      while (steps < 100) {
        float xx = __fmul_rn(x, x), yy = __fmul_rn(y, y);
        if (__fadd_rn(xx, yy) > 4.0f) break;
        y = __fadd_rn(__fmul_rn(2.0f * x, y), cy);
        x = __fadd_rn(__fsub_rn(xx, yy), cx);
        ++steps;
      }
      out[py * w + px] = steps;
    })")
      .grid(3, 8)
      .block(16, 4)
      .out(each(w * h,
                [](std::size_t i) {
                  const float cx = static_cast<float>(i % w) * 0.0625F - 2,
                              cy = static_cast<float>(i / w) * 0.0625F - 1;
                  float x = 0, y = 0;
                  unsigned char steps = 0;
                  while (steps < 100 && x * x + y * y <= 4) {
                    const float next = x * x - y * y + cx;
                    y = 2 * x * y + cy;
                    x = next;
                    ++steps;
                  }
                  return steps;
                }))
      .value(w)
      .value(h)
      .check(GetParam());
}

TEST_P(UserGrids, an_integral_image_by_two_kernels_rows_first) {
  constexpr int w = 20, h = 12;
  const auto in = ints_between(0, 9, w * h);
  const std::string text = R"(
    __global__ void columns(int* data, int w, int h) {
      int x = threadIdx.x;
      for (int y = 1; y < h; ++y) data[y * w + x] += data[(y - 1) * w + x];
    }
    __global__ void rows(int* data, int w, int h) {
      int y = threadIdx.x;
      for (int x = 1; x < w; ++x) data[y * w + x] += data[y * w + x - 1];
    })";
  auto by_rows = in;
  for (int i = 0; i < w * h; ++i)
    if (i % w != 0) by_rows[i] += by_rows[i - 1];
  auto both = by_rows;
  for (int i = w; i < w * h; ++i) both[i] += both[i - w];
  KernelCase(text).kernel("rows").block(h).inout(in, by_rows).value(w).value(h).check(GetParam());
  KernelCase(text)
      .kernel("columns")
      .block(w)
      .inout(by_rows, both)
      .value(w)
      .value(h)
      .check(GetParam());
}

// ---- physics and signals ----

TEST_P(UserGrids, forces_among_bodies_in_double_precision) {
  constexpr std::size_t n = 70;
  const auto at = reals_between<double>(-4, 4, 3 * n, 9);
  const auto mass = reals_between<double>(1, 3, n, 10);
  KernelCase(R"(
    __global__ void k(const double3* at, const double* mass, double3* force, int n) {
      __shared__ double3 tile[32];
      __shared__ double tile_mass[32];
      int i = blockIdx.x * 32 + threadIdx.x;
      double3 mine = i < n ? at[i] : make_double3(0, 0, 0), sum = make_double3(0, 0, 0);
      for (int start = 0; start < n; start += 32) {
        int j = start + threadIdx.x;
        tile[threadIdx.x] = j < n ? at[j] : make_double3(0, 0, 0);
        tile_mass[threadIdx.x] = j < n ? mass[j] : 0;
        __syncthreads();
        for (int t = 0; t < 32; ++t) {
          double dx = tile[t].x - mine.x, dy = tile[t].y - mine.y, dz = tile[t].z - mine.z;
          double square = fma(dx, dx, fma(dy, dy, fma(dz, dz, 0.01)));
          double scale = tile_mass[t] / (square * sqrt(square));
          sum.x = fma(dx, scale, sum.x);
          sum.y = fma(dy, scale, sum.y);
          sum.z = fma(dz, scale, sum.z);
        }
        __syncthreads();
      }
      if (i < n) force[i] = sum;
    })")
      .grid(3)
      .block(32)
      .in(at)
      .in(mass)
      .out([&] {
        std::vector<double> force;
        for (std::size_t i = 0; i < n; ++i) {
          std::array<double, 3> sum{};
          for (std::size_t j = 0; j < 96; ++j) {
            std::array<double, 3> d{};
            for (std::size_t c = 0; c < 3; ++c)
              d[c] = (j < n ? at[3 * j + c] : 0.0) - at[3 * i + c];
            const double square =
                std::fma(d[0], d[0], std::fma(d[1], d[1], std::fma(d[2], d[2], 0.01)));
            const double scale = (j < n ? mass[j] : 0.0) / (square * std::sqrt(square));
            for (std::size_t c = 0; c < 3; ++c) sum[c] = std::fma(d[c], scale, sum[c]);
          }
          force.insert(force.end(), sum.begin(), sum.end());
        }
        return force;
      }())
      .value(static_cast<int>(n))
      .check(GetParam());
}

TEST_P(UserGrids, heat_flowing_for_ten_steps_within_a_block) {
  const auto in = quarters(64, 6);
  KernelCase(R"(
    __global__ void k(const float* in, float* out, int steps) {
      __shared__ float now[64], next[64];
      int t = threadIdx.x;
      now[t] = in[t];
      __syncthreads();
      float *from = now, *to = next;
      for (int i = 0; i < steps; ++i) {
        float left = t > 0 ? from[t - 1] : 0.0f, right = t < 63 ? from[t + 1] : 0.0f;
        to[t] = fmaf(0.25f, left + right, 0.5f * from[t]);
        __syncthreads();
        float* swap = from;
        from = to;
        to = swap;
      }
      out[t] = from[t];
    })")
      .block(64)
      .in(in)
      .out([&] {
        auto now = in;
        for (int step = 0; step < 10; ++step) {
          now = each(64, [&](std::size_t t) {
            const float left = t > 0 ? now[t - 1] : 0, right = t < 63 ? now[t + 1] : 0;
            return std::fma(0.25F, left + right, 0.5F * now[t]);
          });
        }
        return now;
      }())
      .value(10)
      .check(GetParam());
}

TEST_P(UserGrids, a_fourier_transform_of_64_points) {
  const auto in = quarters(128, 7);
  const auto twiddles = each(64, [](std::size_t i) {
    const double angle = -2 * 3.141592653589793 * static_cast<double>(i / 2) / 64;
    return static_cast<float>(i % 2 == 0 ? std::cos(angle) : std::sin(angle));
  });
  KernelCase(R"(
    __device__ float2 times(float2 a, float2 b) {
      return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
    }
    __global__ void k(const float2* in, const float2* twiddles, float2* out) {
      __shared__ float2 s[64];
      int t = threadIdx.x;
      for (int i = t; i < 64; i += 32) s[__brev(i) >> 26] = in[i];
      __syncthreads();
      for (int half = 1; half < 64; half *= 2) {
        int at = t / half * half * 2 + t % half;
        float2 w = twiddles[t % half * (32 / half)];
        float2 a = s[at], b = times(s[at + half], w);
        s[at] = make_float2(a.x + b.x, a.y + b.y);
        s[at + half] = make_float2(a.x - b.x, a.y - b.y);
        __syncthreads();
      }
      for (int i = t; i < 64; i += 32) {
        // To 1/64: the reference sums in another order.
        out[i] = make_float2(rintf(s[i].x * 64), rintf(s[i].y * 64));
      }
    })")
      .in(in)
      .in(twiddles)
      .out([&] {
        std::vector<float> out;
        for (std::size_t f = 0; f < 64; ++f) {
          std::complex<double> sum = 0;
          for (std::size_t i = 0; i < 64; ++i) {
            const double angle = -2 * 3.141592653589793 * static_cast<double>(f * i % 64) / 64;
            sum += std::complex<double>(in[2 * i], in[2 * i + 1]) * std::polar(1.0, angle);
          }
          out.push_back(static_cast<float>(std::nearbyint(sum.real() * 64)));
          out.push_back(static_cast<float>(std::nearbyint(sum.imag() * 64)));
        }
        return out;
      }())
      .check(GetParam());
}

TEST_P(UserGrids, linear_interpolation_in_a_table) {
  const auto table = quarters(33, 8);
  const auto x = reals_between<float>(0, 31.9F, 100, 8);
  KernelCase(R"(
    __global__ void k(const float* table, const float* x, float* y, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i >= n) return;
      float base = floorf(x[i]), part = x[i] - base;
      int j = (int)base;
      y[i] = fmaf(part, table[j + 1] - table[j], table[j]);
    })")
      .grid(2)
      .block(64)
      .in(table)
      .in(x)
      .out(each(100,
                [&](std::size_t i) {
                  const auto j = static_cast<std::size_t>(x[i]);
                  const float part = x[i] - static_cast<float>(j);
                  return std::fma(part, table[j + 1] - table[j], table[j]);
                }))
      .value(100)
      .check(GetParam());
}

TEST_P(UserGrids, a_gather_and_a_scatter_by_index_arrays) {
  const auto order = each(96, [](std::size_t i) { return static_cast<int>(i * 35 % 96); });
  const auto in = ints_between(-99, 99, 96);
  KernelCase(R"(
    __global__ void k(const int* order, const int* in, int* gathered, int* scattered) {
      int i = threadIdx.x;
      gathered[i] = in[order[i]];
      scattered[order[i]] = in[i] * 2;
    })")
      .block(96)
      .in(order)
      .in(in)
      .out(each(96, [&](std::size_t i) { return in[order[i]]; }))
      .out([&] {
        std::vector<int> out(96);
        for (std::size_t i = 0; i < 96; ++i) out[order[i]] = in[i] * 2;
        return out;
      }())
      .check(GetParam());
}

TEST_P(UserGrids, k_means_labels_of_points_in_the_plane) {
  const auto points = quarters(2 * 90, 11), centres = quarters(2 * 5, 12);
  KernelCase(R"(
    __global__ void k(const float2* points, const float2* centres, int* label, int* size, int n, int clusters) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i >= n) return;
      float best = 1e30f;
      int which = -1;
      for (int c = 0; c < clusters; ++c) {
        float dx = points[i].x - centres[c].x, dy = points[i].y - centres[c].y;
        float d = dx * dx + dy * dy;
        if (d < best) { best = d; which = c; }
      }
      label[i] = which;
      atomicAdd(&size[which], 1);
    })")
      .grid(3)
      .block(32)
      .in(points)
      .in(centres)
      .out([&] {
        return each(90, [&](std::size_t i) {
          int which = 0;
          float best = 1e30F;
          for (int c = 0; c < 5; ++c) {
            const float dx = points[2 * i] - centres[2 * c],
                        dy = points[2 * i + 1] - centres[2 * c + 1];
            if (dx * dx + dy * dy < best) {
              best = dx * dx + dy * dy;
              which = c;
            }
          }
          return which;
        });
      }())
      .out([&] {
        std::vector<int> size(5);
        for (std::size_t i = 0; i < 90; ++i) {
          const auto away = [&](int c) {
            return std::hypot(points[2 * i] - centres[2 * c],
                              points[2 * i + 1] - centres[2 * c + 1]);
          };
          int which = 0;
          for (int c = 1; c < 5; ++c)
            if (away(c) < away(which)) which = c;
          ++size[which];
        }
        return size;
      }())
      .value(90)
      .value(5)
      .check(GetParam());
}

}  // namespace
}  // namespace lanescope::conformance
