// A structure of arrays: all x, then all y, then all z. Neighbouring lanes
// want neighbouring words, whichever field is asked for.
__global__ void sum_arrays(const float* x, const float* y, const float* z,
                           float* sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = x[i];
    if (FIELDS > 1) sum += y[i];
    if (FIELDS > 2) sum += z[i];
    sums[i] = sum;
}
