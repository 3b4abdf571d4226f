// Each thread counts how often each of 8 digits occurs in its 60 digits. The
// digit chooses the counter, but no register can be chosen by a number. So the
// counters go to local memory, an array for each thread, in device memory.
constexpr int DIGITS = 8, WORDS = 60;

__global__ void local_run_time(const int* data, int* counts, int threads)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= threads) return;

    int count[DIGITS] = {};
    for (int k = 0; k < WORDS; ++k) {
        int digit = (data[k * threads + t] / GROUP + k) % DIGITS;
        ++count[digit];  // known only at run time
    }
#pragma unroll
    for (int d = 0; d < DIGITS; ++d) counts[d * threads + t] = count[d];
}
