// Kernels of divergent control flow, written by hand: lanes that leave a branch, a loop or a function while others stay.
// a[i] is 0 to 99; blocks have 64 threads. Every kernel ends where all lanes that have not left come together.
#include <cassert>
#define KERNEL __global__ void
#define EXIT asm volatile("exit;")

KERNEL return_in_if(const int* a, int* o)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    if (t & 1) { if (a[t] < 30) return; s[t] = a[t] * 3; } else s[t] = a[t] + 100;
    __syncthreads();
    o[t] = s[t];
}
KERNEL return_in_if_by_none(const int* a, int* o)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t & 1) { if (a[t] < 0) return; s[t] = a[t] * 3; } else s[t] = a[t] + 100;
    __syncthreads();
    o[t] = s[t ^ 1];
}
KERNEL return_in_else(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if (v & 1) v += a[v]; else { if (v & 2) return; v += a[v + 1] * 2; }
    o[t] = v;
    o[t + 64] = a[v & 63];
}
KERNEL return_on_both_sides(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if (v & 1) { if (v & 2) return; v += a[v]; } else { if (v & 4) return; v += a[v + 1] * 2; }
    o[t] = v;
}
KERNEL return_after_work(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if (v & 1) {
        if (v & 2) { o[t + 64] = a[v]; o[t + 128] = a[v + 1]; o[t + 192] = a[v + 2]; return; }
        o[t + 256] = a[v + 3];
    } else o[t + 256] = a[v + 4] + 1;
    o[t] = a[v + 5];
}
KERNEL both_sides_return(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if (v & 1) {
        if (v & 2) o[t] = a[v]; else o[t + 64] = a[v + 1];
        o[t + 128] = a[v + 2];
        return;
    }
    if (v & 4) o[t] = a[v + 3]; else { o[t] = a[v + 4]; o[t + 64] = 5; }
    o[t + 128] = a[v + 5];
}
KERNEL return_in_loop(const int* a, int* o)
{
    int t = threadIdx.x, v = 0;
    for (int i = 0; i < 8; ++i) { if ((t + i) % 5 == 4) { if (a[t] < 20) return; v += 2; } else v += a[(t + i) & 63]; }
    o[t] = v;
}
KERNEL return_in_rolled_loop(const int* a, int* o)
{
    int t = threadIdx.x, v = 0;
#pragma unroll 1
    for (int i = 0; i < 8; ++i) { if ((t + i) % 5 == 4) { if (a[t + i] < 20) return; v += 2; } else v += a[(t + i) & 63]; }
    o[t] = v;
}
KERNEL return_in_inner_loop(const int* a, int* o)
{
    int t = threadIdx.x, v = 0;
#pragma unroll 1
    for (int i = 0; i < 4; ++i) {
#pragma unroll 1
        for (int j = 0; j <= a[t + i] % 4; ++j) { int w = a[t + 16 * i + j]; if (w < 5) return; if (w > 80) break; v += w; }
        o[t + 64 * i] = v;
    }
    o[t + 256] = v;
}
KERNEL break_continue_return(const int* a, int* o)
{
    int t = threadIdx.x, v = 0;
#pragma unroll 1
    for (int i = 0; i < a[t] % 16; ++i) {
        int w = a[t + 7 * i];
        if (w < 10) continue;
        if (w > 95) break;
        if (w == 50) { o[t + 64] = v; return; }
        v += w;
        o[t + 128] = v;
    }
    o[t] = v;
}
KERNEL break_after_work(const int* a, int* o)
{
    int t = threadIdx.x, v = 0;
#pragma unroll 1
    for (int i = 0; i < 12; ++i) {
        int w = a[t + 9 * i];
        if (w > 85) { o[t + 64] = w; o[t + 128] = v; break; }
        v += w;
    }
    o[t] = v;
}
KERNEL return_after_work_in_loop(const int* a, int* o)
{
    int t = threadIdx.x, v = 0;
#pragma unroll 1
    for (int i = 0; i < 12; ++i) {
        int w = a[t + 9 * i];
        if (w > 85) { o[t + 64] = w; o[t + 128] = v; o[t + 192] = i; return; }
        v += w;
    }
    o[t] = v;
}
KERNEL loop_without_end(const int* a, int* o)    // only returns end it
{
    int t = threadIdx.x, i = 0;
#pragma unroll 1
    for (;;) {
        int w = a[t + 7 * i++];
        if (w > 70) return;
        if (w & 1) o[t] += w; else o[t + 64] += w;
    }
}
KERNEL endless_on_one_side(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if (v & 1) { if (v == 200) for (;;) atomicAdd(o + 300, 1); o[t + 64] = a[v]; } else o[t + 64] = a[v + 1];
    o[t] = a[v + 2];
}
KERNEL exit_in_if(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if (v & 1) { if (v & 2) { o[t + 64] = v; EXIT; } v += a[v]; } else v += a[v + 1] * 2;
    o[t] = v;
}
KERNEL exit_in_loop(const int* a, int* o)
{
    int t = threadIdx.x, v = 0;
#pragma unroll 1
    for (int i = 0; i < 10; ++i) { int w = a[t + 5 * i]; if (w & 1) { if (w > 90) EXIT; v += w; } else v += a[w]; }
    o[t] = v;
}
KERNEL trap_in_default(const int* a, int* o)
{
    int t = threadIdx.x, v = 0;
    switch (t % 4) { case 0: v = a[t]; break; case 1: v = a[t] * 2; break; case 2: v = a[t] * 3; break; case 3: if (a[t] < 0) __trap(); v = 7; break; }
    o[t] = v;
}
KERNEL trap_on_one_side(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if (v & 1) { if (v == 200) __trap(); o[t + 64] = a[v]; } else o[t + 64] = a[v + 1];
    o[t] = a[v + 2];
}
KERNEL asserted(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if (v & 1) { assert(v < 200); o[t + 64] = a[v]; } else o[t + 64] = a[v + 1];
    o[t] = a[v + 2];
}
KERNEL unreachable(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if (v & 1) { if (v == 200) __builtin_unreachable(); o[t + 64] = a[v]; } else o[t + 64] = a[v + 1];
    o[t] = a[v + 2];
}
[[noreturn]] __device__ __noinline__ void fail(int* o) { o[300] = 1; __trap(); for (;;) {} }
KERNEL calls_noreturn(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if (v & 1) { if (v == 200) fail(o); o[t + 64] = a[v]; } else { if (v == 202) fail(o); o[t + 64] = a[v + 1]; }
    o[t] = a[v + 2];
}
__device__ __noinline__ void end_thread(int* o) { o[0] += 1; EXIT; }
KERNEL calls_exit(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if (v & 1) { if (v > 80) end_thread(o + 128 + t); o[t + 64] = a[v]; } else o[t + 64] = a[v + 1];
    o[t] = a[v + 2];
}
__device__ __noinline__ int early(const int* a, int v)
{
    if (v & 1) return a[v];
    int s = 0;
#pragma unroll 1
    for (int i = 0; i < v % 8; ++i) { if (a[i + v] < 20) return s; s += a[i + v + 1]; }
    return s + a[v + 3];
}
KERNEL function_returns_early(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if (v & 4) v = early(a, v);
    o[t] = v;
    o[t + 64] = a[v & 63];
}
KERNEL function_in_loop(const int* a, int* o)
{
    int t = threadIdx.x, v = 0;
#pragma unroll 1
    for (int i = 0; i < 5; ++i) { int w = a[t + i]; if (w < 8) return; if (w & 1) v += early(a, w); else v += w; }
    o[t] = v;
}
__device__ __noinline__ int maybe_exit(const int* a, int v)
{
    if (v & 1) { if (v > 70) EXIT; v += a[v]; } else v += a[v + 1];
    return v + a[v & 31];
}
KERNEL function_exits_on_one_side(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if (v & 2) v = maybe_exit(a, v); else v = a[v + 4];
    o[t] = v;
}
__device__ __noinline__ int depth(const int* a, int v) { if (v < 30) return a[v]; if (v > 90) return 1; return a[v] + depth(a, v - 17); }
KERNEL recursion(const int* a, int* o)
{
    int t = threadIdx.x;
    o[t] = depth(a, a[t]);
    o[t + 64] = a[t + 1];
}
KERNEL either_or(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if (v < 20 || a[v] < 50) { o[t + 64] = a[v + 1]; o[t + 128] = a[v + 2]; } else o[t + 192] = a[v + 3];
    o[t] = a[v + 4];
}
KERNEL both_and(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if (v < 70 && a[v] < 50 && a[v + 1] < 80) o[t + 192] = a[v + 3]; else { o[t + 64] = a[v + 1]; o[t + 128] = a[v + 2]; }
    o[t] = a[v + 4];
}
KERNEL either_or_and(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if ((v < 40 || a[v] < 30) && (a[v + 1] < 40 || a[v + 2] < 50)) { o[t + 64] = a[v + 3]; o[t + 128] = a[v + 4]; }
    else { o[t + 192] = a[v + 5]; o[t + 256] = a[v + 6]; }
    o[t] = a[v + 7];
}
KERNEL either_or_return(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if (v < 20 || a[v] < 30) return;
    if (v > 80 || a[v + 1] < 30) { o[t + 64] = a[v + 2]; return; }
    o[t] = a[v + 4];
}
KERNEL clean_up(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if (v < 20) goto bad;
    o[t + 64] = a[v];
    if (a[v] < 30) goto bad;
    o[t + 128] = a[v + 1];
    if (a[v + 1] < 30) goto bad;
    o[t + 192] = a[v + 2];
    return;
bad:
    o[t] = a[v + 3];
    o[t + 256] = a[v + 4];
}
KERNEL clean_up_in_two_ways(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if (v < 20) goto bad;
    o[t + 64] = a[v];
    if (a[v] < 30) goto bad;
    o[t + 128] = a[v + 1];
    if (a[v + 1] < 30) goto worse;
    if (a[v + 2] < 30) goto worse;
    o[t + 192] = a[v + 2];
    return;
bad:
    o[t] = a[v + 3];
    o[t + 256] = a[v + 4];
    return;
worse:
    o[t + 320] = a[v + 5];
    o[t + 384] = a[v + 6];
}
KERNEL two_ways_out(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if (v & 1) { o[t + 64] = v; if (v & 2) goto first; goto second; }
    o[t + 128] = a[v] + 1;
    if (v & 4) goto first;
second:
    o[t + 192] = a[v + 2];
    o[t + 256] = a[v + 3];
    return;
first:
    o[t] = a[v];
    o[t + 320] = a[v + 1];
    o[t + 384] = a[v + 5];
}
KERNEL into_the_loop(const int* a, int* o)       // a loop with two entries
{
    int t = threadIdx.x, v = a[t], i = 0;
    if (v & 1) goto inside;
#pragma unroll 1
    for (;;) {
        o[t + 64] += a[t + i];
inside:
        o[t + 128] += a[t + 3 * i + 1];
        if (a[t + 5 * i++] < 30) break;
    }
    o[t] = v;
}
KERNEL out_of_two_loops(const int* a, int* o)
{
    int t = threadIdx.x, v = 0;
#pragma unroll 1
    for (int i = 0; i < 5; ++i)
#pragma unroll 1
        for (int j = 0; j < 5; ++j) { int w = a[t + 11 * i + j]; if (w > 90) goto out; if (w < 10) break; v += w; }
    o[t + 64] = v;
out:
    o[t] = v;
}
KERNEL retry(const int* a, int* o)               // continue to the head from two places
{
    int t = threadIdx.x, i = 0, v = 0;
#pragma unroll 1
    for (;;) {
        int w = a[t + 7 * i++];
        o[t + 64] += w;
        if (w & 1) continue;
        o[t + 128] += a[w];
        if (w & 2) continue;
        o[t + 192] += a[w + 1];
        if (w > 50) break;
        v += w;
    }
    o[t] = v;
}
KERNEL table(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t], r = 0;
    switch (v % 8) {
        case 0: r = a[v] + 1; break;
        case 1: r = a[v + 1] * 2; break;
        case 2: return;
        case 3: r = a[v + 2]; // on to the next
        case 4: r += a[v + 3]; break;
        case 5: o[t + 64] = a[v + 4]; return;
        case 6: r = a[v + 5] ^ 3; break;
        default: __trap();
        case 7: r = a[v + 6]; break;
    }
    o[t] = r;
}
KERNEL table_in_loop(const int* a, int* o)
{
    int t = threadIdx.x, r = 0;
#pragma unroll 1
    for (int i = 0; i < 10; ++i) {
        int w = a[t + 5 * i];
        switch (w % 6) {
            case 0: r += a[w] + 1; break;
            case 1: r += a[w + 1] * 2; continue;
            case 2: if (w > 80) return; break;
            case 3: r ^= a[w + 2]; break;
            case 4: o[t + 64] = r; break;
            case 5: if (w > 60) { o[t + 128] = w; goto out; } break;
        }
        o[t + 192] = r;
    }
out:
    o[t] = r;
}
KERNEL barrier_behind(const int* a, int* o)
{
    __shared__ int s[64];
    int t = threadIdx.x, v = a[t];
    s[t] = 0;
    __syncthreads();
#pragma unroll 1
    for (int i = 0; i < 4; ++i) {
        if (a[t + i] & 1) { if (a[t + i] == 200) return; s[t] += a[v + i]; } else s[t] += 1;
        __syncthreads();
        o[t + 64 * i] = s[t ^ 1];
        __syncthreads();
    }
    o[t + 256] = s[63 - t];
}
KERNEL shuffle_behind(const int* a, int* o)
{
    int t = threadIdx.x, v = a[t];
    if (v & 1) { if (v == 200) return; v += a[v]; } else v += a[v + 1];
    v += __shfl_xor_sync(0xffffffff, v, 1);
    o[t] = v;
}
KERNEL copy_of_any_size(const int* a, int* o)    // as __pipeline_memcpy_async with a size known at run time
{
    int t = threadIdx.x, n = 4 << (a[t] % 3);
    switch (n) {
        case 4: o[4 * t] = a[t]; break;
        case 8: o[4 * t] = a[t]; o[4 * t + 1] = a[t + 1]; break;
        case 16: o[4 * t] = a[t]; o[4 * t + 1] = a[t + 1]; o[4 * t + 2] = a[t + 2]; break;
        default: __trap();
    }
    o[t + 256] = a[t + 3];
}
