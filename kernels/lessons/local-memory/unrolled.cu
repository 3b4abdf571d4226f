// The same counters in registers: every counter is updated each time, and its
// name is known at compile time. Eight additions instead of one.
constexpr int DIGITS = 8, WORDS = 60;

__global__ void local_unrolled(const int* data, int* counts, int threads)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;

    int count[DIGITS] = {};
    for (int k = 0; k < WORDS; ++k) {
        int digit = (data[k * threads + t] / GROUP + k) % DIGITS;
#pragma unroll
        for (int d = 0; d < DIGITS; ++d) count[d] += digit == d;
    }
#pragma unroll
    for (int d = 0; d < DIGITS; ++d) counts[d * threads + t] = count[d];
}
