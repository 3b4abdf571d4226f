// The same with entries of 2 bytes. The keys pass once in every pass; the table
// is used again and again. A pass looks up only the keys of one part of it.
__global__ void look_up_narrow(const int* key, const short* table, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int part = 0; part < PARTS; ++part) {
        int k = key[i];
        if (k * PARTS / ENTRIES == part) out[i] = table[k];
    }
}
