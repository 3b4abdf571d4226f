// Bodies that attract each other, with tiles of positions in shared memory. Every operation is a
// rounded one by its own intrinsic, so no compiler may fuse two and all give the same bits.
#include "common.h"

constexpr int block_size = 64;

__device__ float3 pull(float3 sum, float4 a, float4 b) {
  const float dx = __fsub_rn(b.x, a.x), dy = __fsub_rn(b.y, a.y), dz = __fsub_rn(b.z, a.z);
  const float squared = __fadd_rn(__fmaf_rn(dx, dx, __fmul_rn(dy, dy)), __fmaf_rn(dz, dz, 0.01F));
  const float inverse = __fdiv_rn(1.0F, __fsqrt_rn(squared));
  const float scale = __fmul_rn(b.w, __fmul_rn(inverse, __fmul_rn(inverse, inverse)));
  sum.x = __fmaf_rn(dx, scale, sum.x);
  sum.y = __fmaf_rn(dy, scale, sum.y);
  sum.z = __fmaf_rn(dz, scale, sum.z);
  return sum;
}

__global__ void forces(const float4* bodies, float3* result, int n) {
  __shared__ float4 tile[block_size];
  const int i = blockIdx.x * block_size + threadIdx.x;
  const float4 own = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
  float3 sum = make_float3(0, 0, 0);
  for (int start = 0; start < n; start += block_size) {
    if (start + threadIdx.x < n) tile[threadIdx.x] = bodies[start + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < block_size && start + j < n; ++j) sum = pull(sum, own, tile[j]);
    __syncthreads();
  }
  if (i < n) result[i] = sum;
}

__global__ void move(float4* bodies, float3* speeds, const float3* pulls, float time, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float3 speed = speeds[i];
  float4 body = bodies[i];
  speed.x = __fmaf_rn(pulls[i].x, time, speed.x);
  speed.y = __fmaf_rn(pulls[i].y, time, speed.y);
  speed.z = __fmaf_rn(pulls[i].z, time, speed.z);
  body.x = __fmaf_rn(speed.x, time, body.x);
  body.y = __fmaf_rn(speed.y, time, body.y);
  body.z = __fmaf_rn(speed.z, time, body.z);
  speeds[i] = speed;
  bodies[i] = body;
}

int main() {
  const int n = 200;
  std::vector<float4> bodies(n);
  Random random(42);
  for (float4& each : bodies) {
    each.x = static_cast<float>(random.below(2048) - 1024) / 256;
    each.y = static_cast<float>(random.below(2048) - 1024) / 256;
    each.z = static_cast<float>(random.below(2048) - 1024) / 256;
    each.w = static_cast<float>(1 + random.below(4)) / 16;
  }
  const DeviceArray<float4> positions(bodies);
  const DeviceArray<float3> speeds(n), pulls(n);
  const int blocks = (n + block_size - 1) / block_size;
  for (int step = 1; step <= 6; ++step) {
    forces<<<blocks, block_size>>>(positions, pulls, n);
    move<<<blocks, block_size>>>(positions, speeds, pulls, 0.03125F, n);
    CHECK(cudaGetLastError());
    const std::vector<float4> now = positions.host();
    std::printf("step %d: body 0 at %.9g %.9g %.9g; bits %08x %08x\n", step, now[0].x, now[0].y,
                now[0].z, checksum(now), checksum(speeds.host()));
  }
}
