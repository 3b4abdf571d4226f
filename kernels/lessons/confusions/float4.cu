// 16 bytes per lane, 512 per warp: four times what the banks give at a time.
constexpr int LANES = 32;

__global__ void confusion_float4(const float4* in, float4* out)
{
    __shared__ float4 S[LANES];
    int lane = threadIdx.x;
    int i = blockIdx.x * LANES + lane;
    S[lane] = in[i];
    __syncthreads();

    out[i] = S[(lane + 1) % LANES];
}
