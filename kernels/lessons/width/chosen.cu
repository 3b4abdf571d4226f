// The width as a parameter: 2 to the power of LOG_BYTES bytes per lane. The
// number of threads stays the same; together they go through the arrays.
template <int SIZE> struct word;
template <> struct word<1> { using type = char; };
template <> struct word<2> { using type = short; };
template <> struct word<4> { using type = float; };
template <> struct word<8> { using type = float2; };
template <> struct word<16> { using type = float4; };
using T = word<1 << LOG_BYTES>::type;

__global__ void copy_chosen(const char* in, char* out, int bytes)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int n = bytes / int(sizeof(T)), threads = gridDim.x * blockDim.x;
    for (; i < n; i += threads)
        reinterpret_cast<T*>(out)[i] = reinterpret_cast<const T*>(in)[i];
}
