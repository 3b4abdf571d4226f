// The structure is aligned to 16 bytes, so a single load can fetch a point.
// (__ldg asks for all 16 bytes; a compiler may split a plain load again when
// it sees that the fourth word is not wanted.)
struct __align__(16) Point { float x, y, z; };

__global__ void sum_padded(const Point* points, float* sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 point = __ldg(reinterpret_cast<const float4*>(points + i));
    float sum = point.x;
    if (FIELDS > 1) sum += point.y;
    if (FIELDS > 2) sum += point.z;
    sums[i] = sum;
}
