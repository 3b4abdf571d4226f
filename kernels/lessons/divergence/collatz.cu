// Steps from i + 1 to 1: halve what is even, else 3n + 1.
// Only the data decide how many, and no formula for it is known.
__global__ void divergence_collatz(unsigned* out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned n = i + 1;
    unsigned steps = 0;
    while (n != 1) {
        if (n % 2 == 0)
            n = n / 2;
        else
            n = 3 * n + 1;
        ++steps;
    }
    out[i] = steps;
}
