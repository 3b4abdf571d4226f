// The counters in shared memory, a column for each thread. An index may be
// chosen at run time, and whatever the digits are, lane t stays in bank t.
constexpr int DIGITS = 8, WORDS = 60, BLOCK = 128;

__global__ void local_in_shared(const int* data, int* counts, int threads)
{
    __shared__ int count[DIGITS][BLOCK];
    int x = threadIdx.x;
    int t = blockIdx.x * BLOCK + x;
    if (t >= threads) return;

    for (int d = 0; d < DIGITS; ++d) count[d][x] = 0;
    for (int k = 0; k < WORDS; ++k) {
        int digit = (data[k * threads + t] / GROUP + k) % DIGITS;
        ++count[digit][x];  // its own counter: no barrier
    }
    for (int d = 0; d < DIGITS; ++d) counts[d * threads + t] = count[d][x];
}
