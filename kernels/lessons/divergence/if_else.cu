// GROUP threads take the square root, the next GROUP the reciprocal. A warp
// whose lanes want both executes both, each with the others' lanes idle.
__global__ void divergence_if(const float* in, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    if (i / GROUP % 2 == 0)  // GROUP neighbours agree
        x = sqrtf(x);
    else
        x = 1 / x;
    out[i] = x;
}
