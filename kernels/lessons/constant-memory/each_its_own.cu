// The same limits, the same bins; but the lanes begin at different places in
// the list. SPREAD different words are wanted, and served one by one.
constexpr int LIMITS = 32;
__constant__ int limit[LIMITS] = {
    0,   889, 563, 453, 126, 800, 690, 363, 253, 927, 600,
    490, 164, 837, 727, 401, 291, 964, 638, 528, 201, 91,
    765, 438, 328, 2,   675, 565, 239, 129, 802, 476};

__global__ void constant_each_its_own(const int* values, int* bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    int value = values[i], bin = 0;
    int begin = threadIdx.x % SPREAD;
#pragma unroll
    for (int k = 0; k < LIMITS; ++k)
        if (value > limit[(begin + k) % LIMITS]) ++bin;
    bins[i] = bin;
}
