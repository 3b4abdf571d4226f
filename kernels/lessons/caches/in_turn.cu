// One warp reads line after line, round and round. All words of `in` are
// 0, but only a word that has arrived tells the warp where to read next.
__global__ void read_in_turn(const int* in, int* out)
{
    int at = threadIdx.x;
    for (int k = 0; k < STEPS; ++k) {
        at += 32 + in[at];
        if (at >= 32 * LINES) at -= 32 * LINES;
    }
    out[threadIdx.x] = at;
}
