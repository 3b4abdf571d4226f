// Each thread repeats a step 0 to 31 times. A warp stays until its last lane
// is done: where neighbours differ, lanes wait.
__global__ void divergence_loop(unsigned* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int turns = i / GROUP % 32;  // GROUP neighbours agree
    unsigned x = i;
#pragma unroll 1
    for (int k = 0; k < turns; ++k)
        x = 1664525 * x + 1013904223;  // a step of a random sequence
    out[i] = x;
}
