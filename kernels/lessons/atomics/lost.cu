// Each block counts in WORDS words of shared memory, without an atomic, and
// adds them to those of the other block. Lanes that read a word at the same
// time write the same sum.
__global__ void count_and_lose(const int* in, int* bins)
{
    __shared__ int S[WORDS];
    int t = threadIdx.x;
    if (t < WORDS) S[t] = 0;
    __syncthreads();

    int word = in[blockIdx.x * 64 + t];
    S[word] = S[word] + 1;
    __syncthreads();

    if (t < WORDS) bins[t] = bins[t] + S[t];
}
