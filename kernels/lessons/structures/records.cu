// An array of structures: x, y and z of a point lie side by side, 12 bytes
// in all. Neighbouring lanes' x are 12 bytes apart.
struct Point { float x, y, z; };

__global__ void sum_records(const Point* points, float* sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = points[i].x;
    if (FIELDS > 1) sum += points[i].y;
    if (FIELDS > 2) sum += points[i].z;
    sums[i] = sum;
}
